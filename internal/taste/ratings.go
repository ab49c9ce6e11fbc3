package taste

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/film"
)

// ratings are likes that an operator imported: who liked which film. people numbers the
// people of the file from 0.
type ratings struct {
	people map[string]uint32
	likes  []like
	rows   int // read, usable or not
}

// like says that one person liked one film, which is named by its id or by its number in the
// movie database.
type like struct {
	person  uint32
	film    film.ID // 0 when the row names a movie-database number
	moviedb uint32
}

// LikedFrom is the least rating, of those up to 5, that says that a film was
// liked; of ratings up to 10, twice as much.
const LikedFrom = 4.0

// CoLikes reads ratings that the operator may use: a CSV file with a header, of which the
// columns userId (or user), rating, and filmdb_id (or imdb_id; tt0111161) or moviedb_id (or
// tmdbId) are read. Ratings are from 0 to 5, or to 10 when any is above 5. It returns how
// many rows it read; rows that cannot be used are counted and passed over. An error is that
// of r, of the CSV form or of the header. It is called before Write, at most once. What is
// learned from the ratings becomes part of the file.
func (b *Builder) CoLikes(r io.Reader) (rows int, err error) {
	b.ratings, err = readRatings(r)
	if err != nil {
		return 0, err
	}
	return b.ratings.rows, nil
}

// WithCoLikes returns a Taste that also knows what is liked together by ratings, which are
// read as by Builder.CoLikes. It is valid as long as x is open and must not be closed. Its
// Similar gives the same films as that of x; its suggestions differ. It is for evaluations.
func (x *Taste) WithCoLikes(ctx context.Context, r io.Reader) (*Taste, error) {
	imported, err := readRatings(r)
	if err != nil {
		return nil, err
	}
	m := *x.model
	m.flags = slices.Clone(m.flags)
	m.together, m.togetherScores = nil, nil
	err = m.fitEASE(ctx, imported, func(l like) (uint32, bool) {
		d, ok := x.films.ByID(l.film)
		if l.film == 0 {
			d, ok = x.films.ByMoviedbID(int(l.moviedb))
		}
		return uint32(d), ok
	})
	if err != nil {
		return nil, err
	}
	return &Taste{file: x.file, films: x.films, model: &m}, nil
}

// readRatings returns the ratings of a CSV file with a header that say that a film was liked.
// Whether the scale ends at 5 or at 10 is known only at the end, so all are read first.
func readRatings(r io.Reader) (*ratings, error) {
	in := csv.NewReader(bufio.NewReaderSize(r, 1<<20))
	in.ReuseRecord, in.FieldsPerRecord = true, -1
	header, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("ratings: header: %w", err)
	}
	columns, err := ratingColumns(header)
	if err != nil {
		return nil, err
	}
	all := &ratings{people: map[string]uint32{}}
	var marks []float32
	least := float32(LikedFrom)
	for {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("ratings: %w", err)
		}
		all.rows++
		l, mark, ok := columns.read(row, all.people)
		if !ok {
			continue
		}
		if mark > 5 {
			least = 2 * LikedFrom
		}
		all.likes, marks = append(all.likes, l), append(marks, mark)
	}
	kept := 0
	for i, mark := range marks {
		if mark >= least {
			all.likes[kept] = all.likes[i]
			kept++
		}
	}
	all.likes = all.likes[:kept]
	return all, nil
}

// columnsOf are the places of the columns in a row; -1 for one that is not there.
type columnsOf struct{ person, rating, film, moviedb int }

// ratingColumns returns the columns by the names of the header, whose case does not matter. A
// header without person, rating or film is an error.
func ratingColumns(header []string) (columnsOf, error) {
	find := func(names ...string) int {
		return slices.IndexFunc(header, func(h string) bool {
			return slices.Contains(names, strings.ToLower(strings.TrimSpace(strings.TrimPrefix(h, "\ufeff"))))
		})
	}
	c := columnsOf{
		person: find("userid", "user_id", "user"), rating: find("rating"),
		film: find("filmdb_id", "imdb_id", "imdbid", "tconst"), moviedb: find("moviedb_id", "tmdbid", "tmdb_id"),
	}
	if c.person < 0 || c.rating < 0 || c.film < 0 && c.moviedb < 0 {
		return c, errors.New("ratings: the header must name userId, rating, and filmdb_id or moviedb_id")
	}
	return c, nil
}

// maxPeople bounds the number of people; ratings of further people are passed over.
const maxPeople = math.MaxInt32

// read returns the like and the rating of a row. It is false for a row without a person, with
// a rating that is not from 0 to 10, or that names no film. A film's id may lack its letters.
func (c columnsOf) read(row []string, people map[string]uint32) (l like, mark float32, ok bool) {
	at := func(i int) string {
		if i < 0 || i >= len(row) {
			return ""
		}
		return strings.TrimSpace(row[i])
	}
	r, err := strconv.ParseFloat(at(c.rating), 32)
	if err != nil || math.IsNaN(r) || r < 0 || r > 10 || at(c.person) == "" {
		return l, 0, false
	}
	name := at(c.film)
	if name != "" && name[0] <= '9' {
		name = "tt" + name
	}
	l.film, ok = film.ParseID(name)
	if !ok {
		n, err := strconv.ParseUint(at(c.moviedb), 10, 32)
		if err != nil || n == 0 {
			return l, 0, false
		}
		l.moviedb = uint32(n)
	}
	person, known := people[at(c.person)]
	if !known {
		if len(people) == maxPeople {
			return l, 0, false
		}
		person = uint32(len(people))
		people[strings.Clone(at(c.person))] = person
	}
	l.person = person
	return l, float32(r), true
}
