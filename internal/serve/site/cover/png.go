package cover

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// PreviewWidth and PreviewHeight are the size of a preview in pixels, as Open Graph has them.
const (
	PreviewWidth  = 1200
	PreviewHeight = 630
)

// The layout of a preview: the picture on the left, as high as the preview, and beside it the title
// in a field that is measured in the units of covers, each textScale pixels.
const (
	artScale  = PreviewHeight / float64(Height)
	artWidth  = int(Width * artScale)
	textScale = 3
	textLeft  = artWidth + 64
	textWidth = float64(PreviewWidth-textLeft-56) / textScale
)

// goBold is the typeface of previews: its letters are Latin, Greek and Cyrillic.
var goBold = sync.OnceValues(func() (*sfnt.Font, error) { return opentype.Parse(gobold.TTF) })

// PNG returns the cover as a preview for other sites: the same picture with the title beside it, a
// PNG image of PreviewWidth to PreviewHeight. A title that the typeface lacks letters for is left
// out, or the film's original title stands in its place.
func PNG(f *Film) ([]byte, error) {
	letters, err := goBold()
	if err != nil {
		return nil, fmt.Errorf("the typeface of previews: %w", err)
	}
	d := f.design(nil)
	a := &canvas{chance: d.chance, scheme: d.scheme, foot: Height}
	d.drawn.draw(a)
	img := image.NewRGBA(image.Rect(0, 0, PreviewWidth, PreviewHeight))
	draw.Draw(img, img.Bounds(), image.NewUniform(d.panel.rgba(100)), image.Point{}, draw.Src)
	art := img.SubImage(image.Rect(0, 0, artWidth, PreviewHeight)).(*image.RGBA)
	draw.Draw(art, art.Bounds(), image.NewUniform(d.ground.rgba(100)), image.Point{}, draw.Src)
	r := vector.NewRasterizer(artWidth, PreviewHeight)
	for _, s := range a.shapes {
		r.Reset(artWidth, PreviewHeight)
		s.fill(r, art)
	}
	if err := f.letter(img, letters, d); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img); err != nil {
		return nil, fmt.Errorf("encode a preview: %w", err)
	}
	return b.Bytes(), nil
}

// letter writes title, director and year into the field beside the picture.
func (f *Film) letter(img *image.RGBA, letters *sfnt.Font, d *design) error {
	use := &face{glyph: widthsOf(letters)}
	y := 74.
	for _, title := range []string{tidy(f.Title), tidy(f.Original)} {
		if title == "" || !has(letters, title) {
			continue
		}
		s := set(title, use, textWidth, 118, 48)
		y -= s.size * textScale * .2
		for _, line := range s.lines {
			y += s.size * textScale * leading
			if err := write(img, letters, line, s.size*textScale, textLeft, y, d.ink); err != nil {
				return err
			}
		}
		y += 34
		break
	}
	for _, line := range f.credits(use) {
		if !has(letters, line) {
			continue
		}
		y += 38
		if err := write(img, letters, line, 30, textLeft, y, d.ink); err != nil {
			return err
		}
	}
	return write(img, letters, "Kinodex", 26, textLeft, PreviewHeight-48, d.ink)
}

// widthsOf returns the widths of the letters of a typeface, in thousandths of the size.
func widthsOf(letters *sfnt.Font) func(rune) int {
	var b sfnt.Buffer
	return func(r rune) int {
		i, err := letters.GlyphIndex(&b, r)
		if err != nil {
			return 1000
		}
		w, err := letters.GlyphAdvance(&b, i, fixed.I(1000), font.HintingNone)
		if err != nil {
			return 1000
		}
		return w.Ceil()
	}
}

// has reports whether a typeface has all letters of a text.
func has(letters *sfnt.Font, s string) bool {
	var b sfnt.Buffer
	for _, r := range s {
		if i, err := letters.GlyphIndex(&b, r); err != nil || i == 0 {
			return false
		}
	}
	return !leftward(s)
}

