package forecast

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"kinodex/internal/pack"
	"kinodex/internal/text"
)

// tfidfIndex holds the stems of what films are about, weighted by TF-IDF (Salton,
// Buckley, "Term-weighting approaches in automatic text retrieval", 1988), with the
// films each is in. Films are numbered by their place in the pool, which is in order
// of year, so that the films before a year are the first ones.
type tfidfIndex struct {
	terms   []uint64  // digests of stems, ascending
	idf     []float32 // by term: ln(1 + films / films with it)
	where   lists     // by term, ascending places
	weights []float32 // beside where.items: the term's share in a vector of length 1
}

// words that tell nothing about a story.
var stopWords = map[string]bool{
	"the": true, "a": true, "an": true, "and": true, "or": true, "but": true, "of": true, "to": true,
	"in": true, "on": true, "at": true, "by": true, "for": true, "with": true, "from": true, "into": true,
	"is": true, "are": true, "was": true, "were": true, "be": true, "been": true, "has": true, "have": true,
	"had": true, "he": true, "she": true, "it": true, "they": true, "his": true, "her": true, "its": true,
	"their": true, "him": true, "them": true, "who": true, "whom": true, "whose": true, "which": true,
	"that": true, "this": true, "these": true, "when": true, "where": true, "while": true, "as": true,
	"after": true, "before": true, "then": true, "than": true, "not": true, "no": true, "up": true, "out": true,
	"about": true, "will": true, "must": true, "can": true, "one": true, "all": true, "film": true, "movie": true,
	"story": true, "plot": true, "add": true, "what": true, "how": true, "only": true, "himself": true,
	"herself": true, "themselves": true, "over": true, "so": true, "if": true, "more": true, "through": true,
	"find": true, "finds": true, "get": true, "gets": true, "being": true, "against": true,
}

// emptyWords stand in texts of any kind, so that a film is not about them. They are weighed
// like others, since what was learned rests on the weights, but never told as shared.
const emptyWords = `about above according across add after again against ago all almost alone along already also although always among
another any anybody anyone anything apart around away back because become becomes becoming been before began begin beginning begins being
behind below best better between beyond both bring brings came can cannot come comes coming could couple decide decided decides despite did
different discover discovers does doesn done down due during each either else end ends enough especially even eventually ever every everybody everyone
everything everywhere except few film films find first five for forced forces former four from further gets getting give given gives
goes going good got great had happen happens has have having help helps hence here hers high how however instead into itself join just
keep keeps kind know known knows last later lead leads learn learns least leave leaves left less let lets like little live lives living long look looking
looks made main make makes making man many may maybe meanwhile meet meets might mine more most move moves movie much must myself name named near nearly
need needs neither never new next nobody none nor not nothing now off often old once one ones only onto other others otherwise our ours
out over own part past people perhaps person place put puts quite rather real really same see seem seems sees set sets several shall she should show shows
since six small some somebody somehow someone something sometimes somewhere soon start starts still story such take taken takes taking tell tells ten than that
their theirs themselves there therefore these they thing things this those though three through throughout thus time times together too took toward
towards tried tries true try trying turn turned turns two under unless unlike until upon used uses using very via want wants was
way ways well went were what whatever whenever wherever whether whichever whoever whole whom whose why will with within without work works
would year years yet you young your yourself`

// most words of a synopsis that are read: longer ones repeat themselves.
const mostWords = 600

// stem is a stem of a text: its digest, how often it occurs and the word that first
// stood for it.
type stem struct {
	key   uint64
	times int
	word  string
}

// stems reads a text into its stems, in order of first occurrence.
// read keeps the digests of words from one text to the next; it may be nil.
func stems(s string, read map[string]uint64) []stem {
	var found []stem
	at := map[uint64]int{}
	n := 0
	for w := range text.Tokens(s) {
		if n++; n > mostWords {
			break
		}
		if len(w) < 3 || stopWords[w] {
			continue
		}
		key, ok := read[w]
		if !ok {
			key = keyOf(text.Stem(w))
			if read != nil {
				read[w] = key
			}
		}
		if i, seen := at[key]; seen {
			found[i].times++
			continue
		}
		at[key] = len(found)
		found = append(found, stem{key, 1, w})
	}
	return found
}

// queryTerm is a term of a project's synopsis: its index in terms, its weight (a
// vector of length 1 over all terms that are known) and the project's word for it.
type queryTerm struct {
	term   uint32
	weight float32
	word   string
}

