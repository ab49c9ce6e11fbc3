package search

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kinodex/internal/catalog"
	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

func ptr[T any](v T) *T { return &v }

// programme is what is on in the tests: films that do not exist.
func programme() []*film.Film {
	votes := func(n int) film.Ratings { return film.Ratings{FilmdbVotes: &n, Moviedb: ptr(7.5)} }
	return []*film.Film{
		{ID: 10, Title: "It", Year: ptr(1990), Ratings: votes(900)},
		{ID: 20, Title: "Break-It Rudolf", Year: ptr(2012), Ratings: votes(400_000), Overview: ptr("He breaks it and she mends it.")},
		{ID: 30, Title: "Harbour Lights", OriginalTitle: ptr("Světla přístavu"), Year: ptr(1961), Director: ptr("Ota Vrba"), Genres: []string{"Drama", "Science Fiction"},
			Overview: ptr("A pilot guides ships through fog and cannot find his own way home."), Tagline: ptr("Every beacon lies once."),
			Keywords: []string{"fog", "merchant \"navy\"", "solitude"}, Ratings: votes(8_000), ExternalIDs: film.ExternalIDs{MoviedbID: ptr(77)},
			Titles:      []film.Title{{Title: "Die \"Lichter\" im Hafen", Region: ptr("DE"), Source: "filmdb"}, {Title: "港の灯", Kind: ptr("translation"), Source: "moviedb"}},
			Cast:        []film.Role{{Name: "Tom Hollar"}, {Name: "Zoë O'Hara", Order: 1, Character: ptr(`{"name":"Nobody","job":"None"}`)}, {Name: "Tom Hanák", Order: 2}},
			CrewSummary: film.Crew{"directing": {{Name: "Ota Vrba", Job: "Director"}}, "sound": {{Name: "Iva Černá", Job: "Original Music Composer"}, {Name: "Zoë Marsh", Job: "Foley"}}}},
		{ID: 40, Title: "The Fog Machine", Year: ptr(1999), Ratings: votes(120), Overview: ptr("Nothing works."), Genres: []string{"Comedy"}},
		{ID: 50, Title: "Nine Sailors", Year: nil, Ratings: votes(5_000), Director: ptr("Ann Lee, Bo Ek"), Overview: ptr("Nine sailors sail; the tenth counts them."),
			Cast: []film.Role{{Name: "Rob Lee"}, {Name: "Ann Lee", Order: 1}}},
		{ID: 60, Title: "新宿の雨", Year: ptr(1954), Ratings: votes(60), Overview: ptr("雨の夜、刑事は新宿で古い友人に会う。")},
		{ID: 70, Title: "Bare"},
	}
}

// open makes a catalogue of films and a search over it, in which the films with
// the ids in scripts have a screenplay.
func open(t testing.TB, films []*film.Film, scripts ...film.ID) *Search {
	t.Helper()
	c := catalogtest.Open(t, films)
	var docs []catalog.Doc
	for _, id := range scripts {
		d, ok := c.ByID(id)
		if !ok {
			t.Fatalf("no film %v", id)
		}
		docs = append(docs, d)
	}
	return New(c, docs)
}

func (s *Search) ask(t testing.TB, q Question) *Answer {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 20
	}
	if err := q.Check(); err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	return s.Ask(q)
}

// REQ R-09: a description names nobody, so that a word of it in a title or a name is no reason.
func TestADescriptionIsFoundByWhatIsTold(t *testing.T) {
	s := open(t, programme())
	for _, c := range []struct {
		text    string
		id      film.ID
		field   Field
		snippet string
	}{
		{"the one where a hollar pilot guides ships", 30, Overview, "A pilot guides ships through fog and cannot find his own way home."},
		{"the one where solitude meets harbour lights of vrba", 30, Keywords, "solitude"},
		{"the one where sailors lee", 50, Overview, "Nine sailors sail; the tenth counts them."},
		{"the one where everything is bare", 70, Title, "Bare"},
	} {
		a := s.ask(t, Question{Text: c.text, Description: &film.Description{}})
		if len(a.Rows) == 0 || a.Rows[0].Field != c.field || a.Rows[0].Snippet != c.snippet || s.films.ID(a.Rows[0].Doc) != c.id {
			t.Errorf("%q: %+v", c.text, a.Rows)
		}
	}
}

