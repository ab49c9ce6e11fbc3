package reports_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"path"
	"strings"
	"testing"
	"time"

	"kinodex/internal/screenplay/fountain"
	"kinodex/internal/screenplay/production"
	"kinodex/internal/serve/reports"
)

var day = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// unpacked returns the files of the pack of a script in Fountain.
func unpacked(t *testing.T, title, script string) (files map[string]string, names []string) {
	t.Helper()
	var b bytes.Buffer
	if err := reports.WritePack(&b, title, day, production.Of(fountain.Parse(script))); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name] != "" || path.Clean(f.Name) != f.Name || strings.HasPrefix(f.Name, "/") || strings.HasPrefix(f.Name, "..") {
			t.Errorf("a file is called %q", f.Name)
		}
		files[f.Name], names = string(data), append(names, f.Name)
	}
	return files, names
}

// REQ F2-109: a pack has each report as CSV, a page to print, and the sides of each character.
func TestAPackHasAllReports(t *testing.T) {
	files, names := unpacked(t, "The Ferry", "INT. FERRY - NIGHT\n\nA dog.\n\nMARTA\nHello, you.\n\nJONAS\nHello.\n")
	for i, r := range production.Reports() {
		name := fmt.Sprintf("%02d-%s.csv", i+1, r.Name)
		if names[i] != name {
			t.Fatalf("the files are %v", names)
		}
		rows, err := csv.NewReader(strings.NewReader(files[name])).ReadAll()
		if err != nil || len(rows) == 0 || len(rows[0]) != len(r.Columns) {
			t.Errorf("%s: %v, %v", name, err, rows)
		}
	}
	if len(names) != len(production.Reports())+3 || files["sides/01-marta.html"] == "" || files["sides/02-jonas.html"] == "" {
		t.Errorf("the files are %v", names)
	}
	for name, wants := range map[string][]string{
		"reports.html":        {"<title>The Ferry · reports of a production</title>", "1 March 2026", "One-line schedule", "This is a proposal", "What the scenes need on set", "A dog."},
		"sides/01-marta.html": {"MARTA", "1 scene, with", `<p class="character own"><bdi>MARTA</bdi></p>`, `<p class="dialogue"><bdi>Hello.</bdi></p>`},
	} {
		for _, want := range wants {
			if !strings.Contains(files[name], want) {
				t.Errorf("%s lacks %q: %.3000s", name, want, files[name])
			}
		}
	}
	var again bytes.Buffer
	if err := reports.WritePack(&again, "The Ferry", day, production.Of(fountain.Parse("INT. A - DAY\n"))); err != nil || again.Len() == 0 {
		t.Errorf("without speech: %v", err)
	}
}

// REQ F2-109: nothing of a script is a formula of a spreadsheet, markup of a page or the name of
// another file.
func TestAPackIsHarmless(t *testing.T) {
	const evil = `</style><script>alert(1)</script><img src=x onerror=alert(1)>`
	script := "INT. =CMD|' /C calc'!A0 - DAY\n\n=1+1 a dog " + evil + "\n\n@=cmd()\n-2+3 " + evil + "\n\n@../../etc/passwd\n@SUM(A1) \u202eevil\n\n@<b>MARY</b>\n+1\n\n@مريم\nمرحبا\n\nEXT. حديقة " + evil + " - NIGHT\n\n@مريم\n=2\n"
	files, _ := unpacked(t, `"><script>alert(2)</script>`, script)
	for name, text := range files {
		if strings.HasSuffix(name, ".csv") {
			rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, row := range rows {
				for _, field := range row {
					if field != "" && strings.ContainsAny(field[:1], "=+-@\t\r") {
						t.Errorf("%s has a formula: %q", name, field)
					}
				}
			}
			continue
		}
		lower := strings.ToLower(text)
		for _, not := range []string{"<script", "<img", "<b>", "</style><", "href=\"http"} {
			if strings.Contains(lower, not) {
				t.Errorf("%s has %q", name, not)
			}
		}
		if !strings.Contains(text, "default-src 'none'") || strings.Count(lower, "</style>") != 1 {
			t.Errorf("%s has no policy, or ends its style sheet early", name)
		}
	}
}

// REQ F2-109: pages are cut where a script has more rows than anybody prints; files are not.
func TestAPageHasNoMoreRowsThanAnybodyPrints(t *testing.T) {
	files, _ := unpacked(t, "Long", strings.Repeat("INT. A - DAY\n\nA dog.\n\n", reports.MostRows+10))
	if n := strings.Count(files["01-schedule.csv"], "\r\n"); n != reports.MostRows+11 {
		t.Errorf("%d lines", n)
	}
	if !strings.Contains(files["reports.html"], "The first rows. 10 more are in the CSV file.") {
		t.Error("the page does not say what it leaves out")
	}
}
