package disk

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// slow is a body that says when it is read, and waits.
type slow struct {
	began, goOn chan struct{}
	rest        string
}

func (s *slow) Read(p []byte) (int, error) {
	if s.rest == "" {
		return 0, io.EOF
	}
	close(s.began)
	<-s.goOn
	n := copy(p, s.rest)
	s.rest = ""
	return n, nil
}

// What a killed process was writing is no object and would lie there for good; what
// a living one is writing is kept.
func TestHalfWrittenObjectsAreCleared(t *testing.T) {
	dir := t.TempDir()
	b, err := Open(dir, secret)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	left := filepath.Join(dir, partial, "123")
	if err := os.WriteFile(left, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	body := &slow{began: make(chan struct{}), goOn: make(chan struct{}), rest: "whole"}
	stored := make(chan error, 1)
	go func() { stored <- b.Put(t.Context(), "films.gz", body, 5, "application/gzip") }()
	<-body.began
	reopen := func() {
		t.Helper()
		other, err := Open(dir, secret)
		if err != nil {
			t.Fatal(err)
		}
		other.Close()
	}
	reopen()
	close(body.goOn)
	if err := <-stored; err != nil {
		t.Errorf("what was being written was cleared away: %v", err)
	}
	reopen()
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("what was left half written is still there: %v", err)
	}
}
