package films

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/atlas"
	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
	"kinodex/internal/taste/prompt"
)

// listView is what the page of the list is made of.
type listView struct {
	v       *page.View
	found   *app.Films
	films   []*film.Film
	asTable bool
	chosen  []filter // conditions that are set
	presets []part.Choice
	scales  []scale
	feeds   []part.Feed
	values  func(name string) string

	understood *prompt.Request      // what the typed words ask for; nil where they are no wish
	without    map[part.Wish]string // the words without each wish that was understood of them

	genres               []part.Choice
	decades              chart.Strip
	languages, countries []part.Choice
}

// filter is a condition that is set, with the address of the list without it.
type filter struct{ Words, Without string }

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

// newList returns the view of a page of films. asked is the question that found them.
func newList(v *page.View, asked app.FilmsQuestion, found *app.Films, films []*film.Film, stats *atlas.Statistics) (*listView, error) {
	p := v.Query()
	l := &listView{v: v, found: found, films: films, asTable: asTable(p), values: p.Get, feeds: feedsOf(v), scales: scales(&stats.Summary)}
	if typed := p.Get("q"); typed != "" && found.Understood != nil {
		l.understood = found.Understand(typed)
		l.without = part.Without(typed, part.Wishes(l.understood), found.Understand)
	}
	l.chosen = conditions(v, p)
	for _, preset := range presets(stats, v.Visit.BuiltAt().Year()) {
		l.presets = append(l.presets, part.Choice{Name: preset.Name, Href: preset.Path(), On: preset.Is(p)})
	}
	l.chooseGenres()
	return l, cmp.Or(l.chooseDecade(asked), l.chooseLanguage(asked), l.chooseCountry(asked))
}

// conditions returns the conditions that an address sets.
func conditions(v *page.View, p url.Values) (all []filter) {
	if q := p.Get("q"); q != "" {
		all = append(all, filter{"words “" + q + "”", v.With("q", "", "match", "")})
	}
	for _, f := range film.FilterTable {
		value := p.Get(f.Name)
		if value == "" {
			continue
		}
		switch f.Of {
		case "genres":
			names := slices.Collect(film.GenreNames(value))
			for i, name := range names {
				rest := strings.Join(slices.Delete(slices.Clone(names), i, i+1), ",")
				all = append(all, filter{strings.ReplaceAll(f.Words, "%s", name), v.With(f.Name, rest)})
			}
			continue
		case "languages":
			value = part.LanguageName(value)
		case "countries":
			value = part.CountryName(value)
		}
		all = append(all, filter{strings.ReplaceAll(f.Words, "%s", value), v.With(f.Name, "")})
	}
	return all
}

// ownControls are the filters that the form has controls of their own for.
var ownControls = []string{"genre", "year_min", "year_max", "decade", "min_rating", "max_rating", "min_runtime", "max_runtime", "min_votes", "max_votes", "language", "country"}

// otherFilters returns the filters without a control of their own.
func otherFilters() (rows []film.Filter) {
	for _, f := range film.FilterTable {
		if !slices.Contains(ownControls, f.Name) {
			rows = append(rows, f)
		}
	}
	return rows
}

// hasOther reports whether one of otherFilters is set.
func (l *listView) hasOther() bool {
	return slices.ContainsFunc(otherFilters(), func(f film.Filter) bool { return l.values(f.Name) != "" })
}

// inputTypes are the types of the inputs of filters, by whether the filter takes a number.
var inputTypes = map[bool]string{true: "number", false: "text"}

// mostGenres is how many genres are shown as chips at first.
const mostGenres = 10

// chooseGenres sets the genres that can be added to those chosen. All must match, so that the counts
// are those of the films found.
func (l *listView) chooseGenres() {
	chosen := l.values("genre")
	has := slices.Collect(film.GenreNames(chosen))
	for _, c := range l.found.Facets["genres"] {
		choice := part.Choice{Name: c.Value, Count: c.Count}
		at := slices.IndexFunc(has, func(name string) bool { return strings.EqualFold(name, c.Value) })
		if at >= 0 {
			choice.On, choice.Removes, choice.Count = true, true, 0
			choice.Href = l.v.With("genre", strings.Join(slices.Delete(slices.Clone(has), at, at+1), ","))
		} else {
			choice.Href = l.v.With("genre", strings.Join(append(slices.Clone(has), c.Value), ","))
		}
		l.genres = append(l.genres, choice)
	}
	slices.SortStableFunc(l.genres, func(a, b part.Choice) int { return cmp.Compare(b2i(b.On), b2i(a.On)) })
}

