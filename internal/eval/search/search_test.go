package search

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/eval"
	"kinodex/internal/film"
	"kinodex/internal/text"
)

// cinema invents n films with titles, directors and keywords that overlap.
func cinema(n int) []*film.Film {
	r := rand.New(rand.NewPCG(3, 3))
	nouns := strings.Fields("Shadow Harbour Winter Station Promise Garden Mirror Empire Stranger Letter Voyage Window Bridge Sailor Orchard")
	adjectives := strings.Fields("Silent Golden Broken Hidden Distant Crimson Frozen Burning Endless Wicked")
	pick := func(of []string) string { return of[r.IntN(len(of))] }
	films := make([]*film.Film, n)
	for i := range films {
		title := "The " + pick(adjectives) + " " + pick(nouns)
		if i%3 == 0 {
			title += " of the " + pick(nouns)
		}
		year, votes := 1930+r.IntN(90), int(r.ExpFloat64()*r.ExpFloat64()*5000)
		var overview []string
		for range 12 {
			overview = append(overview, fmt.Sprintf("plot%s%s", pick(nouns), string(rune('a'+r.IntN(26)))+string(rune('a'+r.IntN(26)))))
		}
		o := strings.Join(overview, " ")
		director := "Dora " + pick(nouns) + "sen"
		films[i] = &film.Film{
			ID: film.ID(1000 + i), Title: title, Year: &year, Overview: &o, Director: &director,
			Keywords:    []string{strings.ToLower(pick(nouns)), "tale of " + strings.ToLower(pick(adjectives))},
			Ratings:     film.Ratings{FilmdbVotes: &votes},
			CrewSummary: film.Crew{"directing": {{Name: director, Job: "Director"}, {Name: "Ana Second", Job: "Second Assistant Director"}}},
		}
	}
	return films
}

func TestQuestionsAreThoseOfTheSeed(t *testing.T) {
	films := cinema(800)
	first := Questions(slices.Values(films), 1, 40)
	if again := Questions(slices.Values(films), 1, 40); !reflect.DeepEqual(first, again) {
		t.Error("the same seed asks other questions")
	}
	if other := Questions(slices.Values(films), 2, 40); reflect.DeepEqual(first, other) {
		t.Error("another seed asks the same questions")
	}
	count := map[Class]int{}
	for _, q := range first {
		count[q.Class]++
	}
	for _, c := range made {
		if count[c] == 0 || count[c] > 40 {
			t.Errorf("%s: %d questions of 40", c, count[c])
		}
	}
}

// REQ F2-73
func TestAlternativeTitlesAreAskedOfOneHalfAndNotWhereTheyAreTitles(t *testing.T) {
	films := cinema(400)
	for i, f := range films {
		f.Titles = []film.Title{{Title: fmt.Sprintf("Номер %d", i/2)}, {Title: fmt.Sprintf("Nummer %d", i)}, {Title: films[0].Title}}
	}
	for seed, odd := range map[uint64]bool{eval.HeldOutSeed: true, eval.DevelopmentSeed: false} {
		kinds := map[string]int{}
		for _, q := range Questions(slices.Values(films), seed, 100) {
			if q.Class != OtherTitle {
				continue
			}
			kinds[q.Kind]++
			if q.Kind == "Cyrillic" && len(q.Relevant) != 2 || q.Kind == "Latin" && (len(q.Relevant) != 1 || (q.Relevant[0]%2 == 1) != odd) || words(q.Text) == words(films[0].Title) {
				t.Errorf("seed %d: %q for %v", seed, q.Text, q.Relevant)
			}
		}
		if kinds["Cyrillic"]+kinds["Latin"] != 100 || kinds["Latin"] < 20 || kinds["Cyrillic"] < 20 {
			t.Errorf("seed %d: asked %v", seed, kinds)
		}
	}
	for text, want := range map[string]string{"Der Pate": "Latin", "七人の侍": "Japanese", "教父": "Han", "1984": "another", "Мир War": "Cyrillic", "العراب": "Arabic"} {
		if got := script(text); got != want {
			t.Errorf("%s is in %s script, want %s", text, got, want)
		}
	}
	r := Evaluate([]Question{{Class: OtherTitle, Kind: "Latin", Text: "a", Relevant: []film.ID{1}}, {Class: OtherTitle, Kind: "Latin", Text: "b", Relevant: []film.ID{2}}},
		func(q string, k int) []film.ID { return []film.ID{1} })
	if len(r.Scripts) != 1 || r.Scripts[0].MRR10 != 0.5 || r.Of(OtherTitle).MRR10 != 0.5 || !slices.ContainsFunc(r.Bounds(), func(b eval.Bound) bool { return strings.HasPrefix(b.Metric, string(OtherTitle)) }) {
		t.Errorf("measured %+v with bounds %+v", r.Scripts, r.Bounds())
	}
}

