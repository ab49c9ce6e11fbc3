package cover

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// colour is a colour of sRGB.
type colour struct{ r, g, b uint8 }

// hexColour reads #rrggbb. ok is false for anything else.
func hexColour(s string) (c colour, ok bool) {
	if len(s) != 7 || s[0] != '#' {
		return c, false
	}
	n, err := strconv.ParseUint(s[1:], 16, 32)
	return colour{uint8(n >> 16), uint8(n >> 8), uint8(n)}, err == nil
}

// String returns the shortest form that SVG takes: #rgb where that is the same colour.
func (c colour) String() string {
	const digits = "0123456789abcdef"
	if c.r%17 == 0 && c.g%17 == 0 && c.b%17 == 0 {
		return string([]byte{'#', digits[c.r&15], digits[c.g&15], digits[c.b&15]})
	}
	return string([]byte{'#', digits[c.r>>4], digits[c.r&15], digits[c.g>>4], digits[c.g&15], digits[c.b>>4], digits[c.b&15]})
}

// luminance is the relative luminance of WCAG 2.2, from 0 to 1.
func (c colour) luminance() float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= .04045 {
			return s / 12.92
		}
		return math.Pow((s+.055)/1.055, 2.4)
	}
	return .2126*linear(c.r) + .7152*linear(c.g) + .0722*linear(c.b)
}

// contrast is the contrast ratio of WCAG 2.2, from 1 to 21.
func contrast(a, b colour) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + .05) / (min(x, y) + .05)
}

// saturation is that of HSV, from 0 to 1.
func (c colour) saturation() float64 {
	high, low := max(c.r, c.g, c.b), min(c.r, c.g, c.b)
	if high == 0 {
		return 0
	}
	return float64(high-low) / float64(high)
}

// mix returns c with a part of another colour, from 0 to 1.
func (c colour) mix(other colour, part float64) colour {
	one := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-part) + float64(b)*part)) }
	return colour{one(c.r, other.r), one(c.g, other.g), one(c.b, other.b)}
}

// vivid returns c with its distance from grey grown by a factor.
func (c colour) vivid(by float64) colour {
	grey := (float64(c.r) + float64(c.g) + float64(c.b)) / 3
	one := func(v uint8) uint8 { return uint8(math.Round(min(255, max(0, grey+(float64(v)-grey)*by)))) }
	return colour{one(c.r), one(c.g), one(c.b)}
}

// distance is how unlike two colours look, roughly: 0 for the same, 765 for black and white.
func distance(a, b colour) float64 {
	r, g, bl := float64(a.r)-float64(b.r), float64(a.g)-float64(b.g), float64(a.b)-float64(b.b)
	return math.Sqrt(2*r*r + 4*g*g + 3*bl*bl)
}

var black, white = colour{14, 13, 16}, colour{250, 247, 240}

// away returns c, moved from a ground towards white or black until their contrast is least.
func (c colour) away(ground colour, least float64) colour {
	to := white
	if contrast(ground, black) > contrast(ground, white) {
		to = black
	}
	for part := .0; part < 1; part += .125 {
		if moved := c.mix(to, part); contrast(moved, ground) >= least {
			return moved
		}
	}
	return to
}

// scheme is the colours of one cover, by what they are for.
type scheme struct {
	ground colour
	ink    colour    // of the title on the ground: contrast at least textContrast
	art    [3]colour // of shapes, the one that stands out most first
}

// textContrast is the least contrast of the title with its ground (WCAG 2.2, 1.4.3).
const textContrast = 4.5

// mode is what the ground of a cover is.
type mode uint8

const (
	dark mode = iota
	light
	bold // the strongest colour of the palette
)

// schemeOf deals the colours of a palette, which are at least two.
func schemeOf(palette []colour, m mode) scheme {
	all := slices.Clone(palette)
	slices.SortStableFunc(all, func(a, b colour) int { return cmp.Compare(a.luminance(), b.luminance()) })
	var s scheme
	switch m {
	case dark:
		s.ground = all[0]
		for s.ground.luminance() > .045 {
			s.ground = s.ground.mix(black, .25)
		}
	case light:
		s.ground = all[len(all)-1]
		for s.ground.luminance() < .6 {
			s.ground = s.ground.mix(white, .25)
		}
	default:
		s.ground = slices.MaxFunc(all, func(a, b colour) int { return cmp.Compare(strength(a), strength(b)) })
		if l := s.ground.luminance(); l > .13 && l < .24 { // neither white nor black reads well on it
			s.ground = s.ground.mix(black, .3)
		}
	}
	best := all[0]
	if contrast(all[len(all)-1], s.ground) > contrast(best, s.ground) {
		best = all[len(all)-1]
	}
	s.ink = best.away(s.ground, textContrast+.3)
	left := slices.DeleteFunc(all, func(c colour) bool { return c == s.ground || distance(c, s.ground) < 40 })
	slices.SortStableFunc(left, func(a, b colour) int {
		return cmp.Compare(strength(b)*min(contrast(b, s.ground), 4), strength(a)*min(contrast(a, s.ground), 4))
	})
	for i := range s.art {
		c := s.ink.mix(s.ground, .25*float64(i))
		if i < len(left) {
			c = left[i]
		}
		s.art[i] = c.away(s.ground, [...]float64{1.9, 1.5, 1.25}[i])
	}
	return s
}

// strength is how much a colour is one: bright and saturated.
func strength(c colour) float64 {
	return .15 + c.saturation()*math.Sqrt(float64(max(c.r, c.g, c.b))/255)
}
