package serve

import (
	_ "embed"
	"fmt"
	"net/http"
	"strings"

	"kinodex/internal/serve/wire"
)

//go:embed pages/migration.md
var migrationPage string

//go:embed pages/changelog.md
var changelogPage string

// registerPages serves the pages that docs_url and the Link header lead to, so that
// every address an answer gives can be followed, and the interface's history.
func (s *service) registerPages() {
	for path, text := range map[string]string{
		"/docs/errors": ErrorTable(), "/docs/migration": migrationPage, "/changelog": changelogPage,
	} {
		s.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			x := w.(*wire.Exchange)
			x.Header()["Cache-Control"] = servedForAnyone
			x.SendText(http.StatusOK, append(x.Body(), text...))
		})
	}
}

// ErrorTable is every error there is, as a page in Markdown.
func ErrorTable() string {
	var b strings.Builder
	b.WriteString(`# Errors

Every error of either version, whatever the Accept header says, is

` + "```json" + `
{"error": {"code": "invalid_parameter", "message": "limit must be an integer from 1 to 500", "status": 400,
           "param": "limit", "allowed": "an integer from 1 to 500",
           "request_id": "req_k7m2vw9xq4t8bn3c", "docs_url": "https://…/docs/errors#invalid_parameter"}}
` + "```" + `

` + "`code`, `message` and `status` are always there, and so are `request_id` and `docs_url`; `param` and `allowed`" + `
where a parameter or field is at fault. Codes never change; messages may. Only answers of status 200, 201, 302 and 404
are counted against the day's budget, and the 400 of a document that used up what its reading may take, which says so. Refusals come in a fixed order: path and method (404, 405), key (401), plan
and scope (403), parameters (400), budget (429), lookup (404).

| code | status | meaning |
|---|---|---|
`)
	for _, c := range wire.Codes() {
		fmt.Fprintf(&b, "| <a id=\"%s\"></a>`%s` | %d | %s |\n", c.Kind, c.Kind, c.Status, c.Meaning)
	}
	b.WriteString(`
Headers with them: ` + "`WWW-Authenticate`" + ` on 401, ` + "`Allow`" + ` on 405, ` + "`Retry-After`" + ` in seconds on 429 and 503, and on a
409 that will pass. Headers beyond 64 KiB and requests that are not HTTP are refused by the transport, in plain text.
`)
	return b.String()
}
