package prompts

import (
	"strings"
	"testing"
	"time"

	"kinodex/internal/starter"
)

// The book is read on the films of a fresh machine: no constraint may be turned round, and nine
// sentences of ten are read exactly. Titles that the starter does not have are no fault of the
// reader, so that fewer are exact than on a full library (docs/cards/prompts.md).
func TestTheBookIsRead(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a library")
	}
	lib, err := starter.Install(t.Context(), t.TempDir(), "kinodex test", nil, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	report, err := Evaluate(lib.Taste, lib.Catalog, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range report.Bounds() {
		if !b.Kept() {
			t.Errorf("%s: %.3f is not %s", b.Metric, b.Value, b.Range())
		}
	}
	var card strings.Builder
	if err := report.WriteCard(&card, "The starter."); err != nil || !strings.Contains(card.String(), "held out") {
		t.Errorf("card: %v\n%s", err, card.String())
	}
}

func TestTheBookIsWellFormed(t *testing.T) {
	all, err := Book(firstBook)
	if err != nil {
		t.Fatal(err)
	}
	held, seen := 0, map[string]bool{}
	for _, s := range all {
		if seen[s.Text] {
			t.Errorf("%q stands twice", s.Text)
		}
		seen[s.Text] = true
		if s.HeldOut {
			held++
		}
		if later := s.Kind == "question about a film" || s.Kind == "film in passing"; later && s.HeldOut {
			t.Errorf("%q, of a later kind, is held out", s.Text)
		}
	}
	// As many are held out as were before later kinds came: these must not deal the others anew.
	if len(all) < 600 || held != 388 {
		t.Errorf("%d sentences, %d held out", len(all), held)
	}
}

// The book of films that differ names films as titles with years, and twice as many wishes as each half has.
func TestTheBookOfFilmsThatDifferIsWellFormed(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(differingBook), "\n")
	seen := map[string]bool{}
	for i, line := range lines {
		fields := strings.Split(line, "\t")
		if len(fields) != 5 || seen[fields[0]] || len(strings.Split(fields[3], ";")) < 3 || !strings.HasSuffix(fields[1], ")") {
			t.Errorf("line %d: %q", i+1, line)
		}
		seen[fields[0]] = true
	}
	if len(lines) != 60 {
		t.Errorf("%d wishes", len(lines))
	}
}
