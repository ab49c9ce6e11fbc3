package examine

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"kinodex/internal/poster/look"
)

// PosterReport is all that is found out about the reader of posters.
type PosterReport struct {
	Set       *PosterSet
	Trial     *PosterTrial
	Gaps      []PosterGap
	Agreement *PosterAgreement // nil when nothing was compared
	Speed     PosterSpeed
}

// PosterAbout names what was examined.
type PosterAbout struct {
	Generation string // of the library that names genres and years
	Command    string // that writes the card
}

// GenreNote is what every reading says of its genre signals.
func (t *PosterTrial) GenreNote() string {
	if !t.BeatsGenres() {
		return fmt.Sprintf("not told: on held-out posters a macro-F1 of %.2f does not beat the baselines (%.2f)", t.MacroF1, max(t.Majority, t.Random, t.Always))
	}
	return fmt.Sprintf("a weak signal: on held-out posters macro-F1 %.2f over %d genres against %.2f for saying every genre and %.2f for the commonest; only genres told better than that are told", t.MacroF1, len(t.Genres), t.Always, t.Majority)
}

// Made says where a model fitted on the set comes from.
func (r *PosterReport) Made(about PosterAbout) string {
	return fmt.Sprintf("kinodex evaluate posters: %d posters, features of %s, folds of seed %d, labels of library generation %s; held-out macro-F1 %.3f, year error %.1f",
		r.Trial.Posters, look.Version, r.Trial.Seed, about.Generation, r.Trial.MacroF1, r.Trial.YearMAE)
}

// WriteCard writes the card of the reader of posters as Markdown.
func (r *PosterReport) WriteCard(to io.Writer, about PosterAbout) error {
	c := &posterCard{PosterReport: r, about: about}
	c.protocol()
	c.genres()
	c.years()
	c.agreement()
	c.stability()
	c.speed()
	_, err := io.WriteString(to, c.text.String())
	return err
}

type posterCard struct {
	*PosterReport
	about PosterAbout
	text  strings.Builder
}

func (c *posterCard) say(format string, args ...any) { fmt.Fprintf(&c.text, format+"\n", args...) }

func (c *posterCard) protocol() {
	t := c.Trial
	c.say("# The reader of posters, examined\n")
	c.say("How far can a poster's reading be trusted? docs/posters.md says what every number is; this card says what it is worth, and is written by\n")
	c.say("```sh\n%s\n```\n", c.about.Command)
	c.say("- **Data:** %d files, of which %d are posters of films in library generation %s; %d of films that are not in it, %d damaged. Most are about 300×440 pixels. They are lists of acclaimed films from 1902 to the 2010s, often in the artwork of a later release: not a sample of all posters.", c.Set.Files, len(c.Set.Pictures), c.about.Generation, c.Set.Unknown, c.Set.Refused)
	c.say("- **Method:** %s, %d features a poster.", look.Version, len(look.FeatureNames()))
	c.say("- **Protocol for genres and years:** %d-fold cross-validation over films (one poster a film), folds dealt by seed %d. Each poster is told by a model fitted on the other folds; the penalty (of %v; chosen for genres: %v) and the chance from which a genre is said are chosen inside those by %d-fold cross-validation. Every figure is of posters the model did not see. The model that serves is fitted in the same way on all of them, so its answers for these very posters flatter it.", posterFolds, t.Seed, posterPenalties, t.Penalties, posterInner)
	c.say("")
}

func (c *posterCard) genres() {
	t := c.Trial
	c.say("## Genres\n")
	c.say("L2 logistic regression, one a genre, for the %d genres that at least %d of the posters have.\n", len(t.Genres), posterSupport)
	c.say("| | macro-F1 | micro-F1 |\n|---|---|---|")
	c.say("| **model** | **%.3f** | **%.3f** |", t.MacroF1, t.MicroF1)
	c.say("| majority: say what more than half of the films are | %.3f | %.3f |", t.Majority, t.MajorMic)
	c.say("| random: say each genre as often as it is (mean of 200) | %.3f | |", t.Random)
	c.say("| all: say every genre of every film | %.3f | |\n", t.Always)
	if t.BeatsGenres() {
		c.say("The model beats all three in macro-F1, so `genre_signals` is shown, for the genres marked below; it is a weak signal. Its micro-F1 is below the majority's, since `Drama`, which most of these films are, is not told from a poster. A genre is told when its F1 beats both baselines, its AUC is more than two standard errors above one half (Hanley and McNeil) and its chances have a smaller Brier score than the genre's share.\n")
	} else {
		c.say("The model does not beat them all, so `genre_signals` is null.\n")
	}
	c.say("| genre | films | F1 | F1 of all | F1 at random | AUC | Brier | Brier of the share | told |\n|---|---|---|---|---|---|---|---|---|")
	for _, g := range t.Genres {
		told := "no"
		if g.Told && t.BeatsGenres() {
			told = "yes"
		}
		c.say("| %s | %d | %.3f | %.3f | %.3f | %.3f | %.4f | %.4f | %s |", g.Genre, g.Films, g.F1, g.Always, g.Random, g.AUC, g.Brier, g.BrierBase, told)
	}
	c.say("\nWhich genres are told was chosen by this very table, so the margins of those near the line are flattered.\n")
}

