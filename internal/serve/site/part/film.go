package part

import (
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/serve/table"
)

// FilmFields are the fields that FilmGrid and FilmRows need, for questions with a projection.
const FilmFields = "title,year,runtime,genres,director,countries,ratings,box_office,poster,poster_mini_url"

// GridFields are those that FilmGrid needs alone.
const GridFields = "title,year,runtime,ratings.filmdb,poster,poster_mini_url"

// StoredPoster returns the address of the small picture of a film's poster that the service
// stores itself, or "". Pictures of other hosts are never shown.
func StoredPoster(f *film.Film) string {
	if f.Poster.Source == nil || *f.Poster.Source != "storage" || f.PosterMini == nil {
		return ""
	}
	return *f.PosterMini
}

// Dollars of which year a sum is in. Sums of films of different years that are added, drawn or set
// beside one another are in RealDollars; those of a list of films are what was paid then.
var (
	RealDollars = fmt.Sprintf("US dollars of %d", forecast.PriceYear)
	ThenDollars = "US dollars of its year"
)

// Real returns a sum of a film, such as its gross, in RealDollars; nil when it or the film's year
// is unknown.
func Real(f *film.Film, sum *int64) *int64 {
	if f.Year == nil || sum == nil {
		return nil
	}
	v := forecast.Inflated(*sum, *f.Year, forecast.PriceYear)
	return &v
}

// rowFields are the columns of FilmRows, as paths of fields, before the id.
var rowFields = []string{"title", "year", "director", "genres", "runtime", "ratings.filmdb", "ratings.filmdb_votes", "ratings.master_score", "box_office.worldwide_gross"}

// FilmRows returns films as a table: title, year, director, genres, running time, ratings,
// gross and id.
func FilmRows(films []*film.Film) table.Table {
	t := table.Table{Name: "films", Caption: "Films"}
	fields := make([]*film.Field, len(rowFields))
	for i, path := range rowFields {
		fields[i] = film.FieldOf(path)
		t.Columns = append(t.Columns, column(fields[i]))
	}
	t.Columns = append(t.Columns, table.Column{Name: "Id"})
	for _, f := range films {
		row := make([]table.Cell, 0, len(fields)+1)
		for _, field := range fields {
			row = append(row, cell(field, f))
		}
		t.Add(append(row, table.Text(f.ID.String()))...)
	}
	return t
}

// column returns the column of a field.
func column(f *film.Field) table.Column {
	c := table.Column{Name: f.Label, Unit: f.Unit, Doc: f.Note, Numeric: f.Kind != film.KindText && f.Kind != film.KindDate}
	if f.Kind == film.KindMoney {
		c.Unit = ThenDollars
	}
	return c
}

// cell returns a field of a film as it is written in a table.
func cell(f *film.Field, of *film.Film) table.Cell {
	v := f.Value(of)
	switch {
	case f.Path == "title":
		return table.Link(of.Title, FilmPath(of.ID, of.Title))
	case f.Path == "genres":
		return table.Text(strings.Join(of.Genres, ", "))
	case !v.IsValid():
		return table.Unknown()
	case v.CanFloat():
		return table.Float(v.Float(), f.Decimals)
	case !v.CanInt():
		return table.Text(v.String())
	case f.Kind == film.KindYear:
		return table.Year(v.Int())
	case f.Kind == film.KindMoney:
		return table.Money(v.Int())
	}
	return table.Int(v.Int())
}

// SortedFields are the fields that SortedRows needs.
const SortedFields = FilmFields + ",awards,release_date"

// SortedRows is FilmRows with the value by which the films are ordered behind the title, where
// it is seen however narrow the page is.
func SortedRows(films []*film.Film, by film.Sort) table.Table {
	t := FilmRows(films)
	if by.Field == film.Relevance || by.Field == film.TitleField {
		return t
	}
	field := film.OrderedBy(by.Field)
	at := slices.Index(rowFields, field.Path)
	if at < 0 {
		at = len(t.Columns)
		t.Columns = append(t.Columns, column(field))
		for i, f := range films {
			t.Rows[i] = append(t.Rows[i], cell(field, f))
		}
	}
	t.Columns[at].Sorted = map[bool]string{true: "descending", false: "ascending"}[by.Desc]
	t.Columns = moved(t.Columns, at)
	for i := range t.Rows {
		t.Rows[i] = moved(t.Rows[i], at)
	}
	return t
}

// moved returns a list with the item at one place as the second.
func moved[T any](list []T, at int) []T {
	item := list[at]
	return slices.Insert(slices.Delete(list, at, at+1), 1, item)
}

func yearText(year *int) string {
	if year == nil {
		return "year unknown"
	}
	return fmt.Sprint(*year)
}
