package kinodex

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strconv"
)

// longestLine bounds a line of a stream or snapshot, in bytes.
const longestLine = 16 << 20

// pages yields the elements of all pages. next returns the elements of a page and whether
// there is another. An error is yielded last.
func pages[T any](next func() ([]T, bool, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			page, more, err := next()
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, one := range page {
				if !yield(one, nil) {
					return
				}
			}
			if !more || len(page) == 0 {
				return
			}
		}
	}
}

// lines yields the lines of an answer of NDJSON. What fails before its first byte is tried
// again; a stream that ends too soon is a *ConnectionError.
func lines[T any](ctx context.Context, c *Client, q *request) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		r, err := c.send(ctx, q, nil, func(*http.Response) {})
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		defer r.Body.Close()
		for one, err := range decodeLines[T](r.Body) {
			if err != nil {
				if ctx.Err() != nil {
					err = ctx.Err()
				} else {
					err = &ConnectionError{1, err}
				}
			}
			if !yield(one, err) || err != nil {
				return
			}
		}
	}
}

// decodeLines yields the values of NDJSON, and an error last.
func decodeLines[T any](from io.Reader) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		scan := bufio.NewScanner(from)
		scan.Buffer(make([]byte, 0, 1<<16), longestLine)
		for scan.Scan() {
			if len(bytes.TrimSpace(scan.Bytes())) == 0 {
				continue
			}
			var one T
			if err := json.Unmarshal(scan.Bytes(), &one); err != nil {
				yield(one, fmt.Errorf("kinodex: a line of the stream: %w", err))
				return
			}
			if !yield(one, nil) {
				return
			}
		}
		if err := scan.Err(); err != nil {
			var none T
			yield(none, err)
		}
	}
}

// set sends a parameter unless it is zero. What the caller set with WithQuery stands.
func set[T comparable](query url.Values, name string, v T) {
	var zero T
	if v == zero || query.Has(name) {
		return
	}
	switch v := any(v).(type) {
	case float64:
		query.Set(name, strconv.FormatFloat(v, 'f', -1, 64))
	default:
		query.Set(name, fmt.Sprint(v))
	}
}

// copyOf returns a copy of parameters, or new ones for nil.
func copyOf[T any](p *T) *T {
	if p == nil {
		return new(T)
	}
	c := *p
	return &c
}

// jsonBody returns a body as JSON, nil for none.
func jsonBody(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("kinodex: the body: %w", err)
	}
	if string(b) == "null" {
		return nil, nil
	}
	return b, nil
}