// write draws a line of letters from the left end of its base line on.
func write(img *image.RGBA, letters *sfnt.Font, s string, size float64, x int, y float64, c colour) error {
	drawn, err := opentype.NewFace(letters, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return fmt.Errorf("a typeface of size %g: %w", size, err)
	}
	d := font.Drawer{Dst: img, Src: image.NewUniform(c.rgba(100)), Face: drawn, Dot: fixed.P(x, int(math.Round(y)))}
	d.DrawString(s)
	return drawn.Close()
}

// rgba returns the colour, of which so many percent cover what is behind it.
func (c colour) rgba(percent uint8) color.NRGBA {
	return color.NRGBA{c.r, c.g, c.b, uint8(255 * int(percent) / 100)}
}

// point is a place of an outline, in pixels.
type point struct{ x, y float32 }

// fill draws the shape onto an image.
func (s *shape) fill(r *vector.Rasterizer, img *image.RGBA) {
	outline := func(all []point) {
		area := float32(0) // all outlines turn the same way, so that those that overlap add up
		for i, p := range all {
			q := all[(i+1)%len(all)]
			area += p.x*q.y - q.x*p.y
		}
		for i := range all {
			p := all[i]
			if area < 0 {
				p = all[len(all)-1-i]
			}
			if i == 0 {
				r.MoveTo(p.x, p.y)
			} else {
				r.LineTo(p.x, p.y)
			}
		}
		r.ClosePath()
	}
	for _, line := range s.flat() {
		if s.line == 0 {
			outline(line)
			continue
		}
		w := float32(s.line * artScale / 2)
		for i := range line[1:] {
			p, q := line[i], line[i+1]
			long := float32(math.Hypot(float64(q.x-p.x), float64(q.y-p.y)))
			if long == 0 {
				continue
			}
			nx, ny := (q.y-p.y)/long*w, (p.x-q.x)/long*w
			outline([]point{{p.x + nx, p.y + ny}, {q.x + nx, q.y + ny}, {q.x - nx, q.y - ny}, {p.x - nx, p.y - ny}})
			if i > 0 && w > 1 { // where two parts meet
				outline(round(p.x, p.y, w, w, 12))
			}
		}
	}
	r.Draw(img, img.Bounds(), image.NewUniform(s.colour.rgba(s.solid)), image.Point{})
}

// flat returns the lines of the path with curves as short straight parts, in pixels.
func (s *shape) flat() (lines [][]point) {
	var line []point
	var x, y float64
	end := func() {
		if len(line) > 1 {
			lines = append(lines, line)
		}
		line = nil
	}
	at := func(px, py float64) { line = append(line, point{float32(px * artScale), float32(py * artScale)}) }
	curve := func(x1, y1, x2, y2, x3, y3 float64) {
		const parts = 16
		for i := 1.; i <= parts; i++ {
			t := i / parts
			u := 1 - t
			at(u*u*u*x+3*u*u*t*x1+3*u*t*t*x2+t*t*t*x3, u*u*u*y+3*u*u*t*y1+3*u*t*t*y2+t*t*t*y3)
		}
		x, y = x3, y3
	}
	for _, p := range s.path {
		n := p.n
		switch p.kind {
		case 'M':
			end()
			x, y = n[0], n[1]
			at(x, y)
		case 'L':
			x, y = n[0], n[1]
			at(x, y)
		case 'Q':
			curve(x+(n[0]-x)*2/3, y+(n[1]-y)*2/3, n[2]+(n[0]-n[2])*2/3, n[3]+(n[1]-n[3])*2/3, n[2], n[3])
		case 'C':
			curve(n[0], n[1], n[2], n[3], n[4], n[5])
		case 'Z':
			if len(line) > 0 {
				line = append(line, line[0])
			}
			end()
		case 'O', 'E':
			end()
			ry := n[3]
			if p.kind == 'O' {
				ry = n[2]
			}
			line = round(float32(n[0]*artScale), float32(n[1]*artScale), float32(n[2]*artScale), float32(ry*artScale), 72)
			line = append(line, line[0])
			end()
		}
	}
	end()
	return lines
}

// round returns an ellipse as a polygon.
func round(x, y, rx, ry float32, corners int) (all []point) {
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(corners))
		all = append(all, point{x + rx*float32(cos), y + ry*float32(sin)})
	}
	return all
}
