package question

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kinodex/bench/corpus"
	"kinodex/internal/film"
)

func made(t *testing.T, seed uint64) *Set {
	t.Helper()
	set, err := Generate(corpus.Sample(2000), seed, 40)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestTheSameSeedAsksTheSameQuestions(t *testing.T) {
	a, b, other := made(t, 1), made(t, 1), made(t, 2)
	if !reflect.DeepEqual(a, b) {
		t.Error("two runs of one seed differ")
	}
	if reflect.DeepEqual(a.Questions, other.Questions) {
		t.Error("another seed asks the same questions")
	}
}

func TestEveryClassIsAskedAndEveryQuestionIsSensible(t *testing.T) {
	perClass := map[string]int{}
	for i, q := range made(t, 1).Questions {
		perClass[q.Class]++
		if _, err := q.Query(); err != nil {
			t.Errorf("question %d: %v", i, err)
		}
		if q.Class == DeepPage && (q.Offset < leastDepth || q.Offset%Limit != 0) {
			t.Errorf("question %d: a deep page at offset %d", i, q.Offset)
		}
		if q.Total != nil && *q.Total <= q.Offset {
			t.Errorf("question %d: offset %d of %d films", i, q.Offset, *q.Total)
		}
	}
	for _, class := range Classes {
		if perClass[class] != 40 {
			t.Errorf("%d questions of class %s, want 40", perClass[class], class)
		}
	}
}

func TestARecordedSetIsReadBackWhole(t *testing.T) {
	set := made(t, 3)
	path := filepath.Join(t.TempDir(), "questions.json")
	if err := set.Save(path); err != nil {
		t.Fatal(err)
	}
	got, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(set, got) {
		t.Error("the set that was read differs from the one recorded")
	}
	bad := strings.Replace(string(must(os.ReadFile(path))), `"sort": "`, `"sort": "nothing_`, 1)
	if err := os.WriteFile(path, []byte(bad), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil {
		t.Error("a question with an unknown sort was loaded")
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestTheScanKeepsNullsOutOfMinima(t *testing.T) {
	zero, year := 0.0, 1990.0
	known := facts{year: 1994, language: "fr", genres: []string{"drama"}}
	unknown := facts{}
	for range corpus.NumberFields {
		known.numbers, unknown.numbers = append(known.numbers, 1994), append(unknown.numbers, math.NaN())
	}
	decade := 1990
	for name, c := range map[string]struct {
		q             Question
		known, hidden bool
	}{
		"no condition":     {Question{}, true, true},
		"minimum of zero":  {Question{MinRating: &zero}, true, false},
		"votes of zero":    {Question{MinVotes: &zero}, true, false},
		"year from":        {Question{YearMin: &year}, true, false},
		"year to":          {Question{YearMax: &year}, false, false},
		"decade":           {Question{Decade: &decade}, true, false},
		"genre, any case":  {Question{Genres: []string{"DRAMA"}}, true, false},
		"both genres":      {Question{Genres: []string{"drama", "war"}}, false, false},
		"another language": {Question{Language: "en"}, false, false},
		"poster":           {Question{HasPoster: true}, false, false},
	} {
		if got := known.matches(&c.q); got != c.known {
			t.Errorf("%s: the known film matches: %v", name, got)
		}
		if got := unknown.matches(&c.q); got != c.hidden {
			t.Errorf("%s: the film of which nothing is known matches: %v", name, got)
		}
	}
}

func TestParametersAreThoseOfTheInterface(t *testing.T) {
	decade, rating := 1990, 7.5
	q := Question{Text: "heat", Genres: []string{"drama", "crime"}, Decade: &decade, MinRating: &rating, HasPoster: true, Sort: "year:asc"}
	got := q.Values().Encode()
	want := "decade=1990s&genre=drama%2Ccrime&has_poster=true&limit=50&min_rating=7.5&q=heat&sort=year%3Aasc"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !slices.Contains(film.SortFields, "year") {
		t.Error("year is no sort field")
	}
}
