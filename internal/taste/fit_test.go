package taste

import (
	"slices"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/taste/tastetest"
)

// Each thing that a prompt asks for is met or not, film by film; what it rules out is not among them.
func TestFitsTellWhatAFilmMeets(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	docs := []catalog.Doc{}
	for _, title := range []string{"The Glass Vault", "Paper Thieves", "Bare Bones", "The Glass Vault"} {
		d, ok := x.Resolve(title)
		if !ok {
			t.Fatalf("no film %s", title)
		}
		docs = append(docs, d)
	}
	for prompt, want := range map[string][]WishFit{
		"crime comedy, at most two hours":  {{"genres", "Crime", true}, {"genres", "Comedy", false}, {"runtime", "", false}},
		"a heist, with Lena Ferro":         {{"people", "Lena Ferro", true}, {"themes", "heist", true}},
		"from the 80s, no horror":          {{"years", "", false}},
		"something about a heist or robot": nil,
		"zzyzx qwxq":                       nil,
		"":                                 nil,
	} {
		got := x.Fits(prompt, docs)
		if len(got) != len(docs) || !slices.Equal(got[0], got[3]) {
			t.Fatalf("%q: %+v", prompt, got)
		}
		if prompt == "something about a heist or robot" {
			if len(got[0]) != 2 || got[0][0].Met == got[0][1].Met {
				t.Errorf("%q: %+v, want each theme on its own", prompt, got[0])
			}
			continue
		}
		if !slices.Equal(got[0], want) {
			t.Errorf("%q: %+v, want %+v", prompt, got[0], want)
		}
		for _, f := range got[2] {
			if f.Met {
				t.Errorf("%q: a film of which nothing is known meets %+v", prompt, f)
			}
		}
	}
	if got := x.Fits("crime comedy", nil); len(got) != 0 {
		t.Errorf("no films: %+v", got)
	}
}
