package atom

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// sample returns a feed of which every text is one of these, in turn.
func sample(texts ...string) *Feed {
	n := -1
	next := func() string { n++; return texts[n%len(texts)] }
	f := &Feed{
		Lang: "en", ID: next(), Title: next(), Subtitle: next(), Updated: noon, Author: next(), Generator: Generator{next(), next()},
		Links: []Link{{Self, "application/atom+xml", next()}},
	}
	for range 3 {
		f.Entries = append(f.Entries, Entry{ID: next(), Title: next(), Updated: noon, Links: []Link{{Alternate, "text/html", next()}}, Categories: []Category{{next()}}, Summary: next()})
	}
	return f
}

// outline returns the names of a document's elements, in order, or why it is none.
func outline(document []byte) (string, error) {
	var names []string
	d := xml.NewDecoder(strings.NewReader(string(document)))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return strings.Join(names, " "), nil
		}
		if err != nil {
			return "", err
		}
		switch e := token.(type) {
		case xml.StartElement:
			names = append(names, e.Name.Local)
		case xml.Comment, xml.Directive:
			names = append(names, "?")
		}
	}
}

// written returns a feed as it is written.
func written(t testing.TB, f *Feed) []byte {
	t.Helper()
	b, err := f.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// REQ F2-92
func TestAFeedIsWritten(t *testing.T) {
	f := sample("x")
	f.Entries = f.Entries[:1]
	want := `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><id>x</id><title>x</title><subtitle>x</subtitle><updated>2026-03-14T12:00:00Z</updated>` +
		`<author><name>x</name></author><generator version="x">x</generator><link rel="self" type="application/atom+xml" href="x"></link>` +
		`<entry><id>x</id><title>x</title><updated>2026-03-14T12:00:00Z</updated><link rel="alternate" type="text/html" href="x"></link><category term="x"></category><summary>x</summary></entry></feed>
`
	if got := string(written(t, f)); got != want {
		t.Errorf("got %s", got)
	}
}

// hostile are texts that end what they stand in where they are not escaped.
var hostile = []string{
	"]]>", "<![CDATA[", "</title><entry/>", `"/><entry x="`, "<!-- ", "&amp;&lt;&#0;&x;", "a\x00b", "\x1b[31m", "\ufffe\uffff", "\xff\xfe", "\r\n\r\n", "\u202e", "<?xml?>", "'", "",
}

func TestNoTextBreaksAFeed(t *testing.T) {
	plain, err := outline(written(t, sample("x")))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range hostile[:len(hostile)-1] {
		b := written(t, sample(text))
		if got, err := outline(b); err != nil || got != plain || !utf8.Valid(b) {
			t.Errorf("%q: %v, %s", text, err, b)
		}
	}
}

// FuzzFeed writes feeds of any texts: each is read again with the elements and the texts that it was
// given, but for the characters that XML does not have.
func FuzzFeed(f *testing.F) {
	for i, text := range hostile {
		f.Add(text, hostile[(i+1)%len(hostile)])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = a+"a", b+"b" // elements of empty texts are left out
		feed := sample(a, b, a+b)
		out := written(t, feed)
		plain, _ := outline(written(t, sample("x")))
		if got, err := outline(out); err != nil || got != plain {
			t.Fatalf("%v: %s", err, out)
		}
		var again Feed
		if err := xml.Unmarshal(out, &again); err != nil {
			t.Fatal(err)
		}
		for i, e := range again.Entries {
			if want := readable(feed.Entries[i].Title); e.Title != want {
				t.Errorf("the title %q, want %q", e.Title, want)
			}
			if want := readable(feed.Entries[i].Categories[0].Term); e.Categories[0].Term != want {
				t.Errorf("the category %q, want %q", e.Categories[0].Term, want)
			}
		}
	})
}

// readable returns a text with U+FFFD for what XML does not have.
func readable(s string) string {
	return strings.Map(func(c rune) rune {
		if c == '\t' || c == '\n' || c == '\r' || c >= ' ' && c < 0xfffe || c > 0xffff {
			return c
		}
		return utf8.RuneError
	}, s)
}
