package prompt_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/taste/prompt"
)

// REQ F2-58: each way to rule something out is needed: without it a sentence is read otherwise.
func TestEachNegationDecides(t *testing.T) {
	x := open(t, lookalikes()...)
	forms, words := prompt.Negations()
	examples := map[string]struct{ sentence, want string }{
		"not only":               {"not only comedies", `{}`},
		"no objection":           {"we would not say no to horror", `{"genres":["Horror"]}`},
		"no matter":              {"I don't mind horror", `{}`},
		"who asks":               {"I'm a robot engineer and want a comedy", `{"genres":["Comedy"]}`},
		"answer":                 {"no I want a comedy", `{"genres":["Comedy"]}`},
		"less":                   {"less violent", `{"not_moods":["violent"]}`},
		"too much":               {"Robot Orchard is too scary", `{"like":[{"filmdb_id":"tt0000108","title":"Robot Orchard"}],"not_moods":["scary"]}`},
		"not necessarily":        {"a comedy, not about robots necessarily", `{"genres":["Comedy"]}`},
		"denied of a known film": {"I have seen it but it isn't a comedy", `{}`},
		"denied twice":           {"no evening is right without horror", `{"genres":["Horror"]}`},
		"ruled out":              {"no horror", `{"not_genres":["Horror"]}`},
		"swapped for":            {"swap the horror for a comedy", `{"genres":["Comedy"],"not_genres":["Horror"]}`},
		"nobody does":            {"a comedy where nobody murders", `{"genres":["Comedy"],"not_themes":["murders"]}`},
		"but":                    {"no horror but a comedy", `{"genres":["Comedy"],"not_genres":["Horror"]}`},
		"preferred over":         {"I prefer a comedy over horror", `{"genres":["Comedy"],"not_genres":["Horror"]}`},
		"more than":              {"more robots than murder", `{"themes":["robots"],"not_themes":["murder"]}`},
		"rather":                 {"no horror just a comedy", `{"genres":["Comedy"],"not_genres":["Horror"]}`},

		"not a degree": {"not so violent exciting comedy", `{"genres":["Comedy"],"moods":["exciting"],"not_moods":["violent"]}`},
		"not":          {"not a comedy", `{"not_genres":["Comedy"]}`},
		"not wanted":   {"we are not into lanternist", `{"unknown":["lanternist"],"ignored":["lanternist"]}`},
		"dislike":      {"tired of horror", `{"not_genres":["Horror"]}`},
		"without":      {"without horror", `{"not_genres":["Horror"]}`},
	}
	names := slices.Concat(forms, words)
	for _, name := range names {
		e, ok := examples[name]
		if !ok {
			t.Errorf("no sentence reaches %q", name)
			continue
		}
		if got, _ := json.Marshal(understand(x, e.sentence)); string(got) != e.want {
			t.Errorf("%s: %q:\n got %s\nwant %s", name, e.sentence, got, e.want)
		}
		if got, _ := json.Marshal(understand(x.WithoutNegation(name), e.sentence)); string(got) == e.want {
			t.Errorf("%s: %q: is read the same without it", name, e.sentence)
		}
	}
	if len(names) != len(examples) {
		t.Errorf("%d forms, %d sentences", len(names), len(examples))
	}
}

