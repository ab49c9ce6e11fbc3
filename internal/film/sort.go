package film

import (
	"slices"
	"strings"

	"kinodex/internal/fault"
)

// Sort is an order of films: a field and a direction. Films whose field is null
// come last in both directions; ties are broken by ID, ascending.
type Sort struct {
	Field string
	Desc  bool
}

// Relevance is the order of a text question without a Sort. It is not a field
// that can be asked for.
const Relevance = "relevance"

// SortFields are the fields films can be ordered by: the twelve of v1 and
// filmdb_votes (REQ F1-17, F2-29). The order is part of the library format.
var SortFields = []string{
	"title", "year", "filmdb_rating", "critic_score", "moviedb_rating", "master_score",
	"budget", "worldwide_gross", "roi", "oscar_noms", "oscar_wins", "runtime", "filmdb_votes",
}

// V1SortFields are the twelve fields v1 states.
var V1SortFields = SortFields[:12]

// DefaultSort orders films when neither text nor a sort does (REQ F1-20).
var DefaultSort = Sort{Field: "master_score", Desc: true}

// String gives field:direction.
func (s Sort) String() string {
	if s.Field == "" {
		return ""
	}
	if s.Desc {
		return s.Field + ":desc"
	}
	return s.Field + ":asc"
}

// ParseSort reads field:direction. Without a direction numbers go down and
// titles up (REQ F1-19). The empty string is the zero Sort.
func ParseSort(s string, fields []string) (Sort, error) {
	if s == "" {
		return Sort{}, nil
	}
	field, direction, stated := strings.Cut(s, ":")
	if !slices.Contains(fields, field) {
		return Sort{}, badSort(fields)
	}
	switch {
	case !stated:
		return Sort{Field: field, Desc: field != "title"}, nil
	case direction == "asc":
		return Sort{Field: field}, nil
	case direction == "desc":
		return Sort{Field: field, Desc: true}, nil
	}
	return Sort{}, badSort(fields)
}

func badSort(fields []string) error {
	return fault.Param("sort", "field:asc or field:desc, where field is one of "+strings.Join(fields, ", "))
}
