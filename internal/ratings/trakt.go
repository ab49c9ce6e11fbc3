package ratings

import (
	"encoding/json"
	"errors"
	"path"
	"strings"

	"kinodex/internal/film"
)

// traktItem is an element of Trakt's JSON: a rating, a viewing, or a place in a list.
type traktItem struct {
	Type      string   `json:"type"`
	Rating    *float64 `json:"rating"`
	RatedAt   string   `json:"rated_at"`
	WatchedAt string   `json:"watched_at"`
	LastAt    string   `json:"last_watched_at"`
	Movie     *struct {
		Title string `json:"title"`
		Year  *int   `json:"year"`
		IDs   struct {
			IMDb *string `json:"imdb"`
			TMDB *int    `json:"tmdb"`
		} `json:"ids"`
	} `json:"movie"`
	Show    json.RawMessage `json:"show"`
	Season  json.RawMessage `json:"season"`
	Episode json.RawMessage `json:"episode"`
	Person  json.RawMessage `json:"person"`
}

// json adds the elements of a JSON file of Trakt, which is an array. Favourites, by the file's
// name, are liked.
func (c *collection) json(name, s string) error {
	var all []json.RawMessage
	if err := json.Unmarshal([]byte(s), &all); err != nil {
		if !json.Valid([]byte(s)) {
			return errors.New("the file is not whole JSON, as when a download was cut short: export it again")
		}
		return &NotAnExport{"JSON of something else"}
	}
	liked := strings.Contains(strings.ToLower(path.Base(name)), "favorites")
	known := len(all) == 0
	for _, raw := range all {
		if err := c.count(); err != nil {
			return err
		}
		var item traktItem
		err := json.Unmarshal(raw, &item)
		switch {
		case err != nil:
			c.out.Unusable++
			continue
		case item.Movie != nil:
			c.movie(&item, liked)
		case item.Show != nil || item.Season != nil || item.Episode != nil || item.Person != nil:
			c.out.LeftOut++
		default:
			c.out.Unusable++
			continue
		}
		known = true
	}
	if !known {
		return &NotAnExport{"JSON of something else"}
	}
	c.from(trakt)
	return nil
}

// movie adds or counts a film of Trakt.
func (c *collection) movie(item *traktItem, liked bool) {
	r := SeenFilm{Title: item.Movie.Title, Liked: liked}
	for _, at := range []string{item.RatedAt, item.WatchedAt, item.LastAt} {
		if r.date == "" {
			r.date = dateOf(at)
		}
	}
	if y := item.Movie.Year; y != nil && *y >= oldest && *y <= newest {
		r.Year = *y
	}
	if id := item.Movie.IDs.IMDb; id != nil {
		if known, ok := film.ParseID(*id); ok {
			r.ID = known.String()
		}
	}
	if n := item.Movie.IDs.TMDB; n != nil && *n > 0 && *n < 1<<31 {
		r.MoviedbID = *n
	}
	m := mark{scale: topScale}
	if item.Rating != nil {
		m.value, m.given = *item.Rating, true
	}
	if item.Rating == nil && item.WatchedAt == "" && item.LastAt == "" && !liked {
		c.out.Listed++
		return
	}
	c.add(r, m)
}
