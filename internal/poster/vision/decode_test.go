package vision

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"kinodex/internal/fault"
)

func asJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// smallWebP is one white pixel, lossless.
func smallWebP(t testing.TB) []byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// REQ P-04, P-07
func TestThreeKindsOfPicturesAreTaken(t *testing.T) {
	poster := drawnPoster(60, 90)
	for mime, data := range map[string][]byte{
		"image/jpeg": asJPEG(t, poster), "image/png": asPNG(t, poster), "image/webp": smallWebP(t),
	} {
		for _, said := range []string{"", mime} {
			img, is, err := Decode(data, said)
			if err != nil || is != mime {
				t.Fatalf("%s sent as %q: %v, %v", mime, said, is, err)
			}
			if mime != "image/webp" && img.Bounds().Size() != image.Pt(60, 90) {
				t.Errorf("%s: %v", mime, img.Bounds())
			}
		}
	}
}

// REQ P-07
func TestWhatIsNoPictureIsRefusedByName(t *testing.T) {
	whole := asJPEG(t, drawnPoster(200, 300))
	wholePNG := asPNG(t, drawnPoster(200, 300))
	cases := map[string]struct {
		data []byte
		mime string
		says string
	}{
		"nothing":               {nil, "", "first bytes"},
		"text":                  {[]byte("<svg></svg>"), "", "first bytes"},
		"a GIF":                 {[]byte("GIF89a......"), "image/jpeg", "first bytes"},
		"PNG sent as JPEG":      {wholePNG, "image/jpeg", "sent as"},
		"a type we do not take": {whole, "image/gif", "sent as"},
		"a JPEG cut short":      {whole[:len(whole)/2], "", "cut short"},
		"a PNG cut short":       {wholePNG[:len(wholePNG)/2], "", "cut short"},
		"only a signature":      {whole[:3], "", "header"},
		"a WebP without frames": {[]byte("RIFF\x04\x00\x00\x00WEBP"), "", "header"},
		"too wide":              {pngHeader(8001, 10), "", "8001×10 pixels"},
		"too high":              {pngHeader(10, 8001), "", "10×8001 pixels"},
		"too many pixels":       {pngHeader(8000, 8000), "", "8000×8000 pixels"},
		"a size beyond numbers": {pngHeader(1<<31-1, 1<<31-1), "", "pixels"},
		"too many scans":        {manyScans(t, whole, 100), "", "scans"},
	}
	for name, c := range cases {
		img, _, err := Decode(c.data, c.mime)
		if !fault.Is(err, fault.InvalidImage) || img != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "JPEG, PNG or WebP") {
			t.Errorf("%s: %q does not say %q and what is accepted", name, err, c.says)
		}
		if fault.From(err).Allowed == "" {
			t.Errorf("%s: nothing is said to be allowed", name)
		}
	}
}

// pngHeader is the beginning of a PNG of a size, without pixels.
func pngHeader(w, h uint32) []byte {
	b := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR")
	b = binary.BigEndian.AppendUint32(b, w)
	b = binary.BigEndian.AppendUint32(b, h)
	b = append(b, 8, 6, 0, 0, 0)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[12:]))
}

// manyScans repeats a JPEG's scan header, as a file that costs much does.
func manyScans(t *testing.T, whole []byte, n int) []byte {
	t.Helper()
	at := bytes.Index(whole, []byte{0xff, 0xda})
	if at < 0 {
		t.Fatal("no scan")
	}
	return append(bytes.Clone(whole[:at]), bytes.Repeat([]byte{0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0}, n)...)
}

func TestAStrangersWordIsToldBackShort(t *testing.T) {
	_, _, err := Decode(asPNG(t, filled(2, 2, color.White)), strings.Repeat("x", 10_000))
	if !fault.Is(err, fault.InvalidImage) || len(err.Error()) > 400 {
		t.Errorf("%d bytes of message", len(err.Error()))
	}
}

func TestScansAreCountedOverEntropyCodedData(t *testing.T) {
	if n := scans(asJPEG(t, grainy(drawnPoster(300, 200), 40))); n != 1 {
		t.Errorf("a baseline JPEG has one scan, counted %d", n)
	}
	if n := scans([]byte("\xff\xd8\xff\xda\x00\x02ab\xff\x00\xff\xd0\xff\xff\xff\xda\x00\x02\xff\xd9\xff\xda\x00\x02")); n != 2 {
		t.Errorf("two scans before the end, counted %d", n)
	}
}

