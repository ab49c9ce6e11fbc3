package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kinodex/internal/naming"
)

func named(name string, fame float64) candidate {
	return candidate{Suggestion: Suggestion{Text: name}, name: name, fame: fame, unlike: naming.HasElse}
}

func unlike(typed, name string) float64 {
	called := naming.NewCalled(name)
	return min(naming.HasElse, naming.NewTyped(typed).Unlike(&called))
}

// While one types, films and people are on one scale of fame, and whole words come before parts.
func TestTheLikeliestIsSuggestedFirst(t *testing.T) {
	all := []candidate{
		named("Heath Ledger", 650_000), named("Heat", 740_000), named("Heathers", 120_000), named("Heather Graham", 400_000), named("In the Heat of the Night", 85_000),
		named("The Godfather", 2_000_000), named("The Gods Must Be Crazy", 58_000), named("City of God", 800_000), named("God Bless America", 75_000),
		named("Parasite", 950_000), named("Franco Parasini", 900), named("Paradise Now", 24_000),
		named("Tom Hanks", 2_600_000), named("Tommy Boy", 100_000), named("Tom", 40), named("Léon", 1_200_000), named("Leonardo DiCaprio", 2_700_000),
		named("Sam Fell", 180_000), named("Norman Fell", 8_000), named("Federico Fellini", 1_000_000),
		named("It", 600_000), named("It Follows", 270_000), named("It's a Wonderful Life", 500_000),
	}
	for typed, want := range map[string][]string{
		"heat": {"Heat", "Heath Ledger"}, "Heat ": {"Heat"}, "heath": {"Heath Ledger"}, "heathe": {"Heather Graham"},
		"the god": {"The Godfather"}, "god": {"The Godfather", "City of God"}, "parasi": {"Parasite"},
		"tom": {"Tom Hanks"}, "leo": {"Leonardo DiCaprio", "Léon"}, "leon": {"Léon", "Leonardo DiCaprio"}, "it": {"It", "It Follows"}, "fell": {"Federico Fellini", "Sam Fell"},
	} {
		got := ranked(typed, all)
		for i, name := range want {
			if got[i].name != name {
				t.Errorf("%q: %s is suggestion %d, want %s", typed, got[i].name, i+1, name)
			}
		}
	}
}

// Somebody is suggested once, in the craft that is likeliest meant; people of one name who are two are both.
func TestAPersonIsSuggestedOnce(t *testing.T) {
	all := []candidate{
		{Suggestion: Suggestion{Path: "/directors?name=Ann+Lee"}, name: "Ann Lee"}, {Suggestion: Suggestion{Path: "/people/ann-lee"}, name: "Ann Lée"},
		{Suggestion: Suggestion{Path: "/people/bo-ek"}, name: "Bo Ek"}, {Suggestion: Suggestion{Path: "/people/bo-ek"}, name: "Bo Ek"},
		{Suggestion: Suggestion{Path: "/people/bo-ek-2"}, name: "Bo Ek"}, {Suggestion: Suggestion{Path: "/crew?name=Bo+Ek"}, name: "Bo Ek"},
	}
	var got []string
	for _, c := range once(all) {
		got = append(got, c.Path)
	}
	if want := []string{"/directors?name=Ann+Lee", "/people/bo-ek", "/people/bo-ek-2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Whatever is typed: of two names of comparable fame the one that has whole words of it precedes
// the one that has parts, a better-known one precedes one that fits as well, and the order in
// which candidates come changes nothing.
func TestWholeWordsPrecedeParts(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 30))
	words := []string{"heat", "heath", "heather", "god", "godfather", "the", "of", "night", "nights", "it", "a"}
	for range 3000 {
		typed := words[r.IntN(len(words))]
		var all []candidate
		for i := range 12 {
			name := words[r.IntN(len(words))]
			for range r.IntN(3) {
				name += " " + words[r.IntN(len(words))]
			}
			c := named(name, 1000*(1+r.Float64())) // within a factor of two
			c.Path = fmt.Sprint(i)
			c.Text += c.Path
			all = append(all, c)
		}
		got := ranked(typed, all)
		for i := range got[1:] {
			a, b := unlike(typed, got[i].name), unlike(typed, got[i+1].name)
			if a >= naming.IsBegun && b <= naming.HasWords {
				t.Fatalf("%q: %q (%.0f) precedes %q (%.0f)", typed, got[i].name, got[i].fame, got[i+1].name, got[i+1].fame)
			}
			if a == b && got[i].fame < got[i+1].fame {
				t.Fatalf("%q: %q (%.0f) precedes %q, which is better known (%.0f)", typed, got[i].name, got[i].fame, got[i+1].name, got[i+1].fame)
			}
		}
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if again := ranked(typed, all); !slices.Equal(again, got) {
			t.Fatalf("%q: %v, and in another order %v", typed, got, again)
		}
	}
}
