package search

import (
	"math/bits"

	"kinodex/internal/index"
)

// Field is where in a film words were found (REQ R-09).
type Field uint8

// The fields. Of several that have equally many of the words, the first is told.
const (
	Title Field = iota
	Cast
	Crew
	Genres
	Keywords
	Overview
)

// String gives the field's name in the interface.
func (f Field) String() string {
	return [...]string{"title", "cast", "crew", "genres", "keywords", "overview"}[f]
}

// evidence finds out why a film matches.
type evidence struct {
	words  words
	places []index.Place // where each word is in the film, by the index
	// described says that the text tells of a film: it may name nobody, so that a word of it in a
	// title or a name says nothing.
	described bool
}

// inProse reports whether every word is in the film's prose: overview or tagline.
func (e *evidence) inProse() bool {
	for _, p := range e.places {
		if !p.Prose() {
			return false
		}
	}
	return true
}

// those gives the words whose place is such, as bits.
func (e *evidence) those(such ...func(index.Place) bool) (held uint64) {
	for i, p := range e.places[:min(len(e.places), len(e.words))] {
		for _, is := range such {
			if is(p) {
				held |= 1 << i
			}
		}
	}
	return held
}

// find gives the field that has most of the words, and the text there: of a list
// the entries that have them, of prose the part around the first. A film that
// has no word anywhere but as its year, or in a title that was mistyped, was
// found by its title. The tagline counts as part of the overview. What a description tells of is
// in the subjects or the prose of a film, or means the same as its prose.
func (e *evidence) find(f filmRecord) (Field, string) {
	best, most := Title, 0
	if !e.described {
		most = bits.OnesCount64(e.those(index.Place.Title))
	}
	var entries listMatch
	better := func(field Field, in listMatch) {
		if n := bits.OnesCount64(in.held); n > most {
			best, most, entries = field, n, in
		}
	}
	if people := e.those(index.Place.People, index.Place.Director); !e.described && bits.OnesCount64(people) > most {
		e.findPeople(f, people, better)
	}
	if subjects := e.those(index.Place.Subject); bits.OnesCount64(subjects) > most {
		better(Genres, e.among(listed(f, genresField), subjects, true))
		if bits.OnesCount64(subjects) > most {
			better(Keywords, e.among(listed(f, keywordsField), subjects, true))
		}
	}
	switch prose := e.those(index.Place.Prose); {
	case bits.OnesCount64(prose) > most, e.described && best == Title && len(f.text(overviewField)) > 0:
		return Overview, e.prose(f)
	case best == Title:
		return Title, e.title(f)
	}
	return best, entries.quote()
}

// findPeople offers what cast and crew have of the words. Who directed comes first,
// for that says most of a film; then whoever has all the words in one name.
func (e *evidence) findPeople(f filmRecord, people uint64, better func(Field, listMatch)) {
	if directed := e.among(directors(f), people, false); directed.together == people {
		better(Crew, directed)
		return
	}
	cast := e.among(castNames(f), people, false)
	if cast.together == people {
		better(Cast, cast)
		return
	}
	crew := e.among(crewNames(f), people, false)
	if crew.together == people {
		better(Crew, crew)
	}
	better(Cast, cast)
	better(Crew, crew)
}

// title gives the title, or the first of the original one and of what the film is called
// elsewhere that has more of the words.
func (e *evidence) title(f filmRecord) string {
	title := f.text(titleField)
	if e.those(index.Place.OtherTitle) != 0 {
		most := bits.OnesCount64(e.words.in(title, true))
		better := func(other []byte) {
			if n := bits.OnesCount64(e.words.in(other, true)); n > most {
				title, most = other, n
			}
		}
		better(f.text(originalField))
		for other := range otherTitles(f) {
			better(other)
		}
	}
	return excerpt(title, span{})
}

// prose gives the part of the overview around its first word that was searched
// for; of the tagline, where the overview has none.
func (e *evidence) prose(f filmRecord) string {
	overview := f.text(overviewField)
	at, ok := e.words.first(overview)
	if !ok {
		tagline := f.text(taglineField)
		if at, ok := e.words.first(tagline); ok {
			return excerpt(tagline, at)
		}
	}
	return excerpt(overview, at)
}
