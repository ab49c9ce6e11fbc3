// Package omdb answers clients of the OMDb interface from our own films: at Prefix, read-only,
// with our keys (apikey), scopes, budgets and limits (REQ CO-01 to CO-03, CO-10). All of it is one
// address with parameters: i or t ask for a film, s for a list. What is not known is "N/A", as
// theirs is; docs/compat.md lists what is answered. Start reading at answer.
package omdb

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
)

// Prefix is where the interface stands: a client's base address is that of the service with
// Prefix behind it, or that of the service alone (AtRoot).
const Prefix = "/omdb"

// keyParam is where their clients put the key.
const keyParam = "apikey"

// Dialect is what every answer at Prefix carries: answers are for their caller's cache.
var Dialect = &wire.Dialect{
	Prefix:              Prefix,
	CacheControl:        []string{"private, max-age=300"},
	PrivateCacheControl: []string{"private, max-age=300"},
	KeyParam:            keyParam,
	KeyPlaces:           "the " + keyParam + " parameter",
	Says:                says,
}

// AtRoot reports whether an address is one of theirs on a host of its own: /?apikey=…&i=tt….
// The page that we have there knows no such parameter.
func AtRoot(u *url.URL) bool {
	return u.Path == "/" && strings.Contains(u.RawQuery, keyParam) && u.Query().Has(keyParam)
}

// Register adds the route to a mux.
func Register(a *app.App, mux wire.Mux) {
	api := wire.API{App: a, Mux: mux, Doc: wire.NewDescription(&huma.Info{Title: "OMDb", Version: "1"})}
	wire.Handle(api, wire.Route[params]{
		Operation: huma.Operation{Method: http.MethodGet, Path: Prefix, Responses: map[string]*huma.Response{}},
		Need:      access.Needs.Film, Answer: answer,
	})
}

// params are what is asked for. Plot is read by theirs alone: of each film we have one text.
type params struct {
	ID      string `query:"i"`
	Title   string `query:"t"`
	Search  string `query:"s"`
	Year    string `query:"y"`
	Type    string `query:"type"`
	Page    string `query:"page"`
	Format  string `query:"r"`
	Season  string `query:"Season"`
	Episode string `query:"Episode"`
}

// failure is an error in their shape.
type failure struct {
	Response string `json:"Response"`
	Error    string `json:"Error"`
}

// says writes a fault in their shape.
func says(x *wire.Exchange, f *fault.Fault, status int) []byte {
	body, _ := json.Marshal(failure{"False", x.Detail(f, status).Message})
	return body
}

// notFound answers that nothing was found, which is no error of HTTP there.
func notFound(x *wire.Exchange) error {
	return x.AnswerJSON(failure{"False", "Movie not found!"})
}

// answer answers whatever is asked. What names no question is 400.
func answer(x *wire.Exchange, p *params) error {
	if p.Format != "" && p.Format != "json" {
		return fault.Param("r", "json")
	}
	year, err := yearOf(p.Year)
	if err != nil {
		return err
	}
	named := strings.TrimSpace(p.ID) != "" || strings.TrimSpace(p.Title) != ""
	switch {
	case p.Type != "" && p.Type != "movie" && p.Type != "series" && p.Type != "episode" && p.Type != "game":
		return fault.Param("type", "movie, series, episode or game; there are films only")
	case !named && strings.TrimSpace(p.Search) == "":
		return fault.Missing("i", "the id of a film; or t, its title; or s, words of titles")
	case p.Type != "" && p.Type != "movie" || p.Season != "" || p.Episode != "":
		return notFound(x)
	case p.ID != "":
		return byID(x, p.ID)
	case p.Title != "":
		return byTitle(x, p.Title, year)
	}
	return search(x, p.Search, year, p.Page)
}

// yearOf reads a year, also with what follows it in 1999–2003; nil when it is absent or empty.
func yearOf(text string) (*float64, error) {
	if text == "" {
		return nil, nil
	}
	digits, _, _ := strings.Cut(strings.Replace(text, "–", "-", 1), "-")
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1000 || n > 9999 {
		return nil, fault.Param("y", "a year of four digits")
	}
	year := float64(n)
	return &year, nil
}

// byID answers i.
func byID(x *wire.Exchange, id string) error {
	found, err := x.Visit.Film(id, film.Detail).Answer(x.Context())
	switch {
	case fault.Is(err, fault.FilmNotFound):
		if _, ok := film.ParseID(id); !ok {
			return x.AnswerJSON(failure{"False", "Incorrect IMDb ID."})
		}
		return notFound(x)
	case err != nil:
		return err
	}
	f, err := found.Value(x.Base())
	if err != nil {
		return err
	}
	return x.AnswerJSON(newDetail(f))
}

// byTitle answers t and y with the film that the title is most probably of.
func byTitle(x *wire.Exchange, title string, year *float64) error {
	found, err := x.Visit.Films(app.FilmsQuestion{
		Query: film.Query{Text: title, Titles: true, Filters: film.Filters{YearMin: year, YearMax: year}}, Page: film.Page{Limit: 1}, View: film.Detail,
	}).Answer(x.Context())
	if err != nil {
		return err
	}
	if found.Len() == 0 || strings.TrimSpace(title) == "" {
		return notFound(x)
	}
	all, err := found.Values(x.Base())
	if err != nil {
		return err
	}
	return x.AnswerJSON(newDetail(all[0]))
}

// pageSize is how many results a page has, and lastPage the last page there is, however many
// results there are.
const (
	pageSize = 10
	lastPage = 100
)

// search answers s, y and page with the films that have the words in a title.
func search(x *wire.Exchange, words string, year *float64, page string) error {
	n := 1
	if page != "" {
		var err error
		if n, err = strconv.Atoi(page); err != nil || n < 1 || n > lastPage {
			return fault.Param("page", "an integer from 1 to 100")
		}
	}
	found, err := x.Visit.Films(app.FilmsQuestion{
		Query: film.Query{Text: words, Titles: true, Filters: film.Filters{YearMin: year, YearMax: year}},
		Page:  film.Page{Limit: pageSize, Offset: (n - 1) * pageSize}, View: film.List, Fields: "title,year,poster",
	}).Answer(x.Context())
	if err != nil {
		return err
	}
	if found.Len() == 0 {
		return notFound(x)
	}
	films, err := found.Values(x.Base())
	if err != nil {
		return err
	}
	all := results{Search: []listItem{}, Total: strconv.Itoa(found.Total), Response: "True"}
	for _, f := range films {
		all.Search = append(all.Search, newListItem(f))
	}
	return x.AnswerJSON(all)
}
