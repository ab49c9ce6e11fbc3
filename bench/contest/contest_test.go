package contest

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"kinodex/bench/corpus"
	"kinodex/bench/engine"
	"kinodex/bench/engine/bleve"
	"kinodex/bench/engine/fts5"
	"kinodex/bench/engine/inprocess"
	"kinodex/bench/engine/overhttp"
	"kinodex/bench/engine/postgres"
	"kinodex/bench/question"
	"kinodex/bench/service"
)

// answered lets an engine be a contestant and gives what it said.
func answered(t *testing.T, kind engine.Kind, dir string, set *question.Set) []reply {
	t.Helper()
	var out bytes.Buffer
	told := strings.NewReader("films\nids\nmemory\n")
	if err := Serve(t.Context(), kind, dir, set, told, &out); err != nil {
		t.Fatal(err)
	}
	var all []reply
	for d := json.NewDecoder(&out); d.More(); {
		var s reply
		if err := d.Decode(&s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	if len(all) != 4 {
		t.Fatalf("it said %d things, want 4", len(all))
	}
	return all
}

// Every engine is given the same films and must find the same: all of what a
// plain scan counts, in the same order where the order is by a field, and for
// words that need no stemming the same films, to which the catalogue alone may add
// those whose title or name is written otherwise.
func TestEnginesAnswerAlike(t *testing.T) {
	const films = 12_000 // ids of seven and eight digits
	set, err := question.Generate(corpus.Sample(films), 1, 30)
	if err != nil {
		t.Fatal(err)
	}
	var house []Check
	library := t.TempDir()
	for _, kind := range []engine.Kind{inprocess.Kind, overhttp.Kind, fts5.Kind, bleve.Kind, postgres.Kind} {
		t.Run(kind.Name, func(t *testing.T) {
			dir := library
			switch kind.Name {
			case overhttp.Kind.Name:
				needs(t, service.Program)
			case postgres.Kind.Name:
				needs(t, postgres.Address)
			}
			if kind.Name != inprocess.Kind.Name && kind.Build != nil {
				dir = t.TempDir() + "/built"
			}
			if kind.Build != nil {
				if _, err := kind.Build(t.Context(), dir, corpus.Sample(films)); err != nil {
					t.Fatal(err)
				}
			}
			all := answered(t, kind, dir, set)
			answers := all[0].Checks
			if house == nil {
				house = answers
			}
			if err := Verify(set, answers); err != nil {
				t.Error(err)
			}
			for i, q := range set.Questions { // a text may also be a title or name written otherwise
				if answers[i].Total > house[i].Total || q.Class == question.FilterSort && answers[i].Total != house[i].Total {
					t.Errorf("question %d of %s: %d films, and %d of the catalogue's own", i, q.Class, answers[i].Total, house[i].Total)
				}
			}
			for i, a := range Compare(set, answers, house) {
				if 3*a.Same < 2*a.Questions {
					t.Errorf("%s: %d of %d totals are the same", i, a.Same, a.Questions)
				}
			}
			if a := Compare(set, answers, house)[question.FilterSort]; a.Pages != a.Questions {
				t.Errorf("%d of %d sorted pages are the same", a.Pages, a.Questions)
			}
			for i, q := range set.Questions {
				same := q.Class == question.FilterSort && kind.Name != overhttp.Kind.Name // which adds an envelope
				if same && answers[i].Bytes != house[i].Bytes {
					t.Errorf("question %d: %d bytes of films, want %d", i, answers[i].Bytes, house[i].Bytes)
				}
			}
			if len(all[1].Times) != len(set.Questions) || len(all[2].Times) != len(set.Questions) {
				t.Error("a round has not a time for each question")
			}
			if m := all[3].Memory; m == nil || m.Anonymous == 0 {
				t.Errorf("it takes no memory: %+v", m)
			}
		})
	}
}

func needs(t *testing.T, variable string) {
	t.Helper()
	if os.Getenv(variable) == "" {
		t.Skip(variable + " is not set")
	}
}

func TestVerifyFindsAWrongTotal(t *testing.T) {
	total := 7
	set := &question.Set{Questions: []question.Question{{}, {Total: &total}}}
	if err := Verify(set, []Check{{Total: 3}, {Total: 7}}); err != nil {
		t.Error(err)
	}
	if err := Verify(set, []Check{{Total: 3}, {Total: 6}}); err == nil {
		t.Error("a total of 6 passed for 7")
	}
}

func TestAgreementCountsWhatDiffers(t *testing.T) {
	set := &question.Set{Questions: []question.Question{
		{Class: question.KnownItem, Wanted: 9}, {Class: question.KnownItem}, {Class: question.PlotWords, Wanted: 5},
	}}
	house := []Check{{100, 0, nil}, {40, 0, nil}, {10, 0, nil}}
	house[0].IDs = append(house[0].IDs, 9, 8)
	other := []Check{{91, 0, house[0].IDs}, {50, 0, nil}, {12, 0, nil}}
	got := Compare(set, other, house)
	want := map[string]Agreement{
		question.KnownItem: {Questions: 2, Same: 0, Near: 1, Films: 141, Other: 140, Pages: 2, Found: 1, Sought: 1},
		question.PlotWords: {Questions: 1, Same: 0, Near: 1, Films: 12, Other: 10, Pages: 1, Found: 0, Sought: 1},
		All:                {Questions: 3, Same: 0, Near: 2, Films: 153, Other: 150, Pages: 3, Found: 1, Sought: 2},
	}
	for class, w := range want {
		if got[class] != w {
			t.Errorf("%s: got %+v, want %+v", class, got[class], w)
		}
	}
}
