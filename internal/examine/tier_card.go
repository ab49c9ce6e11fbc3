package examine

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"kinodex/internal/grade"
)

// TierAbout names what was examined.
type TierAbout struct {
	Generation string // of the library
	Model      string // version of the model in it; "" when there is none
	// Command that writes the card.
	Command string
}

// WriteCard writes the card of the tier model: Markdown, the same for the same
// report.
func (r *TierReport) WriteCard(to io.Writer, about TierAbout) error {
	c := &card{TierReport: r, about: about}
	c.protocol()
	c.result()
	c.page()
	c.calibration()
	c.importances()
	c.choice()
	c.stability()
	_, err := io.WriteString(to, c.text.String())
	return err
}

// card is a card on its way.
type card struct {
	*TierReport
	about TierAbout
	text  strings.Builder
}

func (c *card) say(format string, args ...any) {
	fmt.Fprintf(&c.text, format+"\n", args...)
}

func (c *card) protocol() {
	e, p := c.Own, c.Options.Params
	c.say("# The tier model, examined\n")
	c.say("Does a screenplay's page tell how its film will be received? A little. This card says how little, and is written by\n")
	c.say("```sh\n%s\n```\n", c.about.Command)
	c.say("- **Data:** %d scripts of produced films, one a film, of library generation %s; %d High, %d Mid, %d Low. High are tiers S and A, Mid B and C, Low D and E: shares of the set by points, which come from how the *film* was rated by its audience (docs/method.md), so thirds.", e.Samples, c.about.Generation, e.Groups[grade.High], e.Groups[grade.Mid], e.Groups[grade.Low])
	c.say("- **Model:** a random forest of %d trees (Gini, bootstrap, features drawn for a split: %s, at least %d scripts in a leaf, at most %d questions deep, classes balanced: %v) that answers with the share of its trees' votes; beside it a multinomial logistic regression on standardised features (L2, λ = %g) for coefficients. Version %s in this generation.", p.Trees, splitWords(p, len(c.Features)), p.MinLeaf, p.MaxDepth, p.Balance, p.Penalty, orNone(c.about.Model))
	c.say("- **Protocol:** %d-fold cross-validation, stratified by class and grouped by film, %d times with other folds and other trees (seeds %d to %d, which nothing was chosen with). Every figure is out of fold: a script is graded by a forest that saw nothing of its film. *sd* is over repeats and says what the dealing of folds does; the *interval* is the middle 95 %% of a bootstrap over films and says what another set of as many scripts would show.", p.Folds, c.Options.Repeats, c.Options.Seed, c.Options.Seed+uint64(c.Options.Repeats)-1)
	c.say("")
}

func splitWords(p grade.Params, features int) string {
	if p.SplitFeatures == 0 {
		return fmt.Sprintf("√%d", features)
	}
	return fmt.Sprint(p.SplitFeatures)
}

func orNone(s string) string {
	if s == "" {
		return "(none)"
	}
	return s
}

func (c *card) result() {
	e := c.Own
	f := e.Forest
	c.say("## What it reaches\n")
	c.say("| graded by | macro-F1 | sd | interval |\n|---|---|---|---|")
	c.row("**forest, from the page** (what is answered)", f)
	c.row("logistic regression, from the page", e.Logistic)
	c.row("always the most frequent class", e.Majority)
	c.say("| drawing a class at random | 0.333 | | |")
	for _, d := range e.Designs {
		c.row("forest, from "+d.Name, d.Forest)
		c.row("logistic regression, from "+d.Name, d.Logistic)
	}
	c.say("| forest, scripts it was grown from (proves nothing) | %.3f | | |", e.Resubstituted)
	c.say("\nThe forest draws splits at random, which suits many weak features better than a few strong ones: of each description, take the better of the two.\n")
	c.say("%s\n", c.verdict())
	c.say("On classes by rating alone (High above 7.3, Low up to 6.6), which earlier work on such scripts used: forest %.3f ± %.3f, regression %.3f ± %.3f; from year and genres, forest %.3f, regression %.3f.\n",
		c.Thirds.Forest.Mean(), c.Thirds.Forest.SD(), c.Thirds.Logistic.Mean(), c.Thirds.Logistic.SD(),
		design(c.Thirds, ByYearGenre).Forest.Mean(), design(c.Thirds, ByYearGenre).Logistic.Mean())
	if n := e.Chance; n.N > 0 {
		c.say("**Permutation test:** forests of %d trees learned classes shuffled among the films, %d times; they reached %.3f on average and %.3f at most, %d of them the %.3f of the true classes: p = %.4f.\n", n.Trees, n.N, n.Mean, n.Most, n.AtLeast, n.Observed, n.P)
	}
	c.say("**Confusion**, all repeats together, in percent of the truth:\n")
	c.say("| truth | graded High | Mid | Low | precision | recall | F1 |\n|---|---|---|---|---|---|---|")
	for t := grade.High; t <= grade.Low; t++ {
		row := f.Confusion[t]
		n := float64(max(1, row[0]+row[1]+row[2])) / 100
		c.say("| %v | %.1f | %.1f | %.1f | %.3f | %.3f | %.3f |", t, float64(row[0])/n, float64(row[1])/n, float64(row[2])/n,
			f.Confusion.Precision(t), f.Confusion.Recall(t), f.Confusion.F1(t))
	}
	c.say("\nAccuracy %.3f; quadratic-weighted kappa %.3f (0 is chance, 1 is always right; from year and genres %.3f).\n", f.Confusion.Accuracy(), f.Confusion.Kappa(), better(c.Design(ByYearGenre)).Confusion.Kappa())
}

