package ingest

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// goldRow is a row of the gold by column.
type goldRow map[string]string

// readGold reads testdata/gold.tsv, whose comments explain it.
func readGold(t *testing.T) map[film.ID]goldRow {
	t.Helper()
	file, err := os.Open("testdata/gold.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows := map[film.ID]goldRow{}
	var columns []string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		cells := strings.Split(line, "\t")
		switch {
		case line == "" || line[0] == '#':
		case columns == nil:
			columns = cells
		default:
			row := goldRow{}
			for i, c := range cells {
				if i < len(columns) {
					row[columns[i]] = strings.TrimSpace(c)
				}
			}
			id, ok := film.ParseID(row["id"])
			if !ok || len(cells) < len(columns)-1 {
				t.Fatalf("gold: bad row %q", line)
			}
			rows[id] = row
		}
	}
	if len(rows) < 200 {
		t.Fatalf("the gold has %d films only", len(rows))
	}
	return rows
}

// goldFact is one column of the gold: what the film says and when that is right.
type goldFact struct {
	column string
	value  func(*film.Film) string // "null" when the film does not say
	same   func(want, got string) bool
}

func goldFacts() []goldFact {
	exact := func(want, got string) bool { return want == got }
	within := func(part, least float64) func(want, got string) bool {
		return func(want, got string) bool {
			w, errW := strconv.ParseFloat(want, 64)
			g, errG := strconv.ParseFloat(got, 64)
			return errW == nil && errG == nil && math.Abs(w-g) <= max(part*w, least)
		}
	}
	return []goldFact{
		{"title", func(f *film.Film) string { return f.Title },
			func(want, got string) bool { return slices.Equal(text.Words(want), text.Words(got)) }},
		{"year", func(f *film.Film) string { return orNull(f.Year) }, exact},
		{"director", func(f *film.Film) string { return orNull(f.Director) }, sameNames},
		{"runtime", func(f *film.Film) string { return orNull(f.Runtime) }, within(0, 5)},
		{"country", func(f *film.Film) string { return firstOrNull(f.Countries) }, exact},
		{"language", func(f *film.Film) string { return orNull(f.Language) }, exact},
		{"budget_usd", func(f *film.Film) string { return orNull(f.BoxOffice.Budget) }, within(0.15, 0)},
		{"budget_original", func(f *film.Film) string {
			if b := f.BoxOffice.BudgetOriginal; b != nil {
				return fmt.Sprintf("%s %d", b.Currency, b.Amount)
			}
			return "null"
		}, exact},
		{"worldwide_gross", func(f *film.Film) string { return orNull(f.BoxOffice.WorldwideGross) }, within(0.15, 0)},
		{"oscar_noms", func(f *film.Film) string { return orNull(f.Awards.OscarNoms) }, exact},
		{"oscar_wins", func(f *film.Film) string { return orNull(f.Awards.OscarWins) }, exact},
		{"moviedb_id", func(f *film.Film) string { return orNull(f.ExternalIDs.MoviedbID) }, exact},
	}
}

func orNull[T any](v *T) string {
	if v == nil {
		return "null"
	}
	return fmt.Sprint(*v)
}

func firstOrNull(list []string) string {
	if len(list) == 0 {
		return "null"
	}
	return list[0]
}

// sameNames compares lists of names as the gold's header says.
func sameNames(want, got string) bool {
	want, open := strings.CutSuffix(want, " +")
	wanted, given := strings.Split(want, ", "), strings.Split(got, ", ")
	has := func(list []string, name string) bool {
		return slices.ContainsFunc(list, func(other string) bool { return sameName(name, other) })
	}
	for _, name := range wanted {
		if !has(given, name) {
			return false
		}
	}
	for _, name := range given {
		if !open && !has(wanted, name) {
			return false
		}
	}
	return true
}

func sameName(a, b string) bool {
	words := func(s string) []string {
		return slices.DeleteFunc(text.Words(s), func(w string) bool { return len(w) == 1 })
	}
	within := func(x, y []string) bool {
		return !slices.ContainsFunc(x, func(w string) bool { return !slices.Contains(y, w) })
	}
	x, y := words(a), words(b)
	return within(x, y) || within(y, x)
}

// right applies the gold's alternatives and negations.
func (fact *goldFact) right(want, got string) bool {
	anyOf, forbidden := false, false
	ok := false
	for alternative := range strings.SplitSeq(want, "|") {
		if not, negated := strings.CutPrefix(alternative, "!"); negated {
			forbidden = forbidden || fact.same(not, got)
			continue
		}
		anyOf = true
		ok = ok || alternative == got || alternative != "null" && got != "null" && fact.same(alternative, got)
	}
	return !forbidden && (ok || !anyOf)
}

// compareGold holds the films to the gold: at least 99 of 100 asserted facts
// are right. A film that is missing is not wrong, but they are counted.
func compareGold(t *testing.T, gold map[film.ID]goldRow, found map[film.ID]*film.Film) {
	asserted, wrong, missing := 0, 0, 0
	byColumn := map[string][2]int{}
	for _, id := range sortedIDs(gold) {
		row, f := gold[id], found[id]
		if row["title"] == "absent" {
			asserted++
			if f != nil {
				wrong++
				t.Logf("%s %s is in the catalogue: %s", id, f.Title, row["note"])
			}
			continue
		}
		if f == nil {
			missing++
			t.Logf("%s %s (%s) is missing", id, row["title"], row["year"])
			continue
		}
		for _, fact := range goldFacts() {
			want := row[fact.column]
			if want == "" || want == "-" {
				continue
			}
			asserted++
			n := byColumn[fact.column]
			n[0]++
			if got := fact.value(f); !fact.right(want, got) {
				wrong++
				n[1]++
				t.Logf("%s %s: %s is %q, want %q (%s)", id, f.Title, fact.column, got, want, row["note"])
			}
			byColumn[fact.column] = n
		}
	}
	precision := 1 - float64(wrong)/float64(asserted)
	t.Logf("%d facts of %d films, %d wrong, precision %.4f, %d films missing; by column (asserted, wrong): %v",
		asserted, len(gold), wrong, precision, missing, byColumn)
	if precision < 0.99 {
		t.Errorf("precision %.4f is below 0.99", precision)
	}
	if missing > len(gold)/20 {
		t.Errorf("%d of %d films are missing", missing, len(gold))
	}
}

func sortedIDs(gold map[film.ID]goldRow) []film.ID {
	var ids []film.ID
	for id := range gold {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}
