package vision

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestDominantColoursAreThoseOfThePicture(t *testing.T) {
	img := filled(300, 450, color.RGBA{24, 30, 84, 255})
	rect(img, 0, 0, 300, 90, color.RGBA{240, 226, 188, 255})
	rect(img, 100, 200, 160, 250, color.RGBA{214, 24, 28, 255})
	got := read(t, img).DominantColors
	want := []struct {
		name  string
		share float64
	}{{"navy", 0.778}, {"cream", 0.2}, {"red", 0.022}}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, w := range want {
		if got[i].Name != w.name || math.Abs(got[i].Share-w.share) > 0.005 {
			t.Errorf("%d: %+v, want %+v", i, got[i], w)
		}
	}
}

// A small vivid title is told beside a large sky of many shades.
func TestASmallVividColourIsNotLostInAGradient(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 300, 450))
	for y := range 450 {
		rect(img, 0, y, 300, y+1, color.RGBA{uint8(60 + y/3), uint8(90 + y/3), uint8(120 + y/4), 255})
	}
	rect(img, 60, 380, 240, 392, color.RGBA{220, 30, 30, 255}) // 1.6 % of the picture
	got := read(t, img).DominantColors
	if !slices.ContainsFunc(got, func(c Color) bool { return c.Name == "red" }) {
		t.Errorf("no red in %+v", got)
	}
}

func TestColoursGoToHexAndBack(t *testing.T) {
	s := newColorTables()
	for _, hex := range []string{"#000000", "#ffffff", "#d4181c", "#101c4e", "#f0e2bc", "#00ff7f", "#777777"} {
		if got := labOfHex(hex).hex(); got != hex {
			t.Errorf("%s became %s", hex, got)
		}
	}
	// The tables are close to the formulas.
	for r := 0; r < 256; r += 15 {
		for g := 0; g < 256; g += 17 {
			for b := 0; b < 256; b += 51 {
				c, light := s.convert(uint8(r), uint8(g), uint8(b))
				exact := labOfHex(hexOf(r, g, b))
				y := 0.2126*linear(float64(r)/255) + 0.7152*linear(float64(g)/255) + 0.0722*linear(float64(b)/255)
				if c.squaredDistance(exact) > 1e-5 || math.Abs(float64(light)-2.55*lightness(y)) > 1.2 {
					t.Fatalf("%d %d %d: %v is not %v, lightness %d not %.1f", r, g, b, c, exact, light, 2.55*lightness(y))
				}
			}
		}
	}
}

func hexOf(r, g, b int) string {
	const digits = "0123456789abcdef"
	return string([]byte{'#', digits[r>>4], digits[r&15], digits[g>>4], digits[g&15], digits[b>>4], digits[b&15]})
}

