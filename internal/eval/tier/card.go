package tier

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"kinodex/internal/eval"
	"kinodex/internal/tiermodel"
)

//go:embed card.tmpl
var cardTemplate string

// WriteCard writes the card of the tier model, of a report that is not brief:
// Markdown, the same for the same report. model is the version of the model in the
// library, "" when it has none.
func (r *Report) WriteCard(to io.Writer, about eval.About, model string) error {
	return eval.WriteCard(to, cardTemplate, card{about, r, cmp.Or(model, "(none)")})
}

// card is what the template of the card reads.
type card struct {
	eval.About
	*Report
	Model string
}

func (c card) Params() tiermodel.Params { return c.Options.Params }
func (c card) LastSeed() uint64         { return c.Options.Seed + uint64(c.Options.Repeats) - 1 }
func (card) SplitYear() int             { return splitYear }

// High, Mid and Low count the scripts of a class.
func (c card) High() int { return c.Own.Groups[tiermodel.High] }
func (c card) Mid() int  { return c.Own.Groups[tiermodel.Mid] }
func (c card) Low() int  { return c.Own.Groups[tiermodel.Low] }

// SplitFeatures is how many features are drawn for a split, in words.
func (c card) SplitFeatures(p tiermodel.Params) string {
	if p.SplitFeatures == 0 {
		return fmt.Sprintf("√%d", len(c.Features))
	}
	return fmt.Sprint(p.SplitFeatures)
}

// Known is the better skill of those from year and genres, Everything of those from
// the page as well, Length of those from the length alone.
func (c card) Known() tiermodel.Skill      { return better(c.Design(ByYearGenre)) }
func (c card) Everything() tiermodel.Skill { return better(c.Design(ByEverything)) }
func (c card) Length() tiermodel.Skill     { return better(c.Design(ByLength)) }

// ThirdsKnown and NeutralKnown are the skills from year and genres on other classes.
func (c card) ThirdsKnown() tiermodel.DesignSkill  { return design(c.Thirds, ByYearGenre) }
func (c card) NeutralKnown() tiermodel.DesignSkill { return design(c.Neutral, ByYearGenre) }

// NeutralGain is what the page adds to year and genres on classes within era and genre.
func (c card) NeutralGain() gain {
	return c.Over(better(design(c.Neutral, ByEverything)), better(c.NeutralKnown()))
}

// gain is how much one skill is over another, and its interval.
type gain struct {
	More float64
	tiermodel.Interval
}

// Over is the gain of one skill over another.
func (card) Over(skill, other tiermodel.Skill) gain {
	more, by := skill.Over(other)
	return gain{more, by}
}

// confusionRow is a row of the confusion matrix, in percent of the truth.
type confusionRow struct {
	Truth                 tiermodel.Class
	High, Mid, Low        float64
	Precision, Recall, F1 float64
}

func (c card) Confusion() (rows []confusionRow) {
	m := c.Own.Forest.Confusion
	for t := tiermodel.High; t <= tiermodel.Low; t++ {
		row := m[t]
		n := float64(max(1, row[0]+row[1]+row[2])) / 100
		rows = append(rows, confusionRow{t, float64(row[0]) / n, float64(row[1]) / n, float64(row[2]) / n, m.Precision(t), m.Recall(t), m.F1(t)})
	}
	return rows
}

// importance is what a feature is worth to the forest.
type importance struct {
	Feature  string
	Impurity float64
	Permuted tiermodel.Skill
}

// Importances are those of all features, the greatest impurity first.
func (c card) Importances() []importance {
	all := make([]importance, len(c.Features))
	for j, name := range c.Features {
		all[j] = importance{name, c.Own.Impurity[j], tiermodel.Skill{MacroF1: c.Own.Permuted[j]}}
	}
	slices.SortStableFunc(all, func(a, b importance) int { return cmp.Compare(b.Impurity, a.Impurity) })
	return all
}

// Chosen tells how often each of the choices was taken.
func (c card) Chosen() string {
	var picked []string
	for k, n := range c.Picked {
		if n > 0 {
			picked = append(picked, fmt.Sprintf("leaf %d, %.0f%% oblique: %d times", c.Choices[k].MinLeaf, 100*c.Choices[k].Oblique, n))
		}
	}
	return strings.Join(picked, "; ")
}

// Verdict says in words what the main figures mean.
func (c card) Verdict() string {
	f, in := c.Own.Forest, c.Own.Forest.Interval()
	switch {
	case f.Mean() > 0.55:
		return "This is more than such data were ever known to give. Look for a leak before believing it."
	case in.Low <= 1.0/3:
		return "The page alone cannot be told apart from drawing at random."
	case f.Mean() < 0.42:
		return fmt.Sprintf("The page tells something, and little: more than drawing at random, less than the 0.42 this project had hoped for, which %s its interval.", within(0.42, in))
	}
	return "The page tells something, and little."
}

func within(x float64, in tiermodel.Interval) string {
	if x >= in.Low && x <= in.High {
		return "lies within"
	}
	return "lies outside"
}

// better is the skill of whichever grades better.
func better(d tiermodel.DesignSkill) tiermodel.Skill {
	if d.Logistic.Mean() > d.Forest.Mean() {
		return d.Logistic
	}
	return d.Forest
}

// PageVerdict says in words whether the page adds anything.
func (c card) PageVerdict() string {
	known := better(c.Design(ByYearGenre))
	less := ""
	if more, _ := c.Own.Forest.Over(known); more < 0 {
		less = "The year of a film and its genres alone tell more of its reception than its page does. "
	}
	added := "the page adds nothing that can be told apart from zero"
	if _, by := better(c.Design(ByEverything)).Over(known); by.Low > 0 {
		added = "the page adds something"
	}
	apart := "nothing that can be told apart from chance is left"
	if alone := c.Neutral.Forest.Interval(); alone.Low > 1.0/3 && (c.Neutral.Chance.N == 0 || c.Neutral.Chance.P < 0.05) {
		apart = "something small is left"
	}
	late := "Across time it does not carry: scripts of later films are graded no better than by chance."
	if c.Later.Forest.Interval().Low > 1.0/3 {
		late = "It carries to films made later."
	}
	return fmt.Sprintf("In plain words: %sTo someone who knows year and genres %s; where both are held apart, %s. %s Take a predicted tier as a resemblance to scripts of such films, not as a judgement of the writing.", less, added, apart, late)
}
