package reference

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
)

// Call is a request that can be made as it stands, but for the address of the service
// and the key.
type Call struct {
	Method string
	Target string   // path and query
	Body   string   // JSON, indented; empty for none
	Keyed  bool     // whether it needs a key
	Files  []string // fields of a form that carry a file in place of the body; empty for none
	Lines  bool     // whether the answer is one JSON value a line
}

// shown names the parameters of the query that an example has, besides those that
// are required. They are chosen so that the answer has something in it.
var shown = map[string][]string{
	"listFilms":     {"genre", "decade", "sort"},
	"findFilm":      {"title", "year"},
	"getRandomFilm": {"genre"},
	"streamFilms":   {"fields"},
	"listFilmsV1":   {"decade", "sort"},
	"listActors":    {"q"},
	"listScripts":   {"tier"},
	"getAtlas":      {"decade_min", "decade_max"},
	"getSnapshot":   {"format"},
}

// present names what a fresh machine has, where the description's own example is
// something that it has not.
var present = map[string]string{"getScript": "tt0042192", "getFilmScript": "tt0042192"}

// call makes the request of the examples, and notes in the parameters what it sends; nil when
// a part of it that is needed has no example.
func (o *Operation) call() *Call {
	c := &Call{Method: o.Method, Target: o.Path, Keyed: !o.Public}
	var query []string
	for i := range o.Parameters {
		p := &o.Parameters[i]
		wanted := p.Required || slices.Contains(shown[o.ID], p.Name)
		switch {
		case p.Required && p.Example == "":
			return nil
		case p.In == "path":
			p.Sent = cmp.Or(present[o.ID], p.Example)
			c.Target = strings.ReplaceAll(c.Target, "{"+p.Name+"}", url.PathEscape(p.Sent))
		case p.In == "query" && wanted && p.Example != "":
			p.Sent = p.Example
			query = append(query, url.QueryEscape(p.Name)+"="+readable.Replace(url.QueryEscape(p.Sent)))
		}
	}
	if len(query) > 0 {
		c.Target += "?" + strings.Join(query, "&")
	}
	if o.Body != nil {
		if c.Body = o.Body.Example; c.Body == "" {
			return nil
		}
		for _, f := range o.Body.Files {
			if f.Required && f.Type == "file" {
				c.Files = append(c.Files, f.Name)
			}
		}
	}
	for _, a := range o.Answers {
		c.Lines = c.Lines || slices.Contains(a.Media, "application/x-ndjson")
	}
	return c
}

// readable gives back what a query may hold as it is.
var readable = strings.NewReplacer("%2C", ",", "%3A", ":")
