package taste

import (
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// kind is a kind of feature. The order is part of the file format: a change of it needs a new
// formatVersion.
type kind uint8

const (
	director kind = iota
	writer
	actor
	keyword
	genre
	company
	country
	language
	titleWord
	plotWord
	kinds
)

// String returns the name of the kind in section names of the file. It panics for kinds.
func (k kind) String() string {
	return [...]string{"directors", "writers", "actors", "keywords", "genres", "companies", "countries", "languages",
		"title_words", "plot_words"}[k]
}

// named reports whether features of the kind have a spelling that can be shown. Words of
// titles and plots are only compared.
func (k kind) named() bool { return k < titleWord }

// feature is one feature of a film before it is weighted: as the record spells it, and
// how strongly it belongs to the film (the term frequency of TF-IDF).
type feature struct {
	kind   kind
	shown  string
	weight float32
}

// billing returns how much a place in the cast counts, from 1 for the first (order 0): the
// fifth counts half as much.
func billing(order int) float32 { return 4 / float32(4+order) }

// featuresOf calls yield for each feature of a film. Directors and writers come once each,
// other features as often as the record has them, plot words once for each occurrence in
// overview, tagline and keywords. The order follows the record's, so that it is the same
// every time.
func featuresOf(f *film.Film, yield func(feature)) {
	for _, name := range Directors(f) {
		yield(feature{director, name, 1})
	}
	var seen []string
	for _, c := range f.CrewSummary["writing"] {
		if !slices.Contains(seen, c.Name) {
			seen = append(seen, c.Name)
			yield(feature{writer, c.Name, 1})
		}
	}
	for i, r := range f.Cast {
		yield(feature{actor, r.Name, billing(i)})
	}
	for _, w := range f.Keywords {
		yield(feature{keyword, w, 1})
	}
	for _, g := range f.Genres {
		yield(feature{genre, g, 1})
	}
	for _, c := range f.ProductionCompanies {
		yield(feature{company, c.Name, 1})
	}
	for _, c := range f.Countries {
		yield(feature{country, c, 1})
	}
	if f.Language != nil {
		yield(feature{language, *f.Language, 1})
	}
	for w := range text.Tokens(f.Title) {
		if len(w) > 1 {
			yield(feature{titleWord, w, 1})
		}
	}
	for _, prose := range []*string{f.Overview, f.Tagline} {
		if prose != nil {
			for w := range text.Tokens(*prose) {
				yield(feature{plotWord, w, 1})
			}
		}
	}
	for _, k := range f.Keywords {
		for w := range text.Tokens(k) {
			yield(feature{plotWord, w, 1})
		}
	}
}

// Directors returns the names of those who directed a film, each once: by the crew, or else
// by the director field. It is nil when neither names anybody. The caller owns it.
func Directors(f *film.Film) []string {
	var names []string
	for _, c := range f.CrewSummary["directing"] {
		if c.Job == "Director" && !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	if len(names) == 0 && f.Director != nil {
		names = strings.Split(*f.Director, ", ")
	}
	return names
}
