package replication

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/library"
)

// PruneReport tells what Prune removed.
type PruneReport struct {
	Kept        []string `json:"kept"` // generations
	Removed     []string `json:"removed"`
	Packs       int      `json:"packs_removed"`
	Bytes       int64    `json:"bytes_removed"`
	PacksKept   int      `json:"packs_kept"`
	Unpublished int      `json:"unpublished_removed"` // manifests that the pointer never named
}

// Prune removes from a bucket what only generations need other than the newest keep and
// the one that serves, and what publishes left that were stopped. It says in the pointer
// that it does so: a Publish that began before is repeated by itself, one that begins
// meanwhile waits. A follower that fetches an old generation at that moment starts over
// with the one that the pointer names.
func Prune(ctx context.Context, b blob.Bucket, keep int, c Clock) (*PruneReport, error) {
	if keep < 1 {
		return nil, fmt.Errorf("at least one generation is kept, not %d", keep)
	}
	var report PruneReport
	var began time.Time
	p, err := change(ctx, b, c, func(p *Pointer) error {
		if p.Generation == "" {
			return ErrNothingPublished
		}
		report = PruneReport{}
		since := c.Now().UTC().Truncate(time.Millisecond)
		p.PruningSince, began = &since, time.Now()
		p.Published = report.choose(p, keep)
		return nil
	})
	if err != nil {
		return nil, err
	}
	removing, cancel := context.WithDeadline(ctx, began.Add(pruneDeadline))
	defer cancel()
	err = report.remove(removing, b, p)
	// Others may go on, whatever was left.
	ended, cancelEnd := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancelEnd()
	return &report, errors.Join(err, endPrune(ended, b, p))
}

// choose returns the entries that stay.
func (r *PruneReport) choose(p *Pointer, keep int) []PublishedGeneration {
	var stay []PublishedGeneration
	for i, e := range p.Published {
		if i < keep || e.Generation == p.Generation {
			stay = append(stay, e)
			r.Kept = append(r.Kept, e.Generation)
		} else {
			r.Removed = append(r.Removed, e.Generation)
		}
	}
	return stay
}

// remove deletes what no generation of the pointer needs. Nothing is deleted unless all
// their manifests can be read.
func (r *PruneReport) remove(ctx context.Context, b blob.Bucket, p *Pointer) error {
	needed := map[string]bool{}
	for _, e := range p.Published {
		files, err := filesOf(ctx, b, e)
		if err != nil {
			return fmt.Errorf("nothing was removed: %w", err)
		}
		for _, f := range files {
			needed[packKey(f.SHA256)] = true
		}
		needed[manifestKey(e.Generation)] = true
	}
	was := map[string]bool{}
	for _, name := range r.Removed {
		was[manifestKey(name)] = true
	}
	for _, prefix := range []string{generationsPrefix, packsPrefix} {
		for info, err := range b.List(ctx, prefix) {
			switch {
			case err != nil:
				return err
			case needed[info.Key]:
				if prefix == packsPrefix {
					r.PacksKept++
				}
				continue
			case !ours(info.Key):
				continue
			}
			if err := b.Delete(ctx, info.Key); err != nil {
				return err
			}
			r.Bytes += info.Size
			switch {
			case prefix == packsPrefix:
				r.Packs++
			case !was[info.Key]:
				r.Unpublished++
			}
		}
	}
	return nil
}

// ours reports whether a key is one that Publish writes, so that nothing else is removed
// from a bucket that is used for more.
func ours(key string) bool {
	if rest, ok := strings.CutPrefix(key, packsPrefix); ok {
		sum, ok := strings.CutSuffix(rest, ".zst")
		return ok && library.IsDigest(sum)
	}
	rest, ok := strings.CutPrefix(key, generationsPrefix)
	return ok && strings.HasSuffix(rest, "/manifest.json") && strings.Count(rest, "/") == 1
}

// endPrune takes the mark of a prune from the pointer, unless somebody did already.
func endPrune(ctx context.Context, b blob.Bucket, p *Pointer) error {
	for {
		v, err := readVersion(ctx, b)
		if err != nil || v.PruningSince == nil || !v.PruningSince.Equal(*p.PruningSince) {
			return err
		}
		next := v.clone()
		next.PruningSince = nil
		if _, err := v.move(ctx, b, next); !errors.Is(err, errPruned) {
			var lost *LostError
			if errors.As(err, &lost) {
				continue
			}
			return err
		}
	}
}
