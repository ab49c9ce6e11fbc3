// Package docs is the documentation of the service as pages: how to begin, the reference of
// every operation with a form that calls it, the table of errors, limits, agents, and the manual
// that the program carries.
//
// What is told is never typed twice: the reference is made of the description that is served
// (package reference), limits of the plans, errors of the error table, the manual of the
// repository's documents (package manual). Start reading at Register.
package docs

import (
	"fmt"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"kinodex"
	"kinodex/internal/access"
	"kinodex/internal/serve/site/docs/manual"
	"kinodex/internal/serve/site/docs/reference"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
)

// family is the pages of the documentation. It is safe for concurrent use.
type family struct {
	manual    *manual.Manual
	reference func() *reference.Reference // made when it is first asked for
	index     func() (*index, error)      // likewise
}

// elsewhere are the documents that have pages of their own, by path in the repository.
var elsewhere = map[string]string{
	"docs/api/errors.md":                          errorsPage,
	"internal/serve/site/docs/pages/migration.md": migrationPage,
	"internal/serve/site/docs/pages/changelog.md": changelogPage,
}

// Register adds the pages. describe is called when the first page is asked for; the description
// that it returns must be complete, and must not be changed after that.
func Register(s *page.Site, describe func() *huma.OpenAPI) error {
	m, err := manual.New(kinodex.Documents, elsewhere)
	if err != nil {
		return fmt.Errorf("the documentation: %w", err)
	}
	f := &family{manual: m}
	f.reference = sync.OnceValue(func() *reference.Reference { return reference.New(describe(), s.App.Policy()) })
	f.index = sync.OnceValues(func() (*index, error) { return newIndex(f.manual, f.reference()) })
	for path, get := range map[string]func(*page.View) error{
		"/docs": f.contents, "/docs/start": f.start, "/docs/connect": f.connect, "/docs/search": f.search,
		reference.Path: f.listOperations, reference.Path + "/{operation}": f.showOperation,
		manual.Prefix: f.listManual, manual.Prefix + "/{document}": f.showDocument, manual.Prefix + "/{folder}/{document}": f.showDocument,
	} {
		s.Handle(page.Route{Path: path, Get: get, Need: open, Takes: page.Named("q")})
	}
	s.Handle(page.Route{Path: designPage, Get: design, Need: access.Needs.Films})
	s.Handle(page.Route{Path: "/docs/limits", Get: f.limits, Data: true, Need: open})
	draft, err := kinodex.Documents.ReadFile(strings.TrimPrefix(draftPage, "/"))
	if err != nil {
		return fmt.Errorf("the documentation: %w", err)
	}
	s.Mux.HandleFunc("GET "+draftPage, plainly(string(draft)))
	f.registerTexts(s)
	s.Handle(page.Route{Path: "/docs/console", Get: func(v *page.View) error { return v.Moved(reference.Path) }, Need: open})
	return nil
}

// Where pages of the documentation belong, for the links that lead back.
var (
	contents   = part.Section{Path: "/docs", Name: "Documentation"}
	operations = part.Section{Path: reference.Path, Name: "Reference"}
)

// open is what the documentation needs of its readers: nothing.
var open = access.Need{Open: true}