func (c *card) row(name string, s grade.Skill) {
	in := s.Interval()
	c.say("| %s | %.3f | %.3f | %.3f to %.3f |", name, s.Mean(), s.SD(), in.Low, in.High)
}

// verdict says in words what the main figures mean.
func (c *card) verdict() string {
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

func within(x float64, in grade.Interval) string {
	if x >= in.Low && x <= in.High {
		return "lies within"
	}
	return "lies outside"
}

func (c *card) page() {
	known, all := better(c.Design(ByYearGenre)), better(c.Design(ByEverything))
	more, by := all.Over(known)
	c.say("## What the page adds over era and genre\n")
	c.say("- **To someone who knows year and genres:** with them alone %.3f, with the page %.3f (the better of forest and regression each time): the page adds **%+.3f** (%+.3f to %+.3f).", known.Mean(), all.Mean(), more, by.Low, by.High)
	more, by = c.Own.Forest.Over(better(c.Design(ByLength)))
	c.say("- **Over the length alone** (words), the forest from the page adds %+.3f (%+.3f to %+.3f).", more, by.Low, by.High)
	n := c.Neutral
	apart := design(n, ByYearGenre)
	c.say("- **Era and genre held apart:** classes made anew as thirds within each era and genre, so that these tell nothing, or little: year and genres reach %.3f (forest) and %.3f (regression). From the page the forest reaches **%.3f ± %.3f** (interval %.3f to %.3f) and the regression %.3f ± %.3f%s.", apart.Forest.Mean(), apart.Logistic.Mean(),
		n.Forest.Mean(), n.Forest.SD(), n.Forest.Interval().Low, n.Forest.Interval().High, n.Logistic.Mean(), n.Logistic.SD(), chanceOf(n))
	l := c.Later
	in := l.Forest.Interval()
	c.say("- **Test of time:** learned from %d films before %d, graded %d from then on: forest %.3f (interval %.3f to %.3f), regression %.3f. The shares of the classes differ between the two, which neither can know.", l.Before, splitYear, l.From, l.Forest.Mean(), in.Low, in.High, l.Logistic.Mean())
	c.say("\n%s\n", c.pageVerdict())
}

// better is the skill of whichever grades better.
func better(d grade.DesignSkill) grade.Skill {
	if d.Logistic.Mean() > d.Forest.Mean() {
		return d.Logistic
	}
	return d.Forest
}

func chanceOf(e *grade.Evaluation) string {
	if e.Chance.N == 0 {
		return ""
	}
	return fmt.Sprintf("; permutation test p = %.4f (forests of %d trees, %d permutations)", e.Chance.P, e.Chance.Trees, e.Chance.N)
}

// pageVerdict says in words whether the page adds anything.
func (c *card) pageVerdict() string {
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

func (c *card) calibration() {
	f := c.Own.Forest
	c.say("## Are the probabilities honest?\n")
	c.say("Brier score %.3f (a third for everything: 0.667; 0 is perfect). Expected calibration error of the winning class %.3f.\n", f.Brier, f.CalibrationError())
	c.say("| winning probability | gradings | mean probability | share right |\n|---|---|---|---|")
	for _, b := range f.Calibration {
		if b.N > 0 {
			c.say("| %.1f to %.1f | %d | %.3f | %.3f |", b.From, b.To, b.N, b.Chance, b.Right)
		}
	}
	c.say("")
}

func (c *card) importances() {
	c.say("## Which features\n")
	c.say("*Impurity*: share of the decrease of Gini impurity in the forest of all scripts; it sums to 1 and flatters features with many values. *Permuted*: loss of macro-F1 out of fold when the feature is shuffled, mean ± sd over repeats; what is not well above its sd is nothing.\n")
	c.say("| feature | impurity | permuted |\n|---|---|---|")
	order := make([]int, len(c.Features))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case c.Own.Impurity[a] > c.Own.Impurity[b]:
			return -1
		case c.Own.Impurity[a] < c.Own.Impurity[b]:
			return 1
		}
		return 0
	})
	for _, j := range order {
		lost := grade.Skill{MacroF1: c.Own.Permuted[j]}
		c.say("| %s | %.4f | %+.4f ± %.4f |", c.Features[j], c.Own.Impurity[j], lost.Mean(), lost.SD())
	}
	c.say("")
}

func (c *card) choice() {
	c.say("## What was chosen, and what choosing costs\n")
	var picked []string
	for k, n := range c.Picked {
		if n > 0 {
			picked = append(picked, fmt.Sprintf("leaf %d, %s features: %d times", c.Choices[k].MinLeaf, splitWords(c.Choices[k], len(c.Features)), n))
		}
	}
	c.say("Features a split, least leaf and penalty were chosen by cross-validation with other folds (development seeds) of the same scripts, by macro-F1 and Brier score together; from the worst to the best of the choices macro-F1 rose by 0.03, about as much as one dealing of folds moves it. To say what that is worth, the forest was chosen anew within every training fold (nested cross-validation, %d trees, %d repeats): macro-F1 **%.3f ± %.3f**. Chosen were: %s.\n",
		c.Choices[0].Trees, len(c.Nested.MacroF1), c.Nested.Mean(), c.Nested.SD(), strings.Join(picked, "; "))
}

func (c *card) stability() {
	c.say("## How it bears small changes of the text\n")
	s := c.Own.Stability
	if s.Variants == 0 {
		c.say("Not measured: the texts were not at hand (`--scripts`).")
		return
	}
	c.say("One line in a hundred was left out, doubled or swapped with the next, and the script measured and graded again by forests that had not seen it: %d gradings. The class stayed in %.1f %%; the probability that moved most moved by %.3f on average and %.3f at most.", s.Variants, 100*s.Same, s.Shift, s.Most)
}
