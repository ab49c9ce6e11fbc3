package replication

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"kinodex/internal/blob"
)

// LostError says that somebody else moved the pointer at the same time and won.
type LostError struct {
	Generation string // what the pointer names now
}

// Error says what the pointer names.
func (e *LostError) Error() string {
	return fmt.Sprintf("somebody else moved the bucket's pointer at the same time: it names %s now. "+
		"Nothing that serves was changed by this command; run it again if it is still meant", e.Generation)
}

// How Prune and the others keep out of each other's way. Whoever prunes stops after
// pruneDeadline; pruneOver later than that nobody waits for it any more, so clocks of
// machines may differ by the difference.
const (
	pruneDeadline = 2 * time.Minute
	pruneOver     = 5 * time.Minute
)

// errPruned says that the pointer was changed by a prune alone.
var errPruned = errors.New("a prune changed the pointer meanwhile")

// version is a pointer as it was read, and its tag; both are empty in a bucket that has
// none.
type version struct {
	*Pointer
	tag string
}

// readVersion reads the pointer to change it.
func readVersion(ctx context.Context, b blob.Bucket) (version, error) {
	p, tag, err := ReadPointer(ctx, b)
	if errors.Is(err, ErrNothingPublished) {
		return version{Pointer: &Pointer{Format: PointerFormat}}, nil
	}
	return version{p, tag}, err
}

// Clock is what those who move a pointer are given: the time, and whom to tell that they
// wait for a prune to end, which takes pruneOver at most. Waiting may be nil.
type Clock struct {
	Now     func() time.Time
	Waiting func()
}

// settled reads the pointer, after waiting for a prune that is under way.
func settled(ctx context.Context, b blob.Bucket, c Clock) (version, error) {
	for told := false; ; told = true {
		v, err := readVersion(ctx, b)
		if err != nil || v.PruningSince == nil || c.Now().Sub(*v.PruningSince).Abs() > pruneOver {
			return v, err
		}
		if !told && c.Waiting != nil {
			c.Waiting()
		}
		select {
		case <-ctx.Done():
			return version{}, fmt.Errorf("waiting for a prune of the bucket: %w", ctx.Err())
		case <-time.After(time.Second):
		}
	}
}

// refusals is how often a store may refuse to replace a pointer that nobody has moved.
const refusals = 4

// move replaces the pointer by next, if it is still the one that was read. It returns
// errPruned when only a prune came between, and a *LostError when anything else did.
func (v version) move(ctx context.Context, b blob.Bucket, next *Pointer) (version, error) {
	next.Format, next.Revision, next.Mark = PointerFormat, v.Revision+1, rand.Text()
	body, err := encode(next)
	if err != nil {
		return version{}, err
	}
	var is version
	for try := 1; ; try++ {
		tag, err := b.PutIf(ctx, pointerKey, body, "application/json", v.tag)
		if err == nil {
			return version{next, tag}, nil
		}
		if !errors.Is(err, blob.ErrChanged) {
			return version{}, fmt.Errorf("move the pointer: %w", err)
		}
		if is, err = readVersion(ctx, b); err != nil {
			return version{}, fmt.Errorf("see who moved the pointer: %w", err)
		}
		if is.tag != v.tag {
			break
		}
		// Nobody moved it. A store may refuse one of two puts that come together; one that
		// goes on refusing contradicts itself.
		if try == refusals {
			return version{}, fmt.Errorf("the bucket refuses to replace %s, and says that nobody has changed it: its store has lost something; look at the store, or empty it and publish again", pointerKey)
		}
		select {
		case <-ctx.Done():
			return version{}, fmt.Errorf("move the pointer: %w", ctx.Err())
		case <-time.After(100 * time.Millisecond << try):
		}
	}
	switch {
	case is.Mark == next.Mark:
		return is, nil // the store forgot to say so
	case is.Generation == v.Generation && is.MovedAt.Equal(v.MovedAt):
		return version{}, errPruned
	}
	return version{}, &LostError{is.Generation}
}

// change moves the pointer to what with makes of it, again if a prune came between.
func change(ctx context.Context, b blob.Bucket, c Clock, with func(*Pointer) error) (*Pointer, error) {
	for {
		v, err := settled(ctx, b, c)
		if err != nil {
			return nil, err
		}
		next := v.clone()
		next.PruningSince = nil
		if err := with(next); err != nil {
			return nil, err
		}
		moved, err := v.move(ctx, b, next)
		if !errors.Is(err, errPruned) {
			return moved.Pointer, err
		}
	}
}

// Rollback has the pointer name a generation that the bucket has, or, for an empty name,
// the one that was published before the one it names. Followers have it serve after
// swapIn. It returns a *LostError when somebody else moved the pointer meanwhile.
func Rollback(ctx context.Context, b blob.Bucket, to string, swapIn time.Duration, c Clock) (*Pointer, error) {
	return change(ctx, b, c, func(p *Pointer) error {
		if p.Generation == "" {
			return ErrNothingPublished
		}
		name := to
		at := slices.IndexFunc(p.Published, func(e PublishedGeneration) bool { return e.Generation == p.Generation })
		if name == "" {
			if at+1 >= len(p.Published) {
				return fmt.Errorf("generation %s is the oldest that the bucket has: there is none to go back to", p.Generation)
			}
			name = p.Published[at+1].Generation
		}
		e, ok := p.Find(name)
		switch {
		case !ok:
			return fmt.Errorf("the bucket has no generation %q; there are %s", name, p.names())
		case name == p.Generation:
			return fmt.Errorf("the bucket names %s already", name)
		}
		if err := checkFormat(e); err != nil {
			return err
		}
		if _, _, err := readManifest(ctx, b, e); err != nil {
			return err
		}
		p.name(name, swapIn, c.Now())
		return nil
	})
}

// name has the pointer name a generation from swapIn after now on. Where none served
// before there is nobody to wait for.
func (p *Pointer) name(generation string, swapIn time.Duration, now time.Time) {
	now = now.UTC().Truncate(time.Millisecond)
	p.Previous = p.Serving(now)
	p.NotBefore = now.Add(swapIn)
	if p.Generation == "" {
		p.NotBefore = now
	}
	p.Generation, p.MovedAt = generation, now
}

// names lists the generations for a message.
func (p *Pointer) names() string {
	list := ""
	for i, e := range p.Published {
		if i > 0 {
			list += ", "
		}
		list += e.Generation
	}
	return list
}
