package index

import (
	"path/filepath"
	"slices"
	"testing"

	"kinodex/internal/pack"
)

// shelf is a small set of documents whose titles and people cross each other.
var shelf = []Document{
	0: {Title: "It", Year: 2017, People: []string{"Bill Skarsgård"}, Directors: []string{"Andy Muschietti"}, Genres: []string{"Horror"}, Keywords: []string{"clown"}, Prose: []string{"Children face a shapeshifting clown in Derry."}, Weight: 13},
	1: {Title: "Wreck-It Ralph", Year: 2012, People: []string{"John C. Reilly"}, Genres: []string{"Animation"}, Prose: []string{"A video game villain wants to be a hero and sets out to fulfil it."}, Weight: 13.5},
	2: {Title: "It Happened One Night", Year: 1934, Directors: []string{"Frank Capra"}, People: []string{"Clark Gable"}, Genres: []string{"Comedy"}, Prose: []string{"A runaway heiress meets a reporter."}, Weight: 11},
	3: {Title: "Heat", Year: 1995, Directors: []string{"Michael Mann"}, People: []string{"Al Pacino", "Robert De Niro"}, Genres: []string{"Crime"},
		Keywords: []string{"heist", "los angeles"}, Prose: []string{"A thief and a detective chase each other."}, Weight: 13.4},
	4: {Title: "Heat", Year: 1986, Directors: []string{"Dick Richards"}, People: []string{"Burt Reynolds"}, Genres: []string{"Action"}, Weight: 8},
	5: {Title: "The Heat", Year: 2013, People: []string{"Sandra Bullock"}, Genres: []string{"Comedy"}, Keywords: []string{"heist"}, Weight: 12},
	6: {Title: "Gladiator", Year: 2000, Directors: []string{"Ridley Scott"}, People: []string{"Russell Crowe"}, Genres: []string{"Drama"},
		Keywords: []string{"rome", "revenge"}, Prose: []string{"A betrayed general seeks vengeance in the arenas of Rome."}, Weight: 14},
	7: {Title: "Amélie", AltTitles: []string{"Le Fabuleux Destin d'Amélie Poulain"}, Year: 2001, Directors: []string{"Jean-Pierre Jeunet"},
		People: []string{"Audrey Tautou"}, Genres: []string{"Romance"}, Keywords: []string{"paris"},
		Prose: []string{"A shy waitress changes lives in Montmartre."}, Weight: 13},
	8:  {Title: "Spider-Man", Year: 2002, Directors: []string{"Sam Raimi"}, People: []string{"Tobey Maguire", "James Woods"}, Genres: []string{"Action"}, Keywords: []string{"superhero"}, Prose: []string{"A student bitten by a spider."}, Weight: 13.3},
	9:  {Title: "S.W.A.T.", Year: 2003, People: []string{"Colin Farrell"}, Genres: []string{"Action"}, Weight: 11.5},
	10: {Title: "The Who", Year: 1979, Genres: []string{"Documentary"}, Weight: 4},
	11: {Title: "Fast & Furious", Year: 2009, People: []string{"Vin Diesel"}, Genres: []string{"Action"}, Weight: 12.4},
	12: {Title: "Blade Runner 2049", Year: 2017, Directors: []string{"Denis Villeneuve"}, People: []string{"Ryan Gosling"}, Weight: 13.2},
	13: {Title: "Public Enemies", Year: 2009, Directors: []string{"Michael Mann"}, People: []string{"Johnny Depp"}, Keywords: []string{"bank robber", "fbi"}, Weight: 12.6},
	14: {Title: "The Notting Wall", Year: 1999, People: []string{"Terence Hill"}, Prose: []string{"A carpenter and the woods he loves; nothing burns."}, Weight: 5},
	15: {Title: "Notting Hill", Year: 1999, People: []string{"Hugh Grant", "Julia Roberts"}, Weight: 12.7},
	16: {Title: "Kartoffelsalat", Year: 2015, People: []string{"Notring Meier", "Jonah Hill"}, Weight: 3},
	17: {Title: "1917", Year: 2019, Directors: []string{"Sam Mendes"}, Weight: 13.4},
	18: {Title: "The Battle", Year: 1917, Weight: 2},
	19: {Title: "Georgia Rule", Year: 2007, Weight: 11},
	20: {Title: "Georgia, Georgia", Year: 1972, Weight: 5},
	21: {Title: "Inception", Year: 2010, Weight: 14},
	22: {Title: "The Criminally Inept", Year: 2012, Weight: 2},
}

