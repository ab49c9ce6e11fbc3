package films

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/guide"
	"kinodex/internal/poster/vision"
	"kinodex/internal/research"
	"kinodex/internal/search"
	"kinodex/internal/serve/site/cover"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// similarShown is how many similar films the page of a film has, and comparedShown how many of
// those that it is a comparable of.
const (
	similarShown  = 6
	comparedShown = 20
)

// record is what the page of a film is made of. What the library does not have is nil.
type record struct {
	v       *page.View
	f       *film.Film
	score   film.Score
	similar []*film.Film
	source  string // of the likeness
	compare *app.ComparableOf
	rows    table.Table // of compare
	reading *vision.Reading
	script  *research.Script
	guides  []*guide.Guide
	cited   []string // the lines of the text that citations quote
}

// one shows the page of a film. Its address is the id with the title's slug; another slug
// leads there. The id alone is an address of its own, which citations have (REQ M-34, M-35).
func one(v *page.View) error {
	id, slug, hasSlug := strings.Cut(v.PathValue("id"), "-")
	asked := v.Visit.FilmExplained(id, film.Detail, app.Figures[0])
	found, err := asked.Answer(v.Context())
	if err != nil {
		return err
	}
	f, err := found.Value(v.Base())
	if err != nil {
		return err
	}
	if path := part.FilmPath(f.ID, f.Title); hasSlug && path != "/films/"+id+"-"+slug {
		return v.Moved(path)
	}
	r := &record{v: v, f: f, score: found.Score}
	if v.Format != page.JSON {
		if err := r.completeComparisons(); err != nil {
			return err
		}
	}
	if v.Format == page.HTML {
		if err := r.complete(); err != nil {
			return err
		}
	}
	return v.Answer(page.Answer{
		Title: r.title(), Description: r.description(), Content: filmPage(r),
		Data: json.RawMessage(found.AppendData(nil, v.Base())), Tables: []table.Table{r.credits(), r.titles(), r.releases(), r.videos(), r.images(), r.rows},
		API: "/api/v2/films/" + f.ID.String() + "?explain=master_score", Parts: r.parts(),
		Preview: r.preview(),
	})
}

// parts returns the calls of what the page has beside the record.
func (r *record) parts() (calls []string) {
	for _, part := range []struct {
		path string
		has  bool
	}{
		{"similar?limit=" + strconv.Itoa(similarShown), len(r.similar) > 0}, {"comparable-of", len(r.rows.Rows) > 0},
		{"poster-analysis", r.reading != nil}, {"script", r.script != nil},
	} {
		if part.has {
			calls = append(calls, "/api/v2/films/"+r.f.ID.String()+"/"+part.path)
		}
	}
	return calls
}

// completeComparisons asks which films the film is a comparable of.
func (r *record) completeComparisons() (err error) {
	q := app.ComparableOfQuestion{ID: r.f.ID.String(), Limit: comparedShown, Fields: "title,year,box_office"}
	if r.compare, err = r.v.Visit.ComparableOf(q).Answer(r.v.Context()); err != nil {
		return err
	}
	films, err := r.compare.Values(r.v.Base())
	if err != nil {
		return err
	}
	r.rows = table.Table{Name: r.f.ID.String() + " comparable of", Stacks: true, Caption: "Films that " + r.title() + " is a comparable of, the most similar first", Columns: []table.Column{
		{Name: "Film"}, {Name: "Year", Numeric: true}, {Name: "Alike", Unit: "%", Numeric: true, Doc: "How much the two films are alike in genres, budget, people, story and time, as a forecast weighs them."},
		{Name: "Budget", Unit: part.RealDollars, Numeric: true}, {Name: "Worldwide gross", Unit: part.RealDollars, Numeric: true},
	}}
	for i, f := range films {
		r.rows.Add(table.Link(f.Title, part.FilmPath(f.ID, f.Title)), table.Year(f.Year), table.Percent(r.compare.Similarity[i], 0),
			table.Money(part.Real(f, f.BoxOffice.Budget)), table.Money(part.Real(f, f.BoxOffice.WorldwideGross)))
	}
	return nil
}

