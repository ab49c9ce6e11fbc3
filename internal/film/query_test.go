package film

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"kinodex/internal/fault"
)

func TestParseID(t *testing.T) { // REQ G-07, G-12, F1-31
	for in, want := range map[string]string{
		"tt0111161": "tt0111161", "TT0111161": "tt0111161", "tt111161": "tt0111161", "tt10872600": "tt10872600",
	} {
		if id, ok := ParseID(in); !ok || id.String() != want {
			t.Errorf("ParseID(%q) = %v, %v, want %s", in, id, ok, want)
		}
	}
	for _, in := range []string{"", "tt", "abc", "0111161", "nm0000123", "tt-1", "tt12 ", "tt٣", "tt0", "tt1234567890"} {
		if id, ok := ParseID(in); ok {
			t.Errorf("ParseID(%q) = %v, want none", in, id)
		}
	}
}

func TestParseDecade(t *testing.T) { // REQ F1-10 to F1-12, F2-22
	for in, want := range map[string]int{"1990s": 1990, "1990": 1990, "1994": 1990, "2020S": 2020} {
		if got, err := ParseDecade(in); err != nil || got != want {
			t.Errorf("ParseDecade(%q) = %d, %v, want %d", in, got, err, want)
		}
	}
	for _, in := range []string{"", "abc", "90s", "199", "19900", "1990ss", "-990", "19.0", "１９９０"} {
		if got, err := ParseDecade(in); !fault.Is(err, fault.InvalidParameter) {
			t.Errorf("ParseDecade(%q) = %d, %v, want a fault", in, got, err)
		}
	}
}

