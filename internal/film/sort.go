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

// TitleField is the one sort field that is text: films are ordered by the folded
// title.
const TitleField = "title"

// ReleaseField is the sort field of the first release. Its numbers are days as YYYYMMDD.
const ReleaseField = "release_date"

// SortFields are the names of the fields films can be ordered by: the twelve of v1,
// filmdb_votes and the first release (REQ F1-17, F2-29, F2-76), in the order of the library
// format.
var SortFields = sortFieldNames()

// V1SortFields are the twelve fields v1 states.
var V1SortFields = SortFields[:12]

func sortFieldNames() []string {
	names := make([]string, len(Fields))
	for _, f := range Fields {
		if f.Order.Name != "" {
			names[f.Order.Place] = f.Order.Name
		}
	}
	return names[:slices.Index(names, "")]
}

// OrderedBy returns the field of one of SortFields. It panics on other names.
func OrderedBy(name string) *Field {
	return &Fields[slices.IndexFunc(Fields, func(f Field) bool { return f.Order.Name == name })]
}

// SortValue returns the film's value of one of SortFields, NaN for null. It panics on
// the title and on what is no sort field.
func (f *Film) SortValue(name string) float64 { return OrderedBy(name).Number(f) }

// DescribeSort says what a parameter may be that ParseSort reads, where text is the
// name of the parameter that asks for words.
func DescribeSort(fields []string, text string) string {
	return "field:direction. Fields: " + strings.Join(fields, ", ") + "; directions: asc, desc. " +
		"Without it by relevance when there is " + text + ", else by " + DefaultSort.String() + "."
}

// DefaultSort orders films when neither text nor a sort does (REQ F1-20).
var DefaultSort = Sort{Field: "master_score", Desc: true}

// String returns field:direction, empty for the zero Sort.
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
		return Sort{Field: field, Desc: field != TitleField}, nil
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
