package docs

import (
	_ "embed"
	"fmt"
	"net/http"
	"strings"

	"kinodex/internal/serve/site/markdown"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/table"
	"kinodex/internal/serve/wire"
)

// The pages that answers of the interface lead to. Programs get them as Markdown, browsers as
// pages.
const (
	errorsPage    = "/docs/errors"
	migrationPage = "/docs/migration"
	changelogPage = "/changelog"
)

//go:embed pages/migration.md
var migration string

//go:embed pages/changelog.md
var changelog string

// texts returns the pages that answers lead to, as Markdown.
func texts() map[string]string {
	return map[string]string{errorsPage: ErrorTable(), migrationPage: migration, changelogPage: changelog}
}

// RegisterTexts serves the pages that docs_url and the Link header lead to as plain text, so
// that every address an answer gives can be followed, whether or not there are pages for
// people.
func RegisterTexts(mux wire.Mux) {
	for path, text := range texts() {
		mux.HandleFunc("GET "+path, plainly(text))
		mux.HandleFunc("GET "+path+".md", plainly(text))
	}
}

// plainly answers with a text that is the same for everyone.
func plainly(text string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		x := w.(*wire.Exchange)
		x.Header().Set("Cache-Control", "public, max-age=300")
		x.Header().Set("Vary", varies)
		x.SendText(http.StatusOK, append(x.Body(), text...))
	}
}

// varies names what such an answer follows from, besides the address.
const varies = "Accept, Cookie, Accept-Encoding"

// registerTexts serves the same addresses as pages to those who prefer HTML, which browsers
// do, and as text to all others.
func (f *family) registerTexts(s *page.Site) {
	RegisterTexts(s.Mux)
	people := *s
	people.Mux = forPeople{s.Mux}
	people.Handle(page.Route{Path: errorsPage, Get: f.errors, Data: true, Need: open})
	people.Handle(page.Route{Path: migrationPage, Get: f.document(migrationPage), Need: open})
	people.Handle(page.Route{Path: changelogPage, Get: f.document(changelogPage), Need: open})
}

// forPeople is a mux whose pages at the addresses of texts are for those who prefer HTML.
type forPeople struct{ wire.Mux }

// HandleFunc adds a page.
func (m forPeople) HandleFunc(pattern string, show func(http.ResponseWriter, *http.Request)) {
	text, ok := texts()[strings.TrimPrefix(pattern, "GET ")]
	if !ok {
		m.Mux.HandleFunc(pattern, show)
		return
	}
	send := plainly(text)
	m.Mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		if page.PrefersHTML(r.Header.Get("Accept")) {
			show(w, r)
			return
		}
		send(w, r)
	})
}

// document shows one of the texts as a page.
func (f *family) document(address string) func(*page.View) error {
	return func(v *page.View) error {
		p, err := markdown.Render([]byte(texts()[address]), f.manual.Links("docs/api/page.md"))
		if err != nil {
			return err
		}
		v.Header().Set("Vary", varies)
		return v.Answer(page.Answer{
			Title: p.Title, Description: p.Title + ", for those who call the interface.", Content: documentPage(p, nil),
		})
	}
}

// errors shows the table of errors, each with the anchor that docs_url leads to.
func (f *family) errors(v *page.View) error {
	p, err := markdown.Render([]byte(ErrorTable()), f.manual.Links("docs/api/errors.md"))
	if err != nil {
		return err
	}
	v.Header().Set("Vary", varies)
	return v.Answer(page.Answer{
		Title: p.Title, Description: "Every error of the interface, its status and what to do about it.",
		Content: documentPage(p, nil), Tables: []table.Table{errorRows()}, Data: errorData(),
	})
}

// errorRows returns the codes as a table.
func errorRows() table.Table {
	t := table.Table{Name: "errors", Caption: "Errors", Columns: []table.Column{{Name: "Code"}, {Name: "Status", Numeric: true}, {Name: "Meaning"}}}
	for _, c := range wire.Codes() {
		code, status, meaning := string(c.Kind), c.Status, c.Meaning
		t.Add(table.Text(code), table.Int(status), table.Text(meaning))
	}
	return t
}

// errorRow is a code of the error table as data.
type errorRow struct {
	Code    string `json:"code"`
	Status  int    `json:"status"`
	Meaning string `json:"meaning"`
}

func errorData() []errorRow {
	var all []errorRow
	for _, c := range wire.Codes() {
		all = append(all, errorRow{string(c.Kind), c.Status, c.Meaning})
	}
	return all
}

// ErrorTable is every error there is, as a page in Markdown.
func ErrorTable() string {
	var b strings.Builder
	b.WriteString(`# Errors

Both versions answer every error as JSON, whatever the Accept header says:

` + "```json" + `
{"error": {"code": "invalid_parameter", "message": "limit must be an integer from 1 to 500", "status": 400,
           "param": "limit", "allowed": "an integer from 1 to 500",
           "request_id": "req_k7m2vw9xq4t8bn3c", "docs_url": "https://…/docs/errors#invalid_parameter"}}
` + "```" + `

` + "An error always has `code`, `message`, `status`, `request_id` and `docs_url`. It has `param` and `allowed`" + `
when a parameter or field is wrong. Codes never change; messages may. Only answers of status 200, 201, 302 and 404
count against the day's budget, and the 400 of a document that exceeded the limits of its reading, whose message says
so. Checks come in a fixed order: path and method (404, 405), key (401), plan and scope (403), parameters (400),
budget (429), lookup (404).

| code | status | meaning |
|---|---|---|
`)
	for _, c := range wire.Codes() {
		fmt.Fprintf(&b, "| <a id=\"%s\"></a>`%s` | %d | %s |\n", c.Kind, c.Kind, c.Status, c.Meaning)
	}
	b.WriteString(`
Errors have these headers: ` + "`WWW-Authenticate`" + ` on 401, ` + "`Allow`" + ` on 405, ` + "`Retry-After`" + ` in seconds on 429 and 503, and on a
409 that is temporary. The transport refuses headers beyond 64 KiB and requests that are not HTTP, in plain text.
`)
	return b.String()
}
