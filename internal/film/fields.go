package film

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Field is what is declared of a field of Film, or of a member of one that is an object, beside
// its name, type, meaning and views, which are at Film: what people call it, whether films are
// ordered by it, and how its value is written. The functions of this file and the pages, orders
// and reports that show fields loop over Fields; docs/house.md says what else a new field needs.
type Field struct {
	// Path is its name as View.Project reads it, such as ratings.filmdb.
	Path string
	// Label is what pages call it.
	Label string
	// Unit follows the label where a number needs one: "of 10".
	Unit string
	// Note is a sentence about it for a reader who does not know it.
	Note string
	// Kind and Decimals say how its value is written.
	Kind     Kind
	Decimals int
	// Order is the order of films by it. Films are not ordered by a field without one.
	Order Order
	// known reports whether a film has it, where that is not whether it is more than nil and empty.
	known func(*Film) bool

	index []int // in Film
}

// Order is an order of films by a field.
type Order struct {
	// Name is what a parameter calls it, which is also the field's name in the flat view.
	Name string
	// Place is its place among SortFields, from 0, and part of the library format: a new order
	// takes the next.
	Place int
	// Down and Up are what a form calls the two directions; it does not offer one that is empty.
	Down, Up string
}

// Kind says what the value of a field is.
type Kind uint8

// The kinds of values.
const (
	KindText   Kind = iota // text, or a list of it
	KindNumber             // a quantity
	KindYear               // a year
	KindDate               // a day as YYYY-MM-DD
	KindMoney              // whole US dollars of the film's year
)

// Fields has a row for each field of Film that people see by a label: its label, unit and order. The
// rows are in the order in which Coverage reports them.
var Fields = resolved([]Field{
	{Path: "title", Label: "Title", Order: Order{Name: TitleField, Place: 0, Up: "Title"}},
	{Path: "year", Label: "Year", Kind: KindYear, Order: Order{Name: "year", Place: 1, Down: "Newest first", Up: "Oldest first"}},
	{Path: "release_date", Label: "Release date", Kind: KindDate, Order: Order{Name: ReleaseField, Place: 13, Down: "Latest release first", Up: "Earliest release first"}},
	{Path: "runtime", Label: "Runtime", Unit: "minutes", Kind: KindNumber, Order: Order{Name: "runtime", Place: 11, Down: "Longest first", Up: "Shortest first"}},
	{Path: "genres", Label: "Genres"},
	{Path: "director", Label: "Director"},
	{Path: "language", Label: "Language"},
	{Path: "countries", Label: "Countries"},
	{Path: "overview", Label: "Overview"},
	{Path: "tagline", Label: "Tagline"},
	{Path: "keywords", Label: "Keywords"},
	{Path: "cast", Label: "Cast"},
	{Path: "crew_summary", Label: "Crew"},
	{Path: "poster", Label: "Poster", known: func(f *Film) bool { return f.Poster.URL != nil }},
	{Path: "ratings.filmdb", Label: "User rating", Unit: "of 10", Kind: KindNumber, Decimals: 1, Order: Order{Name: "filmdb_rating", Place: 2, Down: "User rating, highest first"}},
	{Path: "ratings.filmdb_votes", Label: "Votes", Kind: KindNumber, Order: Order{Name: "filmdb_votes", Place: 12, Down: "Votes, most first"}},
	{Path: "ratings.critics", Label: "Critics", Unit: "of 100", Kind: KindNumber, Order: Order{Name: "critic_score", Place: 3, Down: "Critics, highest first"}},
	{Path: "ratings.moviedb", Label: "Second user rating", Unit: "of 10", Kind: KindNumber, Decimals: 1, Order: Order{Name: "moviedb_rating", Place: 4, Down: "Second user rating, highest first"}},
	{Path: "ratings.moviedb_votes", Label: "Votes of the second user rating", Kind: KindNumber},
	{Path: "ratings.master_score", Label: "Master score", Unit: "of 100", Note: "A composite of ratings, votes and awards; the film's page has its arithmetic.", Kind: KindNumber, Decimals: 1,
		Order: Order{Name: "master_score", Place: 5, Down: "Master score, highest first"}},
	{Path: "box_office.budget", Label: "Budget", Kind: KindMoney, Order: Order{Name: "budget", Place: 6, Down: "Budget, highest first"}},
	{Path: "box_office.worldwide_gross", Label: "Worldwide gross", Kind: KindMoney, Order: Order{Name: "worldwide_gross", Place: 7, Down: "Gross, highest first"}},
	{Path: "box_office.roi", Label: "Return on budget", Kind: KindNumber, Decimals: 2, Order: Order{Name: "roi", Place: 8, Down: "Return on budget, highest first"}},
	{Path: "awards.oscar_noms", Label: "Nominations", Kind: KindNumber, Order: Order{Name: "oscar_noms", Place: 9, Down: "Nominations, most first"}},
	{Path: "awards.oscar_wins", Label: "Academy Awards", Kind: KindNumber, Order: Order{Name: "oscar_wins", Place: 10, Down: "Academy Awards, most first"}},
})