// REQ: a hit in each field, and the text there.
func TestEveryFieldIsFoundAndQuoted(t *testing.T) {
	s := open(t, programme())
	for _, c := range []struct {
		text    string
		id      film.ID
		field   Field
		snippet string
	}{
		{"harbour", 30, Title, "Harbour Lights"},
		{"harbour lights 1961", 30, Title, "Harbour Lights"},
		{"1961", 30, Title, "Harbour Lights"},
		{"přístavu", 30, Title, "Světla přístavu"},
		{"lichter hafen", 30, Title, "Die \"Lichter\" im Hafen"}, // REQ F2-73: as it is called elsewhere
		{"港の灯", 30, Title, "港の灯"},
		{"breakit", 20, Title, "Break-It Rudolf"}, // as people also write it
		{"hollar", 30, Cast, "Tom Hollar"},
		{"tom hanak", 30, Cast, "Tom Hanák"}, // not Tom Hollar
		{"tom ohara", 30, Cast, "Tom Hollar, Zoë O'Hara"},
		{"zoe", 30, Cast, "Zoë O'Hara"},
		{"zoe marsh", 30, Crew, "Zoë Marsh (Foley)"},
		{"ota vrba", 30, Crew, "Ota Vrba (Director)"},
		{"cerna", 30, Crew, "Iva Černá (Original Music Composer)"},
		{"bo ek", 50, Crew, "Bo Ek (Director)"}, // stated without a crew
		{"lee", 50, Crew, "Ann Lee (Director)"}, // though she plays in it too
		{"rob lee", 50, Cast, "Rob Lee"},
		{"vrba fog 1961", 30, Crew, "Ota Vrba (Director)"},
		{"science", 30, Genres, "Science Fiction"},
		{"dramas", 30, Genres, "Drama"},
		{"navy", 30, Keywords, `merchant "navy"`},
		{"solitude merchants", 30, Keywords, `merchant "navy", solitude`},
		{"guiding ships", 30, Overview, "A pilot guides ships through fog and cannot find his own way home."},
		{"beacons", 30, Overview, "Every beacon lies once."},
		{"刑事", 60, Overview, "雨の夜、刑事は新宿で古い友人に会う。"},
		{"nine sailors", 50, Title, "Nine Sailors"}, // the overview has as many
		{"harbour ligths", 30, Title, "Harbour Lights"},
		{"solitute", 30, Keywords, "solitude"},
		{"vrb", 30, Crew, "Ota Vrba (Director)"}, // begun
	} {
		a := s.ask(t, Question{Text: c.text, Type: Films})
		i := slices.IndexFunc(a.Rows, func(r Row) bool { return s.films.ID(r.Doc) == c.id })
		if i < 0 {
			t.Errorf("%s does not find %v: %+v", c.text, c.id, a.Rows)
			continue
		}
		if r := a.Rows[i]; r.Field != c.field || r.Snippet != c.snippet || r.Kind != FilmRow {
			t.Errorf("%s: a %s by its %s %q, want a film by its %s %q", c.text, r.Kind, r.Field, r.Snippet, c.field, c.snippet)
		}
	}
}

// REQ R-12: the exact title first; R-13: a typo finds it too, and is told.
func TestTheExactTitleIsFirst(t *testing.T) {
	s := open(t, programme(), 20)
	for text, want := range map[string]struct {
		id  film.ID
		did string
	}{
		"it": {10, ""}, "It": {10, ""}, "break it": {20, ""}, "harbuor lights": {30, "Harbour Lights"}, "harbour": {30, ""}, "sailers": {50, "Nine Sailors"},
	} {
		a := s.ask(t, Question{Text: text})
		if len(a.Rows) == 0 || s.films.ID(a.Rows[0].Doc) != want.id || a.DidYouMean != want.did {
			t.Errorf("%s: %+v, want %v first and %q", text, a, want.id, want.did)
		}
	}
	// It is not told where the first row is another film.
	if a := s.ask(t, Question{Text: "harbuor lights", Type: Scripts}); len(a.Rows) != 0 || a.DidYouMean != "" {
		t.Errorf("scripts: %+v", a)
	}
}

