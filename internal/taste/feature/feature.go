// Package feature has the index of what films have: who made them, their keywords, genres, places
// and words, each a feature with a number, and the films of each. The ranking compares films by
// it, and the reader of prompts finds in it what words may mean.
package feature

import (
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// Kind is a kind of feature. The order is part of the file format: a change of it
// needs a new version of the format.
type Kind uint8

const (
	Director Kind = iota
	Writer
	Actor
	Keyword
	Genre
	Company
	Country
	Language
	TitleWord
	PlotWord
	Kinds // how many kinds the file has
	// Note is the kind of tags that films are noted to have (catalog.Notes), which stand beside the file.
	Note
)

// String returns the name of the kind in section names of the file. It panics for kinds that the file does not have.
func (k Kind) String() string {
	return [...]string{"directors", "writers", "actors", "keywords", "genres", "companies", "countries", "languages",
		"title_words", "plot_words"}[k]
}

// Named reports whether features of the kind have a spelling that can be shown. Words of
// titles and plots are only compared.
func (k Kind) Named() bool { return k < TitleWord }

// Feature is one feature of a film before it is weighted: as the record spells it, and
// how strongly it belongs to the film (the term frequency of TF-IDF).
type Feature struct {
	Kind   Kind
	Shown  string
	Weight float32
}

// billing returns how much a place in the cast counts, from 1 for the first (order 0): the
// fifth counts half as much.
func billing(order int) float32 { return 4 / float32(4+order) }

// Of calls yield for each feature of a film. Directors and writers come once each,
// other features as often as the record has them, plot words once for each occurrence in
// overview, tagline and keywords. The order follows the record's, so that it is the same
// every time.
func Of(f *film.Film, yield func(Feature)) {
	for _, name := range Directors(f) {
		yield(Feature{Director, name, 1})
	}
	var seen []string
	for _, c := range f.CrewSummary["writing"] {
		if !slices.Contains(seen, c.Name) {
			seen = append(seen, c.Name)
			yield(Feature{Writer, c.Name, 1})
		}
	}
	for i, r := range f.Cast {
		yield(Feature{Actor, r.Name, billing(i)})
	}
	for _, w := range f.Keywords {
		yield(Feature{Keyword, w, 1})
	}
	for _, g := range f.Genres {
		yield(Feature{Genre, g, 1})
	}
	for _, c := range f.ProductionCompanies {
		yield(Feature{Company, c.Name, 1})
	}
	for _, c := range f.Countries {
		yield(Feature{Country, c, 1})
	}
	if f.Language != nil {
		yield(Feature{Language, *f.Language, 1})
	}
	for w := range text.Tokens(f.Title) {
		if len(w) > 1 {
			yield(Feature{TitleWord, w, 1})
		}
	}
	for _, prose := range []*string{f.Overview, f.Tagline} {
		if prose != nil {
			for w := range text.Tokens(*prose) {
				yield(Feature{PlotWord, w, 1})
			}
		}
	}
	for _, k := range f.Keywords {
		for w := range text.Tokens(k) {
			yield(Feature{PlotWord, w, 1})
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
