// Package corpus is the films every engine is given: read from a file with one
// film a line, or copied out of a library, with the stored form and the texts
// that all of them index.
//
// It imports film and text of the house, and library to copy films out. Start
// reading at Film and Read.
package corpus

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"time"

	"kinodex/internal/film"
)

// Film is a film and what an engine stores of it to answer with: the JSON of the
// list view, which is what an answer of the service carries.
type Film struct {
	*film.Film
	JSON []byte
}

// maxLine bounds one film's line.
const maxLine = 16 << 20

// Read yields the films of a file in its order, which is ascending by id. The
// sequence ends at the first error. A film is the caller's to keep.
func Read(path string) iter.Seq2[*Film, error] {
	return func(yield func(*Film, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		lines := bufio.NewReaderSize(f, 1<<20)
		for n := 1; ; n++ {
			line, err := readLine(lines)
			if errors.Is(err, io.EOF) {
				return
			}
			var one *Film
			if err == nil {
				one, err = parse(line)
			}
			if err != nil {
				yield(nil, fmt.Errorf("%s:%d: %w", path, n, err))
				return
			}
			if !yield(one, nil) {
				return
			}
		}
	}
}

func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull) && len(line) < maxLine:
			continue
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, fmt.Errorf("a line of more than %d bytes", maxLine)
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		}
		return line, err
	}
}

func parse(line []byte) (*Film, error) {
	f := new(film.Film)
	if err := json.Unmarshal(line, f); err != nil {
		return nil, err
	}
	return New(f), nil
}

// New gives the film with its stored form. The links are those the catalogue
// sets, so that all engines answer with the same bytes.
func New(f *film.Film) *Film {
	f.Links = film.Links{Self: "/api/v2/films/" + f.ID.String()}
	if film.HasContent(f) {
		similar := f.Links.Self + "/similar"
		f.Links.Similar = &similar
	}
	b, _ := film.List.Append(nil, nil, f)
	return &Film{Film: f, JSON: b}
}

// Ahead yields the same films, produced in a goroutine of its own while they are
// used, up to n of them ahead.
func Ahead(films iter.Seq2[*Film, error], n int) iter.Seq2[*Film, error] {
	type item struct {
		film *Film
		err  error
	}
	return func(yield func(*Film, error) bool) {
		made, enough := make(chan item, n), make(chan struct{})
		defer close(enough)
		go func() {
			defer close(made)
			for f, err := range films {
				select {
				case made <- item{f, err}:
				case <-enough:
					return
				}
			}
		}()
		for i := range made {
			if !yield(i.film, i.err) {
				return
			}
		}
	}
}

// Clock wraps films so that the time spent in producing them can be taken off
// the time an engine takes to build: what is measured is the engine, not the
// decoding of its input.
type Clock struct {
	Spent time.Duration
	Films int
}

// Watch gives the films and notes on the clock what producing them took.
func (c *Clock) Watch(films iter.Seq2[*Film, error]) iter.Seq2[*Film, error] {
	return func(yield func(*Film, error) bool) {
		start := time.Now()
		for f, err := range films {
			c.Spent += time.Since(start)
			c.Films++
			if !yield(f, err) {
				return
			}
			start = time.Now()
		}
		c.Spent += time.Since(start)
	}
}
