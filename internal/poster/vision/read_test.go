package vision

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
)

// holds checks what is true of every reading.
func holds(t *testing.T, name string, a *Reading) {
	t.Helper()
	share := func(what string, v, most float64) {
		if math.IsNaN(v) || v < 0 || v > most {
			t.Errorf("%s: %s is %v", name, what, v)
		}
	}
	sum := 0.0
	for i, c := range a.DominantColors {
		sum += c.Share
		share("a colour's share", c.Share, 1)
		if len(c.Hex) != 7 || c.Hex[0] != '#' || c.Name == "" {
			t.Errorf("%s: colour %+v", name, c)
		}
		if i > 0 && c.Share > a.DominantColors[i-1].Share {
			t.Errorf("%s: colours are not in order of their shares", name)
		}
	}
	share("the sum of shares", sum, 1) // REQ P-10
	if len(a.DominantColors) < 1 || len(a.DominantColors) > paletteColors {
		t.Errorf("%s: %d colours", name, len(a.DominantColors))
	}
	p, c := &a.Palette, &a.Composition
	for what, v := range map[string]float64{
		"brightness": p.Brightness, "contrast": p.Contrast, "rms contrast": 2 * p.ContrastRMS, "saturation": p.Saturation,
		"edge density": a.EdgeDensity, "text area": a.Text.Area, "symmetry": c.Symmetry, "balance": c.Balance,
		"negative space": c.NegativeSpace, "focus strength": c.FocusStrength, "thirds alignment": c.ThirdsAlignment,
		"saliency x": c.SaliencyCenter.X, "saliency y": c.SaliencyCenter.Y,
		"valence": (a.Mood.Valence + 1) / 2, "energy": (a.Mood.Energy + 1) / 2, "warmth": (p.Warmth + 1) / 2,
		"quality": a.DesignQuality.Score / 100,
	} {
		share(what, v, 1)
	}
	thirds := 0.0
	for _, v := range c.Thirds {
		thirds += v
	}
	if len(c.Thirds) != 9 || math.Abs(thirds-1) > 0.001 {
		t.Errorf("%s: thirds %v", name, c.Thirds)
	}
	if n := len(c.FocalPoints); n < 1 || n > maxFocalPoints || c.FocalPoints[0].Strength != 1 {
		t.Errorf("%s: focal points %v", name, c.FocalPoints)
	}
	weight, score := 0.0, 0.0
	for _, part := range a.DesignQuality.Parts {
		share(part.Name, part.Score, 100)
		weight += part.Weight
		score += part.Weight * part.Score
	}
	if math.Abs(weight-1) > 1e-9 || math.Abs(score-a.DesignQuality.Score) > 0.1 {
		t.Errorf("%s: parts weigh %v and make %v, not %v", name, weight, score, a.DesignQuality.Score)
	}
	for _, f := range a.Faces {
		share("a face", f.X+f.W, 1.001)
		share("a face", f.Y+f.H, 1.001)
	}
	if (a.Typography == nil) != (a.Text.Lines == 0) || (a.Text.Height == nil) != (a.Text.Lines == 0) {
		t.Errorf("%s: typography without text, or text without", name)
	}
	if len(a.Mood.Words) != len(a.Mood.Because) || len(a.Mood.Words) > maxMoodWords {
		t.Errorf("%s: moods %v because %v", name, a.Mood.Words, a.Mood.Because)
	}
	if len(a.PerceptualHash) != 16 {
		t.Errorf("%s: hash %q", name, a.PerceptualHash)
	}
	for _, g := range a.GenreSignals {
		share(g.Genre, g.Score, 1)
	}
	if a.GenreNote == "" {
		t.Errorf("%s: nothing says what the genres rest on", name)
	}
	if _, err := json.Marshal(a); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

func TestEveryPictureIsRead(t *testing.T) {
	r := NewReader()
	noise := image.NewRGBA(image.Rect(0, 0, 97, 131))
	dice := rand.New(rand.NewPCG(3, 4))
	for i := range noise.Pix {
		noise.Pix[i] = uint8(dice.UintN(256))
	}
	wide := image.NewNRGBA64(image.Rect(-5, -7, 30, 40))
	draw.Draw(wide, wide.Bounds(), image.NewUniform(color.NRGBA64{40000, 2000, 100, 30000}), image.Point{}, draw.Src)
	gray := image.NewGray(image.Rect(0, 0, 50, 70))
	cmyk := image.NewCMYK(image.Rect(0, 0, 50, 70))
	for i := range cmyk.Pix {
		cmyk.Pix[i] = uint8(i)
	}
	for name, img := range map[string]image.Image{
		"one pixel": filled(1, 1, color.White), "no pixel": image.NewRGBA(image.Rectangle{}), "nothing": nil,
		"all black": filled(300, 450, color.Black), "all white": filled(30, 45, color.White),
		"a ribbon": filled(8000, 1, color.RGBA{200, 10, 10, 255}), "a pole": filled(1, 8000, color.RGBA{10, 10, 200, 255}),
		"noise": noise, "16 bits with alpha": wide, "gray": gray, "cmyk": cmyk,
		"a poster": drawnPoster(400, 600), "a landscape": drawnPoster(600, 300),
		"a piece of a picture": drawnPoster(400, 600).SubImage(image.Rect(100, 50, 333, 555)),
		"a piece of a JPEG":    mustDecode(t, asJPEG(t, drawnPoster(100, 150))).(*image.YCbCr).SubImage(image.Rect(11, 13, 77, 99)),
		"palette":              image.NewPaletted(image.Rect(0, 0, 9, 9), color.Palette{color.White, color.Black}),
	} {
		holds(t, name, r.Read(img))
	}
}

func FuzzRead(f *testing.F) {
	r := NewReader()
	f.Add(uint16(3), uint16(4), []byte{1, 2, 3, 4, 5})
	f.Add(uint16(1), uint16(300), []byte("poster"))
	f.Add(uint16(200), uint16(300), []byte{255, 0, 0, 255, 0, 255})
	f.Fuzz(func(t *testing.T, w, h uint16, pixels []byte) {
		img := image.NewNRGBA(image.Rect(0, 0, int(w%400)+1, int(h%400)+1))
		for i := range img.Pix {
			if len(pixels) > 0 {
				img.Pix[i] = pixels[i%len(pixels)]
			}
		}
		a := r.Read(img)
		holds(t, "fuzzed", a)
		if d := a.Distance(a); d != 0 {
			t.Errorf("%v from itself", d)
		}
	})
}

// REQ P-09
func TestTheReadingHasTheKeysOfTheInterfaceAndSurvivesStorage(t *testing.T) {
	a := read(t, drawnPoster(300, 450))
	b, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"design_quality", "mood", "composition", "dominant_colors", "genre_signals", "era", "typography", "perceptual_hash", "version"} {
		if !bytes.Contains(b, []byte(`"`+key+`":`)) {
			t.Errorf("no %s", key)
		}
	}
	var back Reading
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a, &back) {
		t.Errorf("stored and read back it differs:\n%+v\n%+v", a, &back)
	}
}

