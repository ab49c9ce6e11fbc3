package ingest

import (
	"context"
	"fmt"
	"strconv"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
	"kinodex/internal/people"
)

// batchSize is how many titles one worker merges at a time.
const batchSize = 512

// merge joins the claims, makes films of them and hands them over. It is called once, after
// all files have been read.
func (b *build) merge(ctx context.Context, st *store) error {
	rows := int64(len(st.entries))
	b.progress(StageJoin, "rows", 0, rows)
	ranks := ranking(st.inputs)
	facts := &facts{names: b.names, knownFor: map[film.ID][]source.NameID{}}
	facts.pairs = resolvePairs(st.entries, st.inputs, ranks["moviedb_id"], func(field string, won, lost pair) {
		b.settlePair(st, field, won, lost)
	})
	j := joiner{
		st: st, pairs: facts.pairs, report: b.report,
		progress: func(done int) { b.progress(StageJoin, "rows", int64(done), rows) },
		reject: func(e *entry, reason, detail string) {
			b.rejects.write(rejectLine{File: st.members[e.member], Line: int(e.line), Reason: reason, Detail: detail})
		},
	}
	if err := j.join(ctx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	facts.years = admittedYears(st, ranks["year"], b.newestFile())
	b.report.Years = Years{facts.years.from, facts.years.to}
	if err := b.names.scan(st); err != nil {
		return err
	}
	if err := b.readNames(ctx, st.toldElsewhere(), facts.knownFor); err != nil {
		return err
	}
	b.report.Names = b.names.count()
	if err := facts.coverAwards(st); err != nil {
		return err
	}
	var err error
	if facts.survey, err = lookThrough(ctx, st, facts.names, ranks); err != nil {
		return err
	}
	if facts.duplicates, err = facts.survey.duplicates(); err != nil {
		return err
	}
	st.foldDuplicates(facts.duplicates)
	return b.mergeAll(ctx, st, ranks, facts)
}

// settlePair counts a pair of ids that lost to another, and shows both in the report.
func (b *build) settlePair(st *store, field string, won, lost pair) {
	say := func(p pair) Statement {
		value := p.film.String()
		if field == "moviedb_id" {
			value = strconv.FormatUint(uint64(p.moviedb), 10)
		}
		return Statement{value, st.members[p.first.member], int(p.first.line)}
	}
	c := b.report.field(field)
	c.Differed++
	c.keep(Conflict{Film: lost.film, Field: field, Chosen: say(won), Others: []Statement{say(lost)}})
}

// batch is the result of merging a run of titles: films ascending by id, what is reported of
// the others, or an error.
type batch struct {
	films   []*film.Film
	texts   [][]string // by film, its further synopses
	sights  []people.Sighting
	tally   *tally
	refused []rejectLine
	err     error
}

// mergeAll merges batches on the workers and hands the films over in ascending order of id. At
// most one batch more than there are workers is in memory. The first error ends it.
func (b *build) mergeAll(ctx context.Context, st *store, ranks map[string][]int, facts *facts) error {
	runs, titles := st.batches(batchSize)
	b.report.Titles += titles
	used := st.users()
	results := make([]chan batch, len(runs))
	for i := range results {
		results[i] = make(chan batch, 1)
	}
	work, ctx := errgroup.WithContext(ctx)
	ahead := make(chan struct{}, b.workers+1) // batches begun and not handed over
	work.Go(func() error {
		workers, ctx := errgroup.WithContext(ctx)
		workers.SetLimit(b.workers)
		for i := range runs {
			select {
			case ahead <- struct{}{}:
			case <-ctx.Done():
				return ctx.Err()
			}
			workers.Go(func() error {
				results[i] <- mergeBatch(st, runs[i], ranks, facts)
				return nil
			})
		}
		return workers.Wait()
	})
	work.Go(func() error {
		for i := range results {
			select {
			case r := <-results[i]:
				<-ahead
				if err := b.handOver(r); err != nil {
					return err
				}
				used.release(st, runs[i])
				b.progress(StageMerge, "films", int64(min((i+1)*batchSize, titles)), int64(titles))
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return b.rejects.err
	})
	return work.Wait()
}

// handOver counts a batch and passes its films on to Options.Out. Batches must come
// in order; it is called by one goroutine.
func (b *build) handOver(r batch) error {
	if r.err != nil {
		return r.err
	}
	b.report.add(r.tally)
	for _, line := range r.refused {
		b.rejects.write(line)
	}
	if b.o.Sighted != nil {
		for _, s := range r.sights {
			b.o.Sighted(s)
		}
	}
	for i, f := range r.films {
		if b.o.Synopses != nil && len(r.texts[i]) > 0 {
			b.o.Synopses(r.texts[i])
		}
		if err := b.o.Out(f); err != nil {
			return fmt.Errorf("hand over %s: %w", f.ID, err)
		}
		b.films++
	}
	return nil
}

// mergeBatch merges the titles of a run of entries. It only reads st, ranks and facts, so batches
// may be merged at the same time.
func mergeBatch(st *store, run []entry, ranks map[string][]int, facts *facts) batch {
	t := newTally()
	m := &merger{facts: facts, ranks: ranks, tally: t}
	var out batch
	out.tally = t
	for id, entries := range groups(run) {
		g, err := st.group(entries)
		if err != nil {
			out.err = fmt.Errorf("%s: %w", id, err)
			return out
		}
		f, reason := m.merge(id, g)
		if reason != "" {
			t.report.Refused[string(reason)]++
			detail := g.title()
			if reason == refusedDuplicate {
				detail = facts.duplicates[id].String() + " " + detail
			}
			out.refused = append(out.refused, rejectLine{
				Film: &id, File: g[0].member, Line: g[0].line, Reason: string(reason), Detail: detail,
			})
			continue
		}
		t.admitted(f)
		out.films = append(out.films, f)
		texts := m.synopses(f, g)
		if len(texts) > 0 {
			t.report.Complete["further_synopses"]++
		}
		out.texts = append(out.texts, texts)
		out.sights = m.sightings(out.sights, f, g)
	}
	return out
}

// group returns the decoded claims about one film, in the order of the entries.
func (st *store) group(entries []entry) (group, error) {
	g := make(group, len(entries))
	claims := make([]source.Claim, len(entries))
	for i := range entries {
		e := &entries[i]
		if err := st.claim(e, &claims[i]); err != nil {
			return nil, err
		}
		g[i] = statement{
			Claim: &claims[i], at: e.input, input: &st.inputs[e.input],
			member: st.members[e.member], line: int(e.line), joined: e.joined,
		}
	}
	return g, nil
}

// title returns the first title that a claim of the group gives, "" when none does.
func (g group) title() string {
	for i := range g {
		if g[i].Title != "" {
			return g[i].Title
		}
	}
	return ""
}

// coverAwards sets the film years that the award source covers, from the first to the last of
// its ceremonies, and the input they come from. Without nominations it sets nothing.
func (facts *facts) coverAwards(st *store) error {
	var c source.Claim
	y := &facts.awardYears
	for i := range st.entries {
		e := &st.entries[i]
		if claimMask(st.bytes(e))&(1<<hasNominations) == 0 {
			continue
		}
		if err := st.claim(e, &c); err != nil {
			return err
		}
		facts.awards = &st.inputs[e.input]
		for _, n := range c.Nominations {
			if n.FirstYear > 0 && (y.from == 0 || n.FirstYear < y.from) {
				y.from = n.FirstYear
			}
			y.to = max(y.to, n.LastYear)
		}
	}
	return nil
}
