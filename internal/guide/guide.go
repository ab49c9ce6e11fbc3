// Package guide holds the craft guides: how a screenwriter, director,
// cinematographer or actor works, in words that someone at work can use, with
// films as evidence.
//
// A guide is a Markdown file under guides/DISCIPLINE/SLUG.md. Its front matter
// (matter.go) carries what programs read: techniques, specifications, the words
// that matching looks for, and the films it cites. Its body has the fixed
// sections of its discipline (form.go). docs/guides.md tells writers of guides
// how to write one; the tests of this package are the linter of form and voice,
// and Confirm is how cited films are checked against a catalogue's credits.
//
// The package imports text and film. Start reading at Guide, then Load.
package guide

import (
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// Discipline is the craft a guide is about; it names the folder of its file and
// is the word of the interface.
type Discipline string

// The disciplines.
const (
	Writers          Discipline = "writers"
	Directors        Discipline = "directors"
	Cinematographers Discipline = "cinematographers"
	Actors           Discipline = "actors"
)

// Disciplines lists them in the order of the interface.
func Disciplines() []Discipline {
	return []Discipline{Writers, Directors, Cinematographers, Actors}
}

// Guide is one craft guide. It is never changed after Load.
type Guide struct {
	Name       string
	Slug       string // text.Slug of Name (TRACE AC-12)
	Discipline Discipline
	Filename   string // SLUG.md
	// Credited are the names the films' credits carry, all of which every cited
	// film must name: a team has several. Of most guides it is Name alone.
	Credited []string
	// Active is the span of working years: "1929-1981", or "1992-" for who works
	// still.
	Active         string
	Summary        string // one sentence
	Techniques     []string
	Specifications []Specification
	// Vocabulary are lower-case single words that scenes and synopses in this
	// manner tend to hold: its things, trades, places and acts.
	Vocabulary []string
	Films      []Citation
	Tendencies []Tendency
	// Content is the body, Markdown, from the first section's heading on.
	Content  string
	Sections []Section
}

// Specification is one fixed property of a discipline's guides, such as the
// lenses of a cinematographer.
type Specification struct{ Name, Value string }

// Section is one part of the body: its heading and the Markdown below it.
type Section struct{ Title, Text string }

// Tendency says that a measured feature of the writer's screenplays is typically
// high or low among screenplays. Feature is a name of the twenty.
type Tendency struct {
	Feature string
	High    bool
}

// Citation is a film that a guide gives as evidence, and what the person did
// on it.
type Citation struct {
	ID    film.ID
	Title string
	Year  int
	Role  Role
}

// Section gives the text of the named section, empty if there is none.
func (g *Guide) Section(title string) string {
	for _, s := range g.Sections {
		if s.Title == title {
			return s.Text
		}
	}
	return ""
}

// Cites finds the cited film that the body means by title: the title as listed,
// or its beginning or end at a word's edge ("The Empire Strikes Back").
func (g *Guide) Cites(title string) (Citation, bool) {
	asked := text.Fold(title)
	for _, c := range g.Films {
		if text.Fold(c.Title) == asked {
			return c, true
		}
	}
	for _, c := range g.Films {
		listed := text.Fold(c.Title)
		before, isEnd := strings.CutSuffix(listed, asked)
		after, isStart := strings.CutPrefix(listed, asked)
		if asked != "" && (isEnd && strings.HasSuffix(before, " ") || isStart && atEdge(after)) {
			return c, true
		}
	}
	return Citation{}, false
}

// atEdge reports whether a word has ended where rest begins.
func atEdge(rest string) bool {
	return strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, ",")
}
