package ingest

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
	"kinodex/internal/naming"
)

// Claims of different sources about one film are brought together by entity
// resolution: ids first, then, within a block of claims of one folded title
// (blocking), rules of likeness.

// joinRule is a match rule: how a claim found its film. Rules are in the order they are
// tried: a later one is asked only where no earlier one holds for any film.
type joinRule uint8

const (
	byID joinRule = iota
	byMoviedbID
	byListing
	byDirector
	byCast
	byDate
	byRuntime
	byTitleAlone
	bySecondID
	joinRules
)

// String returns the name of the rule in reports.
func (r joinRule) String() string {
	return [...]string{
		"filmdb_id", "moviedb_id", "listing_id", "title_year_director", "title_year_cast",
		"title_year_date", "title_year_runtime", "title_year_unique", "second_id",
	}[r]
}

// inferred reports whether the join rests on likeness and not on an id. Such rows may be about
// another film.
func (r joinRule) inferred() bool { return r >= byDirector }

// impersonal reports whether the join rests on the title and on figures, and on nobody's name.
func (r joinRule) impersonal() bool { return r >= byDate && r <= byTitleAlone }

// What kept a claim from being joined.
const (
	unmatchedNoYear       = "no_year"
	unmatchedNoTitle      = "no_title"
	unmatchedListing      = "listing_without_film"
	unmatchedNotFound     = "no_film_of_this_title_and_year"
	unmatchedContradicted = "people_or_runtime_differ"
	unmatchedAmbiguous    = "several_films_fit"
	unmatchedWeak         = "title_and_year_only"
)

// candidate is what is known of a film that may be meant by a claim without id. directors and
// cast hold nameKeys, runtimes are in minutes, dates are YYYY-MM-DD, and votes are those of
// the film database, the greatest number that a row states.
type candidate struct {
	film      film.ID
	years     []int
	directors map[string]bool
	cast      map[string]bool
	runtimes  []int
	dates     []string
	votes     int
	series    bool // some source calls it a series, and none a film
}

// The bounds of the rules.
const (
	yearSlack    = 1  // years between two sources' dates of one film
	runtimeSlack = 3  // minutes between two sources' runtimes of one film
	runtimeFar   = 20 // minutes, and a fifth, that make them two films
	dateSlack    = 21 // days between two sources' release dates of one film
	namesakeSpan = 2  // years within which a title must be unique to stand alone
	// leastVotes is how many votes a film must have that is joined on its title
	// and year alone: it is then known well enough that the namesake would be in
	// the catalogue if there were one.
	leastVotes = 500
)

// match returns the film that the claim means among films, those of its title, and the rule
// that found it. twins is how many rows of the claim's own file have the same title and year.
// When no film is meant, or it is not clear which one, the film is nil and the string is the
// reason, one of the constants; otherwise the string is empty.
func match(c *source.Claim, films []*candidate, twins int) (*candidate, joinRule, string) {
	type fit struct {
		*candidate
		rule joinRule
		gap  int
	}
	var fits []fit
	near, contradicted := 0, false
	for _, f := range films {
		gap := yearGap(c.Year, f.years)
		if gap <= namesakeSpan {
			near++
		}
		if gap > yearSlack {
			continue
		}
		rule, against := compare(c, f, gap)
		if against {
			contradicted = true
			continue
		}
		fits = append(fits, fit{f, rule, gap})
	}
	if len(fits) == 0 {
		if contradicted {
			return nil, 0, unmatchedContradicted
		}
		return nil, 0, unmatchedNotFound
	}
	slices.SortStableFunc(fits, func(a, b fit) int {
		return cmp.Or(cmp.Compare(a.rule, b.rule), cmp.Compare(a.gap, b.gap))
	})
	best := fits[0]
	if len(fits) > 1 && fits[1].rule == best.rule && fits[1].gap == best.gap {
		return nil, 0, unmatchedAmbiguous
	}
	sameYear := slices.ContainsFunc(fits, func(f fit) bool { return f.gap == 0 })
	switch best.rule {
	case byTitleAlone:
		switch {
		case near > 1 || twins > 1:
			return nil, 0, unmatchedAmbiguous
		case best.gap > 0 || best.votes < leastVotes || contradicted:
			return nil, 0, unmatchedWeak
		}
	case byDate, byRuntime:
		// A day or a length may be alike by chance: a namesake of the very year
		// that merely lacks them is as likely.
		if best.gap > 0 && sameYear {
			return nil, 0, unmatchedAmbiguous
		}
	}
	return best.candidate, best.rule, ""
}

// compare returns the strongest rule by which the claim may be about the film, byTitleAlone
// when they have only title and year in common. gap is the distance of their years. against
// is set when they contradict each other in kind, people or runtime.
func compare(c *source.Claim, f *candidate, gap int) (rule joinRule, against bool) {
	rule = byTitleAlone
	if f.series != (c.Kind == source.Series) {
		return 0, true
	}
	if len(c.Directors) > 0 && len(f.directors) > 0 {
		switch shared, differ := sharedNames(c.Directors, f.directors); {
		case shared > 0:
			return byDirector, false
		case differ:
			return 0, true
		}
	}
	shared, stated := 0, 0
	for _, p := range c.Cast {
		if p.Name != "" {
			stated++
			if f.cast[naming.NameKey(p.Name)] {
				shared++
			}
		}
	}
	switch {
	case shared >= 2 || shared == 1 && gap == 0:
		return byCast, false
	case stated >= 3 && len(f.cast) >= 3 && shared == 0:
		return 0, true
	}
	if c.Runtime > 0 && len(f.runtimes) > 0 {
		least := 1 << 20
		for _, r := range f.runtimes {
			least = min(least, abs(r-c.Runtime))
		}
		switch {
		case least <= runtimeSlack:
			rule = byRuntime
		case least > runtimeFar && least*5 > c.Runtime:
			return 0, true
		}
	}
	if len(c.ReleaseDate) == len("2006-01-02") {
		for _, d := range f.dates {
			if daysApart(c.ReleaseDate, d) <= dateSlack {
				return byDate, false
			}
		}
	}
	return rule, false
}

// sharedNames returns how many of the people are known, compared by nameKey. differ is set
// when not even a last word is shared, as it would be with a transcribed or shortened first
// name.
func sharedNames(people []source.Person, known map[string]bool) (shared int, differ bool) {
	last := make(map[string]bool, len(known))
	for k := range known {
		last[k[strings.LastIndexByte(k, ' ')+1:]] = true
	}
	stated, alike := 0, 0
	for _, p := range people {
		k := naming.NameKey(p.Name)
		if k == "" {
			continue
		}
		stated++
		if known[k] {
			shared++
		}
		if last[k[strings.LastIndexByte(k, ' ')+1:]] {
			alike++
		}
	}
	return shared, stated > 0 && alike == 0
}

// yearGap returns the smallest distance of a year to one of years, 1<<20 when years is empty.
func yearGap(year int, years []int) int {
	gap := 1 << 20
	for _, y := range years {
		gap = min(gap, abs(y-year))
	}
	return gap
}

// abs returns the absolute value of n.
func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// daysApart returns the distance of two dates (YYYY-MM-DD) in days, 1<<20 when one of them is
// no date.
func daysApart(a, b string) int {
	x, errA := time.Parse(time.DateOnly, a)
	y, errB := time.Parse(time.DateOnly, b)
	if errA != nil || errB != nil {
		return 1 << 20
	}
	return abs(int(x.Sub(y).Hours() / 24))
}