// While one types, films whose title is begun come behind what is found, each once.
func TestWhatIsTypedSoFarFindsTitles(t *testing.T) {
	s := open(t, programme())
	for typed, want := range map[string][]film.ID{"harbour li": {30}, "nine s": {50}, "ni": {50}} {
		a := s.ask(t, Question{Text: typed, Type: Films, Typing: true})
		var got []film.ID
		for _, r := range a.Rows {
			if !slices.Contains(got, s.films.ID(r.Doc)) {
				got = append(got, s.films.ID(r.Doc))
			} else {
				t.Errorf("%q: %v twice", typed, s.films.ID(r.Doc))
			}
		}
		for _, id := range want {
			if !slices.Contains(got, id) {
				t.Errorf("%q finds %v, not %v", typed, got, id)
			}
		}
	}
}

// REQ: what each type answers with, and how many in all.
func TestTypes(t *testing.T) {
	s := open(t, programme(), 40, 30, 30, 70)
	for _, c := range []struct {
		text  string
		typ   Type
		limit int
		total int
		rows  string
	}{
		{"fog", Films, 20, 2, "film 40, film 30"},
		{"fog", Scripts, 20, 2, "script 40, script 30"},
		{"fog", Synopsis, 20, 1, "synopsis 30"},
		{"fog", All, 20, 4, "film 40, script 40, film 30, script 30"},
		{"fog", "", 3, 4, "film 40, script 40, film 30"},
		{"fog", All, 1, 4, "film 40"},
		{"ships pilot", All, 20, 2, "synopsis 30, script 30"},
		{"ships fog solitude", All, 20, 2, "film 30, script 30"}, // not all of it is told
		{"ships solitude", Synopsis, 20, 0, ""},
		{"sailors", "SYNOPSIS", 20, 1, "synopsis 50"},
		{"nothing at all", All, 20, 0, ""}, // REQ R-14
		{"!? --", All, 20, 0, ""},
	} {
		a := s.ask(t, Question{Text: c.text, Type: c.typ, Limit: c.limit})
		var rows []string
		for _, r := range a.Rows {
			rows = append(rows, fmt.Sprint(r.Kind, " ", uint32(s.films.ID(r.Doc))))
		}
		if got := strings.Join(rows, ", "); got != c.rows || a.Total != c.total {
			t.Errorf("%s in %q: %d: %s, want %d: %s", c.text, c.typ, a.Total, got, c.total, c.rows)
		}
	}
}

// REQ, L-02
func TestSenselessQuestionsAreRefused(t *testing.T) {
	for _, c := range []struct {
		q     Question
		param string
		kind  fault.Kind
	}{
		{Question{Text: "", Limit: 1}, "q", fault.MissingParameter},
		{Question{Text: " \t\u3000", Limit: 1}, "q", fault.MissingParameter},
		{Question{Text: " a ", Limit: 1}, "q", fault.InvalidParameter},
		{Question{Text: "雨", Limit: 1}, "q", fault.InvalidParameter},
		{Question{Text: strings.Repeat("é", 501), Limit: 1}, "q", fault.InvalidParameter},
		{Question{Text: "a\xff", Limit: 1}, "q", fault.InvalidParameter},
		{Question{Text: "ab\x00", Limit: 1}, "q", fault.InvalidParameter},
		{Question{Text: "it", Limit: 0}, "limit", fault.InvalidParameter},
		{Question{Text: "it", Limit: 101}, "limit", fault.InvalidParameter},
		{Question{Text: "it", Limit: 1, Type: "film"}, "type", fault.InvalidParameter},
	} {
		err := c.q.Check()
		if !fault.Is(err, c.kind) || fault.From(err).Param != c.param {
			t.Errorf("%+v: %v", c.q, err)
		}
	}
	for _, text := range []string{"It", " Up ", "a b", "新宿", strings.Repeat("é", 500)} {
		q := Question{Text: text, Limit: 100}
		if err := q.Check(); err != nil || q.Type != All {
			t.Errorf("%q: %v, %v", text, err, q.Type)
		}
	}
}

