package forecast

import (
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/screenplay/measure"
)

// Builder collects what is known of each film and writes File.
type Builder struct {
	history    history
	filmPeople []people
	plans      map[uint32]plan // of films with a gross only
	// overviewStems are, by document, the stems of what a film's makers would say of it
	// beforehand (its overview), and allStems those of all that is known of it now
	// (overview and keywords); of films with a gross only.
	overviewStems, allStems map[uint32][]stem
	stems                   map[string]uint64 // digests of stems, by word
	titles                  map[uint32]string

	before    *TrainedModels // models to take over; nil for none
	sameFilms bool           // before is of the same films
	tookOver  bool
}

// NewBuilder starts an empty builder. The features of the films whose screenplay
// was measured are not learned from: they did not help (docs/cards/forecast.md).
func NewBuilder(_ map[film.ID]measure.Vector) *Builder {
	return &Builder{
		overviewStems: map[uint32][]stem{}, allStems: map[uint32][]stem{},
		stems: map[string]uint64{}, titles: map[uint32]string{}, plans: map[uint32]plan{},
	}
}

// Add takes the next film of the catalogue; it keeps nothing of f but strings.
// Films must be added in order of document.
func (b *Builder) Add(d catalog.Doc, f *film.Film) {
	s := b.history.add(f)
	b.filmPeople = append(b.filmPeople, s)
	if _, gross := Believed(f); f.Year == nil || gross == nil {
		return
	}
	overview := ""
	if f.Overview != nil {
		overview = *f.Overview
	}
	b.overviewStems[uint32(d)] = stems(overview, b.stems)
	b.allStems[uint32(d)] = stems(overview+" "+strings.Join(f.Keywords, " "), b.stems)
	b.titles[uint32(d)] = f.Title
	b.plans[uint32(d)] = planOf(f)
}

// plan is what a film's makers decide before it is made, beside its people: kept until
// the models have learned from it.
type plan struct {
	countries, languages []uint16
	runtime, month       int
}

// planOf returns the plan of a film, as far as its record tells.
func planOf(f *film.Film) plan {
	languages := f.Languages
	if f.Language != nil && !slices.Contains(languages, *f.Language) {
		languages = append([]string{*f.Language}, languages...)
	}
	return plan{codes(f.Countries), codes(languages), known(f.Runtime), month(f.ReleaseDate)}
}

// archive makes the archive of all films. What it knows of films in general (norms,
// how rare words are) it learns from those before the horizon.
func (b *Builder) archive(horizon int) *archive {
	a := &archive{history: &b.history}
	column := func(of func(*people) []uint64) *credits {
		rows := make([][]uint64, len(b.filmPeople))
		for i := range b.filmPeople {
			rows[i] = of(&b.filmPeople[i])
		}
		return gather(rows)
	}
	a.directed = column(func(s *people) []uint64 { return s.directors })
	a.played = column(func(s *people) []uint64 { return s.cast })
	a.made = column(func(s *people) []uint64 { return s.companies })
	a.written = column(func(s *people) []uint64 { return s.writers })
	a.index()
	a.pool = a.gatherPool()
	allStems := make([][]stem, len(a.pool))
	for i, d := range a.pool {
		allStems[i] = b.allStems[d]
	}
	var named []keyEntry
	for d, title := range b.titles {
		for _, key := range phrases(title) {
			named = append(named, keyEntry{key, d})
		}
	}
	a.phraseIndex = newKeyIndex(named)
	known := a.before(horizon)
	a.synopses = newTFIDFIndex(allStems, known)
	a.prepare()
	a.norms = a.normsOf(known)
	return a
}

// inputs returns the inputs of a film of the pool, as its makers would have stated
// them.
func (b *Builder) inputs(a *archive, d uint32) *inputs {
	s := &b.filmPeople[d]
	title := b.titles[d]
	return &inputs{
		year: int(a.year[d]), budget: a.budget[d], genres: a.genres[d],
		titleParts: readTitle(title), title: titleKey(title), words: wordCount(title),
		directors: s.directors, cast: s.cast, companies: s.companies, writers: s.writers,
		countries: b.plans[d].countries, languages: b.plans[d].languages,
		runtime: b.plans[d].runtime, month: b.plans[d].month,
		stems: b.overviewStems[d],
	}
}
