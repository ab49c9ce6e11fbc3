package part

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/table"
)

// Figure is what surrounds a picture of data.
type Figure struct {
	ID    string // an anchor; may be empty
	Title string // what the picture shows, best as a finding: "Half of all films are dramas"
	Unit  string // what is drawn, in which unit: "Films by decade of release"; may be empty
	About string // how to read it, or how far to trust it; may be empty
	// Source is where the data come from; the library that answered when empty.
	Source string
	// CSV is the address of the data as a file. When empty it is that of the page, if the page's
	// data have the table.
	CSV   string
	Table table.Table // the values behind the picture
	// TableAt is where the page has the values in a larger table, which stands for that of the picture.
	TableAt string
	// SavedAs names the file that the browser makes of the table, on pages with the module
	// analyze, whose answers have no address.
	SavedAs string
	// Half is set for a picture of few words beside others, which is not stretched over the page.
	Half bool
}

// of returns the figure with what its chart tells: the values, and how wide it may be.
func (f Figure) of(c chart.Chart, prefix string) Figure {
	if len(f.Table.Columns) == 0 {
		f.Table = withoutPrefix(c.Table(), prefix)
	}
	sizes := c.Sizes()
	f.Half = f.Half || sizes[len(sizes)-1] < chart.Wide
	return f
}

// Data are the files of a page, in which figures find their own.
type Data struct {
	CSV    string   // the address of the first table; empty where the page has no tables
	Tables []string // their names
	Source string   // the library that answered
}

type dataKey struct{}

// WithData returns a context in which figures name their source and lead to their file.
func WithData(ctx context.Context, d Data) context.Context {
	return context.WithValue(ctx, dataKey{}, d)
}

// csv returns the address of the figure's data as a file, or "".
func (f Figure) csv(ctx context.Context) string {
	d, _ := ctx.Value(dataKey{}).(Data)
	if f.CSV != "" || d.CSV == "" || !slices.Contains(d.Tables, f.Table.Name) {
		return f.CSV
	}
	glue := "?"
	if strings.Contains(d.CSV, "?") {
		glue = "&"
	}
	return d.CSV + glue + "table=" + url.QueryEscape(f.Table.Name)
}

// source returns where the figure's data come from, or "".
func (f Figure) source(ctx context.Context) string {
	if f.Source != "" {
		return f.Source
	}
	d, _ := ctx.Value(dataKey{}).(Data)
	return d.Source
}
