package prompt_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/taste/prompt"
)

// titled are films that do not exist, whose titles are hard to tell from other words, by how well
// known they are.
var titled = []struct {
	title string
	year  int
	fame  float64
}{
	{"Once More", 1999, 0.70}, {"Over And Out", 1985, 0.80}, {"The Weekend", 1990, 0.57}, // common words
	{"Dark", 2001, 0.70}, {"Nail Biting", 2002, 0.80}, {"Western", 2003, 0.80}, {"Horror Orchard", 1990, 0.70}, // of the lexicon
	{"1917", 2019, 0.80},
	{"Juno Halvard Rime", 1980, 0.70}, {"Otto Vell", 1981, 0.80}, {"Tove Maren Lisk", 1982, 0.55}, // of people
	{"Vault", 1970, 0.70}, {"Terminus", 1984, 0.80}, {"Robotica", 1983, 0.92}, {"Lanternist", 1986, 0.65}, {"Lanternoid", 1987, 0.70},
	{"Velvet Harpoon", 1972, 0.55}, {"Copper Marigold", 1973, 0.55}, {"Ivory Pendulum", 1974, 0.65}, {"Quartz Lagoon", 1975, 0.70},
	{"Rune And Vale", 1939, 0.15}, {"Rune & Vale", 2009, 0.85}, // written in two ways
}

// lookalikes returns the films of titled, with films whose keywords and directors are called so.
func lookalikes() []*film.Film {
	var films []*film.Film
	add := func(title string, year int, fame float64, director string, keywords ...string) {
		votes := int(math.Expm1(fame * math.Log1p(3e6)))
		f := &film.Film{ID: film.ID(5001 + len(films)), Title: title, Year: &year, Genres: []string{"Drama"}, Keywords: keywords}
		f.Ratings.FilmdbVotes = &votes
		if director != "" {
			f.Director = &director
		}
		films = append(films, f)
	}
	for _, t := range titled {
		add(t.title, t.year, t.fame+0.001, "")
	}
	for i := range 40 {
		add(fmt.Sprint("Filler ", i), 1960, 0.1, "", "robotica", "velvet harpoon")
	}
	for _, name := range []string{"Juno Halvard Rime", "Otto Vell", "Tove Maren Lisk"} {
		for i := range 4 {
			add(fmt.Sprint("Opus ", i, " ", name[:4]), 1965, 0.9, name)
		}
	}
	return films
}

