package ingest

import (
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
	"kinodex/internal/text"
)

// merger makes films of what is stated about them. A group gives the same film whatever else
// is in the build, but for facts and ranks. It changes tally, so each goroutine has its own.
type merger struct {
	facts *facts
	ranks map[string][]int // by field and input, see ranking
	tally *tally
	id    film.ID // the film at work
	// spelled has, by nameKey, other spellings of its directors' names, with those believed.
	spelled map[string]string
}

// facts are what the build knows beyond one film. They do not change while films are merged.
type facts struct {
	pairs pairs
	// years are those of the catalogue; films of the last are forthcoming.
	years span
	// names has the names of people whom credits give by id only.
	names *nameResolver
	// knownFor are the people that tables of names say to be known for a film.
	knownFor map[film.ID][]source.NameID
	// awardYears are the film years the award source covers; empty when there
	// is none.
	awardYears span
	awards     *input
	// duplicates lead from a film's second id to the film.
	duplicates map[film.ID]film.ID
	// survey is what is known of all films together.
	survey *survey
}

// span is a range of years, both included; the zero span is empty.
type span struct{ from, to int }

// covers reports whether the span has the year. The zero span has none.
func (s span) covers(year int) bool { return s.from != 0 && s.from <= year && year <= s.to }

// merge returns the film of a group, or why it is not in the catalogue: exactly one of both.
// What no source states is null or empty. The film shares strings and slices with the claims.
func (m *merger) merge(id film.ID, g group) (*film.Film, refusal) {
	m.id, m.spelled = id, nil
	if reason := m.admit(g); reason != "" {
		return nil, reason
	}
	f := &film.Film{ID: id, Provenance: map[string]film.Provenance{}}
	m.titles(f, g)
	m.otherTitles(f, g)
	m.dates(f, g)
	m.words(f, g)
	m.places(f, g)
	m.people(f, g)
	m.overview(f, g)
	m.attributeOverview(f, g)
	m.ratings(f, g)
	m.money(f, g)
	m.awards(f, g)
	m.posters(f, g)
	m.watching(f, g)
	m.releases(f, g)
	m.collection(f, g)
	m.externals(f, g)
	m.basedOn(f, g)
	m.videos(f, g)
	m.images(f, g)
	f.ExternalIDs.FilmdbID = id
	if n := m.facts.pairs.moviedb[id]; n != 0 {
		moviedb := int(n)
		f.ExternalIDs.MoviedbID = &moviedb
	}
	m.score(f)
	return f, ""
}

// titles sets the title, which admit has seen to be there, and the original title.
func (m *merger) titles(f *film.Film, g group) {
	s := m.contested(g, "title", func(s *statement) string { return text.Fold(s.Title) })
	f.Title = s.Title
	if s := m.best(g, "original_title", func(s *statement) bool { return s.OriginalTitle != "" }); s != nil {
		f.OriginalTitle = &s.OriginalTitle
	}
}

// dates sets year, release date and runtime. The year is never null: admit refuses
// films without one.
func (m *merger) dates(f *film.Film, g group) {
	year := m.year(g)
	f.Year = &year
	if s := m.releaseDate(g, year); s != nil {
		f.ReleaseDate = &s.ReleaseDate
	}
	if s := m.runtime(g); s != nil {
		m.settle(g, "runtime", s, func(s *statement) string { return digits(s.Runtime) })
		f.Runtime = &s.Runtime
		m.provenance(f, "runtime", "duration_minutes", worldwide, s)
	}
}

// runtime returns the row whose runtime, in minutes, is believed; nil when none states one. It
// is the best row's, unless that stands alone and two other formats agree on another one.
// Runtimes within runtimeSlack agree; rows that were joined by title do not count.
func (m *merger) runtime(g group) *statement {
	best := m.best(g, "runtime", func(s *statement) bool { return s.Runtime > 0 })
	if best == nil || m.supporters(g, best) > 1 {
		return best
	}
	if s := m.best(g, "runtime", func(s *statement) bool { return s.Runtime > 0 && m.supporters(g, s) > 1 }); s != nil {
		return s
	}
	return best
}

// supporters returns how many formats state the row's runtime, its own included. Rows that
// were joined by title do not count.
func (m *merger) supporters(g group, like *statement) int {
	var formats []source.Format
	for i := range g {
		s := &g[i]
		if s.Runtime > 0 && abs(s.Runtime-like.Runtime) <= runtimeSlack && !s.joined.inferred() &&
			!slices.Contains(formats, s.input.format) {
			formats = append(formats, s.input.format)
		}
	}
	return len(formats)
}

// year returns the year of the group's film, 0 when nothing states one, and counts in the
// report whether sources differ.
func (m *merger) year(g group) int {
	s := m.contested(g, "year", func(s *statement) string { return digits(s.Year) })
	if s == nil {
		return 0
	}
	return s.Year
}

// releaseSlack is how many years a release date may lie from the film's year.
// A date further off is that of another country, a re-release or another film.
const releaseSlack = 1

