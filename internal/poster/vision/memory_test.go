package vision_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"kinodex/internal/apptest"
	"kinodex/internal/poster/vision"
)

// What Memory says is no less than what unpacking takes, and not many times as much.
func TestMemoryIsWhatUnpackingTakes(t *testing.T) {
	const w, h = 1500, 1000
	area := image.Rect(0, 0, w, h)
	coded := func(encode func(io.Writer, image.Image) error, img image.Image) []byte {
		var b bytes.Buffer
		if err := encode(&b, img); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	asJPEG := func(w io.Writer, img image.Image) error { return jpeg.Encode(w, img, nil) }
	translucent := image.NewNRGBA(area)
	translucent.Set(1, 1, color.NRGBA{1, 2, 3, 4})
	plain := coded(asJPEG, image.NewRGBA(area))
	pictures := map[string][]byte{
		"a JPEG": plain, "a grey JPEG": coded(asJPEG, image.NewGray(area)),
		"a progressive JPEG": apptest.ProgressiveJPEG(w, h), "a PNG": coded(png.Encode, image.NewRGBA(area)),
		"a PNG of 16 bits": coded(png.Encode, image.NewRGBA64(area)), "a translucent PNG": coded(png.Encode, translucent),
		"a palette": coded(png.Encode, image.NewPaletted(area, color.Palette{color.Black, color.White})),
	}
	samples, _ := filepath.Glob("testdata/*.webp")
	more, _ := filepath.Glob("testdata/*.jpg")
	for _, name := range append(samples, more...) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pictures[filepath.Base(name)] = b
	}
	for name, data := range pictures {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, _, err := vision.Decode(data, ""); err != nil {
			continue // a sample of what is refused
		}
		runtime.ReadMemStats(&after)
		took, said := int64(after.TotalAlloc-before.TotalAlloc), vision.Memory(data)
		const tables = 600 << 10 // whatever the size
		if took > said+said/20+tables || said > 8*took {
			t.Errorf("%s: said %d kB, took %d kB", name, said>>10, took>>10)
		}
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "no picture": []byte("<script>"), "a cut header": plain[:30], "a JPEG of many pixels": apptest.ProgressiveJPEG(8000, 2008),
	} {
		if got := vision.Memory(data); got != 0 {
			t.Errorf("%s: %d bytes, though it is refused", name, got)
		}
	}
}
