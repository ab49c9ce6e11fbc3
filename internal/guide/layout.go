package guide

import (
	"fmt"
	"slices"
	"strings"
)

// layout is what all guides of one discipline have in common: the role in the films
// they cite, and the names of their specifications and sections, in order.
type layout struct {
	role           Role
	specifications []string
	sections       []string
}

// signature is the section whose bullets are the techniques.
const signature = "Signature techniques"

// layoutOf returns the layout of a discipline's guides, and false for no discipline.
func layoutOf(d Discipline) (layout, bool) {
	switch d {
	case Writers:
		return layout{
			role:           Writer,
			specifications: []string{"genres", "settings", "structure", "dialogue", "viewpoint", "endings"},
			sections:       sections("Structure", "Dialogue"),
		}, true
	case Directors:
		return layout{
			role:           Director,
			specifications: []string{"genres", "framing", "staging", "performance", "editing", "sound"},
			sections:       sections("Structure", "Framing and staging"),
		}, true
	case Cinematographers:
		return layout{
			role:           Cinematographer,
			specifications: []string{"light", "lenses", "formats", "movement", "colour"},
			sections:       sections("Light", "Lens and frame", "Movement", "Colour"),
		}, true
	case Actors:
		return layout{
			role:           Actor,
			specifications: []string{"register", "physicality", "voice", "range", "parts"},
			sections:       sections("Register", "Physicality", "Choices"),
		}, true
	}
	return layout{}, false
}

// sections returns the titles of a guide's sections: those of one discipline between
// those that all share.
func sections(particular ...string) []string {
	return slices.Concat([]string{"In one page"}, particular, []string{signature, "Borrow", "Avoid", "Exercise"})
}

// split returns the sections of a body. It is an error when their titles are not those
// wanted, in order, when one is empty, or when a heading is not of the second level.
// Texts are trimmed. Text before the first heading is an error, too.
func split(body string, wanted []string) ([]Section, error) {
	var parts []Section
	for line := range strings.Lines(body) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "## "):
			parts = append(parts, Section{Title: line[3:]})
		case strings.HasPrefix(line, "#"):
			return nil, fmt.Errorf("heading %q: only headings of the second level", line)
		case len(parts) == 0:
			if line != "" {
				return nil, fmt.Errorf("text before the first heading: %q", line)
			}
		default:
			parts[len(parts)-1].Text += line + "\n"
		}
	}
	var titles []string
	for i := range parts {
		parts[i].Text = strings.TrimSpace(parts[i].Text)
		titles = append(titles, parts[i].Title)
		if parts[i].Text == "" {
			return nil, fmt.Errorf("section %q is empty", parts[i].Title)
		}
	}
	if !slices.Equal(titles, wanted) {
		return nil, fmt.Errorf("sections are %q, want %q", titles, wanted)
	}
	return parts, nil
}
