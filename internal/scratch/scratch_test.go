package scratch

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestMain lets the test binary play a process that is killed at its work.
func TestMain(m *testing.M) {
	if parent := os.Getenv("KINODEX_TEST_SCRATCH"); parent != "" {
		d, err := Make(parent, "snapshot-")
		if err != nil {
			panic(err)
		}
		if err := os.WriteFile(filepath.Join(d.Path(), "films"), make([]byte, 1<<20), 0o600); err != nil {
			panic(err)
		}
		if err := os.WriteFile(filepath.Join(parent, "ready"), []byte(d.Path()), 0o600); err != nil {
			panic(err)
		}
		time.Sleep(time.Hour)
	}
	os.Exit(m.Run())
}

func TestWhatAKilledProcessLeftIsCleared(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "scratch")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "KINODEX_TEST_SCRATCH="+parent)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	var theirs string
	for deadline := time.Now().Add(20 * time.Second); theirs == ""; time.Sleep(5 * time.Millisecond) {
		b, _ := os.ReadFile(filepath.Join(parent, "ready"))
		if theirs = string(b); time.Now().After(deadline) {
			t.Fatal("the other process does not begin")
		}
	}
	os.Remove(filepath.Join(parent, "ready"))
	stranger := filepath.Join(parent, "snapshot-mine.txt")
	if err := os.WriteFile(stranger, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ours, err := Make(parent, "snapshot-")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(theirs, "films")); err != nil {
		t.Fatalf("what a living process uses was removed: %v", err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	if _, err := os.Stat(theirs); err != nil {
		t.Fatalf("a killed process cleared up: %v", err)
	}
	other, err := Make(parent, "forecast-")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(theirs); err != nil {
		t.Errorf("another prefix cleared it: %v", err)
	}
	next, err := Make(parent, "snapshot-")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(theirs); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
	for _, d := range []*Dir{ours, other, next} {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
	left, err := os.ReadDir(parent)
	if err != nil || len(left) != 1 || left[0].Name() != filepath.Base(stranger) {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestManyAtOnceKeepTheirs(t *testing.T) {
	parent := t.TempDir()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 40 {
				d, err := Make(parent, "x-")
				if err != nil {
					t.Error(err)
					return
				}
				if err := os.WriteFile(filepath.Join(d.Path(), "f"), nil, 0o600); err != nil {
					t.Error(err)
				}
				if err := d.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if left, _ := os.ReadDir(parent); len(left) != 0 {
		t.Errorf("left are %v", left)
	}
}
