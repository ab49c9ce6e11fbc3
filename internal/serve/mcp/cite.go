package mcp

import (
	"context"
	"reflect"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/search"
)

// mostCited is how many citations search gives at most.
const mostCited = 20

// The arguments of the tools for research assistants.
type (
	citeArguments struct {
		Query string `json:"query" rest:"q" alias:"title,name,search,text,keyword,keywords" minLength:"1" maxLength:"500" doc:"Titles, people, keywords, words of the synopsis; two characters or more."`
	}
	fetchArguments struct {
		ID string `json:"id" minLength:"1" maxLength:"100" doc:"As search gave it: film:tt0041959 or script:tt0041959."`
	}
)

// citeTools returns the two tools by which research assistants search and cite (REQ M-34,
// M-35).
func citeTools() []tool {
	return []tool{
		takes(tool{
			name: "search", title: "Search for citations",
			about: "Find films and measured screenplays by words, as ids with titles and addresses to cite. Read one with fetch. For filters and figures use search_films.",
			need:  access.Needs.Search, cited: true, output: reflect.TypeFor[citations](),
		}, cite),
		takes(tool{
			name: "fetch", title: "Fetch a citation",
			about: "The text of a film or a measured screenplay, to quote, with its address, by an id that search gave.",
			need:  access.Needs.Film, cited: true, rest: "get_film and get_script have all of it.", output: reflect.TypeFor[document](),
		}, fetch),
	}
}

// citation is one thing that search found. ID can be given to fetch; URL is its address at this service.
type citation struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"`
}

// citations is the answer of search. Results is never nil; it is empty when nothing was
// found.
type citations struct {
	Results []citation `json:"results"`
	Hint    string     `json:"hint,omitempty"` // what to try when there are no results
}

// document is the answer of fetch. Metadata has only what is known.
type document struct {
	ID       string            `json:"id"`
	Title    string            `json:"title"`
	Text     string            `json:"text"`
	URL      string            `json:"url"`
	Metadata map[string]string `json:"metadata"`
}

// cited returns a citation with its address at this service.
func (c *call) cited(one app.Citation) citation {
	return citation{one.Key(), one.Title, c.base + one.Path()}
}

// cite answers search, best first. Nothing found is an empty list with a hint.
func cite(ctx context.Context, c *call, in citeArguments, dst []byte) ([]byte, error) {
	found, err := c.visit.Cite(ctx, search.Question{Text: in.Query, Limit: mostCited})
	if err != nil {
		return nil, renamed(err, map[string]string{"q": "query"})
	}
	told := citations{Results: make([]citation, len(found))}
	if len(found) == 0 {
		told.Hint = "Nothing has these words, nor most of them. Use fewer, or search_films with filters."
	}
	for i, one := range found {
		told.Results[i] = c.cited(one)
	}
	return c.encode(dst, told)
}

// fetch answers fetch. An id that names nothing is NOT_FOUND, a text that is no id
// INVALID_INPUT (REQ M-35).
func fetch(ctx context.Context, c *call, in fetchArguments, dst []byte) ([]byte, error) {
	found, err := c.visit.Fetch(ctx, in.ID)
	if err != nil {
		return nil, withToolHint(err, in.ID)
	}
	one := c.cited(found.Citation)
	return c.encode(dst, document{one.ID, one.Title, found.Text, one.URL, found.Metadata})
}
