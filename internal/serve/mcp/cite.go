package mcp

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/search"
)

// mostCited is how many citations search gives.
const mostCited = 20

// The two tools by which research assistants search and cite (TRACE M-34, M-35).
func citeTools() []tool {
	return []tool{
		{
			name: "search", title: "Search for citations",
			about: "Find films and measured screenplays by words, as ids with titles and addresses to cite. Read one with fetch. For filters and figures use search_films.",
			takes: []argument{text("query", search.MaxText, "Titles, people, keywords, words of the synopsis; two characters or more.").needed()},
			need:  access.Needs.Search, answer: cite,
		},
		{
			name: "fetch", title: "Fetch a citation",
			about: "The text of a film or a measured screenplay, to quote, with its address, by an id that search gave.",
			takes: []argument{text("id", 100, "As search gave it: film:tt0041959 or script:tt0041959.").needed()},
			need:  access.Needs.Film, rest: "get_film and get_script have all of it.", answer: fetch,
		},
	}
}

type cited struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"`
}

func (c *call) cited(one app.Citation) cited {
	return cited{one.Key(), one.Title, c.base + one.Path()}
}

func cite(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	found, err := c.visit.Cite(ctx, search.Question{Text: c.text("query"), Limit: mostCited})
	if err != nil {
		return nil, renamed(err, map[string]string{"q": "query"})
	}
	told := struct {
		Results []cited `json:"results"`
		Hint    string  `json:"hint,omitempty"`
	}{Results: make([]cited, len(found))}
	if len(found) == 0 {
		told.Hint = "Nothing has all these words. Use fewer of them, or search_films with filters."
	}
	for i, one := range found {
		told.Results[i] = c.cited(one)
	}
	return appendJSON(dst, told)
}

func fetch(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	found, err := c.visit.Fetch(ctx, c.text("id"))
	if err != nil {
		return nil, toward(err, c.text("id"))
	}
	one := c.cited(found.Citation)
	dst = film.AppendText(append(dst, `{"id":`...), one.ID)
	dst = film.AppendText(append(dst, `,"title":`...), one.Title)
	dst = film.AppendText(append(dst, `,"text":`...), found.Text)
	dst = film.AppendText(append(dst, `,"url":`...), one.URL)
	dst, err = appendJSON(append(dst, `,"metadata":`...), found.Metadata)
	return append(dst, '}'), err
}
