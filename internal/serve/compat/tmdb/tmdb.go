// Package tmdb answers clients of the movie database's interface, version 3, from our own
// films: below Prefix, read-only, with our keys, scopes, budgets and limits (REQ CO-01 to
// CO-09). What we do not know is null, empty or zero, as it is there; docs/compat.md lists what
// is answered.
//
// A handler turns parameters into a question, asks the application, and writes the answer in
// their shape. Unknown parameters are ignored, since clients send many. The routes are not in
// our description: theirs is the description. Start reading at Register, then movie.
package tmdb

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
// Prefix and /3 behind it, or that of the service alone (AtRoot).
const Prefix = "/tmdb"

// Dialect is what every answer under Prefix carries: answers are for their caller's cache.
var Dialect = &wire.Dialect{
	Prefix:              Prefix,
	CacheControl:        []string{"private, max-age=300"},
	PrivateCacheControl: []string{"private, max-age=300"},
	KeyPlaces:           "the api_key parameter or the Authorization header (Bearer)",
	Says:                says,
}

// AtRoot reports whether an address is one of theirs on a host of its own: /3/movie/550.
func AtRoot(u *url.URL) bool { return strings.HasPrefix(u.Path, "/3/") }

// service answers the routes.
type service struct{ app *app.App }

// Register adds the routes to a mux.
func Register(a *app.App, mux wire.Mux) {
	s := &service{a}
	api := wire.API{App: a, Mux: mux, Doc: wire.NewDescription(&huma.Info{Title: "TMDb", Version: "3"})}
	get(api, "/3/configuration", access.Needs.Status, configuration)
	get(api, "/3/genre/movie/list", access.Needs.Stats, genres)
	get(api, "/3/movie/{id}", access.Needs.Film, movie)
	for _, part := range filmParts {
		get(api, "/3/movie/{id}/"+part.name, access.Needs.Film, part.answer)
	}
	get(api, "/3/movie/{id}/similar", access.Needs.Similar, similar)
	get(api, "/3/movie/{id}/recommendations", access.Needs.Suggest, recommendations)
	get(api, "/3/movie/popular", access.Needs.Films, popular)
	get(api, "/3/movie/top_rated", access.Needs.Films, topRated)
	get(api, "/3/movie/now_playing", access.Needs.Films, nowPlaying)
	get(api, "/3/movie/changes", access.Needs.Films, s.changes)
	get(api, "/3/movie/upcoming", access.Needs.Films, upcoming)
	for _, path := range emptyLists {
		get(api, "/3/"+path, access.Needs.Status, empty)
	}
	get(api, "/3/genre/tv/list", access.Needs.Status, noGenres)
	get(api, "/3/find/{id}", access.Needs.Film, find)
	get(api, "/3/search/movie", access.Needs.Films, searchMovie)
	get(api, "/3/search/person", access.Needs.People, searchPerson)
	get(api, "/3/search/multi", access.Needs.Films, searchMulti)
	get(api, "/3/discover/movie", access.Needs.Films, discover)
	get(api, "/3/collection/{id}", access.Needs.Films, wholeCollection)
	get(api, "/3/keyword/{id}/movies", access.Needs.Films, keywordFilms)
	get(api, "/3/person/{id}", access.Needs.People, person)
	get(api, "/3/person/{id}/movie_credits", access.Needs.People, movieCredits)
	get(api, "/3/person/{id}/combined_credits", access.Needs.People, combinedCredits)
	get(api, "/3/person/{id}/external_ids", access.Needs.People, personIDs)
	get(api, "/3/person/{id}/images", access.Needs.People, personImages)
	wire.Handle(api, wire.Route[imageParams]{Operation: operation("/t/p/{size}/{file}"), Public: true, Answer: s.image})
}

// get adds a route that needs a caller.
func get[P any](api wire.API, path string, need access.Need, answer func(*wire.Exchange, *P) error) {
	wire.Handle(api, wire.Route[P]{Operation: operation(path), Need: need, Answer: answer})
}

func operation(path string) huma.Operation {
	return huma.Operation{Method: http.MethodGet, Path: Prefix + path, Responses: map[string]*huma.Response{}}
}

// failure is an error in their shape.
type failure struct {
	Success bool   `json:"success"`
	Code    int    `json:"status_code"`
	Message string `json:"status_message"`
}

// Their codes of errors.
const (
	notAuthorized     = 3
	invalidParameters = 5
	invalidKey        = 7
	offline           = 9
	internalError     = 11
	invalidPage       = 22
	overLimit         = 25
	tooManyParts      = 27
	noResource        = 34
	notThisMethod     = 4
)

// says writes a fault in their shape: the code is theirs, the message ours, which says more.
func says(x *wire.Exchange, f *fault.Fault, status int) []byte {
	code := invalidParameters
	switch {
	case status == http.StatusUnauthorized:
		code = invalidKey
	case status == http.StatusForbidden:
		code = notAuthorized
	case status == http.StatusNotFound:
		code = noResource
	case status == http.StatusMethodNotAllowed:
		code = notThisMethod
	case status == http.StatusTooManyRequests:
		code = overLimit
	case status == http.StatusServiceUnavailable:
		code = offline
	case status >= http.StatusInternalServerError:
		code = internalError
	case f.Param == "page":
		code = invalidPage
	case f.Param == partsParam:
		code = tooManyParts
	}
	body, _ := json.Marshal(failure{Code: code, Message: x.Detail(f, status).Message})
	return body
}

// filmID returns the identifier of the film that a path names: by number, with or without
// words behind it as their pages have it, or by identifier. It is one that no film has when
// the path names none.
func filmID(v *app.Visit, named string) string {
	if strings.HasPrefix(named, "tt") {
		return named
	}
	return v.FilmIDNumbered(number(named)).String()
}

// number reads a number, with or without words behind it; 0 for none.
func number(named string) int {
	digits, _, _ := strings.Cut(named, "-")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// pageSize is how many results a page has, and lastPage the last page there is, however many
// results there are.
const (
	pageSize = 20
	lastPage = 500
)

// pageOf reads the parameter page; absent or empty is the first.
func pageOf(text string) (int, error) {
	if text == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > lastPage {
		return 0, fault.Param("page", "an integer from 1 to 500")
	}
	return n, nil
}

// list is a page of results.
type list[T any] struct {
	Page         int `json:"page"`
	Results      []T `json:"results"`
	TotalPages   int `json:"total_pages"`
	TotalResults int `json:"total_results"`
}

// listOf returns a page of results, of which there are total on all pages.
func listOf[T any](page int, results []T, total int) list[T] {
	return list[T]{page, results, min((total+pageSize-1)/pageSize, lastPage), total}
}

// unlessRefused gives back what the request cost when a later question of it is refused for
// its budget, since a refusal costs nothing (REQ Q-08), and returns err.
func unlessRefused(x *wire.Exchange, err error) error {
	if fault.Is(err, fault.QuotaExceeded) || fault.Is(err, fault.RateLimited) {
		if failed := x.Visit.Refund(x.Context()); failed != nil {
			return failed
		}
	}
	return err
}

// detailed is the view that has the movie database's numbers.
const detailed = film.Detail
