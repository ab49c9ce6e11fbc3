package starter

import (
	"cmp"
	"iter"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/guide"
	"kinodex/internal/research"
	"kinodex/internal/text"
)

// Shares of the selection: how many films each rule brings, best known first.
const (
	bestKnown      = 1200 // of all
	perDecade      = 40
	perCountry     = 6
	perLanguage    = 6
	namesakes      = 120 // films that share a chosen film's title
	withoutRating  = 25
	withoutPoster  = 25
	withoutCountry = 25
	littleKnown    = 40 // rated, by fewer than 50
	withReading    = 1000
	wellKnown      = 50_000 // votes
	maxCast        = 30
)

// Select chooses the starter's films from a full catalogue: those whose
// screenplay was measured or that a guide cites, the best known of all, of each
// decade, country and language and of those whose poster was read, every Best
// Picture nominee, those we wrote a sentence about, namesakes of the chosen, and
// some that are hard to serve (without rating, poster or country, or hardly known).
// The choice is deterministic. Of a decade, country or language, films whose
// director and cast some source names come before better known ones of which none
// does, unless those are well known. Sentences of others (overview, tagline) are
// taken out, and casts are cut to the first thirty.
func Select(all iter.Seq[*film.Film], scripts []research.MeasuredScript, read func(film.ID) bool) ([]*film.Film, error) {
	sentences, err := Synopses()
	if err != nil {
		return nil, err
	}
	var films []*film.Film
	for f := range all {
		films = append(films, f)
	}
	slices.SortStableFunc(films, func(a, b *film.Film) int {
		return cmp.Or(cmp.Compare(votes(b), votes(a)), cmp.Compare(a.ID, b.ID))
	})
	guides, err := guide.Load()
	if err != nil {
		return nil, err
	}
	needed := map[film.ID]bool{}
	for _, script := range scripts {
		needed[script.Film] = true
	}
	for _, id := range guides.Films() {
		needed[id] = true
	}
	s := selection{chosen: map[film.ID]bool{}, titles: map[string]bool{}}
	s.take(films, func(f *film.Film) bool { return needed[f.ID] })
	s.take(films, func(f *film.Film) bool { _, ours := sentences[f.ID]; return ours || f.Awards.BestPicture != nil })
	s.first(films, bestKnown, func(*film.Film) bool { return true })
	known := slices.Clone(films)
	slices.SortStableFunc(known, func(a, b *film.Film) int { return cmp.Compare(unnamed(a), unnamed(b)) })
	s.each(known, perDecade, func(f *film.Film) (string, bool) {
		if f.Year == nil {
			return "", false
		}
		return string(rune(*f.Year / 10)), true
	})
	s.each(known, perCountry, func(f *film.Film) (string, bool) { return first(f.Countries) })
	s.each(known, perLanguage, func(f *film.Film) (string, bool) { return first(f.Languages) })
	s.first(films, namesakes, func(f *film.Film) bool { return !s.chosen[f.ID] && s.titles[text.Fold(f.Title)] })
	s.first(films, withoutRating, func(f *film.Film) bool { return f.Ratings.Filmdb == nil })
	s.first(films, withoutPoster, func(f *film.Film) bool { return f.Poster.URL == nil })
	s.first(films, withoutCountry, func(f *film.Film) bool { return len(f.Countries) == 0 })
	s.first(films, littleKnown, func(f *film.Film) bool { return votes(f) > 0 && votes(f) < 50 })
	s.first(films, withReading, func(f *film.Film) bool { return read(f.ID) })
	for _, f := range s.films {
		f.Overview, f.Tagline = nil, nil
		f.Cast = f.Cast[:min(len(f.Cast), maxCast)]
		f.Links = film.Links{}
	}
	slices.SortFunc(s.films, func(a, b *film.Film) int { return cmp.Compare(a.ID, b.ID) })
	return s.films, nil
}

// selection collects films, each once, in the order the rules choose them.
type selection struct {
	films  []*film.Film
	chosen map[film.ID]bool
	titles map[string]bool
}

// add chooses a film, unless it is chosen already.
func (s *selection) add(f *film.Film) {
	if !s.chosen[f.ID] {
		s.chosen[f.ID] = true
		s.titles[text.Fold(f.Title)] = true
		s.films = append(s.films, f)
	}
}

// take adds every film that fits.
func (s *selection) take(films []*film.Film, fits func(*film.Film) bool) {
	s.first(films, len(films), fits)
}

// first adds the n best known films that fit.
func (s *selection) first(films []*film.Film, n int, fits func(*film.Film) bool) {
	for _, f := range films {
		if n == 0 {
			return
		}
		if fits(f) {
			s.add(f)
			n--
		}
	}
}

// each adds the n best known films of every group.
func (s *selection) each(films []*film.Film, n int, group func(*film.Film) (string, bool)) {
	count := map[string]int{}
	for _, f := range films {
		if g, ok := group(f); ok && count[g] < n {
			count[g]++
			s.add(f)
		}
	}
}

// unnamed counts what no source names of who made a film: its director, its cast.
// A film that is well known is looked up all the same: of it nothing counts.
func unnamed(f *film.Film) int {
	n := 0
	if votes(f) >= wellKnown {
		return n
	}
	if f.Director == nil {
		n++
	}
	if len(f.Cast) == 0 {
		n++
	}
	return n
}

// votes returns how many people rated the film in the film database, 0 when that is
// unknown.
func votes(f *film.Film) int {
	if f.Ratings.FilmdbVotes == nil {
		return 0
	}
	return *f.Ratings.FilmdbVotes
}

// first returns the first of ss, and whether there is one.
func first(ss []string) (string, bool) {
	if len(ss) == 0 {
		return "", false
	}
	return ss[0], true
}
