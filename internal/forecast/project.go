package forecast

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"kinodex/internal/fault"
)

// Bounds of what a project may state.
const (
	MostTitle     = 500 // characters
	MostBudget    = 1e10
	MostCast      = 50
	MostGenres    = 30
	MostCompanies = 20
	MostName      = 500    // characters, of a person, company or genre
	MostSynopsis  = 20_000 // characters
)

// Project is a film that is not made yet, as far as it is known. Only Title must
// be stated.
type Project struct {
	Title  string
	Genres []string
	// Budget is in US dollars of Year; nil when it is not stated.
	Budget    *float64
	Director  string // several are separated by commas
	Cast      []string
	Companies []string // that produce it
	Synopsis  string
	// Year is when it will be released; 0 for the year after the newest films of
	// the catalogue. Only films of earlier years are looked at.
	Year int
}

// Check returns what is wrong with a project (REQ ), as a fault that names
// the field as the interface does; nil if nothing is.
// The fault is of the first field found wrong.
func (p *Project) Check() error {
	if strings.TrimSpace(p.Title) == "" {
		return fault.Missing("title", fmt.Sprintf("a title of 1 to %d characters", MostTitle))
	}
	if p.Budget != nil && !(*p.Budget > 0 && *p.Budget <= MostBudget) {
		return fault.Param("budget", fmt.Sprintf("a number of US dollars above 0, at most %d", int64(MostBudget)))
	}
	if p.Year != 0 && (p.Year < firstCPIYear || p.Year > 2100) {
		return fault.Param("year", fmt.Sprintf("a year from %d to 2100", firstCPIYear))
	}
	for _, text := range []struct {
		name, value string
		most        int
	}{{"title", p.Title, MostTitle}, {"director", p.Director, MostName}, {"synopsis", p.Synopsis, MostSynopsis}} {
		if utf8.RuneCountInString(text.value) > text.most {
			return fault.Param(text.name, fmt.Sprintf("at most %d characters", text.most))
		}
	}
	for _, list := range []struct {
		name   string
		values []string
		most   int
	}{{"genres", p.Genres, MostGenres}, {"cast", p.Cast, MostCast}, {"companies", p.Companies, MostCompanies}} {
		if len(list.values) > list.most {
			return fault.Param(list.name, fmt.Sprintf("a list of at most %d names", list.most))
		}
		for _, v := range list.values {
			if utf8.RuneCountInString(v) > MostName {
				return fault.Param(list.name, fmt.Sprintf("a list of names of at most %d characters", MostName))
			}
		}
	}
	return nil
}

// dollars is the budget in whole dollars, at least 1; 0 when none is stated.
func (p *Project) dollars() int64 {
	if p.Budget == nil {
		return 0
	}
	return max(1, int64(math.Round(*p.Budget)))
}

// query is a project among the films of a catalogue.
type query struct {
	project *Project
	inputs
	queryTerms []queryTerm
	warnings   []string
}

// newQuery finds out what the catalogue knows of the project: which film it may be,
// who of its people is known, which genres are. The project must have been checked.
func (x *Forecast) newQuery(p *Project) *query {
	a := x.archive
	set, unknown := genreSet(p.Genres)
	q := &query{project: p, inputs: inputs{
		year: p.Year, budget: p.dollars(), genres: set,
		titleParts: readTitle(p.Title), title: titleKey(p.Title), words: wordCount(p.Title),
		directors: digests(directorNames(p.Director), mostDirectors),
		cast:      digests(p.Cast, mostCast),
		companies: digests(p.Companies, mostCompanies),
		stems:     stems(p.Synopsis, nil),
	}}
	for _, name := range unknown {
		q.warn("The genre %q is not one the catalogue knows; it was left out.", name)
	}
	x.excludeProject(q)
	if q.year == 0 {
		q.year = a.latest() + 1
	}
	if p.Year > PriceYear+1 {
		q.warn("Prices are known up to %d; the budget was taken for one in dollars of that year.", PriceYear)
	}
	q.queryTerms = a.synopses.weigh(q.stems)
	x.warnUnknown(q)
	return q
}

// warn adds a sentence that the asker reads.
func (q *query) warn(format string, args ...any) {
	q.warnings = append(q.warnings, fmt.Sprintf(format, args...))
}

// excludeProject guards against answering with the question (REQ R-29). A film of
// the project's title and year (give or take one), or of its title and a director, is
// the project itself: it is not looked at, and without a year of its own the project
// is placed in that film's, so that nothing later is looked at either. A film of its
// title is not looked at when the project states neither year nor director.
func (x *Forecast) excludeProject(q *query) {
	a := x.archive
	from := 0
	for _, d := range a.titleIndex.of(q.title) {
		year := int(a.year[d])
		sameYear := q.year != 0 && year >= q.year-1 && year <= q.year+1
		sameDirector := len(q.directors) > 0 && a.directs(q.directors, d)
		nothingElse := q.year == 0 && len(q.directors) == 0
		if !sameYear && !sameDirector && !nothingElse {
			continue
		}
		q.excluded = append(q.excluded, d)
		if sameDirector && q.year == 0 && year > from {
			from = year
		}
	}
	if from > 0 {
		q.year = from
		q.warn("The catalogue has a film of this title and director of %d; it was taken for the project, which is foretold as of the beginning of that year.", from)
	}
}

// directs reports whether one of the directors, given by digest, directed the film.
func (a *archive) directs(directors []uint64, d uint32) bool {
	for _, i := range a.directed.of.of(d) {
		for _, k := range directors {
			if a.directed.keys[i] == k {
				return true
			}
		}
	}
	return false
}

// warnUnknown warns of people and companies that no earlier film is known of.
func (x *Forecast) warnUnknown(q *query) {
	a := x.archive
	unknown := func(role string, from *credits, names []string, most int) {
		for i, name := range names {
			if i == most {
				q.warn("Of the %s only the first %d were looked at.", role, most)
				return
			}
			films, _ := from.find(wordsKey(name))
			seen := 0
			for _, d := range films {
				if a.isEarlier(&q.inputs, d) {
					seen++
				}
			}
			if seen == 0 && strings.TrimSpace(name) != "" {
				q.warn("No film before %d is known of %s (%s); the estimate takes no view of them.", q.year, name, role)
			}
		}
	}
	unknown("director", a.directed, directorNames(q.project.Director), mostDirectors)
	unknown("cast", a.played, q.project.Cast, mostCast)
	unknown("companies", a.made, q.project.Companies, mostCompanies)
}
