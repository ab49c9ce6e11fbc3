package fts5

import (
	"context"
	"database/sql"
	"fmt"

	"kinodex/bench/engine"
	"kinodex/bench/question"
	"kinodex/internal/film"
)

type peer struct {
	db         *sql.DB
	films      int
	statements map[string]*sql.Stmt
}

func open(ctx context.Context, dir string) (engine.Engine, error) {
	db, err := connect(dir, "query_only(1)")
	if err != nil {
		return nil, err
	}
	p := &peer{db: db, statements: map[string]*sql.Stmt{}}
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM film").Scan(&p.films); err != nil {
		db.Close()
		return nil, err
	}
	return p, nil
}

// Processes is this one: SQLite is a library.
func (p *peer) Processes() []int { return []int{0} }

// Close closes the database and its statements.
func (p *peer) Close() error { return p.db.Close() }

func (p *peer) statement(s string) (*sql.Stmt, error) {
	if st, ok := p.statements[s]; ok {
		return st, nil
	}
	st, err := p.db.Prepare(s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	p.statements[s] = st
	return st, nil
}

// listing is the page with the films it names: the page's documents first, their
// records after, else the records would go through the sorter. CROSS JOIN keeps
// the page outermost, and so its order.
func (p *peer) listing(page string, films bool) (*sql.Stmt, error) {
	list := "SELECT film.id FROM (" + page + ") AS page CROSS JOIN film ON film.doc = page.doc"
	if films {
		list = "SELECT film.id, record.json FROM (" + page + ") AS page CROSS JOIN film ON film.doc = page.doc CROSS JOIN record ON record.doc = page.doc"
	}
	return p.statement(list)
}

// Prepare writes the question as a count and a page; asked as one statement they
// were slower. The count tells which way to get the page is the shorter: to walk
// along the order's index until it is full, or to collect all matches and sort.
func (p *peer) Prepare(q *question.Question, films bool) (engine.Ask, error) {
	s, err := write(q)
	if err != nil {
		return nil, err
	}
	counting, err := p.statement(s.count)
	if err != nil {
		return nil, err
	}
	collecting, err := p.listing(s.collect, films)
	if err != nil {
		return nil, err
	}
	walking := collecting
	if s.walk != "" {
		if walking, err = p.listing(s.walk, films); err != nil {
			return nil, err
		}
	}
	pageArgs := append(s.args[:len(s.args):len(s.args)], q.Offset)
	depth := q.Offset + question.Limit
	return func(a *engine.Answer) error {
		if err := counting.QueryRow(s.args...).Scan(&a.Total); err != nil {
			return err
		}
		listing := collecting
		if a.Total > 0 && depth*p.films/a.Total < a.Total { // films passed on the walk, and films collected
			listing = walking
		}
		rows, err := listing.Query(pageArgs...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id uint32
			var json sql.RawBytes
			to := []any{&id, &json}
			if !films {
				to = to[:1]
			}
			if err := rows.Scan(to...); err != nil {
				return err
			}
			a.IDs = append(a.IDs, film.ID(id))
			a.Body = append(a.Body, json...)
		}
		return rows.Err()
	}, nil
}
