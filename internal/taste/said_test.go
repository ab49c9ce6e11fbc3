package taste

import (
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/taste/tastetest"
)

// REQ M-45: what is no film is what somebody is in the mood for, and a title that is also a wish is a
// title where it is written as one.
func TestWhatSomebodySaysIsDivided(t *testing.T) {
	films := tastetest.Films()
	for i, title := range []string{"Comedy", "Funny Games", "Alien", "A Quiet Long Love Story"} {
		films = append(films, &film.Film{ID: film.ID(900 + i), Title: title, Year: ptr(1990 + i), Genres: []string{"Drama"}, Keywords: []string{"alien"}})
	}
	x := build(t, films, "")
	for said, want := range map[string]struct {
		liked  []string
		prompt string
	}{
		"The Glass Vault":                              {[]string{"The Glass Vault"}, ""},
		"the glass vault\n\nTwo Clocks\r\n":            {[]string{"The Glass Vault", "Two Clocks"}, ""},
		"The Glass Vault; Two Clocks (1991);tt0000103": {[]string{"The Glass Vault", "Two Clocks", "Paper Thieves"}, ""},
		"Tin Heart, Blood Tide":                        {[]string{"Tin Heart", "Blood Tide"}, ""},
		"Tin Heart, something funny":                   {nil, "Tin Heart, something funny"},
		"Tin Heart\nsomething funny, no horror":        {[]string{"Tin Heart"}, "something funny, no horror"},
		"No Such Film":                                 {nil, "No Such Film"},
		"comedy":                                       {nil, "comedy"},
		"Comedy":                                       {nil, "Comedy"},
		"Comedy (1990)":                                {[]string{"Comedy"}, ""},
		"funny games":                                  {nil, "funny games"},
		"Funny Games":                                  {[]string{"Funny Games"}, ""},
		"Alien":                                        {[]string{"Alien"}, ""},
		"alien":                                        {nil, "alien"},
		"":                                             {nil, ""},
		" \n;;\n , ":                                   {nil, ","},
		"tt9999999":                                    {nil, "tt9999999"},
		"a crime film from the nineties\nRobot Orchard": {[]string{"Robot Orchard"}, "a crime film from the nineties"},
	} {
		liked, prompt := x.Said(said)
		if got := titles(x, liked); !slices.Equal(got, want.liked) && len(got)+len(want.liked) > 0 || prompt != want.prompt {
			t.Errorf("%q: %q and %q, want %q", said, got, prompt, want)
		}
	}
}
