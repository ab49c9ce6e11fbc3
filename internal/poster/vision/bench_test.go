package vision

import (
	"bytes"
	"image"
	"testing"
)

// A poster of 1000×1500, as most are stored, must be read in at most 60 ms and
// 40 MB on one core, decoding included.
func BenchmarkDecodeAndRead(b *testing.B) {
	data := encoded1000x1500(b)
	r := NewReader()
	b.ReportAllocs()
	for b.Loop() {
		img, _, err := Decode(data, "image/jpeg")
		if err != nil {
			b.Fatal(err)
		}
		r.Read(img)
	}
}

func BenchmarkRead(b *testing.B) {
	img := decoded1000x1500(b)
	r := NewReader()
	b.ReportAllocs()
	for b.Loop() {
		r.Read(img)
	}
}

func BenchmarkFaces(b *testing.B) {
	r := NewReader()
	c := r.tables.newCanvas(decoded1000x1500(b))
	for b.Loop() {
		r.faces(c)
	}
}

func BenchmarkCanvas(b *testing.B) {
	img := decoded1000x1500(b)
	s := newColorTables()
	for b.Loop() {
		s.newCanvas(img)
	}
}

func BenchmarkFitTo500x750(b *testing.B) {
	img := decoded1000x1500(b)
	for b.Loop() {
		Fit(img, 500, 750)
	}
}

func BenchmarkDistance(b *testing.B) {
	a := NewReader().Read(decoded1000x1500(b))
	for b.Loop() {
		a.Distance(a)
	}
}

// encoded1000x1500 is the drawn poster with grain, as a JPEG.
func encoded1000x1500(b *testing.B) []byte {
	b.Helper()
	var out bytes.Buffer
	if err := EncodeJPEG(&out, grainy(drawnPoster(1000, 1500), 12), 88); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

func decoded1000x1500(b *testing.B) image.Image {
	b.Helper()
	img, _, err := Decode(encoded1000x1500(b), "")
	if err != nil {
		b.Fatal(err)
	}
	return img
}
