package page

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/param"
	"kinodex/internal/serve/encode"
	"kinodex/internal/serve/site/cover"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// Answer is what a page shows, in each of its forms.
type Answer struct {
	// Title is the page's, and Description a sentence about it for search engines.
	Title, Description string
	// Content is the page. It begins with a heading of level 1.
	Content templ.Component
	// Data is what .json answers, as {"data": …}; nil where there is none.
	Data any
	// Tables are what .csv answers: the first, or the one that the parameter table names.
	Tables []table.Table
	// Feeds are what readers can subscribe to instead.
	Feeds []part.Feed
	// API is the call of the interface that gives the same, such as /api/v2/films?q=heat;
	// empty where there is none.
	API string
	// Parts are calls that give parts of the page which API does not.
	Parts []string
	// Scripts are the names of the modules that the page uses, beside site.
	Scripts []string
	Status  int  // 200 when 0
	Bare    bool // without the main navigation
	// Query is what stands in the search box.
	Query string
	// OwnSearch is set when the content has a search box over everything.
	OwnSearch bool
	// Preview is what other sites learn of the page; nil where nobody shows it elsewhere.
	Preview *Preview
}

// Preview is what other sites learn of a page.
type Preview struct {
	Path string // of the page, the one of its addresses that is to be known
	Type string // that of Open Graph
	// Film is the film whose cover stands for the page; nil for none. Pages of films are answered
	// as oEmbed, too.
	Film *film.Film
	// Linked is the page as JSON-LD, without @context; nil for none.
	Linked map[string]any
}

// preview returns what stands of a preview in the head of a page.
func (v *View) preview(p *Preview) (h part.Preview, err error) {
	if p == nil {
		return h, nil
	}
	h = part.Preview{URL: v.Base() + p.Path, Type: p.Type}
	if p.Film != nil {
		h.Image = v.CoverImage(p.Film.ID)
		h.ImageAlt = "Cover of " + part.Titled(p.Film.Title, p.Film.Year) + ", drawn by Kinodex"
		h.Embed = v.Base() + part.Address("/oembed", "format", "json", "url", h.URL)
	}
	if p.Linked != nil {
		linked := maps.Clone(p.Linked)
		linked["@context"] = "https://schema.org"
		h.Linked, err = json.Marshal(linked) // which escapes what HTML would read
	}
	return h, err
}

// CoverImage returns the absolute address of a film's cover as a preview.
func (v *View) CoverImage(id film.ID) string {
	return v.Base() + "/covers/" + id.String() + ".png?v=" + v.Visit.CoverSeal(id, cover.Version)
}

// Answer sends the answer in the form that was asked for.
func (v *View) Answer(a Answer) error {
	switch v.Format {
	case CSV:
		return v.sendCSV(a.Tables)
	case JSON:
		return v.sendJSON(a.Data)
	}
	f, err := v.frame(&a)
	if err != nil {
		return err
	}
	return v.show(cmp.Or(a.Status, http.StatusOK), f, a.Content, a.Tables...)
}

// figures returns what figures of a page say of their data. Those of an account, and of a text that
// was posted, are not of the library.
func (v *View) figures(f part.Frame, tables []table.Table) part.Data {
	d := part.Data{CSV: f.CSV}
	for _, t := range tables {
		d.Tables = append(d.Tables, t.Name)
	}
	if f.About.Films > 0 && !v.route.Account && v.R.Method == http.MethodGet {
		d.Source = "Kinodex library of " + part.Day(f.About.Built)
	}
	return d
}

