package taste

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/intern"
	"kinodex/internal/taste/embedding"
	"kinodex/internal/taste/feature"
	"kinodex/internal/text"
)

// Builder collects what is known of each film and writes File. It keeps each string once, and
// of the films numbers only. It serves one goroutine: Add for every film of the catalogue,
// CoLikes at most once, then Write once.
type Builder struct {
	vocabularies [feature.Kinds]vocabulary
	stems        map[string]string // of plot words met, since stemming is slow
	first        []uint32          // by film, where its entries start
	entries      []entry
	figures      []filmFigures
	titles       []title
	ratings      *ratings      // what an operator imported; nil for none
	before       *TrainedModel // to take over; nil for none
	vectors      *embedding.Builder
}

// filmFigures are what a film has besides features.
// moviedb is 0 when the film has no such id, runtime is in minutes and 0 when unknown, and
// quality is the master score divided by 100.
type filmFigures struct {
	id       film.ID
	moviedb  uint32
	year     int16 // 0 when unknown
	runtime  uint16
	fame     float32 // 0 to 1
	quality  float32 // 0 to 1
	content  bool
	oscars   uint8 // wins
	nominees uint8
}

// entry is a feature of a film while building: kind, the number of its spelling in the
// vocabulary of that kind, and its term frequency.
type entry struct {
	kind   feature.Kind
	word   uint32
	weight float32
}

// vocabulary numbers the folded spellings of a kind in order of appearance.
// All of it is indexed by those numbers; shown is empty for kinds that are not named.
type vocabulary struct {
	spellings intern.Table
	shown     intern.List // the spelling met first
	films     []uint32    // how many films have it
}

// NewBuilder returns a builder of no films.
func NewBuilder() *Builder {
	return &Builder{stems: map[string]string{}, first: []uint32{0}, vectors: embedding.NewBuilder(0)}
}

// Encode has Write make vectors of at most so many films, the best known, but for those of texts that are
// as they were in the table before, which may be nil. It is called before the first Add.
func (b *Builder) Encode(most int, before *embedding.Table) {
	b.vectors = embedding.NewBuilder(most)
	b.vectors.TakeOver(before)
}

// Add takes the next film of the catalogue. d must be 0 for the first film and one more for
// each after. It keeps nothing of f but strings.
func (b *Builder) Add(d catalog.Doc, f *film.Film) {
	start := len(b.entries)
	feature.Of(f, func(x feature.Feature) { b.note(start, x) })
	for _, e := range b.entries[start:] {
		b.vocabularies[e.kind].films[e.word]++
	}
	b.first = append(b.first, uint32(len(b.entries)))
	b.figures = append(b.figures, figuresOf(f))
	b.addTitles(uint32(d), f)
	b.vectors.Add(uint32(d), f)
}

// note adds a feature to the film whose entries begin at start. A feature that the film has
// already is not added again; of a plot word the count rises. Spellings are compared folded,
// plot words by their stems, title words as they are. What folds to nothing is left out.
func (b *Builder) note(start int, x feature.Feature) {
	key := x.Shown
	switch x.Kind {
	case feature.PlotWord:
		if key = b.stem(x.Shown); key == "" {
			return
		}
	case feature.TitleWord:
	default:
		if key = text.Fold(x.Shown); key == "" {
			return
		}
	}
	v := &b.vocabularies[x.Kind]
	n := v.spellings.Number(key)
	if int(n) == len(v.films) {
		v.films = append(v.films, 0)
		if x.Kind.Named() {
			v.shown.Append(text.Clean(x.Shown))
		}
	}
	for i := start; i < len(b.entries); i++ {
		if e := &b.entries[i]; e.kind == x.Kind && e.word == n {
			if x.Kind == feature.PlotWord {
				e.weight++
			}
			return
		}
	}
	b.entries = append(b.entries, entry{x.Kind, n, x.Weight})
}

// stem returns plotStem of a word, which it remembers.
func (b *Builder) stem(word string) string {
	if s, known := b.stems[word]; known {
		return s
	}
	word = strings.Clone(word) // not a part of some long text
	s := feature.PlotStem(word)
	b.stems[word] = s
	return s
}

// figuresOf returns the figures of a film. What is unknown is 0.
// Values beyond the range of their type are cut to it.
func figuresOf(f *film.Film) filmFigures {
	s := filmFigures{id: f.ID, content: film.HasContent(f), fame: fame(f), quality: float32(f.Ratings.MasterScore / 100)}
	if f.Year != nil && *f.Year > 0 && *f.Year < math.MaxInt16 {
		s.year = int16(*f.Year)
	}
	if f.Runtime != nil {
		s.runtime = uint16(max(0, min(*f.Runtime, math.MaxUint16)))
	}
	if id := f.ExternalIDs.MoviedbID; id != nil && *id > 0 && *id < math.MaxUint32 {
		s.moviedb = uint32(*id)
	}
	if w := f.Awards.OscarWins; w != nil {
		s.oscars = uint8(max(0, min(*w, 255)))
	}
	if n := f.Awards.OscarNoms; n != nil {
		s.nominees = uint8(max(0, min(*n, 255)))
	}
	return s
}

// fullFame is the number of votes of a film that everybody knows.
const fullFame = 3e6

// fame returns how well known a film is, from 0 (no votes) to 1 (fullFame votes or more):
// ln(1 + votes) / ln(1 + fullFame), of the votes of whichever database counts more.
func fame(f *film.Film) float32 {
	votes := 0
	for _, v := range []*int{f.Ratings.FilmdbVotes, f.Ratings.MoviedbVotes} {
		if v != nil {
			votes = max(votes, *v)
		}
	}
	return float32(min(1, math.Log1p(float64(votes))/math.Log1p(fullFame)))
}

// title is a key under which a film can be named. Several films may have the same key, and a
// film has one or two.
type title struct {
	key  string // its words, or its folded form when it has none
	doc  uint32
	fame float32
}

// addTitles notes the title of a film and, when its key differs, the original title.
func (b *Builder) addTitles(d uint32, f *film.Film) {
	known := b.figures[d].fame
	key := feature.TitleKey(f.Title)
	b.titles = append(b.titles, title{key, d, known})
	if f.OriginalTitle != nil {
		if other := feature.TitleKey(*f.OriginalTitle); other != key {
			b.titles = append(b.titles, title{other, d, known})
		}
	}
}

// sortTitles orders titles by key, then by fame, the best known film first, then by place in
// the catalogue.
func sortTitles(titles []title) {
	slices.SortFunc(titles, func(a, b title) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.fame, a.fame), cmp.Compare(a.doc, b.doc))
	})
}
