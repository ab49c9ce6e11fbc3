package site_test

import (
	"bytes"
	"flag"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/a-h/templ/generator"
	"github.com/a-h/templ/parser/v2"
)

var update = flag.Bool("update", false, "write the Go of templates anew")

// The Go beside each template is what templ makes of it. With -update it is written.
func TestTheGoOfTemplatesIsTheirs(t *testing.T) {
	eachTemplate(t, func(path string) error {
		want, err := generated(path)
		if err != nil {
			return err
		}
		target := strings.TrimSuffix(path, ".templ") + "_templ.go"
		if *update {
			return os.WriteFile(target, want, 0o644)
		}
		if got, err := os.ReadFile(target); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what templ makes of %s: run make generate (%v)", target, path, err)
		}
		return nil
	})
}

// eachTemplate calls see with the path of every template of the site.
func eachTemplate(t *testing.T, see func(path string) error) {
	t.Helper()
	found := 0
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".templ") {
			return err
		}
		found++
		return see(path)
	})
	if err != nil || found == 0 {
		t.Fatalf("%d templates, %v", found, err)
	}
}

// misleading are words that say too little, or something else to readers of a site
// about screenplays.
var misleading = map[string]*regexp.Regexp{
	"a button says what it does, and to what":                    regexp.MustCompile(`(?i)<button[^>]*>\s*(read (it|them)|show( it| them)?|ok|go|do it|submit|send)\s*</button>`),
	"scripts are screenplays; those of a browser are JavaScript": regexp.MustCompile(`(?i)\b(with|without|needs?|where|to) scripts (on|off|run|only)\b|\b(without|needs?) scripts\b|\bto scripts only\b`),
}

func TestWordsOfPagesSayWhatTheyMean(t *testing.T) {
	eachTemplate(t, func(path string) error {
		page, err := os.ReadFile(path)
		for why, words := range misleading {
			if found := words.Find(page); found != nil {
				t.Errorf("%s has %q: %s", path, found, why)
			}
		}
		return err
	})
}

// ofYears are the titles of pictures with years or decades along them.
var ofYears = regexp.MustCompile(`@part\.Picture(?:Of)?\((decades|f\.Years|r, part\.Figure|grid\(c\)|w\.worldMap\(\)|.*"[^"]*[Bb]y (year|decade)\b)`)

// Beside every picture of films by year stands why there are more of some years than of others,
// with a link to the page that has that section. Two that follow each other share it.
func TestEveryPictureOfYearsSaysWhyTheyAreNotAlike(t *testing.T) {
	found := 0
	eachTemplate(t, func(path string) error {
		page, err := os.ReadFile(path)
		lines := strings.Split(string(page), "\n")
		for i, line := range lines {
			if !ofYears.MatchString(line) {
				continue
			}
			found++
			if next := strings.Join(lines[i+1:min(i+4, len(lines))], "\n"); !strings.Contains(next, "@part.FilmsOfAYear()") {
				t.Errorf("%s: nothing stands beside %s", path, strings.TrimSpace(line))
			}
		}
		return err
	})
	if found < 4 {
		t.Fatalf("%d pictures of years", found)
	}
	shared, err := os.ReadFile("part/figure.templ")
	if err != nil {
		t.Fatal(err)
	}
	sources, err := os.ReadFile("../../../docs/data/sources.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(shared), "/docs/manual/data/sources#how-many-films-of-a-year") || !strings.Contains(string(sources), "\n## How many films of a year\n") {
		t.Error("the link leads to no section of docs/data/sources.md")
	}
}

// generated returns the Go that templ makes of a template.
func generated(path string) ([]byte, error) {
	parsed, err := parser.Parse(path)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if _, err := generator.Generate(parsed, &b, generator.WithVersion(templ.Version()), generator.WithFileName(filepath.ToSlash(path))); err != nil {
		return nil, err
	}
	// The comment about the version is not the package's.
	return format.Source(bytes.Replace(b.Bytes(), []byte("\npackage "), []byte("\n\npackage "), 1))
}
