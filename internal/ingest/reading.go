package ingest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// read returns one arena of claims for each worker, from all files. The largest files are
// begun first, so that no worker is left with one at the end. When a file cannot be read the
// error names it.
func (b *build) read(ctx context.Context, files []*source.File) ([]*arena, error) {
	b.files = files
	b.report.Sources = make([]SourceCount, len(files))
	order := make([]int, len(files))
	var total int64
	for i, f := range files {
		order[i] = i
		total += f.Size
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(files[y].Size, files[x].Size) })

	var next atomic.Int64
	var done atomic.Int64
	arenas := make([]*arena, b.workers)
	work, ctx := errgroup.WithContext(ctx)
	for i := range arenas {
		s := &arena{}
		arenas[i] = s
		work.Go(func() error {
			for {
				n := int(next.Add(1)) - 1
				if n >= len(order) {
					return nil
				}
				at := order[n]
				var told int64
				err := b.readFile(ctx, at, s, func(bytes int64) {
					now := done.Add(bytes - told)
					told = bytes
					b.progress(StageRead, "bytes", now, total)
				})
				if err != nil {
					return fmt.Errorf("read %s: %w", files[at].Name, err)
				}
			}
		})
	}
	return arenas, work.Wait()
}

// readFile adds the claims of the file of index at to the arena and counts them in the report.
// Several files may be read at the same time, each into an arena that no other goroutine uses.
func (b *build) readFile(ctx context.Context, at int, s *arena, progress func(int64)) error {
	f := b.files[at]
	rejects := map[string]int{}
	emit := func(c *source.Claim) error {
		s.add(at, c)
		return nil
	}
	stated := f.Period
	err := f.Read(ctx, emit, b.rejecter(rejects), progress)
	s.retime(at, stated, f.Period)
	b.report.Sources[at] = SourceCount{
		File: f.Name, Format: string(f.Format), Source: f.Source, Period: f.Period, Unused: f.Unused,
		Bytes: f.Size, Rows: f.Tally.Rows, Claims: f.Tally.Claims, Rejects: rejects, Repairs: f.Tally.Repairs,
		ColumnsNotUsed: f.Tally.Unread,
	}
	return err
}

// rejecter returns a function that counts rejected rows by reason and writes them to
// Options.Rejects. It is for one goroutine.
func (b *build) rejecter(counts map[string]int) func(source.Reject) {
	return func(r source.Reject) {
		counts[r.Reason]++
		b.rejects.write(rejectLine{File: r.Origin.File, Line: r.Origin.Line, Reason: r.Reason, Detail: r.Detail})
	}
}

// readNames reads the tables of names: the names of wanted people go to b.names, and into
// knownFor goes, by film, everybody who is known for it.
func (b *build) readNames(ctx context.Context, knownFor map[film.ID][]source.Person) error {
	for at, f := range b.files {
		if f.Format != source.NameBasics || f.Unused != "" {
			continue
		}
		rejects := map[string]int{}
		err := f.ReadNames(ctx, func(n source.Name) error {
			if b.names.wanted[n.ID] {
				b.names.known[n.ID] = n.Name
			}
			for _, id := range n.KnownFor {
				knownFor[id] = append(knownFor[id], source.Person{Name: n.Name, NamedbID: n.ID})
			}
			return nil
		}, b.rejecter(rejects), nil)
		if err != nil {
			return fmt.Errorf("read %s: %w", f.Name, err)
		}
		count := &b.report.Sources[at]
		count.Rows, count.Claims, count.Rejects, count.Repairs = f.Tally.Rows, f.Tally.Claims, rejects, f.Tally.Repairs
		count.ColumnsNotUsed = f.Tally.Unread
	}
	return nil
}
