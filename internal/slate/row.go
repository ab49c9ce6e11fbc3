package slate

import (
	"errors"
	"io/fs"
	"strings"

	"kinodex/internal/fault"
	"kinodex/internal/research"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/breakdown"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/tiermodel"
)

// Row is what a table of scripts says of one. A script that could not be read has no
// Standing.
type Row struct {
	Path  string  `json:"path"`
	Error *string `json:"error"` // why the script could not be read; null if it was
	*Standing
}

// Standing is what a script is and where it stands beside the research set.
type Standing struct {
	Title          *string                    `json:"title"`  // of the title page; null without one
	Format         string                     `json:"format"` // as screenplay.Format
	Form           string                     `json:"form"`   // screenplay, transcript, prose or other
	Scenes         int                        `json:"scenes"`
	Words          int                        `json:"words"` // of action and dialogue
	Pages          float64                    `json:"pages"` // as breakdown.Pages
	PagesEstimated bool                       `json:"pages_estimated"`
	Class          *string                    `json:"class"` // High, Mid or Low: what most trees vote for; null unless it is a screenplay
	Tier           *string                    `json:"tier"`  // null with Class
	Votes          research.ByClass[int]      `json:"votes"` // of the trees, by class
	Lead           int                        `json:"lead"`  // votes between the first class and the second
	Trust          Trust                      `json:"trust"`
	MacroF1        float64                    `json:"macro_f1"`           // of the model, on films it had not seen, 0 to 1
	MacroF1Chance  float64                    `json:"macro_f1_of_chance"` // what guessing reaches
	Features       measure.ByFeature[float64] `json:"features"`
	Percentiles    measure.ByFeature[float64] `json:"percentiles"` // of how many scripts in a hundred each is higher than, about
	Warnings       []string                   `json:"warnings"`
}

// Trust says how far to trust the class of a script.
type Trust string

// The kinds of trust.
const (
	// TrustNone is for a script that the model says nothing of: it is no screenplay, or
	// unlike nearly all scripts of the research set, or has no scene headings or no
	// dialogue, or the model is no better than guessing.
	TrustNone Trust = "none"
	// TrustEqual is for votes whose first two classes are next to equal.
	TrustEqual Trust = "equal"
	// TrustHint is the best there is: the class is a hint, and often wrong.
	TrustHint Trust = "hint"
)

// noSkill is the part of the way from guessing to never erring up to which a model
// counts as no better than guessing.
const noSkill = 0.02

// NewRow returns the row of a script that was analysed by the model.
func NewRow(path string, s *screenplay.Script, a *research.Analysis, model *research.ModelCard) Row {
	lead, _ := Lead(a.Votes)
	row := &Standing{
		Format: s.Format.String(), Form: a.Form, Scenes: len(s.Scenes), Words: a.Report.Words.Film(),
		Votes: research.ByClass[int]{High: a.Votes[tiermodel.High], Mid: a.Votes[tiermodel.Mid], Low: a.Votes[tiermodel.Low]},
		Lead:  lead, Trust: trustIn(s, a, model), MacroF1: model.MacroF1, MacroF1Chance: model.Evaluation.MacroF1OfChance,
		Features: a.Features, Warnings: a.Warnings,
		Percentiles: measure.EachFeature(func(f int) float64 { return a.Comparisons.At(f).PercentileApprox }),
	}
	row.Pages, row.PagesEstimated = breakdown.Pages(s)
	row.Title = Title(s)
	if a.IsScreenplay() {
		row.Class, row.Tier = &a.PredictedClass, &a.PredictedTier
	}
	return Row{Path: path, Standing: row}
}

// Title returns what the title page of a script states as its title, on one line; nil
// if it states none.
func Title(s *screenplay.Script) *string {
	for _, f := range s.Title {
		if title := strings.Join(strings.Fields(f.Value), " "); f.Key == "title" && title != "" {
			return &title
		}
	}
	return nil
}

// Lead returns by how many votes the first class leads the second, and whether that is
// so few that they are not told apart.
func Lead(votes [tiermodel.Classes]int) (lead int, equal bool) {
	first, second := 0, 0
	for _, n := range votes {
		if n > first {
			first, second = n, first
		} else {
			second = max(second, n)
		}
	}
	best, worst := tiermodel.Range(votes)
	return first - second, best != worst
}

// trustIn returns how far to trust the class of a script.
func trustIn(s *screenplay.Script, a *research.Analysis, model *research.ModelCard) Trust {
	chance := model.Evaluation.MacroF1OfChance
	_, equal := Lead(a.Votes)
	switch {
	case !a.IsScreenplay(), len(s.Scenes) == 0, a.Report.Speeches == 0, !a.WhatMoves.WithinRange, model.MacroF1-chance <= noSkill*(1-chance):
		return TrustNone
	case equal:
		return TrustEqual
	}
	return TrustHint
}

// Failed returns the row of a script that could not be read.
func Failed(path string, err error) Row {
	reason := Reason(err)
	return Row{Path: path, Error: &reason}
}

// Reason returns for people why a file could not be read, without the name of the
// file.
func Reason(err error) string {
	if f := (*fault.Fault)(nil); errors.As(err, &f) && f.Kind != fault.Internal {
		return f.Message
	}
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