// Vocabulary is a list of names that films have some of, such as genres. The catalogue has an index
// of each: filters compare with it (Filter.Of), and questions are answered with counts of it where
// it is a facet.
type Vocabulary struct {
	Name  string
	Facet bool
	// Of returns the names that a film has.
	Of func(*Film) []string
}

// Vocabularies are those of the catalogue, in the order of their sections in a library, whose format
// a new one changes.
var Vocabularies = []Vocabulary{
	{"genres", true, func(f *Film) []string { return f.Genres }},
	{"decades", true, func(f *Film) []string {
		if f.Year == nil {
			return nil
		}
		return []string{strconv.Itoa(*f.Year/10*10) + "s"}
	}},
	{"languages", true, func(f *Film) []string {
		if f.Language == nil {
			return nil
		}
		return []string{*f.Language}
	}},
	{"countries", true, func(f *Film) []string { return f.Countries }},
	{"certifications", false, func(f *Film) (marks []string) {
		for i := range f.Releases {
			if r := &f.Releases[i]; r.Certification != nil {
				marks = append(marks, CertificationKey(r.Country, *r.Certification))
			}
		}
		return marks
	}},
}

// resolved finds the fields in Film. It panics on a path that Film does not have.
func resolved(fields []Field) []Field {
	for i := range fields {
		t := reflect.TypeFor[Film]()
		for name := range strings.SplitSeq(fields[i].Path, ".") {
			at := slices.IndexFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return jsonName(f) == name })
			fields[i].index, t = append(fields[i].index, at), t.Field(at).Type
		}
	}
	return fields
}

// FieldOf returns the field of a path. It panics when Fields has none.
func FieldOf(path string) *Field {
	return &Fields[slices.IndexFunc(Fields, func(f Field) bool { return f.Path == path })]
}

// Value returns the field's value of a film; pointers are followed. It is invalid where that is
// null.
func (f *Field) Value(of *Film) reflect.Value {
	v := reflect.ValueOf(of).Elem().FieldByIndex(f.index)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v
}

// Known reports whether something is known of a film.
func (f *Field) Known(of *Film) bool {
	if f.known != nil {
		return f.known(of)
	}
	v := f.Value(of)
	switch v.Kind() {
	case reflect.Invalid:
		return false
	case reflect.Slice, reflect.Map:
		return v.Len() > 0
	}
	return true
}

// Number returns the field's value of a film in the field's unit, of a date the day as
// YYYYMMDD; NaN where it is null. It panics on text.
func (f *Field) Number(of *Film) float64 {
	v := f.Value(of)
	switch {
	case !v.IsValid():
		return math.NaN()
	case f.Kind == KindDate:
		return dayNumber(v.String())
	case v.CanFloat():
		return v.Float()
	}
	return float64(v.Int())
}
