package descriptions

import (
	"strings"
	"testing"
)

// The book has a title, a year and a text a line, no film twice, and no text that has its title.
func TestTheBookIsWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for i, line := range strings.Split(strings.TrimSpace(others), "\n") {
		if fields := strings.Split(line, "\t"); len(fields) != 3 || len(fields[1]) != 4 || len(strings.Fields(fields[2])) < 5 {
			t.Errorf("line %d of the others: %q", i+1, line)
		}
	}
	for i, line := range strings.Split(strings.TrimSpace(languages), "\n") {
		if fields := strings.Split(line, "\t"); len(fields) != 3 || len(fields[1]) != 4 || len(fields[2]) < 20 || seen[fields[0]] {
			t.Errorf("line %d in other languages: %q", i+1, line)
		} else {
			seen[fields[0]] = true
		}
	}
	for i, line := range strings.Split(strings.TrimSpace(book), "\n") {
		fields := strings.Split(line, "\t")
		if len(fields) != 3 || len(fields[1]) != 4 || len(strings.Fields(fields[2])) < 5 {
			t.Errorf("line %d: %q", i+1, line)
			continue
		}
		if key := fields[0] + fields[1]; seen[key] {
			t.Errorf("line %d: %s (%s) is there twice", i+1, fields[0], fields[1])
		} else {
			seen[key] = true
		}
	}
}

// Places count from the first; a film beyond the hundredth counts as not found.
func TestMarks(t *testing.T) {
	var m Mark
	for _, place := range []int{0, 3, 40, -1} {
		m.add(place)
	}
	if got := m.mean(); got.Texts != 4 || got.Top3 != 0.25 || got.Top10 != 0.5 || got.Top100 != 0.75 || got.MRR != (1+1.0/4+1.0/41)/4 {
		t.Errorf("%+v", got)
	}
}