// REQ F2-58: each rule for titles is needed: of its sentence it alone decides whether the film is
// heard.
func TestEachRuleForTitlesDecides(t *testing.T) {
	x := open(t, lookalikes()...)
	names, heard := prompt.TitleRules()
	examples := map[string]struct{ sentence, title string }{
		"year in brackets, capitals":      {"Dark (2001)", "Dark"},
		"year in brackets, plain words":   {"once more (1999)", "Once More"},
		"year in brackets, unusual words": {"horror orchard (1990)", "Horror Orchard"},
		"year behind unusual words":       {"robot orchard 2009", "Robot Orchard"},
		"year behind common words":        {"I loved Once More 1999", "Once More"},

		"number with a unit":      {"I watched 1917 minutes", "1917"},
		"number that was watched": {"I watched 1917 yesterday", "1917"},
		"number that came out":    {"1917 was great", "1917"},
		"number":                  {"1917", "1917"},

		"genre or place":                       {"my favorite Western", "Western"},
		"phrase of the lexicon":                {"I loved nail biting", "Nail Biting"},
		"phrase of the lexicon, nothing liked": {"my Nail Biting evening", "Nail Biting"},
		"what films are about":                 {"a film about Robot Orchard", "Robot Orchard"},

		"person":                          {"people say Juno Halvard Rime again", "Juno Halvard Rime"},
		"person in small letters":         {"I loved juno halvard rime", "Juno Halvard Rime"},
		"person of two names":             {"I loved Otto Vell", "Otto Vell"},
		"person, film less known":         {"yesterday we loved Tove Maren Lisk again", "Tove Maren Lisk"},
		"second word of a name":           {"I liked Greta Vault", "Vault"},
		"series":                          {"all the Terminus movies", "Terminus"},
		"series that is a theme":          {"all the Robotica movies", "Robotica"},
		"title alone":                     {"The Weekend.", "The Weekend"},
		"list of titles":                  {"Once More, Robot Orchard", "Once More"},
		"list of titles in small letters": {"lanternist, robot orchard", "Lanternist"},

		"several words compared with":       {"a film like over and out", "Over And Out"},
		"common words in small letters":     {"I loved once more", "Once More"},
		"common words that were watched":    {"I loved Once More", "Once More"},
		"common words in a list":            {`I loved Robot Orchard, "zzyzx" Once More`, "Once More"},
		"common words, each with a capital": {"people say Over And Out again", "Over And Out"},

		"one word that is a theme":              {"robotica was great", "Robotica"},
		"something is said of it":               {"lanternist was great", "Lanternist"},
		"one word that was watched":             {"I saw lanternist yesterday", "Lanternist"},
		"theme with a capital that was watched": {"I saw Robotica yesterday", "Robotica"},
		"one word in a list":                    {`I loved Robot Orchard, "zzyzx" lanternoid`, "Lanternoid"},
		"one word, and little else":             {"terminus", "Terminus"},
		"one word with a capital":               {"people say Terminus again", "Terminus"},
		"one word as a clause":                  {"Terminus", "Terminus"},

		"several words with capitals that were watched": {"I loved Velvet Harpoon", "Velvet Harpoon"},
		"several words that were watched":               {"I loved copper marigold", "Copper Marigold"},
		"several words with capitals":                   {"people say Ivory Pendulum again", "Ivory Pendulum"},
		"several words":                                 {"people say robot orchard again", "Robot Orchard"},
		"several words as a clause":                     {"quartz lagoon", "Quartz Lagoon"},

		"what the wish is to differ from": {"Once More, but with a plot", "Once More"},
		"likewise in small letters":       {"over and out but calmer", "Over And Out"},
	}
	for _, name := range names {
		e, ok := examples[name]
		if !ok {
			t.Errorf("no sentence reaches the rule %q", name)
			continue
		}
		if got := likes(x, e.sentence, e.title); got != heard[name] {
			t.Errorf("%s: %q: %s heard: %v", name, e.sentence, e.title, got)
		}
		if got := likes(x.WithoutTitleRule(name), e.sentence, e.title); got == heard[name] {
			t.Errorf("%s: %q: other rules decide the same: %s heard: %v", name, e.sentence, e.title, got)
		}
	}
	for name := range maps.Keys(examples) {
		if !slices.Contains(names, name) {
			t.Errorf("no rule %q", name)
		}
	}
	if len(slices.Compact(slices.Sorted(slices.Values(names)))) < len(names) {
		t.Error("two rules of one name")
	}
}

// likes reports whether a film is heard in a sentence.
func likes(x *prompt.Reader, sentence, title string) bool {
	r := x.Read(sentence).Request
	return slices.ContainsFunc(append(r.Like, r.Dislike...), func(n prompt.FilmRef) bool { return n.Title == title })
}

// REQ F2-179: the surname of a director whom everybody knows is theirs in small letters, too, but not behind an article
// in a text that tells what somebody does.
func TestSurnamesInSmallLetters(t *testing.T) {
	var films []*film.Film
	director, year, votes := "Ivo Strandel", 1965, 2_000_000
	for i := range 8 {
		title := fmt.Sprint("Reel ", i)
		if i == 7 {
			title = "The Strangling"
		}
		films = append(films, &film.Film{ID: film.ID(7001 + i), Title: title, Year: &year, Genres: []string{"Drama"}, Director: &director, Ratings: film.Ratings{FilmdbVotes: &votes}})
	}
	x := open(t, films...)
	for sentence, want := range map[string]bool{
		"strandel 1960s": true, "a strandel": true, "a strandel film that is set in one house": true,
		"a boy dances and his father is a strandel": false,
	} {
		if got := len(understand(x, sentence).People) > 0; got != want {
			t.Errorf("%q: somebody is asked for: %t", sentence, got)
		}
	}
	for sentence, want := range map[string]bool{"anything with Ivo": true, "anything by Ivo": true, "anything about Ivo": false, "anything with ivo": false} { // REQ F2-181
		if got := len(understand(x, sentence).People) > 0; got != want {
			t.Errorf("%q: somebody is asked for: %t", sentence, got)
		}
	}
	if got := understand(x, "I have seen all the Strandels, another drama").NotPeople; !slices.Equal(got, []string{director}) { // REQ F2-181
		t.Errorf("whose films were all seen is ruled out: %q", got)
	}
	if got := understand(x, "a drama, we already saw all the stranglings").Dislike; len(got) != 1 || got[0].Title != "The Strangling" { // REQ F2-185
		t.Errorf("of which all parts were seen is ruled out: %v", got)
	}
}
