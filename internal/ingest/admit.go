package ingest

import (
	"slices"

	"kinodex/internal/dataquality"
	"kinodex/internal/ingest/source"
	"kinodex/internal/text"
)

// refusal says why a title of the sources is not in the catalogue; empty when
// it is. The words are those of the report.
type refusal string

// The reasons, in the order in which they are tried: a title is counted under the first that
// holds.
const (
	refusedNoTitle     refusal = "no_title"      // nothing but ratings, credits or links
	refusedKind        refusal = "not_a_film"    // series, episode, TV film, video, game
	refusedShort       refusal = "short"         // called so, or under LeastRuntime
	refusedEvent       refusal = "event"         // a relay from a stage, a commentary on another film, a bout
	refusedAdult       refusal = "adult"         // one of the two databases flags it
	refusedNoYear      refusal = "no_year"       // no source dates it
	refusedYears       refusal = "outside_years" // before FirstYear, or later than the sources speak of
	refusedUnreleased  refusal = "unreleased"    // or forthcoming, and too few have voted for it to have been shown
	refusedKindUnknown refusal = "kind_unknown"  // no source says film, and no runtime in a source of films shows it
	refusedNoEvidence  refusal = "no_evidence"   // nobody rated it and nobody is credited
	refusedDuplicate   refusal = "duplicate"     // a film of the catalogue under a second id
)

// refusals are all reasons, in the order they are tried.
var refusals = []refusal{
	refusedNoTitle, refusedKind, refusedShort, refusedEvent, refusedAdult, refusedNoYear, refusedYears,
	refusedUnreleased, refusedKindUnknown, refusedNoEvidence, refusedDuplicate,
}

// The bounds of the admission rule (docs/data/merge.md). The last year is not
// among them: admittedYears finds it in the sources.
const (
	FirstYear = 1915
	// LeastRuntime is how many minutes make a feature, as the academies count.
	LeastRuntime = 40
	// MostRuntime is beyond what a film lasts: series are listed with the sum of
	// their parts.
	MostRuntime = 900
	// shownVotes is how many voters show that a film said to be unreleased has
	// been seen.
	shownVotes = 10
)

// admit returns why a group is not in the catalogue, "" when it is. In the catalogue is a
// feature film of the admitted years, with title and year, for which there is evidence
// beyond its listing. It has no side effects.
func (m *merger) admit(g group) refusal {
	if m.best(g, "title", func(s *statement) bool { return text.Fold(s.Title) != "" }) == nil {
		return refusedNoTitle
	}
	kind := m.best(g, "kind", func(s *statement) bool { return s.Kind != source.Unstated })
	runtime := m.runtime(g)
	switch {
	case kind != nil && kind.Kind == source.Short:
		return refusedShort
	case kind != nil && kind.Kind != source.Movie:
		return refusedKind
	case runtime != nil && runtime.Runtime < LeastRuntime:
		return refusedShort
	case runtime != nil && runtime.Runtime > MostRuntime:
		return refusedKind
	case m.isEvent(g):
		return refusedEvent
	case slices.ContainsFunc(g, func(s statement) bool { return s.flagsAdult() }):
		return refusedAdult
	}
	year := m.bestYear(g)
	switch {
	case year == 0:
		return refusedNoYear
	case !m.facts.years.covers(year):
		return refusedYears
	}
	votes := 0
	unreleased, credited, told := year == m.facts.years.to, false, false
	for i := range g {
		s := &g[i]
		votes = max(votes, s.FilmdbVotes, s.MoviedbVotes)
		unreleased = unreleased || s.Unreleased && !s.joined.inferred()
		credited = credited || len(s.Directors) > 0 || len(s.Cast) > 0
		told = told || s.Overview != "" || len(s.Nominations) > 0 || s.WorldGross.Amount > 0
	}
	switch {
	case unreleased && votes < shownVotes:
		return refusedUnreleased
	case kind == nil && (runtime == nil || !slices.ContainsFunc(g, func(s statement) bool { return s.listsFilms() })):
		return refusedKindUnknown
	case votes == 0 && !(credited && (told || runtime != nil)):
		return refusedNoEvidence
	case m.facts.duplicates[m.id] != 0:
		return refusedDuplicate
	}
	return ""
}

// isEvent reports whether title, original title and genres are those of an event that is
// shown in cinemas.
func (m *merger) isEvent(g group) bool {
	var title, original string
	var genres []string
	if s := m.best(g, "title", func(s *statement) bool { return s.Title != "" }); s != nil {
		title = s.Title
	}
	if s := m.best(g, "original_title", func(s *statement) bool { return s.OriginalTitle != "" }); s != nil {
		original = s.OriginalTitle
	}
	if s := m.best(g, "genres", func(s *statement) bool { return len(s.Genres) > 0 }); s != nil {
		genres = s.Genres
	}
	return dataquality.Event(title, original, genres) != ""
}

// flagsAdult reports whether the row flags the film as adult in a field of its own. A genre of
// that name is no such field: one source files a studio's drama under it. Rows that were
// joined by title do not count.
func (s *statement) flagsAdult() bool {
	flag := s.input.format == source.TitleBasics || s.input.source == source.Moviedb
	return s.Adult && flag && !s.joined.inferred()
}

// listsFilms reports whether the row describes the title in a source of films.
// Streaming catalogues are none: they file television films and stage shows
// under films, and sometimes give one film's id to another.
func (s *statement) listsFilms() bool {
	return s.Title != "" && s.input.source != source.Services
}

// bestYear returns the year that Precedence ranks first, 0 when nothing states one. Unlike
// year it counts nothing in the report.
func (m *merger) bestYear(g group) int {
	if s := m.best(g, "year", func(s *statement) bool { return s.Year > 0 }); s != nil {
		return s.Year
	}
	return 0
}
