package slate

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// put writes files of a folder; a name that ends in / is a folder.
func put(t *testing.T, names ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range names {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(path, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func list(t *testing.T, root string) *Folder {
	t.Helper()
	f, err := List(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestScriptsAreFoundInOrderOfPath(t *testing.T) {
	f := list(t, put(t, "b.txt", "a/z.PDF", "a/y/x.fdx", "a.fountain", "a b.spmd", "c.text", "empty/",
		"d.docx", "~$d.docx", "e.celtx", "f.Highland", "g.osf", "h.fadein", "i.trelby", "j.pages", "k.pages", "README", "f.jpg", ".hidden.txt", ".git/x.txt", ".git/y.txt"))
	if want := []string{"a b.spmd", "a.fountain", "a/y/x.fdx", "a/z.PDF", "b.txt", "c.text", "d.docx", "e.celtx", "f.Highland", "g.osf", "h.fadein", "i.trelby"}; !slices.Equal(f.Scripts, want) {
		t.Errorf("found %q, want %q", f.Scripts, want)
	}
	if want := map[string]int{".pages": 2, "": 1, ".jpg": 1}; !maps.Equal(f.Others, want) || f.Other() != 4 {
		t.Errorf("left alone %v", f.Others)
	}
	if f.Hidden != 3 || len(f.Links) != 0 || len(f.Unread) != 0 {
		t.Errorf("%+v", f)
	}
}

// A script that a link names again is one script; a link out of the folder is a script of
// its own; links to folders are not followed, so that no circle is walked.
func TestLinks(t *testing.T) {
	elsewhere := put(t, "other.txt")
	root := put(t, "z.txt", "sub/")
	for name, target := range map[string]string{
		"a.txt": filepath.Join(root, "z.txt"), "sub/again.txt": "../z.txt",
		"m.txt": filepath.Join(elsewhere, "other.txt"), "n.txt": filepath.Join(elsewhere, "other.txt"),
		"gone.txt": "nothing", "circle": root, "circle.txt": root,
	} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Skip(err)
		}
	}
	f := list(t, root)
	if want := []string{"gone.txt", "m.txt", "z.txt"}; !slices.Equal(f.Scripts, want) {
		t.Errorf("found %q, want %q", f.Scripts, want)
	}
	if want := []string{"a.txt", "n.txt", "sub/again.txt"}; !slices.Equal(f.Links, want) {
		t.Errorf("linked again: %q, want %q", f.Links, want)
	}
	if f.Other() != 2 {
		t.Errorf("left alone %v", f.Others)
	}
	through := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, through); err != nil {
		t.Fatal(err)
	}
	if again := list(t, through); !slices.Equal(again.Scripts, f.Scripts) {
		t.Errorf("through a link: %q", again.Scripts)
	}
}

// A pipe has no end until somebody writes to it.
func TestWhatIsNoFileIsLeftAlone(t *testing.T) {
	root := put(t, "a.txt")
	if err := syscall.Mkfifo(filepath.Join(root, "pipe.txt"), 0o600); err != nil {
		t.Skip(err)
	}
	if f := list(t, root); !slices.Equal(f.Scripts, []string{"a.txt"}) || f.Other() != 1 {
		t.Errorf("%+v", f)
	}
}

func TestFoldersThatCannotBeRead(t *testing.T) {
	if _, err := List(t.Context(), filepath.Join(t.TempDir(), "absent")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an absent folder: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := List(ended, put(t, "a.txt")); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted walk: %v", err)
	}
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	root := put(t, "a.txt", "closed/b.txt")
	closed := filepath.Join(root, "closed")
	if err := os.Chmod(closed, 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(closed, 0o755)
	if f := list(t, root); len(f.Unread) != 1 || f.Unread[0].Path != "closed" || Reason(f.Unread[0].Err) != "permission denied" {
		t.Errorf("%+v", f)
	}
}