func b2i(b bool) int { return map[bool]int{true: 1}[b] }

// others returns the values of a facet of which the list has one at most, with the films that each
// would give: those found with the condition that is set on it taken away.
func (l *listView) others(asked app.FilmsQuestion, facet, parameter string, clear func(*film.Filters)) ([]catalog.Count, error) {
	if l.values(parameter) == "" {
		return l.found.Facets[facet], nil
	}
	clear(&asked.Query.Filters)
	asked.CountOnly, asked.Cursor, asked.Facets = true, "", []string{facet}
	q := l.v.Visit.Films(asked)
	found, err := q.Answer(l.v.Context())
	if err != nil {
		return nil, err
	}
	return found.Facets[facet], nil
}

// chooseDecade sets the decades as bars, each of which leads to its films; the one chosen leads back
// to all of them.
func (l *listView) chooseDecade(asked app.FilmsQuestion) error {
	all, err := l.others(asked, "decades", "decade", func(f *film.Filters) { f.Decade = "" })
	if err != nil {
		return err
	}
	all = slices.SortedFunc(slices.Values(all), func(a, b catalog.Count) int { return cmp.Compare(a.Value, b.Value) })
	l.decades = chart.Strip{
		Head:     chart.Head{ID: "decades", Size: chart.Small, Title: "Decades", Desc: "How many of these films are of which decade. A bar leads to the films of its decade."},
		Category: "Decade", Value: chart.Axis{Name: "Films", Unit: "films"},
	}
	for _, c := range all {
		bar := chart.Bar{Label: c.Value, Value: float64(c.Count), On: strings.TrimSuffix(l.values("decade"), "s")+"s" == c.Value}
		to := c.Value
		if bar.On {
			to = ""
		}
		bar.Href = l.v.Path(l.v.With("decade", to))
		l.decades.Bars = append(l.decades.Bars, bar)
	}
	return nil
}

// chooseLanguage sets the languages by name.
func (l *listView) chooseLanguage(asked app.FilmsQuestion) error {
	all, err := l.others(asked, "languages", "language", func(f *film.Filters) { f.Language = "" })
	l.languages = options(all, l.values("language"), part.LanguageName)
	return err
}

// chooseCountry sets the countries by name.
func (l *listView) chooseCountry(asked app.FilmsQuestion) error {
	all, err := l.others(asked, "countries", "country", func(f *film.Filters) { f.Country = "" })
	l.countries = options(all, l.values("country"), part.CountryName)
	return err
}

// options returns codes as options in the order of their names; Href is the code. The one that is set is
// among them also where no film has it.
func options(all []catalog.Count, set string, name func(string) string) (choices []part.Choice) {
	for _, c := range all {
		choices = append(choices, part.Choice{Name: name(c.Value), Href: c.Value, Count: c.Count, On: strings.EqualFold(c.Value, set)})
	}
	if set != "" && !slices.ContainsFunc(choices, func(c part.Choice) bool { return c.On }) {
		choices = append(choices, part.Choice{Name: name(set), Href: set, On: true})
	}
	slices.SortFunc(choices, func(a, b part.Choice) int { return strings.Compare(a.Name, b.Name) })
	return choices
}

// ratings returns how the films that match are rated; a bar leads to those with that rating or
// a better one.
func (l *listView) ratings() chart.Strip {
	s := chart.Strip{
		Head:     chart.Head{ID: "ratings", Size: chart.Small, Title: "User ratings", Desc: "How many of these films have which user rating, of 10. A bar leads to films rated that or better."},
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
		return withoutID(part.SortedRows(l.films, l.found.Order()))
	}
	return part.FilmRows(nil)
}

// withoutID returns a table of films without the column of their ids, which programs need and readers do
// not.
func withoutID(t table.Table) table.Table {
	at := slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Name == "Id" })
	t.Columns = slices.Delete(t.Columns, at, at+1)
	for i, row := range t.Rows {
		t.Rows[i] = slices.Delete(row, at, at+1)
	}
	return t
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
