package app

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// CoverSource is what a film's cover is drawn from.
type CoverSource struct {
	Film    *film.Film // as listed, with the fields of coverFields alone
	Palette []string   // colours read of its poster, as #rrggbb, the largest share first; nil where none was read
	Sealed  bool       // whether the question had the seal of what is drawn now
}

// CoverQuestion asks for what a film's cover is drawn from.
type CoverQuestion struct {
	ID      string
	Seal    string // as CoverSeal gave it; anything else, also nothing, is no fault
	Version string // of the way in which covers are drawn
	// Costly is set for a form that takes a processor long: the question counts as a page whatever
	// its seal.
	Costly bool
}

// coverFields are the fields of a listed film that a cover is drawn from.
var coverFields = []string{"title", "original_title", "year", "genres", "director", "countries", "keywords"}

// listedCover are the places of coverFields in a listed film.
var listedCover = func() (at []int) {
	for _, name := range coverFields {
		at = append(at, slices.Index(film.List.Fields(), name))
	}
	return at
}()

// Cover returns what a film's cover is drawn from. Who has the seal was shown the film before, in an
// answer that counted it (docs/decisions/0098): then nothing is counted. Otherwise the question
// counts as that for the film does, so that covers are no way around what strangers share. Its
// faults are those of Film.
func (v *Visit) Cover(ctx context.Context, q CoverQuestion) (*CoverSource, error) {
	doc, found, err := v.lookUp(q.ID, film.List)
	var s CoverSource
	if err == nil {
		s.Sealed = hmac.Equal([]byte(q.Seal), []byte(v.sealCover(doc, found.ID, q.Version)))
	}
	if !s.Sealed || q.Costly {
		if err := v.enter(ctx, access.Needs.Film, nothingToCheck); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, err
	}
	if !s.Sealed {
		if err := v.carries(ctx, oneFilm(found.ID)); err != nil {
			return nil, err
		}
	}
	projection, err := film.List.Project(strings.Join(coverFields, ","))
	if err != nil {
		return nil, err
	}
	s.Film = &film.Film{ID: found.ID}
	if err := json.Unmarshal(found.record.AppendTo(nil, projection, ""), s.Film); err != nil {
		return nil, fmt.Errorf("decode a film: %w", err)
	}
	if i, ok := v.library.Posters.Find(found.ID); ok {
		var read struct {
			Colours []struct {
				Hex string `json:"hex"`
			} `json:"dominant_colors"`
		}
		if err := json.Unmarshal(v.library.Posters.At(i).Analysis, &read); err != nil {
			return nil, fmt.Errorf("decode the reading of a poster: %w", err)
		}
		for _, c := range read.Colours {
			s.Palette = append(s.Palette, c.Hex)
		}
	}
	return &s, nil
}

// CoverSeal returns what stands in the address of a film's cover: a digest of all that determines
// the cover, which only this service can make. It costs nothing. It is empty for an id that no film
// has.
func (v *Visit) CoverSeal(id film.ID, version string) string {
	doc, ok := v.library.Catalog.ByID(id)
	if !ok {
		return ""
	}
	return v.sealCover(doc, id, version)
}

func (v *Visit) sealCover(doc catalog.Doc, id film.ID, version string) string {
	var facts xxhash.Digest
	facts.Reset()
	word := func(b []byte) {
		_, _ = facts.Write(binary.AppendUvarint(nil, uint64(len(b)))) // no error, as documented
		_, _ = facts.Write(b)
	}
	record := v.library.Catalog.Record(doc, film.List)
	for _, field := range listedCover {
		word(record.Value(field))
	}
	if i, ok := v.library.Posters.Find(id); ok {
		word(v.library.Posters.At(i).Analysis)
	}
	mac := hmac.New(sha256.New, v.app.covers)
	text := binary.BigEndian.AppendUint64([]byte(version+"\n"+id.String()+"\n"), facts.Sum64())
	_, _ = mac.Write(text)
	var sum [sha256.Size]byte
	return base64.RawURLEncoding.EncodeToString(mac.Sum(sum[:0])[:9])
}
