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

// ratings are likes an operator imported: who liked which film, by the film's
// id or its number in the movie database.
type ratings struct {
	people map[string]uint32
	likes  []like
	rows   int // read, usable or not
}

type like struct {
	person  uint32
	film    film.ID // 0 when the row names a movie-database number
	moviedb uint32
}

// LikedFrom is the least rating, of those up to 5, that says that a film was
// liked; of ratings up to 10, twice as much.
const LikedFrom = 4.0

// CoLikes reads ratings the operator may use: a CSV file with a header, of
// which the columns userId (or user), rating, and filmdb_id (or imdb_id;
// tt0111161) or moviedb_id (or tmdbId) are read; ratings from 0 to 5, or to 10
// when any is above 5. It is called before Write, at most once, and gives how
// many rows it read. What is learned from them becomes part of the file.
func (b *Builder) CoLikes(r io.Reader) (rows int, err error) {
	b.ratings, err = readRatings(r)
	if err != nil {
		return 0, err
	}
	return b.ratings.rows, nil
}

// WithCoLikes gives a Taste that also knows what is liked together by ratings,
// read as by Builder.CoLikes, for as long as x is open. Films similar to one are
// as they were; suggestions are not. It is for evaluations.
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

// readRatings reads ratings as CSV with a header, and keeps those that say a film was
// liked.
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

// columnsOf are where a row of ratings has what; -1 where it has not.
type columnsOf struct{ person, rating, film, moviedb int }

// ratingColumns finds the columns by the names of the header.
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

// maxPeople bounds the numbers of people.
const maxPeople = math.MaxInt32

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
