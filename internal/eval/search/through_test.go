package search

import (
	"slices"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/eval"
	"kinodex/internal/film"
	"kinodex/internal/search"
)

// REQ: the unified search does as well as the lists, for it has
// their ranking.
func TestSearchAnswersAsTheCatalogueDoes(t *testing.T) {
	films := cinema(900)
	c := catalogtest.Open(t, films)
	questions := Questions(slices.Values(films), eval.DevelopmentSeed, 60)
	byList := Evaluate(questions, ThroughFinder(c, c.Find, film.MatchAuto))
	bySearch := Evaluate(questions, ThroughSearch(c, search.New(c, nil)))
	if len(byList.Classes) != len(made) || !slices.Equal(byList.Classes, bySearch.Classes) {
		t.Errorf("through search %+v, through the lists %+v", bySearch.Classes, byList.Classes)
	}
	// Scripts take places behind their films, never the first.
	var all []catalog.Doc
	for d := range c.Len() {
		all = append(all, catalog.Doc(d))
	}
	scripted := Evaluate(questions, ThroughSearch(c, search.New(c, all)))
	for i, m := range scripted.Classes {
		if m.Recall1 != byList.Classes[i].Recall1 || m.MRR10 > byList.Classes[i].MRR10 || m.MRR10 < m.Recall1 {
			t.Errorf("with scripts %+v, without %+v", m, byList.Classes[i])
		}
	}
	if ids := ThroughSearch(c, search.New(c, nil))("M", 10); ids != nil {
		t.Errorf("a text of one letter finds %v", ids)
	}
}
