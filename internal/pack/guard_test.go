package pack

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that is cut while it is mapped fails where it is read, also on the
// goroutines that compare checksums, and the process goes on.
func TestAFileThatIsCutWhileItIsMapped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.pack")
	w, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b"} {
		if err := w.Section(name); err != nil {
			t.Fatal(err)
		}
		w.WriteString(strings.Repeat(name, 1<<20))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := os.Truncate(path, 4096); err != nil {
		t.Fatal(err)
	}
	if err := f.Verify(); !errors.Is(err, ErrDamaged) {
		t.Errorf("verify: %v", err)
	}
	b, err := f.Bytes("b")
	if err != nil {
		t.Fatal(err)
	}
	err = Guard(func() error {
		if b[1<<19] == 'b' {
			t.Error("what is no longer there was read")
		}
		return nil
	})
	if !errors.Is(err, ErrDamaged) {
		t.Errorf("guarded: %v", err)
	}
}

func TestGuardLetsOtherPanicsThrough(t *testing.T) {
	defer func() {
		if p := recover(); p != "a mistake" {
			t.Errorf("recovered %v", p)
		}
	}()
	Guard(func() error { panic("a mistake") })
}

func TestANilPointerIsNoFailedRead(t *testing.T) {
	defer func() {
		if err := ReadFailed(recover()); err != nil {
			t.Errorf("taken for a failed read: %v", err)
		}
	}()
	var f *File
	_ = f.path
}
