package catalog

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/naming"
	"kinodex/internal/text"
)

// Bounds of what may be meant while somebody types.
const (
	// typedFilms and typedPeople are how many films and people are well known enough to be found by a
	// part of the title or name, though it is misspelt, and films by what they are called elsewhere.
	// More of them find none more of the book of package eval/suggestions.
	typedFilms  = 12_000
	typedPeople = 8_000
	// elsewhereVotes is how much less likely such a title is meant, in the logarithm of votes.
	elsewhereVotes = 2.0
	// typedInitials is how many people are known well enough to be called by their initials.
	typedInitials = 2_000
	// leastInside is how many letters of a word inside a title must be typed for it to tell anything.
	leastInside = 3
)

// typing is the well-known films and people by what somebody types of their titles and names.
// It is made when it is first needed, in some tenths of a second for a full catalogue, and never changes.
type typing struct {
	titles  []calledFilm
	persons []calledPerson
}

type calledFilm struct {
	naming.Called
	doc uint32
}

type calledPerson struct {
	naming.Called
	name     string  // folded; of a composer as the films have it
	worth    float64 // as the logarithm of the votes of a film that is looked for as often
	composer bool
	surname  naming.Called // with its particles
	initials string        // of the best-known people of three or more names
}

// typing returns the films and people that may be meant.
func (c *Catalog) typing() *typing {
	c.typingOnce.Do(func() {
		t, g, rank := &typing{}, c.known(), c.votes.desc.rank
		limit := uint32(min(typedFilms, c.votes.known))
		for i := range c.titles.titles.Len() {
			if d := c.titles.docs[i]; rank[d] < limit {
				t.titles = append(t.titles, calledFilm{naming.NewCalled(c.titles.titles.Text(i)), d})
			}
		}
		persons := g.persons[:min(typedPeople, len(g.persons))]
		for _, p := range slices.Concat(persons, c.composers()) {
			one := calledPerson{Called: naming.NewCalled(p.name), name: p.name, worth: p.worth(), composer: len(t.persons) >= len(persons)}
			words := text.Words(p.name)
			if from := surnameOf(words); from > 0 {
				one.surname = naming.NewCalled(join(words[from:]))
			}
			if len(t.persons) < typedInitials && len(words) >= leastInitials {
				one.initials = naming.Initials(words, leastInitials)[0]
			}
			t.persons = append(t.persons, one)
		}
		c.typed = t
	})
	return c.typed
}

// composers returns who wrote the music of well-known films, by the names that these have, in the order
// of these films.
func (c *Catalog) composers() (all []person) {
	places := map[string]int{}
	for _, d := range c.votes.desc.perm[:min(spelledFilms, c.votes.known)] {
		var crew film.Crew
		if json.Unmarshal(c.Record(Doc(d), film.List).Value(crewField), &crew) != nil {
			continue // damaged
		}
		for _, credit := range crew["sound"] {
			if credit.Job != composerJob {
				continue
			}
			i, ok := places[credit.Name]
			if !ok {
				i = len(all)
				places[credit.Name] = i
				all = append(all, person{name: credit.Name})
			}
			all[i].weight += c.Fame(Doc(d))
		}
	}
	return all
}

const composerJob = "Original Music Composer"

var crewField = slices.Index(film.List.Fields(), "crew_summary")

// TypedFilm is a film that may be meant by what somebody typed so far.
type TypedFilm struct {
	Doc    Doc
	Unlike float64 // naming.Typed.Unlike of the likeliest of its titles
}

