package chart

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"kinodex/internal/stat"
)

// canvas collects the elements of one svg element.
type canvas struct {
	head   Head
	size   Size
	width  float64
	b      []byte
	links  int
	defs   string
	linked bool // between begin and end of a link
}

// newCanvas returns an empty picture; suits is its size if the chart asks for none.
func newCanvas(h Head, suits Size) *canvas {
	size := h.Size.orElse(suits)
	return &canvas{head: h, size: size, width: size.width(), b: make([]byte, 0, 4096)}
}

// svg closes the picture at a height.
func (c *canvas) svg(height float64) string {
	role, id := "img", safeID(c.head.ID)
	if c.links > 0 {
		role = "group"
	}
	var s strings.Builder
	s.Grow(len(c.b) + 512)
	s.WriteString(`<svg class="chart ` + c.size.Class() + `" role="` + role + `" aria-labelledby="` + id + `-t`)
	if c.head.Desc != "" {
		s.WriteString(` ` + id + `-d`)
	}
	w, h := coordinate(c.width), coordinate(math.Ceil(height))
	s.WriteString(`" viewBox="0 0 ` + w + ` ` + h + `" width="` + w + `" height="` + h + `">`)
	s.WriteString(`<title id="` + id + `-t">` + escape(plain(c.head.Title)) + `</title>`)
	if c.head.Desc != "" {
		s.WriteString(`<desc id="` + id + `-d">` + escape(plain(c.head.Desc)) + `</desc>`)
	}
	if c.defs != "" {
		s.WriteString(`<defs>` + c.defs + `</defs>`)
	}
	if c.links > MaxTabStops {
		s.WriteString(strings.ReplaceAll(string(c.b), `<a href=`, `<a tabindex="-1" href=`))
	} else {
		s.Write(c.b)
	}
	s.WriteString(`</svg>`)
	return s.String()
}

// empty draws what stands where there is nothing to draw.
func (c *canvas) empty() string {
	c.text("m", "middle", c.width/2, 40, "Nothing is known to draw here.")
	return c.svg(70)
}

func (c *canvas) raw(parts ...string) {
	for _, p := range parts {
		c.b = append(c.b, p...)
	}
}

// attr writes an attribute that is a coordinate.
func (c *canvas) attr(name string, v float64) {
	c.raw(" ", name, `="`, coordinate(v), `"`)
}

func (c *canvas) rect(class string, x, y, w, h float64) {
	c.raw("<rect")
	c.class(class)
	c.attr("x", x)
	c.attr("y", y)
	c.attr("width", max(w, 0))
	c.attr("height", max(h, 0))
	c.raw("/>")
}

func (c *canvas) line(class string, x1, y1, x2, y2 float64) {
	c.raw("<line")
	c.class(class)
	c.attr("x1", x1)
	c.attr("y1", y1)
	c.attr("x2", x2)
	c.attr("y2", y2)
	c.raw("/>")
}

func (c *canvas) circle(class string, x, y, r float64) {
	c.raw("<circle")
	c.class(class)
	c.attr("cx", x)
	c.attr("cy", y)
	c.attr("r", r)
	c.raw("/>")
}

// path draws a path of commands that pathTo and the like made.
func (c *canvas) path(class, d string) {
	if d == "" {
		return
	}
	c.raw("<path")
	c.class(class)
	c.raw(` d="`, d, `"/>`)
}

func (c *canvas) class(class string) {
	if class != "" {
		c.raw(` class="`, class, `"`)
	}
}

// text writes s at a base line; anchor is start, middle or end.
func (c *canvas) text(class, anchor string, x, y float64, s string) {
	c.openText(class, anchor, x, y)
	c.raw(escape(isolated(plain(s))), "</text>")
}

// label writes s cut to a width, with the whole of it as its hover value if it was cut.
func (c *canvas) label(class, anchor string, x, y, width float64, s string) {
	short, cut := fit(s, width)
	c.openText(class, anchor, x, y)
	if cut {
		c.hover(s)
	}
	c.raw(escape(isolated(short)), "</text>")
}

func (c *canvas) openText(class, anchor string, x, y float64) {
	c.raw("<text")
	c.class(class)
	if anchor != "" && anchor != "start" {
		c.raw(` text-anchor="`, anchor, `"`)
	}
	c.attr("x", x)
	c.attr("y", y)
	c.raw(">")
}

// begin opens a mark with a hover value that is a link if href is one; end closes it. The
// hover value, being its title, is also the name of the link: a label that did not hold the
// text drawn in it would fail those who speak to their machine (WCAG 2.5.3).
func (c *canvas) begin(href, hover string) {
	if c.linked = safeLink(href); c.linked {
		c.links++
		hover = cmp.Or(plain(hover), href)
		c.raw(`<a href="`, escape(href), `">`)
	} else {
		c.raw("<g>")
	}
	c.hover(hover)
}

func (c *canvas) end() {
	if c.linked {
		c.raw("</a>")
	} else {
		c.raw("</g>")
	}
	c.linked = false
}

func (c *canvas) hover(s string) {
	if s != "" {
		c.raw("<title>", escape(isolated(plain(s))), "</title>")
	}
}

// inside moves the middle of a text so far that the picture's edges do not cut it.
func (c *canvas) inside(x float64, s string) float64 {
	half := min(textWidth(s), c.width)/2 + 1
	return max(half, min(c.width-half, x))
}

// note writes a remark below the picture and returns the height that is needed with it.
func (c *canvas) note(y float64, s string) float64 {
	lines, _ := wrap(s, c.width-8, 3)
	for _, line := range lines {
		c.text("m", "", 4, y+textSize, line)
		y += lineHeight
	}
	return y + 4
}

// coordinate writes v with one decimal at most; what is not finite is written as 0, and
// no chart passes it.
func coordinate(v float64) string {
	if !stat.Finite(v) {
		return "0"
	}
	v = math.Round(v*10) / 10
	if v == 0 {
		v = 0 // no sign
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// escape makes s harmless as text and within quotation marks.
func escape(s string) string { return escaper.Replace(s) }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// safeID returns an id without characters that would have to be escaped in a style sheet.
func safeID(id string) string {
	id = strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, id)
	if id == "" || id[0] >= '0' && id[0] <= '9' {
		return "chart" + id
	}
	return id
}

// safeLink reports whether href leads to a page: within the site, or by HTTP.
func safeLink(href string) bool {
	for _, start := range []string{"/", "?", "#", "./", "https://", "http://"} {
		if strings.HasPrefix(href, start) {
			return true
		}
	}
	return false
}