// build writes the documents to a file and opens their index.
func build(t testing.TB, docs []Document) *Index {
	t.Helper()
	x, err := openAt(written(t, docs), len(docs))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x.Index
}

// written writes the documents' index to a file.
func written(t testing.TB, docs []Document) (path string) {
	t.Helper()
	b := NewBuilder()
	for i, d := range docs {
		b.Add(uint32(i), d)
	}
	path = filepath.Join(t.TempDir(), "text.pack")
	if err := pack.Save(path, b.WriteTo); err != nil {
		t.Fatal(err)
	}
	return path
}

// ranked gives the documents found, best first, ties by number.
func ranked(ix *Index, query string) []uint32 {
	var m Matches
	ix.Search(query, &m)
	return byScore(&m)
}

func byScore(m *Matches) []uint32 {
	order := make([]int, len(m.Docs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case m.Scores[a] > m.Scores[b]:
			return -1
		case m.Scores[a] < m.Scores[b]:
			return 1
		}
		return 0
	})
	docs := []uint32{}
	for _, i := range order {
		docs = append(docs, m.Docs[i])
	}
	return docs
}

func TestEveryFieldIsSearched(t *testing.T) { // REQ F1-07
	ix := build(t, shelf)
	for field, c := range map[string]struct {
		query string
		found []uint32
	}{
		"title":              {"gladiator", []uint32{6}},
		"other title":        {"fabuleux", []uint32{7}},
		"synopsis":           {"montmartre", []uint32{7}},
		"keyword":            {"superhero", []uint32{8}},
		"cast":               {"bullock", []uint32{5}},
		"director":           {"jeunet", []uint32{7}},
		"genre":              {"romance", []uint32{7}},
		"year":               {"1934", []uint32{2}},
		"two fields":         {"mann heist", []uint32{3}},
		"word of none":       {"zzyzx", []uint32{}},
		"one word of none":   {"gladiator zzyzx", []uint32{}},
		"words of different": {"gladiator montmartre", []uint32{}},
		"no word":            {"!?", []uint32{}},
		"empty":              {"", []uint32{}},
	} {
		t.Run(field, func(t *testing.T) {
			if got := ranked(ix, c.query); !slices.Equal(got, c.found) {
				t.Errorf("%q finds %v, want %v", c.query, got, c.found)
			}
		})
	}
}

func TestSpellingDoesNotMatter(t *testing.T) { // REQ F1-08
	ix := build(t, shelf)
	for query, want := range map[string]uint32{
		"AMELIE": 7, "amélie": 7, "Ame\u0301lie": 7, "skarsgard": 0, "Skarsgård": 0,
		"spider man": 8, "Spider-Man": 8, "spiderman": 8, "swat": 9, "s.w.a.t.": 9,
		"fast and furious": 11, "fast & furious": 11, "fast furious": 11,
		"gladiators": 6, "vengeances arena": 6,
	} {
		if got := ranked(ix, query); len(got) == 0 || got[0] != want {
			t.Errorf("%q finds %v, want %d first", query, got, want)
		}
	}
}

func TestNamesAreNotStemmed(t *testing.T) {
	ix := build(t, shelf)
	if got := ranked(ix, "wood"); !slices.Equal(got, []uint32{14}) {
		t.Errorf("wood finds %v, want the one with woods in its prose", got)
	}
	if got := ranked(ix, "woods"); !slices.Contains(got, 8) || !slices.Contains(got, 14) {
		t.Errorf("woods finds %v, want the actor's and the prose's", got)
	}
}

