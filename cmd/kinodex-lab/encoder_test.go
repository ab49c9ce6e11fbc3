package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/cli"
)

func TestAFolderWithoutAModelIsNoEncoder(t *testing.T) {
	out := filepath.Join(t.TempDir(), "weights.bin")
	var errs bytes.Buffer
	args := []string{"encoder", "--model", t.TempDir(), "--out", out}
	if code := run(t.Context(), args, &cli.Streams{Out: io.Discard, Err: &errs}); code == 0 || !strings.Contains(errs.String(), "vocab.json") {
		t.Errorf("exit %d: %s", code, &errs)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written all the same")
	}
}
