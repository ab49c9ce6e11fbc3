package guide

import (
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// Role is what a person did on a cited film.
type Role string

// The roles.
const (
	Writer          Role = "writer"
	Director        Role = "director"
	Cinematographer Role = "cinematographer"
	Actor           Role = "actor"
)

var roles = []Role{Writer, Director, Cinematographer, Actor}

// jobs are the jobs of credits that stand for a role. Who wrote the novel or
// invented the characters did not write the film.
var jobs = map[Role]struct {
	department string
	jobs       []string
}{
	Writer: {"writing", []string{"Writer", "Co-Writer", "Screenplay", "Scenario Writer", "Story", "Screenstory",
		"Original Story", "Adaptation", "Dialogue", "Theatre Play"}},
	Director:        {"directing", []string{"Director", "Co-Director"}},
	Cinematographer: {"camera", []string{"Director of Photography", "Cinematographer", "Cinematography"}},
}

// Confirm reports how the credits of f, the film of c's id, fail to bear the
// citation out: another title or year, or a credited name that is not among
// those who had the role. Names are compared by their folded words, so that
// hyphens and points do not matter; jobs without regard to case, in which the
// sources differ.
func (g *Guide) Confirm(c Citation, f *film.Film) error {
	if f.ID != c.ID {
		return fmt.Errorf("%s: asked about %s", c.ID, f.ID)
	}
	if text.Fold(f.Title) != text.Fold(c.Title) || f.Year == nil || *f.Year != c.Year {
		year := "no year"
		if f.Year != nil {
			year = fmt.Sprint(*f.Year)
		}
		return fmt.Errorf("%s is %s (%s), not %s (%d)", c.ID, f.Title, year, c.Title, c.Year)
	}
	had := people(f, c.Role)
	for _, name := range g.Credited {
		if !slices.Contains(had, plain(name)) {
			return fmt.Errorf("%s %s (%d) does not credit %s as %s; it credits %s",
				c.ID, c.Title, c.Year, name, c.Role, strings.Join(had, ", "))
		}
	}
	return nil
}

// people gives the plain names of those who had the role.
func people(f *film.Film, role Role) []string {
	var had []string
	if role == Actor {
		for _, r := range f.Cast {
			had = append(had, plain(r.Name))
		}
		return had
	}
	for _, credit := range f.CrewSummary[jobs[role].department] {
		if slices.ContainsFunc(jobs[role].jobs, func(j string) bool { return strings.EqualFold(j, credit.Job) }) {
			had = append(had, plain(credit.Name))
		}
	}
	return had
}

// plain gives the folded words of a name.
func plain(name string) string { return strings.Join(text.Words(name), " ") }

// Credits reports whether f's credits give the role to all of the guide's names.
func (g *Guide) Credits(f *film.Film, role Role) bool { return g.Among(Had(f, role)) }

// Had gives those who had a role in a film, for Among.
func Had(f *film.Film, role Role) []string { return people(f, role) }

// Among reports whether all of the guide's names are among those whom Had gave.
func (g *Guide) Among(had []string) bool {
	for _, name := range g.Credited {
		if !slices.Contains(had, plain(name)) {
			return false
		}
	}
	return true
}

// Cited are the films of the guide.
func (g *Guide) Cited() []film.ID {
	var ids []film.ID
	for _, c := range g.Films {
		ids = append(ids, c.ID)
	}
	return ids
}
