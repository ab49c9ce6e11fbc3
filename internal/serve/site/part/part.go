// Package part holds the templates that pages share: the frame with its navigation, tables,
// figures with their source, facets, the ways to another page of a list, and films as cards.
//
// A template writes what it is given and asks nothing. Links go through To, so that they
// hold under whatever path the service is reached. The package imports film, table and
// chart, and no HTTP.
package part

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"kinodex/internal/film"
	"kinodex/internal/serve/table"
	"kinodex/internal/text"
)

// Frame is what surrounds the content of a page.
type Frame struct {
	Title, Description string
	Path               string // of the page, without the prefix of the service
	// Name is who is signed in; empty for nobody. Admin is set for who may administer.
	Name  string
	Admin bool
	// SignIn is set where people can sign in.
	SignIn bool
	// CSV and JSON are the addresses of the same as data, and API is the call of the
	// interface that gives the same; empty where there is none.
	CSV, JSON, API string
	Feeds          []Feed
	Parts          []string // calls that give parts of the page which API does not
	Style          string   // address of the style sheet
	Fonts          []string // addresses of the typefaces that every page needs
	Scripts        []string // addresses of modules
	Query          string   // what stands in the search box
	OwnSearch      bool     // the content has a search box, so that the bar has none
	Notes          []string // what is said before the content
	Bare           bool     // without the main navigation, for pages of sign-in
	Preview        Preview
	About          About
}

// Feed is what readers can subscribe to: a feed or a calendar.
type Feed struct{ Name, Title, Media, Path string }

// Preview is what other sites and programs learn of a page from its head.
type Preview struct {
	URL  string // the absolute address of the page; empty for pages that nobody shows elsewhere
	Type string // that of Open Graph, such as website, video.movie and profile
	// Image is the absolute address of a picture of 1200 × 630 pixels, and ImageAlt says what it
	// shows; empty without one.
	Image, ImageAlt string
	Embed           string // the absolute address of the page as oEmbed; empty for none
	Linked          []byte // the page as JSON-LD, in which <, > and & are escaped; nil for none
}

// About is what the foot of every page says of the service.
type About struct {
	Films      int // in the library that answered
	Built      time.Time
	Generation string
	Version    string
}

// Section is a page that menus, tabs and breadcrumbs lead to. Says is half a sentence about it,
// which menus have.
type Section struct{ Path, Name, Says string }

// Menu is a menu of the main navigation.
type Menu struct {
	Name string
	Ways []Section
}

// Menus returns the main navigation: the site's pages by what people come for.
func Menus() []Menu {
	return []Menu{
		{"Explore", []Section{
			{"/films", "Films", "Search, filter and compare"}, {"/recommend", "Recommendations", "From what you liked, or a sentence"},
			{"/recommend/together", "Watch together", "A film that suits everybody"}, {"/people", "People", "Careers, and who works with whom"},
			{"/posters", "Posters", "By colour, tone and layout"}, {"/atlas", "Atlas", "Films by country and decade"},
			{"/statistics", "Statistics", "Money, ratings and genres over time"},
		}},
		{"Write", []Section{
			{"/analyze", "Analyse a screenplay", "What stands out, and in which scenes"}, {"/slate", "Slate", "Many screenplays in one table"},
			{"/forecast", "Forecast a project", "Box office and rating, with an interval"}, {"/scripts", "Measured screenplays", "Produced ones, feature by feature"},
			{"/research", "Research", "What screenplays have in common"}, {"/guides", "Guides", "How directors, actors and others work"},
		}},
		{"Build", []Section{
			{"/docs", "Documentation", "Errors, plans and the manual"}, {"/docs/start", "Start in five minutes", "The first call needs no account"},
			{"/docs/reference", "Reference", "Every operation, to read and to call"}, {"/docs/connect", "Connect an agent", "Claude, Cursor, ChatGPT and others"},
			{"/coverage", "Coverage", "What is known and what is missing"},
		}},
	}
}

// account is the menu of somebody who is signed in.
func (f Frame) account() Menu {
	m := Menu{"Account", []Section{{"/account", "Your account", ""}, {"/account/keys", "Keys", ""}, {"/sign-out", "Sign out", ""}}}
	if f.Admin {
		m.Ways = slices.Insert(m.Ways, 2, Section{"/admin", "Administration", ""})
	}
	return m
}

