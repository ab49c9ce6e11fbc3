package tiermodel

import (
	"fmt"
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestMarksOfAConfusion(t *testing.T) {
	m := Confusion{{3, 1, 0}, {1, 2, 1}, {0, 0, 4}}
	near(t, "precision of High", m.Precision(High), 3.0/4)
	near(t, "recall of Mid", m.Recall(Mid), 2.0/4)
	near(t, "precision of Low", m.Precision(Low), 4.0/5)
	near(t, "F1 of Low", m.F1(Low), 2*(4.0/5)*1/(4.0/5+1))
	near(t, "macro-F1", m.MacroF1(), (3.0/4+4.0/7+8.0/9)/3)
	near(t, "accuracy", m.Accuracy(), 9.0/12)
	// Three are off by one. By chance: rows of 4 and columns of 4, 3 and 5 are
	// off by one in (3+4+5+3)·4/12 and by two in (5+4)·4/12.
	near(t, "kappa", m.Kappa(), 1-3/((3+4+5+3)*4.0/12+4*(5+4)*4.0/12))
	near(t, "kappa of the right", Confusion{{5, 0, 0}, {0, 5, 0}, {0, 0, 5}}.Kappa(), 1)
	near(t, "kappa of always Mid", Confusion{{0, 5, 0}, {0, 5, 0}, {0, 5, 0}}.Kappa(), 0)
	near(t, "macro-F1 of always Mid", Confusion{{0, 5, 0}, {0, 5, 0}, {0, 5, 0}}.MacroF1(), (2.0/4)/3)
	near(t, "macro-F1 of nothing", Confusion{}.MacroF1(), 0)
	near(t, "kappa of nothing", Confusion{}.Kappa(), 0)
	if total := m.Plus(m).Total(); total != 24 {
		t.Errorf("twice twelve is %d", total)
	}
}

func TestMarksOfChances(t *testing.T) {
	samples := []Sample{{Class: High, Group: "a"}, {Class: Mid, Group: "b"}, {Class: Low, Group: "c"}}
	s := skillOf(samples, [][][Classes]float64{{{.8, .1, .1}, {.8, .1, .1}, {0, 0, 1}}})
	near(t, "Brier score", s.Brier, ((.04+.01+.01)+(.64+.81+.01)+0)/3)
	// Two at 0.8, of which one was right; one at 1, and right.
	near(t, "calibration error", s.CalibrationError(), 2.0/3*.3)
	if b := s.Calibration[8]; b.N != 2 || b.Right != .5 || math.Abs(b.Chance-.8) > 1e-12 {
		t.Errorf("bin %+v", b)
	}
	if b := s.Calibration[9]; b.N != 1 || b.Right != 1 {
		t.Errorf("bin %+v", b)
	}
	if s.Confusion != (Confusion{{1, 0, 0}, {1, 0, 0}, {0, 0, 1}}) {
		t.Errorf("confusion %v", s.Confusion)
	}
	third := [Classes]float64{1.0 / 3, 1.0 / 3, 1.0 / 3}
	near(t, "Brier score of a third each", skillOf(samples, [][][Classes]float64{{third, third, third}}).Brier, 2.0/3)
}

func TestSpreadOverRepeats(t *testing.T) {
	s := Skill{MacroF1: []float64{.4, .5, .6}}
	near(t, "mean", s.Mean(), .5)
	near(t, "deviation", s.SD(), .1)
	near(t, "deviation of one", Skill{MacroF1: []float64{.4}}.SD(), 0)
	near(t, "mean of none", Skill{}.Mean(), 0)
	near(t, "calibration error of none", Skill{}.CalibrationError(), 0)
	if i := (Skill{}).Interval(); i != (Interval{}) {
		t.Errorf("interval of none %v", i)
	}
}

// Someone who is right in seven of ten cases, and someone who guesses.
func TestIntervalsHoldWhatOtherSamplesWouldShow(t *testing.T) {
	var samples []Sample
	var good, poor [][Classes]float64
	at := func(c int) (p [Classes]float64) { p[c%3] = 1; return p }
	for i := range 300 {
		samples = append(samples, Sample{Class: Class(i % 3), Group: fmt.Sprint(i)})
		if i%10 < 7 {
			good = append(good, at(i))
		} else {
			good = append(good, at(i+1))
		}
		poor = append(poor, at(i/3))
	}
	g, p := skillOf(samples, [][][Classes]float64{good}), skillOf(samples, [][][Classes]float64{poor})
	in := g.Interval()
	if !(in.Low < g.Mean() && g.Mean() < in.High) || in.High-in.Low < .05 || in.High-in.Low > .15 {
		t.Errorf("interval %v around %v", in, g.Mean())
	}
	more, by := g.Over(p)
	near(t, "difference", more, g.Mean()-p.Mean())
	if by.Low < .2 {
		t.Errorf("difference %v in %v: the guesser is as good", more, by)
	}
	if none, by := g.Over(g); none != 0 || by != (Interval{}) {
		t.Errorf("better than itself by %v in %v", none, by)
	}
	// Ten copies of each sample in one group tell nothing new.
	var copies []Sample
	var same [][Classes]float64
	for range 10 {
		copies, same = append(copies, samples...), append(same, good...)
	}
	wide := skillOf(copies, [][][Classes]float64{same}).Interval()
	if math.Abs((wide.High-wide.Low)-(in.High-in.Low)) > .02 {
		t.Errorf("copies within groups narrow the interval from %v to %v", in, wide)
	}
}

func TestTheRangeOfClassesThatVotesDoNotTellApart(t *testing.T) {
	for _, c := range []struct {
		votes       [Classes]int
		best, worst Class
	}{
		{[...]int{512, 0, 0}, High, High},
		{[...]int{300, 120, 92}, High, High},
		{[...]int{200, 190, 122}, High, Mid},
		{[...]int{200, 162, 150}, High, Mid}, // 38 of 512 are fewer than 7.5 %
		{[...]int{201, 162, 149}, High, High},
		{[...]int{100, 206, 206}, Mid, Low},
		{[...]int{206, 100, 206}, High, Low}, // Mid lies between
		{[...]int{171, 171, 170}, High, Low},
		{[...]int{0, 0, 1}, Low, Low},
	} {
		if best, worst := Range(c.votes); best != c.best || worst != c.worst {
			t.Errorf("%v: %v to %v", c.votes, best, worst)
		}
	}
}

func TestLeadsThatAreNearAndApart(t *testing.T) {
	samples := []Sample{{Group: "a", Class: High}, {Group: "b", Class: Mid}, {Group: "c", Class: Low}}
	s := skillOf(samples, [][][Classes]float64{{{0.4, 0.35, 0.25}, {0.4, 0.35, 0.25}, {0.2, 0.1, 0.7}}})
	if (s.Near != Lead{2, 0.5, 0.5}) || (s.Apart != Lead{1, 1, 0}) {
		t.Errorf("near %+v, apart %+v", s.Near, s.Apart)
	}
}
