package source

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// told is what reading a file gave.
type told struct {
	file    *File
	claims  []Claim
	rejects []Reject
}

// reading writes content to a file of that name, opens and reads it.
func reading(t *testing.T, name, content string) told {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return readingFile(t, path)
}

func readingFile(t *testing.T, path string) told {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	got := told{file: f}
	err = f.Read(context.Background(), func(c *Claim) error {
		got.claims = append(got.claims, *c)
		return nil
	}, func(r Reject) { got.rejects = append(got.rejects, r) }, nil)
	if err != nil {
		t.Fatal(err)
	}
	if f.Tally.Claims != len(got.claims) || f.Tally.Rejects != len(got.rejects) {
		t.Errorf("tally says %d claims and %d rejects of %d and %d", f.Tally.Claims, f.Tally.Rejects, len(got.claims), len(got.rejects))
	}
	return got
}

// is fails unless the reading is of a format and gave so many claims.
func (g told) is(t *testing.T, format Format, claims int) {
	t.Helper()
	if g.file.Format != format || len(g.claims) != claims {
		t.Fatalf("format %q with %d claims, want %q with %d; rejects %+v", g.file.Format, len(g.claims), format, claims, g.rejects)
	}
}

// rejected fails unless the reasons are exactly these, in order.
func (g told) rejected(t *testing.T, reasons ...string) {
	t.Helper()
	var have []string
	for _, r := range g.rejects {
		have = append(have, r.Reason)
	}
	if !reflect.DeepEqual(have, reasons) {
		t.Errorf("rejects %v, want %v", have, reasons)
	}
}

// repaired fails unless the fault was counted so often.
func (g told) repaired(t *testing.T, fault string, times int) {
	t.Helper()
	if n := g.file.Tally.Repairs[fault]; n != times {
		t.Errorf("%s counted %d times, want %d (all: %v)", fault, n, times, g.file.Tally.Repairs)
	}
}

// same fails unless got is want.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s is %#v, want %#v", what, got, want)
	}
}
