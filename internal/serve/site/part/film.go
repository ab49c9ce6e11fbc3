package part

import (
	"fmt"
	"hash/fnv"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/serve/table"
	"kinodex/internal/text"
)

// FilmFields are the fields that FilmGrid and FilmRows need, for questions with a projection.
const FilmFields = "title,year,runtime,genres,director,countries,ratings,box_office,poster,poster_mini_url"

// GridFields are those that FilmGrid needs alone.
const GridFields = "title,year,ratings.filmdb,poster,poster_mini_url"

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

// tints are pairs of a dark ground and a light text on it, each at a contrast of at least 7:1,
// for cards of films whose palette is unknown.
var tints = [][2]string{{"#23304d", "#f2f4fb"}, {"#3a2440", "#f8f0fa"}, {"#1f3b36", "#eefaf6"}, {"#46291f", "#fdf3ee"}, {"#2d2f36", "#f4f5f8"}, {"#3b3413", "#fdf8e3"}}

// PosterCard returns an SVG picture in the form of a poster: the title, the year, and a band
// of the palette, whose colours are #rrggbb. Without a palette the ground's colour follows from
// the film's id, so that a film always looks the same.
func PosterCard(title string, year *int, id film.ID, palette []string) string {
	sum := fnv.New32a()
	sum.Write([]byte(id.String()))
	tint := tints[sum.Sum32()%uint32(len(tints))]
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="poster" viewBox="0 0 200 300" aria-hidden="true" focusable="false"><rect width="200" height="300" fill="%s"/>`, tint[0])
	for i, colour := range palette[:min(len(palette), 6)] {
		if isColour(colour) {
			fmt.Fprintf(&b, `<rect x="%d" y="236" width="%d" height="64" fill="%s"/>`, i*200/min(len(palette), 6), 200/min(len(palette), 6)+1, colour)
		}
	}
	for i, line := range titleLines(title) {
		fmt.Fprintf(&b, `<text x="16" y="%d" font-size="19" font-weight="700" fill="%s">%s</text>`, 44+i*25, tint[1], html.EscapeString(line))
	}
	if year != nil {
		fmt.Fprintf(&b, `<text x="16" y="222" font-size="16" fill="%s">%d</text>`, tint[1], *year)
	}
	b.WriteString(`</svg>`)
	return b.String()
}

// isColour reports whether s is #rrggbb.
func isColour(s string) bool {
	return len(s) == 7 && s[0] == '#' && strings.Trim(s[1:], "0123456789abcdefABCDEF") == ""
}

// titleLines breaks a title into at most six lines of twelve characters, which fit the card
// in bold letters of wide faces.
func titleLines(title string) []string {
	const wide, most = 12, 6
	var lines []string
	line := ""
	for _, word := range strings.Fields(text.Clean(title)) {
		for utf8.RuneCountInString(word) > wide {
			if line != "" {
				lines, line = append(lines, line), ""
			}
			cut := []rune(word)
			lines, word = append(lines, string(cut[:wide-1])+"-"), string(cut[wide-1:])
		}
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > wide {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	if line != "" {
		lines = append(lines, line)
	}
	if len(lines) > most {
		lines = append(lines[:most-1], lines[most-1]+"…")
	}
	return lines
}
