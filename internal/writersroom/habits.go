package writersroom

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kinodex/internal/screenplay/measure"
)

// Habit is a word or mark that tells a hand, in a text and in the hand's scripts.
type Habit struct {
	Where  string  `json:"where" enum:"action,dialogue"`
	Token  string  `json:"token" doc:"A word or mark, or in brackets what is counted: (aside) parentheticals, (capitals) words in capitals, (paragraph), (speech), (transition)."`
	Text   float64 `json:"text" doc:"How many times among a thousand words and marks counted of this text's action or dialogue."`
	Writer float64 `json:"writer" doc:"The same of the writer's measured screenplays."`
	Usual  float64 `json:"usual" doc:"The same of the whole research set."`
	Alike  bool    `json:"alike" doc:"Whether the text leans to the writer's side of what is usual."`
}

var habitList = measure.StyleFeatures()

// mostHabits is how many habits are told of a side.
const mostHabits = 6

// habits are those that speak most for a text being of a hand, and most against,
// the strongest first. A word counts once it stands in the text often enough to be
// a habit, or is missing where it would be one.
func (b *Baseline) habits(h *StyleProfile, text measure.StyleCounts) (alike, unlike []Habit) {
	alike, unlike = []Habit{}, []Habit{}
	if len(text) != len(h.lean) {
		return alike, unlike
	}
	var all [2]float64
	for i, n := range text {
		all[channel(b.spoke[i])] += float64(n)
	}
	order := make([]int, len(text))
	weight := make([]float64, len(text))
	for i := range order {
		order[i] = i
		// What the text's count beyond the usual adds to the likeness.
		beyond := float64(text[i]) - b.rate[i]*all[channel(b.spoke[i])]
		if math.Abs(beyond) >= leastBeyond {
			weight[i] = beyond * h.lean[i]
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weight[b], weight[a]) })
	tell := func(i int) Habit {
		where := "action"
		if b.spoke[i] {
			where = "dialogue"
		}
		return Habit{
			Where: where, Token: habitList[i].Token, Text: round(1000*float64(text[i])/max(all[channel(b.spoke[i])], 1), 2),
			Writer: round(1000*b.rate[i]*math.Exp(h.lean[i]), 2), Usual: round(1000*b.rate[i], 2), Alike: weight[i] > 0,
		}
	}
	for _, i := range order {
		if weight[i] > leastWeight && len(alike) < mostHabits {
			alike = append(alike, tell(i))
		}
	}
	for _, i := range slices.Backward(order) {
		if weight[i] < -leastWeight && len(unlike) < mostHabits {
			unlike = append(unlike, tell(i))
		}
	}
	return alike, unlike
}

// How many more or fewer times than usual a word must stand in a text, and how
// much that must say, to be told as a habit.
const (
	leastBeyond = 1.5
	leastWeight = 0.15
)

// says tells a habit in a sentence.
func (h Habit) says(name string) string {
	return fmt.Sprintf("%q in %s: %.1f in a thousand, in %s's screenplays %.1f, usually %.1f", h.Token, h.Where, h.Text, name, h.Writer, h.Usual)
}
