package screenplay

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"kinodex/internal/eval"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
)

// Scrapings are the forms that one script was scraped in, by file name.
func Scrapings() []string { return []string{"base", "resaved", "dup", "noindent"} }

// ScrapingReport says how alike the features of the same scripts are in two
// scrapings.
type ScrapingReport struct {
	A, B  string
	Films int
	// By feature: Spearman's rank correlation over the films, and the median over
	// the films of the difference relative to the larger of the two values.
	Rank, Difference [measure.Count]float64
}

// EvaluateScrapings measures every film of a folder in its four scrapings, and
// compares each pair over the films of which both hold most of the text. missing
// tells which texts do not.
func EvaluateScrapings(dir string) (reports []ScrapingReport, missing []string, err error) {
	films, err := filepath.Glob(filepath.Join(dir, "*", "base.txt"))
	if err != nil {
		return nil, nil, err
	}
	if len(films) == 0 {
		return nil, nil, fmt.Errorf("no scrapings in %s", dir)
	}
	slices.Sort(films)
	forms := Scrapings()
	meter := measure.NewMeter()
	vectors := make([][]*measure.Vector, len(forms))
	for i := range forms {
		vectors[i] = make([]*measure.Vector, len(films))
	}
	for n, film := range films {
		whole := 0
		for i, form := range forms {
			text, err := os.ReadFile(filepath.Join(filepath.Dir(film), form+".txt"))
			if err != nil {
				return nil, nil, err
			}
			size := len(withoutSpace(string(text)))
			if i == 0 {
				whole = size
			}
			if size < whole/2 {
				missing = append(missing, filepath.Base(filepath.Dir(film))+"/"+form)
				continue
			}
			v := meter.Of(parse.Text(string(text))).Vector
			vectors[i][n] = &v
		}
	}
	for a := range forms {
		for b := a + 1; b < len(forms); b++ {
			reports = append(reports, compareScrapings(forms[a], forms[b], vectors[a], vectors[b]))
		}
	}
	return reports, missing, nil
}

func compareScrapings(a, b string, of, other []*measure.Vector) ScrapingReport {
	r := ScrapingReport{A: a, B: b}
	for f := range measure.Count {
		var x, y, apart []float64
		for i := range of {
			if of[i] == nil || other[i] == nil {
				continue
			}
			u, v := of[i][f], other[i][f]
			x, y = append(x, u), append(y, v)
			d := 0.0
			if u != v {
				d = math.Abs(u-v) / max(math.Abs(u), math.Abs(v))
			}
			apart = append(apart, d)
		}
		r.Films = len(x)
		r.Rank[f] = eval.Spearman(x, y)
		slices.Sort(apart)
		r.Difference[f] = apart[len(apart)/2]
	}
	return r
}
