package library

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// failure is why a generation cannot be read, for as long as its files stay as
// they are.
type failure struct {
	files string // as fingerprint tells them
	err   error
}

// fingerprint tells the files of a generation apart from any they are replaced by.
func fingerprint(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			fmt.Fprintf(&b, "%s %d %s\n", e.Name(), info.Size(), info.ModTime().Format(time.RFC3339Nano))
		}
	}
	return b.String()
}

// open opens a generation, after reading every byte of it if verified is set. One
// that failed is not tried again before its files are others, and is verified then.
func (s *Holder) open(ctx context.Context, name string, verified bool) (*Library, error) {
	dir := s.dirOf(name)
	files := fingerprint(dir)
	before, failed := s.broken[name]
	if failed && before.files == files {
		return nil, before.err
	}
	lib, err := openFresh(ctx, dir, verified || failed)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		s.broken[name] = failure{files, err}
	default:
		delete(s.broken, name)
	}
	return lib, err
}

// openFresh opens a generation after comparing every file with its digest, if
// verified is set. The digests take the time of reading the whole generation.
func openFresh(ctx context.Context, dir string, verified bool) (*Library, error) {
	if verified {
		if _, err := verifyGeneration(ctx, dir); err != nil {
			return nil, err
		}
	}
	return openGeneration(dir)
}

// fallBack has the newest generation serve that verifies, other than the one
// given. One that was built and withheld serves only if nothing else does.
func (s *Holder) fallBack(ctx context.Context, but string) bool {
	names := generations(s.root)
	slices.Reverse(names)
	slices.SortStableFunc(names, func(a, b string) int {
		return order(isWithheld(s.dirOf(a))) - order(isWithheld(s.dirOf(b)))
	})
	for _, name := range names {
		if name == but {
			continue
		}
		if lib, err := s.open(ctx, name, true); err == nil {
			s.put(name, lib)
			return true
		}
	}
	return false
}

// order is 1 for what shall come last and 0 for the rest.
func order(last bool) int {
	if last {
		return 1
	}
	return 0
}

// Distrust verifies a generation, if it is the one that serves, and has another one serve in its
// place if it is damaged.
func (s *Holder) Distrust(ctx context.Context, name string) {
	if h := s.serving.Load(); h != nil && h.name == name {
		s.suspect.Store(&name)
		_, _ = s.reload(ctx)
	}
}

// checkSuspect verifies the generation a read of which failed. One that is sound is
// mapped anew, since what is mapped may be a file that is no longer there; one that
// is not serves no longer.
func (s *Holder) checkSuspect(ctx context.Context) (changed bool) {
	suspect := s.suspect.Load()
	if suspect == nil {
		return false
	}
	defer s.suspect.Store(nil)
	name := *suspect
	h := s.serving.Load()
	if h != nil && h.name != name {
		return false // another one serves already
	}
	lib, err := openFresh(ctx, s.dirOf(name), true)
	switch {
	case ctx.Err() != nil:
		return false
	case err == nil:
		s.put(name, lib)
		return true
	}
	s.broken[name] = failure{fingerprint(s.dirOf(name)), err}
	s.takeDown()
	return true
}

// NoneOpensError says that no generation of a library can be read, and why.
type NoneOpensError struct {
	// Why is, by generation, why it does not open.
	Why map[string]error
	err error // what is wrong with current
}

// noneOpens returns the error of a library that has generations of which none opens;
// err says what is wrong with current. No other goroutine may use the holder yet.
func (s *Holder) noneOpens(err error) *NoneOpensError {
	e := &NoneOpensError{Why: map[string]error{}, err: err}
	for name, f := range s.broken {
		e.Why[name] = f.err
	}
	return e
}

// Error names each generation and what is wrong with it.
func (e *NoneOpensError) Error() string {
	if len(e.Why) == 0 {
		return e.err.Error()
	}
	names := make([]string, 0, len(e.Why))
	for name := range e.Why {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	b.WriteString("no generation of the library can be read")
	for _, name := range names {
		fmt.Fprintf(&b, "\n  %s: %v", name, e.Why[name])
	}
	b.WriteString("\nput the files back, or build the library anew with kinodex build")
	return b.String()
}

// Unwrap returns what is wrong with current.
func (e *NoneOpensError) Unwrap() error { return e.err }

// Outdated reports whether err says that all there is are starter libraries of an
// earlier program.
func Outdated(err error) bool {
	var none *NoneOpensError
	if !errors.As(err, &none) || len(none.Why) == 0 {
		return false
	}
	for _, why := range none.Why {
		var old *FormatError
		if !errors.As(why, &old) || old.Label != StarterLabel || old.Format > Format {
			return false
		}
	}
	return true
}