// REQ F2-58, F2-176: words behind a thing rule it out as words in front do, and nothing else.
func TestWordsBehindRuleOut(t *testing.T) {
	x := open(t, lookalikes()...)
	for sentence, want := range map[string]string{
		"horror is a no-go": `{"not_genres":["Horror"]}`,
		"a comedy, not Robot Orchard or anything with Otto Brandis": `{"genres":["Comedy"],"not_people":["Otto Brandis"],"dislike":[{"filmdb_id":"tt0000108","title":"Robot Orchard"}]}`,
		"horror, war films: no thanks, a comedy":                    `{"genres":["Comedy"],"not_genres":["Horror","War"]}`,
		"We saw three horror films. Enough. A comedy":               `{"genres":["Comedy"],"not_genres":["Horror"]}`,
		"It is not a weekend without horror":                        `{"genres":["Horror"]}`,
		"there isn't a comedy I don't love":                         `{"genres":["Comedy"]}`,
		"horror was fun, can't stand it now. a comedy":              `{"genres":["Comedy"],"not_genres":["Horror"]}`,
		"horror, again? I wanted a comedy":                          `{"genres":["Comedy"],"not_genres":["Horror"]}`,
		"tried Robot Orchard, gave up. a comedy":                    `{"genres":["Comedy"],"dislike":[{"filmdb_id":"tt0000108","title":"Robot Orchard"}]}`,
		"horror gives my dad nightmares, so a comedy":               `{"genres":["Comedy"],"not_genres":["Horror"]}`,
		"a comedy, but horrifying it can't be":                      `{"genres":["Comedy"],"not_moods":["scary"]}`,
		"horror's out of the question":                              `{"not_genres":["Horror"]}`,
		"a comedy, horror is not an option":                         `{"genres":["Comedy"],"not_genres":["Horror"]}`,
		"comedies please but horror is off the table":               `{"genres":["Comedy"],"not_genres":["Horror"]}`,
		"I like comedies and horror is a no-go":                     `{"genres":["Comedy"],"not_genres":["Horror"]}`,
		"horror and war films are out":                              `{"not_genres":["Horror","War"]}`,
		"horror? no thanks. a comedy":                               `{"genres":["Comedy"],"not_genres":["Horror"]}`,
		"a comedy, romance need not apply":                          `{"genres":["Comedy"],"not_genres":["Romance"]}`,
		"a gore-free war film":                                      `{"genres":["War"],"not_themes":["gore"]}`,
		"anything with Otto Brandis is a hard no":                   `{"not_people":["Otto Brandis"]}`,
		"films from the 80s are not for me":                         `{"not_years":[{"from":1980,"to":1989}]}`,
		"Robot Orchard is not my cup of tea, a comedy":              `{"genres":["Comedy"],"dislike":[{"filmdb_id":"tt0000108","title":"Robot Orchard"}]}`,
		"a comedy to hang out with friends":                         `{"genres":["Comedy"]}`,
		"horror bores me to tears, a comedy":                        `{"genres":["Comedy"],"not_genres":["Horror"]}`,
		"a comedy, horror gives us nightmares":                      `{"genres":["Comedy"],"not_genres":["Horror"]}`,
		"a film that scares me and gives me goose":                  `{"moods":["scary"],"unknown":["gives","goose"],"ignored":["gives","goose"]}`,
		"war films are so overrated":                                `{"not_genres":["War"]}`,
		"something that is not boring":                              `{}`,
		"horror can stay where it is":                               `{"not_genres":["Horror"]}`,
		"a comedy that can stay with me":                            `{"genres":["Comedy"]}`,
		"comedy yes, horror no":                                     `{"genres":["Comedy"],"not_genres":["Horror"]}`,
		"comedy, sure. Horror, absolutely not.":                     `{"genres":["Comedy"],"not_genres":["Horror"]}`,
		"if it has robots in it, I'm out":                           `{"not_themes":["robots"]}`,
		"horror? I'd rather not":                                    `{"not_genres":["Horror"]}`,
		"war films have never been my cup of tea":                   `{"not_genres":["War"]}`,
		"no horror. And crime neither":                              `{"not_genres":["Horror","Crime"]}`,
		"no horror. And a comedy please":                            `{"genres":["Comedy"],"not_genres":["Horror"]}`,
		"nothing beats a comedy":                                    `{"genres":["Comedy"]}`,
		"you can never have too many comedies":                      `{"genres":["Comedy"]}`,
		"I wouldn't kick a comedy out":                              `{"genres":["Comedy"]}`,
		"why not a comedy":                                          `{"genres":["Comedy"]}`,
		"is it a comedy? no":                                        `{}`,
		"a comedy that came out in 1999":                            `{"genres":["Comedy"],"years":[{"from":1999,"to":1999}]}`,
		"not really into horror":                                    `{"not_genres":["Horror"]}`,
		"hold the gore":                                             `{"not_themes":["gore"]}`,
		"nothing wrong with horror":                                 `{}`,
		"no more than 100 minutes":                                  `{"runtime":{"to":100}}`,
		"no less than 100 minutes":                                  `{"runtime":{"from":100}}`,
		"not older than 10 years":                                   `{"years":[{"from":2009}]}`,
		"nothing older than 20 years":                               `{"years":[{"from":1999}]}`,
		"less than 5 years old":                                     `{"years":[{"from":2014}]}`,
		"at least 30 years old":                                     `{"years":[{"to":1988}]}`,
		"a comedy, no over and out":                                 `{"genres":["Comedy"],"dislike":[{"filmdb_id":"tt0005002","title":"Over And Out"}]}`,
		"not over and out stuff":                                    `{"dislike":[{"filmdb_id":"tt0005002","title":"Over And Out"}]}`,
		"I am not over and out":                                     `{}`,
		"not like rune and vale":                                    `{"dislike":[{"filmdb_id":"tt0005022","title":"Rune \u0026 Vale"}]}`,
		"I'm a big fan of robots":                                   `{"themes":["robots"]}`,
		"I am a robot, who wants a comedy":                          `{"genres":["Comedy"]}`,
	} {
		if got, _ := json.Marshal(understand(x, sentence)); string(got) != want {
			t.Errorf("%q:\n got %s\nwant %s", sentence, got, want)
		}
	}
}