// REQ R-06, G-16: the shape of a row, byte for byte.
func TestRowsAreWrittenFromTheRecord(t *testing.T) {
	s := open(t, programme(), 30)
	got := encoded(t, s.ask(t, Question{Text: "harbour", Type: Scripts}))
	want := `[{"type":"script","title":"Harbour Lights","year":"1961","match_field":"title","match_snippet":"Harbour Lights","score":1,` +
		`"data":{"filmdb_id":"tt0000030","moviedb_id":77,"genres":["Drama","Science Fiction"],` +
		`"overview":"A pilot guides ships through fog and cannot find his own way home.","vote_average":7.5}}]`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	got = encoded(t, s.ask(t, Question{Text: "bare"}))
	want = `[{"type":"film","title":"Bare","year":null,"match_field":"title","match_snippet":"Bare","score":1,` +
		`"data":{"filmdb_id":"tt0000070","moviedb_id":null,"genres":[],"overview":null,"vote_average":null}}]`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := encoded(t, s.ask(t, Question{Text: "nobody", Type: Scripts})); got != "[]" {
		t.Errorf("nothing is %s", got)
	}
}

func encoded(t *testing.T, a *Answer) string {
	b, err := json.Marshal(a.Results())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Whatever is asked, the answer is JSON, within its bounds and in order.
func FuzzAsk(f *testing.F) {
	s := open(f, programme(), 30, 50)
	for _, text := range []string{"it", "tom zoe fog", "雨", "harbuor l", "o'hara", "`'` ''", "1961 1961", "\u0301\u0301e", "ſs", "a.b&c",
		"ガ ｶﾞ", strings.Repeat("zoe tom ", 60), "fog a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4 5 6 7 8 9 aa bb cc dd ee ff gg hh ii " +
			"jj kk ll mm nn oo pp qq rr ss tt uu vv ww xx yy zz ab"} {
		for i := range Types {
			f.Add(text, uint8(i), uint8(1+i))
		}
	}
	f.Fuzz(func(t *testing.T, text string, typ, limit uint8) {
		q := Question{Text: text, Type: Types[int(typ)%len(Types)], Limit: int(limit)}
		if q.Check() != nil {
			return
		}
		a := s.Ask(q)
		if len(a.Rows) > q.Limit || len(a.Rows) > a.Total || len(a.Rows) < min(q.Limit, a.Total) {
			t.Fatalf("%d rows of %d, limit %d", len(a.Rows), a.Total, q.Limit)
		}
		if _, err := json.Marshal(a.Results()); err != nil {
			t.Fatal(err)
		}
		for i, r := range a.Rows {
			if utf8.RuneCountInString(r.Snippet) > SnippetLength || r.Score < 0 || r.Score > 1 || i == 0 && r.Score != 1 {
				t.Fatalf("row %+v", r)
			}
			if i > 0 && !inOrder(s, a.Rows[i-1], r) {
				t.Fatalf("%+v before %+v", a.Rows[i-1], r)
			}
		}
	})
}

// inOrder is REQ R-11 by the book, of what is published.
func inOrder(s *Search, a, b Row) bool {
	votesA, _ := s.films.Number("filmdb_votes", a.Doc)
	votesB, _ := s.films.Number("filmdb_votes", b.Doc)
	switch {
	case a.Score != b.Score:
		return a.Score > b.Score
	case votesA != votesB:
		return votesA > votesB
	}
	return a.Doc <= b.Doc
}
