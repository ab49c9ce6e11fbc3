package search

import (
	"bytes"
	"encoding/json"
	"slices"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// Places of the fields that are read in the detail view.
var (
	titleField    = field("title")
	originalField = field("original_title")
	titlesField   = field("titles")
	yearField     = field("year")
	genresField   = field("genres")
	directorField = field("director")
	overviewField = field("overview")
	taglineField  = field("tagline")
	keywordsField = field("keywords")
	ratingsField  = field("ratings")
	castField     = field("cast")
	crewField     = field("crew_summary")
	externalField = field("external_ids")
	sourcesField  = field("provenance")
)

// fromWikipedia is in the provenance of a film whose overview is quoted.
var fromWikipedia = []byte(`"source":"wikipedia"`)

func field(name string) int { return slices.Index(film.Detail.Fields(), name) }

// filmRecord is a film's record in the detail view, read field by field. What a
// damaged record holds is not found, or found wrong, but never a panic.
type filmRecord struct{ record film.Record }

func readFilm(films *catalog.Catalog, d catalog.Doc) filmRecord {
	return filmRecord{films.Record(d, film.Detail)}
}

// value gives a field's JSON.
func (f filmRecord) value(field int) []byte { return f.record.Value(field) }

// text gives a field that is a string, or nothing.
func (f filmRecord) text(field int) []byte {
	s, _ := firstString(f.value(field))
	return s
}

// firstString gives the first string in JSON, decoded, and what follows it.
func firstString(b []byte) (s, rest []byte) {
	from := bytes.IndexByte(b, '"')
	if from < 0 {
		return nil, nil
	}
	escaped := false
	for i := from + 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			escaped = true
			i++
		case '"':
			if !escaped {
				return b[from+1 : i], b[i+1:]
			}
			var decoded string
			if json.Unmarshal(b[from:i+1], &decoded) != nil {
				return nil, b[i+1:]
			}
			return []byte(decoded), b[i+1:]
		}
	}
	return nil, nil
}

// member gives the value of an object's member that is a number or null.
func member(object []byte, name string) []byte {
	_, value, ok := bytes.Cut(object, []byte(`"`+name+`":`))
	if !ok {
		return nil
	}
	if end := bytes.IndexAny(value, ",}"); end >= 0 {
		value = value[:end]
	}
	if !isNumber(value) {
		return nil
	}
	return value
}

// isNumber tells a number from null and nothing.
func isNumber(value []byte) bool {
	return len(value) > 0 && (value[0] >= '0' && value[0] <= '9' || value[0] == '-')
}
