package recommend

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// User is somebody whose ratings are known, with the last film they liked
// held out.
type User struct {
	ID string
	// History is what they rated before it, the oldest first.
	History []Rating
	// Held is the held-out film.
	Held catalog.Doc
	// Ratings is everything they rated, the oldest first.
	Ratings []Rating
}

// Rating is one rating, from 0.5 to 5.
type Rating struct {
	Film   catalog.Doc
	Rating float64
	at     int64
	movie  int
}

// liked is the least rating of a film that was liked.
const liked = 4.0

// Likes gives the films of the history that were liked, the latest first, at
// most so many.
func (p *User) Likes(most int) []catalog.Doc {
	var all []catalog.Doc
	for _, r := range slices.Backward(p.History) {
		if r.Rating >= liked && len(all) < most {
			all = append(all, r.Film)
		}
	}
	return all
}

// Ratings are the people of a ratings data set, and the films it covers.
type Ratings struct {
	Users   []User
	Covered []bool // by film
	// Films counts those covered, Rows the ratings of films of the catalogue.
	Films, Rows int
}

// ReadRatings reads a data set in MovieLens' layout: ratings.csv and links.csv in
// a directory, possibly with .gz. Of each person the last rating of at least 4,
// by time and then by the data set's number of the film, is held out, with all
// that came after it; a person without one, or without a like before it, is
// left out.
func ReadRatings(dir string, films *catalog.Catalog) (*Ratings, error) {
	links, err := readTable(dir, "links.csv", "movieId", "imdbId")
	if err != nil {
		return nil, err
	}
	rows, err := readTable(dir, "ratings.csv", "userId", "movieId", "rating", "timestamp")
	if err != nil {
		return nil, err
	}
	set := &Ratings{Covered: make([]bool, films.Len())}
	docs := map[string]catalog.Doc{}
	for _, l := range links {
		id, err := strconv.ParseUint(l[1], 10, 32)
		if err != nil {
			continue
		}
		if d, ok := films.ByID(film.ID(id)); ok {
			if !set.Covered[d] {
				set.Films++
			}
			docs[l[0]], set.Covered[d] = d, true
		}
	}
	histories := map[string][]Rating{}
	var order []string
	for _, row := range rows {
		d, ok := docs[row[1]]
		rating, bad := strconv.ParseFloat(row[2], 64)
		at, worse := strconv.ParseInt(row[3], 10, 64)
		movie, worst := strconv.Atoi(row[1])
		if !ok || bad != nil || worse != nil || worst != nil {
			continue
		}
		if _, met := histories[row[0]]; !met {
			order = append(order, row[0])
		}
		histories[row[0]] = append(histories[row[0]], Rating{d, rating, at, movie})
		set.Rows++
	}
	for _, id := range order {
		if p, ok := holdOut(id, histories[id]); ok {
			set.Users = append(set.Users, p)
		}
	}
	return set, nil
}

func holdOut(id string, h []Rating) (User, bool) {
	slices.SortFunc(h, func(a, b Rating) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.movie, b.movie)) })
	for i, r := range slices.Backward(h) {
		if r.Rating >= liked {
			p := User{ID: id, History: h[:i], Held: r.Film, Ratings: h}
			return p, len(p.Likes(1)) > 0
		}
	}
	return User{}, false
}

// Halves deals the people into two halves by a seed.
func (r *Ratings) Halves(seed uint64) (development, heldOut []User) {
	for i, j := range rand.New(rand.NewPCG(seed, seed)).Perm(len(r.Users)) {
		if i%2 == 0 {
			development = append(development, r.Users[j])
		} else {
			heldOut = append(heldOut, r.Users[j])
		}
	}
	return development, heldOut
}

// CSV gives the histories, without what is held out, as an operator would import
// them.
func (r *Ratings) CSV(films *catalog.Catalog) io.Reader {
	return r.csv(films, func(catalog.Doc) bool { return true })
}

// csv gives the histories as CSV does, of the films that are kept.
func (r *Ratings) csv(films *catalog.Catalog, keep func(catalog.Doc) bool) io.Reader {
	var b bytes.Buffer
	fmt.Fprintln(&b, "userId,filmdb_id,rating")
	for _, p := range r.Users {
		for _, x := range p.History {
			if keep(x.Film) {
				fmt.Fprintf(&b, "%s,%s,%g\n", p.ID, films.ID(x.Film), x.Rating)
			}
		}
	}
	return &b
}

// readTable reads some columns of a CSV file, by the names in its header.
func readTable(dir, name string, columns ...string) ([][]string, error) {
	var in io.Reader
	f, err := os.Open(filepath.Join(dir, name))
	if err == nil {
		in = f
	} else if f, err = os.Open(filepath.Join(dir, name+".gz")); err == nil {
		if in, err = gzip.NewReader(f); err != nil {
			_ = f.Close()
			return nil, err
		}
	} else {
		return nil, err
	}
	defer f.Close()
	all, err := csv.NewReader(in).ReadAll()
	if err != nil || len(all) == 0 {
		return nil, fmt.Errorf("%s: no table: %w", name, err)
	}
	var rows [][]string
	at := make([]int, len(columns))
	for i, c := range columns {
		if at[i] = slices.Index(all[0], c); at[i] < 0 {
			return nil, fmt.Errorf("%s: no column %s", name, c)
		}
	}
	for _, line := range all[1:] {
		row := make([]string, len(columns))
		for i, j := range at {
			row[i] = line[j]
		}
		rows = append(rows, row)
	}
	return rows, nil
}
