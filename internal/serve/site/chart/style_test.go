package chart_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func styles(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "web", "css", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestEveryClassHasAStyle(t *testing.T) {
	sheet := styles(t, "50-chart.css")
	files, _ := filepath.Glob("testdata/*.svg")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`class="([^"]*)"`).FindAllStringSubmatch(string(data), -1) {
			for _, class := range strings.Fields(m[1]) {
				if !regexp.MustCompile(`\.`+class+`[ ,{]`).MatchString(sheet) && class != "chart-s" {
					t.Errorf("%s uses the class %q, which has no style", file, class)
				}
			}
		}
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	fmt.Fprint(w, sheet)
	w.Close()
	if packed.Len() > 4000 {
		t.Errorf("the style sheet is %d bytes, compressed", packed.Len())
	}
}

// variables returns the colours of the light theme and of the dark one.
func variables(sheet string) (light, dark map[string]string) {
	first, second, _ := strings.Cut(sheet, "prefers-color-scheme: dark")
	read := func(s string) map[string]string {
		found := map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z0-9-]+): (#[0-9a-f]{6})`).FindAllStringSubmatch(s, -1) {
			if found[m[1]] == "" {
				found[m[1]] = m[2]
			}
		}
		return found
	}
	light, dark = read(first), read(second)
	for name, colour := range light { // what the dark theme does not change
		if dark[name] == "" {
			dark[name] = colour
		}
	}
	return light, dark
}

func TestContrast(t *testing.T) {
	light, dark := variables(styles(t, "00-tokens.css"))
	for theme, colours := range map[string]map[string]string{"light": light, "dark": dark} {
		least := func(a, b string, want float64) {
			if got := contrast(colours[a], colours[b]); !(got >= want) {
				t.Errorf("%s theme: %s on %s has %.2f to 1, want %v", theme, a, b, got, want)
			}
		}
		for i := 1; i <= 6; i++ {
			least(fmt.Sprint("c", i), "ground", 3)
			least(fmt.Sprint("c", i), "card", 3)
		}
		for _, cell := range []string{"n3", "n2", "n1", "p1", "p2", "p3", "q1", "q2", "q3"} {
			least("text", cell, 4.5)
		}
		least("card", "q4", 4.5)
		least("card", "q5", 4.5)
		least("mark", "band", 3)
		least("mark", "card", 3)
		least("text", "band", 3)
		for _, words := range []string{"text", "dim", "accent", "bad", "good", "warn"} {
			least(words, "ground", 4.5)
			least(words, "card", 4.5)
		}
		least("dim", "sink", 4.5)
		least("text", "soft", 4.5)
		least("on", "fill", 4.5)
		least("edge", "card", 3)
		least("bar-text", "bar", 4.5)
		least("bar-dim", "bar-card", 4.5)
		least("bar-edge", "bar", 3)
		least("lamp", "bar", 3)
	}
}

// sights are how colours look to readers: to most, and to those without long, middle and short
// cones (Machado, Oliveira and Fernandes 2009), as matrices of linear light.
var sights = map[string][3][3]float64{
	"all cones":    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// A reader who does not see all colours tells six series apart, too: every two differ by at least
// leastApart in CIE L*a*b*, in which 2.3 can just be noticed.
func TestColourBlindReadersTellSeriesApart(t *testing.T) {
	const leastApart = 20
	light, dark := variables(styles(t, "00-tokens.css"))
	for theme, colours := range map[string]map[string]string{"light": light, "dark": dark} {
		for sight, matrix := range sights {
			for i := 1; i <= 6; i++ {
				for k := i + 1; k <= 6; k++ {
					a, b := seen(colours[fmt.Sprint("c", i)], matrix), seen(colours[fmt.Sprint("c", k)], matrix)
					if d := math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2])); !(d >= leastApart) {
						t.Errorf("%s theme, %s: c%d and c%d differ by %.0f, want %d", theme, sight, i, k, d, leastApart)
					}
				}
			}
		}
	}
}

// seen returns a colour in CIE L*a*b* as a reader sees it.
func seen(hex string, sight [3][3]float64) [3]float64 {
	own := linear(hex)
	var light [3]float64
	for i, row := range sight {
		for k, part := range row {
			light[i] += part * own[k]
		}
		light[i] = min(max(light[i], 0), 1)
	}
	r, g, b := light[0], light[1], light[2]
	curve := func(v float64) float64 {
		if v > 0.008856 {
			return math.Cbrt(v)
		}
		return 7.787*v + 16.0/116
	}
	x, y, z := curve((0.4124*r+0.3576*g+0.1805*b)/0.9505), curve(0.2126*r+0.7152*g+0.0722*b), curve((0.0193*r+0.1192*g+0.9505*b)/1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func contrast(a, b string) float64 {
	first, second := luminance(a), luminance(b)
	return (max(first, second) + 0.05) / (min(first, second) + 0.05)
}

func luminance(hex string) float64 {
	light := linear(hex)
	return 0.2126*light[0] + 0.7152*light[1] + 0.0722*light[2]
}

// linear returns red, green and blue of a colour #rrggbb as parts of one of linear light.
func linear(hex string) (light [3]float64) {
	v, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	for i := range light {
		part := float64(v>>(16-8*i)&255) / 255
		switch {
		case err != nil:
			light[i] = math.NaN()
		case part <= 0.04045:
			light[i] = part / 12.92
		default:
			light[i] = math.Pow((part+0.055)/1.055, 2.4)
		}
	}
	return light
}