func TestParseSort(t *testing.T) { // REQ F1-17 to F1-19
	for in, want := range map[string]Sort{
		"":                    {},
		"year:asc":            {"year", false},
		"year:desc":           {"year", true},
		"year":                {"year", true},
		"title":               {"title", false},
		"worldwide_gross:asc": {"worldwide_gross", false},
	} {
		if got, err := ParseSort(in, V1SortFields); err != nil || got != want {
			t.Errorf("ParseSort(%q) = %v, %v, want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"nope", "nope:asc", "year:up", "year:", ":asc", "year:asc:desc", "YEAR:asc", "relevance:desc", "filmdb_votes:asc"} {
		_, err := ParseSort(in, V1SortFields)
		if f := fault.From(err); err == nil || f.Param != "sort" || !strings.Contains(f.Allowed, "master_score") {
			t.Errorf("ParseSort(%q) = %v, want a fault naming the fields", in, err)
		}
	}
	if _, err := ParseSort("filmdb_votes:asc", SortFields); err != nil { // REQ F2-29
		t.Error(err)
	}
}

func TestCheckNamesTheParameter(t *testing.T) {
	num := func(v float64) *float64 { return &v }
	for name, q := range map[string]Query{
		"q":          {Text: strings.Repeat("é", MaxText+1)},
		"director":   {Filters: Filters{Director: "a\x00b"}},
		"actor":      {Filters: Filters{Actor: "\xff"}},
		"genre":      {Filters: Filters{Genre: strings.Repeat("x", MaxText+1)}},
		"year_min":   {Filters: Filters{YearMin: num(2000), YearMax: num(1990)}},
		"min_rating": {Filters: Filters{MinRating: num(math.NaN())}},
		"min_score":  {Filters: Filters{MinScore: num(math.Inf(1))}},
		"language":   {Filters: Filters{Language: "eng"}},
		"country":    {Filters: Filters{Country: "Korea"}},
		"collection": {Filters: Filters{Collection: "a\x00b"}}, "certification": {Filters: Filters{Certification: "PG,Great Britain:12A"}},
		"released_after": {Filters: Filters{ReleasedAfter: "1999-02-30"}}, "released_before": {Filters: Filters{ReleasedBefore: "May 1999"}}, "released": {Filters: Filters{Released: "soon"}},
		"sort": {Sort: Sort{Field: "relevance"}},
	} {
		if err := q.Check(); !fault.Is(err, fault.InvalidParameter) || fault.From(err).Param != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	fine := Query{Filters: Filters{MinRating: num(11), MinScore: num(-1), Language: "EN", Country: "kr", Collection: "77",
		Certification: "PG-13, gb:12A,", ReleasedAfter: "1999-12-31", ReleasedBefore: "1999-12", Released: Upcoming}, Text: strings.Repeat("é", MaxText)}
	if err := fine.Check(); err != nil { // REQ F1-13: out of range is evaluated as written
		t.Error(err)
	}
}

func TestDigestTellsQuestionsApart(t *testing.T) {
	num := func(v float64) *float64 { return &v }
	questions := []Query{
		{}, {Text: "heat"}, {Filters: Filters{Director: "heat"}}, {Filters: Filters{Actor: "heat"}}, {Filters: Filters{Genre: "heat"}},
		{Filters: Filters{Genre: "heat"}, GenreParts: true}, {Filters: Filters{Decade: "1990"}}, {Filters: Filters{YearMin: num(1990)}}, {Filters: Filters{YearMax: num(1990)}},
		{Filters: Filters{MinRating: num(7)}}, {Filters: Filters{MinScore: num(7)}}, {Filters: Filters{MinVotes: num(7)}},
		{Filters: Filters{MaxRating: num(7)}}, {Filters: Filters{MaxVotes: num(7)}}, {Filters: Filters{MinRuntime: num(7)}}, {Filters: Filters{MaxRuntime: num(7)}},
		{Filters: Filters{Language: "en"}}, {Filters: Filters{Country: "en"}}, {Filters: Filters{HasPoster: true}}, {Text: "heat", Titles: true},
		{Filters: Filters{Collection: "heat"}}, {Filters: Filters{Certification: "PG"}}, {Filters: Filters{Certification: "GB:PG"}},
		{Filters: Filters{ReleasedAfter: "1999"}}, {Filters: Filters{ReleasedBefore: "1999"}},
		{Filters: Filters{ReleasedAfter: "1999", ReleasedBefore: "1999"}}, {Filters: Filters{Released: Recent}}, {Filters: Filters{Released: Upcoming}},
		{Sort: Sort{"year", true}}, {Sort: Sort{"year", false}}, {Filters: Filters{Genre: "a,b"}}, {Filters: Filters{Genre: "a"}},
	}
	seen := map[[16]byte]int{}
	for i, q := range questions {
		if j, twice := seen[q.Digest()]; twice {
			t.Errorf("questions %d and %d have the same digest", i, j)
		}
		seen[q.Digest()] = i
	}
	same := func(a, b Query) {
		if a.Digest() != b.Digest() {
			t.Errorf("%+v and %+v ask the same", a, b)
		}
	}
	same(Query{Text: "Amélie "}, Query{Text: "amelie"})
	same(Query{Filters: Filters{Genre: "Drama,crime"}}, Query{Filters: Filters{Genre: "Crime,drama"}}) // REQ F2-20
	same(Query{}, Query{Sort: DefaultSort})
	same(Query{Filters: Filters{Language: "EN"}}, Query{Filters: Filters{Language: "en"}})
	same(Query{Filters: Filters{Country: "KR"}}, Query{Filters: Filters{Country: "kr"}})
	same(Query{Filters: Filters{Country: "UK"}}, Query{Filters: Filters{Country: "gb"}})
	same(Query{Filters: Filters{Certification: "uk:18"}}, Query{Filters: Filters{Certification: "GB:18"}})
	same(Query{Filters: Filters{Collection: "Café "}}, Query{Filters: Filters{Collection: "cafe"}})
	same(Query{Filters: Filters{Certification: "PG, us:R"}}, Query{Filters: Filters{Certification: "US:r,US:PG,"}}) // REQ F2-74
	same(Query{Filters: Filters{ReleasedAfter: "1999-01", ReleasedBefore: "1999"}}, Query{Filters: Filters{ReleasedAfter: "1999", ReleasedBefore: "1999-12-31"}})
}

// Clients hold cursors, which are bound to the digest of their question: whatever is declared of
// filters, these questions keep theirs.
func TestDigestsOfTheInterfaceStay(t *testing.T) {
	num := func(v float64) *float64 { return &v }
	for want, q := range map[string]Query{
		"b07e2f24b6e1": {},
		"1af7324642a6": {Text: "Heat ", Match: MatchAuto},
		"67e8ced487c5": {Text: "heat", Titles: true},
		"2ac4d4e31766": {Filters: Filters{Genre: "Drama, crime,drama"}},
		"fe6e65a41048": {Filters: Filters{Genre: "Sci"}, GenreParts: true},
		"166ce197d537": {Filters: Filters{Decade: "1990s"}},
		"7f3eaefb12e2": {Filters: Filters{YearMin: num(1990), YearMax: num(1999)}},
		"57fa5f24ccc5": {Filters: Filters{MinRating: num(7.5), MinScore: num(60), MinVotes: num(1000)}},
		"c22505ae5ac4": {Filters: Filters{Director: "Élan", Actor: "Cotten"}},
		"d832fa2c0388": {Filters: Filters{Language: "EN"}},
		"4614cbe40b0e": {Filters: Filters{Country: "uk"}},
		"c8997317a9af": {Filters: Filters{HasPoster: true}},
		"ce2fab19a364": {Filters: Filters{Collection: "Café "}},
		"457832b919b4": {Filters: Filters{Certification: "PG, gb:12A"}},
		"3924acc3e427": {Filters: Filters{ReleasedAfter: "1999-12"}},
		"1308dcbd6433": {Filters: Filters{ReleasedBefore: "1999"}},
		"9fb537d8b41c": {Filters: Filters{ReleasedAfter: "1999", ReleasedBefore: "2000-02", Released: Recent}},
		"270cc719bd42": {Filters: Filters{Country: "kr", Collection: "77", Certification: "R", Released: Upcoming, HasPoster: true}, Sort: Sort{"year", false}},
		"3c0847401b3e": {Text: "heat", Filters: Filters{Country: "KR", Director: "mann", Decade: "1990", YearMin: num(1991), Genre: "Crime", ReleasedBefore: "1995-12-15"}},
	} {
		if d := q.Digest(); fmt.Sprintf("%x", d[:6]) != want {
			t.Errorf("%+v has the digest %x, want %s", q, d[:6], want)
		}
	}
}

func TestCursorsAreBoundAndAuthenticated(t *testing.T) { // REQ F2-32, F2-35
	s := NewCursorCodec([]byte("secret"))
	q := Query{Text: "heat"}
	for _, pos := range []Position{
		{Number: 7.5, ID: 113277, Before: 50},
		{Null: true, ID: 1, Before: 0},
		{Word: "heat", ID: 4294967295, Before: 4294967295},
		{Word: strings.Repeat("x", MaxWord), Number: math.Inf(-1)},
	} {
		c := s.Encode(q.Digest(), pos)
		got, err := s.Decode(q.Digest(), c)
		if err != nil || *got != pos {
			t.Errorf("opened %+v, %v, want %+v", got, err, pos)
		}
		other := Query{Text: "cold"}
		for name, try := range map[string]func() (*Position, error){
			"another question": func() (*Position, error) { return s.Decode(other.Digest(), c) },
			"another secret":   func() (*Position, error) { return NewCursorCodec([]byte("else")).Decode(q.Digest(), c) },
			"cut":              func() (*Position, error) { return s.Decode(q.Digest(), c[:len(c)-1]) },
			"grown":            func() (*Position, error) { return s.Decode(q.Digest(), c+"A") },
			"padded":           func() (*Position, error) { return s.Decode(q.Digest(), c+"=") },
			"changed":          func() (*Position, error) { return s.Decode(q.Digest(), "B"+c[1:]) },
		} {
			if p, err := try(); !fault.Is(err, fault.InvalidCursor) {
				t.Errorf("%s: %+v, %v, want invalid_cursor", name, p, err)
			}
		}
	}
}

func FuzzOpenCursor(f *testing.F) {
	s := NewCursorCodec([]byte("secret"))
	q := Query{}
	f.Add(s.Encode(q.Digest(), Position{ID: 1}))
	f.Add("")
	f.Add("AAAA")
	genuine := s.Encode(q.Digest(), Position{ID: 1})
	f.Fuzz(func(t *testing.T, c string) {
		if p, err := s.Decode(q.Digest(), c); err == nil && c != genuine {
			t.Errorf("forged: %q opens as %+v", c, p)
		}
	})
}
