package tmdb

import (
	"time"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
)

// changesParams say in which days films changed.
type changesParams struct {
	Page string `query:"page"`
	From string `query:"start_date"`
	To   string `query:"end_date"`
}

// changed is a film that changed.
type changed struct {
	ID    int  `json:"id"`
	Adult bool `json:"adult"`
}

// changes answers /3/movie/changes: the films that were added or changed, the last first, as the
// snapshots that are kept tell; without days those of the last 24 hours. A film stands at its last
// change.
func (s *service) changes(x *wire.Exchange, p *changesParams) error {
	page, err := pageOf(p.Page)
	if err != nil {
		return err
	}
	q := app.NewsQuestion{Page: film.Page{Limit: pageSize, Offset: (page - 1) * pageSize}, Fields: "filmdb_id"}
	if q.From, q.Until, err = p.days(s.app.Now()); err != nil {
		return err
	}
	found, err := x.Visit.News(q).Answer(x.Context())
	if err != nil {
		return err
	}
	part, err := found.Part(detailed, "filmdb_id,external_ids", 0, found.Len())
	if err != nil {
		return err
	}
	films, err := part.Values(x.Base())
	if err != nil {
		return err
	}
	results := []changed{}
	for _, f := range films {
		results = append(results, changed{ID: x.Visit.FilmNumber(f)})
	}
	return x.AnswerJSON(listOf(page, results, found.Total))
}

// days returns from when to before when changes are asked for.
func (p *changesParams) days(now time.Time) (from, until time.Time, err error) {
	from, until = now.Add(-24*time.Hour), now
	if p.From == "" && p.To != "" {
		from = time.Unix(0, 0)
	}
	if p.From != "" {
		if from, err = time.Parse(time.DateOnly, p.From); err != nil {
			return from, until, fault.Param("start_date", "a date such as 1999-12-31")
		}
	}
	if p.To != "" {
		if until, err = time.Parse(time.DateOnly, p.To); err != nil {
			return from, until, fault.Param("end_date", "a date such as 1999-12-31")
		}
		until = until.AddDate(0, 0, 1)
	}
	return from, until, nil
}
