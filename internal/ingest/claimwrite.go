package ingest

import (
	"encoding/binary"
	"math"
	"math/bits"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// Claims wait for each other in memory, so they are kept as bytes: a mask of
// the fields that are set, then those fields. A claim of rating and votes is
// some 20 bytes where the struct takes over 800. The encoding lives as long as
// the build; it is never written to a file.

// The bits of the mask, in the order the fields are encoded.
const (
	hasTitle = iota
	hasOriginalTitle
	hasYear
	hasReleaseDate
	hasRuntime
	hasGenres
	hasOverview
	hasTagline
	hasKeywords
	hasLanguage
	hasLanguages
	hasCountries
	hasFilmdbRating
	hasFilmdbVotes
	hasMoviedbRating
	hasMoviedbVotes
	hasCriticScore
	hasPopularity
	hasBudget
	hasWorldGross
	hasDomesticGross
	hasDirectors
	hasWriters
	hasCast
	hasCrew
	hasCompanies
	hasPosterURL
	hasPosterPath
	hasProviders
	hasNominations
	hasKind
	isAdult
	isUnreleased
	hasID
	hasMoviedbID
	hasListingID
	isOverviewCut
	hasNominees
	hasTitles
	hasReleases
	hasCollection
	hasExternals
	hasVideos
	hasImages
	hasBasedOn
)

// claimWriter encodes claims into one buffer, which it uses again. The Origin of a claim is
// not encoded: the store keeps it by file. It serves one goroutine.
type claimWriter struct {
	buf  []byte
	mask uint64
}

// encode returns the claim's bytes, valid until the next call: the mask in eight bytes, the
// least significant first, then the fields that are set. Negative numbers are written as 0.
func (w *claimWriter) encode(c *source.Claim) []byte {
	w.buf = append(w.buf[:0], 0, 0, 0, 0, 0, 0, 0, 0)
	w.mask = 0
	w.number(hasKind, uint64(c.Kind))
	w.flag(isAdult, c.Adult)
	w.flag(isUnreleased, c.Unreleased)
	w.number(hasID, uint64(c.ID))
	w.number(hasMoviedbID, uint64(max(c.MoviedbID, 0)))
	w.text(hasListingID, c.ListingID)
	w.flag(isOverviewCut, c.OverviewCut)
	w.text(hasTitle, c.Title)
	w.text(hasOriginalTitle, c.OriginalTitle)
	w.number(hasYear, uint64(max(c.Year, 0)))
	w.text(hasReleaseDate, c.ReleaseDate)
	w.number(hasRuntime, uint64(max(c.Runtime, 0)))
	w.texts(hasGenres, c.Genres)
	w.text(hasOverview, c.Overview)
	w.text(hasTagline, c.Tagline)
	w.texts(hasKeywords, c.Keywords)
	w.text(hasLanguage, c.Language)
	w.texts(hasLanguages, c.Languages)
	w.texts(hasCountries, c.Countries)
	w.float(hasFilmdbRating, c.FilmdbRating)
	w.number(hasFilmdbVotes, uint64(max(c.FilmdbVotes, 0)))
	w.float(hasMoviedbRating, c.MoviedbRating)
	w.number(hasMoviedbVotes, uint64(max(c.MoviedbVotes, 0)))
	if c.CriticMeasure != "" {
		w.mask |= 1 << hasCriticScore
		w.putFloat(c.CriticScore)
		w.putText(c.CriticMeasure)
	}
	w.float(hasPopularity, c.Popularity)
	w.sum(hasBudget, c.Budget)
	w.sum(hasWorldGross, c.WorldGross)
	w.sum(hasDomesticGross, c.DomesticGross)
	list(w, hasDirectors, c.Directors, w.person)
	list(w, hasWriters, c.Writers, w.person)
	list(w, hasCast, c.Cast, func(p source.Part) {
		w.person(p.Person)
		w.putText(p.Character)
		w.putNumber(uint64(max(p.Order, 0)))
		w.putText(p.Profile)
	})
	list(w, hasCrew, c.Crew, func(j source.Job) {
		w.person(j.Person)
		w.putText(j.Department)
		w.putText(j.Job)
	})
	list(w, hasCompanies, c.Companies, func(c film.Company) {
		id, country := 0, ""
		if c.ID != nil {
			id = *c.ID
		}
		if c.Country != nil {
			country = *c.Country
		}
		w.putNumber(uint64(max(id, 0)))
		w.putText(c.Name)
		w.putText(country)
	})
	w.text(hasPosterURL, c.PosterURL)
	w.text(hasPosterPath, c.PosterPath)
	list(w, hasProviders, c.Providers, func(p source.Provider) {
		w.putText(p.Country)
		w.putText(p.Offer)
		w.putText(p.Name)
	})
	list(w, hasNominations, c.Nominations, func(n source.Nomination) {
		w.putText(n.Category)
		won := uint64(0)
		if n.Won {
			won = 1
		}
		w.putNumber(won)
		w.putNumber(uint64(max(n.FirstYear, 0)))
		w.putNumber(uint64(max(n.LastYear, 0)))
	})
	list(w, hasNominees, c.Nominees, w.person)
	list(w, hasTitles, c.Titles, func(t source.Title) {
		w.putText(t.Title)
		w.putText(t.Region)
		w.putText(t.Language)
		w.putText(t.Kind)
	})
	list(w, hasReleases, c.Releases, func(r source.Release) {
		w.putText(r.Country)
		w.putText(r.Date)
		w.putText(r.Certification)
		w.putText(r.Kind)
	})
	if c.Collection.ID > 0 {
		w.mask |= 1 << hasCollection
		w.putNumber(uint64(c.Collection.ID))
		w.putText(c.Collection.Name)
	}
	list(w, hasExternals, c.Externals, func(x source.External) {
		w.putText(x.Database)
		w.putText(x.ID)
	})
	list(w, hasVideos, c.Videos, func(v source.LinkedVideo) {
		w.putText(v.Site)
		w.putText(v.Key)
		w.putText(v.Name)
		w.putText(v.Kind)
		w.putText(v.Language)
		w.putFlag(v.Official)
		w.putText(v.Published)
	})
	list(w, hasImages, c.Images, func(i source.Image) {
		w.putText(i.Kind)
		w.putText(i.Path)
		w.putText(i.Language)
		w.putNumber(uint64(max(i.Width, 0)))
		w.putNumber(uint64(max(i.Height, 0)))
	})
	list(w, hasBasedOn, c.BasedOn, func(b source.Work) {
		w.putText(b.ID)
		w.putText(b.Title)
		w.putText(b.Kind)
		w.putNumber(uint64(len(b.Authors)))
		for _, name := range b.Authors {
			w.putText(name)
		}
	})
	binary.LittleEndian.PutUint64(w.buf, w.mask)
	return w.buf
}

// putNumber appends an unsigned varint.
func (w *claimWriter) putNumber(n uint64) { w.buf = binary.AppendUvarint(w.buf, n) }

// putText appends a string after its length in bytes.
func (w *claimWriter) putText(s string) {
	w.putNumber(uint64(len(s)))
	w.buf = append(w.buf, s...)
}

// putFlag appends 0 for nil, 1 for false and 2 for true.
func (w *claimWriter) putFlag(flag *bool) {
	switch {
	case flag == nil:
		w.putNumber(0)
	case !*flag:
		w.putNumber(1)
	default:
		w.putNumber(2)
	}
}

// putFloat appends the bits of a number in reverse order, as a varint: a short
// binary fraction such as 7.5 takes three bytes in place of nine.
func (w *claimWriter) putFloat(v float64) {
	// Reversed, the empty low bits of a short fraction become leading zeros.
	w.putNumber(bits.Reverse64(math.Float64bits(v)))
}

// flag sets a bit of the mask that has no field.
func (w *claimWriter) flag(bit int, set bool) {
	if set {
		w.mask |= 1 << bit
	}
}

// number, float, text and sum write a field and set its bit, unless it has the zero
// value.
func (w *claimWriter) number(bit int, n uint64) {
	if n != 0 {
		w.mask |= 1 << bit
		w.putNumber(n)
	}
}

func (w *claimWriter) float(bit int, v float64) {
	if v != 0 {
		w.mask |= 1 << bit
		w.putFloat(v)
	}
}

func (w *claimWriter) text(bit int, s string) {
	if s != "" {
		w.mask |= 1 << bit
		w.putText(s)
	}
}

func (w *claimWriter) texts(bit int, ss []string) {
	list(w, bit, ss, w.putText)
}

func (w *claimWriter) sum(bit int, s source.Sum) {
	if s.Amount > 0 {
		w.mask |= 1 << bit
		w.putNumber(uint64(s.Amount))
		w.putText(s.Currency)
	}
}

// person appends a name and its ids, the absent ones as empty and 0.
func (w *claimWriter) person(p source.Person) {
	w.putText(p.Name)
	w.putNumber(uint64(p.NamedbID))
	w.putNumber(uint64(max(p.MoviedbID, 0)))
	w.putNumber(uint64(max(p.ServiceID, 0)))
}

// list writes the items after their number and sets the bit, unless there are none.
func list[T any](w *claimWriter, bit int, items []T, put func(T)) {
	if len(items) == 0 {
		return
	}
	w.mask |= 1 << bit
	w.putNumber(uint64(len(items)))
	for _, item := range items {
		put(item)
	}
}
