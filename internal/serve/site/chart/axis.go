package chart

import (
	"cmp"
	"math"
	"strings"

	"kinodex/internal/serve/table"
	"kinodex/internal/stat"
)

// text returns a value as its mark says it, with the unit: "7.2 of 10".
func (a Axis) text(v float64) string {
	s := a.number(v)
	if a.Unit == "" || a.Format != Plain || !stat.Finite(v) {
		return s
	}
	if a.Unit == "%" {
		return s + "%"
	}
	return s + " " + a.Unit
}

// number returns a value without its unit.
func (a Axis) number(v float64) string {
	switch a.Format {
	case Money:
		return table.Dollars(v)
	case Percent:
		return table.Share(v, a.Decimals)
	case Year:
		return yearText(v)
	case Minutes:
		return table.Minutes(v)
	}
	return table.Number(v, a.Decimals)
}

// short returns a value for a narrow place.
func (a Axis) short(v float64) string {
	if a.Format == Money {
		return table.ShortDollars(v)
	}
	return a.number(v)
}

// tick returns the label of a tick, with as many decimals as the step has.
func (a Axis) tick(v, step float64) string {
	decimals := 0
	if a.Format == Percent {
		step *= 100
	}
	if step > 0 && step < 1 {
		decimals = int(math.Ceil(-math.Log10(step) - 1e-9))
	}
	switch a.Format {
	case Plain:
		if step == 0 {
			decimals = a.Decimals
		}
		return table.Number(v, decimals)
	case Percent:
		return table.Share(v, decimals)
	}
	return a.short(v)
}

// title returns the name with the unit, as an axis says it: "Rating (of 10)".
func (a Axis) title() string {
	return a.column().Heading()
}

// column returns the column of the axis's values in a table.
func (a Axis) column() table.Column {
	unit := a.Unit
	switch a.Format {
	case Money:
		unit = cmp.Or(a.Unit, "US dollars")
	case Percent:
		unit = "%"
	case Minutes:
		unit = "min"
	}
	return table.Column{Name: a.Name, Unit: unit, Numeric: true}
}

// cell returns a value as a cell of the axis's column.
func (a Axis) cell(v float64) table.Cell {
	switch {
	case !stat.Finite(v):
		return table.Unknown()
	case a.Format == Money:
		return table.Money(v)
	case a.Format == Percent:
		return table.Percent(v, a.Decimals)
	case a.Format == Minutes:
		return table.Runtime(v)
	case a.Format == Year:
		return table.Cell{Text: yearText(v), Value: v}
	}
	return table.Float(v, a.Decimals)
}

func yearText(v float64) string {
	if !stat.Finite(v) {
		return table.UnknownText
	}
	return strings.ReplaceAll(table.Number(v, 0), ",", "")
}

// scale places values between two coordinates.
type scale struct {
	low, high float64 // values
	from, to  float64 // their coordinates
	log       bool
	step      float64 // between ticks of a linear scale
}

// newScale returns a scale over all values that can be drawn, with ends that are ticks;
// about so many of them. Zero is an end of a linear scale if withZero. Values that are all
// equal, or none, get a scale about them.
func newScale(a Axis, values []float64, from, to float64, ticks int, withZero bool) scale {
	s := scale{low: math.Inf(1), high: math.Inf(-1), from: from, to: to, log: a.Log}
	for _, v := range values {
		if s.draws(v) {
			s.low, s.high = min(s.low, v), max(s.high, v)
		}
	}
	if s.log {
		return s.logEnds()
	}
	if s.low > s.high {
		s.low, s.high = 0, 1
	}
	if withZero {
		s.low, s.high = min(s.low, 0), max(s.high, 0)
	}
	if s.low == s.high {
		margin := max(math.Abs(s.low)*0.1, 0.5)
		if a.Format == Year {
			margin = 5
		}
		if withZero {
			s.high += 2 * margin
		} else {
			s.low, s.high = s.low-margin, s.high+margin
		}
	}
	s.step = niceStep((s.high-s.low)/float64(max(ticks, 1)), a)
	s.low = math.Floor(s.low/s.step+1e-9) * s.step
	s.high = math.Ceil(s.high/s.step-1e-9) * s.step
	return s
}