// all are the menus of a narrow window.
func (f Frame) all() []Menu {
	switch {
	case f.Name != "":
		return append(Menus(), f.account())
	case f.SignIn:
		return append(Menus(), Menu{"Account", []Section{{"/sign-in", "Sign in", ""}}})
	}
	return Menus()
}

// within reports whether a page belongs to one of some menus.
func within(all []Menu, path string) bool {
	return slices.ContainsFunc(all, func(m Menu) bool {
		_, ok := Within(m.Ways, path)
		return ok
	})
}

// Within returns the section that a page belongs to most closely; false when it belongs to none.
func Within(all []Section, path string) (in Section, ok bool) {
	for _, s := range all {
		if s.Current(path) && len(s.Path) > len(in.Path) {
			in, ok = s, true
		}
	}
	return in, ok
}

// Current reports whether a section is the one a page belongs to.
func (s Section) Current(path string) bool {
	return path == s.Path || strings.HasPrefix(path, s.Path+"/")
}

type prefixKey struct{}

// WithPrefix returns a context in which links of templates start with a prefix: the path
// under which the service is reached, mostly empty.
func WithPrefix(ctx context.Context, prefix string) context.Context {
	return context.WithValue(ctx, prefixKey{}, prefix)
}

// Prefix returns the prefix of WithPrefix, or "".
func Prefix(ctx context.Context) string {
	prefix, _ := ctx.Value(prefixKey{}).(string)
	return prefix
}

// To returns the address of a page of ours. path begins with a slash and may have a query. An
// address elsewhere, which begins with https://, and a place on the page, which begins with #, are
// returned as they are.
func To(ctx context.Context, path string) templ.SafeURL {
	if strings.HasPrefix(path, "https://") || strings.HasPrefix(path, "#") {
		return templ.SafeURL(path)
	}
	return templ.SafeURL(Prefix(ctx) + path)
}

// Address returns a path with a query made of pairs of names and values; pairs with an empty
// value are left out.
func Address(path string, pairs ...string) string {
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// FilmPath returns the address of a film's page: /films/tt0041959-the-third-man.
func FilmPath(id film.ID, title string) string {
	if slug := text.Slug(title); slug != "" {
		return "/films/" + id.String() + "-" + slug
	}
	return "/films/" + id.String()
}

// DirectorPath returns the address of the films of a director.
func DirectorPath(name string) string { return Address("/directors", "name", name) }

// CrewPath returns the address of the films in whose crew somebody is.
func CrewPath(name string) string { return Address("/crew", "name", name) }

// Sentence returns a message with a capital, unless it begins with the name of a parameter such as
// year_min, and with a full stop, unless it asks something. An empty message stays empty.
func Sentence(message string) string {
	message = strings.TrimSuffix(message, ".")
	if message == "" {
		return ""
	}
	if first, _, _ := strings.Cut(message, " "); !strings.Contains(first, "_") {
		message = strings.ToUpper(message[:1]) + message[1:]
	}
	if strings.HasSuffix(message, "?") {
		return message
	}
	return message + "."
}

// Day returns a day in words, as 2 January 2006, in UTC.
func Day(t time.Time) string { return t.UTC().Format("2 January 2006") }

// Titled returns a title with its year, when that is known: The Third Man (1949).
func Titled(title string, year *int) string {
	if year == nil {
		return title
	}
	return fmt.Sprintf("%s (%d)", title, *year)
}

// Or returns what a pointer leads to, or "unknown".
func Or(s *string) string {
	if s == nil || *s == "" {
		return "unknown"
	}
	return *s
}

// numeric reports whether a column of a table is set as numbers.
func numeric(t table.Table, i int) bool { return i < len(t.Columns) && t.Columns[i].Numeric }

// withoutPrefix returns the table behind a chart with links as Cell takes them: the chart's begin with
// the prefix of the service, which Cell puts there itself.
func withoutPrefix(t table.Table, prefix string) table.Table {
	if prefix == "" {
		return t
	}
	for _, row := range t.Rows {
		for i := range row {
			row[i].Href = strings.TrimPrefix(row[i].Href, prefix)
		}
	}
	return t
}
