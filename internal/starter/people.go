package starter

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/people"
)

//go:embed people.ndjson.zst
var packedPeople []byte

// Sightings decodes what the program carries of who is who in the casts of its
// films: ids of people, as the sources of a full library state them.
func Sightings() ([]people.Sighting, error) {
	all, err := DecodeSightings(packedPeople)
	if err != nil {
		return nil, fmt.Errorf("starter people: %w", err)
	}
	return all, nil
}

// personLine is a line of people.ndjson: somebody of one name, and the films they
// are in.
type personLine struct {
	Name    string    `json:"name"`
	Namedb  string    `json:"namedb_id,omitempty"`
	Moviedb int       `json:"moviedb_id,omitempty"`
	Films   []film.ID `json:"films"`
}

// EncodeSightings writes sightings as DecodeSightings reads them, by person. Equal
// sightings give equal bytes.
func EncodeSightings(w io.Writer, all []people.Sighting) error {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b people.Sighting) int {
		return cmp.Or(cmp.Compare(a.NamedbID, b.NamedbID), cmp.Compare(a.MoviedbID, b.MoviedbID),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.Film, b.Film))
	})
	var lines []personLine
	for i := 0; i < len(all); {
		line := personLine{all[i].Name, all[i].NamedbID, all[i].MoviedbID, nil}
		for ; i < len(all) && all[i].Name == line.Name && all[i].NamedbID == line.Namedb && all[i].MoviedbID == line.Moviedb; i++ {
			line.Films = append(line.Films, all[i].Film)
		}
		lines = append(lines, line)
	}
	return encodeLines(w, lines)
}

// DecodeSightings reads zstd-compressed people, one JSON object a line.
func DecodeSightings(packed []byte) ([]people.Sighting, error) {
	lines, err := decodeLines(packed, unmarshal[personLine])
	var all []people.Sighting
	for _, line := range lines {
		for _, id := range line.Films {
			all = append(all, people.Sighting{Film: id, Name: line.Name, NamedbID: line.Namedb, MoviedbID: line.Moviedb})
		}
	}
	return all, err
}
