package main

import (
	"bytes"
	"io"
	"testing"
	"time"

	"kinodex/internal/cli"
	"kinodex/internal/library"
	"kinodex/internal/starter"
)

// newData returns a data directory with the starter library.
func newData(t *testing.T) string {
	t.Helper()
	data := t.TempDir()
	lib, err := starter.Install(t.Context(), library.Root(data), "test", nil, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	lib.Close()
	return data
}

func TestHelpOfEveryCommand(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"evaluate", "--help"}, {"evaluate", "tier", "--help"}, {"prompt", "--help"}, {"encoder", "--help"}, {"starter", "--help"}} {
		var out bytes.Buffer
		if code := run(t.Context(), args, &cli.Streams{Out: &out, Err: io.Discard}); code != 0 || !bytes.Contains(out.Bytes(), []byte("xample")) {
			t.Errorf("%q: exit %d:\n%s", args, code, &out)
		}
	}
}
