// Package stremio answers Stremio as an add-on of catalogues and descriptions of our own films: below
// Prefix, read-only, with or without a key (REQ F2-143 to F2-147). A program installs the add-on by the
// address of its manifest, and then asks for catalogues, a hundred films at a time, and for films.
//
// Stremio sends no header that a person chose. A key therefore stands in the path, where TakeKey
// takes it out before anything else reads the address. Start reading at Register, then catalog.
package stremio

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
)

// Prefix is where the add-on stands. Its manifest is at Prefix/manifest.json, or at
// Prefix/KEY/manifest.json for the holder of a key.
const Prefix = "/stremio"

// manifestFile is the last part of the address by which the add-on is installed.
const manifestFile = "manifest.json"

// movie is the only type of the protocol that we have anything of.
const movie = "movie"

// Dialect is what every answer under Prefix carries: answers are for their caller's cache.
var Dialect = &wire.Dialect{
	Prefix:              Prefix,
	CacheControl:        []string{"private, max-age=3600, stale-while-revalidate=86400"},
	PrivateCacheControl: []string{"private, max-age=3600, stale-while-revalidate=86400"},
	KeyPlaces:           "the address of the add-on, " + Prefix + "/KEY/" + manifestFile,
	Says:                says,
}

// caching says in an answer what Dialect says in its header, as the protocol has it: in seconds.
type caching struct {
	MaxAge          int `json:"cacheMaxAge"`
	StaleRevalidate int `json:"staleRevalidate"`
}

var cached = caching{3600, 86400}

// Options are what the rest of the server decides for the add-on.
type Options struct {
	Keyless bool // whether it answers without a key, as public pages do
	Pages   bool // whether there are pages of films and covers to lead to
}

// service answers the routes.
type service struct {
	app   *app.App
	pages bool
}

// Register adds the routes to a mux.
func Register(a *app.App, mux wire.Mux, o Options) {
	s := &service{a, o.Pages}
	api := wire.API{App: a, Mux: mux, Doc: wire.NewDescription(&huma.Info{Title: "Stremio", Version: "3"})}
	get(api, o, "/"+manifestFile, access.Needs.Films, s.manifest)
	get(api, o, "/catalog/{type}/{id}", access.Needs.Films, s.catalog)
	get(api, o, "/catalog/{type}/{id}/{extra}", access.Needs.Films, s.catalog)
	get(api, o, "/meta/{type}/{id}", access.Needs.Film, s.meta)
	for _, p := range pictures() {
		wire.Handle(api, wire.Route[wire.None]{Operation: operation("/" + p.file), Public: true, Answer: p.answer})
	}
}

func get[P any](api wire.API, o Options, path string, need access.Need, answer func(*wire.Exchange, *P) error) {
	wire.Handle(api, wire.Route[P]{Operation: operation(path), Need: need, Keyless: o.Keyless, Answer: answer})
}

func operation(path string) huma.Operation {
	return huma.Operation{Method: http.MethodGet, Path: Prefix + path, Responses: map[string]*huma.Response{}}
}

// firstParts are what the paths of routes begin with, below Prefix. No key is one of them.
var firstParts = []string{manifestFile, "catalog", "meta", logoFile, backgroundFile}

// TakeKey moves the key out of the path of a request, /stremio/KEY/manifest.json, into the header
// where clients of the interface have it. Whatever stands in the key's place is taken out, also
// what has not the form of a key, so no log, trace or count of routes ever has it.
func TakeKey(r *http.Request) {
	rest, below := strings.CutPrefix(r.URL.EscapedPath(), Prefix+"/")
	first, behind, _ := strings.Cut(rest, "/")
	key, err := url.PathUnescape(first)
	if below && err == nil && slices.Contains(firstParts, key) {
		return
	}
	next, _, _ := strings.Cut(behind, "/")
	path, wrong := url.PathUnescape(behind)
	if err != nil || wrong != nil || key == "" || !slices.Contains(firstParts, next) {
		r.URL.Path, r.URL.RawPath = Prefix, "" // where nothing is
		return
	}
	r.Header.Set("X-Api-Key", key)
	r.URL.Path, r.URL.RawPath = Prefix+"/"+path, Prefix+"/"+behind
}

// keyed reports whether a caller has a key: then no answer may lead to an address that others could
// not open, nor to one with the key in it.
func keyed(x *wire.Exchange) bool { return x.Visit.Caller().Mode != access.Keyless }

// says writes a fault as the protocol's own server does.
func says(x *wire.Exchange, f *fault.Fault, status int) []byte {
	body, _ := json.Marshal(struct {
		Err string `json:"err"`
	}{x.Detail(f, status).Message})
	return body
}

// resource is what the path of a catalogue or a film names.
type resource struct {
	Type  string `path:"type"`
	ID    string `path:"id"`
	Extra string `path:"extra"`
}

// name returns what the last part of a path names. ok is false unless the path is of a film or films
// and the part ends in .json.
func (p *resource) name(last string) (name string, ok bool) {
	name, ok = strings.CutSuffix(last, ".json")
	return name, ok && p.Type == movie
}

// manifest is how the add-on describes itself.
type manifest struct {
	ID          string    `json:"id"`
	Version     string    `json:"version"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Resources   []string  `json:"resources"`
	Types       []string  `json:"types"`
	IDPrefixes  []string  `json:"idPrefixes"`
	Catalogs    []listing `json:"catalogs"`
	Logo        string    `json:"logo"`
	Background  string    `json:"background"`
	Hints       hints     `json:"behaviorHints"`
	caching
}

// hints tell a program what to warn of and to offer. A key stands in the address that a person
// types, so there is nothing to configure on a page.
type hints struct {
	Adult                 bool `json:"adult"`
	P2P                   bool `json:"p2p"`
	Configurable          bool `json:"configurable"`
	ConfigurationRequired bool `json:"configurationRequired"`
}

// listing is a catalogue as the manifest lists it, and extra what may be asked of it.
type listing struct {
	Type  string  `json:"type"`
	ID    string  `json:"id"`
	Name  string  `json:"name"`
	Extra []extra `json:"extra"`
}

type extra struct {
	Name     string   `json:"name"`
	Required bool     `json:"isRequired"`
	Options  []string `json:"options,omitempty"`
}

// manifest answers manifest.json. Genres and decades are those that films of the library have.
func (s *service) manifest(x *wire.Exchange, _ *wire.None) error {
	found, err := x.Visit.Films(app.FilmsQuestion{CountOnly: true, View: film.List, Facets: []string{"genres", "decades"}}).Answer(x.Context())
	if err != nil {
		return err
	}
	m := manifest{
		ID: "org.kinodex.films", Version: s.app.Version(), Name: "Kinodex",
		Description: "Catalogues and descriptions of the films of this Kinodex library. It plays nothing.",
		Resources:   []string{"catalog", "meta"}, Types: []string{movie}, IDPrefixes: []string{"tt"},
		Logo: x.Base() + Prefix + "/" + logoFile, Background: x.Base() + Prefix + "/" + backgroundFile, caching: cached,
	}
	for _, c := range catalogs {
		m.Catalogs = append(m.Catalogs, c.listing(found.Facets))
	}
	return x.AnswerJSON(m)
}
