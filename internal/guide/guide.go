// Package guide has the craft guides: how a screenwriter, director, cinematographer or
// actor works, written for people at work, with films as evidence.
//
// A guide is a Markdown file, guides/DISCIPLINE/SLUG.md. Its front matter
// (frontmatter.go) has what programs read: techniques, specifications, the words that
// matching looks for, and the films it cites. Its body has the sections of its
// discipline (layout.go). docs/guides.md says how to write one. The tests of this
// package are the linter of layout and style; Confirm checks a citation against the
// credits of a catalogue.
//
// The package imports text, film and ordered. Start reading at Guide, then Load.
package guide

import (
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/ordered"
	"kinodex/internal/text"
)

// Discipline is the craft a guide is about. It is the name of the folder of its file
// and the value in the interface.
type Discipline string

// The disciplines.
const (
	Writers          Discipline = "writers"
	Directors        Discipline = "directors"
	Cinematographers Discipline = "cinematographers"
	Actors           Discipline = "actors"
)

// Disciplines returns all of them, in the order of the interface.
func Disciplines() []Discipline {
	return []Discipline{Writers, Directors, Cinematographers, Actors}
}

// Guide is one craft guide. It is immutable: what Load and Read return must not be
// changed.
type Guide struct {
	Name       string     `json:"name"`
	Slug       string     `json:"slug"` // text.Slug of Name (REQ AC-12)
	Discipline Discipline `json:"discipline"`
	Filename   string     `json:"filename"` // SLUG.md
	// Active is the span of working years: "1929-1981", or "1992-" for who works
	// still.
	Active         string              `json:"active"`
	Summary        string              `json:"summary"`    // one sentence
	Techniques     []string            `json:"techniques"` // never nil
	Specifications ordered.Map[string] `json:"specifications"`
	Films          []Citation          `json:"films"` // never nil
	// Content is the body, Markdown, from the first section's heading on.
	Content string `json:"content"`

	// Credited are the names the films' credits carry, all of which every cited
	// film must name: a team has several. Of most guides it is Name alone.
	Credited []string `json:"-"`
	// Vocabulary are lower-case single words that scenes and synopses in this
	// manner tend to hold: its things, trades, places and acts.
	Vocabulary []string   `json:"-"`
	Tendencies []Tendency `json:"-"`
	Sections   []Section  `json:"-"`
}

// Section is one part of the body: its heading and the Markdown below it.
type Section struct{ Title, Text string }

// Tendency says that a measured feature of a writer's screenplays is typically high, or
// low, compared with other screenplays. Feature is the name of one of the twenty.
type Tendency struct {
	Feature string
	High    bool
}

// Citation is a film that a guide cites as evidence, and what the person did on it.
type Citation struct {
	ID    film.ID `json:"filmdb_id"`
	Title string  `json:"title"`
	Year  int     `json:"year"`
	Role  Role    `json:"role"`
}

// Section returns the text of a section, and the empty string when there is none of
// that title.
func (g *Guide) Section(title string) string {
	for _, s := range g.Sections {
		if s.Title == title {
			return s.Text
		}
	}
	return ""
}

// Cites returns the cited film that the body means by a title, and whether there is
// one. The title may be that of the citation, or its beginning or end at a word
// boundary ("The Empire Strikes Back"). Titles are compared folded.
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

// atEdge reports whether a word ends where rest begins.
func atEdge(rest string) bool {
	return strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, ",")
}
