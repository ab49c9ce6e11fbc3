// Package chart draws pictures of values as SVG, on the server: no script, no style
// attribute, colours by class (50-chart.css of the site's style sheets). It knows
// numbers, labels and links, and no films.
//
// Every chart is a struct of its data. SVG draws it, Table returns the same values as
// a table, so that nobody depends on seeing the picture. A value that is not a number
// (NaN; Known makes one of a nil pointer) or infinite is unknown: it is never drawn,
// and "unknown" in the table. The same data give the same bytes on every machine.
//
// A chart without links has role img. With links it has role group, because an image
// may not hold anything that can be focused; more than MaxTabStops links are reached by
// pointer only, and by everybody in the table.
//
// It imports the standard library, stat and table. Start reading at Chart, then Head,
// then Strip.
package chart

import (
	"math"
	"strings"

	"kinodex/internal/serve/table"
)

// Chart is any picture of this package.
type Chart interface {
	// SVG returns the picture as an svg element for a page.
	SVG() string
	// Table returns the values behind the picture.
	Table() table.Table
	// Scrolls reports whether the picture is wider than a phone, so that it needs a
	// container that scrolls (class chart-scroll).
	Scrolls() bool
	// Sizes returns the sizes that a page shows the picture in, from narrow to wide: it fits
	// its place on a phone and fills it on a desk. One that cannot be narrow has one size.
	Sizes() []Size
	// At returns the same picture in another size, with an ID of its own.
	At(size Size) Chart
}

// Grid is a chart with rows that have names.
type Grid interface {
	Chart
	// RowNames returns the names as an svg element, for a container in which the picture scrolls
	// sideways (class names).
	RowNames() string
}

// Head is what all charts have in common.
type Head struct {
	ID    string // unique in the page, letters, digits and hyphens; ids in the picture begin with it
	Title string // what it shows: "Films by decade"
	Desc  string // what one sees in it, in a sentence or two, for those who do not see it
	Size  Size   // the zero value is the size that suits the chart
}

// Size is the width of a chart, in units that are pixels at its natural size.
type Size int

// Sizes. Text is 13 units high and never less than 11 pixels: a Small chart fits a phone
// of 360 pixels, a Medium one (640) and a Wide one (960) scroll there.
const (
	Auto Size = iota
	Small
	Medium
	Wide
)

// MaxTabStops is how many links a chart may have that the tab key stops at.
const MaxTabStops = 40

// Format is how the values of an axis are written.
type Format int

// Formats.
const (
	Plain   Format = iota // 1,234.5
	Money                 // US dollars: $1,234,567; on axes $1.2M
	Percent               // a part of one: 0.125 is 12.5%
	Year                  // 1949, not grouped
	Minutes               // 1 h 52 min
)

// Axis says what a number is: what it is called, its unit and how it is written. Decimals
// are those of Plain and Percent.
type Axis struct {
	Name     string
	Unit     string // for Plain: "films", "of 10"; for Money the dollars of which year, if not of any
	Format   Format
	Decimals int
	Log      bool // logarithmic: values of 0 or less cannot be drawn, and the picture says how many
}

// Known returns the number that p points to, and NaN (unknown) of nil.
func Known[T ~int | ~int64 | ~float64](p *T) float64 {
	if p == nil {
		return math.NaN()
	}
	return float64(*p)
}

// Unknown is the value of what is not known.
func Unknown() float64 { return math.NaN() }

// orElse returns the size, or the one that suits.
func (s Size) orElse(suits Size) Size {
	if s == Auto {
		return suits
	}
	return s
}

// width returns the width of the view box.
func (s Size) width() float64 {
	switch s {
	case Medium:
		return 640
	case Wide:
		return 960
	}
	return 360
}

// Class returns the class that bounds the width on the page.
func (s Size) Class() string {
	switch s {
	case Medium:
		return "chart-m"
	case Wide:
		return "chart-l"
	}
	return "chart-s"
}

// sizes returns the sizes up to the one that the chart was given, or, without that, up to Medium
// where Small suits it, else to Wide. A chart that does not shrink begins with the size that suits it.
func (h Head) sizes(suits Size, shrinks bool) []Size {
	first, last := Small, Wide
	switch {
	case h.Size != Auto:
		last = h.Size
	case suits == Small:
		last = Medium
	}
	if !shrinks {
		first = h.Size.orElse(suits)
	}
	return []Size{Small, Medium, Wide}[first-Small : last]
}

// at returns the head of the same picture in another size.
func (h Head) at(size Size) Head {
	if size != h.Size {
		h.ID += "-" + strings.TrimPrefix(size.Class(), "chart-")
	}
	h.Size = size
	return h
}

// scrolls reports whether a chart of this size is wider than a phone.
func (h Head) scrolls(suits Size) bool { return h.Size.orElse(suits) != Small }

// table returns an empty table with the chart's name.
func (h Head) table(columns ...table.Column) table.Table {
	return table.Table{Name: h.Title, Caption: h.Title, Columns: columns}
}
