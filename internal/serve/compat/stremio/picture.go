package stremio

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"sync"

	"golang.org/x/image/vector"

	"kinodex/internal/serve/wire"
)

// The pictures of the add-on: the mark of the program, alone and on a wide ground. Programs want
// PNG, which the pages, whose mark is SVG, have no use for.
const (
	logoFile       = "logo.png"
	backgroundFile = "background.png"
)

// drawing is a picture of ours that is drawn when it is first asked for.
type drawing struct {
	file string
	draw func() ([]byte, error)
}

func pictures() []drawing {
	return []drawing{
		{logoFile, sync.OnceValues(func() ([]byte, error) { return drawMark(256, 256, 1) })},
		{backgroundFile, sync.OnceValues(func() ([]byte, error) { return drawMark(1280, 800, .5) })},
	}
}

// answer sends the picture.
func (s drawing) answer(x *wire.Exchange, _ *wire.None) error {
	drawn, err := s.draw()
	if err != nil {
		return err
	}
	x.SendAs("image/png", http.StatusOK, append(x.Body(), drawn...))
	return nil
}

// The colours of the mark.
var (
	ground = color.NRGBA{0x14, 0x11, 0x0f, 0xff}
	light  = color.NRGBA{0xff, 0xb4, 0x5c, 0xff}
	beam   = color.NRGBA{0xff, 0xb4, 0x5c, 0x4d}
	paper  = color.NRGBA{0xf4, 0xee, 0xe6, 0xff}
)

// markSize is the side of the square that the mark is measured in.
const markSize = 32

// mark is the program's K: a lamp's beam, its edges and the stem.
var mark = []struct {
	colour color.NRGBA
	shapes [][]float32 // x and y of their corners
}{
	{beam, [][]float32{{12, 16, 27, 6, 27, 26}}},
	{light, [][]float32{{28, 7.5, 26, 4.5, 8.8, 16, 26, 27.5, 28, 24.5, 15.2, 16}}},
	{paper, [][]float32{{5, 5, 9.6, 5, 9.6, 27, 5, 27}}},
}

// drawMark draws the mark in the middle of a picture, so large that it takes a share of the height.
func drawMark(width, height int, share float32) ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	scale := share * float32(height) / markSize
	left, top := (float32(width)-markSize*scale)/2, (float32(height)-markSize*scale)/2
	r := vector.NewRasterizer(width, height)
	for _, m := range mark {
		r.Reset(width, height)
		for _, corners := range m.shapes {
			for i := 0; i < len(corners); i += 2 {
				x, y := left+corners[i]*scale, top+corners[i+1]*scale
				if i == 0 {
					r.MoveTo(x, y)
				} else {
					r.LineTo(x, y)
				}
			}
			r.ClosePath()
		}
		r.Draw(img, img.Bounds(), image.NewUniform(m.colour), image.Point{})
	}
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}
