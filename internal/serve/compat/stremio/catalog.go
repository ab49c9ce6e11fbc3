package stremio

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
)

// pageSize is how many films a page has: fewer are the end of a catalogue to Stremio.
const pageSize = 100

// The names of what may be asked of a catalogue.
const (
	genreExtra  = "genre"
	skipExtra   = "skip"
	searchExtra = "search"
)

// kind is one of the catalogues.
type kind struct {
	id, name string
	// chosenBy is the facet whose values are offered under genre, the one choice that Stremio shows;
	// empty for none.
	chosenBy string
	// required is what must be asked; empty for nothing.
	required string
	query    func(asked url.Values) (film.Query, error)
}

// leastRatings is how many people must have rated a film of the catalogue of the best rated.
const leastRatings = 25_000.0

// mostRated orders films, those first that most people rated.
var mostRated = film.Sort{Field: "filmdb_votes", Desc: true}

// catalogs are the catalogues, in the order in which Stremio shows them. The ids are for ever:
// people's programs have them.
var catalogs = []kind{
	{id: "known", name: "Best known", chosenBy: "genres", query: func(asked url.Values) (film.Query, error) {
		return film.Query{Filters: film.Filters{Genre: asked.Get(genreExtra)}, Sort: mostRated}, nil
	}},
	{id: "rated", name: "Best rated", chosenBy: "genres", query: func(asked url.Values) (film.Query, error) {
		least := leastRatings
		return film.Query{
			Filters: film.Filters{Genre: asked.Get(genreExtra), MinVotes: &least}, Sort: film.Sort{Field: "filmdb_rating", Desc: true},
		}, nil
	}},
	{id: "decade", name: "By decade", chosenBy: "decades", required: genreExtra, query: func(asked url.Values) (film.Query, error) {
		decade := film.Decade(asked.Get(genreExtra))
		if _, err := film.ParseDecade(string(decade)); err != nil {
			return film.Query{}, fault.Param(genreExtra, "a decade such as 1990s")
		}
		return film.Query{Filters: film.Filters{Decade: decade}, Sort: mostRated}, nil
	}},
	{id: "search", name: "Search", required: searchExtra, query: func(asked url.Values) (film.Query, error) {
		return film.Query{Text: asked.Get(searchExtra), Match: film.MatchAuto}, nil
	}},
}

// listing returns the catalogue as the manifest lists it, with the choices that films of the library
// give.
func (k *kind) listing(facets catalog.Facets) listing {
	l := listing{Type: movie, ID: k.id, Name: k.name}
	if k.chosenBy != "" {
		choice := extra{Name: genreExtra, Required: k.required == genreExtra, Options: []string{}}
		for _, c := range facets[k.chosenBy] {
			choice.Options = append(choice.Options, c.Value)
		}
		slices.Sort(choice.Options)
		if k.chosenBy == "decades" {
			slices.Reverse(choice.Options)
		}
		l.Extra = append(l.Extra, choice)
	}
	if k.required == searchExtra {
		l.Extra = append(l.Extra, extra{Name: searchExtra, Required: true})
	}
	l.Extra = append(l.Extra, extra{Name: skipExtra})
	return l
}

// catalog answers a page of a catalogue. What does not exist is 404, a genre that no film has and
// a page behind the last film an empty list.
func (s *service) catalog(x *wire.Exchange, p *resource) error {
	last := p.ID
	if p.Extra != "" {
		last = p.Extra
	}
	id, ok := p.name(last)
	if ok && p.Extra != "" {
		id = p.ID
	}
	at := slices.IndexFunc(catalogs, func(k kind) bool { return k.id == id })
	if !ok || at < 0 {
		return fault.New(fault.NotFound, "there is no such catalogue; the manifest lists those that there are")
	}
	asked, err := extrasOf(x.R.URL, p.Extra != "")
	if err != nil {
		return err
	}
	k := catalogs[at]
	if k.required != "" && strings.TrimSpace(asked.Get(k.required)) == "" {
		return fault.Missing(k.required, "what the catalogue is asked for")
	}
	skip, err := skipOf(asked.Get(skipExtra))
	if err != nil {
		return err
	}
	q, err := k.query(asked)
	if err != nil {
		return err
	}
	found, err := x.Visit.Films(app.FilmsQuestion{Query: q, Page: film.Page{Limit: pageSize, Offset: skip}, View: film.List, Fields: previewFields}).Answer(x.Context())
	if err != nil {
		return err
	}
	films, err := found.Values(x.Base())
	if err != nil {
		return err
	}
	answer := struct {
		Metas []preview `json:"metas"`
		caching
	}{make([]preview, 0, len(films)), cached}
	for _, f := range films {
		answer.Metas = append(answer.Metas, s.newPreview(x, f))
	}
	return x.AnswerJSON(answer)
}

// extrasOf reads what is asked of a catalogue from the last part of a path, as it was sent:
// genre=Film-Noir&skip=100.json. Decoding the path first would lose an & within a value.
func extrasOf(u *url.URL, given bool) (url.Values, error) {
	if !given {
		return nil, nil
	}
	path := u.EscapedPath()
	query := strings.TrimSuffix(path[strings.LastIndexByte(path, '/')+1:], ".json")
	if strings.HasSuffix(query, "%2Ejson") || strings.HasSuffix(query, "%2ejson") {
		query = query[:len(query)-len("%2Ejson")]
	}
	asked, err := url.ParseQuery(query)
	if err != nil {
		return nil, fault.Param("extra", "percent-encoded pairs such as genre=Drama&skip=100")
	}
	return asked, nil
}

// skipOf reads how many films of a catalogue stand before the page; empty for none. A catalogue ends
// before the greatest number that is read, so that who asks for more finds its end.
func skipOf(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	if strings.Trim(text, "0123456789") != "" {
		return 0, fault.Param(skipExtra, "a whole number of films, such as 100")
	}
	n, err := strconv.Atoi(text)
	if err != nil || n > app.MaxOffset {
		n = app.MaxOffset
	}
	return n, nil
}
