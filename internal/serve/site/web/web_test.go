package web_test

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kinodex/internal/serve/site/web"
)

// The most that files of a kind may be together: scripts and style sheets by gzip, typefaces as
// they are, in bytes.
var most = map[string]int{".css": 20_000, ".js": 35_000, ".woff2": 100_000}

func TestFilesKeepToTheirBudgets(t *testing.T) {
	assets, err := web.Load()
	if err != nil {
		t.Fatal(err)
	}
	sum := map[string]int{}
	for _, address := range assets.All() {
		f, _ := assets.File(address)
		size := len(f.Body)
		if path.Ext(address) != ".woff2" {
			size = packed(t, f.Body)
		}
		sum[path.Ext(address)] += size
	}
	for extension, size := range sum {
		t.Logf("%s: %d bytes, of %d", extension, size, most[extension])
		if size == 0 || size > most[extension] {
			t.Errorf("files %s are %d bytes, want at most %d", extension, size, most[extension])
		}
	}
}

func packed(t *testing.T, body []byte) int {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(body)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// Every file that the style sheet names is served beside it, at an address that names its content.
func TestTheStyleSheetNamesFilesThatAreServed(t *testing.T) {
	assets, err := web.Load()
	if err != nil {
		t.Fatal(err)
	}
	sheet, ok := assets.File(assets.Style())
	if !ok {
		t.Fatal("no style sheet")
	}
	named := 0
	for _, m := range regexp.MustCompile(`url\(([^")]+)\)`).FindAllStringSubmatch(string(sheet.Body), -1) {
		named++
		f, ok := assets.File(web.Root + m[1])
		if !ok || f.Media != "font/woff2" || !bytes.HasPrefix(f.Body, []byte("wOF2")) {
			t.Errorf("the style sheet names %s, which is %q", m[1], f.Media)
		}
	}
	if named != 4 {
		t.Errorf("the style sheet names %d files, want 4", named)
	}
	for _, address := range assets.Fonts() {
		if _, ok := assets.File(address); !ok || !strings.Contains(string(sheet.Body), path.Base(address)) {
			t.Errorf("%q is loaded before the style sheet, which does not name it", address)
		}
	}
}

// Every class that has a style is written by a template, a script or a handler of the site.
func TestEveryStyleIsUsed(t *testing.T) {
	var pages strings.Builder
	for _, root := range []string{"..", "../../signin"} {
		err := filepath.WalkDir(root, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || !regexp.MustCompile(`\.(templ|js|go|html|svg)$`).MatchString(name) || strings.HasSuffix(name, "_templ.go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			body, err := os.ReadFile(name)
			pages.Write(body)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	sheets, err := filepath.Glob("css/*.css")
	if err != nil || len(sheets) == 0 {
		t.Fatalf("%d sheets, %v", len(sheets), err)
	}
	used := map[string]bool{}
	for _, word := range regexp.MustCompile(`[A-Za-z][A-Za-z0-9-]*`).FindAllString(pages.String(), -1) {
		used[word] = true
	}
	for _, name := range sheets {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rules := regexp.MustCompile(`(?s)/\*.*?\*/|"[^"]*"|\{[^{}]*\}`).ReplaceAllString(string(body), " ")
		for _, m := range regexp.MustCompile(`\.([a-z][a-z0-9-]*)`).FindAllStringSubmatch(rules, -1) {
			if !used[m[1]] {
				t.Errorf("%s styles the class %q, which no page has", name, m[1])
			}
		}
	}
}