func TestTitlesComeFirst(t *testing.T) { // REQ R-12
	ix := build(t, shelf)
	for _, c := range []struct {
		why, query string
		order      []uint32 // of the first ones
	}{
		{"exact title before titles and prose that contain it", "it", []uint32{0}},
		{"stop words can be a title", "the who", []uint32{10}},
		{"the better known of namesakes, then titles that contain it", "heat", []uint32{3, 4, 5}},
		{"the year decides between namesakes", "heat 1986", []uint32{4}},
		{"the year may come first", "1995 heat", []uint32{3}},
		{"a title that is a number before its year", "1917", []uint32{17, 18}},
		{"a number in the title", "blade runner 2049", []uint32{12}},
		{"title with number and year", "blade runner 2049 2017", []uint32{12}},
		{"a part of the title", "happened one night", []uint32{2}},
		{"a word said twice", "georgia georgia", []uint32{20}},
		{"another title", "le fabuleux destin d'amelie poulain", []uint32{7}},
	} {
		got := ranked(ix, c.query)
		if len(got) < len(c.order) || !slices.Equal(got[:len(c.order)], c.order) {
			t.Errorf("%s: %q finds %v, want first %v", c.why, c.query, got, c.order)
		}
	}
}

// People leave out leading articles. As typed, a title to the letter still comes
// first; of two titles that are one typo away, the better known does.
func TestALeadingArticleIsNoDifferenceOnceThereIsATypo(t *testing.T) { // REQ
	ix := build(t, []Document{
		{Title: "Godfather", Year: 1991, Weight: 4},
		{Title: "The Godfather", Year: 1972, Weight: 14},
		{Title: "Godfather of Harlem", Year: 2019, Weight: 9},
		{Title: "The Matrix", Year: 1999, Weight: 14},
		{Title: "Mats", Year: 1990, Weight: 2},
	})
	for query, order := range map[string][]uint32{
		"godfather": {0, 1, 2},
		"godfathr":  {1, 0, 2},
		"matr":      {3, 4},
	} {
		if got := ranked(ix, query); !slices.Equal(got, order) {
			t.Errorf("%q finds %v, want %v", query, got, order)
		}
	}
}

func TestQueriesAcrossFieldsRankByField(t *testing.T) {
	docs := []Document{
		{Title: "The Nolan Dream", Weight: 0.1, Prose: []string{"inception of a dream"}},
		{Title: "Inception", Directors: []string{"Christopher Nolan"}, Keywords: []string{"dream"}, Weight: 14},
		{Title: "Other", People: []string{"Christopher Nolan"}, Prose: []string{"a dream"}, Weight: 14},
		{Title: "Memento", Directors: []string{"Christopher Nolan"}, Prose: []string{"It is no dream."}, Weight: 13},
	}
	ix := build(t, docs)
	if got := ranked(ix, "christopher nolan dream"); !slices.Equal(got, []uint32{1, 3, 2}) {
		t.Errorf("found %v, want director and keyword, then director and prose, then cast and prose", got)
	}
	if got := ranked(ix, "nolan dream"); got[0] != 0 {
		t.Errorf("found %v, want the title first where the query is in one", got)
	}
}

func TestTyposAreMended(t *testing.T) { // REQ R-13
	ix := build(t, shelf)
	for _, c := range []struct {
		why, query, suggested string
		first                 int // -1: nothing is found
	}{
		{"a letter left out", "gladiatr", "Gladiator", 6},
		{"a letter put in", "gladiattor", "Gladiator", 6},
		{"a letter replaced", "gladiacor", "Gladiator", 6},
		{"letters swapped", "gladaitor", "Gladiator", 6},
		{"the first letter", "bladiator", "Gladiator", 6},
		{"four letters", "haet", "Heat", 3},
		{"a word of several", "it hapened one night", "It Happened One Night", 2},
		{"title and year", "gladiatr 2000", "Gladiator", 6},
		{"in a name, which is no title", "russell crove", "", 6},
		{"the beginning of a word is not a typo", "gladia", "", 6},
		{"the words find something else, but no title", "notring hill", "Notting Hill", 15},
		{"the word's stem finds something else", "ineption", "Inception", 21},
		{"two edits", "gladaitr", "", -1},
		{"three letters", "wgo", "", -1},
		{"numbers are as they are", "1935", "", -1},
	} {
		t.Run(c.why, func(t *testing.T) {
			var m Matches
			ix.Search(c.query, &m)
			got := byScore(&m)
			if c.first < 0 {
				if len(got) > 0 || m.Fuzzy || m.DidYouMean != "" {
					t.Fatalf("%q finds %v", c.query, got)
				}
				return
			}
			if len(got) == 0 || got[0] != uint32(c.first) || !m.Fuzzy || m.DidYouMean != c.suggested {
				t.Errorf("%q finds %v, fuzzy %v, did you mean %q, want %d first and %q", c.query, got, m.Fuzzy, m.DidYouMean, c.first, c.suggested)
			}
		})
	}
}

