package measure

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/screenplay/parse"
)

// The same script measures the same, however it was scraped: as it was found,
// with the spaces between its words lost, as another site keeps it, or with its
// indentation and blank lines lost. Sixty scripts in these four forms are ranked
// alike by every feature.
func TestScrapingsMeasureTheSame(t *testing.T) { // REQ S-31
	folder := os.Getenv("KINODEX_GOLD_SCREENPLAYS")
	if folder == "" {
		t.Skip("KINODEX_GOLD_SCREENPLAYS names no folder with variants of screenplays: this test did not run")
	}
	films, err := filepath.Glob(filepath.Join(folder, "variants", "*"))
	if err != nil || len(films) == 0 {
		t.Skipf("no variants in %s: this test did not run", folder)
	}
	m := meter(t)
	for _, form := range []string{"resaved", "dup", "noindent"} {
		var base, other []Vector
		for _, film := range films {
			whole, scraped := read(t, film, "base"), read(t, film, form)
			if letters(scraped) < letters(whole)/2 {
				t.Logf("%s, %s: most of it is missing, not compared", filepath.Base(film), form)
				continue
			}
			base = append(base, m.Of(parse.Text(whole)).Vector)
			other = append(other, m.Of(parse.Text(scraped)).Vector)
		}
		for i, name := range Names() {
			if agree := rankCorrelation(column(base, i), column(other, i)); agree < 0.95 {
				t.Errorf("%s of %d films, %s against base: rank correlation %.3f", name, len(base), form, agree)
			}
		}
	}
}

func read(t *testing.T, film, form string) string {
	text, err := os.ReadFile(filepath.Join(film, form+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// letters counts what is not white space.
func letters(text string) int {
	n := 0
	for _, field := range strings.Fields(text) {
		n += len(field)
	}
	return n
}

func column(vectors []Vector, feature int) []float64 {
	values := make([]float64, len(vectors))
	for i := range vectors {
		values[i] = vectors[i][feature]
	}
	return values
}

// rankCorrelation is Spearman's, equal values sharing their mean rank.
func rankCorrelation(a, b []float64) float64 {
	x, y := ranks(a), ranks(b)
	middle := float64(len(a)-1) / 2
	var both, left, right float64
	for i := range x {
		both += (x[i] - middle) * (y[i] - middle)
		left += (x[i] - middle) * (x[i] - middle)
		right += (y[i] - middle) * (y[i] - middle)
	}
	return both / math.Sqrt(left*right)
}

func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	out := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			out[order[k]] = float64(i+j-1) / 2
		}
		i = j
	}
	return out
}
