package forecast

import (
	"fmt"
	"slices"
	"strings"
)

// query is a project among the films of a catalogue.
type query struct {
	project *Project
	inputs
	queryTerms []queryTerm
	warnings   []string
	unknown    []Unknown
}

// newQuery finds out what the catalogue knows of the project: which film it may be,
// who of its people is known, which genres are. The project must have been checked.
func (x *Forecast) newQuery(p *Project) *query {
	a := x.archive
	set, unknown := genreSet(p.Genres)
	countries, strange := x.places.countries(p.Countries)
	languages, foreign := x.places.languages(p.Languages)
	q := &query{project: p, inputs: inputs{
		year: p.Year, budget: p.dollars(), genres: set,
		titleParts: readTitle(p.Title), title: titleKey(p.Title), words: wordCount(p.Title),
		directors: digests(directorNames(p.Director), mostDirectors),
		cast:      digests(p.Cast, mostCast),
		companies: digests(p.Companies, mostCompanies),
		writers:   digests(p.Writers, mostWriters),
		countries: countries, languages: languages, runtime: p.Runtime, month: p.Month,
		named: stated(p.Franchise, p.Source),
		stems: stems(p.Synopsis, nil),
	}}
	for _, left := range []struct {
		what  string
		names []string
	}{{"genre", unknown}, {"country", strange}, {"language", foreign}} {
		for _, name := range left.names {
			q.warn("The %s %q is not one the catalogue knows; it was left out.", left.what, name)
		}
	}
	if strings.TrimSpace(p.Certificate) != "" {
		q.warn("The catalogue holds no certificates of earlier films; the estimate takes no view of this one.")
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

// stated returns the texts that are not blank.
func stated(texts ...string) []string {
	return slices.DeleteFunc(texts, func(s string) bool { return strings.TrimSpace(s) == "" })
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
	for _, d := range a.titleIndex().of(q.title) {
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
				q.unknown = append(q.unknown, Unknown{Input: role, Name: strings.TrimSpace(name)})
			}
		}
	}
	unknown("director", a.directed, directorNames(q.project.Director), mostDirectors)
	unknown("cast", a.played, q.project.Cast, mostCast)
	unknown("companies", a.made, q.project.Companies, mostCompanies)
	unknown("writers", a.written, q.project.Writers, mostWriters)
	for _, name := range q.named {
		if len(a.predecessors(&inputs{year: q.year, excluded: q.excluded, named: []string{name}})) == 0 {
			q.warn("No film before %d has %q in its title; the estimate takes no view of it.", q.year, name)
		}
	}
}