// releaseDate returns the best row with a full date (YYYY-MM-DD) within releaseSlack
// years of the year, nil when there is none.
func (m *merger) releaseDate(g group, year int) *statement {
	return m.contested(g, "release_date", func(s *statement) string {
		if len(s.ReleaseDate) != len("2006-01-02") {
			return ""
		}
		released, err := strconv.Atoi(s.ReleaseDate[:4])
		if err != nil || abs(released-year) > releaseSlack {
			return ""
		}
		return s.ReleaseDate
	})
}

// words sets genres, tagline and keywords. Keywords are those of all rows, in lower case, each
// once. Those of rows that were joined without a person in common count only where no other film
// has the title, or hardly anybody knows it: the lists that such rows come from mix namesakes up.
func (m *merger) words(f *film.Film, g group) {
	if s := m.best(g, "genres", func(s *statement) bool { return len(s.Genres) > 0 }); s != nil {
		f.Genres = unique(s.Genres, strings.ToLower)
		m.moreGenres(f, g, s)
	}
	if s := m.best(g, "tagline", func(s *statement) bool { return s.Tagline != "" }); s != nil {
		f.Tagline = &s.Tagline
	}
	var keywords []string
	for i := range g {
		if g[i].joined.impersonal() && m.facts.survey.hasNamesake(m.id, g[i].Claim) {
			continue
		}
		for _, k := range g[i].Keywords {
			keywords = append(keywords, strings.ToLower(text.Clean(k)))
		}
	}
	f.Keywords = unique(keywords, text.Fold)
}

// mostListed is how many genres the tables and lists of the film database have of a film: the
// rest is cut off.
const mostListed = 3

// cutsGenres reports whether rows of the format have mostListed genres at most.
func cutsGenres(f source.Format) bool { return f == source.TitleBasics || f == source.SearchList }

// moreGenres adds to the genres of the best row, if they may have been cut off, those of the
// best row with an id of a source that cuts none off. Provenance tells whose they are.
func (m *merger) moreGenres(f *film.Film, g group, best *statement) {
	if len(f.Genres) < mostListed || !cutsGenres(best.input.format) {
		return
	}
	s := m.best(g, "genres", func(s *statement) bool {
		return len(s.Genres) > 0 && !cutsGenres(s.input.format) && !s.joined.inferred()
	})
	if s == nil {
		return
	}
	if all := unique(slices.Concat(f.Genres, s.Genres), strings.ToLower); len(all) > len(f.Genres) {
		f.Genres = all
		m.provenance(f, "genres", genresCompleted, worldwide, s)
	}
}

// unique returns the items, in order, without those whose key is empty or that of an item
// before them. It is nil when none is left; items is not changed.
func unique(items []string, key func(string) string) []string {
	var kept []string
	seen := make(map[string]bool, len(items))
	for _, item := range items {
		if k := key(item); k != "" && !seen[k] {
			seen[k] = true
			kept = append(kept, item)
		}
	}
	return kept
}

// digits returns a positive number in figures, "" for any other.
func digits(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// MetricTypes are the kinds of measure that provenance names.
var MetricTypes = []string{
	"user_rating", "vote_count", "critic_weighted_average", "critic_percent_positive",
	"composite", "composite_prior", "duration_minutes", "reported_budget", "cumulative_gross",
	"return_on_investment", "nomination_count", "win_count", countriesStated, countriesInferred,
	genresCompleted, overviewReplaced, overviewWithheld, overviewQuoted, directorCredited, directorTold,
}

// overviewQuoted is the metric type of an overview whose licence asks that its source is named.
const overviewQuoted = "quoted_cc_by_sa"

// attributeOverview names the source of an overview that is the opening of an article of Wikipedia's
// plot. What other sources tell in the same words is Wikipedia's, too.
func (m *merger) attributeOverview(f *film.Film, g group) {
	if f.Overview == nil {
		return
	}
	s := m.best(g, "overview", func(s *statement) bool {
		return s.input.source == source.Wikipedia && s.Overview == *f.Overview
	})
	if s != nil {
		m.provenance(f, "overview", overviewQuoted, worldwide, s)
	}
}

// genresCompleted is the metric type of genres of which the first source cut some off. Its
// provenance is that of the source of the others.
const genresCompleted = "completed"

// worldwide is the market, in provenance, of what is not measured in one country.
const worldwide = "worldwide"

// joinedMark follows the source's name in the provenance of a metric whose row
// had no id and was joined by title, year and more.
const joinedMark = " (joined)"

// provenance records that the row s is where a metric comes from. kind is one of MetricTypes;
// market is worldwide or a country.
func (m *merger) provenance(f *film.Film, metric, kind, market string, s *statement) {
	from := s.input.source
	if s.joined.inferred() {
		from += joinedMark
	}
	f.Provenance[metric] = film.Provenance{MetricType: kind, Market: market, Period: s.period(), Source: from}
}
