package guide

import (
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// Role is what a person did on a cited film, as a guide's front matter spells it.
type Role string

// The roles.
const (
	Writer          Role = "writer"
	Director        Role = "director"
	Cinematographer Role = "cinematographer"
	Actor           Role = "actor"
)

var roles = []Role{Writer, Director, Cinematographer, Actor}

// jobs maps a role to the jobs of credits that count as it. To have written the novel
// or invented the characters is not to have written the film. Actor is not in it: the
// cast has its own list.
var jobs = map[Role]struct {
	department string
	jobs       []string
}{
	Writer: {"writing", []string{"Writer", "Co-Writer", "Screenplay", "Scenario Writer", "Story", "Screenstory",
		"Original Story", "Adaptation", "Dialogue", "Theatre Play"}},
	Director:        {"directing", []string{"Director", "Co-Director"}},
	Cinematographer: {"camera", []string{"Director of Photography", "Cinematographer", "Cinematography"}},
}

// Confirm returns nil when the record of f, the film of c's id, agrees with the
// citation, and otherwise an error that says how it does not: another title or year, or
// a credited name that the film does not credit with the role. Titles are compared
// folded, names by their folded words, so that hyphens and points do not matter, and
// jobs without regard to case, in which sources differ.
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
	had := CreditedAs(f, c.Role)
	for _, name := range g.Credited {
		if !slices.Contains(had, text.Key(name)) {
			return fmt.Errorf("%s %s (%d) does not credit %s as %s; it credits %s",
				c.ID, c.Title, c.Year, name, c.Role, strings.Join(had, ", "))
		}
	}
	return nil
}

// CreditedAs returns the names of those whom a film credits with a role, folded, for
// CreditedIn. It is nil when there are none.
func CreditedAs(f *film.Film, role Role) []string {
	var had []string
	if role == Actor {
		for _, r := range f.Cast {
			had = append(had, text.Key(r.Name))
		}
		return had
	}
	for _, credit := range f.CrewSummary[jobs[role].department] {
		if slices.ContainsFunc(jobs[role].jobs, func(j string) bool { return strings.EqualFold(j, credit.Job) }) {
			had = append(had, text.Key(credit.Name))
		}
	}
	return had
}

// Credits reports whether f credits all of the guide's names with the role.
func (g *Guide) Credits(f *film.Film, role Role) bool { return g.CreditedIn(CreditedAs(f, role)) }

// CreditedIn reports whether all of the guide's names are among those that CreditedAs
// returned. With many guides it saves reading a film's credits for each of them.
func (g *Guide) CreditedIn(had []string) bool {
	for _, name := range g.Credited {
		if !slices.Contains(had, text.Key(name)) {
			return false
		}
	}
	return true
}

// Cited returns the ids of the films that the guide cites, in its order.
func (g *Guide) Cited() []film.ID {
	var ids []film.ID
	for _, c := range g.Films {
		ids = append(ids, c.ID)
	}
	return ids
}
