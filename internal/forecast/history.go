package forecast

import (
	"math"
	"slices"
	"sync"

	"kinodex/internal/dataquality"
	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// most bounds how many of a film's names are kept, and read of a project: those
// billed after them are known of few projects and move few audiences.
const (
	mostDirectors = 3
	mostCast      = 8
	mostCompanies = 4
	mostWriters   = 4
	mostOrigins   = 4 // countries, and as many languages
)

// history is what is known of the catalogue's films: one column a fact, by document.
type history struct {
	year   []uint16 // 0 when unknown
	genres []genres
	budget []int64 // US dollars of the year; 0 when unknown
	gross  []int64
	rating []float32 // NaN when unknown
	master []float32 // NaN when it rests on nothing
	votes  []uint32
	month  []uint8 // of release, 1 to 12; 0 when unknown
	// language and country are two letters each, 0 when unknown.
	language, country []uint16
	title             []uint64 // digest of the title's words
	original          []uint64 // and of the original title's, 0 when it is no other
	series            []uint64 // digest of titleParts.head, 0 for none

	directed, played, made, written *credits

	// titleIndex and seriesIndex find films by those digests. They are made when first asked
	// for, which several goroutines may do at once.
	titleIndex, seriesIndex func() *keyIndex
}

// len returns the number of films.
func (p *history) len() int { return len(p.year) }

// latest returns the year of the newest films, firstCPIYear when no film is dated. A
// few films dated later than all others are slips of a source: one film in a thousand,
// ten of a large catalogue, must be as new.
func (p *history) latest() int {
	years := slices.Sorted(slices.Values(p.year))
	newest := min(max(len(years)/1000, 1), 10)
	if len(years) == 0 {
		return firstCPIYear
	}
	return max(firstCPIYear, int(years[len(years)-newest]))
}

// people are the digests of the names of one film, as the builder keeps them until all
// films are there.
type people struct {
	directors, cast, companies, writers []uint64
}

// add appends a film's facts and returns the digests of its people's names.
func (p *history) add(f *film.Film) people {
	year := 0
	if f.Year != nil && *f.Year > 0 && *f.Year < math.MaxUint16 {
		year = *f.Year
	}
	p.year = append(p.year, uint16(year))
	set, _ := genreSet(f.Genres)
	p.genres = append(p.genres, set)
	budget, gross := Believed(f)
	p.budget = append(p.budget, known(budget))
	p.gross = append(p.gross, known(gross))
	rating, master := float32(math.NaN()), float32(math.NaN())
	if f.Ratings.Filmdb != nil {
		rating = float32(*f.Ratings.Filmdb)
		master = float32(f.Ratings.MasterScore)
	}
	p.rating = append(p.rating, rating)
	p.master = append(p.master, master)
	p.votes = append(p.votes, uint32(min(known(f.Ratings.FilmdbVotes), math.MaxUint32)))
	p.month = append(p.month, uint8(month(f.ReleaseDate)))
	p.language = append(p.language, code(f.Language))
	var country *string
	if len(f.Countries) > 0 {
		country = &f.Countries[0]
	}
	p.country = append(p.country, code(country))
	p.title = append(p.title, titleKey(f.Title))
	original := uint64(0)
	if f.OriginalTitle != nil {
		original = titleKey(*f.OriginalTitle)
	}
	if original == p.title[len(p.title)-1] {
		original = 0
	}
	p.original = append(p.original, original)
	p.series = append(p.series, seriesKey(readTitle(f.Title)))

	var s people
	s.directors = digests(directorsOf(f), mostDirectors)
	var cast, companies []string
	for _, r := range f.Cast[:min(len(f.Cast), mostCast)] {
		cast = append(cast, r.Name)
	}
	for _, c := range f.ProductionCompanies[:min(len(f.ProductionCompanies), mostCompanies)] {
		companies = append(companies, c.Name)
	}
	s.cast, s.companies = digests(cast, mostCast), digests(companies, mostCompanies)
	s.writers = digests(writersOf(f), mostWriters)
	return s
}

// Believed returns a film's budget and gross, nil for one that is doubtful: who learns that a
// film which everybody has seen took half a million learns what a streaming service's cinemas
// take.
func Believed(f *film.Film) (budget, gross *int64) {
	budget, gross = f.BoxOffice.Budget, f.BoxOffice.WorldwideGross
	if dataquality.UnborneBudget(f) {
		budget = nil
	}
	if dataquality.PartialGross(f) {
		gross = nil
	}
	return budget, gross
}

// known returns a figure, 0 when it is unknown or negative.
func known[T int | int64](v *T) T {
	if v == nil || *v < 0 {
		return 0
	}
	return *v
}

// code packs the first two bytes of a text into a number; it is 0 for a text that is
// shorter or nil.
func code(s *string) uint16 {
	if s == nil || len(*s) < 2 {
		return 0
	}
	return uint16((*s)[0])<<8 | uint16((*s)[1])
}

// letters returns the code of two letters.
func letters(s string) uint16 { return code(&s) }

// titleKey is the digest of a title's words, 0 for one that has none.
func titleKey(title string) uint64 { return wordsKey(title) }

// seriesKey returns the digest by which films of a series find one another, 0 for
// none.
func seriesKey(h titleParts) uint64 {
	if h.head == "" {
		return 0
	}
	return keyOf(h.head)
}

// directorsOf returns the names of a film's directors: those of its crew, or those of
// its director field when the crew has none.
func directorsOf(f *film.Film) []string {
	var names []string
	for _, c := range f.CrewSummary["directing"] {
		if c.Job == "Director" {
			names = append(names, c.Name)
		}
	}
	if len(names) == 0 && f.Director != nil {
		names = directorNames(*f.Director)
	}
	return names
}

// writersOf returns the names of who wrote a film, in the order of its credits: everybody
// of the department of writing but those who draw its storyboards.
func writersOf(f *film.Film) []string {
	var names []string
	for _, c := range f.CrewSummary["writing"] {
		if c.Job != "Story Artist" && c.Job != "Storyboard" {
			names = append(names, c.Name)
		}
	}
	return names
}

// index has the indices made from the columns, which must be complete. They are not stored:
// sorting all films by title takes longer than anything else a starting program does, so what
// reads a history does not wait for it.
func (p *history) index() {
	of := func(columns ...[]uint64) func() *keyIndex {
		return sync.OnceValue(func() *keyIndex {
			index := newKeyIndex(entriesOf(columns...))
			return &index
		})
	}
	p.titleIndex, p.seriesIndex = of(p.title, p.original), of(p.series)
}

// write writes the columns; errors stay in w.
func (p *history) write(w *pack.Writer) {
	pack.PutSection(w, "films/year", p.year)
	pack.PutSection(w, "films/genres", p.genres)
	pack.PutSection(w, "films/budget", p.budget)
	pack.PutSection(w, "films/gross", p.gross)
	pack.PutSection(w, "films/rating", p.rating)
	pack.PutSection(w, "films/master", p.master)
	pack.PutSection(w, "films/votes", p.votes)
	pack.PutSection(w, "films/month", p.month)
	pack.PutSection(w, "films/language", p.language)
	pack.PutSection(w, "films/country", p.country)
	pack.PutSection(w, "films/title", p.title)
	pack.PutSection(w, "films/original", p.original)
	pack.PutSection(w, "films/series", p.series)
	p.directed.write(w, "directed")
	p.played.write(w, "played")
	p.made.write(w, "made")
	p.written.write(w, "written")
}

// readHistory reads what write wrote of so many documents, whose columns must all be
// of that length.
func readHistory(r *pack.Reader, docs int) *history {
	p := &history{
		year:     pack.Column[uint16](r, "films/year", docs),
		genres:   pack.Column[genres](r, "films/genres", docs),
		budget:   pack.Column[int64](r, "films/budget", docs),
		gross:    pack.Column[int64](r, "films/gross", docs),
		rating:   pack.Column[float32](r, "films/rating", docs),
		master:   pack.Column[float32](r, "films/master", docs),
		votes:    pack.Column[uint32](r, "films/votes", docs),
		month:    pack.Column[uint8](r, "films/month", docs),
		language: pack.Column[uint16](r, "films/language", docs),
		country:  pack.Column[uint16](r, "films/country", docs),
		title:    pack.Column[uint64](r, "films/title", docs),
		original: pack.Column[uint64](r, "films/original", docs),
		series:   pack.Column[uint64](r, "films/series", docs),
		directed: readCredits(r, "directed", docs),
		played:   readCredits(r, "played", docs),
		made:     readCredits(r, "made", docs),
		written:  readCredits(r, "written", docs),
	}
	p.index()
	return p
}
