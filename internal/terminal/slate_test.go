package terminal

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinodex/internal/apptest"
	"kinodex/internal/screenplay/breakdown"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/slate"
)

// rowsOfTests are a long script, a short one whose name is a formula, and one that could
// not be read.
func rowsOfTests(t *testing.T) []slate.Row {
	t.Helper()
	long, short := studyOf("the cutting room", apptest.Screenplay(90)), studyOf("ferry", ferryText(t))
	return []slate.Row{
		slate.NewRow("a/the cutting room, second draft.fountain", long.Script, long.Analysis, long.Model),
		slate.NewRow("=b.fountain", short.Script, short.Analysis, short.Model),
		slate.Failed("c\x1b[31m.pdf", errors.New("this PDF is \x1b[31mencrypted")),
	}
}

// golden compares with a golden file, and writes it with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v; differs from %s:\n%s", err, path, got)
	}
}

func TestGoldenRows(t *testing.T) {
	rows := rowsOfTests(t)
	paths := make([]string, len(rows))
	for i := range rows {
		paths[i] = rows[i].Path
	}
	model := studyOf("", "INT. A - DAY").Model
	for name, open := range map[string]func(*bytes.Buffer) (RowWriter, error){
		"rows.csv":    func(b *bytes.Buffer) (RowWriter, error) { return NewCSVRows(b) },
		"rows.ndjson": func(b *bytes.Buffer) (RowWriter, error) { return NewJSONRows(b), nil },
		"rows-60-ascii.golden": func(b *bytes.Buffer) (RowWriter, error) {
			return NewTableRows(b, Screen{width: 60, ascii: true}, paths, model), nil
		},
		"rows-80.golden": func(b *bytes.Buffer) (RowWriter, error) { return NewTableRows(b, Screen{width: 80}, paths, model), nil },
		"rows-120.golden": func(b *bytes.Buffer) (RowWriter, error) {
			return NewTableRows(b, Screen{width: 120}, paths, model), nil
		},
	} {
		var b bytes.Buffer
		w, err := open(&b)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			before := b.Len()
			if err := w.Write(row); err != nil {
				t.Fatal(err)
			}
			if b.Len() == before || !bytes.HasSuffix(b.Bytes(), []byte("\n")) {
				t.Errorf("%s: the row of %q is not whole when it was written", name, row.Path)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".golden") && strings.Contains(b.String(), "\x1b") {
			t.Errorf("%s: a file's name commands the terminal", name)
		}
		for line := range strings.Lines(b.String()) {
			if wide := map[string]int{"rows-60-ascii.golden": 60, "rows-80.golden": 80, "rows-120.golden": 120}[name]; wide > 0 && columns(strings.TrimSuffix(line, "\n")) > wide {
				t.Errorf("%s: wider than the page: %s", name, line)
			}
		}
		golden(t, name, b.Bytes())
	}
}

// CSV and JSON say the same.
func TestCSVHasWhatJSONHas(t *testing.T) {
	var asCSV, asJSON bytes.Buffer
	w, err := NewCSVRows(&asCSV)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rowsOfTests(t) {
		if err := errors.Join(w.Write(row), NewJSONRows(&asJSON).Write(row)); err != nil {
			t.Fatal(err)
		}
	}
	records, err := csv.NewReader(&asCSV).ReadAll()
	if err != nil || len(records) != 4 {
		t.Fatalf("%v: %q", err, records)
	}
	at := map[string]int{}
	for i, name := range records[0] {
		at[name] = i
	}
	for i, line := range strings.Split(strings.TrimSpace(asJSON.String()), "\n") {
		var row map[string]any
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		for name, value := range row {
			switch value := value.(type) {
			case string:
				if got := records[i+1][at[name]]; got != value && got != "'"+value {
					t.Errorf("row %d: %s is %q in CSV, %q in JSON", i, name, got, value)
				}
			case float64:
				var got float64
				if err := json.Unmarshal([]byte(records[i+1][at[name]]), &got); err != nil || got != value {
					t.Errorf("row %d: %s is %q in CSV, %v in JSON", i, name, records[i+1][at[name]], value)
				}
			}
		}
	}
	if records[2][0] != "'=b.fountain" || records[3][at["error"]] == "" || records[3][at["scenes"]] != "" {
		t.Errorf("%q", records[2:])
	}
}

