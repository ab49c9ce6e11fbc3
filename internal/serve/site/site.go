// Package site is the web site of the service: everything it knows and can do, as pages for
// people.
//
// Each page family is a package of its own; here they are put together, with the static
// files. The walk of a page is in package page, what pages share in part, pictures in chart.
// Start reading at Register.
package site

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/serve/site/account"
	"kinodex/internal/serve/site/admin"
	"kinodex/internal/serve/site/analyze"
	"kinodex/internal/serve/site/atlas"
	"kinodex/internal/serve/site/covers"
	"kinodex/internal/serve/site/docs"
	"kinodex/internal/serve/site/films"
	"kinodex/internal/serve/site/forecast"
	"kinodex/internal/serve/site/guides"
	"kinodex/internal/serve/site/home"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/people"
	"kinodex/internal/serve/site/posters"
	"kinodex/internal/serve/site/recommend"
	"kinodex/internal/serve/site/research"
	"kinodex/internal/serve/site/scripts"
	"kinodex/internal/serve/site/search"
	"kinodex/internal/serve/site/slate"
	"kinodex/internal/serve/site/statistics"
	"kinodex/internal/serve/site/web"
	"kinodex/internal/serve/traffic"
	"kinodex/internal/serve/wire"
)

// Mode says for whom the pages are.
type Mode string

// The modes.
const (
	Public   Mode = "public"    // what is open is for everybody
	SignedIn Mode = "signed-in" // all is for those who are signed in
	Off      Mode = "off"       // there are no pages but those of sign-in
)

// Modes are all of them.
func Modes() []Mode { return []Mode{Public, SignedIn, Off} }

// Options are what an operator decides.
type Options struct {
	Mode Mode // Public when empty
	// Traffic is what the process counts of its requests, for operators. Required unless the mode is Off.
	Traffic *traffic.Hour
}

// Check returns an error unless the mode is one of Modes.
func (o Options) Check() error {
	if o.Mode != "" && !slices.Contains(Modes(), o.Mode) {
		return fmt.Errorf("the site is one of %q, not %q", Modes(), o.Mode)
	}
	return nil
}

// Register adds the pages to mux and returns what they share. With the mode Off it adds only the static
// files, which the pages of sign-in need, too. describe returns the description of the service; it is
// called for the first page that shows some of it, and not before.
func Register(a *app.App, mux wire.Mux, describe func() *huma.OpenAPI, o Options) (*page.Site, error) {
	assets, err := web.Load()
	if err != nil {
		return nil, fmt.Errorf("the files of the site: %w", err)
	}
	s := &page.Site{App: a, Mux: mux, Assets: assets, SignedInOnly: o.Mode == SignedIn}
	for _, address := range assets.All() {
		mux.HandleFunc("GET "+address, static(assets, address))
	}
	if o.Mode == Off {
		docs.RegisterTexts(mux)
		return s, nil
	}
	home.Register(s)
	account.Register(s)
	admin.Register(s, o.Traffic)
	films.Register(s)
	research.Register(s)
	scripts.Register(s)
	people.Register(s)
	guides.Register(s)
	search.Register(s)
	analyze.Register(s)
	slate.Register(s)
	atlas.Register(s)
	statistics.Register(s)
	forecast.Register(s)
	if err := docs.Register(s, describe); err != nil {
		return nil, err
	}
	recommend.Register(s)
	posters.Register(s)
	covers.Register(s)
	return s, nil
}

// static answers with a file that never changes at its address.
func static(assets *web.Assets, address string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		x := w.(*wire.Exchange)
		f, ok := assets.File(address)
		if !ok {
			x.Fail(fault.New(fault.NotFound, "there is no file at this address"))
			return
		}
		h := x.Header()
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Vary", "Accept-Encoding")
		x.SendAs(f.Media, http.StatusOK, append(x.Body(), f.Body...))
	}
}
