package wire

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/fault"
)

type sample struct {
	ID    string   `path:"id"`
	Text  string   `query:"text" maxLength:"5"`
	Kind  string   `query:"kind" enum:"red,green"`
	Limit int      `query:"limit" minimum:"1" maximum:"9" default:"3"`
	Clamp int      `query:"clamp" minimum:"0" maximum:"9" beyond:"clamp"`
	Max   *int     `query:"max" minimum:"0"`
	Score *float64 `query:"score" minimum:"0" maximum:"10" beyond:"accept"`
	Flag  bool     `query:"flag"`
	Other int
}

func read(query string) (p sample, err error) {
	ps := NewParams[sample](huma.NewMapRegistry("#/", huma.DefaultSchemaNamer))
	r := httptest.NewRequest("GET", "/x", nil)
	r.URL.RawQuery = query
	r.SetPathValue("id", "tt1")
	_, err = ps.Read(r, &p)
	return p, err
}

// REQ F1-13, F1-26, G-10, L-10: what parameters become.
func TestParametersAreRead(t *testing.T) {
	for _, c := range []struct {
		query string
		check func(p sample) bool
	}{
		{"", func(p sample) bool { return p.ID == "tt1" && p.Limit == 3 && p.Max == nil && p.Score == nil && !p.Flag }},
		{"limit=9", func(p sample) bool { return p.Limit == 9 }},
		{"limit=007", func(p sample) bool { return p.Limit == 7 }},
		{"clamp=99", func(p sample) bool { return p.Clamp == 9 }},
		{"clamp=-99", func(p sample) bool { return p.Clamp == 0 }},
		{"max=0", func(p sample) bool { return p.Max != nil && *p.Max == 0 }},
		{"score=11.5", func(p sample) bool { return *p.Score == 11.5 }},
		{"score=-1", func(p sample) bool { return *p.Score == -1 }},
		{"score=-0", func(p sample) bool { return *p.Score == 0 && 1 / *p.Score > 0 }},
		{"flag=1", func(p sample) bool { return p.Flag }},
		{"flag=false", func(p sample) bool { return !p.Flag }},
		{"text=a+b%20c", func(p sample) bool { return p.Text == "a b c" }},
		{"text=%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9", func(p sample) bool { return p.Text == "ééééé" }},
		{"text=", func(p sample) bool { return p.Text == "" }},
		{"kind=RED", func(p sample) bool { return p.Kind == "red" }},
		{"%74ext=x", func(p sample) bool { return p.Text == "x" }},
		{"&&text=x&&other=1&%zz=%zz&=5&unknown=%zz", func(p sample) bool { return p.Text == "x" && p.Other == 0 }},
		{"text=a=b", func(p sample) bool { return p.Text == "a=b" }},
	} {
		if p, err := read(c.query); err != nil || !c.check(p) {
			t.Errorf("%q: %+v, %v", c.query, p, err)
		}
	}
}

// REQ E-12: what is refused names itself and what it may be.
func TestParametersAreRefused(t *testing.T) {
	for query, want := range map[string]string{
		"limit=0":       "limit must be an integer from 1 to 9",
		"limit=10":      "limit must be an integer from 1 to 9",
		"limit=":        "limit must be an integer from 1 to 9",
		"limit=1.0":     "limit must be an integer from 1 to 9",
		"clamp=x":       "clamp must be an integer from 0 to 9",
		"max=-1":        "max must be an integer of at least 0",
		"score=1e1":     "score must be a number from 0 to 10",
		"flag=yes":      "flag must be true or false",
		"kind=blue":     "kind must be one of red, green",
		"text=abcdef":   "text must be text of at most 5 characters",
		"text=%00":      "text must be valid UTF-8 text without NUL characters",
		"text=%ff":      "text must be valid UTF-8 text without NUL characters",
		"text=%f":       "text must be percent-encoded UTF-8 text",
		"text=a&text=a": "text must be given once",
		"flag=1&%66lag": "flag must be given once",
	} {
		_, err := read(query)
		f := fault.From(err)
		if err == nil || f.Kind != fault.InvalidParameter || f.Message != want || f.Message != f.Param+" must be "+f.Allowed {
			t.Errorf("%q: %v, want %q", query, err, want)
		}
	}
}

// The description is made of the same tags.
func TestParametersAreDescribed(t *testing.T) {
	docs := NewParams[sample](huma.NewMapRegistry("#/", huma.DefaultSchemaNamer)).Docs()
	if len(docs) != 8 {
		t.Fatalf("%d parameters", len(docs))
	}
	for _, d := range docs {
		if d.Schema.Nullable || d.Required != (d.In == "path") {
			t.Errorf("%s: %+v", d.Name, d.Schema)
		}
	}
	if limit := docs[3]; limit.Name != "limit" || *limit.Schema.Minimum != 1 || *limit.Schema.Maximum != 9 || limit.Schema.Default != 3 {
		t.Errorf("limit: %+v", limit.Schema)
	}
}

// No query whatever makes reading panic, and what is read holds to its bounds.
func FuzzParameters(f *testing.F) {
	for _, seed := range []string{"", "limit=5", "limit=5&limit=6", "text=%C3%A9&flag=1", "score=1.5&max=3", "&;=%", "%6Cimit=7", "kind=green&clamp=-5"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		p, err := read(query)
		if err != nil {
			if fault.From(err).Kind != fault.InvalidParameter {
				t.Fatalf("%q: %v", query, err)
			}
			return
		}
		if p.Limit < 1 || p.Limit > 9 || p.Clamp < 0 || p.Clamp > 9 || p.Max != nil && *p.Max < 0 ||
			len([]rune(p.Text)) > 5 || strings.ContainsRune(p.Text, 0) {
			t.Fatalf("%q: %+v", query, p)
		}
	})
}

// BenchmarkReadingParameters compares with huma's own reader, both with three of
// eight parameters given.
func BenchmarkReadingParameters(b *testing.B) {
	r := httptest.NewRequest("GET", "/x?limit=5&text=abc&score=7.5", nil)
	b.Run("ours", func(b *testing.B) {
		ps := NewParams[sample](huma.NewMapRegistry("#/", huma.DefaultSchemaNamer))
		b.ReportAllocs()
		for b.Loop() {
			var p sample
			if _, err := ps.Read(r, &p); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("huma", benchmarkHuma)
}
