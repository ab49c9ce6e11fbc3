// Package page is the walk of a page for people: who asks, in which form the answer is
// wanted (HTML, CSV, JSON, a feed or a calendar), what it is made of, and how a refusal is shown.
//
// A page family registers its routes with Site.Handle, a Route each. Its handlers ask the
// visit as the REST dialects do, and answer with View.Answer: one value from which the page,
// the CSV file and the JSON document are made. The package imports wire, session, the
// templates of part, and what lies below. Start reading at Site, then View, then Answer.
package page

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/grant"
	"kinodex/internal/param"
	"kinodex/internal/serve/session"
	"kinodex/internal/serve/site/web"
	"kinodex/internal/serve/wire"
)

// Policy is the content security policy of every page: nothing from elsewhere, no inline
// script or style, and no script that writes markup.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// Site is what pages share. It is safe for concurrent use.
type Site struct {
	App    *app.App
	Mux    wire.Mux
	Assets *web.Assets
	// SignedInOnly is set when pages are for those who are signed in.
	SignedInOnly bool
}

// Format is the form in which an answer is wanted.
type Format uint8

// The formats. All but HTML are asked for by the extension of the path.
const (
	HTML Format = iota
	CSV
	JSON
	Atom     // a feed
	Calendar // iCalendar
)

// View is one request for a page, by one browser. It is used by one goroutine.
type View struct {
	*session.Session
	Site   *Site
	Format Format

	notes []string   // what is said above the page
	path  string     // of the page, without prefix and extension
	query url.Values // of the address, once With read it
	route *Route
}

// Route is how a page is asked for.
type Route struct {
	// Path is that of the page: /films/{id}. GET answers it, and the same path with .csv or
	// .json when Data is set.
	Path string
	// Get answers GET, Post a form that was posted, which Form has. Either may be nil.
	Get, Post func(v *View) error
	Data      bool
	// As is Atom or Calendar for a route whose answers have that format: GET answers the path with
	// .atom or .ics alone, and Get sends the answer itself.
	As Format
	// Takes are the parameters of the address; Named and param.Query give them. A page says of
	// any other that it was ignored, and its data is refused.
	Takes []param.Field
	// Account is set where somebody must be signed in. Others are sent to sign in.
	Account bool
	// Need is what the page shows, for whom it is allowed.
	Need access.Need
	// Volatile is set when the answer follows from more than the address and the library, so
	// that a browser must ask for it again.
	Volatile bool
	// Submitted is set where the query holds what somebody tells of a project or of their
	// taste: no value of it is logged.
	Submitted bool
	// Files is how many bytes a posted form with files may have; 0 for forms without files.
	Files int64
	// Heavy is set when what is posted keeps a processor busy for long.
	Heavy bool
}

// Handle adds a page to the mux.
func (s *Site) Handle(r Route) {
	if extension, ok := feeds[r.As]; ok {
		s.Mux.HandleFunc("GET "+r.Path+extension, s.handler(&r, r.Get, r.As))
		return
	}
	if r.Get != nil {
		s.Mux.HandleFunc("GET "+r.Path, s.handler(&r, r.Get, HTML))
	}
	if r.Post != nil {
		s.Mux.HandleFunc("POST "+r.Path, s.handler(&r, r.Post, HTML))
	}
	if !r.Data || strings.HasSuffix(r.Path, "}") {
		return // of a wildcard the value tells the format
	}
	for extension, format := range extensions {
		path := r.Path + extension
		if r.Get != nil {
			s.Mux.HandleFunc("GET "+path, s.handler(&r, r.Get, format))
		}
		if r.Post != nil {
			s.Mux.HandleFunc("POST "+path, s.handler(&r, r.Post, format))
		}
	}
}

var extensions = map[string]Format{".csv": CSV, ".json": JSON}

// feeds are the extensions of the formats that readers subscribe to.
var feeds = map[Format]string{Atom: ".atom", Calendar: ".ics"}

// handler returns the handler of a route. An error of handle is shown as a page, or as the
// error of the interface when data was asked for.
func (s *Site) handler(r *Route, handle func(*View) error, format Format) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, req *http.Request) {
		x := w.(*wire.Exchange)
		defer x.Within()()
		defer x.Leave()
		x.Submitted = r.Submitted
		v := &View{Session: session.New(x, s.App), Site: s, Format: format, route: r, path: req.URL.Path}
		for extension, as := range extensions {
			if rest, ok := strings.CutSuffix(v.path, extension); ok && r.Data {
				v.path, v.Format = rest, as
			}
		}
		v.path = strings.TrimSuffix(v.path, feeds[r.As])
		v.Protect(Policy)
		err := v.open()
		if err == nil {
			err = v.checkQuery()
		}
		if err == nil && x.Status() == 0 {
			err = handle(v)
		}
		if err != nil {
			v.fail(err)
		}
	}
}

// open finds out who asks and whether they may, opens the visit, takes a place and reads the
// form. It answers itself when the browser holds the answer already.
func (v *View) open() error {
	if err := v.Open(); err != nil {
		return err
	}
	caller := v.Caller
	if !v.SignedIn() {
		caller = access.SiteReader(v.Address())
		if v.route.Account || v.Site.SignedInOnly {
			return access.ErrSignInFirst()
		}
	}
	caller.OnSite, caller.AsData = true, v.Format != HTML
	if err := v.OpenVisit(v.App, caller); err != nil {
		return err
	}
	if err := v.Visit.Allow(v.route.Need); err != nil {
		return err
	}
	posted := v.R.Method == http.MethodPost
	if !posted && !v.SignedIn() && !v.route.Volatile {
		v.cacheable()
		if v.Revalidate() {
			return nil
		}
	}
	if posted {
		if err := v.read(); err != nil {
			return err
		}
	}
	return v.Enter(v.route.Heavy && posted)
}

