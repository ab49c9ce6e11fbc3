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
	sheet := styles(t, "20-chart.css")
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
		for _, m := range regexp.MustCompile(`--([a-z0-9]+): (#[0-9a-f]{6})`).FindAllStringSubmatch(s, -1) {
			if found[m[1]] == "" {
				found[m[1]] = m[2]
			}
		}
		return found
	}
	return read(first), read(second)
}

func TestContrast(t *testing.T) {
	light, dark := variables(styles(t, "20-chart.css"))
	baseLight, baseDark := variables(styles(t, "00-base.css"))
	for theme, c := range map[string][2]map[string]string{"light": {light, baseLight}, "dark": {dark, baseDark}} {
		own, base := c[0], c[1]
		least := func(a, b string, want float64) {
			first, second := own[a]+base[a], own[b]+base[b]
			if got := contrast(first, second); got < want {
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
		least("dim", "card", 4.5)
	}
}

func contrast(a, b string) float64 {
	first, second := luminance(a), luminance(b)
	return (max(first, second) + 0.05) / (min(first, second) + 0.05)
}

func luminance(hex string) float64 {
	v, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		return math.NaN()
	}
	sum := 0.0
	for i, weight := range []float64{0.0722, 0.7152, 0.2126} {
		part := float64(v>>(8*i)&255) / 255
		if part <= 0.04045 {
			sum += weight * part / 12.92
		} else {
			sum += weight * math.Pow((part+0.055)/1.055, 2.4)
		}
	}
	return sum
}