func TestTheSamePixelsGiveTheSameReading(t *testing.T) {
	img := grainy(drawnPoster(333, 500), 9)
	first, err := json.Marshal(read(t, img))
	if err != nil {
		t.Fatal(err)
	}
	r := NewReader()
	answers := make(chan []byte, 4)
	for range cap(answers) {
		go func() {
			b, err := json.Marshal(r.Read(img))
			if err != nil {
				t.Error(err)
			}
			answers <- b
		}()
	}
	for range cap(answers) {
		if b := <-answers; !bytes.Equal(b, first) {
			t.Fatalf("%s\n%s", b, first)
		}
	}
}

func TestTransparencyIsReadOverWhite(t *testing.T) {
	clear := read(t, image.NewNRGBA(image.Rect(0, 0, 40, 60)))
	if clear.Palette.Brightness < 0.999 || clear.DominantColors[0].Hex != "#ffffff" {
		t.Errorf("brightness %v, %v", clear.Palette.Brightness, clear.DominantColors)
	}
	half := filled(40, 60, color.RGBA{})
	over := image.NewNRGBA(half.Rect)
	draw.Draw(over, over.Rect, image.NewUniform(color.NRGBA{0, 0, 0, 128}), image.Point{}, draw.Src)
	if b := read(t, over).DominantColors[0].Hex; b != "#7f7f7f" && b != "#808080" {
		t.Errorf("half black over white is %s", b)
	}
}

