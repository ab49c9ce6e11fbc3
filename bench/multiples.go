package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"kinodex/bench/contest"
	"kinodex/bench/engine"
	"kinodex/bench/engine/inprocess"
	"kinodex/bench/question"
	"kinodex/bench/report"
)

// growth builds Kinodex with synthetic multiples of the films and asks all of
// them the selective questions, in turns.
func (r *runner) growth(ctx context.Context) error {
	multiples := []int{1, 4, 10}
	plan := contest.Plan{FilmRounds: 5, IDRounds: 5, Enough: time.Minute}
	if r.quick {
		multiples = []int{1, 4}
		plan.FilmRounds, plan.IDRounds = 2, 2
	}
	dirs := map[string]string{}
	var kinds []engine.Kind
	for _, times := range multiples {
		kind := inprocess.Kind
		kind.Title = fmt.Sprintf("Kinodex ×%d", times)
		dir, b, err := r.multiple(ctx, times)
		if err != nil {
			return err
		}
		fmt.Fprintf(r.log, "%s is built in %s\n", kind.Title, b.Took.Round(time.Millisecond))
		dirs[kind.Title] = dir
		kinds = append(kinds, kind)
		r.report.Growth = append(r.report.Growth, report.Multiple{
			Times: times, Number: b.Films, Engine: report.Engine{Build: b.Took, Disk: b.Disk},
		})
	}
	command := func(file string) func(engine.Kind) []string {
		return func(k engine.Kind) []string { return r.contestant(k.Name, dirs[k.Title], file) }
	}
	asked, err := contest.Run(ctx, kinds, r.set, contest.Plan{}, command("questions.json"), r.log)
	if err != nil {
		return err
	}
	set, err := r.selective(asked)
	if err != nil {
		return err
	}
	if err := set.Save(filepath.Join(r.out, "selective.json")); err != nil {
		return err
	}
	results, err := contest.Run(ctx, kinds, set, plan, command("selective.json"), r.log)
	if err != nil {
		return err
	}
	for i, result := range results {
		m := &r.report.Growth[i]
		m.Engine.Result, m.Asked, m.Found = result, map[string]int{}, map[string]int{}
		for k, c := range result.Checks {
			for _, class := range []string{set.Questions[k].Class, contest.All} {
				m.Asked[class]++
				m.Found[class] += c.Total
			}
		}
	}
	if r.reuse {
		return nil
	}
	return os.RemoveAll(r.multiples()) // they are large
}

func (r *runner) multiples() string { return filepath.Join(r.out, "multiples") }

// multiple builds a multiple and says where. The films once are what the peers
// were measured against.
func (r *runner) multiple(ctx context.Context, times int) (dir string, b buildCost, err error) {
	if times == 1 {
		return r.library(ctx)
	}
	dir = filepath.Join(r.multiples(), strconv.Itoa(times))
	b, err = r.build(ctx, dir, "grow", "-times", strconv.Itoa(times))
	return dir, b, err
}

// selective picks the questions with an answer of at most a page, as the films
// themselves are asked, and tells those that still have one at the greatest
// multiple from those whose answers have grown with the films.
func (r *runner) selective(asked []*contest.Result) (*question.Set, error) {
	set := &question.Set{Seed: r.set.Seed, Films: r.set.Films}
	for i, c := range asked[0].Checks {
		if c.Total == 0 || c.Total > question.Limit {
			continue
		}
		q := r.set.Questions[i]
		q.Total = nil // of the films themselves, not of their multiples
		q.Class = report.Grown
		if asked[len(asked)-1].Checks[i].Total <= question.Limit {
			q.Class = report.Selective
		}
		set.Questions = append(set.Questions, q)
	}
	if len(set.Questions) == 0 {
		return nil, errors.New("no question is selective")
	}
	return set, nil
}
