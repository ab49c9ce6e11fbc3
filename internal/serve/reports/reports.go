// Package reports writes the reports of a production: as tables of values, as a page to print, and
// all of them as one zip file with a character's sides as pages of their own.
//
// What a report is, is declared in package production; here is only its form. Nothing of a script
// is markup in what is written. Start reading at Table and WritePack.
package reports

import (
	"archive/zip"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"kinodex/internal/screenplay/production"
	"kinodex/internal/serve/table"
	"kinodex/internal/text"
)

// Table returns a report as a table: as pages show it and as CSV files have it.
func Table(s production.Sheet) table.Table {
	t := table.Table{Name: s.Name, Caption: s.Title, Rows: make([][]table.Cell, len(s.Rows))}
	for _, c := range s.Columns {
		t.Columns = append(t.Columns, table.Column{Name: c.Title, Unit: c.Unit, Numeric: c.Numeric})
	}
	for i, row := range s.Rows {
		cells := make([]table.Cell, len(row))
		for k, v := range row {
			cells[k] = cell(v)
		}
		t.Rows[i] = cells
	}
	return t
}

// cell returns the cell of a value.
func cell(v any) table.Cell {
	switch v := v.(type) {
	case string:
		return table.Text(v)
	case int:
		return table.Int(v)
	case bool:
		return table.YesNo(v)
	}
	return table.Unknown()
}

// MostRows is how many rows of a report a page shows; files have all of them.
const MostRows = 3000

// Shown returns the table of a report as a page shows it: with no more than MostRows rows, and how
// many rows are left out.
func Shown(s production.Sheet) (t table.Table, left int) {
	if left = len(s.Rows) - MostRows; left > 0 {
		s.Rows = s.Rows[:MostRows]
	}
	return Table(s), max(0, left)
}

//go:embed print.css
var style string

//go:embed report.tmpl
var pages string

var templates = template.Must(template.New("pages").Parse(pages))

// page is what the template of a page to print reads.
type page struct {
	Title string
	Day   string
	Style template.CSS
	// Sheets are the reports of a page of reports, Sides those of a page of sides.
	Sheets []printed
	Sides  *production.Sides
}

// printed is a report of a page.
type printed struct {
	production.Sheet
	Table table.Table
	Left  int // rows that are left out
}

// WritePage writes reports as one HTML page to print, which loads nothing and runs nothing. Title is
// the script's.
func WritePage(w io.Writer, title string, day time.Time, sheets []production.Sheet) error {
	p := page{Title: title, Day: day.Format("2 January 2006"), Style: template.CSS(style)}
	for _, s := range sheets {
		t, left := Shown(s)
		p.Sheets = append(p.Sheets, printed{s, t, left})
	}
	return templates.ExecuteTemplate(w, "reports", p)
}

// mostSides is how many bytes of pages of sides a pack has.
const mostSides = 16 << 20

// WritePack writes all reports of a production as a zip file: each as CSV, those without long
// texts as one page to print, and the sides of each speaking character as a page.
func WritePack(w io.Writer, title string, day time.Time, p *production.Production) error {
	z := zip.NewWriter(w)
	add := func(name string, write func(io.Writer) error) error {
		to, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: day.UTC().Truncate(time.Second)})
		if err != nil {
			return err
		}
		return write(to)
	}
	var short []production.Sheet
	for i, r := range production.Reports() {
		sheet := r.Of(p, "")
		if err := add(fmt.Sprintf("%02d-%s.csv", i+1, sheet.Name), Table(sheet).WriteCSV); err != nil {
			return err
		}
		if !r.ByCharacter {
			short = append(short, sheet)
		}
	}
	if err := add("reports.html", func(w io.Writer) error { return WritePage(w, title, day, short) }); err != nil {
		return err
	}
	if err := addSides(add, title, day, p); err != nil {
		return err
	}
	return z.Close()
}

// addSides adds a page of sides for each character, the largest parts first, until there are enough.
func addSides(add func(string, func(io.Writer) error) error, title string, day time.Time, p *production.Production) error {
	left := mostSides
	for n, sides := range p.SidesOf(p.Names("")) {
		if left -= sides.Size(); left < 0 {
			break
		}
		name := text.Slug(sides.Character)
		name = strings.TrimSuffix(fmt.Sprintf("sides/%02d-%s", n+1, name[:min(len(name), 60)]), "-") // a name may have no letter of ASCII
		err := add(name+".html", func(w io.Writer) error {
			p := page{Title: title, Day: day.Format("2 January 2006"), Style: template.CSS(style), Sides: &sides}
			return templates.ExecuteTemplate(w, "sides", p)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Name returns a character's name as a script writes it.
func (p page) Name() string { return strings.ToUpper(p.Sides.Character) }
