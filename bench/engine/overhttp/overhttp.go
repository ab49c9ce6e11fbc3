// Package overhttp is Kinodex as its users meet it: the real program on loopback,
// asked at /api/v2/films with a real key, every request charged to the account in
// the SQLite ledger before it is answered.
//
// Deep pages are reached by cursor, for v2 has no offset; the cursors are fetched
// before the clock starts, with keys of other accounts.
package overhttp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"

	"kinodex/bench/engine"
	"kinodex/bench/loopback"
	"kinodex/bench/question"
	"kinodex/bench/service"
	"kinodex/internal/film"
)

// Kind is Kinodex over HTTP. It serves what package inprocess built.
var Kind = engine.Kind{Name: "http", Title: "Kinodex, HTTP on loopback", Open: open, Version: service.Version}

type client struct {
	server *service.Server
	conn   *loopback.Conn
	key    string
	spent  int

	// another makes a key of an account of its own, walking is such a key and walked
	// how many requests were made with such keys.
	another func() (string, error)
	walking string
	walked  int
}

// budget is how many requests the account of a key may make a day.
const budget = 10_000

func open(ctx context.Context, data string) (engine.Engine, error) {
	key, err := service.Key(ctx, data, "questions")
	if err != nil {
		return nil, err
	}
	server, err := service.Start(ctx, data, -1)
	if err != nil {
		return nil, err
	}
	if err := server.Settle(ctx); err != nil {
		return nil, errors.Join(err, server.Stop())
	}
	conn, err := loopback.Dial(server.Address)
	if err != nil {
		return nil, errors.Join(err, server.Stop())
	}
	another := func() (string, error) { return service.Key(ctx, data, "cursors") }
	return &client{server: server, conn: conn, key: key, another: another}, nil
}

// Processes is the server's.
func (c *client) Processes() []int { return []int{c.server.PID} }

// Close stops the server.
func (c *client) Close() error { return errors.Join(c.conn.Close(), c.server.Stop()) }

// Prepare writes the request. What the answer's bytes say is read off the clock:
// that is the client's work, not the server's.
func (c *client) Prepare(q *question.Question, films bool) (engine.Ask, error) {
	values := q.Values()
	if q.Offset > 0 {
		cursor, err := c.walk(q)
		if err != nil {
			return nil, err
		}
		values.Set("cursor", cursor)
	}
	if !films {
		values.Set("fields", "filmdb_id")
	}
	request := loopback.Get(c.server.Address, "/api/v2/films?"+values.Encode(), "X-API-Key", c.key)
	return func(a *engine.Answer) error {
		if c.spent++; c.spent > budget {
			return fmt.Errorf("more than %d requests: the account's budget of a day", budget)
		}
		status, body, err := c.conn.Ask(request, a.Body)
		a.Body, a.Late = body, decode
		if err == nil && status != 200 {
			err = fmt.Errorf("status %d: %.200s", status, body)
		}
		return err
	}, nil
}

type filmsPage struct {
	Data []struct {
		ID film.ID `json:"filmdb_id"`
	}
	Meta struct {
		Total      int
		Offset     int
		NextCursor string `json:"next_cursor"`
	}
}

func decode(a *engine.Answer) error {
	var l filmsPage
	if err := json.Unmarshal(a.Body, &l); err != nil {
		return err
	}
	a.Total = l.Meta.Total
	for _, f := range l.Data {
		a.IDs = append(a.IDs, f.ID)
	}
	return nil
}

// walk follows the cursors up to the page.
func (c *client) walk(q *question.Question) (cursor string, err error) {
	values := q.Values()
	values.Set("fields", "filmdb_id")
	for at := 0; at < q.Offset; {
		step := min(500, q.Offset-at)
		values.Set("limit", strconv.Itoa(step))
		l, err := c.list(values)
		if err != nil {
			return "", err
		}
		if l.Meta.NextCursor == "" || l.Meta.Offset != at {
			return "", fmt.Errorf("the walk to offset %d ended at %d", q.Offset, l.Meta.Offset)
		}
		at += step
		cursor = l.Meta.NextCursor
		values.Set("cursor", cursor)
	}
	return cursor, nil
}

func (c *client) list(values url.Values) (l filmsPage, err error) {
	if c.walked%budget == 0 {
		if c.walking, err = c.another(); err != nil {
			return l, err
		}
	}
	c.walked++
	request := loopback.Get(c.server.Address, "/api/v2/films?"+values.Encode(), "X-API-Key", c.walking)
	status, body, err := c.conn.Ask(request, nil)
	if err == nil && status != 200 {
		err = fmt.Errorf("status %d: %.200s", status, body)
	}
	if err != nil {
		return l, err
	}
	return l, json.Unmarshal(body, &l)
}
