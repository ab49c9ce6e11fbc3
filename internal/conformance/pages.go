package conformance

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
)

// list is a page of films.
type list struct {
	Data []film
	Meta *struct {
		Total, Limit, Offset int
		NextCursor           *string `json:"next_cursor"`
		HasMore              *bool   `json:"has_more"`
	}
}

// The walk has at most mostWalked films: the sandbox gives 3,000 a minute.
const (
	mostWalked = 300
	walkPage   = 7
	mostPages  = 8
)

// page asks for a page of films and holds what pages say of themselves against one another.
func (r *runner) page(query string) (p list, err error) {
	a, err := r.ask(question{path: "/api/v2/films?" + query})
	if err != nil {
		return p, err
	}
	if err := errors.Join(a.is(http.StatusOK), a.json(&p)); err != nil {
		return p, err
	}
	switch m := p.Meta; {
	case p.Data == nil || m == nil || m.HasMore == nil:
		return p, a.differs("data, meta or meta.has_more is missing: %s", a.short())
	case (m.NextCursor != nil) != *m.HasMore:
		return p, a.differs("meta.next_cursor is there: %v, meta.has_more: %v", m.NextCursor != nil, *m.HasMore)
	case *m.HasMore != (m.Offset+len(p.Data) < m.Total):
		return p, a.differs("meta.has_more is %v at %d of %d films", *m.HasMore, m.Offset+len(p.Data), m.Total)
	case len(p.Data) > m.Limit:
		return p, a.differs("%d films, meta.limit is %d", len(p.Data), m.Limit)
	}
	return p, nil
}

// pages checks lists: that a walk meets every film once and in order, and what cursors are
// bound to.
func (r *runner) pages() {
	r.group = "pages"
	r.check("a walk along next_cursor meets every film once, in order", func() error { return r.walk("fields=year&sort=year:desc" + r.someYears()) })
	for _, sort := range []string{"year:asc", "year:desc"} {
		r.check("sort="+sort+" is in order", func() error {
			p, err := r.page("fields=year&limit=100&sort=" + sort)
			if err != nil {
				return err
			}
			return inOrder(p.Data, sort == "year:desc")
		})
	}
	r.check("a cursor belongs to its filters and its sort", func() error {
		p, err := r.page("fields=title&limit=1&sort=year:desc")
		if err != nil || p.Meta.NextCursor == nil {
			return errors.Join(err, nothing(p))
		}
		cursor := url.QueryEscape(*p.Meta.NextCursor)
		for _, query := range []string{"sort=year:asc&cursor=" + cursor, "sort=year:desc&min_rating=1&cursor=" + cursor, "sort=year:desc&cursor=" + flip(*p.Meta.NextCursor)} {
			a, err := r.ask(question{path: "/api/v2/films?" + query})
			if err != nil {
				return err
			}
			if err := a.fails(http.StatusBadRequest, "invalid_cursor", "cursor"); err != nil {
				return err
			}
		}
		return nil
	})
	r.check("fields chooses fields, and filmdb_id is always there", func() error {
		a, err := r.ask(question{path: "/api/v2/films?limit=1&fields=title,ratings.filmdb"})
		if err != nil {
			return err
		}
		var p struct{ Data []map[string]any }
		if err := errors.Join(a.is(http.StatusOK), a.json(&p)); err != nil {
			return err
		}
		for _, f := range p.Data {
			ratings, _ := f["ratings"].(map[string]any)
			if len(f) != 3 || f["filmdb_id"] == nil || len(ratings) != 1 {
				return a.differs("the film is %v", f)
			}
		}
		return nil
	})
}

// nothing is the reason to skip what needs more films than there are.
func nothing(p list) error {
	if p.Meta != nil && p.Meta.NextCursor == nil {
		return skipReason("the catalogue has too few films")
	}
	return nil
}

// flip returns a cursor with one character changed.
func flip(cursor string) string {
	b := []byte(cursor)
	if b[len(b)/2] == 'A' {
		b[len(b)/2] = 'B'
	} else {
		b[len(b)/2] = 'A'
	}
	return string(b)
}

// someYears returns filters that leave enough films for several pages and few enough for a
// walk, if there are such years among those of the first films; else none.
func (r *runner) someYears() string {
	var tried []int
	for _, f := range r.films {
		if f.Year == nil || slices.Contains(tried, *f.Year) || len(tried) == 6 {
			continue
		}
		tried = append(tried, *f.Year)
		years := fmt.Sprintf("&year_min=%d&year_max=%d", *f.Year-2, *f.Year)
		if p, err := r.page("fields=year&limit=1" + years); err == nil && p.Meta.Total > 2*walkPage && p.Meta.Total <= mostWalked {
			return years
		}
	}
	return ""
}

// walk follows the cursors of a list that is ordered by falling year, to its end or for
// mostPages pages.
func (r *runner) walk(query string) error {
	first, err := r.page(query + "&limit=1")
	if err != nil {
		return err
	}
	limit := max(walkPage, min(mostWalked, first.Meta.Total)/(mostPages-1))
	var met []film
	seen := map[string]bool{}
	for cursor, n := "", 0; n < mostPages; n++ {
		p, err := r.page(fmt.Sprintf("%s&limit=%d%s", query, limit, cursor))
		if err != nil {
			return err
		}
		if p.Meta.Offset != len(met) || p.Meta.Total != first.Meta.Total {
			return fmt.Errorf("page %d of /api/v2/films?%s: meta.offset %d and meta.total %d, want %d and %d", n+1, query, p.Meta.Offset, p.Meta.Total, len(met), first.Meta.Total)
		}
		for _, f := range p.Data {
			if seen[f.ID] {
				return fmt.Errorf("page %d of /api/v2/films?%s: %s was on a page before", n+1, query, f.ID)
			}
			seen[f.ID] = true
			met = append(met, f)
		}
		if p.Meta.NextCursor == nil {
			if len(met) != first.Meta.Total {
				return fmt.Errorf("/api/v2/films?%s: the walk met %d films of %d", query, len(met), first.Meta.Total)
			}
			break
		}
		cursor = "&cursor=" + url.QueryEscape(*p.Meta.NextCursor)
	}
	return inOrder(met, true)
}

// inOrder returns an error unless films are ordered by year, those without one last.
func inOrder(films []film, falling bool) error {
	for i := 1; i < len(films); i++ {
		before, after := films[i-1].Year, films[i].Year
		wrong := before == nil && after != nil
		if before != nil && after != nil {
			wrong = *before > *after && !falling || *before < *after && falling
		}
		if wrong {
			return fmt.Errorf("%s stands before %s, against the order by year", films[i-1].ID, films[i].ID)
		}
	}
	return nil
}
