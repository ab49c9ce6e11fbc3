package tiermodel

import (
	"context"
	"errors"
	"fmt"
)

// HoldOut learns from some samples and grades others, once. No group may be in
// both.
func HoldOut(train, test []Sample, params Params) (forest, logistic Skill, err error) {
	if err := params.Check(); err != nil {
		return forest, logistic, err
	}
	if len(train) == 0 || len(test) == 0 {
		return forest, logistic, fmt.Errorf("%d samples to learn from and %d to grade: %w", len(train), len(test), ErrTooFew)
	}
	if _, err := enough(train, features(train), 1); err != nil {
		return forest, logistic, err
	}
	if _, err := groupsByClass(test, features(train)); err != nil {
		return forest, logistic, err
	}
	known := make(map[string]bool, len(train))
	for _, s := range train {
		known[s.Group] = true
	}
	for _, s := range test {
		if known[s.Group] {
			return forest, logistic, fmt.Errorf("group %q is on both sides", s.Group)
		}
	}
	skills := [2]*Skill{&forest, &logistic}
	for k, learn := range []fit{fitForest, fitRegression} {
		ask, err := learn(dataOf(train, vectors(train)), params)
		if err != nil {
			return forest, logistic, err
		}
		chances := make([][Classes]float64, len(test))
		for i, s := range test {
			chances[i] = ask(s.X)
		}
		*skills[k] = skillOf(test, [][][Classes]float64{chances})
	}
	return forest, logistic, nil
}

// Nested is nested cross-validation: within each fold's training samples, the params
// whose forest does best in an inner cross-validation are chosen, and only those grade
// the fold. So the choice itself is paid for (Cawley, Talbot, "On Over-fitting in
// Model Selection", JMLR 11, 2010). picked counts how often each of the choices was
// chosen.
func Nested(ctx context.Context, samples []Sample, choices []Params, protocol Protocol) (skill Skill, picked []int, err error) {
	if len(choices) == 0 || protocol.Repeats < 1 {
		return skill, nil, errors.New("nothing to choose from")
	}
	for _, p := range choices {
		if err := p.Check(); err != nil {
			return skill, nil, err
		}
	}
	outer := choices[0].Folds
	if _, err := enough(samples, features(samples), outer+1); err != nil {
		return skill, nil, err
	}
	picked = make([]int, len(choices))
	d := dataOf(samples, vectors(samples))
	var all [][][Classes]float64
	for r := range protocol.Repeats {
		p := choices[0]
		p.Seed = protocol.Seed + uint64(r)
		choose := func(in []int) (Params, error) {
			best, k, err := bestOf(pick(samples, in), choices, p.Seed)
			if err == nil {
				picked[k]++
			}
			return best, err
		}
		chances := make([][Classes]float64, len(samples))
		fold := folds(samples, outer, p.Seed)
		for k := range outer {
			if err := ctx.Err(); err != nil {
				return skill, nil, err
			}
			in, out := divide(fold, k)
			chosen, err := choose(in)
			if err != nil {
				return skill, nil, err
			}
			chosen.Seed = p.Seed
			ask, err := fitForest(d.pick(in), chosen)
			if err != nil {
				return skill, nil, err
			}
			for _, i := range out {
				chances[i] = ask(d.x[i])
			}
			if protocol.Progress != nil {
				protocol.Progress(r*outer+k+1, protocol.Repeats*outer)
			}
		}
		all = append(all, chances)
	}
	return skillOf(samples, all), picked, nil
}

// bestOf cross-validates each choice on the samples, in the same folds, and
// gives the best, the first among equals.
func bestOf(samples []Sample, choices []Params, seed uint64) (Params, int, error) {
	best, most := 0, -1.0
	d := dataOf(samples, vectors(samples))
	for k, p := range choices {
		p.Seed = seed
		held, err := crossValidated(samples, d, fitForest, p)
		if err != nil {
			return p, 0, err
		}
		if f := held.MacroF1(); f > most {
			best, most = k, f
		}
	}
	return choices[best], best, nil
}