func TestGoldenSheets(t *testing.T) {
	made := breakdown.Of(parse.Text(apptest.Screenplay(12)))
	ferry := breakdown.Of(parse.Text(ferryText(t)))
	empty := breakdown.Of(parse.Text(strings.Repeat("MARA\nClose it.\n\nRain falls.\n\n", 30)))
	reason, title := "this PDF is encrypted", "The Cutting Room"
	sheets := []Sheet{{Path: "a.fountain", Title: &title, Breakdown: made}, {Path: "b.fountain", Breakdown: ferry}, {Path: "c.txt", Breakdown: empty}, {Path: "d.pdf", Error: &reason}}
	for name, open := range map[string]func(*bytes.Buffer) (SheetWriter, error){
		"sheets-80.golden": func(b *bytes.Buffer) (SheetWriter, error) { return NewPageSheets(b, Screen{width: 80}), nil },
		"sheets-60-ascii.golden": func(b *bytes.Buffer) (SheetWriter, error) {
			return NewPageSheets(b, Screen{width: 60, ascii: true}), nil
		},
		"sheets.ndjson":  func(b *bytes.Buffer) (SheetWriter, error) { return NewJSONSheets(b), nil },
		"scenes.csv":     func(b *bytes.Buffer) (SheetWriter, error) { return NewCSVSheets(b, "scenes") },
		"settings.csv":   func(b *bytes.Buffer) (SheetWriter, error) { return NewCSVSheets(b, "settings") },
		"times.csv":      func(b *bytes.Buffer) (SheetWriter, error) { return NewCSVSheets(b, "times") },
		"places.csv":     func(b *bytes.Buffer) (SheetWriter, error) { return NewCSVSheets(b, "places") },
		"locations.csv":  func(b *bytes.Buffer) (SheetWriter, error) { return NewCSVSheets(b, "locations") },
		"characters.csv": func(b *bytes.Buffer) (SheetWriter, error) { return NewCSVSheets(b, "characters") },
		"presence.csv":   func(b *bytes.Buffer) (SheetWriter, error) { return NewCSVSheets(b, "presence") },
	} {
		var b bytes.Buffer
		w, err := open(&b)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sheets {
			if err := w.Write(s); err != nil {
				t.Fatal(err)
			}
		}
		golden(t, "breakdown-"+name, b.Bytes())
	}
	if _, err := NewCSVSheets(&bytes.Buffer{}, "props"); err == nil {
		t.Error("a table that there is not is written")
	}
}

func TestRunsOfNumbers(t *testing.T) {
	for want, numbers := range map[string][]int{"": nil, "3": {3}, "1-2": {1, 2}, "1-3, 5, 7-8": {1, 2, 3, 5, 7, 8}} {
		if got := runs(numbers); got != want {
			t.Errorf("%v: %q", numbers, got)
		}
	}
}

func TestACountTellsRateAndTimeLeft(t *testing.T) {
	for _, c := range []struct {
		done, total int
		took        time.Duration
		want        string
	}{
		{0, 1200, 0, "reading: 0 of 1,200"}, {0, 1200, time.Second, "reading: 0 of 1,200"},
		{600, 1200, 10 * time.Second, "reading: 600 of 1,200, 60 a second, 10s left"},
		{1, 1200, 2 * time.Second, "reading: 1 of 1,200, 0.5 a second, 39m58s left"},
		{1200, 1200, 10 * time.Second, "reading: 1,200 of 1,200, 120 a second, 0s left"},
	} {
		if got := counting("reading", c.done, c.total, c.took); got != c.want {
			t.Errorf("%d of %d after %v: %q, want %q", c.done, c.total, c.took, got, c.want)
		}
	}
}

// Lines that go to the same terminal do not stand behind the progress.
func TestLinesGoAboveTheProgress(t *testing.T) {
	var screen bytes.Buffer
	w := startProgress(&screen, time.Hour, time.Hour)
	w.Count("reading", 1, 2, time.Now())
	w.draw()
	if err := w.Above(func() error { screen.WriteString("row\n"); return errors.New("full") }); err == nil {
		t.Error("the error was lost")
	}
	w.Stop()
	if _, after, _ := strings.Cut(screen.String(), " s"); !strings.HasSuffix(after, clearLine+"row\n") {
		t.Errorf("%q", screen.String())
	}
	var none *Progress
	none.Count("reading", 1, 2, time.Now())
	if err := none.Above(func() error { return nil }); err != nil {
		t.Error(err)
	}
}
