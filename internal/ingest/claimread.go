package ingest

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// errClaimBytes says that bytes are not an encoded claim.
var errClaimBytes = errors.New("ingest: claim bytes are damaged")

// claimMask returns the mask of an encoded claim, which must have eight bytes or more.
func claimMask(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// decodeClaim is the inverse of encode. It overwrites all of c and leaves Origin empty. The
// strings of the claim share one copy of b, which may be changed afterwards. Bytes that are
// cut off give errClaimBytes and no panic.
func decodeClaim(b []byte, c *source.Claim) error {
	*c = source.Claim{}
	if len(b) < 8 {
		return errClaimBytes
	}
	r := claimReader{mask: claimMask(b), rest: string(b[8:])}
	c.Kind = source.Kind(r.number(hasKind))
	c.Adult = r.has(isAdult)
	c.Unreleased = r.has(isUnreleased)
	c.ID = film.ID(r.number(hasID))
	c.MoviedbID = int(r.number(hasMoviedbID))
	c.ListingID = r.text(hasListingID)
	c.OverviewCut = r.has(isOverviewCut)
	c.Title = r.text(hasTitle)
	c.OriginalTitle = r.text(hasOriginalTitle)
	c.Year = int(r.number(hasYear))
	c.ReleaseDate = r.text(hasReleaseDate)
	c.Runtime = int(r.number(hasRuntime))
	c.Genres = readList(&r, hasGenres, r.getText)
	c.Overview = r.text(hasOverview)
	c.Tagline = r.text(hasTagline)
	c.Keywords = readList(&r, hasKeywords, r.getText)
	c.Language = r.text(hasLanguage)
	c.Languages = readList(&r, hasLanguages, r.getText)
	c.Countries = readList(&r, hasCountries, r.getText)
	c.FilmdbRating = r.float(hasFilmdbRating)
	c.FilmdbVotes = int(r.number(hasFilmdbVotes))
	c.MoviedbRating = r.float(hasMoviedbRating)
	c.MoviedbVotes = int(r.number(hasMoviedbVotes))
	if r.has(hasCriticScore) {
		c.CriticScore = r.getFloat()
		c.CriticMeasure = r.getText()
	}
	c.Popularity = r.float(hasPopularity)
	c.Budget = r.sum(hasBudget)
	c.WorldGross = r.sum(hasWorldGross)
	c.DomesticGross = r.sum(hasDomesticGross)
	c.Directors = readList(&r, hasDirectors, r.person)
	c.Writers = readList(&r, hasWriters, r.person)
	c.Cast = readList(&r, hasCast, func() source.Part {
		return source.Part{Person: r.person(), Character: r.getText(), Order: int(r.getNumber()), Profile: r.getText()}
	})
	c.Crew = readList(&r, hasCrew, func() source.Job {
		return source.Job{Person: r.person(), Department: r.getText(), Job: r.getText()}
	})
	c.Companies = readList(&r, hasCompanies, func() film.Company {
		id := int(r.getNumber())
		company := film.Company{Name: r.getText()}
		if id != 0 {
			company.ID = &id
		}
		if country := r.getText(); country != "" {
			company.Country = &country
		}
		return company
	})
	c.PosterURL = r.text(hasPosterURL)
	c.PosterPath = r.text(hasPosterPath)
	c.Providers = readList(&r, hasProviders, func() source.Provider {
		return source.Provider{Country: r.getText(), Offer: r.getText(), Name: r.getText()}
	})
	c.Nominations = readList(&r, hasNominations, func() source.Nomination {
		return source.Nomination{
			Category: r.getText(), Won: r.getNumber() == 1,
			FirstYear: int(r.getNumber()), LastYear: int(r.getNumber()),
		}
	})
	c.Nominees = readList(&r, hasNominees, r.person)
	c.Titles = readList(&r, hasTitles, func() source.Title {
		return source.Title{Title: r.getText(), Region: r.getText(), Language: r.getText(), Kind: r.getText()}
	})
	c.Releases = readList(&r, hasReleases, func() source.Release {
		return source.Release{Country: r.getText(), Date: r.getText(), Certification: r.getText(), Kind: r.getText()}
	})
	if r.has(hasCollection) {
		c.Collection = source.Collection{ID: int(r.getNumber()), Name: r.getText()}
	}
	c.Externals = readList(&r, hasExternals, func() source.External {
		return source.External{Database: r.getText(), ID: r.getText()}
	})
	c.Videos = readList(&r, hasVideos, func() source.LinkedVideo {
		return source.LinkedVideo{
			Site: r.getText(), Key: r.getText(), Name: r.getText(), Kind: r.getText(), Language: r.getText(),
			Official: r.getFlag(), Published: r.getText(),
		}
	})
	c.Images = readList(&r, hasImages, func() source.Image {
		return source.Image{Kind: r.getText(), Path: r.getText(), Language: r.getText(), Width: int(r.getNumber()), Height: int(r.getNumber())}
	})
	c.BasedOn = readList(&r, hasBasedOn, func() source.Work {
		return source.Work{ID: r.getText(), Title: r.getText(), Kind: r.getText(), Authors: r.getTexts()}
	})
	if r.bad {
		return errClaimBytes
	}
	return nil
}

// claimReader reads what claimWriter wrote. After damage every value is zero and bad is set.
type claimReader struct {
	mask uint64
	rest string
	bad  bool
}

// has reports whether the claim has the field of a bit of the mask.
func (r *claimReader) has(bit int) bool { return r.mask&(1<<bit) != 0 }

// getNumber reads an unsigned varint of base 128, the least significant group first,
// as binary.AppendUvarint writes it.
func (r *claimReader) getNumber() uint64 {
	var n uint64
	for i := 0; i < len(r.rest) && i < binary.MaxVarintLen64; i++ {
		c := r.rest[i]
		n |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			r.rest = r.rest[i+1:]
			return n
		}
	}
	r.bad, r.rest = true, ""
	return 0
}

