package index

import (
	"slices"
	"testing"
)

// abroad are documents some of which are called elsewhere what others are called at home.
var abroad = []Document{
	0: {Title: "The Godfather", OtherTitles: []string{"Der Pate", "Крёстный отец", "教父", "العراب", "Echo"}, Year: 1972, Weight: 14},
	1: {Title: "Echo", Year: 2003, Weight: 1},
	2: {Title: "Sounds", AltTitles: []string{"Der Widerhall"}, OtherTitles: []string{"Echo", "The Wall"}, Year: 2003, Weight: 9},
	3: {Title: "Wall of Sound", Prose: []string{"Nobody hears the echo, der Pate told him."}, Weight: 2},
	4: {Title: "Old Echo of the Hills", Weight: 1},
	5: {Title: "Young Men", OtherTitles: []string{"Old Echo of the Hills and Dales"}, Weight: 14},
}

// REQ F2-73
func TestADocumentIsFoundByWhatItIsCalledElsewhere(t *testing.T) {
	ix := build(t, abroad)
	for query, want := range map[string]uint32{
		"der pate": 0, "крестный отец": 0, "教父": 0, "العراب": 0, "крестный отец 1972": 0, "der widerhall": 2, "wall": 2,
	} {
		if got := ranked(ix, query); len(got) == 0 || got[0] != want {
			t.Errorf("%q: %v, want %d first", query, got, want)
		}
	}
}

// REQ F2-73: however well known a document is, what it is called elsewhere stands behind what
// another one is called, where both answer as well.
func TestOtherTitlesStandBehindTitles(t *testing.T) {
	ix := build(t, abroad)
	for query, want := range map[string][]uint32{
		"echo":                  {1, 0, 2},
		"old echo of the hills": {4, 5},
		"echo of the":           {4, 5},
		"the wall":              {2, 3},
	} {
		got := ranked(ix, query)
		if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
			t.Errorf("%q: %v, want %v first", query, got, want)
		}
	}
}

// A part of another title is no sign that titles are asked for, and a title with a typo is not
// looked for among other titles.
func TestOtherTitlesDoNotLeadElsewhere(t *testing.T) {
	ix := build(t, abroad)
	var m Matches
	ix.Search("echo pate", &m)
	if len(m.Docs) != 2 || m.DidYouMean != "" {
		t.Errorf("found %v, meant %q", m.Docs, m.DidYouMean)
	}
	if ix.Search("der pats", &m); m.DidYouMean == "The Godfather" && !m.Fuzzy {
		t.Errorf("a typo in another title is taken for exact: %+v", m.Docs)
	}
	ix.SearchAll("der pate", &m)
	if fit := ix.TitleFit(&m, 0); fit != TitlePhrase {
		t.Errorf("another title fits as %d", fit)
	}
}
