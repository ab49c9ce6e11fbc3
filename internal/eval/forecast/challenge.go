package forecast

import (
	"cmp"
	_ "embed"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/eval"
	"kinodex/internal/forecast"
)

//go:embed challenge.tmpl
var challengeTemplate string

// Constants of the challenge.
const (
	challengeSeed = 1927
	resamples     = 200 // of the films of a question, for its standard error
	worstErrors   = 100
)

// WriteChallenge writes the card of the challenge: of two films of the same year and band of budgets,
// which took more, and which is rated higher. Equal backtests give equal bytes.
func (t *Backtest) WriteChallenge(to io.Writer, about eval.About) error {
	return eval.WriteCard(to, challengeTemplate, challenge{card{about, t}})
}

// challenge is what the template reads.
type challenge struct{ card }

func (c challenge) Resamples() int { return resamples }

// Questions are what the challenge asks.
func (c challenge) Questions() []question {
	films := c.Marked()
	gross := func(p *Prediction) float64 { return math.Log(float64(p.Gross)) }
	ratios := []gap{{"any", 0}, {"twice as much", math.Log(2)}, {"five times as much", math.Log(5)}, {"twenty times as much", math.Log(20)}}
	sums := func(v float64) string { return usDollars(math.Exp(v)) }
	const asRatio = "as a ratio; money is in US dollars of the year"
	return []question{
		newQuestion("Which of two took more worldwide", asRatio, films, gross,
			func(p *Prediction) float64 {
				if u := p.Outlook.Unconditional; u != nil {
					return math.Log(float64(max(1, u.Gross.P50)))
				}
				return math.NaN()
			},
			ratios, sums),
		newQuestion("Which of two commercial releases took more worldwide", asRatio, Kept(films, released), gross,
			func(p *Prediction) float64 {
				if p.Outlook.Gross == nil {
					return math.NaN()
				}
				return math.Log(float64(max(1, *p.Outlook.Gross)))
			},
			ratios, sums),
		newQuestion("Which of two is rated higher", "in points of 10", films,
			func(p *Prediction) float64 { return p.Rating },
			func(p *Prediction) float64 {
				if p.Outlook.Rating == nil {
					return math.NaN()
				}
				return *p.Outlook.Rating
			},
			[]gap{{"any", 0}, {"half a point", 0.5}, {"a point", 1}, {"two points", 2}},
			func(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }),
	}
}

// usDollars writes an amount of US dollars in three significant digits: $2.79k, $90M, $1.2B.
func usDollars(v float64) string {
	scale := math.Pow(10, math.Floor(math.Log10(max(1, v)))-2)
	v = math.Round(v/scale) * scale
	unit, of := "k", 1e3
	switch {
	case v >= 1e9:
		unit, of = "B", 1e9
	case v >= 1e6:
		unit, of = "M", 1e6
	}
	return "$" + strconv.FormatFloat(v/of, 'g', 3, 64) + unit
}

// gap is how far apart two films were.
type gap struct {
	Name  string
	Least float64
}

// contender is a film of a question.
type contender struct {
	*Prediction
	Band               string
	Truth, Told, Alone float64 // Alone is ln of the budget
}

// Name is the title as a cell of a table has it.
func (c *contender) Name() string { return strings.ReplaceAll(c.Title, "|", `\|`) }

// pair is two films, the first of which came out ahead.
type pair struct{ ahead, behind *contender }

// apart is how far the first was ahead.
func (p pair) apart() float64 { return p.ahead.Truth - p.behind.Truth }

// right returns 1 where a guess has the first ahead, 0 where it has it behind, and a half for a tie.
func right(ahead, behind float64) float64 {
	switch cmp.Compare(ahead, behind) {
	case 1:
		return 1
	case 0:
		return 0.5
	}
	return 0
}

// question is one question with all its pairs.
type question struct {
	Name, Unit string
	Films      int
	gaps       []gap
	pairs      []pair
	say        func(v float64) string
}

// newQuestion pairs every film with every other of its year and band. Films whose truth or estimate is
// unknown are left out, and so are pairs that came out the same.
func newQuestion(name, unit string, films []Prediction, truth, told func(*Prediction) float64, gaps []gap, say func(float64) string) question {
	q := question{Name: name, Unit: unit, gaps: gaps, say: say}
	type group struct {
		year int
		band string
	}
	groups := map[group][]*contender{}
	var order []group
	for i := range films {
		p := &films[i]
		c := &contender{p, forecast.BandOf(p.Budget), truth(p), told(p), math.Log(float64(p.Budget))}
		if math.IsNaN(c.Truth) || math.IsNaN(c.Told) {
			continue
		}
		g := group{p.Year, c.Band}
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], c)
		q.Films++
	}
	slices.SortFunc(order, func(a, b group) int { return cmp.Or(cmp.Compare(a.year, b.year), cmp.Compare(a.band, b.band)) })
	for _, g := range order {
		for i, a := range groups[g] {
			for _, b := range groups[g][:i] {
				switch cmp.Compare(a.Truth, b.Truth) {
				case 1:
					q.pairs = append(q.pairs, pair{a, b})
				case -1:
					q.pairs = append(q.pairs, pair{b, a})
				}
			}
		}
	}
	return q
}

