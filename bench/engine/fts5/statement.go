package fts5

import (
	"fmt"
	"strconv"
	"strings"

	"kinodex/bench/question"
	"kinodex/internal/film"
	"kinodex/internal/text"
)

// statements is a question in SQL: its count, and its page in two ways.
type statements struct {
	args  []any
	count string
	// collect finds all matches and sorts them. It is never empty.
	collect string
	// walk goes along the order's index and stops when the page is full, which
	// is quicker when many match; empty when there is no such index.
	walk string
}

// write gives the question in SQL; the page's offset is the last argument.
func write(q *question.Question) (*statements, error) {
	query, err := q.Query()
	if err != nil {
		return nil, err
	}
	order := query.Order()
	w := &writer{q: q}
	match := w.match()
	var genres []string
	for _, g := range q.Genres {
		genres = append(genres, w.arg(text.Fold(g)))
	}
	facts := w.facts()
	s := &statements{}
	switch {
	case match != "" && order.Field == film.Relevance && len(genres)+len(facts) == 0:
		s.count = "SELECT count(*) FROM words WHERE " + match
		s.collect = "SELECT words.rowid AS doc FROM words WHERE " + match + " ORDER BY words.rank"
	case match != "": // the matches first, each looked up among the facts
		from := " FROM words CROSS JOIN film ON film.doc = words.rowid WHERE " +
			join(append([]string{match}, append(facts, among(genres)...)...))
		by := orderBy(order)
		if order.Field == film.Relevance {
			by = "words.rank"
		}
		s.count = "SELECT count(*)" + from
		s.collect = "SELECT film.doc AS doc" + from + " ORDER BY " + by
	case len(genres) > 0: // the first genre's films, whose facts stand beside them
		beside := join(append([]string{"film.genre = " + genres[0]}, append(facts, among(genres[1:])...)...))
		s.count = "SELECT count(*) FROM genre AS film WHERE " + beside
		s.collect = "SELECT film.doc AS doc FROM genre AS film CROSS JOIN film AS whole ON whole.doc = film.doc WHERE " + beside +
			" ORDER BY " + strings.ReplaceAll(orderBy(order), "film.", "whole.")
		s.walk = walk(order, append(facts, among(genres)...))
	default:
		s.count = "SELECT count(*) FROM film" + where(facts)
		s.collect = "SELECT film.doc AS doc FROM film" + where(facts) + " ORDER BY " + orderBy(order)
		s.walk = walk(order, facts)
	}
	page := fmt.Sprintf(" LIMIT %d OFFSET ?%d", question.Limit, len(w.args)+1)
	s.collect += page
	if s.walk != "" {
		s.walk += page
	}
	s.args = w.args
	return s, nil
}

// walk reads films along the index of their order.
func walk(order film.Sort, conditions []string) string {
	direction := "up"
	if order.Desc {
		direction = "down"
	}
	return fmt.Sprintf("SELECT film.doc AS doc FROM film INDEXED BY %s_%s%s ORDER BY %s",
		order.Field, direction, where(conditions), orderBy(order))
}

// orderBy puts nulls last, which they are by themselves when going down: SQLite
// takes them for the least of values.
func orderBy(order film.Sort) string {
	if order.Desc {
		return "film." + order.Field + " DESC, film.doc"
	}
	return "film." + order.Field + " ASC NULLS LAST, film.doc"
}

// among asks that the film has the genres.
func among(genres []string) []string {
	var conditions []string
	for _, g := range genres {
		conditions = append(conditions, "EXISTS (SELECT 1 FROM genre AS other WHERE other.genre = "+g+" AND other.doc = film.doc)")
	}
	return conditions
}

func join(conditions []string) string { return strings.Join(conditions, " AND ") }

func where(conditions []string) string {
	if len(conditions) == 0 {
		return ""
	}
	return " WHERE " + join(conditions)
}

// writer numbers the arguments, so that both pages and the count share them.
type writer struct {
	q    *question.Question
	args []any
}

func (w *writer) arg(v any) string {
	w.args = append(w.args, v)
	return "?" + strconv.Itoa(len(w.args))
}

// match gives the condition on text and names, empty when there is none.
func (w *writer) match() string {
	var parts []string
	for word := range strings.FieldsSeq(w.q.Text) {
		if len(text.Words(word)) > 0 { // else nothing but punctuation
			parts = append(parts, quoted(word))
		}
	}
	for _, name := range []struct{ column, value string }{{"director", w.q.Director}, {"cast", w.q.Actor}} {
		if name.value != "" {
			parts = append(parts, quoted(name.column)+" : "+quoted(name.value))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "words MATCH " + w.arg(strings.Join(parts, " AND "))
}

// quoted makes a string of the query language: words in a row.
func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, "") + `"` }

// facts gives the conditions on single values.
func (w *writer) facts() []string {
	var conditions []string
	q := w.q
	if q.Decade != nil {
		conditions = append(conditions, "film.decade = "+w.arg(*q.Decade))
	}
	for _, bound := range []struct {
		condition string
		value     *float64
	}{
		{"film.year >= ", q.YearMin}, {"film.year <= ", q.YearMax}, {"film.filmdb_rating >= ", q.MinRating},
		{"film.master_score >= ", q.MinScore}, {"film.filmdb_votes >= ", q.MinVotes},
	} {
		if bound.value != nil {
			conditions = append(conditions, bound.condition+w.arg(*bound.value))
		}
	}
	if q.Language != "" {
		conditions = append(conditions, "film.language = "+w.arg(q.Language))
	}
	if q.HasPoster {
		conditions = append(conditions, "film.poster = 1")
	}
	return conditions
}
