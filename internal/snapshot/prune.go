package snapshot

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"kinodex/internal/blob"
)

// What is kept of old versions.
const (
	// KeptFilms is how many versions keep their films, the newest included.
	KeptFilms = 3
	// KeptChanges is how many versions keep their changes, the newest included.
	KeptChanges = 30
	// Grace is how long a version is kept whole after another became the newest. It is
	// longer than links live, so that every link leads to its file.
	Grace = 2 * time.Hour
)

// prune deletes what is no longer kept: it follows the chain of versions from the
// newest, and deletes every object that is not in it and older than Grace. That
// includes what a killed build left.
func prune(ctx context.Context, b blob.Bucket, newest *Manifest, now time.Time) error {
	keep := map[string]bool{currentKey: true}
	// superseded is when m stopped being the newest version.
	superseded := now
	m := newest
	for n := 0; m != nil && n < KeptChanges; n++ {
		keep[manifestKey(m.Version)], keep[ChangesKey(m.Version)], keep[idsKey(m.Version)] = true, true, true
		if n == 0 || now.Sub(superseded) < Grace {
			for _, table := range Tables {
				keep[FileKey(m.Version, table)] = true
			}
		}
		if n < KeptFilms || now.Sub(superseded) < Grace {
			keep[FilmsKey(m.Version)] = true
		}
		if m.PreviousVersion == nil {
			break
		}
		superseded = m.GeneratedAt
		before, err := Of(ctx, b, *m.PreviousVersion)
		if errors.Is(err, ErrNone) {
			break
		}
		if err != nil {
			return fmt.Errorf("prune old snapshots: %w", err)
		}
		m = before
	}
	for o, err := range b.List(ctx, folder) {
		if err != nil {
			return fmt.Errorf("prune old snapshots: %w", err)
		}
		// A young object may belong to a build that is running.
		if keep[o.Key] || now.Sub(o.Modified) < Grace || path.Dir(o.Key)+"/" == folder {
			continue
		}
		if err := b.Delete(ctx, o.Key); err != nil {
			return fmt.Errorf("prune old snapshots: %w", err)
		}
	}
	return nil
}
