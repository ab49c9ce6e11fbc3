package suggestions

import (
	"context"
	"log/slog"
	"net/url"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/ledger"
	"kinodex/internal/library"
	"kinodex/internal/people"
	"kinodex/internal/serve/site/search"
	"kinodex/internal/text"
)

// OfLibrary returns the search box of the site over the library that is current under root, and a
// function that closes both.
func OfLibrary(ctx context.Context, root string) (Box, func() error, error) {
	holder, err := library.NewHolder(root, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, nil, err
	}
	service, err := app.New(ctx, app.Options{Holder: holder, Ledger: ledger.NewMemory(), Version: "evaluation"})
	if err != nil {
		_ = holder.Close()
		return nil, nil, err
	}
	lib, release, err := holder.Acquire()
	if err != nil {
		_ = holder.Close()
		return nil, nil, err
	}
	done := func() error {
		release()
		return holder.Close()
	}
	return &siteBox{ctx, service, lib}, done, nil
}

// siteBox is the search box of the site.
type siteBox struct {
	ctx     context.Context
	service *app.App
	lib     *library.Library
}

// visit opens a visit of somebody whose questions nothing bounds.
func (b *siteBox) visit() (*app.Visit, error) {
	return b.service.Visit(access.Caller{Mode: access.SignedIn, Account: "evaluation", Plan: access.Operator, Scopes: access.Scopes(access.Read)})
}

// Suggest asks as the box on a page does.
func (b *siteBox) Suggest(typed string) ([]Suggestion, error) {
	v, err := b.visit()
	if err != nil {
		return nil, err
	}
	defer v.Close()
	found, err := search.Suggest(b.ctx, b.service, v, typed)
	all := make([]Suggestion, len(found))
	for i, s := range found {
		all[i] = Suggestion(s)
	}
	return all, err
}

// Wanted recognises the page of a film, or one of those of a person: as cast, director or crew.
func (b *siteBox) Wanted(l Line) (func(Suggestion) bool, error) {
	if l.Kind == Person {
		return b.person(l.Name)
	}
	for _, year := range []int{l.Year, l.Year - 1, l.Year + 1} { // memory and records differ by one
		if d, ok := b.lib.Catalog.ByTitleYear(l.Name, year); ok {
			return filmPage(b.lib.Catalog.ID(d)), nil
		}
	}
	return nil, nil
}

// BestKnown returns the films with the most votes.
func (b *siteBox) BestKnown(n int) (lines []Line) {
	c := b.lib.Catalog
	q := film.Query{Sort: film.Sort{Field: "filmdb_votes", Desc: true}}
	for _, d := range c.Find(&q, film.Page{Limit: n}).Docs {
		l := Line{Kind: Film, Name: c.Title(d), Text: text.Fold(c.Title(d))}
		if year, ok := c.Number("year", d); ok {
			l.Year = int(year)
		}
		for _, article := range []string{"the ", "a ", "an "} {
			if rest, ok := strings.CutPrefix(l.Text, article); ok {
				l.Text = rest
				break
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// filmPage recognises the page of a film.
func filmPage(id film.ID) func(Suggestion) bool {
	path := "/films/" + id.String()
	return func(s Suggestion) bool {
		rest, ok := strings.CutPrefix(s.Path, path)
		return ok && (rest == "" || rest[0] == '-')
	}
}

// person recognises the pages of the best known person of a name.
func (b *siteBox) person(name string) (func(Suggestion) bool, error) {
	folded, slug := text.Fold(name), ""
	const sought = 20
	found, _ := b.lib.People.Search(people.Query{Name: name}, 0, sought)
	for _, one := range found {
		if slug == "" && text.Fold(one.Name) == folded {
			slug = "/people/" + one.Slug
		}
	}
	if slug == "" && b.lib.Catalog.FameOfDirector(name) == 0 {
		v, err := b.visit()
		if err != nil {
			return nil, err
		}
		defer v.Close()
		if crew, err := v.CrewNamed(name); err != nil || crew == "" {
			return nil, err
		}
	}
	return personPage(slug, folded), nil
}

// personPage recognises the page of somebody in a cast by its path, and pages of directors and crew by
// their folded name.
func personPage(path, folded string) func(Suggestion) bool {
	return func(s Suggestion) bool {
		if s.Path == path {
			return true
		}
		page, query, _ := strings.Cut(s.Path, "?")
		q, err := url.ParseQuery(query)
		return err == nil && (page == "/directors" || page == "/crew") && text.Fold(q.Get("name")) == folded
	}
}
