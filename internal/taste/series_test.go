package taste

import (
	"slices"
	"testing"

	"kinodex/internal/film"
)

func TestNumbersBehindATitleTellASeries(t *testing.T) {
	for key, want := range map[string]struct {
		title    string
		numbered bool
	}{
		"the glass vault":            {"the glass vault", false},
		"the glass vault 2":          {"the glass vault", true},
		"the glass vault part ii":    {"the glass vault", true},
		"the glass vault part three": {"the glass vault", true},
		"vault vol 2":                {"vault", true},
		"part ii":                    {"part", true},
		"apollo 13":                  {"apollo 13", false},
		"1984":                       {"1984", false},
		"ii":                         {"ii", false},
		"two clocks":                 {"two clocks", false},
		"":                           {"", false},
	} {
		if title, numbered := seriesTitle(key); title != want.title || numbered != want.numbered {
			t.Errorf("%q: %q, %v", key, title, numbered)
		}
	}
}

func TestFilmsOfASeriesAreAlikeWithoutPeopleInCommon(t *testing.T) {
	films := varied("The Glass Vault",
		func(f *film.Film) {
			f.Title, f.Keywords, f.Overview = "The Glass Vault: Part III", []string{"wedding"}, ptr("A wedding is robbed.")
		},
		func(f *film.Film) { f.Title, f.Genres = "The Glass Vault", []string{"Comedy"} })
	x := build(t, films, "")
	first, third := x.Titled("The Glass Vault", 1995), doc(t, x, "The Glass Vault: Part III")
	all, _, _ := x.Similar(first[0], 3)
	if !slices.Contains(all, third) {
		t.Errorf("like The Glass Vault: %q", titles(x, all))
	}
}
