// Package covers serves the covers of films, /covers/{id}.svg for pages and /covers/{id}.png for
// previews elsewhere, and what other sites ask to preview a page of a film, /oembed.
//
// An address with the seal that pages give it (app.Visit.CoverSeal) names one picture for ever. It
// shows nothing new, since the page that gave it counted the film. Any other address counts as the
// page of the film does, and is kept for a minute. A preview, which takes a processor long, counts as
// a page in any case.
package covers

import (
	"net/http"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/site/cover"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/wire"
)

// policy lets a picture that is opened by itself load and run nothing.
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const (
	forEver   = "public, max-age=31536000, immutable"
	forMinute = "public, max-age=60"
)

// door answers for covers.
type door struct {
	*page.Site
	previews previews
}

// Register adds the covers and the previews of pages.
func Register(s *page.Site) {
	d := &door{Site: s}
	for path, answer := range map[string]func(*wire.Exchange) error{"/covers/{name}": d.cover, "/oembed": d.embed} {
		s.Mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			x := w.(*wire.Exchange)
			defer x.Within()()
			defer x.Leave()
			h := x.Header()
			h.Set("Content-Security-Policy", policy)
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("Cross-Origin-Resource-Policy", "cross-origin") // other sites show it
			if err := answer(x); err != nil {
				h.Set("Cache-Control", "no-store")
				x.Fail(err)
			}
		})
	}
}

// open opens the visit of whoever asks, who is counted by their address, as readers of citations are.
func (d *door) open(x *wire.Exchange) error {
	caller := access.SiteReader(x.Address())
	caller.OnSite = true
	return x.OpenVisit(d.App, caller)
}

// cover sends a cover. An error means that nothing was sent.
func (d *door) cover(x *wire.Exchange) error {
	id, format, _ := strings.Cut(x.R.PathValue("name"), ".")
	if format != "svg" && format != "png" {
		return fault.New(fault.NotFound, "there is no picture at this address; a cover is /covers/tt0041959.svg")
	}
	if err := d.open(x); err != nil {
		return err
	}
	q := app.CoverQuestion{ID: id, Seal: x.R.URL.Query().Get("v"), Version: cover.Version, Costly: format == "png"}
	source, err := x.Visit.Cover(x.Context(), q)
	if d.SignedInOnly && (err != nil || !source.Sealed) {
		return access.ErrSignInFirst()
	}
	if err != nil {
		return err
	}
	h := x.Header()
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", forMinute)
	if source.Sealed {
		h.Set("Cache-Control", forEver)
	}
	if x.Revalidate() {
		return nil
	}
	if format == "png" {
		return d.preview(x, source)
	}
	if err := x.Enter(false); err != nil {
		return err
	}
	x.SendAs("image/svg+xml", http.StatusOK, cover.SVG(filmOf(source)))
	return nil
}

// preview sends a cover as a preview, drawn by one of the few who may keep a processor busy unless it
// was drawn lately.
func (d *door) preview(x *wire.Exchange, source *app.CoverSource) error {
	name := source.Film.ID.String() + x.Visit.CoverSeal(source.Film.ID, cover.Version)
	drawn := d.previews.get(name)
	if drawn == nil {
		if err := x.Enter(true); err != nil {
			return err
		}
		var err error
		if drawn, err = cover.PNG(filmOf(source)); err != nil {
			return err
		}
		d.previews.put(name, drawn)
	}
	x.SendAs("image/png", http.StatusOK, append(x.Body(), drawn...))
	return nil
}

// filmOf returns the film of a source as covers are drawn from it.
func filmOf(s *app.CoverSource) *cover.Film {
	return &cover.Film{
		ID: s.Film.ID.String(), Title: s.Film.Title, Original: film.Value(s.Film.OriginalTitle), Year: film.Value(s.Film.Year), Director: film.Value(s.Film.Director),
		Genres: s.Film.Genres, Keywords: s.Film.Keywords, Countries: s.Film.Countries, Palette: s.Palette,
	}
}
