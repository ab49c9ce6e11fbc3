package serve

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/search"
	"kinodex/internal/serve/wire"
)

var (
	//go:embed pages/cited.html
	citedPage string
	//go:embed pages/cited.css
	citedStyle string

	citedTemplate = template.Must(template.New("cited").Parse(citedPage))
	// citedPolicy lets a page have its own style and nothing else.
	citedPolicy = func() []string {
		sum := sha256.Sum256([]byte(citedStyle))
		return []string{"default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
			"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"}
	}()
)

// citationPage is what the page of a citation is made of.
type citationPage struct {
	Title string
	Lines []string
	Data  string // the path of the record; empty for none
	Style template.CSS
}

// registerCited serves the pages that citations lead to (REQ M-34, M-35): what was
// cited, as text, for people who have no key. They cost nothing, are bounded as pages are, and
// are answered beside the requests of callers without a key. It is called after the site
// is registered, whose pages at the same paths show the same and more.
func (s *service) registerCited(doc *huma.OpenAPI) {
	for _, c := range []struct {
		id, path, summary string
		kind              search.Kind
	}{
		{"getFilmPage", "/films/{id}", "A film, for people", search.FilmRow},
		{"getScriptPage", "/scripts/{id}", "A measured screenplay, for people", search.ScriptRow},
	} {
		describePage(doc, c.id, c.path, c.summary)
		if s.mux.has("GET " + c.path) {
			continue // the site has a page that shows more
		}
		s.mux.HandleFunc("GET "+c.path, func(w http.ResponseWriter, r *http.Request) {
			x := w.(*wire.Exchange)
			defer x.Within()()
			defer x.Leave()
			if err := s.showCited(x, c.kind); err != nil {
				x.Fail(err)
			}
		})
	}
}

// showCited answers with the page of one citation, and with a page of status 404
// when there is no such thing. Every other error is returned, unanswered.
func (s *service) showCited(x *wire.Exchange, kind search.Kind) error {
	h := x.Header()
	h["Content-Security-Policy"] = citedPolicy
	h["X-Content-Type-Options"] = noSniffing
	if err := x.OpenVisit(s.app, access.SiteReader(x.Address())); err != nil {
		return err
	}
	if err := x.Enter(false); err != nil {
		return err
	}
	id, _ := film.ParseID(x.R.PathValue("id"))
	found, err := x.Visit.Fetch(x.Context(), app.Citation{Kind: kind, Film: id}.Key())
	switch {
	case err != nil && wire.Status(fault.From(err).Kind) == http.StatusNotFound:
		h["Cache-Control"] = notKept
		return sendCited(x, http.StatusNotFound, citationPage{
			Title: "Not here", Lines: []string{"Nothing has this address. What was cited may be gone since."},
		})
	case err != nil:
		return err
	}
	lines := strings.Split(found.Text, "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" || line == found.Title })
	h["Cache-Control"] = servedForAnyone
	return sendCited(x, http.StatusOK, citationPage{Title: found.Title, Lines: lines, Data: x.Base() + found.Data()})
}

// sendCited answers with a page. An error means that nothing was sent.
func sendCited(x *wire.Exchange, status int, shown citationPage) error {
	shown.Style = template.CSS(citedStyle)
	var b bytes.Buffer
	if err := citedTemplate.Execute(&b, shown); err != nil {
		return err
	}
	x.SendHTML(status, b.Bytes())
	return nil
}

// describePage adds a page to the description.
func describePage(doc *huma.OpenAPI, id, path, summary string) {
	html := map[string]*huma.MediaType{"text/html": {Schema: &huma.Schema{Type: huma.TypeString}}}
	op := &huma.Operation{
		OperationID: id, Method: http.MethodGet, Path: path, Summary: summary,
		Description: "The page that citations of the connector lead to. For everyone, without a key; costs nothing.",
		Tags:        []string{"service"}, Security: []map[string][]string{{}},
		Parameters: []*huma.Param{needed("id", "path", "A film's id.", "tt0041959")},
		Responses: map[string]*huma.Response{
			"200": {Description: "The page.", Content: html},
			"404": {Description: "There is no such thing; a page that says so.", Content: html},
		},
	}
	for status, name := range map[string]string{
		"414": "URITooLong", "429": "TooManyRequests", "431": "HeadersTooLarge", "500": "InternalError", "503": "Unavailable",
	} {
		op.Responses[status] = &huma.Response{Ref: "#/components/responses/" + name}
	}
	doc.AddOperation(op)
}
