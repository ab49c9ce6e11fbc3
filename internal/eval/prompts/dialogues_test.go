package prompts

import (
	"slices"
	"testing"
)

// A collection lists people and words before the films that it takes for recommended.
func TestRecommendedFilmsAreTheLastNames(t *testing.T) {
	for _, c := range []struct {
		names []string
		films int
		want  []string
	}{
		{[]string{"The Rock", "San Andreas", "Die Hard"}, 2, []string{"San Andreas", "Die Hard"}},
		{[]string{"Tom Hanks", "actor", "Big"}, 1, []string{"Big"}},
		{[]string{"Joker", "Joker", "Arthur"}, 2, []string{"Joker", "Arthur"}},
		{[]string{"drama"}, 0, nil},
	} {
		if got := recommended(c.names, c.films); !slices.Equal(got, c.want) {
			t.Errorf("%q, %d films: %q, want %q", c.names, c.films, got, c.want)
		}
	}
}

// Names of people and common words that are titles, too, are no recommendations.
func TestNamesOfPeopleAreNoTitles(t *testing.T) {
	given := map[string]bool{"arnold": true, "greta": true, "oscar": true, "danny": true}
	for _, c := range []struct {
		reply, name string
		want        bool
	}{
		{"the leading actor is Keanu Reaves", "Keanu", false},
		{"a guy named Arthur Fleck becomes mad", "Arthur", false},
		{"Ashley Judd and Jonah Hauer-King play the main characters", "The King", false},
		{"I love a good Arnold movie.", "Arnold", false},
		{"It won an Oscar for its screen play", "Oscar", false},
		{"It's Danny all grown up.", "Danny", false},
		{"I watched one recently called Greta. It's about an old lady.", "Greta", true},
		{"Simon Pegg and Rebecca Ferguson.", "Simon Sez", false},
		{"Denny is a Formula One race car driver", "The Formula", false},
		{"it's a mockumentary about a group of vampires", "Vampires", false},
		{"thats dope! what did you like about it?", "Dope", false},
		{"i like dark comedies", "Dark Command", false},
		{"Joker is a great film.", "Joker", true},
		{"Have you seen the joker?", "Joker", true},
		{"i just watched The Irishman... have you seen it?", "The Irishman", true},
		{"Have you ever watched The Shining?", "The Shining", true},
		{"Shazam", "Shazam!", true},
		{"how about that new terminator dark fate", "Terminator: Dark Fate", true},
		{"Have you seen Queen and Slim?", "Queen & Slim", true},
		{"There's a 2019 film called Shadow", "The Shadow", true},
		{"Brie Larson Stars in this movie", "", false},
	} {
		if got := titled(c.reply, c.name, given); got != c.want {
			t.Errorf("%q in %q: %v, want %v", c.name, c.reply, got, c.want)
		}
	}
}

// What was named before is no recommendation, whatever the film is called in full.
func TestNamedBeforeIsToldByWords(t *testing.T) {
	said := wordsOf("I love the Star Wars movies. And Queen & Slim!")
	for title, want := range map[string]bool{"Star Wars": true, "The Star Wars": true, "Queen and Slim": true, "Wars and": false, "Star Trek": false, "": false} {
		if got := said.has(title); got != want {
			t.Errorf("%q: %v, want %v", title, got, want)
		}
	}
}
