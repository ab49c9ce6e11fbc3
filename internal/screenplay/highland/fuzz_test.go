package highland

import (
	"archive/zip"
	"bytes"
	"testing"

	"kinodex/internal/screenplay/container"
)

// bundle is an archive with these files, each holding its name.
func bundle(t testing.TB, names ...string) *container.Archive {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range names {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(name)); err != nil {
			t.Skip(err) // the name is that of a folder
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	a, err := container.Open(What, b.Bytes())
	if err != nil {
		t.Skip(err)
	}
	return a
}

// REQ M-46
func TestTheTextOfABundleIsFound(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"Draft.textbundle/info.json", "Draft.textbundle/text.md"}, "Draft.textbundle/text.md"},
		{[]string{"Draft.textbundle/assets/text.txt", "Draft.textbundle/text.fountain"}, "Draft.textbundle/text.fountain"},
		{[]string{"info.json", "text.markdown"}, "text.markdown"},
		{[]string{"Draft.TEXTBUNDLE/Text.TXT"}, "Draft.TEXTBUNDLE/Text.TXT"},
		{[]string{"folder/text.md"}, ""},
		{[]string{"Draft.textbundle/text.html", "Draft.textbundle/notes.md"}, ""},
	} {
		a := bundle(t, c.names...)
		if got := Name(a); got != c.want {
			t.Errorf("%q: %q, want %q", c.names, got, c.want)
		} else if text, err := Text(a); c.want != "" && (err != nil || text != c.want) {
			t.Errorf("%q: %q, %v", c.names, text, err)
		} else if c.want == "" && err == nil {
			t.Errorf("%q has no text, and it is read", c.names)
		}
	}
}

func FuzzBundle(f *testing.F) {
	f.Add("Draft.textbundle/text.md")
	f.Add("text.txt")
	f.Fuzz(func(t *testing.T, name string) {
		a := bundle(t, name)
		if found := Name(a); found != "" && found != name {
			t.Errorf("%q is found in %q", found, name)
		}
		_, _ = Text(a)
	})
}