// Typed returns the films that are likeliest meant by a text that is not typed to its end, the likeliest
// first, at most limit: by votes, less for how the text stands in the title, the original one or what the
// film is called elsewhere. It looks at all films whose title begins so, and at well-known ones for titles
// with the words inside, with other blanks or numerals, or with wrong letters, and for those that begin so
// in another script or romanisation.
func (c *Catalog) Typed(typed string, limit int) []TypedFilm {
	t := naming.NewTyped(typed)
	unlike := map[uint32]float64{}
	add := func(d uint32, u float64) {
		if before, ok := unlike[d]; (!ok || u < before) && u < naming.Nothing {
			unlike[d] = u
		}
	}
	begun := c.Begun(typed, limit)
	for _, d := range begun {
		add(uint32(d), naming.IsBegun)
		for _, title := range c.titlesOf(uint32(d)) {
			called := naming.NewCalled(title)
			add(uint32(d), t.Unlike(&called))
		}
	}
	key := text.Fold(strings.TrimSpace(typed))
	if key == "" {
		return nil
	}
	short := len(key) < leastInside
	for i := range c.typing().titles {
		of := &c.typed.titles[i]
		if u := t.Unlike(&of.Called); !short || u <= naming.IsBegun {
			add(of.doc, u)
		}
	}
	c.elsewhere(key, func(d uint32, title string) {
		called := naming.NewCalled(title)
		u := t.Unlike(&called)
		if u > 0 { // the first words alone are chance in a foreign language
			u = max(u, naming.IsBegun)
		}
		add(d, elsewhereVotes+u)
	})
	for _, d := range c.begunInSound(typed) {
		add(d, elsewhereVotes+naming.IsBegun)
	}
	var top docset.Top
	top.Reset(limit)
	for d, u := range unlike {
		top.Push(docset.Key(float32(c.logVotes(d)-u), d))
	}
	var films []TypedFilm
	for _, key := range top.Sorted() {
		films = append(films, TypedFilm{Doc(uint32(key)), unlike[uint32(key)]})
	}
	return films
}

// elsewhere visits the well-known films that are called something elsewhere that begins with a key, and
// what that is, folded.
func (c *Catalog) elsewhere(key string, visit func(d uint32, title string)) {
	x, rank := &c.otherTitles, c.votes.desc.rank
	if len(key) < leastInside {
		return
	}
	for _, article := range []string{"", "the "} {
		begin := article + key
		for i := x.titles.Search(begin); i < x.titles.Len() && bytes.HasPrefix(x.titles.At(i), []byte(begin)); i++ {
			if d := x.docs[i]; rank[d] < typedFilms {
				visit(d, x.titles.Text(i))
			}
		}
	}
}

// TypedName is somebody who may be meant by what was typed so far.
type TypedName struct {
	Name     string // folded; of a composer as the films have it
	Composer bool
	Fame     float64 // as the votes of a film that is looked for as often
	Unlike   float64 // naming.Typed.Unlike of the name or surname
}

// TypedNames returns the well-known people that are likeliest meant by a text that is not typed to its
// end, the likeliest first, at most limit: by how well known they are, less for how the text stands in
// the name.
func (c *Catalog) TypedNames(typed string, limit int) []TypedName {
	t, key := naming.NewTyped(typed), text.Fold(strings.TrimSpace(typed))
	if key == "" {
		return nil
	}
	var top docset.Top
	top.Reset(limit)
	persons := c.typing().persons
	for i := range persons {
		if u := persons[i].unlike(t, key); u < naming.Nothing {
			top.Push(docset.Key(float32(persons[i].worth-u), uint32(i)))
		}
	}
	var found []TypedName
	for _, place := range top.Sorted() {
		of := &persons[uint32(place)]
		found = append(found, TypedName{of.name, of.composer, math.Expm1(of.worth), of.unlike(t, key)})
	}
	return found
}

// unlike returns naming.Typed.Unlike of the name, the surname or the initials, whichever is likeliest meant
// by a text, which key is folded.
func (p *calledPerson) unlike(t *naming.Typed, key string) float64 {
	u := t.Unlike(&p.Called)
	if p.initials == key {
		u = min(u, naming.IsBegun)
	}
	if u > naming.IsBegun {
		u = min(u, surnameVotes+t.Unlike(&p.surname))
	}
	return u
}

// ComposedBy returns the films whose record says that somebody wrote their music, and the name as the first of them
// has it. It looks at the films that the name finds, the best first.
func (c *Catalog) ComposedBy(name string) (films []uint32, spelled string) {
	q, whole := film.Query{Text: name}, text.Fold(name)
	for _, d := range c.Find(&q, film.Page{Limit: composerSought}).Docs {
		var crew film.Crew
		if json.Unmarshal(c.Record(d, film.List).Value(crewField), &crew) != nil {
			continue // damaged
		}
		for _, credit := range crew["sound"] {
			if credit.Job == composerJob && text.Fold(credit.Name) == whole {
				films, spelled = append(films, uint32(d)), cmp.Or(spelled, credit.Name)
			}
		}
	}
	return films, spelled
}

// composerSought is in how many films ComposedBy looks for the name.
const composerSought = 400
