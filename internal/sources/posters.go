package sources

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

const (
	// posterWidth is how wide posters are asked for, in pixels: the width of the larger of the two
	// that are stored, or less.
	posterWidth = 780
	// longestPoster bounds the bytes of a picture; those of that width have some 100 kB.
	longestPoster = 8 << 20
	// mostFailed is how many pictures in a row may fail before the fetch gives up.
	mostFailed = 10
)

// WantedPoster is a film whose poster is wanted.
type WantedPoster struct {
	Film    string // which the file is named after, such as tt0041959
	Moviedb int    // the film's id at the movie database
}

// FetchPosters downloads posters from the movie database into a directory, each as FILM.jpg or what
// else it is, with the operator's key. The terms of the movie database must have been accepted. What
// fails is an outcome; a key that is refused, a server that fails time after time, and the context's
// end are errors.
func (s *Store) FetchPosters(ctx context.Context, wanted []WantedPoster, dir string) ([]Outcome, error) {
	chosen, err := s.choose([]string{"moviedb"})
	if err != nil {
		return nil, err
	}
	if s.o.MoviedbKey == "" {
		return nil, fmt.Errorf("posters want a key of your own for the movie database: put it into %s", MoviedbKey)
	}
	if err := s.room(int64(len(wanted)) * (1 << 18)); err != nil {
		return nil, err
	}
	f := &posterFetch{moviedb: moviedb{fetchRun: &fetchRun{Store: s, ctx: ctx}, source: chosen[0], api: s.newClient(chosen[0])}, dir: dir}
	f.authorize(s.o.MoviedbKey)
	f.pictures = s.newClient(chosen[0]) // without the key; led nowhere that the movie database itself may not lead
	f.pictures.most = longestPoster
	if err := f.configure(); err != nil {
		return nil, err
	}
	g, within := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	f.ctx = within
	for _, w := range wanted {
		if within.Err() != nil {
			break
		}
		g.Go(func() error { return f.fetch(w) })
	}
	err = g.Wait()
	slices.SortFunc(f.outcomes, func(a, b Outcome) int { return cmp.Compare(a.File, b.File) })
	return f.outcomes, cmp.Or(ctx.Err(), err)
}

// posterFetch is a fetch of posters.
type posterFetch struct {
	moviedb
	dir      string
	pictures *client
	base     *url.URL // of pictures

	mu     sync.Mutex
	failed int // in a row
}

// configure asks where pictures are and how large.
func (f *posterFetch) configure() error {
	body, _, err := f.ask("configuration", "")
	if err != nil {
		return fmt.Errorf("where posters are: %w", err)
	}
	var c struct {
		Images struct {
			Base  string   `json:"secure_base_url"`
			Sizes []string `json:"poster_sizes"`
		} `json:"images"`
	}
	if err := json.Unmarshal(body, &c); err != nil {
		return fmt.Errorf("where posters are: the answer is malformed: %w", err)
	}
	base, err := url.Parse(c.Images.Base)
	if err != nil || base.Host == "" || base.User != nil || base.Scheme != "https" && !(base.Scheme == "http" && strings.HasPrefix(f.source.Address, "http:")) {
		return errors.New("where posters are: the movie database names no https address")
	}
	f.base = base.JoinPath(sizeOf(c.Images.Sizes))
	return nil
}

// sizeOf returns the size of posterWidth, or the widest below it, as the movie database calls it.
func sizeOf(sizes []string) string {
	best, name := 0, "w"+strconv.Itoa(posterWidth)
	for _, s := range sizes {
		w, err := strconv.Atoi(strings.TrimPrefix(s, "w"))
		if err == nil && strings.HasPrefix(s, "w") && w <= posterWidth && w > best {
			best, name = w, s
		}
	}
	return name
}

// picturePath is what the movie database calls a picture.
var picturePath = regexp.MustCompile(`^/[A-Za-z0-9_-]{1,100}\.(jpg|jpeg|png|webp)$`)

