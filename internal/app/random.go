package app

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// RandomQuestion asks for one of the films that match a query, each as likely as any other.
type RandomQuestion struct {
	Query film.Query // its order does not matter
	// Seed makes the choice: of one library the same seed and query give the same film.
	// Empty for another film each time.
	Seed   string
	Fields string // of the detail view, comma-separated; empty for all

	projection *film.Projection
}

// Random is a film that was chosen, in the detail view.
type Random struct {
	Records
	Total int    // the films it was chosen from
	Seed  string // chooses it again
}

// Random asks for a film by chance. When none matches, that is a fault of kind FilmNotFound.
func (v *Visit) Random(q RandomQuestion) Prepared[*Random] {
	return Prepared[*Random]{
		visit: v, need: access.Needs.Film, check: q.check,
		find: func(ctx context.Context) (*Random, error) {
			found, err := v.choose(&q)
			if err != nil {
				return nil, err
			}
			return found, v.carries(ctx, found.excerpt(0))
		},
	}
}

// check checks the query and reads the fields.
func (q *RandomQuestion) check() (err error) {
	if err := q.Query.Check(); err != nil {
		return err
	}
	q.Query.Sort = film.DefaultSort // of all texts too: relevance would be more work
	q.projection, err = film.Detail.Project(q.Fields)
	return err
}

// choose finds the film at a place that the seed gives.
func (v *Visit) choose(q *RandomQuestion) (*Random, error) {
	total := v.library.Catalog.Find(&q.Query, film.Page{}).Total
	if total == 0 {
		return nil, v.noneMatches(&q.Query)
	}
	seed := q.Seed
	if seed == "" {
		seed = strconv.FormatUint(rand.Uint64(), 36)
	}
	found := v.library.Catalog.Find(&q.Query, film.Page{Offset: place(seed, total), Limit: 1})
	return &Random{Records{catalog: v.library.Catalog, docs: found.Docs, view: film.Detail, fields: q.projection}, total, seed}, nil
}

// noneMatches says that no film matches, and of genres that no film has, what they may have been.
func (v *Visit) noneMatches(q *film.Query) error {
	says := "no film matches these filters"
	for _, u := range v.library.Catalog.UnknownGenres(q) {
		says += fmt.Sprintf("; no film has the genre %q, there is %s", u.Genre, strings.Join(u.Nearest, ", "))
	}
	return fault.New(fault.FilmNotFound, "%s", says)
}

// place returns a number from 0 to below n, all alike over seeds.
func place(seed string, n int) int {
	sum := sha256.Sum256([]byte(seed))
	half := binary.LittleEndian.Uint64
	return rand.New(rand.NewPCG(half(sum[:8]), half(sum[8:16]))).IntN(n)
}