// frame returns the frame of a page.
func (v *View) frame(a *Answer) (f part.Frame, err error) {
	f = part.Frame{
		Title: a.Title, Description: a.Description, Path: v.path, API: a.API, Parts: a.Parts, Feeds: a.Feeds, Style: v.Site.Assets.Style(), Fonts: v.Site.Assets.Fonts(), Bare: a.Bare,
		SignIn: v.Safe(), Query: a.Query, OwnSearch: a.OwnSearch, Notes: v.notes, About: part.About{Version: v.App.Version()},
	}
	if f.Preview, err = v.preview(a.Preview); err != nil {
		return f, err
	}
	if v.Visit != nil {
		f.About.Films, f.About.Built, f.About.Generation = v.Visit.FilmCount(), v.Visit.BuiltAt(), v.Visit.Generation()
	}
	for _, name := range append([]string{"site"}, a.Scripts...) {
		address, err := v.Site.Assets.Script(name)
		if err != nil {
			return f, err
		}
		f.Scripts = append(f.Scripts, address)
	}
	if v.route.Data && len(a.Tables) > 0 {
		f.CSV = v.as(".csv")
	}
	if v.route.Data && a.Data != nil {
		f.JSON = v.as(".json")
	}
	if !v.SignedIn() {
		return f, nil
	}
	account, err := v.App.Identity().Account(v.Context(), v.Caller)
	f.Name, f.Admin = account.Name, v.Caller.Scopes.Has(access.Admin)
	return f, err
}

// as returns the address of this page with an extension.
func (v *View) as(extension string) string {
	path := strings.TrimSuffix(v.path, "/")
	if v.R.URL.RawQuery == "" {
		return path + extension
	}
	return path + extension + "?" + v.R.URL.RawQuery
}

// show sends a page.
func (v *View) show(status int, f part.Frame, content templ.Component, tables ...table.Table) error {
	var b bytes.Buffer
	b.Grow(32 << 10)
	ctx := part.WithData(part.WithPrefix(v.Context(), v.Prefix()), v.figures(f, tables))
	if v.Visit != nil {
		ctx = part.WithCovers(ctx, func(id film.ID) string { return v.Visit.CoverSeal(id, cover.Version) })
	}
	if err := part.Layout(f, content).Render(ctx, &b); err != nil {
		return err
	}
	v.SendHTML(status, b.Bytes())
	return nil
}

// Moved answers with a permanent redirect (301) to another path of ours, in the form that was
// asked for and with the query.
func (v *View) Moved(path string) error {
	for extension, format := range extensions {
		if format == v.Format {
			path += extension
		}
	}
	if v.R.URL.RawQuery != "" {
		path += "?" + v.R.URL.RawQuery
	}
	v.Header().Set("Location", v.Path(path))
	v.WriteHeader(http.StatusMovedPermanently)
	return nil
}

// problem shows a fault as a page.
func (v *View) problem(status int, f *fault.Fault) error {
	lost := part.Lost{Title: problemTitle(status), Why: access.Redact(sentence(f)), Ways: []part.Section{v.back()}}
	if status == http.StatusNotFound {
		lost.Search, lost.Films = true, v.wellKnown()
	}
	a := Answer{Title: lost.Title, Status: status, OwnSearch: lost.Search, Content: part.Problem(lost)}
	frame, err := v.frame(&a)
	if err != nil { // the frame must not hide what is wrong
		frame = part.Frame{Title: a.Title, Path: v.path, Style: v.Site.Assets.Style(), Fonts: v.Site.Assets.Fonts()}
	}
	frame.CSV, frame.JSON, frame.Feeds = "", "", nil
	return v.show(status, frame, a.Content)
}

// back returns the page that a form was posted from, or the section of the menu that the page
// belongs to, without the query that has a mistake; neither on the section's own page.
func (v *View) back() part.Section {
	if v.R.Method == http.MethodPost {
		return part.Section{Path: v.path, Name: "Go back"}
	}
	for _, m := range part.Menus() {
		if s, ok := part.Within(m.Ways, v.path); ok && (s.Path != v.path || v.R.URL.RawQuery != "") {
			return s
		}
	}
	return part.Section{}
}

// wellKnownFilms is how many films a page of a missing thing offers.
const wellKnownFilms = 6

