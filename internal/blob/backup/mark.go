package backup

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"kinodex/internal/blob"
)

// The mark keeps Make and Prune out of each other's way: it lies beside the backups, and each
// Prune changes it before it removes anything and when it has ended.
const markKey = "pruned.json"

// While it removes objects, a Prune says every pruneSays that it does. Nobody waits for one that
// has said nothing for pruneOver: it was killed.
const (
	pruneSays = time.Minute
	pruneOver = 5 * time.Minute
)

// mark is what lies there. The zero mark is that of a place that was never pruned.
type mark struct {
	// Mark is random, another one at each change.
	Mark string `json:"mark"`
	// PruningSince is set while a Prune removes objects: when it said so last.
	PruningSince *time.Time `json:"pruning_since,omitzero"`
	tag          string
}

// errPruned says that a Prune removed objects while a backup was made.
var errPruned = errors.New("old backups were removed meanwhile")

// readMark reads the mark.
func readMark(ctx context.Context, b blob.Bucket) (m mark, err error) {
	o, err := b.Get(ctx, markKey)
	if errors.Is(err, blob.ErrNotFound) {
		return mark{}, nil
	}
	if err != nil {
		return m, err
	}
	defer o.Body.Close()
	body, err := io.ReadAll(io.LimitReader(o.Body, 1<<16))
	if err != nil {
		return m, fmt.Errorf("read %s: %w", markKey, err)
	}
	if json.Unmarshal(body, &m) != nil { // it tells that there was a change, at least
		m = mark{Mark: string(body)}
	}
	m.tag = o.ETag
	return m, nil
}

// settled reads the mark, after waiting for a Prune that is under way.
func (o Options) settled(ctx context.Context, b blob.Bucket) (mark, error) {
	for told := false; ; told = true {
		m, err := readMark(ctx, b)
		if err != nil || m.PruningSince == nil || o.Now().Sub(*m.PruningSince).Abs() > pruneOver {
			return m, err
		}
		if !told && o.Waiting != nil {
			o.Waiting()
		}
		select {
		case <-ctx.Done():
			return mark{}, fmt.Errorf("waiting until old backups are removed: %w", ctx.Err())
		case <-time.After(time.Second):
		}
	}
}

// unmarked returns errPruned when the mark is no longer the one that was read.
func (m mark) unmarked(ctx context.Context, b blob.Bucket) error {
	is, err := readMark(ctx, b)
	if err == nil && is.Mark != m.Mark {
		err = errPruned
	}
	return err
}

// pruneRun is a Prune that has said so.
type pruneRun struct {
	Options
	bucket blob.Bucket
	mark   mark
}

// beginPrune says that a Prune begins, after waiting for another one.
func (o Options) beginPrune(ctx context.Context, b blob.Bucket) (*pruneRun, error) {
	for {
		m, err := o.settled(ctx, b)
		if err != nil {
			return nil, err
		}
		p := &pruneRun{Options: o, bucket: b, mark: m}
		if err := p.say(ctx, true); !errors.Is(err, blob.ErrChanged) {
			return p, err
		}
	}
}

// say changes the mark.
func (p *pruneRun) say(ctx context.Context, goesOn bool) error {
	next := mark{Mark: rand.Text()}
	if goesOn {
		now := p.Now().UTC()
		next.PruningSince = &now
	}
	body, err := json.Marshal(next)
	if err != nil {
		return err
	}
	next.tag, err = p.bucket.PutIf(ctx, markKey, body, "application/json", p.mark.tag)
	if err != nil {
		return fmt.Errorf("say that old backups are removed: %w", err)
	}
	p.mark = next
	return nil
}

// delete removes an object, as long as nobody takes this Prune for dead.
func (p *pruneRun) delete(ctx context.Context, key string) error {
	if p.Now().Sub(*p.mark.PruningSince).Abs() > pruneSays {
		if err := p.say(ctx, true); err != nil {
			return err
		}
	}
	return p.bucket.Delete(ctx, key)
}

// end says that the Prune has ended, unless somebody took it for dead.
func (p *pruneRun) end(ctx context.Context) error {
	if err := p.say(ctx, false); !errors.Is(err, blob.ErrChanged) {
		return err
	}
	return nil
}
