package cover

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// decoded returns a film's preview.
func decoded(t testing.TB, f *Film) (image.Image, int) {
	t.Helper()
	b, err := PNG(f)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if img.Bounds() != image.Rect(0, 0, PreviewWidth, PreviewHeight) {
		t.Fatalf("a preview of %v", img.Bounds())
	}
	return img, len(b)
}

// A preview has the colours and the composition of the cover (REQ F2-99).
func TestPreviewsShowTheCover(t *testing.T) {
	for i, f := range golden() {
		if i%5 != 0 && *sheet == "" {
			continue
		}
		img, size := decoded(t, f)
		if size > 120<<10 {
			t.Errorf("the preview of %s has %d bytes", f.ID, size)
		}
		d := f.design(nil)
		seen := map[color.RGBA]int{}
		for y := 0; y < PreviewHeight; y += 3 {
			for x := 0; x < PreviewWidth; x += 3 {
				r, g, b, _ := img.At(x, y).RGBA()
				seen[color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255}]++
			}
		}
		for _, c := range []colour{d.panel, d.ink} {
			if seen[color.RGBA{c.r, c.g, c.b, 255}] < 40 {
				t.Errorf("%s: the preview has hardly anything in %v", f.ID, c)
			}
		}
		if len(seen) < 3 {
			t.Errorf("%s: the preview is empty", f.ID)
		}
		if *sheet != "" {
			b, err := PNG(f)
			if err == nil {
				err = os.WriteFile(filepath.Join(*sheet, fmt.Sprintf("%03d.png", i)), b, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// inked reports how many pixels of the field of the title have another colour than the field.
func inked(img image.Image, d *design) (n int) {
	for y := range 400 {
		for x := textLeft; x < PreviewWidth; x++ {
			r, g, b, _ := img.At(x, y).RGBA()
			if (colour{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}) != d.panel {
				n++
			}
		}
	}
	return n
}

// A title that the typeface lacks letters for is never a row of boxes (REQ F2-99).
func TestPreviewsHaveNoBoxes(t *testing.T) {
	in := func(title, original string) int {
		f := &Film{ID: "tt1", Title: title, Original: original}
		img, _ := decoded(t, f)
		return inked(img, f.design(nil))
	}
	latin := in("Rashomon", "")
	if latin == 0 {
		t.Fatal("no title")
	}
	for _, title := range []string{"羅生門", "باران", "שבעה", "पथेर", "👍", "\u0378"} {
		if n := in(title, ""); n != 0 {
			t.Errorf("%q: %d pixels", title, n)
		}
		if in(title, "Rashomon") != latin {
			t.Errorf("%q: the original title does not take its place", title)
		}
	}
	for _, title := range []string{"Броненосец", "Θίασος", "Ångström’s Łódź", "Œuvre"} {
		if in(title, "") == 0 {
			t.Errorf("%q is left out", title)
		}
	}
}

func TestPreviewsOfEveryTitle(t *testing.T) {
	for i, title := range titles {
		f := &Film{ID: fmt.Sprint("tt", i), Title: title, Director: title, Year: 2000}
		img, _ := decoded(t, f)
		d := f.design(nil)
		for y := range PreviewHeight { // nothing runs over the right edge
			r, g, b, _ := img.At(PreviewWidth-4, y).RGBA()
			if (colour{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}) != d.panel {
				t.Errorf("%q runs over the edge", title)
				break
			}
		}
	}
}

func BenchmarkPNG(b *testing.B) {
	films := golden()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := PNG(films[i%len(films)]); err != nil {
			b.Fatal(err)
		}
	}
}
