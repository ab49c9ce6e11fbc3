package recommend

import (
	"fmt"
	"strconv"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/taste"
	"kinodex/internal/taste/feature"
	"kinodex/internal/taste/prompt"
	"kinodex/internal/text"
)

// Prompts are what the sentences of recommendations are checked with: each kind
// of wish a prompt can hold, alone and together.
var Prompts = []string{
	"funny heist movies from the 90s", "Korean thrillers after 2010", "something like Heat but funnier",
	"no horror, nothing with Tom Cruise, under two hours, about robots", "hidden gem science fiction about time travel",
	"oscar winning war dramas directed by Spielberg", "a slow burn japanese ghost story, not too long",
	"a film in French with Isabelle Huppert", "uplifting sports movie for the whole family", "what should I watch tonight?",
	"like The Matrix but without violence", "Hitchcock's films from the fifties", "movies like Amélie and Toy Story",
	"dark psychological thriller between 1960 and 1975", "classic film noir with Humphrey Bogart", "Quentin Tarantino movies",
	"scary movies without gore or ghosts", "more recent than Alien and like Alien", "romantic comedy set in Paris",
	"less violent than Kill Bill: Vol. 1", "films by Agnès Varda", "nothing too sad, I want a cozy animated film",
	"oscar nominated documentary about music", "Italian westerns of the sixties, at least two hours", "a blockbuster with dinosaurs",
	"quirky Danish comedies", "sad films about war and children", "epic adventures in the desert", "short films about love",
	"underrated crime films in Spanish", "like Spirited Away, but from South Korea", "tense submarine films", "robots in love",
}

// SentenceCheck counts the sentences of recommendations, and those that the records
// confirm.
type SentenceCheck struct {
	Prompts, Sentences, True int
	// False are some that are not.
	False []string
}

// checkSentences asks for recommendations with every prompt and checks each sentence
// against the records of the films it names. At most 20 false ones are kept.
func checkSentences(x *taste.Taste, films *catalog.Catalog) (SentenceCheck, error) {
	mark := SentenceCheck{Prompts: len(Prompts)}
	for _, p := range Prompts {
		got := x.Recommend(taste.Request{Prompt: p, Limit: 20})
		var liked []*film.Film
		for _, l := range got.Understood.Like {
			d, _ := films.ByID(l.ID)
			f, err := films.Film(d)
			if err != nil {
				return mark, err
			}
			liked = append(liked, f)
		}
		for _, pick := range got.Films {
			f, err := films.Film(pick.Doc)
			if err != nil {
				return mark, err
			}
			mark.Sentences++
			if SentenceHolds(pick.Reason, f, liked) {
				mark.True++
			} else if len(mark.False) < 20 {
				mark.False = append(mark.False, fmt.Sprintf("%s: %s", f.ID, pick.Reason))
			}
		}
	}
	return mark, nil
}

// SentenceHolds reports whether everything that a recommendation's sentence says is
// in the film's record and, where it says "like", in that of the liked film. A
// sentence that it cannot parse does not hold.
func SentenceHolds(said string, f *film.Film, liked []*film.Film) bool {
	body, ok := strings.CutSuffix(text.Fold(said), ".")
	if !ok {
		return false
	}
	facts := func(rest string) bool { return factsHold(rest, f, liked) }
	afterYear := func(rest string) bool {
		if f.Year != nil {
			if more, is := strings.CutPrefix(rest, " from "+strconv.Itoa(*f.Year)); is && facts(more) {
				return true
			}
		}
		return facts(rest)
	}
	if rest, is := strings.CutPrefix(body, "a film"); is && len(f.Genres) == 0 {
		return afterYear(rest)
	}
	return eachList(body, f.Genres, afterYear)
}

// factsHold reports whether a text consists of facts of a film, each after a comma.
func factsHold(said string, f *film.Film, liked []*film.Film) bool {
	if said == "" {
		return true
	}
	next := func(rest string) bool { return factsHold(rest, f, liked) }
	for _, x := range []struct {
		lead string
		of   func(*film.Film) []string
	}{
		{", directed by ", feature.Directors},
		{", written by ", func(f *film.Film) []string { return jobs(f, "writing") }},
		{", with ", cast},
		{", with the keyword ", func(f *film.Film) []string { return inQuotes(f.Keywords) }},
		{", with the keywords ", func(f *film.Film) []string { return inQuotes(f.Keywords) }},
		{", whose synopsis mentions ", func(f *film.Film) []string { return inQuotes(overviewWords(f)) }},
		{", from ", func(f *film.Film) []string { return called(f.Countries, prompt.CountryName) }},
		{", in ", func(f *film.Film) []string { return called(language(f), prompt.LanguageName) }},
	} {
		rest, is := strings.CutPrefix(said, x.lead)
		if !is {
			continue
		}
		if eachList(rest, x.of(f), next) {
			return true
		}
		for _, l := range liked {
			like := func(rest string) bool {
				more, is := strings.CutPrefix(rest, " like "+text.Fold(l.Title))
				return is && next(more)
			}
			if eachList(rest, both(x.of(f), x.of(l)), like) {
				return true
			}
		}
	}
	for _, fact := range figures(f) {
		if rest, is := strings.CutPrefix(said, ", "+fact); is && next(rest) {
			return true
		}
	}
	return false
}

// figures are the facts about numbers that a sentence may tell, and the one about a meaning, which no record can
// be held against.
func figures(f *film.Film) (facts []string) {
	if f.Runtime != nil {
		facts = append(facts, fmt.Sprintf("%d minutes long", *f.Runtime))
	}
	if f.Ratings.Filmdb != nil {
		facts = append(facts, fmt.Sprintf("rated %.1f", *f.Ratings.Filmdb))
	}
	for says, n := range map[string]*int{"winner of": f.Awards.OscarWins, "nominated for": f.Awards.OscarNoms} {
		switch {
		case n == nil:
		case *n == 1:
			facts = append(facts, says+" 1 oscar")
		case *n > 1:
			facts = append(facts, fmt.Sprintf("%s %d oscars", says, *n))
		}
	}
	if f.Overview != nil {
		facts = append(facts, "whose synopsis is close in meaning to your description")
	}
	return facts
}

// eachList tries every list of the names (a, b and c) that a text can begin
// with, and says whether what is left passes for any of them.
func eachList(said string, names []string, passes func(rest string) bool) bool {
	for _, n := range names {
		rest, is := strings.CutPrefix(said, text.Fold(n))
		if !is {
			continue
		}
		if passes(rest) {
			return true
		}
		for _, sep := range []string{", ", " and "} {
			if more, is := strings.CutPrefix(rest, sep); is && eachList(more, names, passes) {
				return true
			}
		}
	}
	return false
}

// both gives the names that are in both lists, folded.
func both(a, b []string) (all []string) {
	for _, x := range a {
		for _, y := range b {
			if same(x, y) {
				all = append(all, x)
				break
			}
		}
	}
	return all
}

func inQuotes(words []string) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = "“" + w + "”"
	}
	return all
}

func overviewWords(f *film.Film) []string {
	if f.Overview == nil {
		return nil
	}
	return text.Words(*f.Overview)
}

func language(f *film.Film) []string {
	if f.Language == nil {
		return nil
	}
	return []string{*f.Language}
}

func called(codes []string, name func(string) string) []string {
	all := make([]string, len(codes))
	for i, c := range codes {
		all[i] = name(c)
	}
	return all
}