// REQ F2-58: a list of what is ruled out goes on over "or with" and "or too", and ends where something is
// offered instead.
func TestNegationsReachAsFarAsTheyAreMeant(t *testing.T) {
	x := open(t, lookalikes()...)
	for sentence, want := range map[string]string{
		"nothing scary or with robots":                 `{"not_moods":["scary"],"not_themes":["robots"]}`,
		"no horror, with robots":                       `{"not_genres":["Horror"],"themes":["robots"]}`,
		"nothing about murder, maybe robots or crime":  `{"genres":["Crime"],"themes":["robots"],"not_themes":["murder"]}`,
		"a comedy that isn't too violent or too long":  `{"genres":["Comedy"],"runtime":{"to":125},"not_moods":["violent"]}`,
		"a comedy we can both sit through":             `{"genres":["Comedy"]}`,
		"I would rather be ill than sit through crime": `{"not_genres":["Crime"],"unknown":["ill"],"ignored":["ill"]}`,
		"prefer funny or crime over slow":              `{"genres":["Crime"],"moods":["funny"],"not_moods":["slow"]}`,
		"prefer comedies over 90 minutes":              `{"genres":["Comedy"],"runtime":{"from":91}}`,
		"I'd rather see a comedy than a war film":      `{"genres":["Comedy"],"not_genres":["War"]}`,
		"more sad than violent":                        `{"moods":["sad"],"not_moods":["violent"]}`,
		"not sad, not long, max 80 min":                `{"runtime":{"to":80},"not_moods":["sad"]}`,
	} {
		if got, _ := json.Marshal(understand(x, sentence)); string(got) != want {
			t.Errorf("%q:\n got %s\nwant %s", sentence, got, want)
		}
	}
}

// REQ F2-58: what happened to somebody, and how old people are, bounds no film; a novelist and a director
// are heard by their names.
func TestWhatIsToldOfPeopleBoundsNoFilm(t *testing.T) {
	x := open(t, append(lookalikes(), novels()...)...)
	for sentence, want := range map[string]string{
		"he passed away last year, a comedy please": `{"genres":["Comedy"],"unknown":["passed"],"ignored":["passed"]}`,
		"comedies from last year":                   `{"genres":["Comedy"],"years":[{"from":2018,"to":2018}]}`,
		"a romance of people over sixty":            `{"genres":["Romance"],"themes":["old age"]}`,
		"comedies over sixty":                       `{"genres":["Comedy"],"runtime":{"from":61}}`,
		"ada quillfeather adaptations":              `{"people":["Ada Quillfeather"]}`,
		"based on Ada Quillfeather":                 `{"people":["Ada Quillfeather"]}`,
		"amundholt crime films":                     `{"genres":["Crime"],"people":["Sigrid Amundholt"]}`,
		"I've seen all of Amundholt, what next?":    `{"not_people":["Sigrid Amundholt"],"like":[{"filmdb_id":"tt0006001","title":"Chapter 0"},{"filmdb_id":"tt0006002","title":"Chapter 1"},{"filmdb_id":"tt0006003","title":"Chapter 2"}]}`,
		"Amundholt films, but not by Amundholt":     `{"not_people":["Sigrid Amundholt"],"like":[{"filmdb_id":"tt0006001","title":"Chapter 0"},{"filmdb_id":"tt0006002","title":"Chapter 1"},{"filmdb_id":"tt0006003","title":"Chapter 2"}]}`,
		"crime, but less robotica":                  `{"genres":["Crime"],"not_themes":["robotica"]}`,
		"crime set in modern times":                 `{"genres":["Crime"]}`,
		"westerns, I have seen all of Amundholt":    `{"genres":["Western"],"not_people":["Sigrid Amundholt"]}`,
		"like Robot Orchard, older films welcome":   `{"like":[{"filmdb_id":"tt0000108","title":"Robot Orchard"}]}`,
		"like Robot Orchard, older films":           `{"years":[{"to":2008}],"like":[{"filmdb_id":"tt0000108","title":"Robot Orchard"}]}`,
		"I watched a Lanternist":                    `{"like":[{"filmdb_id":"tt0005015","title":"Lanternist"}]}`,
		"not a lanternist":                          `{"unknown":["lanternist"],"ignored":["lanternist"]}`,
		"a crime film in colour":                    `{"genres":["Crime"],"not_themes":["black and white"]}`,
		"which Amundholt is best?":                  `{"people":["Sigrid Amundholt"]}`,
	} {
		if got, _ := json.Marshal(understand(x, sentence)); string(got) != want {
			t.Errorf("%q:\n got %s\nwant %s", sentence, got, want)
		}
	}
}

// novels are films by one director that a novelist, who directs none, is named as a writer of.
func novels() (films []*film.Film) {
	votes, year, director := 2_000_000, 1990, "Sigrid Amundholt"
	for i := range 6 {
		f := &film.Film{ID: film.ID(6001 + i), Title: fmt.Sprint("Chapter ", i), Year: &year, Genres: []string{"Drama"}, Director: &director}
		f.CrewSummary = film.Crew{"writing": {{Name: "Ada Quillfeather", Job: "Novel"}}}
		f.Ratings.FilmdbVotes = &votes
		films = append(films, f)
	}
	return films
}
