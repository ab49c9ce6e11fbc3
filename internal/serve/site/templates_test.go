package site_test

import (
	"bytes"
	"flag"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/a-h/templ/generator"
	"github.com/a-h/templ/parser/v2"
)

var update = flag.Bool("update", false, "write the Go of templates anew")

// The Go beside each template is what templ makes of it. With -update it is written.
func TestTheGoOfTemplatesIsTheirs(t *testing.T) {
	found := 0
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".templ") {
			return err
		}
		found++
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
	if err != nil || found == 0 {
		t.Fatalf("%d templates, %v", found, err)
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
