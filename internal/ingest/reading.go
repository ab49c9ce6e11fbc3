package ingest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// read returns one arena of claims for each worker, from all files: of the film database's own
// tables, which come last, what the screening keeps. When a file cannot be read the error names
// it.
func (b *build) read(ctx context.Context, files []*source.File) ([]*arena, error) {
	b.files = files
	b.report.Sources = make([]SourceCount, len(files))
	arenas := make([]*arena, b.workers)
	for i := range arenas {
		arenas[i] = &arena{}
	}
	var own, others []int // of files
	var total int64
	titles := false
	for i, f := range files {
		total += f.Size
		if ownTables[f.Format] {
			own = append(own, i)
		} else {
			others = append(others, i)
		}
		if f.Format == source.TitleBasics {
			total += f.Size // it is read twice
			titles = true
		}
	}
	done := &meter{tell: func(bytes int64) { b.progress(StageRead, "bytes", bytes, total) }}
	if err := b.readFiles(ctx, others, arenas, done); err != nil {
		return nil, err
	}
	if titles {
		told := idSet[film.ID]{}
		for _, s := range arenas {
			for i := range s.entries {
				told.add(s.entries[i].film)
			}
		}
		var err error
		if b.screened, err = screen(ctx, files, told, done.of); err != nil {
			return nil, err
		}
		b.report.Unlisted = b.screened.episodes.count()
		b.report.Titles += b.report.Unlisted
		b.report.Refused[string(refusedKind)] += b.report.Unlisted
	}
	return arenas, b.readFiles(ctx, own, arenas, done)
}

// meter adds up how many bytes of the files have been read. It may be used by several
// goroutines.
type meter struct {
	tell func(int64)
	mu   sync.Mutex
	sum  int64
	told map[*source.File]int64
}

// of hears how many bytes of a file have been read since its reading began.
func (m *meter) of(f *source.File, bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.told == nil {
		m.told = map[*source.File]int64{}
	}
	before := m.told[f]
	if bytes < before { // it is read for the second time
		before = 0
	}
	m.sum += bytes - before
	m.told[f] = bytes
	m.tell(m.sum)
}

// readFiles reads the files of some indexes into the arenas, one goroutine each. The largest
// are begun first, so that no worker is left with one at the end.
func (b *build) readFiles(ctx context.Context, order []int, arenas []*arena, done *meter) error {
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(b.files[y].Size, b.files[x].Size) })
	var next atomic.Int64
	work, ctx := errgroup.WithContext(ctx)
	for _, s := range arenas {
		work.Go(func() error {
			for {
				n := int(next.Add(1)) - 1
				if n >= len(order) {
					return nil
				}
				f := b.files[order[n]]
				if err := b.readFile(ctx, order[n], s, func(bytes int64) { done.of(f, bytes) }); err != nil {
					return fmt.Errorf("read %s: %w", f.Name, err)
				}
			}
		})
	}
	return work.Wait()
}

// readFile adds the claims of the file of index at to the arena and counts them in the report.
// Several files may be read at the same time, each into an arena that no other goroutine uses.
func (b *build) readFile(ctx context.Context, at int, s *arena, progress func(int64)) error {
	f := b.files[at]
	rejects := map[string]int{}
	f.Wanted = b.screened.keeps(f.Format)
	emit := func(c *source.Claim) error {
		s.add(at, c)
		return nil
	}
	stated := f.Period
	err := f.Read(ctx, emit, b.rejecter(rejects), progress)
	s.retime(at, stated, f.Period)
	b.report.Sources[at] = SourceCount{
		File: f.Name, Format: string(f.Format), Source: f.Source, Period: f.Period, Unused: f.Unused,
		Bytes: f.Size, Rows: f.Tally.Rows, Claims: f.Tally.Claims, Passed: f.Tally.Passed, Rejects: rejects, Repairs: f.Tally.Repairs,
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

// readNames reads the tables of names: into knownFor goes, by film of told, everybody who is
// known for it, and to b.names the names of these and of wanted people.
func (b *build) readNames(ctx context.Context, told idSet[film.ID], knownFor map[film.ID][]source.NameID) error {
	for at, f := range b.files {
		if f.Format != source.NameBasics || f.Unused != "" {
			continue
		}
		rejects := map[string]int{}
		err := f.ReadNames(ctx, func(n source.Name) error {
			asked := b.names.wanted.has(n.ID)
			for _, id := range n.KnownFor {
				if told.has(id) {
					knownFor[id] = append(knownFor[id], n.ID)
					asked = true
				}
			}
			if asked {
				b.names.known.set(n.ID, n.Name)
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
