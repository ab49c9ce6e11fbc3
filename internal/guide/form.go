package guide

import (
	"fmt"
	"slices"
	"strings"
)

// form is what the guides of one discipline have in common.
type form struct {
	role           Role
	specifications []string // in their order
	sections       []string // in their order
}

// signature is the section whose bullets are the techniques.
const signature = "Signature techniques"

// formOf gives the form of a discipline's guides.
func formOf(d Discipline) (form, bool) {
	switch d {
	case Writers:
		return form{
			role:           Writer,
			specifications: []string{"genres", "settings", "structure", "dialogue", "viewpoint", "endings"},
			sections:       sections("Structure", "Dialogue"),
		}, true
	case Directors:
		return form{
			role:           Director,
			specifications: []string{"genres", "framing", "staging", "performance", "editing", "sound"},
			sections:       sections("Structure", "Framing and staging"),
		}, true
	case Cinematographers:
		return form{
			role:           Cinematographer,
			specifications: []string{"light", "lenses", "formats", "movement", "colour"},
			sections:       sections("Light", "Lens and frame", "Movement", "Colour"),
		}, true
	case Actors:
		return form{
			role:           Actor,
			specifications: []string{"register", "physicality", "voice", "range", "parts"},
			sections:       sections("Register", "Physicality", "Choices"),
		}, true
	}
	return form{}, false
}

// sections puts what is particular to a discipline between what all share.
func sections(particular ...string) []string {
	return slices.Concat([]string{"In one page"}, particular, []string{signature, "Borrow", "Avoid", "Exercise"})
}

// split takes the body apart at its headings, which must be those wanted, in
// order, and each followed by text.
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
