package vision

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Pictures of the tests are drawn here; none is taken from a film.

func filled(w, h int, c color.Color) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
	return img
}

func rect(img draw.Image, x0, y0, x1, y1 int, c color.Color) {
	draw.Draw(img, image.Rect(x0, y0, x1, y1), image.NewUniform(c), image.Point{}, draw.Src)
}

func disc(img draw.Image, cx, cy, r int, c color.Color) {
	for y := cy - r; y <= cy+r; y++ {
		for x := cx - r; x <= cx+r; x++ {
			if (x-cx)*(x-cx)+(y-cy)*(y-cy) <= r*r && image.Pt(x, y).In(img.Bounds()) {
				img.Set(x, y, c)
			}
		}
	}
}

// lettering writes a line with its base line at y, in capitals of about height
// pixels, centred; it gives the box of the letters.
func lettering(img draw.Image, text string, y int, height float64, bold bool, c color.Color) image.Rectangle {
	data := goregular.TTF
	if bold {
		data = gobold.TTF
	}
	parsed, err := opentype.Parse(data)
	if err != nil {
		panic(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: height / 0.72, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic(err)
	}
	defer face.Close()
	d := font.Drawer{Dst: img, Src: image.NewUniform(c), Face: face}
	x := (img.Bounds().Dx() - d.MeasureString(text).Ceil()) / 2
	d.Dot = fixed.P(x, y)
	box, _ := d.BoundString(text)
	d.DrawString(text)
	return image.Rect(box.Min.X.Floor(), box.Min.Y.Floor(), box.Max.X.Ceil(), box.Max.Y.Ceil())
}

// drawnPoster is a night sky over a dark ground with a moon in the upper right,
// a house in the middle, a title at the bottom and names at the top.
func drawnPoster(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		t := float64(y) / float64(h)
		rect(img, 0, y, w, y+1, color.RGBA{uint8(12 + 20*t), uint8(20 + 30*t), uint8(60 + 60*t), 255})
	}
	rect(img, 0, h*7/10, w, h, color.RGBA{22, 18, 16, 255})
	disc(img, w*2/3, h/3, w/9, color.RGBA{250, 222, 120, 255})
	rect(img, w*5/12, h*11/20, w*7/12, h*7/10, color.RGBA{60, 40, 34, 255})
	lettering(img, "ANNA BLAKE  TOM REED", h/14, float64(h)/40, false, color.White)
	lettering(img, "NIGHTFALL", h*17/20, float64(h)/12, true, color.RGBA{232, 40, 30, 255})
	return img
}

// grainy adds noise of a standard deviation, seeded.
func grainy(img *image.RGBA, sd float64) *image.RGBA {
	r := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < len(img.Pix); i += 4 {
		n := r.NormFloat64() * sd
		for k := range 3 {
			img.Pix[i+k] = uint8(math.Min(math.Max(float64(img.Pix[i+k])+n, 0), 255))
		}
	}
	return img
}

func read(t *testing.T, img image.Image) *Reading {
	t.Helper()
	return NewReader().Read(img)
}