// A corner marked red tells how the picture was turned.
func TestOrientationIsApplied(t *testing.T) {
	stored := filled(60, 40, color.White)
	rect(stored, 0, 0, 20, 20, color.RGBA{255, 0, 0, 255}) // upper left as stored
	corners := map[int]struct{ w, h, x, y int }{
		1: {60, 40, 4, 4}, 2: {60, 40, 55, 4}, 3: {60, 40, 55, 35}, 4: {60, 40, 4, 35},
		5: {40, 60, 4, 4}, 6: {40, 60, 35, 4}, 7: {40, 60, 35, 55}, 8: {40, 60, 4, 55},
	}
	for o, want := range corners {
		for mime, data := range map[string][]byte{"jpeg": withExif(asJPEG(t, stored), o), "png": withExifPNG(asPNG(t, stored), o)} {
			img, _, err := Decode(data, "")
			if err != nil {
				t.Fatalf("orientation %d: %v", o, err)
			}
			if img.Bounds().Size() != image.Pt(want.w, want.h) {
				t.Errorf("%s orientation %d: size %v", mime, o, img.Bounds().Size())
				continue
			}
			r, g, _, _ := img.At(want.x, want.y).RGBA()
			if r < 0xc000 || g > 0x4000 {
				t.Errorf("%s orientation %d: the marked corner is not at %d, %d", mime, o, want.x, want.y)
			}
		}
	}
	if o := orientation(withExif(asJPEG(t, stored), 77), "image/jpeg"); o != 1 {
		t.Errorf("an orientation that is none is upright, not %d", o)
	}
}

// A picture that is turned takes a second one; one whose header says too much, nothing.
func TestMemoryGoesByTheHeader(t *testing.T) {
	plain := asJPEG(t, image.NewRGBA(image.Rect(0, 0, 40, 60)))
	if upright, turned := Memory(plain), Memory(withExif(plain, 6)); upright == 0 || turned != upright+4*40*60 {
		t.Errorf("%d bytes, %d to turn it", upright, turned)
	}
	if got := Memory(pngHeader(60_000, 60_000)); got != 0 {
		t.Errorf("%d bytes for what is refused", got)
	}
}

func tiff(o int) []byte {
	return []byte{'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, byte(o), 0, 0, 0, 0, 0, 0, 0}
}

func withExif(jpeg []byte, o int) []byte {
	body := append([]byte("Exif\x00\x00"), tiff(o)...)
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(body)+2))
	return append(append(append(bytes.Clone(jpeg[:2]), segment...), body...), jpeg[2:]...)
}

func withExifPNG(png []byte, o int) []byte {
	chunk := append([]byte("eXIf"), tiff(o)...)
	out := binary.BigEndian.AppendUint32(bytes.Clone(png[:33]), uint32(len(chunk)-4))
	out = binary.BigEndian.AppendUint32(append(out, chunk...), crc32.ChecksumIEEE(chunk))
	return append(out, png[33:]...)
}

// Whatever the bytes are, Decode gives a picture within the caps or a fault,
// and never panics.
func FuzzDecode(f *testing.F) {
	poster := drawnPoster(40, 60)
	f.Add(asJPEG(f, poster), "")
	f.Add(withExif(asJPEG(f, poster), 6), "image/jpeg")
	f.Add(asPNG(f, poster), "image/png")
	f.Add(withExifPNG(asPNG(f, poster), 8), "")
	f.Add(smallWebP(f), "image/webp")
	f.Add(pngHeader(8000, 8000), "")
	f.Add([]byte("RIFF\x1a\x00\x00\x00WEBPVP8X"), "")
	f.Fuzz(func(t *testing.T, data []byte, mime string) {
		img, is, err := Decode(data, mime)
		if err != nil {
			if !fault.Is(err, fault.InvalidImage) || img != nil {
				t.Fatalf("%v", err)
			}
			return
		}
		if b := img.Bounds(); b.Empty() || b.Dx() > MaxSide || b.Dy() > MaxSide || b.Dx()*b.Dy() > MaxPixels || mime != "" && mime != is {
			t.Fatalf("%v %s", b, is)
		}
	})
}
