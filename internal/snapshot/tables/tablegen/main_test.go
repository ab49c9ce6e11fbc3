package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// The files in the repository are those of columns.md and film.Film as they are.
func TestTheFilesAreUpToDate(t *testing.T) {
	files, err := generate("..")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what columns.md gives: run go generate ./internal/snapshot/tables (%v)", name, err)
		}
	}
}

// A row that does not fit the film is refused with the reason, not written into the code.
func TestARowThatDoesNotFitIsRefused(t *testing.T) {
	for row, want := range map[string]string{
		"| `films` | `x` | `x` | `box_office.tax` | int64 |  |  | x | x |":                                                                           `film.Money has no member "tax"`,
		"| `films` | `x` | `x` | `title.long` | text |  |  | x | x |":                                                                                `string has no member "long"`,
		"| `films` | `x` | `x` | `year` | text |  |  | x | x |":                                                                                      "a column of type text cannot hold a value of type *int",
		"| `films` | `x` | `x` | `year` | number |  |  | x | x |":                                                                                    `there is no type "number"`,
		"| `films` | `x` | `x` | `titles.region` | dict |  |  | x | x |":                                                                             "titles.region cannot be put into this table",
		"| `based_on` | `x` | `based_on.x` | `based_on.tax` | int32 |  |  | x | x |":                                                                 `film.Work has no member "tax"`,
		"| `based_on` | `x` | `based_on.x` | `title` | text |  |  | x | x |":                                                                         "title is in no list",
		"| `genres` | `x` | `genres` | `cast` | text |  |  | x | x |":                                                                                "a list of text is not made of []film.Role",
		"| `films` | `x` | `x` | `year` | int32 |  | x | x |":                                                                                        "has 8 cells, not 9",
		"| `titles` | `x` | `titles.x` | `titles.title` | text |  |  | x | x |\n| `titles` | `y` | `titles.y` | `images.url` | text |  |  | x | x |": "comes from f.Images",
	} {
		columns, err := parse(row)
		if err == nil {
			_, err = tablesOf(columns)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %v, not %s", row, err, want)
		}
	}
}
