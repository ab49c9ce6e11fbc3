package snapshot

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"kinodex/internal/blob"
)

// How long what is kept.
const (
	// KeptFilms is of how many versions the films are kept, the newest included.
	KeptFilms = 3
	// KeptChanges is of how many versions the changes are kept.
	KeptChanges = 30
	// Grace is how long a version is kept whole after another became the newest, so
	// that no link that was given out leads nowhere.
	Grace = 2 * time.Hour
)

// retire removes what the rule no longer keeps. It follows the chain of versions
// from the newest and then looks for versions that no chain leads to, which a
// killed build left.
func retire(ctx context.Context, b blob.Bucket, newest *Manifest, now time.Time) error {
	keep := map[string]bool{currentKey: true}
	// superseded is when the version at hand stopped being the newest.
	superseded := now
	m := newest
	for n := 0; m != nil && n < KeptChanges; n++ {
		keep[manifestKey(m.Version)], keep[ChangesKey(m.Version)] = true, true
		if n == 0 || now.Sub(superseded) < Grace {
			keep[rowsKey(m.Version)] = true
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
			return fmt.Errorf("retire old snapshots: %w", err)
		}
		m = before
	}
	for o, err := range b.List(ctx, folder) {
		if err != nil {
			return fmt.Errorf("retire old snapshots: %w", err)
		}
		// What is young may belong to a build that runs.
		if keep[o.Key] || now.Sub(o.Modified) < Grace || path.Dir(o.Key)+"/" == folder {
			continue
		}
		if err := b.Delete(ctx, o.Key); err != nil {
			return fmt.Errorf("retire old snapshots: %w", err)
		}
	}
	return nil
}