func TestWhatIsFoundAsTypedIsNotWidened(t *testing.T) {
	ix := build(t, shelf)
	var m Matches
	ix.Search("heat", &m)
	if m.Fuzzy || m.DidYouMean != "" {
		t.Errorf("heat: fuzzy %v, did you mean %q", m.Fuzzy, m.DidYouMean)
	}
	ix.Search("notring hill", &m)
	if !slices.Equal(m.Docs, []uint32{15, 16}) {
		t.Errorf("notring hill finds %v, want what has both words and the title that was meant", m.Docs)
	}
}

func TestASearchForAllWordsIsNotWidened(t *testing.T) {
	ix := build(t, shelf)
	var m Matches
	for query, want := range map[string]int{"gladiatr": 0, "heat pacino": 1, "spider gladiator": 0} {
		if ix.SearchAll(query, &m); len(m.Docs) != want || m.Fuzzy {
			t.Errorf("%q: %d documents, fuzzy %v, want %d as typed", query, len(m.Docs), m.Fuzzy, want)
		}
	}
	if ix.Search("gladiatr", &m); len(m.Docs) == 0 || !m.Fuzzy {
		t.Error("a search widened nothing")
	}
}

func TestMergedDocumentsStandOnceAndInOrder(t *testing.T) {
	m := Matches{Docs: []uint32{2, 5, 9}, Scores: []float32{1, 2, 3}}
	m.Merge([]ScoredDoc{{12, 7}, {5, 8}, {0, 4}, {3, 5}, {4, 6}})
	if want := []uint32{0, 2, 3, 4, 5, 9, 12}; !slices.Equal(m.Docs, want) {
		t.Errorf("merged %v, want %v", m.Docs, want)
	}
	if want := []float32{4, 1, 5, 6, 8, 3, 7}; !slices.Equal(m.Scores, want) {
		t.Errorf("merged scores %v, want %v", m.Scores, want)
	}
}

func TestDocumentsAreAddedInOrder(t *testing.T) {
	b := NewBuilder()
	b.Add(1, Document{Title: "first"})
	if _, err := b.finish(); err == nil {
		t.Error("an index whose documents start at 1 was built")
	}
}

func TestEmptyIndexFindsNothing(t *testing.T) {
	ix := build(t, nil)
	for _, q := range []string{"", "it", "gladiatr", "1995", "two words"} {
		if got := ranked(ix, q); len(got) > 0 {
			t.Errorf("%q finds %v", q, got)
		}
	}
}

// Describe finds the document that most is told of, though no document has all of the words, and the
// words of a title count for little.
func TestDescribedDocumentsAreThoseMostIsToldOf(t *testing.T) {
	ix := build(t, shelf)
	for text, want := range map[string]uint32{
		"some betrayed roman general who wants vengeance in big arenas": 6,
		"clowns that change their shapes and scare children":            0,
		"she is an heiress and runs away with a newspaper reporter":     2,
		"a waitress who is shy in montmartre, heat of the night":        7,
	} {
		var m Matches
		ix.Describe(text, Reading{}, nil, &m)
		if best := m.Best(); best < 0 || m.Docs[best] != want {
			t.Errorf("%q: %v %v, want %d", text, m.Docs, m.Scores, want)
		}
	}
	var m Matches
	if ix.Describe("zzyzx", Reading{}, []uint32{3}, &m); len(m.Docs) != 0 {
		t.Errorf("a word that no document has finds %v", m.Docs)
	}
	if ix.Describe("clowns", Reading{}, []uint32{3}, &m); !slices.Contains(m.Docs, 3) {
		t.Errorf("a document that is found whatever its words is not among %v", m.Docs)
	}
}