func TestToneIsWhatAPersonWouldSay(t *testing.T) {
	half := filled(300, 450, color.Black)
	rect(half, 0, 0, 150, 450, color.White)
	for name, c := range map[string]struct {
		img         image.Image
		tone        string
		temperature string
		bright      float64
		contrast    float64
		gray        bool
	}{
		"black":      {filled(30, 45, color.Black), "very dark", "neutral", 0, 0, true},
		"white":      {filled(30, 45, color.White), "very bright", "neutral", 1, 0, true},
		"mid gray":   {filled(30, 45, color.Gray{119}), "medium", "neutral", 0.5, 0, true},
		"orange":     {filled(30, 45, color.RGBA{240, 130, 28, 255}), "bright", "warm", 0.65, 0, false},
		"deep blue":  {filled(30, 45, color.RGBA{20, 40, 120, 255}), "dark", "cool", 0.19, 0, false},
		"half black": {half, "medium", "neutral", 0.5, 1, true},
	} {
		p := read(t, c.img).Palette
		if p.Tone != c.tone || p.Temperature != c.temperature || p.Grayscale != c.gray ||
			math.Abs(p.Brightness-c.bright) > 0.02 || math.Abs(p.Contrast-c.contrast) > 0.02 {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

func TestSchemesAreNamed(t *testing.T) {
	stripes := func(colors ...color.RGBA) image.Image {
		img := filled(300, 450, color.White)
		for i, c := range colors {
			rect(img, 300*i/len(colors), 100, 300*(i+1)/len(colors), 350, c)
		}
		return img
	}
	red, orange, cyan := color.RGBA{220, 30, 30, 255}, color.RGBA{240, 130, 28, 255}, color.RGBA{20, 190, 200, 255}
	blue, green := color.RGBA{30, 70, 220, 255}, color.RGBA{30, 180, 60, 255}
	for want, img := range map[string]image.Image{
		"monochrome": stripes(red), "analogous": stripes(red, color.RGBA{246, 176, 34, 255}), "complementary": stripes(red, cyan), "triadic": stripes(red, green, blue),
		"varied": stripes(red, orange, green, cyan, blue, color.RGBA{200, 40, 190, 255}, color.RGBA{250, 230, 40, 255}),
	} {
		if got := read(t, img).Palette.Harmony; got != want {
			t.Errorf("%s is called %s", want, got)
		}
	}
}

func TestColourfulnessGrowsWithColours(t *testing.T) {
	gray := read(t, filled(90, 90, color.Gray{90})).Palette.Colorfulness
	dull := read(t, filled(90, 90, color.RGBA{120, 100, 90, 255})).Palette.Colorfulness
	mixed := filled(90, 90, color.RGBA{230, 20, 20, 255})
	rect(mixed, 0, 0, 45, 90, color.RGBA{20, 20, 230, 255})
	if vivid := read(t, mixed).Palette.Colorfulness; gray != 0 || dull <= gray || vivid < 109 {
		t.Errorf("gray %v, dull %v, vivid %v", gray, dull, vivid)
	}
}

func TestEdgesAreCountedWhereTheyAre(t *testing.T) {
	if d := read(t, filled(300, 450, color.Gray{80})).EdgeDensity; d != 0 {
		t.Errorf("a plain picture has edges: %v", d)
	}
	img := filled(300, 450, color.Black)
	rect(img, 0, 0, 300, 225, color.White) // one edge of two rows
	if d := read(t, img).EdgeDensity; math.Abs(d-2.0/450) > 0.0005 {
		t.Errorf("one edge covers %v", d)
	}
}

func TestLayoutIsWhereThingsAre(t *testing.T) {
	dark, light := color.RGBA{30, 34, 40, 255}, color.RGBA{250, 230, 140, 255}
	left := filled(300, 450, dark)
	disc(left, 56, 90, 36, light)
	a := read(t, left)
	c := a.Composition
	if f := c.FocalPoints[0]; math.Abs(f.X-56.0/300) > 0.06 || math.Abs(f.Y-90.0/450) > 0.06 {
		t.Errorf("the disc is not the focal point: %+v", f)
	}
	if c.Thirds[0] < 0.7 || c.Balance > 0.3 || c.Symmetry > 0.5 || c.NegativeSpace < 0.7 || c.FocusStrength < 0.7 {
		t.Errorf("%+v", c)
	}
	if !strings.Contains(c.Summary, "upper left") || !strings.Contains(c.Summary, "leaning left") {
		t.Errorf("%q", c.Summary)
	}
	middle := filled(300, 450, dark)
	disc(middle, 150, 225, 40, light)
	if c := read(t, middle).Composition; c.Symmetry < 0.95 || c.Balance < 0.95 || !strings.Contains(c.Summary, "centre") {
		t.Errorf("%+v", c)
	}
	crossing := filled(300, 450, dark)
	disc(crossing, 200, 150, 20, light)
	if a, m := read(t, crossing).Composition.ThirdsAlignment, read(t, middle).Composition.ThirdsAlignment; a < 0.9 || m > a-0.2 {
		t.Errorf("on a crossing %v, in the centre %v", a, m)
	}
	if c := read(t, filled(300, 450, dark)).Composition; c.Symmetry != 1 || c.NegativeSpace != 1 || !strings.Contains(c.Summary, "plain") {
		t.Errorf("%+v", c)
	}
}

// A white border of a scan is not what stands out.
func TestABorderIsNoFocalPoint(t *testing.T) {
	img := filled(300, 450, color.White)
	rect(img, 8, 8, 292, 442, color.RGBA{30, 34, 60, 255})
	disc(img, 200, 300, 30, color.RGBA{250, 230, 140, 255})
	if f := read(t, img).Composition.FocalPoints[0]; math.Abs(f.X-2.0/3) > 0.08 || math.Abs(f.Y-2.0/3) > 0.08 {
		t.Errorf("%+v", f)
	}
}

func TestAMirroredPictureLeansTheOtherWay(t *testing.T) {
	img := grainy(drawnPoster(300, 450), 5)
	mirrored := image.NewRGBA(img.Rect)
	for y := range 450 {
		for x := range 300 {
			mirrored.Set(299-x, y, img.At(x, y))
		}
	}
	a, b := read(t, img), read(t, mirrored)
	if math.Abs(a.Palette.Brightness-b.Palette.Brightness) > 1e-3 || math.Abs(a.Composition.Symmetry-b.Composition.Symmetry) > 0.01 ||
		math.Abs(a.Composition.SaliencyCenter.X+b.Composition.SaliencyCenter.X-1) > 0.01 {
		t.Errorf("%+v\n%+v", a.Composition, b.Composition)
	}
}

func TestLetteringIsFound(t *testing.T) {
	for name, c := range map[string]struct {
		ground, ink color.Color
		size        float64
	}{
		"dark on light":  {color.RGBA{240, 236, 224, 255}, color.RGBA{20, 20, 30, 255}, 30},
		"light on dark":  {color.RGBA{16, 18, 30, 255}, color.RGBA{250, 240, 220, 255}, 30},
		"large":          {color.RGBA{200, 40, 40, 255}, color.White, 38},
		"small":          {color.White, color.Black, 9},
		"middling shade": {color.RGBA{60, 70, 90, 255}, color.RGBA{190, 190, 180, 255}, 18},
	} {
		img := filled(300, 450, c.ground)
		box := lettering(img, "MARZIPAN", 200, c.size, true, c.ink)
		a := read(t, img)
		if a.Text.Lines != 1 {
			t.Errorf("%s: %d lines: %+v", name, a.Text.Lines, a.Text.Blocks)
			continue
		}
		b := a.Text.Blocks[0]
		for i, d := range []float64{
			b.X*300 - float64(box.Min.X), b.Y*450 - float64(box.Min.Y),
			(b.X+b.W)*300 - float64(box.Max.X), (b.Y+b.H)*450 - float64(box.Max.Y),
		} {
			if math.Abs(d) > 4 {
				t.Errorf("%s: side %d of the line is %.1f pixels off", name, i, d)
			}
		}
		if b.Letters < 7 || b.Letters > 9 {
			t.Errorf("%s: %d letters", name, b.Letters)
		}
		if h := *a.Text.Height * 450; math.Abs(h-c.size) > 2.5 {
			t.Errorf("%s: letters are %.1f high, not %.1f", name, h, c.size)
		}
	}
}

func TestShapesThatAreNoTextAreNotTaken(t *testing.T) {
	img := filled(300, 450, color.RGBA{200, 200, 190, 255})
	disc(img, 80, 100, 50, color.RGBA{120, 30, 30, 255})
	rect(img, 180, 60, 270, 220, color.RGBA{20, 60, 90, 255})
	disc(img, 150, 330, 70, color.RGBA{240, 240, 255, 255})
	if a := read(t, img); a.Text.Lines != 0 || a.Text.Area != 0 || a.Typography != nil || a.Text.Height != nil {
		t.Errorf("%+v", a.Text)
	}
}

func TestTypographyTellsWeightCasePlaceAndContrast(t *testing.T) {
	paper, ink := color.RGBA{250, 250, 250, 255}, color.RGBA{0, 0, 0, 255}
	of := func(text string, y int, bold bool) *Typography {
		img := filled(300, 450, paper)
		lettering(img, text, y, 28, bold, ink)
		typ := read(t, img).Typography
		if typ == nil {
			t.Fatalf("nothing found of %q", text)
		}
		return typ
	}
	weights := []string{"light", "regular", "bold", "heavy"}
	thin, thick := of("SEVEN RIVERS", 60, false), of("SEVEN RIVERS", 430, true)
	if slices.Index(weights, thin.Weight) >= slices.Index(weights, thick.Weight) {
		t.Errorf("regular is %s, bold is %s", thin.Weight, thick.Weight)
	}
	if thin.Placement != "top" || thick.Placement != "bottom" {
		t.Errorf("%s, %s", thin.Placement, thick.Placement)
	}
	if thin.Case == nil || *thin.Case != "upper" {
		t.Errorf("capitals are %v", thin.Case)
	}
	if mixed := of("a quiet Brigand", 225, false); mixed.Case == nil || *mixed.Case != "mixed" || mixed.Placement != "middle" {
		t.Errorf("small letters are %+v", mixed)
	}
	if thick.Contrast < 15 || thin.Confidence <= 0 || thin.Confidence > 0.9 {
		t.Errorf("%+v", thick)
	}
}

// A drawn face is none to the cascade, which knows photographs; what it finds
// in real posters is compared with OpenCV's in the card. Here: no face where
// there is none, and the evaluator's arithmetic.
func TestNoFacesInPlainAndDrawnPictures(t *testing.T) {
	for name, img := range map[string]image.Image{
		"plain": filled(300, 450, color.Gray{128}), "night": drawnPoster(300, 450), "grain": grainy(filled(300, 450, color.Gray{128}), 40),
	} {
		if f := read(t, img).Faces; len(f) != 0 {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestPatternsCompareBlocksWithTheirMiddle(t *testing.T) {
	plane := make([]uint8, faceWindow*faceWindow)
	for i := range plane {
		plane[i] = 100
	}
	put := func(x, y int, v uint8) { // of 2×2 pixels
		for _, i := range []int{0, 1, faceWindow, faceWindow + 1} {
			plane[2*y*faceWindow+2*x+i] = v
		}
	}
	sums := integrate(plane, faceWindow, faceWindow)
	c := &cascade{patterns: []block{{0, 0, 2, 2}}, stages: []stage{{weak: []weakClassifier{{}}}}}
	v := &c.layOut(sums.w)[0][0]
	if got := v.code(sums.sum); got != 255 {
		t.Errorf("nothing is darker than its like: %08b", got)
	}
	put(0, 0, 50) // upper left
	put(2, 1, 50) // right
	sums = integrate(plane, faceWindow, faceWindow)
	if got := v.code(sums.sum); got != 0b01101111 {
		t.Errorf("%08b", got)
	}
}

func TestTheCascadeIsWhole(t *testing.T) {
	c, err := newCascade(facesXML)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.stages) != 20 || len(c.patterns) != 136 {
		t.Errorf("%d stages, %d patterns", len(c.stages), len(c.patterns))
	}
	for _, doc := range []string{"", "<opencv_storage/>", strings.Replace(string(facesXML), "<width>24", "<width>25", 1), strings.Replace(string(facesXML), "0 -1 46 ", "0 -1 999 ", 1)} {
		if _, err := newCascade([]byte(doc)); err == nil {
			t.Error("a damaged cascade was taken")
		}
	}
}

func TestWindowsThatAgreeMakeAFace(t *testing.T) {
	c := &canvas{w: 300, h: 450}
	var found []window
	for i := range 8 {
		found = append(found, window{100 + i%3, 150 + i%2, 60})
	}
	found = append(found, window{10, 10, 24}, window{11, 10, 24}) // too few
	faces := c.groupWindows(found)
	if len(faces) != 1 || math.Abs(faces[0].X-101.0/300) > 0.01 || faces[0].Score != 0.5 {
		t.Errorf("%+v", faces)
	}
}

func TestMoodsFollowTheirRules(t *testing.T) {
	night, meadow := filled(300, 450, color.RGBA{10, 14, 20, 255}), filled(300, 450, color.RGBA{190, 220, 240, 255})
	a, b := read(t, night).Mood, read(t, meadow).Mood
	if !slices.Contains(a.Words, "dark") || slices.Contains(a.Words, "bright") || !slices.Contains(b.Words, "bright") || !slices.Contains(b.Words, "serene") {
		t.Errorf("night %v, meadow %v", a.Words, b.Words)
	}
	if a.Valence >= b.Valence {
		t.Errorf("night %v is as pleasant as a meadow %v", a.Valence, b.Valence)
	}
}

func TestQualityRewardsWhatItSaysItDoes(t *testing.T) {
	good := filled(300, 450, color.RGBA{20, 26, 60, 255})
	disc(good, 200, 150, 34, color.RGBA{250, 222, 120, 255})
	lettering(good, "HARBOUR", 400, 36, true, color.White)
	bad := grainy(filled(300, 450, color.Gray{120}), 50)
	lettering(bad, "HARBOUR", 400, 10, false, color.Gray{140})
	a, b := read(t, good).DesignQuality, read(t, bad).DesignQuality
	if a.Score < b.Score+25 {
		t.Errorf("%+v\n%+v", a, b)
	}
	for i, name := range []string{"legibility", "focus", "balance", "harmony", "clarity"} {
		if a.Parts[i].Name != name || a.Parts[i].Why == "" {
			t.Errorf("%+v", a.Parts[i])
		}
	}
}

func TestDistanceTellsPostersApart(t *testing.T) {
	a := read(t, drawnPoster(300, 450))
	b := read(t, grainy(drawnPoster(600, 900), 4))
	sunny := filled(300, 450, color.RGBA{250, 220, 60, 255})
	disc(sunny, 90, 300, 60, color.RGBA{220, 40, 30, 255})
	c := read(t, sunny)
	near, far := a.Distance(b), a.Distance(c)
	if near >= 0.15 || far <= 0.4 || a.Distance(a) != 0 || far != c.Distance(a) {
		t.Errorf("near %v, far %v, back %v, itself %v", near, far, c.Distance(a), a.Distance(a))
	}
	empty := &Reading{}
	for _, r := range []*Reading{a, c, empty} {
		if d := r.Distance(empty); d < 0 || d > 1 || math.IsNaN(d) {
			t.Errorf("%v from an empty reading", d)
		}
	}
	if a.Descriptor().Distance(c.Descriptor()) != far {
		t.Error("a likeness is compared like its reading")
	}
}
