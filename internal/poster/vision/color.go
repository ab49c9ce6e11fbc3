package vision

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// lab is a colour in OKLab (Ottosson 2020), a space in which equal distances
// look about equally different: l from 0 black to 1 white, a from green to
// red, b from blue to yellow.
type lab struct{ l, a, b float32 }

// maxChroma is the largest chroma that sRGB can show in OKLab: magenta's.
const maxChroma = 0.3225

// chroma is the distance from gray: 0 to maxChroma within sRGB.
func (c lab) chroma() float64 { return math.Hypot(float64(c.a), float64(c.b)) }

// hue is in degrees from 0 to 360: red 29, yellow 110, green 142, cyan 195,
// blue 264, magenta 328.
// Gray has no hue: the value is then of no use.
func (c lab) hue() float64 {
	h := math.Atan2(float64(c.b), float64(c.a)) * 180 / math.Pi
	if h < 0 {
		h += 360
	}
	return h
}

// squaredDistance is the squared distance of two colours, as ΔE OK2: the axes of colour
// are stretched by 2, without which lightness weighs too much. 0.02 squared is
// about the least difference seen side by side; black to white is 1.
func (c lab) squaredDistance(d lab) float32 {
	l, a, b := c.l-d.l, 2*(c.a-d.a), 2*(c.b-d.b)
	return l*l + a*a + b*b
}

// rootSteps is the resolution of the tables over linear light.
const rootSteps = 4096

// colorTables turn sRGB into OKLab and lightness by look-up. They never change after
// newColorTables, so goroutines may share them.
type colorTables struct {
	linear  [256]float32             // of an sRGB value
	root    [rootSteps + 2]float32   // cube root of a linear value times rootSteps
	light   [4*rootSteps + 1]float32 // L*·2.55 of a luminance times 4·rootSteps
	names   []namedColor
	hueBins *hueBins
}

// newColorTables computes the tables, about 80 KB, and places the named colours.
func newColorTables() *colorTables {
	s := &colorTables{hueBins: newHueBins()}
	for i := range s.linear {
		s.linear[i] = float32(linear(float64(i) / 255))
	}
	for i := range s.root {
		s.root[i] = float32(math.Cbrt(float64(i) / rootSteps))
	}
	for i := range s.light {
		s.light[i] = float32(lightness(float64(i)/(4*rootSteps)) * 2.55)
	}
	for _, n := range colorNames {
		s.names = append(s.names, namedColor{n.name, s.exact(n.r, n.g, n.b)})
	}
	return s
}

// linear is the light of an sRGB value in [0, 1] (IEC 61966-2-1).
// It is the inverse of encoded.
func linear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// encoded is the sRGB value of a light in [0, 1].
func encoded(v float64) float64 {
	if v <= 0.0031308 {
		return v * 12.92
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

// lightness is CIE L*, 0 to 100, of a luminance in [0, 1].
func lightness(y float64) float64 {
	if y <= 216.0/24389 {
		return y * 24389 / 27
	}
	return 116*math.Cbrt(y) - 16
}

// luminance is the inverse of lightness.
func luminance(l float64) float64 {
	if l <= 8 {
		return l * 27 / 24389
	}
	return math.Pow((l+16)/116, 3)
}

// convert returns a pixel's OKLab colour and its lightness (CIE L* times 2.55, 0 to
// 255), by table.
func (s *colorTables) convert(r8, g8, b8 uint8) (lab, uint8) {
	r, g, b := s.linear[r8], s.linear[g8], s.linear[b8]
	l := s.cubeRoot(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := s.cubeRoot(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	n := s.cubeRoot(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	y := 0.2126*r + 0.7152*g + 0.0722*b
	return fromCone(l, m, n), uint8(s.light[int(y*(4*rootSteps))] + 0.5)
}

// fromCone returns the OKLab colour of the cube roots of the three cone responses.
func fromCone(l, m, n float32) lab {
	return lab{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*n,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*n,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*n,
	}
}

// cubeRoot of a value in [0, 1], between two steps of the table; below the
// first few steps, where the root is steep, by computing.
func (s *colorTables) cubeRoot(v float32) float32 {
	at := v * rootSteps
	if at < 8 {
		return float32(math.Cbrt(float64(v)))
	}
	i := int(at)
	return s.root[i] + (s.root[i+1]-s.root[i])*(at-float32(i))
}

// exact is convert without the lightness, for tables.
func (s *colorTables) exact(r, g, b uint8) lab {
	c, _ := s.convert(r, g, b)
	return c
}

// hex writes a colour as #rrggbb, clipped to what sRGB can show.
// Ottosson's inverse matrices; out-of-gamut channels are clipped, not the hue kept.
func (c lab) hex() string {
	L, a, b := float64(c.l), float64(c.a), float64(c.b)
	l := math.Pow(L+0.3963377774*a+0.2158037573*b, 3)
	m := math.Pow(L-0.1055613458*a-0.0638541728*b, 3)
	n := math.Pow(L-0.0894841775*a-1.2914855480*b, 3)
	at := func(v float64) int { return int(math.Round(255 * encoded(min(max(v, 0), 1)))) }
	return fmt.Sprintf("#%02x%02x%02x",
		at(4.0767416621*l-3.3077115913*m+0.2309699292*n),
		at(-1.2684380046*l+2.6097574011*m-0.3413193965*n),
		at(-0.0041960863*l-0.7034186147*m+1.7076147010*n))
}

// labOfHex is the inverse of hex; anything else is mid gray.
func labOfHex(hex string) lab {
	v, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 24)
	if err != nil || len(hex) != 7 {
		v = 0x777777
	}
	x, y, z := linear(float64(v>>16)/255), linear(float64(v>>8&255)/255), linear(float64(v&255)/255)
	return fromCone(
		float32(math.Cbrt(0.4122214708*x+0.5363325363*y+0.0514459929*z)),
		float32(math.Cbrt(0.2119034982*x+0.6806995451*y+0.1073969566*z)),
		float32(math.Cbrt(0.0883024619*x+0.2817188376*y+0.6299787005*z)))
}
