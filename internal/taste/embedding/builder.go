package embedding

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/encoder"
	"kinodex/internal/film"
)

// Builder makes a table of the best-known films among those it is given. It serves one goroutine.
type Builder struct {
	most   int
	before *Table
	texts  []filmText
}

// filmText is what is told of a film.
type filmText struct {
	film  uint32
	votes int
	text  string
}

// NewBuilder returns a builder of the vectors of at most so many films.
func NewBuilder(most int) *Builder { return &Builder{most: most} }

// TakeOver has the vectors of texts that are as they were taken from a table, which may be nil.
func (b *Builder) TakeOver(before *Table) { b.before = before }

// Add takes a film with a number above those before it.
func (b *Builder) Add(d uint32, f *film.Film) {
	if b.most == 0 {
		return
	}
	if text := textOf(f); text != "" {
		votes := 0
		for _, v := range []*int{f.Ratings.FilmdbVotes, f.Ratings.MoviedbVotes} {
			if v != nil {
				votes = max(votes, *v)
			}
		}
		if b.texts = append(b.texts, filmText{d, votes, text}); len(b.texts) == 2*b.most {
			b.cut()
		}
	}
}

// cut keeps the films with most votes, of those with as many those of lower numbers.
func (b *Builder) cut() {
	slices.SortFunc(b.texts, func(x, y filmText) int { return cmp.Or(cmp.Compare(y.votes, x.votes), cmp.Compare(x.film, y.film)) })
	clear(b.texts[min(b.most, len(b.texts)):])
	b.texts = b.texts[:min(b.most, len(b.texts))]
}

// textOf returns what is told of a film: overview, tagline and keywords.
func textOf(f *film.Film) string {
	var parts []string
	for _, prose := range []*string{f.Overview, f.Tagline} {
		if prose != nil {
			parts = append(parts, *prose)
		}
	}
	if len(f.Keywords) > 0 {
		parts = append(parts, strings.Join(f.Keywords, ", "))
	}
	return strings.Join(parts, " ")
}

// Table returns the table, encoding on all processors the texts of which there is no vector yet. It is
// nil where no film has a text. progress is told how many films are done and how many there are. The
// error is that of ctx or of the encoder.
func (b *Builder) Table(ctx context.Context, progress func(done, total int64)) (*Table, error) {
	b.cut()
	slices.SortFunc(b.texts, func(x, y filmText) int { return cmp.Compare(x.film, y.film) })
	if len(b.texts) == 0 {
		return nil, nil
	}
	known := b.known()
	t := &Table{model: model(), vectors: make([]int8, len(b.texts)*Size), texts: make([]uint64, len(b.texts))}
	var missing []int // by place
	for i, x := range b.texts {
		t.films = append(t.films, x.film)
		t.texts[i] = digest(x.text)
		if vector, ok := known[t.texts[i]]; ok {
			copy(t.vector(i), vector)
		} else {
			missing = append(missing, i)
		}
	}
	return t, b.encode(ctx, t, missing, progress)
}

// known returns the vectors of the table before, by digest of the text.
func (b *Builder) known() map[uint64][]int8 {
	if b.before.Len() == 0 || b.before.model != model() {
		return nil
	}
	known := make(map[uint64][]int8, b.before.Len())
	for i, text := range b.before.texts {
		known[text] = b.before.vector(i)
	}
	return known
}

// encode sets the vectors at some places of a table.
func (b *Builder) encode(ctx context.Context, t *Table, missing []int, progress func(done, total int64)) error {
	var telling sync.Mutex
	done := int64(0)
	return each(ctx, len(missing), func(e *encoder.Encoder, i int) {
		copy(t.vector(missing[i]), project(e.Encode(b.texts[missing[i]].text)))
		telling.Lock()
		defer telling.Unlock()
		done++
		progress(done, int64(len(missing)))
	})
}

// each calls do with the encoder and each number below n, on all processors. The error is that of ctx or
// of the encoder.
func each(ctx context.Context, n int, do func(e *encoder.Encoder, i int)) error {
	if n == 0 {
		return nil
	}
	e, err := encoder.Default()
	if err != nil {
		return err
	}
	working, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		working.Go(func() error {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				do(e, i)
			}
			return ctx.Err()
		})
	}
	return working.Wait()
}

// digest returns the first eight bytes of the SHA-256 of a text.
func digest(text string) uint64 {
	sum := sha256.Sum256([]byte(text))
	return binary.LittleEndian.Uint64(sum[:])
}