// fetch gets the poster of one film and notes what became of it.
func (f *posterFetch) fetch(w WantedPoster) error {
	o := Outcome{Source: "moviedb", File: w.Film, Status: Fetched}
	at, err := f.find(w)
	if err == nil {
		o.Bytes, err = f.picture(at, filepath.Join(f.dir, w.Film+path.Ext(at)))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var refused *keyError
	switch {
	case f.ctx.Err() != nil:
		return f.ctx.Err()
	case errors.As(err, &refused):
		return err
	case errors.Is(err, errGone):
		o.Status, o.Reason, f.failed = Skipped, "the movie database has no poster of it", 0
	case err != nil:
		o.Status, o.Reason = Failed, err.Error()
		f.failed++
	default:
		f.failed = 0
	}
	f.note(o)
	if f.failed >= mostFailed {
		return fmt.Errorf("%d posters in a row failed, the last one because of this: %w", f.failed, err)
	}
	return nil
}

// find returns the path of a film's poster.
func (f *posterFetch) find(w WantedPoster) (string, error) {
	body, _, err := f.ask("movie/"+strconv.Itoa(w.Moviedb), "")
	if err != nil {
		return "", err
	}
	var movie struct {
		Poster string `json:"poster_path"`
		Film   string `json:"imdb_id"`
	}
	if err := json.Unmarshal(body, &movie); err != nil {
		return "", fmt.Errorf("the record of %s is malformed: %w", w.Film, err)
	}
	switch {
	case movie.Film != "" && movie.Film != w.Film:
		return "", fmt.Errorf("the movie database has %s under this number, another film", movie.Film)
	case movie.Poster == "":
		return "", errGone
	case !picturePath.MatchString(movie.Poster):
		return "", errors.New("the movie database names no picture")
	}
	return movie.Poster, nil
}

// picture downloads a picture. One that is cut off is asked for again from its beginning.
func (f *posterFetch) picture(at, to string) (int64, error) {
	address := f.base.JoinPath(at).String()
	for try := 1; ; try++ {
		a, err := f.pictures.get(f.ctx, address, http.Header{"Accept": {"image/jpeg, image/png, image/webp"}})
		if err != nil {
			return 0, err
		}
		n, err := f.store(a, address, to)
		var status *statusError
		switch {
		case err == nil:
			return n, nil
		case errors.As(err, &status) && status.status == http.StatusNotFound:
			return 0, errGone
		case errors.Is(err, errTooLong), errors.As(err, &status), errors.Is(err, errNoPicture):
			return 0, err
		case f.ctx.Err() != nil:
			return 0, f.ctx.Err()
		case try == mostTries:
			return 0, fmt.Errorf("%s: %w, %d times in a row", shown(address), err, try)
		}
		if err := sleep(f.ctx, f.pictures.delay(try)); err != nil {
			return 0, err
		}
	}
}

// errNoPicture says that a server sends something else than a picture.
var errNoPicture = errors.New("the server sends no picture")

// store writes the body of an answer to a file, whole or not at all.
func (f *posterFetch) store(a *answer, address, to string) (n int64, err error) {
	defer a.Close()
	if a.StatusCode != http.StatusOK {
		return 0, &statusError{address, a.StatusCode}
	}
	if media := a.Header.Get("Content-Type"); !strings.HasPrefix(media, "image/") {
		return 0, fmt.Errorf("%w but %.40q", errNoPicture, media)
	}
	if a.ContentLength > longestPoster {
		return 0, errTooLong
	}
	part := to + ".part"
	file, err := os.Create(part)
	if err != nil {
		return 0, err
	}
	n, err = io.Copy(file, a.Body)
	if err = errors.Join(err, file.Close()); err == nil {
		return n, os.Rename(part, to)
	}
	return 0, errors.Join(err, os.Remove(part))
}
