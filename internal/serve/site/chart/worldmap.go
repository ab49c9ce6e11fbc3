package chart

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"kinodex/internal/serve/table"
)

// WorldMap colours countries by a value, in five classes: of about as many countries each,
// or, if Value.Log is set, each so many times the one before. It is drawn in the Equal
// Earth projection, where equal areas on the map are equal on the ground. Borders are
// Natural Earth's, as published: who holds a territory in fact. That says nothing about
// who should.
type WorldMap struct {
	Head
	Value     Axis
	Countries []Country
}

// Country is the value of one country. Countries that are not on the map (such as ones
// that no longer exist) are named below it.
type Country struct {
	Code  string // ISO 3166-1 alpha-2, XK for Kosovo
	Name  string // empty: Natural Earth's
	Value float64
	Href  string
	Note  string // more for its hover value
}

//go:embed world.json
var worldFile []byte

// shapes is what worldgen made: countries on a grid.
type shapes struct {
	Width, Height int
	Countries     []struct {
		Code, Name, Path string
		Dot              []float64
	}
}

// world is the file as a value, read when it is first needed.
var world = sync.OnceValue(func() shapes {
	var s shapes
	if err := json.Unmarshal(worldFile, &s); err != nil {
		panic("chart: world.json: " + err.Error()) // worldgen and a test made sure
	}
	return s
})

// Boundaries says whose borders a WorldMap shows, for the page beside it.
const Boundaries = "Borders: Natural Earth, as published (who holds a territory in fact). They are no statement about who should."

// mapTop is the room above the map.
const mapTop = 6.0

// Table returns a row for each country, the greatest value first.
func (m WorldMap) Table() table.Table {
	t := m.table(table.Column{Name: "Country"}, table.Column{Name: "Code", Doc: "ISO 3166-1 alpha-2."}, m.Value.column())
	for _, c := range m.sorted() {
		t.Add(table.Text(c.name()).To(c.Href), table.Text(c.Code), m.Value.cell(c.Value))
	}
	return t
}

// sorted returns the countries with the greatest value first, unknown ones last.
func (m WorldMap) sorted() []Country {
	sorted := slices.Clone(m.Countries)
	slices.SortStableFunc(sorted, func(a, b Country) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Code, b.Code))
	})
	return sorted
}

func (c Country) name() string {
	if c.Name != "" {
		return c.Name
	}
	for _, s := range world().Countries {
		if s.Code == c.Code && c.Code != "" {
			return s.Name
		}
	}
	return cmp.Or(c.Code, "without a country")
}

// Scrolls implements Chart.
func (m WorldMap) Scrolls() bool { return m.scrolls(Wide) }

// Sizes implements Chart.
func (m WorldMap) Sizes() []Size { return m.sizes(Wide, false) }

// At implements Chart.
func (m WorldMap) At(size Size) Chart {
	m.Head = m.at(size)
	return m
}

// SVG implements Chart.
func (m WorldMap) SVG() string {
	c := newCanvas(m.Head, Wide)
	w, given := world(), make(map[string]Country, len(m.Countries))
	var values []float64
	for _, country := range m.Countries {
		given[country.Code] = country
		values = append(values, country.Value)
	}
	k := newClasses(m.Value, values)
	factor := c.width / float64(w.Width)
	c.raw(`<g transform="translate(0 `, coordinate(mapTop), `) scale(`, fmt.Sprint(factor), `)">`)
	for _, s := range w.Countries {
		if s.Path != "" {
			country, ok := given[s.Code]
			if !ok || s.Code == "" {
				country = Country{Name: s.Name, Code: s.Code, Value: Unknown()}
			}
			m.open(c, country, s.Name)
			c.path("land "+k.class(country.Value), s.Path)
			c.end()
		}
	}
	c.raw("</g>")
	// Dots stand above all shapes, so that a neighbour does not cover them.
	for _, s := range w.Countries {
		country, ok := given[s.Code]
		if ok && s.Code != "" && len(s.Dot) == 2 && k.class(country.Value) != "q0" {
			m.open(c, country, s.Name)
			c.circle("land "+k.class(country.Value), s.Dot[0]*factor, mapTop+s.Dot[1]*factor, 4.5)
			c.end()
		}
	}
	return c.svg(m.below(c, k, mapTop+float64(w.Height)*factor+14))
}

// open begins the mark of a country with its hover value.
func (m WorldMap) open(c *canvas, country Country, shape string) {
	name := cmp.Or(country.Name, shape)
	c.begin(country.Href, name+": "+m.Value.text(country.Value)+joined("; ", country.Note))
}

// below draws the key, what has no place on the map, and whose borders they are, and
// returns the height of all.
func (m WorldMap) below(c *canvas, k classes, y float64) float64 {
	x := 8.0
	c.text("m", "", x, y+4, m.Value.title())
	y += 14
	for i, name := range append([]string{"none, or unknown"}, k.names...) {
		if x+26+textWidth(name) > c.width {
			x, y = 8, y+22
		}
		c.rect(fmt.Sprintf("land q%d", k.number(i)), x, y, 18, 12)
		c.text("m", "", x+24, y+11, name)
		x += 24 + textWidth(name) + 16
	}
	y += 24
	if off := m.off(); off != "" {
		y = c.note(y, off)
	}
	return c.note(y, Boundaries)
}

// off names the countries with a value that have no place on the map.
func (m WorldMap) off() string {
	known := map[string]bool{}
	for _, s := range world().Countries {
		known[s.Code] = s.Code != ""
	}
	var names []string
	for _, c := range m.sorted() {
		if !known[c.Code] && c.Value == c.Value {
			names = append(names, c.name()+" "+m.Value.short(c.Value))
		}
	}
	if len(names) == 0 {
		return ""
	}
	if more := len(names) - 12; more > 0 {
		names = append(names[:12], fmt.Sprintf("and %d more (in the table)", more))
	}
	return "Not on the map: " + strings.Join(names, "; ") + "."
}
