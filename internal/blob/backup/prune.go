package backup

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kinodex/internal/blob"
)

// PruneReport tells what Prune removed.
type PruneReport struct {
	Kept    []string `json:"kept"` // backups, the oldest first
	Removed []string `json:"removed"`
	// Bodies are those that no backup needs any more.
	Bodies int   `json:"bodies_removed"`
	Bytes  int64 `json:"bytes_removed"`
}

// Prune removes all backups but the newest keep, which is at least 1, and the bodies that none
// of these needs, also those that stopped backups left. Nothing is removed unless all that
// stay can be read. It says in the place that it does so: a Make that began before is
// repeated by itself, one that begins meanwhile waits. A Prune that was stopped is run again.
func Prune(ctx context.Context, b blob.Bucket, keep int, o Options) (*PruneReport, error) {
	if keep < 1 {
		return nil, fmt.Errorf("at least one backup is kept, not %d", keep)
	}
	p, err := o.beginPrune(ctx, b)
	if err != nil {
		return nil, err
	}
	report, err := p.remove(ctx, keep)
	// Others may go on, whatever was left.
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	return report, errors.Join(err, p.end(ending))
}

// remove removes lists first, so that none is ever there whose bodies are not.
func (p *pruneRun) remove(ctx context.Context, keep int) (*PruneReport, error) {
	names, err := Names(ctx, p.bucket)
	if err != nil {
		return nil, err
	}
	n := max(0, len(names)-keep)
	r := &PruneReport{Removed: []string{}, Kept: names[n:]}
	needed := map[string]bool{}
	for _, name := range r.Kept {
		l, err := Read(ctx, p.bucket, name)
		if err != nil {
			return nil, fmt.Errorf("nothing was removed: %w", err)
		}
		for _, object := range l.Objects {
			needed[contentKey(object.SHA256)] = true
		}
	}
	for _, name := range names[:n] {
		if err := p.delete(ctx, listPrefix+name+".json"); err != nil {
			return r, err
		}
		r.Removed = append(r.Removed, name)
	}
	var unneeded []blob.Info
	for info, err := range p.bucket.List(ctx, contentPrefix) {
		if err != nil {
			return r, err
		}
		if !needed[info.Key] && isBody(info.Key) {
			unneeded = append(unneeded, info)
		}
	}
	for i, info := range unneeded {
		p.tell(i, len(unneeded))
		if err := p.delete(ctx, info.Key); err != nil {
			return r, err
		}
		r.Bodies++
		r.Bytes += info.Size
	}
	p.tell(len(unneeded), len(unneeded))
	return r, nil
}

// isBody reports whether a key is one that Make writes bodies under, so that nothing else is
// removed from a bucket that is used for more.
func isBody(key string) bool {
	sum, ok := strings.CutPrefix(key, contentPrefix)
	return ok && len(sum) == 64 && strings.Trim(sum, "0123456789abcdef") == ""
}