// Named returns parameters that a page reads by their names alone.
func Named(names ...string) (fields []param.Field) {
	for _, name := range names {
		fields = append(fields, param.Field{Name: name})
	}
	return fields
}

// checkQuery finds the parameters that the page does not have: they are notes of the page, or a
// fault where data was asked for.
func (v *View) checkQuery() error {
	if v.R.Method == http.MethodPost {
		return nil
	}
	takes := v.route.Takes
	if v.Format == CSV {
		takes = append(slices.Clone(takes), Named("table")...)
	}
	for _, name := range param.UnknownIn(v.R.URL.RawQuery, takes) {
		f := param.Unknown(name, takes)
		if v.Format != HTML {
			return f
		}
		v.notes = append(v.notes, sentence(f)+" It was ignored.")
	}
	return nil
}

// Filled returns the query of the address without the parameters that are empty, as forms
// send those that were not filled in.
func (v *View) Filled() string {
	q := v.Query()
	maps.DeleteFunc(q, func(_ string, values []string) bool {
		return !slices.ContainsFunc(values, func(s string) bool { return s != "" })
	})
	return q.Encode()
}

// cacheable lets caches have a page that is the same for everybody who is not signed in.
func (v *View) cacheable() {
	h := v.Header()
	h.Set("Cache-Control", "public, max-age=60")
	h.Set("Vary", "Cookie, Accept-Encoding")
}

// Unchanged lets caches have an answer of a Volatile route that follows from the address, the library
// and versions of other things, and that last changed at a time. It sends 304 and returns true when
// the client holds that answer. Somebody who is signed in gets each answer anew.
func (v *View) Unchanged(changed time.Time, versions ...string) bool {
	if v.SignedIn() {
		return false
	}
	v.cacheable()
	return v.RevalidateAt(changed, versions...)
}

// read reads what was posted. A form with files is in Files, its fields in Form as well.
func (v *View) read() error {
	if v.route.Files == 0 {
		return v.ReadForm()
	}
	if err := v.CheckOrigin(); err != nil {
		return err
	}
	if err := v.ReadFiles(v.route.Files); err != nil {
		return err
	}
	files, err := v.Files()
	if err != nil {
		return err
	}
	v.Form = url.Values{}
	for _, f := range files {
		if f.Name == "" { // a field of text
			v.Form.Add(f.Field, string(f.Bytes))
		}
	}
	return nil
}

// Correctable returns the fault of an error that another file or text would help against, and
// nil for any other: what is wrong is then shown with the form, and not as a page of its own.
func (v *View) Correctable(err error) *fault.Fault {
	var f *fault.Fault
	if v.Format != HTML || !errors.As(err, &f) {
		return nil
	}
	switch f.Kind {
	case fault.InvalidParameter, fault.MissingParameter, fault.InvalidBody, fault.InvalidImage, fault.TooLarge, fault.UnsupportedMedia:
		return f
	}
	return nil
}

// Upload returns the files of a form that were given a name, of one field, without empty ones.
func (v *View) Upload(field string) (files []wire.File, err error) {
	all, err := v.Files()
	for _, f := range all {
		if f.Field == field && f.Name != "" && len(f.Bytes) > 0 {
			files = append(files, f)
		}
	}
	return files, err
}

// PathValue returns the value of a wildcard of the path, without the extension that tells the
// format.
func (v *View) PathValue(name string) string {
	value := v.R.PathValue(name)
	for extension := range extensions {
		if rest, ok := strings.CutSuffix(value, extension); ok && v.route.Data {
			return rest
		}
	}
	return value
}

// Query returns the parameters of the address.
func (v *View) Query() url.Values { return v.R.URL.Query() }

// Location returns the path and the query of the page that was asked for, without the prefix
// of the service and without an extension.
func (v *View) Location() string {
	if v.R.URL.RawQuery == "" {
		return v.path
	}
	return v.path + "?" + v.R.URL.RawQuery
}

// fail shows an error as a page, or as the error of the interface when data was asked for. Who
// is not signed in where that is needed is sent to sign in. What is our failure is logged, and
// shown without its cause. Nothing is shown to a client that has gone.
func (v *View) fail(err error) {
	var refused *grant.Error
	if errors.As(err, &refused) { // a body that is no form
		err = fault.New(fault.InvalidBody, "%s", refused.Why)
	}
	f := wire.AsFault(err)
	v.Header().Set("Cache-Control", "no-store")
	switch {
	case v.Format != HTML || v.R.Context().Err() != nil:
		v.Fail(err)
		return
	case f.Kind == fault.MissingKey && v.R.Method != http.MethodPost && v.Safe():
		_ = v.Redirect(v.Path("/sign-in?next=" + url.QueryEscape(v.Location())))
		return
	}
	v.CountRefusal(f)
	status := wire.Status(f.Kind)
	if wait := wire.RetryAfter(f); wait != "" {
		v.Header().Set("Retry-After", wait)
	}
	if status >= http.StatusInternalServerError {
		v.Report(err)
	}
	if status == http.StatusUnauthorized {
		status = http.StatusForbidden // a page has no challenge that a browser could answer
	}
	if err := v.problem(status, f); err != nil {
		v.Fail(err)
	}
}
