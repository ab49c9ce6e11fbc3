// Package poster keeps the posters of films: their pictures in a bucket, and what
// was read of them as one file of a library generation.
//
// Ingest takes originals (Find lists them), has each read by package vision, and
// stores two renditions and a Record of each in the bucket. Load reads the records
// back. Builder dresses films in the addresses of their stored posters while a
// generation is built, and writes File beside the catalogue; Collection serves it:
// readings, pages, statistics, and the stored posters nearest to a new one.
// Critique says in words and scores what a reading means for a poster's maker.
// A Carried reading is one without its picture; a stored poster takes its place.
//
// In the bucket:
//
//	posters/5f/5f2c9a0112345678-full.jpg   at most 1000×1500 pixels
//	posters/5f/5f2c9a0112345678-mini.jpg   at most 185×278 pixels
//	posters/films/tt0041959.json           the Record of a film
//
// Pictures are named after the SHA-256 of their original, so a name never gets
// another picture. A record is stored after its pictures: whatever moment an
// ingest is killed at, every record there is true, and running it again does only
// what is missing. Any number of processes may ingest at once.
//
// The package imports blob, catalog, film, pack, poster/vision and what lies below.
// Start reading at Ingest for storing, Builder for building, Collection for
// serving.
package poster

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/poster/vision"
)

// File is the name of the file in a library generation. A generation without
// readings has none.
const File = "posters.pack"

// Storage and CDN are the values of a film's poster.source: a picture of the
// bucket, or one at a third party's address (REQ F2-05).
const (
	Storage = "storage"
	CDN     = "cdn"
)

// MaxOriginal is how many bytes an original may have.
const MaxOriginal = 64 << 20

// A Size is one of the two renditions of a poster. Whoever changes what a
// rendition looks like changes its name too: names are kept for ever.
type Size struct {
	Name          string
	Width, Height int // pixels, at most
	quality       int // of the JPEG
}

// Full and Mini are the sizes, Sizes both of them.
var (
	Full  = Size{"full", 1000, 1500, 85}
	Mini  = Size{"mini", 185, 278, 80}
	Sizes = [...]Size{Full, Mini}
)

// Picture identifies an original and so its renditions: the first 64 bits of its
// SHA-256. The zero Picture is none: that of a reading without a stored picture.
type Picture uint64

// Name is the last part of a rendition's address: 5f2c9a0112345678-full.jpg.
// The name is lower-case hexadecimal, 16 digits, and the size's name.
func (p Picture) Name(s Size) string { return fmt.Sprintf("%016x-%s.jpg", uint64(p), s.Name) }

// Address is where the service serves a rendition; it begins with film.BaseMark.
func (p Picture) Address(s Size) string {
	return string(film.BaseMark) + Prefix + p.Name(s)
}

// Key is the rendition's key in the bucket.
func (p Picture) Key(s Size) string { return keyOf(p.Name(s)) }

// Names are spread over 256 folders by their first two digits.
func keyOf(name string) string { return "posters/" + name[:2] + "/" + name }

// Prefix is where the service serves pictures.
const Prefix = "/posters/"

// PictureKey gives the key of the picture that is served under a name below
// Prefix; false for whatever is not the name of a rendition.
// It asks no bucket, so the picture need not be there. No name leads out of posters/.
func PictureKey(name string) (key string, ok bool) {
	hash, rest, _ := strings.Cut(name, "-")
	if len(hash) != 16 || strings.Trim(hash, "0123456789abcdef") != "" {
		return "", false
	}
	for _, s := range Sizes {
		if rest == s.Name+".jpg" {
			return keyOf(name), true
		}
	}
	return "", false
}

// Record is what the bucket keeps of a film's poster.
type Record struct {
	Film   film.ID `json:"filmdb_id"`
	SHA256 string  `json:"sha256"` // of the original, in hexadecimal
	Type   string  `json:"type"`   // media type of the original
	Bytes  int     `json:"bytes"`  // of the original
	// Analysis is the vision.Reading of the original.
	Analysis json.RawMessage `json:"analysis"`
}

// recordPrefix begins the keys of records.
const recordPrefix = "posters/films/"

// recordKey is the key of a film's record in the bucket.
func recordKey(id film.ID) string { return recordPrefix + id.String() + ".json" }

// Picture is that of the original.
// SHA256 must be checked, as parseRecord does.
func (r *Record) Picture() Picture {
	n, _ := strconv.ParseUint(r.SHA256[:16], 16, 64)
	return Picture(n)
}

// version is the method that read the picture.
func (r *Record) version() string { return versionOf(r.Analysis) }

// Empty for what is no JSON object with a version.
func versionOf(analysis []byte) string {
	var v struct {
		Version string `json:"version"`
	}
	if json.Unmarshal(analysis, &v) != nil {
		return ""
	}
	return v.Version
}

// decode gives a reading; nil when another method made it, whose figures do not
// compare with those of this one.
func decode(analysis []byte) (*vision.Reading, error) {
	r := new(vision.Reading)
	switch err := json.Unmarshal(analysis, r); {
	case err == nil && r.Version == vision.Version:
		return r, nil
	case versionOf(analysis) == vision.Version:
		return nil, fmt.Errorf("reading: %w", err)
	}
	return nil, nil
}

// parseRecord reads a record and checks that it is one of the film.
// A reading by another method is a good record all the same; its figures are not used.
func parseRecord(b []byte, id film.ID) (*Record, error) {
	r := new(Record)
	if err := json.Unmarshal(b, r); err != nil {
		return nil, err
	}
	if len(r.SHA256) != 64 || strings.Trim(r.SHA256, "0123456789abcdef") != "" {
		return nil, fmt.Errorf("sha256 is %.70q", r.SHA256)
	}
	if r.Film != id || r.version() == "" {
		return nil, fmt.Errorf("it is of film %v and has a reading of version %q", r.Film, r.version())
	}
	if _, err := decode(r.Analysis); err != nil {
		return nil, err
	}
	return r, nil
}
