package table_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"kinodex/internal/serve/table"
)

func Example() {
	budget := int64(1_200_000)
	films := table.Table{Name: "Films", Columns: []table.Column{
		{Name: "Title"}, {Name: "Year", Numeric: true}, {Name: "Budget", Unit: "US dollars", Numeric: true},
	}}
	films.Add(table.Link("Panic", "/films/tt0038988"), table.Year(1946), table.Money(&budget))
	films.Add(table.Text("=SUM(A1)"), table.Year[*int](nil), table.Money[*int64](nil))
	for _, row := range films.Rows {
		fmt.Println(row[0].Text, row[1].Text, row[2].Text)
	}
	var file bytes.Buffer
	if err := films.WriteCSV(&file); err != nil {
		fmt.Println(err)
	}
	fmt.Print(strings.ReplaceAll(file.String(), "\r\n", "\n"))
	// Output:
	// Panic 1946 $1,200,000
	// =SUM(A1) unknown unknown
	// Title,Year,Budget (US dollars)
	// Panic,1946,1200000
	// '=SUM(A1),,
}

func TestNumbersAreWrittenInOneWay(t *testing.T) {
	half, rating := 0.125, 7.25
	for _, c := range []struct{ got, want string }{
		{table.Number(0, 0), "0"},
		{table.Number(999, 0), "999"},
		{table.Number(1000, 0), "1,000"},
		{table.Number(-1234567, 0), "−1,234,567"},
		{table.Number(int64(math.MinInt64), 0), "−9,223,372,036,854,775,808"},
		{table.Number(12, 2), "12.00"},
		{table.Number(&rating, 1), "7.3"},
		{table.Number(-0.04, 1), "0.0"},
		{table.Number(1234.5678, 2), "1,234.57"},
		{table.Number(5, -1), "5"},
		{table.Number((*float64)(nil), 1), "unknown"},
		{table.Number(math.NaN(), 1), "unknown"},
		{table.Number(math.Inf(-1), 1), "unknown"},
		{table.Number(1e300, 0)[:5], "1,000"},
		{table.Dollars(1234567), "$1,234,567"},
		{table.Dollars(-1999.5), "−$2,000"},
		{table.Dollars((*int64)(nil)), "unknown"},
		{table.Share(half, 1), "12.5%"},
		{table.Share(&half, 0), "13%"},
		{table.Share(1, 0), "100%"},
		{table.Share(0.07, 0), "7%"},
		{table.Share(12.5, 0), "1,250%"},
		{table.Minutes(112), "1 h 52 min"},
		{table.Minutes(59.6), "1 h"},
		{table.Minutes(45), "45 min"},
		{table.Minutes(0), "0 min"},
		{table.Minutes(-61), "−1 h 1 min"},
		{table.Minutes(math.NaN()), "unknown"},
		{table.ShortDollars(0), "$0"},
		{table.ShortDollars(999), "$999"},
		{table.ShortDollars(999.7), "$1k"},
		{table.ShortDollars(1_250_000), "$1.25M"},
		{table.ShortDollars(999_600), "$1M"},
		{table.ShortDollars(-10_000), "−$10k"},
		{table.ShortDollars(237e6), "$237M"},
		{table.ShortDollars(2.9e9), "$2.9B"},
		{table.ShortDollars(1e16), "$10000T"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestAMissingValueReadsUnknownAndIsEmptyInAFile(t *testing.T) {
	for name, cell := range map[string]table.Cell{
		"nil text":     table.Text((*string)(nil)),
		"nil int":      table.Int((*int)(nil)),
		"nil year":     table.Year((*int)(nil)),
		"nil float":    table.Float((*float64)(nil), 1),
		"NaN":          table.Float(math.NaN(), 1),
		"infinity":     table.Percent(math.Inf(1), 1),
		"nil money":    table.Money((*int64)(nil)),
		"nil runtime":  table.Runtime((*int)(nil)),
		"unknown":      table.Unknown(),
		"linked":       table.Int((*int)(nil)).To("/films"),
		"NaN by hand":  {Text: table.UnknownText, Value: math.NaN()},
		"nil by hand":  {},
		"missing cell": {Text: table.UnknownText},
	} {
		if cell.Text != "unknown" && name != "nil by hand" || cell.Href != "" {
			t.Errorf("%s shows %q, leads to %q", name, cell.Text, cell.Href)
		}
		if got := field(t, cell); got != "" {
			t.Errorf("%s is %q in a file", name, got)
		}
	}
	if none := table.None(); none.Text != "none" || none.Known() || field(t, none) != "" {
		t.Errorf("a value that there cannot be shows %q, and is %q in a file", none.Text, field(t, none))
	}
	if got := field(t); got != "" {
		t.Errorf("a cell that is not there is %q", got)
	}
}

func TestAFileHasRawValues(t *testing.T) {
	title := "Ugetsu"
	for _, c := range []struct {
		cell       table.Cell
		text, want string
	}{
		{table.Int(1234567), "1,234,567", "1234567"},
		{table.Int(-3), "−3", "-3"},
		{table.Int(uint32(7)), "7", "7"},
		{table.Float(7.256, 1), "7.3", "7.256"},
		{table.Float(-0.5, 1), "−0.5", "-0.5"},
		{table.Percent(0.07, 1), "7.0%", "7"},
		{table.Money(1234567.5), "$1,234,568", "1234567.5"},
		{table.Year(1949), "1949", "1949"},
		{table.Runtime(97), "1 h 37 min", "97"},
		{table.Runtime(97.5), "1 h 38 min", "97.5"},
		{table.Text(&title), "Ugetsu", "Ugetsu"},
		{table.YesNo(false), "no", "false"},
		{table.Cell{Text: "by hand"}, "by hand", "by hand"},
		{table.Text("-\"x\",\ny"), "-\"x\",\ny", "'-\"x\",\ny"},
	} {
		if c.cell.Text != c.text {
			t.Errorf("shows %q, want %q", c.cell.Text, c.text)
		}
		if got := field(t, c.cell); got != c.want {
			t.Errorf("%q is %q in a file, want %q", c.text, got, c.want)
		}
	}
}

func TestTextIsNoFormula(t *testing.T) {
	for _, s := range []string{"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1", "=HYPERLINK(\"http://x\")"} {
		if got := field(t, table.Text(s)); got != "'"+s {
			t.Errorf("%q became %q", s, got)
		}
	}
	for _, s := range []string{"Alien", "8½", "'71", "", "مستند"} {
		if got := field(t, table.Text(s)); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
	var b bytes.Buffer
	if err := (table.Table{Columns: []table.Column{{Name: "=x", Unit: "m"}}}).WriteCSV(&b); err != nil || b.String() != "'=x (m)\r\n" {
		t.Errorf("heading %q, %v", b.String(), err)
	}
}

func TestWriteCSVFails(t *testing.T) {
	long := table.Table{Columns: []table.Column{{Name: "a"}}, Rows: [][]table.Cell{{table.Int(1), table.Int(2)}}}
	if err := long.WriteCSV(&bytes.Buffer{}); err == nil {
		t.Error("a row longer than the table was written")
	}
	if err := (table.Table{Columns: []table.Column{{Name: "a"}}}).WriteCSV(broken{}); err == nil {
		t.Error("no error of a writer that fails")
	}
}

// Rows that are written one by one make the same file, and each is whole at once.
func TestRowsOneByOne(t *testing.T) {
	whole := table.Table{Name: "films", Columns: []table.Column{{Name: "Title"}, {Name: "Rating", Numeric: true}}}
	whole.Add(table.Text("=Alien"), table.Float(8.5, 1))
	whole.Add(table.Text("Heat"))
	var want, got strings.Builder
	if err := whole.WriteCSV(&want); err != nil {
		t.Fatal(err)
	}
	w, err := table.NewCSVWriter(&got, table.Table{Name: whole.Name, Columns: whole.Columns})
	if err != nil || got.String() != "Title,Rating\r\n" || w.Columns() != 2 {
		t.Fatalf("%v: %q", err, got.String())
	}
	for _, row := range whole.Rows {
		if err := w.Write(row); err != nil || !strings.HasSuffix(got.String(), "\r\n") {
			t.Errorf("%v: %q", err, got.String())
		}
	}
	if got.String() != want.String() {
		t.Errorf("%q, want %q", got.String(), want.String())
	}
	if err := w.Write(make([]table.Cell, 3)); err == nil {
		t.Error("a row of more cells than columns is written")
	}
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]string{"Films by décade": "films-by-decade.csv", "": "table.csv", "../..": "table.csv"} {
		if got := (table.Table{Name: name}).FileName("csv"); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, os.ErrClosed }

// field returns the first field of a row in a file, read back.
func field(t *testing.T, row ...table.Cell) string {
	t.Helper()
	var b bytes.Buffer
	one := table.Table{Columns: []table.Column{{Name: "a"}, {Name: "b"}}, Rows: [][]table.Cell{row}}
	if err := one.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return records[1][0]
}

func TestCountsAgreeWithTheirNouns(t *testing.T) {
	for _, c := range []struct {
		n          int
		noun, want string
	}{
		{1, "film", "1 film"}, {0, "film", "0 films"}, {2000, "film", "2,000 films"}, {-1, "vote", "−1 votes"},
		{1, "country", "1 country"}, {3, "country", "3 countries"}, {2, "key", "2 keys"}, {2, "more name", "2 more names"},
	} {
		if got := table.Count(c.n, c.noun); got != c.want {
			t.Errorf("%d %s: %q, want %q", c.n, c.noun, got, c.want)
		}
	}
}