// weigh returns the terms of a text with weights (1 + ln times) * idf, normalised.
// Stems that no film has count for nothing.
func (t *tfidfIndex) weigh(stems []stem) []queryTerm {
	var found []queryTerm
	var square float64
	for _, s := range stems {
		i, ok := slices.BinarySearch(t.terms, s.key)
		if !ok {
			continue
		}
		w := (1 + math.Log(float64(s.times))) * float64(t.idf[i])
		square += w * w
		found = append(found, queryTerm{uint32(i), float32(w), s.word})
	}
	if square > 0 {
		for i := range found {
			found[i].weight /= float32(math.Sqrt(square))
		}
	}
	return found
}

// cosines adds, to each of the first places of the pool, the cosine between the
// query's terms and the film there.
func (t *tfidfIndex) cosines(queryTerms []queryTerm, into []float32) {
	for _, th := range queryTerms {
		start := 0
		if th.term > 0 {
			start = int(t.where.ends[th.term-1])
		}
		for i, place := range t.where.items[start:t.where.ends[th.term]] {
			if int(place) >= len(into) {
				break
			}
			into[place] += th.weight * t.weights[start+i]
		}
	}
}

// shared returns the words of the query that the film at a place has too, at most
// most, those that weigh most first. Empty words are left out.
func (t *tfidfIndex) shared(queryTerms []queryTerm, place uint32, most int) []string {
	type word struct {
		word   string
		weight float32
	}
	var words []word
	for _, th := range queryTerms {
		start := 0
		if th.term > 0 {
			start = int(t.where.ends[th.term-1])
		}
		if i, ok := slices.BinarySearch(t.where.of(th.term), place); ok {
			words = append(words, word{th.word, th.weight * t.weights[start+i]})
		}
	}
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(b.weight, a.weight) })
	empty := strings.Fields(emptyWords)
	var names []string
	for _, w := range words {
		if len(names) < most && !slices.Contains(empty, w.word) {
			names = append(names, w.word)
		}
	}
	return names
}

// newTFIDFIndex indexes the stems of the pool's films, by place. How rare terms are is
// counted over the first known places only, so that a trial does not learn it from the
// films it is tried on.
func newTFIDFIndex(pool [][]stem, known int) *tfidfIndex {
	t := &tfidfIndex{}
	counts := map[uint64]int{}
	for i, film := range pool {
		for _, s := range film {
			if i < known {
				counts[s.key]++
			} else if counts[s.key] == 0 {
				counts[s.key] = 0
			}
		}
	}
	for key := range counts {
		t.terms = append(t.terms, key)
	}
	slices.Sort(t.terms)
	index := make(map[uint64]uint32, len(t.terms))
	t.idf = make([]float32, len(t.terms))
	for i, key := range t.terms {
		index[key] = uint32(i)
		t.idf[i] = float32(math.Log(1 + float64(known)/float64(max(counts[key], 1))))
	}
	type posting struct {
		place  uint32
		weight float32
	}
	posts := make([][]posting, len(t.terms))
	for place, film := range pool {
		for _, th := range t.weigh(film) {
			posts[th.term] = append(posts[th.term], posting{uint32(place), th.weight})
		}
	}
	for _, p := range posts {
		for _, q := range p {
			t.where.items = append(t.where.items, q.place)
			t.weights = append(t.weights, q.weight)
		}
		t.where.ends = append(t.where.ends, uint32(len(t.where.items)))
	}
	return t
}

// write writes terms, inverse document frequencies, lists and weights.
// Errors stay in w.
func (t *tfidfIndex) write(w *pack.Writer) {
	pack.PutSection(w, "themes/terms", t.terms)
	pack.PutSection(w, "themes/rarity", t.idf)
	t.where.write(w, "themes/where")
	pack.PutSection(w, "themes/weights", t.weights)
}

// readTFIDFIndex reads an index of so many places; terms must ascend.
func readTFIDFIndex(r *pack.Reader, pool int) *tfidfIndex {
	t := &tfidfIndex{terms: pack.Column[uint64](r, "themes/terms", pack.Any)}
	r.Require(slices.IsSorted(t.terms), "terms")
	t.idf = pack.Column[float32](r, "themes/rarity", len(t.terms))
	t.where = readLists(r, "themes/where", len(t.terms), pool)
	t.weights = pack.Column[float32](r, "themes/weights", len(t.where.items))
	return t
}
