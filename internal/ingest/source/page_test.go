package source

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// An operator must find the files: the page has a row for every format, with the
// columns it is recognised by.
func TestSourcesPageStatesHowEveryFormatIsRecognised(t *testing.T) {
	page, err := os.ReadFile("../../../docs/data/sources.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(page)) {
		if cells := strings.Split(line, "|"); len(cells) == 6 {
			if cells[2] == "" || cells[4] == "" {
				t.Errorf("a row without a file or a place: %s", line)
			}
			rows[strings.Trim(cells[1], " `")] = cells[3]
		}
	}
	for _, l := range layouts {
		row, ok := rows[string(l.format)]
		if !ok {
			t.Errorf("%s has no row", l.format)
		}
		for _, name := range slices.Concat(l.columns, l.keys) {
			if !strings.Contains(row, "`"+name+"`") {
				t.Errorf("the row of %s lacks the column %s: %s", l.format, name, row)
			}
		}
	}
}
