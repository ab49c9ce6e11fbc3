package films

import (
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// listView is what the page of the list is made of.
type listView struct {
	v       *page.View
	found   *app.Films
	films   []*film.Film
	asTable bool
	filters []filter    // that are set
	narrow  []narrowing // what it can be narrowed to
	values  func(name string) string
	without map[part.Wish]string // the text without each wish that was understood of it
}

// filter is a condition that is set, with the address of the list without it.
type filter struct{ Words, Without string }

// narrowing is a group of values that the list can be narrowed to.
type narrowing struct {
	Title string
	All   []part.Choice
}

// order is one that the form offers: the value of sort and what it is called.
type order struct{ Value, Name string }

// orders are the orders that the form offers, in the order of film.Fields.
var orders = func() []order {
	all := []order{{"", "Best match, or master score"}}
	for _, f := range film.Fields {
		for _, direction := range []order{{":desc", f.Order.Down}, {":asc", f.Order.Up}} {
			if direction.Name != "" {
				all = append(all, order{f.Order.Name + direction.Value, direction.Name})
			}
		}
	}
	return all
}()

func newList(v *page.View, found *app.Films, films []*film.Film) *listView {
	p := v.Query()
	l := &listView{v: v, found: found, films: films, asTable: asTable(p), values: p.Get}
	if found.Understood != nil {
		l.without = part.Without(p.Get("q"), part.Wishes(found.Understood), found.Understand)
	}
	if q := p.Get("q"); q != "" {
		l.filters = append(l.filters, filter{"words “" + q + "”", v.With("q", "")})
	}
	for _, f := range film.FilterTable {
		value := p.Get(f.Name)
		if value == "" {
			continue
		}
		switch f.Of {
		case "languages":
			value = part.LanguageName(value)
		case "countries":
			value = part.CountryName(value)
		}
		l.filters = append(l.filters, filter{strings.ReplaceAll(f.Words, "%s", value), v.With(f.Name, "")})
	}
	l.narrow = []narrowing{
		l.choices("Genres", "genres", "genre", nil), inOrder(l.choices("Decades", "decades", "decade", nil)),
		l.choices("Languages", "languages", "language", part.LanguageName), l.choices("Countries", "countries", "country", part.CountryName),
	}
	return l
}

// filterRows returns the filters of the first part of the form, or of the second.
func filterRows(main bool) (rows []film.Filter) {
	for _, f := range film.FilterTable {
		if f.Main == main {
			rows = append(rows, f)
		}
	}
	return rows
}

// inputTypes are the types of the inputs of filters, by whether the filter takes a number.
var inputTypes = map[bool]string{true: "number", false: "text"}

// mostChoices is how many values of a facet are shown.
const mostChoices = 14

// choices returns the values of a facet as links. A genre is added to those chosen, since all
// must match; of the others one takes the place of another.
func (l *listView) choices(title, facet, parameter string, name func(string) string) narrowing {
	n := narrowing{Title: title}
	chosen := l.values(parameter)
	for _, c := range l.found.Facets[facet][:min(mostChoices, len(l.found.Facets[facet]))] {
		n.All = append(n.All, l.choice(c, parameter, chosen, name))
	}
	return n
}

func (l *listView) choice(c catalog.Count, parameter, chosen string, name func(string) string) part.Choice {
	choice := part.Choice{Name: c.Value, Count: c.Count, Href: l.v.With(parameter, c.Value)}
	if name != nil {
		choice.Name = name(c.Value)
	}
	if parameter == "genre" && chosen != "" {
		choice.Href = l.v.With(parameter, chosen+","+c.Value)
	}
	for value := range strings.SplitSeq(chosen, ",") {
		if strings.EqualFold(strings.TrimSpace(value), c.Value) {
			choice.On, choice.Href = true, l.v.With(parameter, "")
		}
	}
	return choice
}

// inOrder returns values in order of their names, as decades are read.
func inOrder(n narrowing) narrowing {
	slices.SortFunc(n.All, func(a, b part.Choice) int { return strings.Compare(a.Name, b.Name) })
	return n
}

// ratings returns how the films that match are rated; a bar leads to those with that rating or
// a better one.
func (l *listView) ratings() chart.Strip {
	s := chart.Strip{
		Head:     chart.Head{ID: "ratings", Title: "User ratings", Desc: "How many of these films have which user rating, of 10."},
		Category: "User rating", Value: chart.Axis{Name: "Films", Unit: "films"},
	}
	for i, n := range l.found.Ratings() {
		from := strconv.Itoa(i)
		s.Bars = append(s.Bars, chart.Bar{
			Label: from, Value: float64(n), On: l.values("min_rating") == from, Href: l.v.Path(l.v.With("min_rating", from)),
		})
	}
	return s
}

// rows returns the films as a table where that is shown or sent, else its columns.
func (l *listView) rows() table.Table {
	switch {
	case l.v.Format == page.CSV:
		return part.FilmRows(l.films)
	case l.asTable:
		return part.SortedRows(l.films, l.found.Order())
	}
	return part.FilmRows(nil)
}

func (l *listView) title() string {
	if q := l.values("q"); q != "" {
		return "Films: " + q
	}
	return "Films"
}

// next returns the address of the next page, or "".
func (l *listView) next() string {
	if l.found.NextCursor == nil {
		return ""
	}
	return l.v.With("cursor", *l.found.NextCursor)
}

// first returns the address of the first page, or "" on it.
func (l *listView) first() string {
	if l.values("cursor") == "" {
		return ""
	}
	return l.v.With()
}
