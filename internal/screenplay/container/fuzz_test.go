package container

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"

	"kinodex/internal/fault"
)

// archive is an archive of two files.
func archive(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range []string{"a.xml", "folder/b.html"} {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte("<a>" + name + "</a>")); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What an archive and the documents in it hold is read, or a fault says why not; nothing is
// read twice as often as the bounds allow.
func FuzzArchive(f *testing.F) {
	whole := archive(f)
	f.Add(whole)
	f.Add(whole[:len(whole)-5])
	f.Add([]byte(Mark))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Open("document", data)
		if err != nil {
			if !fault.Is(err, fault.InvalidBody) {
				t.Error(err)
			}
			return
		}
		total := 0
		for _, name := range a.Names() {
			content, err := a.Read(name)
			if err != nil && !fault.Is(err, fault.InvalidBody) {
				t.Error(err)
			}
			total += len(content)
			for _, x := range []*XML{NewXML("document", string(content)), NewHTML("page", string(content))} {
				for err == nil {
					_, err = x.Next()
				}
				if err != io.EOF && !fault.Is(err, fault.InvalidBody) {
					t.Error(err)
				}
			}
		}
		if total > mostBytes {
			t.Errorf("%d bytes were unpacked", total)
		}
	})
}

func TestAnArchiveIsReadWithinItsBounds(t *testing.T) {
	a, err := Open("document", archive(t))
	if err != nil || len(a.Names()) != 2 || !a.Has("a.xml") || a.Has("b.html") {
		t.Fatal(a, err)
	}
	if data, err := a.Read("folder/b.html"); err != nil || string(data) != "<a>folder/b.html</a>" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := a.Read("c"); !fault.Is(err, fault.InvalidBody) {
		t.Error(err)
	}
	a.left = 25 // of the two files there is one to read
	if _, err := a.Read("a.xml"); err != nil {
		t.Error(err)
	}
	if _, err := a.Read("folder/b.html"); !fault.Is(err, fault.InvalidBody) {
		t.Error(err)
	}
}

func TestNamesThatLeadOutOfAFolder(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "a/b.xml": true, "a/": true, "[Content_Types].xml": true, "a/../b": true, "..a": false,
		"": false, "/a": false, "../a": false, "a/../../b": false, `a\b`: false, "C:a": false, "a\x00": false, "..": false,
	} {
		if got := isLocal(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}