// TestQuestionsAreFair checks every question against all films, read anew.
func TestQuestionsAreFair(t *testing.T) {
	films := cinema(800)
	byID := map[film.ID]*film.Film{}
	titles := map[string]bool{}
	for _, f := range films {
		byID[f.ID] = f
		titles[words(f.Title)] = true
	}
	for _, q := range Questions(slices.Values(films), 7, 60) {
		if len(q.Relevant) == 0 || !slices.IsSorted(q.Relevant) {
			t.Fatalf("%v: right are %v", q, q.Relevant)
		}
		var want []film.ID
		for _, f := range films {
			title := words(f.Title)
			wanted := byID[q.Relevant[0]]
			var right bool
			switch q.Class {
			case Title:
				right = title == words(q.Text)
			case TitleYear:
				right = fmt.Sprintf("%s %d", title, *f.Year) == words(q.Text)
			case Typo, Part:
				right = title == words(wanted.Title)
			case DirectorKeyword:
				right = slices.ContainsFunc(f.Keywords, func(k string) bool { return *f.Director+" "+k == q.Text })
			case Plot:
				right = !slices.ContainsFunc(strings.Fields(q.Text), func(w string) bool {
					return !slices.Contains(text.Words(*f.Overview), w)
				})
			}
			if right {
				want = append(want, f.ID)
			}
		}
		if !slices.Equal(q.Relevant, want) {
			t.Errorf("%s %q: right are %v, want %v", q.Class, q.Text, q.Relevant, want)
		}
		title := words(byID[q.Relevant[0]].Title)
		switch q.Class {
		case Typo:
			if titles[q.Text] || !nearlyEqual(strings.Fields(q.Text), strings.Fields(title)) {
				t.Errorf("%q is a title or no typo of %q", q.Text, title)
			}
		case Part:
			if titles[q.Text] || !strings.Contains(" "+title+" ", " "+q.Text+" ") || len(strings.Fields(q.Text)) < 2 {
				t.Errorf("%q is a title or no part of %q", q.Text, title)
			}
		case Plot:
			if n := len(strings.Fields(q.Text)); n < 3 || n > 5 || len(q.Relevant) > 3 {
				t.Errorf("%q: %d words, %d right answers", q.Text, n, len(q.Relevant))
			}
		}
	}
}

func TestFamousNamesakesMakeAQuestionUnfair(t *testing.T) {
	few, many := 100, 5000
	films := []*film.Film{
		{ID: 1, Title: "The Long Quiet Road", Ratings: film.Ratings{FilmdbVotes: &few}},
		{ID: 2, Title: "A Long Quiet Night", Ratings: film.Ratings{FilmdbVotes: &many}},
	}
	for _, q := range Questions(slices.Values(films), 1, 10) {
		if q.Class == Part && q.Text == "long quiet" && slices.Contains(q.Relevant, 1) {
			t.Errorf("%q is asked for the film hardly anyone means", q.Text)
		}
	}
	c := collect(slices.Values(films))
	if !c.outshone(0, []int{0, 1}) || c.outshone(1, []int{0, 1}) {
		t.Error("the film with a fiftieth of the votes is outshone, the other is not")
	}
}

func TestMarks(t *testing.T) {
	questions := []Question{
		{Class: Title, Text: "first", Relevant: []film.ID{7}},
		{Class: Title, Text: "second", Relevant: []film.ID{5, 7}},
		{Class: Title, Text: "eleventh", Relevant: []film.ID{11}},
		{Class: Plot, Text: "nothing", Relevant: []film.ID{1}},
	}
	r := Evaluate(questions, func(q string, k int) []film.ID {
		switch q {
		case "first":
			return []film.ID{7, 5}
		case "second":
			return []film.ID{9, 7, 5}
		case "eleventh":
			return []film.ID{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
		}
		return nil
	})
	if got, want := r.Of(Title), (Metrics{Title, 3, 0.5, 1.0 / 3, 2.0 / 3}); got != want {
		t.Errorf("marks %v, want %v", got, want)
	}
	if got := r.Worst(); got != (Metrics{Plot, 1, 0, 0, 0}) {
		t.Errorf("worst %v", got)
	}
	if len(r.Missed) != 3 || r.Missed[0].Rank != 2 || r.Missed[1].Rank != 0 {
		t.Errorf("missed %v", r.Missed)
	}
	if got := r.Of(Typo); got != (Metrics{Class: Typo}) {
		t.Errorf("what was not asked has the mark %v", got)
	}
	short := 0
	for _, b := range r.Bounds() {
		if !b.Kept() {
			short++
		}
	}
	if short != len(made) {
		t.Errorf("%d of %d classes are short: bad answers and no questions must not pass", short, len(made))
	}
}
