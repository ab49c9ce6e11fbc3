package poster

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t testing.TB, path, content string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPostersAreFoundByNameAndByList(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, name := range []string{"in/tt0000002.jpg", "in/deep/TT3.PNG", "in/poster.jpg", "in/readme.txt", "in/tt0000004.jpg.part", "one/tt0000001.webp", "other/tt0000002.png", "a b.jpg"} {
		write(t, at(name), "x")
	}
	csv := write(t, at("list.csv"), "\ufefftitle,FILMDB_ID,path\r\n\"A, b\",tt0000010,a b.jpg\r\nC,nonsense,c.jpg\r\nD,tt0000011,\r\nE\r\n")
	tsv := write(t, at("list.tsv"), "filmdb_id\tpath\ntt0000012\t"+at("a b.jpg")+"\n")
	lines := write(t, at("list.ndjson"), `{"filmdb_id":"tt0000013","path":"in/x.jpg"}`+"\n\n"+`{"filmdb_id":5}`+"\n")
	found, rejected, err := Find([]string{at("one/tt0000001.webp"), at("in"), at("other"), csv, tsv, lines})
	if err != nil {
		t.Fatal(err)
	}
	want := []Original{
		{1, at("one/tt0000001.webp")}, {2, at("in/tt0000002.jpg")}, {3, at("in/deep/TT3.PNG")},
		{10, at("a b.jpg")}, {12, at("a b.jpg")}, {13, at("in/x.jpg")},
	}
	if len(found) != len(want) {
		t.Fatalf("found %v", found)
	}
	for i := range want {
		if found[i] != want[i] {
			t.Errorf("place %d: %v, want %v", i, found[i], want[i])
		}
	}
	if len(rejected) != 6 { // poster.jpg, three lines of the table, one of the objects, the second of tt2
		t.Errorf("rejected %v", rejected)
	}
	for _, r := range rejected {
		if r.Path == "" || r.Reason == "" {
			t.Errorf("rejected %+v", r)
		}
	}
	for name, says := range map[string]string{"absent": "no such file", "in/readme.txt": "filmdb_id and path", "empty": "no line of names"} {
		if name == "empty" {
			write(t, at("empty"), "")
		}
		if _, _, err := Find([]string{at(name)}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzALineOfAListIsFoundOrRejected(f *testing.F) {
	f.Add("filmdb_id,path\ntt0000001,a.jpg\n")
	f.Add("{\"filmdb_id\":\"tt0000001\",\"path\":\"../a\"}\n{")
	f.Add("path\tfilmdb_id\n\"a\tb")
	f.Fuzz(func(t *testing.T, list string) {
		path := write(t, filepath.Join(t.TempDir(), "list"), list)
		found, _, err := Find([]string{path})
		if err != nil && len(found) > 0 {
			t.Error("both found and failed")
		}
		for i, o := range found {
			if o.Film == 0 || o.Path == "" || i > 0 && o.Film <= found[i-1].Film {
				t.Errorf("%q gives %v", list, found)
			}
		}
	})
}
