package vision

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"testing"
)

func TestARenditionKeepsProportionsAndIsNeverEnlarged(t *testing.T) {
	cases := []struct{ w, h, maxW, maxH, toW, toH int }{
		{1000, 1500, 500, 750, 500, 750},
		{1000, 1500, 500, 500, 333, 500},
		{1500, 1000, 500, 500, 500, 333},
		{300, 444, 500, 750, 300, 444},
		{2000, 10, 100, 100, 100, 1},
		{1, 1, 0, 0, 1, 1},
		{3, 4000, 50, 50, 1, 50},
	}
	for _, c := range cases {
		for _, img := range []image.Image{
			filled(c.w, c.h, color.RGBA{10, 200, 90, 255}),
			image.NewYCbCr(image.Rect(0, 0, c.w, c.h), image.YCbCrSubsampleRatio420),
		} {
			if got := Fit(img, c.maxW, c.maxH).Bounds(); got != image.Rect(0, 0, c.toW, c.toH) {
				t.Errorf("%d×%d within %d×%d: %v", c.w, c.h, c.maxW, c.maxH, got)
			}
		}
	}
}

func TestARenditionKeepsColoursAndEdges(t *testing.T) {
	img := filled(800, 1200, color.RGBA{200, 30, 40, 255})
	rect(img, 400, 0, 800, 1200, color.RGBA{20, 60, 210, 255})
	for name, from := range map[string]image.Image{"rgb": img, "jpeg": mustDecode(t, asJPEG(t, img))} {
		small := Fit(from, 100, 150)
		for _, at := range []struct {
			x    int
			want color.RGBA
		}{{10, color.RGBA{200, 30, 40, 255}}, {46, color.RGBA{200, 30, 40, 255}}, {53, color.RGBA{20, 60, 210, 255}}, {90, color.RGBA{20, 60, 210, 255}}} {
			r, g, b, _ := small.At(at.x, 75).RGBA()
			for i, d := range []float64{float64(r>>8) - float64(at.want.R), float64(g>>8) - float64(at.want.G), float64(b>>8) - float64(at.want.B)} {
				if math.Abs(d) > 14 {
					t.Errorf("%s: column %d channel %d is %.0f off", name, at.x, i, d)
				}
			}
		}
	}
}

func mustDecode(t testing.TB, data []byte) image.Image {
	t.Helper()
	img, _, err := Decode(data, "")
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestWeightsOfEveryKernelSumToOne(t *testing.T) {
	for _, k := range []kernel{triangle, catmullRom} {
		for _, c := range [][2]int{{1, 1}, {1, 300}, {300, 1}, {1000, 300}, {299, 300}, {8000, 3}} {
			for i, tap := range k.tapsOf(c[0], c[1]) {
				sum := int32(0)
				for _, w := range tap.weights {
					sum += w
				}
				if sum != 1<<weightBits || tap.first < 0 || tap.first+len(tap.weights) > c[0] {
					t.Fatalf("%d to %d, pixel %d: sum %d, from %d, %d weights", c[0], c[1], i, sum, tap.first, len(tap.weights))
				}
			}
		}
	}
}

func TestTransparentPartsBecomeWhite(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 20, 30))
	for _, out := range []image.Image{Fit(img, 10, 15), throughJPEG(t, img)} {
		if r, g, b, a := out.At(5, 5).RGBA(); r < 0xfc00 || g < 0xfc00 || b < 0xfc00 || a != 0xffff {
			t.Errorf("%x %x %x %x", r, g, b, a)
		}
	}
}

func throughJPEG(t *testing.T, img image.Image) image.Image {
	t.Helper()
	var b bytes.Buffer
	if err := EncodeJPEG(&b, img, 95); err != nil {
		t.Fatal(err)
	}
	return mustDecode(t, b.Bytes())
}
