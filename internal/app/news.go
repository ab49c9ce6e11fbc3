package app

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/docset"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/snapshot"
)

// NewsQuestion asks which of the films that match a query are new or have changed.
type NewsQuestion struct {
	// Query says which films; its Sort is not read.
	Query  film.Query
	Page   film.Page // its After is not read
	Fields string    // of the list view, comma-separated; empty for all
	// From and Until are when the changes were, from one time to before another; From is zero for whenever.
	From, Until time.Time

	projection *film.Projection
}

// News is a page of films that are new or have changed, the latest first. Where no change of any
// film that matches is known, it is a page of all of them, the latest release first; but none when
// the question says when.
type News struct {
	Records
	// Changes are what last happened to each film of the page; nil where no change is known.
	Changes       []snapshot.FilmChange
	Total, Offset int
	HasMore       bool
}

// News asks for films that are new or have changed, as the snapshots that are kept tell. Its
// answer is another one once there is another NewsVersion.
func (v *Visit) News(q NewsQuestion) Prepared[*News] {
	return Prepared[*News]{
		visit: v, need: access.Needs.Films, check: q.check,
		find: func(ctx context.Context) (*News, error) {
			changes, err := v.app.snapshots.news(ctx)
			if err != nil {
				return nil, err
			}
			found := v.findNews(&q, changes)
			return found, v.carries(ctx, found.excerpt(found.Offset))
		},
	}
}

// check checks the question and reads its fields.
func (q *NewsQuestion) check() (err error) {
	q.Query.Sort, q.Page.After = film.Sort{Field: film.ReleaseField, Desc: true}, nil
	if err := cmp.Or(q.Query.Check(), checkPage(q.Page.Limit, 1, MaxPage, q.Page.Offset)); err != nil {
		return err
	}
	q.projection, err = film.List.Project(q.Fields)
	return err
}

// asksFor reports whether a change at that time is asked for.
func (q *NewsQuestion) asksFor(t time.Time) bool {
	return q.From.IsZero() || !t.Before(q.From) && t.Before(q.Until)
}

// NewsVersion returns the version of the newest snapshot, which tells of changes, to who may ask for
// News, or "" while there is none. It spends nothing.
func (v *Visit) NewsVersion(ctx context.Context) (string, error) {
	if err := v.admit(access.Needs.Films, nothingToCheck); err != nil {
		return "", err
	}
	m, err := v.app.snapshots.newest(ctx)
	switch {
	case fault.Is(err, fault.SnapshotNotReady):
		return "", nil
	case err != nil:
		return "", err
	}
	return m.Version, nil
}

// findNews answers a question with the changes that are known, the newest version first.
func (v *Visit) findNews(q *NewsQuestion, changes []snapshot.FilmChange) *News {
	found := &News{Records: Records{catalog: v.library.Catalog, view: film.List, fields: q.projection}, Offset: q.Page.Offset}
	of := make(map[catalog.Doc]int, len(changes))
	changed := docset.New(v.library.Catalog.Len())
	for i := range changes {
		if !q.asksFor(changes[i].GeneratedAt) {
			continue
		}
		if d, ok := v.library.Catalog.ByID(changes[i].ID); ok { // else it is gone
			of[d] = i
			changed.Add(uint32(d))
		}
	}
	docs := v.among(q.Query, changed)
	if len(docs) == 0 && !q.From.IsZero() {
		return found
	}
	if len(docs) == 0 {
		query := q.Query
		page, _ := v.library.Taste.Find(&query, q.Page)
		found.docs, found.Total, found.HasMore = page.Docs, page.Total, page.Next != nil
		return found
	}
	// Those of one version stay in the order of their releases.
	slices.SortStableFunc(docs, func(a, b catalog.Doc) int {
		return changes[of[b]].GeneratedAt.Compare(changes[of[a]].GeneratedAt)
	})
	found.Total = len(docs)
	from := min(q.Page.Offset, found.Total)
	to := min(from+q.Page.Limit, found.Total)
	found.docs, found.HasMore = docs[from:to], to < found.Total
	found.Changes = make([]snapshot.FilmChange, len(found.docs))
	for i, d := range found.docs {
		found.Changes[i] = changes[of[d]]
	}
	return found
}

// among returns those films of a set that match a query, in the query's order.
func (v *Visit) among(q film.Query, set docset.Set) []catalog.Doc {
	if q.Match == film.MatchAuto { // a wish is read of the text whatever the set is
		v.library.Taste.Find(&q, film.Page{})
	}
	within := set
	if q.Within != nil {
		within = docset.New(v.library.Catalog.Len())
		within.Intersect(set, q.Within)
	}
	q.Within = within
	return v.library.Catalog.Find(&q, film.Page{Limit: set.Count()}).Docs
}

// mostNews is how many films' changes are kept at hand.
const mostNews = 10_000

// unnoticed are fields whose changes are no news: figures and addresses that differ in nearly every
// build.
var unnoticed = []string{"ratings", "provenance", "links", "watch_providers", "poster", "poster_full_url", "poster_mini_url", "images", "videos", "external_ids"}

// isNews reports whether a change is worth telling: a film was added, or a field of it changed whose
// changes are noticed.
func isNews(c *snapshot.FilmChange) bool {
	return c.Kind != snapshot.Changed || slices.ContainsFunc(c.Fields, func(name string) bool { return !slices.Contains(unnoticed, name) })
}

// news are what happened to films, read once for each version.
type news struct {
	mu      sync.Mutex
	version string
	changes []snapshot.FilmChange
}

// news returns the changes of films that are news, the newest version first; none while there is no
// snapshot.
func (s *snapshots) news(ctx context.Context) ([]snapshot.FilmChange, error) {
	newest, err := s.newest(ctx)
	if fault.Is(err, fault.SnapshotNotReady) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s.told.mu.Lock()
	defer s.told.mu.Unlock()
	if s.told.version != newest.Version {
		changes, err := snapshot.RecentFilms(ctx, s.reads, newest, mostNews, isNews)
		if err != nil {
			return nil, err
		}
		s.told.version, s.told.changes = newest.Version, changes
	}
	return s.told.changes, nil
}

// NewsFields returns the names of the fields of a change that are noticed.
func NewsFields(c *snapshot.FilmChange) []string {
	return slices.DeleteFunc(slices.Clone(c.Fields), func(name string) bool { return slices.Contains(unnoticed, name) })
}
