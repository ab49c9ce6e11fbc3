package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"kinodex/bench/engine"
	"kinodex/bench/question"
	"kinodex/internal/film"
	"kinodex/internal/text"
)

// peer has two connections. On the second one statements keep one plan: what has
// nothing but text has only one sensible plan, and planning it anew for each text
// takes longer than running it. On the first the server weighs each question's
// values, which pays for filters.
type peer struct{ db, planned *pgx.Conn }

func open(ctx context.Context, _ string) (engine.Engine, error) {
	db, err := connect(ctx)
	if err != nil {
		return nil, err
	}
	planned, err := connect(ctx)
	if err == nil {
		_, err = planned.Exec(ctx, "SET plan_cache_mode = force_generic_plan")
	}
	if err != nil {
		db.Close(ctx)
		return nil, err
	}
	return &peer{db, planned}, nil
}

// Close closes the connections; the server is not ours to stop.
func (p *peer) Close() error {
	return errors.Join(p.db.Close(context.Background()), p.planned.Close(context.Background()))
}

// Processes are the server's: its first process and the children of that.
func (p *peer) Processes() []int {
	var dir string
	if err := p.db.QueryRow(context.Background(), "SHOW data_directory").Scan(&dir); err != nil {
		return nil
	}
	b, err := os.ReadFile(filepath.Join(dir, "postmaster.pid"))
	if err != nil {
		return nil
	}
	first, _, _ := strings.Cut(string(b), "\n")
	pids := []int{}
	if pid, err := strconv.Atoi(first); err == nil {
		pids = append(pids, pid)
	}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%s/task/%s/children", first, first))
	if err != nil {
		return pids
	}
	for child := range strings.FieldsSeq(string(children)) {
		if pid, err := strconv.Atoi(child); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// Prepare writes the question as SQL. A text question is one statement whose
// page carries the count, for both need every match anyway; others are two, so
// that the page may stop early along an index.
func (p *peer) Prepare(q *question.Question, films bool) (engine.Ask, error) {
	c := clauses(q)
	query, err := q.Query()
	if err != nil {
		return nil, err
	}
	order := query.Order()
	byRank := order.Field == film.Relevance
	counted, key, direction := "0::bigint", "film."+order.Field, " NULLS LAST"
	switch {
	case byRank:
		counted, key, direction = "count(*) OVER ()", "ts_rank(words.everything, asked)", " DESC"
	case order.Desc:
		direction = " DESC NULLS LAST"
	}
	page := fmt.Sprintf("SELECT %s AS doc, %s AS total, %s AS key FROM %s%s ORDER BY %s%s, %s LIMIT %d OFFSET %s",
		c.doc, counted, key, c.from, c.where, key, direction, c.doc, question.Limit, c.arg(q.Offset))
	record, records := "NULL::bytea", ""
	if films {
		record, records = "record.json", " JOIN record ON record.doc = page.doc"
	}
	list := fmt.Sprintf("SELECT page.total, film.id, %s FROM (%s) AS page JOIN film ON film.doc = page.doc%s ORDER BY page.key%s, page.doc",
		record, page, records, direction)
	db := p.db
	if c.onlyText {
		db = p.planned
	}
	counting := "SELECT count(*) FROM " + c.from + c.where
	return func(a *engine.Answer) error {
		ctx := context.Background()
		batch := &pgx.Batch{}
		batch.Queue(list, c.args...)
		if !byRank {
			batch.Queue(counting, c.args[:len(c.args)-1]...)
		}
		results := db.SendBatch(ctx, batch)
		defer results.Close()
		rows, err := results.Query()
		if err != nil {
			return fmt.Errorf("%s: %w", list, err)
		}
		for rows.Next() {
			raw := rows.RawValues() // binary: bigint, integer, bytea
			a.Total = int(int64FromBytes(raw[0]))
			a.IDs = append(a.IDs, film.ID(int64FromBytes(raw[1])))
			a.Body = append(a.Body, raw[2]...)
		}
		if err := rows.Err(); err != nil {
			return fmt.Errorf("%s: %w", list, err)
		}
		if byRank {
			return nil
		}
		return results.QueryRow().Scan(&a.Total)
	}, nil
}

// int64FromBytes reads a big-endian integer of four or eight bytes.
func int64FromBytes(b []byte) int64 {
	var n int64
	for _, c := range b {
		n = n<<8 | int64(c)
	}
	return n
}

// clause is what to read, on which conditions.
type clause struct {
	from, where, doc string
	onlyText         bool
	args             []any
}

func (c *clause) arg(v any) string {
	c.args = append(c.args, v)
	return "$" + strconv.Itoa(len(c.args))
}

func clauses(q *question.Question) *clause {
	c := &clause{}
	var conditions []string
	inWords, inFilm := false, false
	word := func(s string) { conditions, inWords = append(conditions, s), true }
	fact := func(s string) { conditions, inFilm = append(conditions, s), true }
	if q.Text != "" {
		c.from = "plainto_tsquery('films', " + c.arg(q.Text) + ") AS asked CROSS JOIN "
		word("words.everything @@ asked")
	}
	if q.Director != "" {
		word("words.director @@ phraseto_tsquery('names', " + c.arg(q.Director) + ")")
	}
	if q.Actor != "" {
		word(`words."cast" @@ phraseto_tsquery('names', ` + c.arg(q.Actor) + ")")
	}
	if len(q.Genres) > 0 {
		folded := make([]string, len(q.Genres))
		for i, g := range q.Genres {
			folded[i] = text.Fold(g)
		}
		fact("film.genres @> " + c.arg(folded))
	}
	if q.Decade != nil {
		fact("film.decade = " + c.arg(int16(*q.Decade)))
	}
	for _, bound := range []struct {
		condition string
		value     *float64
	}{
		{"film.year >= ", q.YearMin}, {"film.year <= ", q.YearMax}, {"film.filmdb_rating >= ", q.MinRating},
		{"film.master_score >= ", q.MinScore}, {"film.filmdb_votes >= ", q.MinVotes},
	} {
		if bound.value != nil {
			fact(bound.condition + c.arg(*bound.value))
		}
	}
	if q.Language != "" {
		fact("film.language = " + c.arg(q.Language))
	}
	if q.HasPoster {
		fact("film.poster")
	}
	byRank := q.Text != "" && q.Sort == ""
	switch {
	case inWords && (inFilm || !byRank):
		c.from, c.doc = c.from+"words JOIN film ON film.doc = words.doc", "film.doc"
	case inWords:
		c.from, c.doc = c.from+"words", "words.doc"
		c.onlyText = len(conditions) == 1
	default:
		c.from, c.doc = "film", "film.doc"
	}
	if len(conditions) > 0 {
		c.where = " WHERE " + strings.Join(conditions, " AND ")
	}
	return c
}