// logEnds widens the ends to 1, 2 or 5 times a power of ten.
func (s scale) logEnds() scale {
	if s.low > s.high {
		s.low, s.high = 1, 10
	}
	s.low, s.high = niceBelow(s.low), niceAbove(s.high)
	if s.high <= s.low {
		s.low, s.high = niceBelow(s.low/2), niceAbove(s.high*2)
	}
	return s
}

// niceBelow returns the greatest 1, 2 or 5 times a power of ten that is not above v.
func niceBelow(v float64) float64 {
	power := math.Pow10(int(math.Floor(math.Log10(v) + 1e-12)))
	for _, m := range []float64{5, 2, 1} {
		if m*power <= v*(1+1e-12) {
			return m * power
		}
	}
	return power
}

// niceAbove returns the least 1, 2 or 5 times a power of ten that is not below v.
func niceAbove(v float64) float64 {
	power := math.Pow10(int(math.Floor(math.Log10(v) + 1e-12)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= v*(1-1e-12) {
			return m * power
		}
	}
	return 10 * power
}

// niceStep returns 1, 2 or 5 times a power of ten that is at least v.
func niceStep(v float64, a Axis) float64 {
	power := math.Pow10(int(math.Floor(math.Log10(v) + 1e-12)))
	step := 10 * power
	for _, m := range []float64{5, 2, 1} {
		if m*power >= v*(1-1e-9) {
			step = m * power
		}
	}
	if whole := a.Format == Year || a.Format == Plain && a.Decimals == 0 || a.Format == Money; whole {
		step = max(step, 1)
	}
	return step
}

// farthest is the greatest value that is drawn, and 1/farthest the least on a logarithmic
// scale: beyond them a float64 has no room for ticks.
const farthest = 1e15

// draws reports whether a value has a place on the scale.
func (s scale) draws(v float64) bool {
	return math.Abs(v) <= farthest && (!s.log || v >= 1/farthest)
}

// at returns the coordinate of a value; values beyond the ends are put at the ends.
func (s scale) at(v float64) float64 {
	low, high := s.low, s.high
	if s.log {
		v, low, high = math.Log(v), math.Log(low), math.Log(high)
	}
	part := (v - low) / (high - low)
	return s.from + float64(min(1, max(0, part))*(s.to-s.from))
}

// ticks returns the values of the ticks, thinned until labels of that many units find
// room between them.
func (s scale) ticks(room float64) []float64 {
	if s.log {
		return s.logTicks(room)
	}
	var all []float64
	n := int(math.Round((s.high - s.low) / s.step))
	every := 1
	for n > 0 && math.Abs(s.to-s.from)/float64(n)*float64(every) < room && every < n {
		every++
	}
	for i := 0; i <= n; i += every {
		all = append(all, s.low+float64(float64(i)*s.step))
	}
	return all
}

func (s scale) logTicks(room float64) []float64 {
	var all []float64
	for _, multiples := range [][]float64{{1, 2, 5}, {1, 3}, {1}} {
		all = all[:0]
		first := math.Floor(math.Log10(s.low) + 1e-12)
		for power := math.Pow10(int(first)); power <= s.high*1.001; power *= 10 {
			for _, m := range multiples {
				if v := m * power; v >= s.low*0.999 && v <= s.high*1.001 {
					all = append(all, v)
				}
			}
		}
		if wide := s.narrowest(all) >= room; wide && len(all) > 1 {
			return all
		}
	}
	for s.narrowest(all) < room && len(all) > 2 {
		kept := all[:0]
		for i := 0; i < len(all); i += 2 {
			kept = append(kept, all[i])
		}
		all = kept
	}
	return all
}

// narrowest returns the least distance between two neighbours.
func (s scale) narrowest(values []float64) float64 {
	least := math.Abs(s.to - s.from)
	for i := 1; i < len(values); i++ {
		least = min(least, math.Abs(s.at(values[i])-s.at(values[i-1])))
	}
	return least
}
