package poster

import (
	_ "embed"
	"fmt"
	"io"
	"runtime"
	"time"

	"kinodex/internal/eval"
	"kinodex/internal/poster/vision"
)

//go:embed card.tmpl
var cardTemplate string

// Report is all that is found out about the reader of posters.
type Report struct {
	Set       *Set
	Trial     *CrossValidation
	Gaps      []Stability
	Agreement *Agreement // nil when nothing was compared
	Speed     Speed
}

// GenreNote is what every reading says of its genre signals.
func (t *CrossValidation) GenreNote() string {
	if !t.BeatsGenres() {
		return fmt.Sprintf("not told: on held-out posters a macro-F1 of %.2f does not beat the baselines (%.2f)", t.MacroF1, max(t.Majority, t.Random, t.Always))
	}
	return fmt.Sprintf("a weak signal: on held-out posters macro-F1 %.2f over %d genres against %.2f for saying every genre and %.2f for the commonest; only genres told better than that are told", t.MacroF1, len(t.Genres), t.Always, t.Majority)
}

// Made says where a model fitted on the set comes from.
func (r *Report) Made(about eval.About) string {
	return fmt.Sprintf("kinodex-lab evaluate posters: %d posters, features of %s, folds of seed %d, labels of library generation %s; held-out macro-F1 %.3f, year error %.1f",
		r.Trial.Posters, vision.Version, r.Trial.Seed, about.Generation, r.Trial.MacroF1, r.Trial.YearMAE)
}

// WriteCard writes the card of the reader of posters as Markdown.
func (r *Report) WriteCard(to io.Writer, about eval.About) error {
	palette, distance := r.Set.Between()
	return eval.WriteCard(to, cardTemplate, card{about, r, palette, distance})
}

// card is what the template of the card reads.
type card struct {
	eval.About
	*Report
	PaletteBetween, DistanceBetween float64 // of different posters
}

func (card) Version() string      { return vision.Version }
func (card) Features() int        { return len(vision.FeatureNames()) }
func (card) OuterFolds() int      { return outerFolds }
func (card) InnerFolds() int      { return innerFolds }
func (card) Penalties() []float64 { return penalties }
func (card) LeastFilms() int      { return leastFilms }
func (card) Platform() string     { return runtime.GOOS + "/" + runtime.GOARCH }

// Ms gives a time in milliseconds.
func (card) Ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// MB gives a size in units of 2^20 bytes.
func (card) MB(bytes uint64) float64 { return float64(bytes) / (1 << 20) }

// Part gives a share in words.
func (card) Part(n, of int) string {
	if of == 0 {
		return "0 of 0"
	}
	return fmt.Sprintf("%d of %d (%.0f %%)", n, of, 100*float64(n)/float64(of))
}
