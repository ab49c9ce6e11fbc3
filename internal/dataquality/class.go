// Package dataquality finds suspicious records among films: sums that cannot be, one film
// under two ids, dates that do not fit, things that are no films. It decides nothing: a
// finding is a reason to look, and some are right as they stand.
//
// What the merge of sources refuses and the forecast does not learn from by the same rules they
// ask here (Event, TokenRun, PartialGross), so that
// each rule stands in one place. The package imports film and text. Start reading at
// Classes, then Auditor.
package dataquality

import (
	"fmt"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// Class is a kind of suspicious record.
type Class struct {
	Name    string `json:"class"`
	Meaning string `json:"meaning"`
}

// The bounds of the classes: sums in US dollars, voters of the database where more voted.
const (
	largeBudget    = 20_000_000
	fewVoters      = 500
	wellKnown      = 5_000 // voters of a film whose director anybody could name
	extraordinary  = 100   // times its cost that a film rarely takes
	leastNamesake  = 1_000_000
	leastOverview  = 20     // characters
	famous         = 50_000 // voters of a film that took a million in its first release
	leastFamous    = 1_000_000
	dateSlackYears = 1
)

// check is a class whose findings are single films. found returns what is wrong with a film,
// "" when nothing is.
type check struct {
	Class
	found func(*film.Film) string
}

// checks returns the classes of single films, in the order in which they are reported.
func checks() []check {
	return []check{
		{Class{"roi_over_100", "took over 100 times its cost"}, roiOver100},
		{Class{"budget_equals_gross", "budget and gross are the same sum: one is often a copy of the other"}, budgetEqualsGross},
		{Class{"large_budget_few_voters", "cost 20 million dollars or more, fewer than 500 people rated it, and no gross bears it out"}, largeBudgetFewVoters},
		{Class{"partial_gross", "rated by 50,000 people or more, and took less than a million dollars: the sum of one run or one market, and no measure of the film"}, partialGross},
		{Class{"token_run_roi", "return of a run that was no test of it: under a thirtieth of a budget of 10 million dollars or more"}, tokenRunROI},
		{Class{"release_date_off", "first release over a year from the film's year"}, releaseDateOff},
		{Class{"event", "a relay from a stage, a commentary on another film, or a bout: no film of its own"}, event},
		{Class{"television", "made for television, or episodes of a series, by its own description"}, television},
		{Class{"adult", "pornography, by title or keywords"}, adult},
		{Class{"no_director", "rated by 5,000 people or more, and nobody is named who directed it"}, noDirector},
		{Class{"no_country", "no country of origin"}, func(f *film.Film) string { return when(len(f.Countries) == 0, "no country") }},
		{Class{"mojibake", "letters of the wrong character encoding in title or overview"}, mojibake},
	}
}

// grouping is a class whose findings are groups of films that have a key in common. key
// returns "" for a film that is in no group.
type grouping struct {
	Class
	key func(*film.Film) string
}

// groupings returns the classes of groups, in the order in which they are reported.
func groupings() []grouping {
	return []grouping{
		{Class{"duplicate", "films of one title, year and director under different ids"}, duplicateKey},
		{Class{"shared_overview", "films that are told of in the same words"}, overviewKey},
		{Class{"namesake_budget", "films of one title with the same budget of a million dollars or more"}, namesakeKey},
	}
}

// Classes returns every class, in the order in which they are reported.
func Classes() []Class {
	var all []Class
	for _, c := range checks() {
		all = append(all, c.Class)
	}
	for _, g := range groupings() {
		all = append(all, g.Class)
	}
	return all
}

// TokenRun reports whether a gross, in US dollars like the budget, is that of a run which was
// no test of the film: a streaming service's few cinemas, or one small market. That is less
// than a thirtieth of a budget of ten million or more.
func TokenRun(budget, gross int64) bool {
	return budget >= 10_000_000 && gross < budget/30
}

// PartialGross reports whether the worldwide gross is hardly the whole: the film is known to too
// many for what it took. It may be right (a film that was found later), so it stays in the record,
// but nothing is learned from it.
func PartialGross(f *film.Film) bool {
	gross, voters := f.BoxOffice.WorldwideGross, f.Ratings.FilmdbVotes
	return gross != nil && *gross < leastFamous && voters != nil && *voters >= famous
}

// UnborneBudget reports whether a large budget is borne out neither by those who saw the film nor
// by its gross. Nothing is learned from it, either.
func UnborneBudget(f *film.Film) bool {
	b := f.BoxOffice
	return b.Budget != nil && *b.Budget >= largeBudget && Voters(f) < fewVoters &&
		(b.WorldwideGross == nil || *b.WorldwideGross < *b.Budget/20)
}

// Voters returns how many people rated the film in the database where more did.
func Voters(f *film.Film) int {
	most := 0
	for _, n := range []*int{f.Ratings.FilmdbVotes, f.Ratings.MoviedbVotes} {
		if n != nil {
			most = max(most, *n)
		}
	}
	return most
}

func roiOver100(f *film.Film) string {
	b := f.BoxOffice
	if b.ROI == nil || *b.ROI <= extraordinary {
		return ""
	}
	return fmt.Sprintf("cost %d, took %d", *b.Budget, *b.WorldwideGross)
}

func budgetEqualsGross(f *film.Film) string {
	b := f.BoxOffice
	if b.Budget == nil || b.WorldwideGross == nil || *b.Budget != *b.WorldwideGross {
		return ""
	}
	return fmt.Sprintf("both %d", *b.Budget)
}

func largeBudgetFewVoters(f *film.Film) string {
	if !UnborneBudget(f) {
		return ""
	}
	return fmt.Sprintf("cost %d, %d voters", *f.BoxOffice.Budget, Voters(f))
}

func partialGross(f *film.Film) string {
	if !PartialGross(f) {
		return ""
	}
	return fmt.Sprintf("took %d, %d voters", *f.BoxOffice.WorldwideGross, *f.Ratings.FilmdbVotes)
}

func tokenRunROI(f *film.Film) string {
	b := f.BoxOffice
	if b.ROI == nil || !TokenRun(*b.Budget, *b.WorldwideGross) {
		return ""
	}
	return fmt.Sprintf("cost %d, took %d", *b.Budget, *b.WorldwideGross)
}

func releaseDateOff(f *film.Film) string {
	if f.ReleaseDate == nil || f.Year == nil {
		return ""
	}
	var released int
	if _, err := fmt.Sscanf(*f.ReleaseDate, "%4d", &released); err != nil {
		return "no date: " + *f.ReleaseDate
	}
	off := released - *f.Year
	return when(off < -dateSlackYears || off > dateSlackYears, "released "+*f.ReleaseDate)
}

func noDirector(f *film.Film) string {
	if f.Director != nil || f.Ratings.FilmdbVotes == nil || *f.Ratings.FilmdbVotes < wellKnown {
		return ""
	}
	return fmt.Sprintf("%d voters", *f.Ratings.FilmdbVotes)
}

func duplicateKey(f *film.Film) string {
	if f.Director == nil || f.Year == nil {
		return ""
	}
	return fmt.Sprint(text.Key(f.Title), "\x00", *f.Year, "\x00", text.Fold(*f.Director))
}

func overviewKey(f *film.Film) string {
	if f.Overview == nil || len(*f.Overview) < leastOverview {
		return ""
	}
	return text.Fold(*f.Overview)
}

func namesakeKey(f *film.Film) string {
	if f.BoxOffice.Budget == nil || *f.BoxOffice.Budget < leastNamesake {
		return ""
	}
	return fmt.Sprint(text.Key(f.Title), "\x00", *f.BoxOffice.Budget)
}

// when returns what if it holds, "" if not.
func when(holds bool, what string) string {
	if !holds {
		return ""
	}
	return what
}
