// Package guides is the craft guides, set to be read.
package guides

import (
	"slices"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/guide"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// Register adds the pages of guides.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/guides", Get: all, Need: access.Needs.Guides})
	s.Handle(page.Route{Path: "/guides/{discipline}", Get: list, Data: true, Need: access.Needs.Guides})
	s.Handle(page.Route{Path: "/guides/{discipline}/{slug}", Get: one, Data: true, Need: access.Needs.Guides})
}

// discipline is a craft with its guides.
type discipline struct {
	guide.Discipline
	Guides []*guide.Guide
}

// abouts say what the guides of a discipline are good for.
var abouts = map[guide.Discipline]string{
	guide.Writers:          "How screenwriters build scenes, lines and whole films.",
	guide.Directors:        "How directors stage, frame, cut and lead actors.",
	guide.Cinematographers: "How cinematographers light, choose lenses and move the camera.",
	guide.Actors:           "How actors prepare and play, and which parts they suit.",
}

// Name returns the discipline as a heading has it.
func (d discipline) Name() string { return names[d.Discipline] }

// About says what its guides are good for.
func (d discipline) About() string { return abouts[d.Discipline] }

// Path returns the address of its list.
func (d discipline) Path() string { return "/guides/" + string(d.Discipline) }

var names = map[guide.Discipline]string{
	guide.Writers: "Writers", guide.Directors: "Directors", guide.Cinematographers: "Cinematographers", guide.Actors: "Actors",
}

// all shows the disciplines with the names of their guides.
func all(v *page.View) error {
	var disciplines []discipline
	for _, d := range guide.Disciplines() {
		guides, err := v.Visit.Guides(v.Context(), d)
		if err != nil {
			return err
		}
		disciplines = append(disciplines, discipline{d, guides})
	}
	return v.Answer(page.Answer{
		Title: "Guides", Description: "How screenwriters, directors, cinematographers and actors work, with films as evidence.",
		Content: indexPage(disciplines),
	})
}

// of reads a discipline; one that does not exist is a fault of kind NotFound, since it is part
// of the path.
func of(v *page.View) (d discipline, err error) {
	d.Discipline = guide.Discipline(v.PathValue("discipline"))
	if !slices.Contains(guide.Disciplines(), d.Discipline) {
		return d, fault.New(fault.NotFound, "there are guides to writers, directors, cinematographers and actors")
	}
	d.Guides, err = v.Visit.Guides(v.Context(), d.Discipline)
	return d, err
}

// list shows the guides of a discipline.
func list(v *page.View) error {
	d, err := of(v)
	if err != nil {
		return err
	}
	return v.Answer(page.Answer{
		Title: "Guides to " + string(d.Discipline), Description: d.About(), Content: listPage(d), API: call(d.Discipline, ""),
		Data: d.Guides, Tables: []table.Table{rows(d)},
	})
}

// rows returns the guides of a discipline as a table.
func rows(d discipline) table.Table {
	t := table.Table{Name: "guides to " + string(d.Discipline), Caption: "Guides to " + string(d.Discipline),
		Columns: []table.Column{{Name: "Name"}, {Name: "Active"}, {Name: "Summary"}, {Name: "Films cited", Numeric: true}}}
	for _, g := range d.Guides {
		t.Add(table.Link(g.Name, d.Path()+"/"+g.Slug), table.Text(g.Active), table.Text(g.Summary), table.Int(len(g.Films)))
	}
	return t
}

// guideView is what the page of a guide is made of.
type guideView struct {
	*guide.Guide
	of     discipline
	body   string // HTML
	toc    []part.Section
	person string // slug of the person's page, or ""
	films  []citedFilm
}

// citedFilm is a film that a guide cites. Path is empty where the library does not have it.
type citedFilm struct {
	guide.Citation
	Path string
}

// one shows a guide. A name, or a slug in another case, leads to the address with the slug.
func one(v *page.View) error {
	d := discipline{Discipline: guide.Discipline(v.PathValue("discipline"))}
	if !slices.Contains(guide.Disciplines(), d.Discipline) {
		return fault.New(fault.NotFound, "there are guides to writers, directors, cinematographers and actors")
	}
	slug := v.PathValue("slug")
	g, err := v.Visit.Guide(v.Context(), d.Discipline, slug)
	if err != nil {
		return err
	}
	if g.Slug != slug {
		return v.Moved(d.Path() + "/" + g.Slug)
	}
	r := &guideView{Guide: g, of: d, person: v.Visit.SlugOfGuide(g)}
	films := table.Table{Name: g.Slug + " films", Caption: "Films that the guide cites", Columns: []table.Column{
		{Name: "Title"}, {Name: "Year", Numeric: true}, {Name: "Role"}, {Name: "Id"},
	}}
	for _, c := range g.Films {
		path := ""
		if v.Visit.HasFilm(c.ID) {
			path = part.FilmPath(c.ID, c.Title)
		}
		r.films = append(r.films, citedFilm{c, path})
		films.Add(table.Text(c.Title).To(path), table.Year(c.Year), table.Text(c.Role), table.Text(c.ID.String()))
	}
	if err := r.render(v.Prefix()); err != nil {
		return err
	}
	return v.Answer(page.Answer{
		Title: g.Name, Description: g.Summary, Content: guidePage(r), Data: g, Tables: []table.Table{films}, API: call(d.Discipline, g.Slug),
	})
}

// call returns the call of the interface that gives the same; guides to actors come with the
// profiles of their people.
func call(d guide.Discipline, slug string) string {
	switch {
	case d == guide.Actors && slug == "":
		return "/api/v1/actors?has_style=true"
	case d == guide.Actors:
		return "/api/v1/actors/" + slug
	case slug == "":
		return "/api/v1/styles/" + string(d)
	}
	return "/api/v1/styles/" + string(d) + "/" + slug
}