func TestARenditionIsReadLikeItsOriginal(t *testing.T) {
	img := grainy(drawnPoster(1000, 1500), 6)
	a := read(t, img)
	for name, other := range map[string]image.Image{
		"half": Fit(img, 500, 750), "third": Fit(img, 333, 500), "saved badly": mustDecode(t, badly(t, img)),
	} {
		b := read(t, other)
		if d := a.Distance(b); d > 0.12 {
			t.Errorf("%s: %v apart", name, d)
		}
		if d := math.Abs(a.Palette.Brightness - b.Palette.Brightness); d > 0.01 {
			t.Errorf("%s: brightness %v off", name, d)
		}
		if d := a.Descriptor().Hash(b.Descriptor()); d > 4.0/64 {
			t.Errorf("%s: %v of the hash differ", name, d)
		}
	}
}

func badly(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := EncodeJPEG(&b, img, 40); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSizesAreThePicturesOwn(t *testing.T) {
	for _, c := range []struct {
		w, h int
		way  string
	}{{1000, 1500, "portrait"}, {1500, 1000, "landscape"}, {500, 500, "square"}, {8000, 2, "landscape"}} {
		s := read(t, filled(c.w, c.h, color.White)).Size
		if s.Width != c.w || s.Height != c.h || s.Orientation != c.way {
			t.Errorf("%+v", s)
		}
	}
}

func TestTheModelNeverTellsWhatDidNotBeatItsBaseline(t *testing.T) {
	r := NewReader()
	r.model = &Model{GenreNote: "not told: too weak"}
	a := r.Read(drawnPoster(200, 300))
	if a.GenreSignals != nil || a.Era != nil || !strings.Contains(a.GenreNote, "not told") {
		t.Errorf("%v %v %q", a.GenreSignals, a.Era, a.GenreNote)
	}
	if b, err := json.Marshal(a); err != nil || !bytes.Contains(b, []byte(`"genre_signals":null`)) || !bytes.Contains(b, []byte(`"era":null`)) {
		t.Errorf("%s, %v", b, err)
	}
}

func TestAModelOfOtherFeaturesIsRefused(t *testing.T) {
	for _, doc := range []string{`{"names":1,"mean":[1],"spread":[1],"year":{"weights":[1]}}`, `{"genres":[{"name":"War"}]}`, `no json`} {
		if _, err := parseModel([]byte(doc)); err == nil {
			t.Errorf("%s was taken", doc)
		}
	}
	_, features := NewReader().ReadFeatures(drawnPoster(90, 120))
	if n := len(FeatureNames()); n != len(features) {
		t.Errorf("%d names of %d features", n, len(features))
	}
}

// The small pictures of testdata were drawn for this test: a cream band over
// navy with a red square, 40×60, in kinds that Go does not write.
func TestLessUsualFilesAreReadAlike(t *testing.T) {
	r := NewReader()
	for name, first := range map[string]string{
		"progressive.jpg": "navy", "cmyk.jpg": "navy", "lossy.webp": "navy", "alpha.webp": "navy",
	} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		a := r.Read(mustDecode(t, data))
		holds(t, name, a)
		second := "cream"
		if name == "alpha.webp" { // whose band is transparent
			second = "white"
		}
		if c := a.DominantColors; len(c) < 3 || c[0].Name != first || c[1].Name != second || a.Size.Width != 40 || a.Size.Height != 60 {
			t.Errorf("%s: %+v", name, c)
		}
		// CMYK was converted without a colour profile, so its shades differ.
		if c := labOfHex(a.DominantColors[0].Hex); name != "cmyk.jpg" && c.squaredDistance(labOfHex("#181e54")) > 0.03*0.03 {
			t.Errorf("%s: the navy is %s", name, c.hex())
		}
	}
}
