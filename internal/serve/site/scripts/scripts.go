// Package scripts is the list of the research set's measured screenplays, and the page of one.
package scripts

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/search"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// Register adds the pages of measured screenplays.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/scripts", Takes: page.Named("tier", "sort", "offset"), Get: list, Data: true, Need: access.Needs.Scripts})
	s.Handle(page.Route{Path: "/scripts/{id}", Get: one, Data: true, Need: access.Needs.Scripts})
}

// perPage is how many scripts a page of the list shows.
const perPage = 50

// listView is what the page of the list is made of.
type listView struct {
	v     *page.View
	found *app.Scripts
	set   *research.Spread
	tiers []part.Choice
	sort  string
}

// list shows a page of the research set.
func list(v *page.View) error {
	p := v.Query()
	q := app.ScriptsQuestion{Tier: p.Get("tier"), Sort: p.Get("sort"), Limit: perPage}
	if from := p.Get("offset"); from != "" {
		n, err := strconv.Atoi(from)
		if err != nil {
			return fault.Param("offset", "a whole number")
		}
		q.Offset = n
	}
	asked := v.Visit.Scripts(q)
	found, err := asked.Answer(v.Context())
	if err != nil {
		return err
	}
	set, err := v.Visit.Norms(v.Context())
	if err != nil {
		return err
	}
	c, err := v.Visit.Correlations(v.Context())
	if err != nil {
		return err
	}
	s := &listView{v: v, found: found, set: set, tiers: tierChoices(v, c, q.Tier), sort: q.Sort}
	return v.Answer(page.Answer{
		Title: "Measured screenplays", Description: "The research set: screenplays of films that were made, as twenty figures each.",
		Content: listPage(s), Tables: []table.Table{scriptTable(found.Scripts)}, API: v.API("/api/v1/scripts", "sort"),
		Data: struct {
			Scripts []research.Script `json:"scripts"`
			Total   int               `json:"total"`
			Offset  int               `json:"offset"`
		}{found.Scripts, found.Total, found.Offset},
	})
}

// tierChoices returns the tiers with their counts, as links.
func tierChoices(v *page.View, c *research.Correlations, chosen string) []part.Choice {
	p := c.TierProfiles
	counts := []int{p.S.N, p.A.N, p.B.N, p.C.N, p.D.N, p.E.N}
	all := []part.Choice{{Name: "All", Href: v.With("tier", "", "offset", ""), Count: c.TotalScripts, On: chosen == ""}}
	for i, n := range counts {
		tier := research.Tiers[i : i+1]
		all = append(all, part.Choice{Name: "Tier " + tier, Href: v.With("tier", tier, "offset", ""), Count: n, On: strings.EqualFold(tier, chosen)})
	}
	return all
}

// scriptTable returns scripts with all their features, for a file.
func scriptTable(scripts []research.Script) table.Table {
	t := table.Table{Name: "scripts", Caption: "Measured screenplays", Columns: []table.Column{
		{Name: "Rank", Numeric: true}, {Name: "Title"}, {Name: "Year", Numeric: true}, {Name: "Tier"}, {Name: "Class"},
		{Name: "Points", Unit: "of 100", Numeric: true}, {Name: "User rating", Unit: "of 10", Numeric: true}, {Name: "Master score", Unit: "of 100", Numeric: true}, {Name: "Id"},
	}}
	for _, f := range measure.Features() {
		t.Columns = append(t.Columns, table.Column{Name: f.Label, Unit: f.Unit, Numeric: true, Doc: f.Formula})
	}
	for i := range scripts {
		s := &scripts[i]
		cells := []table.Cell{table.Int(s.Rank), table.Link(s.Title, "/scripts/"+s.FilmdbID), table.Year(s.Year), table.Text(s.Tier), table.Text(s.Class),
			table.Float(s.Points, 2), table.Float(s.FilmdbRating, 1), table.Float(s.MasterScore, 1), table.Text(s.FilmdbID)}
		for f, about := range measure.Features() {
			v := *s.Features.At(f)
			cells = append(cells, table.Cell{Text: part.FeatureText(about, v), Value: v})
		}
		t.Add(cells...)
	}
	return t
}