// complete asks what else is known of the film.
func (r *record) complete() error {
	ctx, id := r.v.Context(), r.f.ID.String()
	similar, err := r.v.Visit.Similar(app.SimilarQuestion{ID: id, Limit: similarShown, Fields: part.FilmFields + ",keywords,cast"}).Answer(ctx)
	if err := unless(err, fault.NoSimilarity); err != nil {
		return err
	}
	if similar != nil {
		r.source = similar.Source
		if r.similar, err = similar.Values(r.v.Base()); err != nil {
			return err
		}
	}
	analysis, err := r.v.Visit.PosterAnalysis(id).Answer(ctx)
	if err := unless(err, fault.NoPosterAnalysis); err != nil {
		return err
	}
	if analysis != nil {
		if r.reading, err = analysis.Reading(); err != nil {
			return err
		}
	}
	if r.script, err = r.v.Visit.Script(ctx, id); unless(err, fault.ScriptNotFound) != nil {
		return err
	}
	cited, err := r.v.Visit.Document(search.FilmRow, r.f.ID)
	if err != nil {
		return err
	}
	r.cited = slices.DeleteFunc(strings.Split(cited.Text, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	r.guides = guidesTo(r.v.App, r.f)
	return nil
}

// comparedWith says for how many films the film is a comparable.
func (r *record) comparedWith() string {
	n := *r.compare.Total
	said := table.Count(n, "later film") + " would be forecast with this one among the comparables, if each were forecast from what was known before its year."
	if n > len(r.rows.Rows) {
		said += " Listed are the " + strconv.Itoa(len(r.rows.Rows)) + " most similar."
	}
	return said + " Only films whose worldwide gross is known take part."
}

// unless returns nil for a fault of a kind that says that the library has no such thing.
func unless(err error, kind fault.Kind) error {
	if fault.Is(err, kind) {
		return nil
	}
	return err
}

// roles are the roles whose guides a film's page leads to.
var roles = []struct {
	role       guide.Role
	discipline guide.Discipline
}{{guide.Director, guide.Directors}, {guide.Writer, guide.Writers}, {guide.Cinematographer, guide.Cinematographers}, {guide.Actor, guide.Actors}}

// guidesTo returns the guides to people whom the film credits with the craft of the guide.
func guidesTo(a *app.App, f *film.Film) (found []*guide.Guide) {
	for _, r := range roles {
		credited := guide.CreditedAs(f, r.role)
		for _, g := range a.ListGuides(r.discipline) {
			if g.CreditedIn(credited) {
				found = append(found, g)
			}
		}
	}
	return found
}

func (r *record) title() string { return part.Titled(r.f.Title, r.f.Year) }

// description is a sentence for search engines.
func (r *record) description() string {
	if r.f.Overview != nil {
		return *r.f.Overview
	}
	return "What is known of " + r.title() + ": ratings, money, cast, crew and awards, with sources."
}

// path returns the address of the film's page, without the prefix of the service.
func (r *record) path() string { return part.FilmPath(r.f.ID, r.f.Title) }

// address returns the absolute address of the film's page.
func (r *record) address() string { return r.v.Base() + r.path() }

// citation returns how the page is cited: the film, the library, the address.
func (r *record) citation() string {
	return r.title() + ". Kinodex, library of " + part.Day(r.v.Visit.BuiltAt()) + ". " + r.address()
}

// tint returns the colours behind the head of the page, which are those of the film's cover.
func (r *record) tint() (one, other string) {
	f := &cover.Film{ID: r.f.ID.String(), Year: film.Value(r.f.Year), Countries: r.f.Countries}
	if r.reading != nil {
		for _, c := range r.reading.DominantColors {
			f.Palette = append(f.Palette, c.Hex)
		}
	}
	return cover.Tint(f)
}

// from returns where a figure comes from, nil where nothing says so.
func (r *record) from(name string) *film.Provenance {
	if p, ok := r.f.Provenance[name]; ok {
		return &p
	}
	return nil
}

// credits returns cast and crew as a table, the cast in billing order.
func (r *record) credits() table.Table {
	t := table.Table{Name: r.f.ID.String() + " credits", Caption: "Cast and crew of " + r.title(), Columns: []table.Column{
		{Name: "Name"}, {Name: "Department"}, {Name: "Job or character"}, {Name: "Billing", Numeric: true, Doc: "Place in the cast, from 1."},
	}}
	for _, c := range r.f.Cast {
		t.Add(r.person(c.Name), table.Text("cast"), table.Text(c.Character), table.Int(c.Order+1))
	}
	for _, department := range film.Departments {
		for _, c := range r.f.CrewSummary[department] {
			t.Add(r.person(c.Name), table.Text(departmentName(department)), table.Text(c.Job), table.None())
		}
	}
	return t
}

// person returns a name, with a link where the library has a page of that person in this cast.
func (r *record) person(name string) table.Cell {
	c := table.Text(name)
	if slug := r.v.Visit.SlugInCast(r.f.ID, name); slug != "" {
		return c.To("/people/" + slug)
	}
	return c
}

// inCrew returns a name of a department with a link: to the person in this cast, to the films in
// whose crew they are, or to what is found by the name.
func (r *record) inCrew(department, name string) table.Cell {
	c := r.person(name)
	switch {
	case c.Href != "":
		return c
	case film.KeyDepartments[department]:
		return c.To(part.CrewPath(name))
	}
	return c.To(part.Address("/films", "q", name))
}

// asProject returns the address of the forecast's form, filled in with a project like the film:
// its genres, its directors and what it cost. Nothing is asked before a title is added. The
// address is empty where no genre is known.
func (r *record) asProject() string {
	if len(r.f.Genres) == 0 {
		return ""
	}
	q := url.Values{"genres": {strings.Join(r.f.Genres, ", ")}}
	if names := directors(r.f); len(names) > 0 {
		q.Set("director", strings.Join(names, ", "))
	}
	if b := r.f.BoxOffice.Budget; b != nil {
		q.Set("budget", strconv.FormatInt(*b, 10))
	}
	return "/forecast?" + q.Encode()
}

// departmentName returns what a department is called: "visual effects".
func departmentName(key string) string { return strings.ReplaceAll(key, "_", " ") }