// getFlag reads what putFlag wrote.
func (r *claimReader) getFlag() *bool {
	n := r.getNumber()
	if n == 0 {
		return nil
	}
	set := n == 2
	return &set
}

// getText reads a string after its length in bytes. The string shares the memory of
// rest.
func (r *claimReader) getText() string {
	n := r.getNumber()
	if n > uint64(len(r.rest)) {
		r.bad, r.rest = true, ""
		return ""
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

// getFloat reads what putFloat wrote: a varint of the reversed bits.
func (r *claimReader) getFloat() float64 {
	return math.Float64frombits(bits.Reverse64(r.getNumber()))
}

// number, float, text and sum read the field of a bit; without the bit they return
// the zero value and read nothing.
func (r *claimReader) number(bit int) uint64 {
	if !r.has(bit) {
		return 0
	}
	return r.getNumber()
}

func (r *claimReader) float(bit int) float64 {
	if !r.has(bit) {
		return 0
	}
	return r.getFloat()
}

func (r *claimReader) text(bit int) string {
	if !r.has(bit) {
		return ""
	}
	return r.getText()
}

func (r *claimReader) sum(bit int) source.Sum {
	if !r.has(bit) {
		return source.Sum{}
	}
	return source.Sum{Amount: int64(r.getNumber()), Currency: r.getText()}
}

// person reads a name and its ids, absent ones as "" and 0.
func (r *claimReader) person() source.Person {
	return source.Person{Name: r.getText(), NamedbID: source.NameID(r.getNumber()), MoviedbID: int(r.getNumber()), ServiceID: int(r.getNumber())}
}

// readList reads the list of a bit: its length, then its items. It is nil without
// the bit. A length beyond the bytes left is damage, so that damaged bytes cannot
// make it reserve more items than they have bytes.
func readList[T any](r *claimReader, bit int, get func() T) []T {
	if !r.has(bit) {
		return nil
	}
	return readItems(r, get)
}

// readItems reads a length and as many items.
func readItems[T any](r *claimReader, get func() T) []T {
	n := r.getNumber()
	if n > uint64(len(r.rest)) { // every item takes a byte at least
		r.bad, r.rest = true, ""
		return nil
	}
	items := make([]T, 0, n)
	for range n {
		items = append(items, get())
	}
	return items
}

// getTexts reads a list of strings within an item; nil when there are none.
func (r *claimReader) getTexts() []string {
	if texts := readItems(r, r.getText); len(texts) > 0 {
		return texts
	}
	return nil
}
