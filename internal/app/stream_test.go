package app_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
)

// REQ SN-01 to SN-03, SN-05
func TestTheStreamIsTheCatalogueLineByLine(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Producer))
	stream, err := v.Stream(app.StreamQuestion{}).Answer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	flushes := 0
	n, err := stream.Send(t.Context(), "https://films.example", func(b []byte) error {
		if flushes++; b[len(b)-1] != '\n' || flushes == 1 && len(b) > 32<<10 {
			t.Errorf("flush %d of %d bytes ends in %q", flushes, len(b), b[len(b)-1])
		}
		all.Write(b)
		return nil
	})
	if err != nil || n != len(apptest.Films()) || flushes < 2 {
		t.Fatalf("%d films in %d flushes, %v", n, flushes, err)
	}
	lines := strings.SplitAfter(all.String(), "\n")
	if len(lines) != n+1 || lines[n] != "" {
		t.Fatalf("%d lines for %d films", len(lines)-1, n)
	}
	last := ""
	for _, line := range lines[:n] {
		film := decode[map[string]any](t, []byte(line))
		id := film["filmdb_id"].(string)
		if len(id) < len(last) || len(id) == len(last) && id <= last {
			t.Errorf("%s after %s", id, last)
		}
		last = id
		if _, detail := film["external_ids"]; detail || film["links"] == nil {
			t.Errorf("%s is not in the list view", id)
		}
	}
	if v.Bill().Used != 1 {
		t.Errorf("it cost %d", v.Bill().Used)
	}
}

// The stream in gzip's format is the same stream, of all films and of those with a poster, and can be
// read while it comes.
func TestTheStreamIsJoinedOfCompressedFilms(t *testing.T) {
	h := apptest.Open(t)
	for _, q := range []app.StreamQuestion{{}, {HasPoster: true}} {
		stream, err := h.Visit(h.Key(access.Producer)).Stream(q).Answer(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var want, coded bytes.Buffer
		films, err := stream.Send(t.Context(), "https://films.example", func(b []byte) error { want.Write(b); return nil })
		if err != nil {
			t.Fatal(err)
		}
		first := 0
		n, err := stream.SendGzip(t.Context(), "https://films.example", func(b []byte) error {
			coded.Write(b)
			if first == 0 {
				r, err := gzip.NewReader(bytes.NewReader(b))
				if err != nil {
					t.Fatal(err)
				}
				line, err := bufio.NewReader(r).ReadString('\n')
				if first = len(line); err != nil || !strings.HasPrefix(want.String(), line) {
					t.Errorf("the first flush begins with %.60s, %v", line, err)
				}
			}
			return nil
		})
		if err != nil || n != films || !stream.Joins() {
			t.Fatalf("%d films, %v, want %d", n, err, films)
		}
		r, err := gzip.NewReader(&coded)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%d bytes, %v, want %d", len(got), err, want.Len())
		}
	}
	some, err := h.Visit(h.Key(access.Producer)).Stream(app.StreamQuestion{Fields: "title"}).Answer(t.Context())
	if err != nil || some.Joins() {
		t.Errorf("a stream of one field is joined of whole films, %v", err)
	}
}

// REQ F2-28, F2-30
func TestTheStreamOfPostersAndFields(t *testing.T) {
	h := apptest.Open(t)
	want := 0
	for _, f := range apptest.Films() {
		if f.Poster.URL != nil {
			want++
		}
	}
	stream, err := h.Visit(h.Key(access.Producer)).Stream(app.StreamQuestion{HasPoster: true, Fields: "title,year"}).Answer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	n, err := stream.Send(t.Context(), "", func(b []byte) error { all.Write(b); return nil })
	if err != nil || n != want || want == len(apptest.Films()) {
		t.Errorf("%d films, %v, want %d", n, err, want)
	}
	first, _, _ := strings.Cut(all.String(), "\n")
	if first != `{"filmdb_id":"tt0000101","title":"The Crossing","year":1948}` {
		t.Errorf("first line %s", first)
	}
	v := h.Visit(h.Key(access.Producer))
	if _, err := v.Stream(app.StreamQuestion{Fields: "colour"}).Answer(t.Context()); !fault.Is(err, fault.InvalidParameter) || v.Bill().Metered {
		t.Errorf("fields that do not exist: %v, %+v", err, v.Bill())
	}
}

// REQ SN-06
func TestTheStreamStopsWhenItsReaderDoes(t *testing.T) {
	h := apptest.Open(t)
	for name, stop := range map[string]func(context.CancelFunc) error{
		"the connection breaks": func(context.CancelFunc) error { return errors.New("broken pipe") },
		"the reader leaves":     func(cancel context.CancelFunc) error { cancel(); return nil },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		stream, err := h.Visit(h.Key(access.Producer)).Stream(app.StreamQuestion{}).Answer(ctx)
		if err != nil {
			t.Fatal(err)
		}
		flushes := 0
		n, err := stream.Send(ctx, "", func([]byte) error { flushes++; return stop(cancel) })
		if err == nil || flushes != 1 {
			t.Errorf("%s: %d films in %d flushes, %v", name, n, flushes, err)
		}
	}
}