func (c *posterCard) years() {
	t := c.Trial
	c.say("## Era\n")
	c.say("Ridge regression of the film's year on the same features.\n")
	c.say("| | mean absolute error, years | right decade | within one decade |\n|---|---|---|---|")
	c.say("| **model** | **%.2f** | **%.3f** | **%.3f** |", t.YearMAE, t.Decade, t.Near)
	c.say("| the training posters' mean year | %.2f | | |", t.MeanMAE)
	c.say("| their median year; for decades the commonest | %.2f | %.3f | %.3f |\n", t.MedianMAE, t.DecadeBase, t.NearBase)
	if t.BeatsYears() {
		c.say("The model beats both, by little, so `era` is shown; its `confidence` is the share within one decade. A poster drawn for a re-release tells the re-release's era, and is counted as wrong here.\n")
	} else {
		c.say("The model does not beat both, so `era` is null.\n")
	}
}

func (c *posterCard) agreement() {
	a := c.Agreement
	c.say("## Faces and text, beside other programs\n")
	if a == nil {
		c.say("Not measured in this run (`--oracle`).\n")
		return
	}
	c.say("%d posters (`internal/examine/posters_oracle.py FOLDER 5 10`), none of which anything was tuned on. OpenCV 4.6 runs the same cascade on a canvas of the same size, and another cascade (Haar, `alt2`); boxes match from an overlap of 0.4. Tesseract 5.3 reads words at 900 pixels across, upright and inverted.\n", a.Posters)
	c.say("| faces | |\n|---|---|")
	c.say("| found by us, by OpenCV with our cascade, by OpenCV with another | %d, %d, %d |", a.Ours, a.Same, a.Haar)
	c.say("| ours that OpenCV finds too, with our cascade / with another | %s / %s |", part(a.OursInSame, a.Ours), part(a.OursInHaar, a.Ours))
	c.say("| OpenCV's, with our cascade, that we find too | %s |", part(a.SameInOurs, a.Same))
	c.say("| posters with as many faces | %s |\n", part(a.Count, a.Posters))
	c.say("| text | |\n|---|---|")
	c.say("| words Tesseract reads that lie in our lines | %s |", part(a.Covered, a.Words))
	c.say("| the same, of words at least 1.8 %% of the height | %s |", part(a.LargeCovered, a.Large))
	c.say("| our lines in which Tesseract reads a word | %s |", part(a.WithWord, a.Lines))
	c.say("| rank correlation of text area | %.2f |", a.AreaRank)
	c.say("| mean text area, ours and Tesseract's; mean absolute difference | %.3f, %.3f; %.3f |\n", a.OurArea, a.TheirArea, a.AreaMiss)
	c.say("Tesseract is made for pages and misses most titles of posters (drawn, slanted, coloured), so the share of our lines with a word is a lower bound of what is right, and its area is too small. docs/posters.md has a count by eye.\n")
}

func part(n, of int) string {
	if of == 0 {
		return "0 of 0"
	}
	return fmt.Sprintf("%d of %d (%.0f %%)", n, of, 100*float64(n)/float64(of))
}

func (c *posterCard) stability() {
	palette, distance := c.Set.Between()
	c.say("## Stability\n")
	c.say("Posters read again after a change, against their first reading. Two different posters (neighbours by film id) are on average %.3f apart in palette and %.3f in all.\n", palette, distance)
	c.say("| change | posters | palette distance, mean | 95th percentile | brightness | edge density | text area | hash bits | as many faces | distance | nearest to its own original |\n|---|---|---|---|---|---|---|---|---|---|---|")
	for _, g := range c.Gaps {
		c.say("| %s | %d | %.4f | %.4f | %.4f | %.4f | %.4f | %.2f | %.1f %% | %.4f | %.1f %% |", g.Change, g.Posters, g.Palette, g.PaletteTop, g.Brightness, g.Edges, g.TextArea, g.Bits, 100*g.Faces, g.Distance, 100*g.Found)
	}
	c.say("\nBrightness, edge density and text area are mean absolute differences of values in [0, 1].\n")
}

func (c *posterCard) speed() {
	s := c.Speed
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	const mb = 1 << 20
	c.say("## Speed\n")
	c.say("A poster enlarged to 1000×1500, JPEG of quality 88, one core of %s/%s, %d rounds: decoding %.1f ms (median %.1f) and %.1f MB, reading %.1f ms (median %.1f) and %.1f MB allocated. Budget: 60 ms and 40 MB. The same by `go test -bench . -cpu 1 ./internal/poster/look`.", runtime.GOOS, runtime.GOARCH, s.Rounds, ms(s.Decode), ms(s.DecodeHalf), float64(s.DecodeBytes)/mb, ms(s.Read), ms(s.ReadHalf), float64(s.ReadBytes)/mb)
}