// Pairs is the number of pairs.
func (q question) Pairs() int { return len(q.pairs) }

// mark is the share right of some pairs.
type mark struct {
	Name                 string
	N                    int
	Told, Alone          float64
	ToldError, GainError float64 // standard errors of Told, and of Told less Alone
}

// Gain is what the forecast has over the budget alone.
func (m mark) Gain() float64 { return m.Told - m.Alone }

// markOf marks the pairs that keep reports true for.
func (q question) markOf(name string, keep func(pair) bool) mark {
	m := mark{Name: name}
	var pairs []pair
	var told, alone []float64
	index := map[*contender]int{}
	at := func(c *contender) {
		if _, ok := index[c]; !ok {
			index[c] = len(index)
		}
	}
	for _, p := range q.pairs {
		if keep(p) {
			at(p.ahead)
			at(p.behind)
			pairs = append(pairs, p)
			told, alone = append(told, right(p.ahead.Told, p.behind.Told)), append(alone, right(p.ahead.Alone, p.behind.Alone))
		}
	}
	if m.N = len(pairs); m.N == 0 {
		return m
	}
	share := func(weight func(i int) float64) (of [2]float64) {
		all := 0.0
		for i := range pairs {
			w := weight(i)
			all += w
			of[0] += w * told[i]
			of[1] += w * alone[i]
		}
		return [2]float64{of[0] / max(1, all), of[1] / max(1, all)}
	}
	whole := share(func(int) float64 { return 1 })
	m.Told, m.Alone = whole[0], whole[1]
	// A film is in many pairs, so films are drawn again and not pairs (bootstrap).
	r := rand.New(rand.NewPCG(challengeSeed, uint64(len(index))))
	ends := make([][2]int, len(pairs))
	for i, p := range pairs {
		ends[i] = [2]int{index[p.ahead], index[p.behind]}
	}
	var told2, gain2 float64
	times := make([]float64, len(index))
	for range resamples {
		clear(times)
		for range times {
			times[r.IntN(len(times))]++
		}
		of := share(func(i int) float64 { return times[ends[i][0]] * times[ends[i][1]] })
		told2 += (of[0] - m.Told) * (of[0] - m.Told)
		gain := of[0] - of[1] - m.Gain()
		gain2 += gain * gain
	}
	m.ToldError, m.GainError = math.Sqrt(told2/resamples), math.Sqrt(gain2/resamples)
	return m
}

// All is the mark of all pairs.
func (q question) All() mark { return q.markOf("all", func(pair) bool { return true }) }

// ByGap marks the pairs that were at least so far apart.
func (q question) ByGap() (all []mark) {
	for _, g := range q.gaps {
		all = append(all, q.markOf(g.Name, func(p pair) bool { return p.apart() >= g.Least }))
	}
	return all
}

// ByBand marks the pairs of each band of budgets.
func (q question) ByBand() (all []mark) {
	for _, b := range forecast.Bands() {
		all = append(all, q.markOf(b.Name, func(p pair) bool { return p.ahead.Band == b.Name }))
	}
	return all
}

// ByYear marks the pairs of each year.
func (q question) ByYear() (all []mark) {
	for year := FirstTuningYear; year <= LastYear; year++ {
		if m := q.markOf(strconv.Itoa(year), func(p pair) bool { return p.ahead.Year == year }); m.N > 0 {
			all = append(all, m)
		}
	}
	return all
}

// mistake is a pair that the forecast had the wrong way round.
type mistake struct {
	Ahead, Behind                  *contender
	Was, OtherWas, Told, OtherTold string
}

// Worst returns the worst errors: pairs that were foretold the wrong way round, by how far the
// difference foretold was from the one that came, each film once.
func (q question) Worst() (all []mistake) {
	wrong := slices.DeleteFunc(slices.Clone(q.pairs), func(p pair) bool { return p.ahead.Told >= p.behind.Told })
	off := func(p pair) float64 { return p.apart() + p.behind.Told - p.ahead.Told }
	slices.SortStableFunc(wrong, func(a, b pair) int {
		return cmp.Or(cmp.Compare(off(b), off(a)), cmp.Compare(a.ahead.ID, b.ahead.ID), cmp.Compare(a.behind.ID, b.behind.ID))
	})
	named := map[*contender]bool{}
	for _, p := range wrong {
		if len(all) == worstErrors {
			break
		}
		if named[p.ahead] || named[p.behind] {
			continue
		}
		named[p.ahead], named[p.behind] = true, true
		all = append(all, mistake{p.ahead, p.behind, q.say(p.ahead.Truth), q.say(p.behind.Truth), q.say(p.ahead.Told), q.say(p.behind.Told)})
	}
	return all
}