// wellKnown returns the films with the most votes, to go on with. Whatever keeps the reader from
// seeing them leaves them out: the page says something else.
func (v *View) wellKnown() []*film.Film {
	if v.Visit == nil {
		caller := v.Caller
		if !v.SignedIn() {
			if caller = access.SiteReader(v.Address()); v.Site.SignedInOnly {
				return nil
			}
		}
		if caller.OnSite = true; v.OpenVisit(v.App, caller) != nil {
			return nil
		}
	}
	found, err := v.Visit.Films(app.FilmsQuestion{
		Query: film.Query{Sort: film.Sort{Field: "filmdb_votes", Desc: true}}, Page: film.Page{Limit: wellKnownFilms}, View: film.List, Fields: part.GridFields,
	}).Answer(v.Context())
	if err != nil {
		return nil
	}
	films, err := found.Values(v.Base())
	if err != nil {
		return nil
	}
	return films
}

func problemTitle(status int) string {
	switch status {
	case http.StatusNotFound:
		return "Nothing is here"
	case http.StatusBadRequest:
		return "This address has a mistake"
	case http.StatusForbidden:
		return "You may not see this"
	case http.StatusTooManyRequests:
		return "Too many pages for now"
	case http.StatusServiceUnavailable:
		return "Not available now"
	}
	return "That did not work"
}

// sentence returns the message of a fault as a sentence. What is our failure is told without
// its cause.
func sentence(f *fault.Fault) string {
	why := f.Message
	if f.Kind == fault.Internal {
		why = "something went wrong on our side; it was logged, and it cost nothing"
	}
	return part.Sentence(why)
}

// sendJSON answers with {"data": …}.
func (v *View) sendJSON(data any) error {
	if data == nil {
		return errNoData
	}
	b, err := encode.Append(append(v.Body(), `{"data":`...), data, v.Base())
	if err != nil {
		return err
	}
	v.Send(http.StatusOK, append(b, '}'))
	return nil
}

// errNoData refuses a format that a page does not have.
var errNoData = fault.New(fault.NotFound, "this page has no data of this kind")

// sendCSV answers with one table as a file.
func (v *View) sendCSV(tables []table.Table) error {
	wanted := v.Query().Get("table")
	for _, t := range tables {
		if wanted != "" && t.Name != wanted {
			continue
		}
		var b bytes.Buffer
		if err := t.WriteCSV(&b); err != nil {
			return err
		}
		v.Header().Set("Content-Disposition", `attachment; filename="`+t.FileName("csv")+`"`)
		v.SendAs("text/csv; charset=utf-8", http.StatusOK, b.Bytes())
		return nil
	}
	if wanted == "" {
		return errNoData
	}
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = t.Name
	}
	return fault.Param("table", "one of: "+strings.Join(names, ", "))
}

// With returns the page's path with its query, in which the given pairs of names and values
// replace those of the same name. A value that is empty removes the name. The cursor of a
// list is removed as well, unless it is among the pairs: it belongs to another question.
func (v *View) With(pairs ...string) string {
	if v.query == nil { // a list asks for many addresses
		v.query = v.Query()
	}
	q := maps.Clone(v.query)
	q.Del("cursor")
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			q.Del(pairs[i])
		} else {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	return withQuery(v.path, q)
}

// As returns the address of this page as HTML or in a format of feeds, with the parameters that are
// not empty and that mean something here. Pairs of names and values replace those of the same name; a
// value that is empty removes the name.
func (v *View) As(format Format, pairs ...string) string {
	q := v.Query()
	maps.DeleteFunc(q, func(name string, values []string) bool { return values[0] == "" || param.Everywhere(name) })
	for i := 0; i+1 < len(pairs); i += 2 {
		if q.Del(pairs[i]); pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	return withQuery(v.path+feeds[format], q)
}

// API returns the call of the interface with the parameters of this page, but for those that
// are named and for empty ones.
func (v *View) API(path string, without ...string) string {
	q := v.Query()
	for name, values := range q {
		if slices.Contains(without, name) || len(values) == 0 || values[0] == "" {
			delete(q, name)
		}
	}
	return withQuery(path, q)
}

func withQuery(path string, q url.Values) string {
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// Stored reports whether an address is of a file that the service stores itself: such
// pictures are shown, those of other hosts are not.
func (v *View) Stored(address string) bool {
	return strings.HasPrefix(address, v.Base()+"/") || strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//")
}