// sorted returns the feature by which the page is ordered, and ascending or descending; "" when
// it is ordered by rank.
func (s *listView) sorted() (feature int, by string) {
	name, direction, _ := strings.Cut(s.sort, ":")
	feature = slices.IndexFunc(measure.Features(), func(f measure.Feature) bool { return f.Name == name })
	if feature < 0 {
		return 0, ""
	}
	return feature, map[bool]string{true: "ascending", false: "descending"}[direction == "asc"]
}

// next and first return the addresses of other pages, or "".
func (s *listView) next() string {
	if s.found.Offset+len(s.found.Scripts) >= s.found.Total || len(s.found.Scripts) == 0 {
		return ""
	}
	return s.v.With("offset", strconv.Itoa(s.found.Offset+perPage))
}

func (s *listView) first() string {
	if s.found.Offset == 0 {
		return ""
	}
	return s.v.With("offset", "")
}

// single is what the page of one script is made of.
type single struct {
	*app.FilmScript
	title  string
	cited  []string // the lines of the text that citations quote
	set    *research.Spread
	tiers  research.TierRules
	counts []int
	near   []research.Script // of the ranks before and after
}

// one shows a script.
func one(v *page.View) error {
	id, _ := film.ParseID(v.PathValue("id"))
	doc, err := v.Visit.Document(search.ScriptRow, id)
	if err != nil {
		return missing(v, id, err)
	}
	s := &single{title: doc.Title}
	if s.FilmScript, err = v.Visit.FilmScript(id.String()).Answer(v.Context()); err != nil {
		return missing(v, id, err)
	}
	for line := range strings.SplitSeq(doc.Text, "\n") {
		if line != "" && line != doc.Title {
			s.cited = append(s.cited, line)
		}
	}
	if err := s.beside(v); err != nil {
		return err
	}
	return v.Answer(page.Answer{
		Title: s.title, Description: "The screenplay of " + s.Title + ", as twenty figures beside those of others.",
		Content: scriptPage(s), Tables: s.tables(), Data: s.FilmScript, API: "/api/v2/films/" + id.String() + "/script",
	})
}

// missing says that there is no such script, on a page, which leads to the film where that is
// known.
func missing(v *page.View, id film.ID, err error) error {
	if f := fault.From(err); f.Kind != fault.ScriptNotFound || v.Format != page.HTML {
		return err
	}
	v.Header().Set("Cache-Control", "no-store")
	ways := []part.Section{{Path: "/scripts", Name: "Measured screenplays"}}
	if v.Visit.HasFilm(id) {
		ways = append(ways, part.Section{Path: "/films/" + id.String(), Name: "The film"})
	}
	lost := part.Lost{Title: "Nothing is here", Why: "No measured screenplay has this address. A link to it may be older than this library.", Search: true, Ways: ways}
	return v.Answer(page.Answer{Title: lost.Title, Status: http.StatusNotFound, OwnSearch: true, Content: part.Problem(lost)})
}

// beside fills in what the script is seen beside.
func (s *single) beside(v *page.View) (err error) {
	if s.set, err = v.Visit.Norms(v.Context()); err != nil {
		return err
	}
	c, err := v.Visit.Correlations(v.Context())
	if err != nil {
		return err
	}
	p := c.TierProfiles
	s.counts = []int{p.S.N, p.A.N, p.B.N, p.C.N, p.D.N, p.E.N}
	switch card, err := v.Visit.Model(v.Context()); {
	case err == nil:
		s.tiers = card.Tiers
	case !fault.Is(err, fault.Upstream):
		return err
	}
	asked := v.Visit.Scripts(app.ScriptsQuestion{Offset: max(0, s.Rank-3), Limit: 5})
	near, err := asked.Answer(v.Context())
	if err != nil {
		return err
	}
	s.near = slices.DeleteFunc(slices.Clone(near.Scripts), func(n research.Script) bool { return n.FilmdbID == s.FilmdbID })
	return nil
}
