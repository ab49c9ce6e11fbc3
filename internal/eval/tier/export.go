package tier

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"kinodex/internal/tiermodel"
)

// WriteMatrix writes what was graded as CSV, for other programs to grade the
// same: film, class (0 High, 1 Mid, 2 Low), the fold of each repeat, and the
// features.
func (r *Report) WriteMatrix(to io.Writer, scripts []Script) error {
	w := csv.NewWriter(to)
	head := []string{"film", "class"}
	for k := range r.Own.Folds {
		head = append(head, "fold_"+strconv.Itoa(k+1))
	}
	if err := w.Write(append(head, r.Features...)); err != nil {
		return err
	}
	for i := range scripts {
		row := []string{scripts[i].Film.String(), strconv.Itoa(int(scripts[i].Class))}
		for _, fold := range r.Own.Folds {
			row = append(row, strconv.Itoa(fold[i]))
		}
		for _, x := range scripts[i].Features {
			row = append(row, strconv.FormatFloat(x, 'g', -1, 64))
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// Figures are what another program must find on the same matrix, within its
// chance.
type Figures struct {
	Trees         int     `json:"trees"`
	MinLeaf       int     `json:"min_leaf"`
	MaxDepth      int     `json:"max_depth"`
	SplitFeatures int     `json:"split_features"` // 0: the square root of all
	Balance       bool    `json:"balance"`
	Penalty       float64 `json:"penalty"`
	Folds         int     `json:"folds"`
	// Macro-F1 out of fold, by repeat.
	Forest   []float64 `json:"forest_macro_f1"`
	Logistic []float64 `json:"logistic_macro_f1"`
	// By impurity, of a forest of all scripts that tries the square root of all
	// features at a split.
	Importances     map[string]float64 `json:"importances"`
	ImportanceTrees int                `json:"importance_trees"`
	// Of the regression of all scripts, by feature.
	Coefficients map[string][tiermodel.Classes]float64 `json:"lr_coefficients"`
	Intercept    [tiermodel.Classes]float64            `json:"lr_intercept"`
}

// importanceTrees are the trees of the forest whose importances are compared.
// With fewer, neighbours in the order of importance change places by chance, in
// any program; so they do where splits are drawn at random.
const importanceTrees = 4096

// WriteFigures writes Figures as JSON.
func (r *Report) WriteFigures(to io.Writer, scripts []Script) error {
	p := r.Options.Params
	figures := Figures{
		Trees: p.Trees, MinLeaf: p.MinLeaf, MaxDepth: p.MaxDepth, SplitFeatures: p.SplitFeatures, Balance: p.Balance, Penalty: p.Penalty, Folds: p.Folds,
		Forest: r.Own.Forest.MacroF1, Logistic: r.Own.Logistic.MacroF1,
		Importances: map[string]float64{}, Coefficients: map[string][tiermodel.Classes]float64{},
	}
	figures.ImportanceTrees = importanceTrees
	p.Trees, p.SplitFeatures, p.Folds = importanceTrees, 0, 2
	model, err := tiermodel.Train(r.Features, samples(scripts, nil), p)
	if err != nil {
		return err
	}
	importances := model.Forest.Importances()
	for j, name := range r.Features {
		figures.Importances[name] = importances[j]
		figures.Coefficients[name] = model.Logistic.Coefficients[j]
	}
	figures.Intercept = model.Logistic.Intercept
	enc := json.NewEncoder(to)
	enc.SetIndent("", "  ")
	return enc.Encode(figures)
}
