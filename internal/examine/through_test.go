package examine

import (
	"slices"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/search"
)

// TRACE: the unified search does as well as the lists, for it has
// their ranking.
func TestSearchAnswersAsTheCatalogueDoes(t *testing.T) {
	films := cinema(900)
	c := catalogtest.Open(t, films)
	questions := Questions(slices.Values(films), DevelopmentSeed, 60)
	byList := Score(questions, ThroughCatalog(c))
	bySearch := Score(questions, ThroughSearch(c, search.New(c, nil)))
	if len(byList.Marks) != len(Classes) || !slices.Equal(byList.Marks, bySearch.Marks) {
		t.Errorf("through search %+v, through the lists %+v", bySearch.Marks, byList.Marks)
	}
	// Scripts take places behind their films, never the first.
	var all []catalog.Doc
	for d := range c.Len() {
		all = append(all, catalog.Doc(d))
	}
	scripted := Score(questions, ThroughSearch(c, search.New(c, all)))
	for i, m := range scripted.Marks {
		if m.Recall1 != byList.Marks[i].Recall1 || m.MRR10 > byList.Marks[i].MRR10 || m.MRR10 < m.Recall1 {
			t.Errorf("with scripts %+v, without %+v", m, byList.Marks[i])
		}
	}
	if ids := ThroughSearch(c, search.New(c, nil))("M", 10); ids != nil {
		t.Errorf("a text of one letter finds %v", ids)
	}
}
