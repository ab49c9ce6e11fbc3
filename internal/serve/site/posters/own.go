package posters

import (
	"net/http"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// fieldPicture is the field of the form that has the picture.
const fieldPicture = "picture"

// formView is what the page with the form is made of.
type formView struct {
	v        *page.View
	token    string // of the form; empty for whoever cannot send a picture
	left     *int   // requests left today; nil without a limit or an account
	problem  string // what was wrong with what was sent
	signedIn bool
}

// form shows the form to whoever may send a picture, and to others what it needs.
func form(v *page.View) error { return showForm(v, nil) }

// showForm shows the form, and what was wrong with the picture that was sent, if anything was.
func showForm(v *page.View, wrong *fault.Fault) error {
	a := formView{v: v, signedIn: v.SignedIn()}
	if a.signedIn && v.Visit.Allow(access.Needs.PosterAnalyze) == nil {
		v.Known()
		a.token = v.Seal("poster")
		me, err := v.Visit.Identity().Me(v.Context())
		if err != nil {
			return err
		}
		a.left = me.Remaining
	}
	status := http.StatusOK
	if wrong != nil {
		status, a.problem = http.StatusBadRequest, wrong.Message
	}
	return v.Answer(page.Answer{
		Title: "Read a poster", Description: "Send a poster and see what a program measures in it. The picture is read and not kept.",
		Content: formPage(&a), Status: status,
	})
}

// readOwn answers a picture that was sent: with what was measured in it, or its data. The
// picture is forgotten.
func readOwn(v *page.View) error {
	if err := v.Sealed("poster"); err != nil {
		return err
	}
	files, err := v.Upload(fieldPicture)
	if err != nil {
		return err
	}
	q := app.AnalyzePosterQuestion{Field: "The picture"}
	if len(files) > 0 {
		q.Image = files[0].Bytes
	}
	critique, err := v.Visit.AnalyzePoster(v.Context(), q)
	if f := v.Correctable(err); f != nil {
		return showForm(v, f)
	}
	if err != nil {
		return err
	}
	v.Leave() // to wait for a model takes no place from those who measure
	critique.Describe(v.Context())
	a := page.Answer{Title: "What the poster shows", Content: ownPage(critique)}
	switch v.Format { // a page that was posted has no address that its data could be had from
	case page.CSV:
		a.Tables = []table.Table{scores(critique), colours(critique)}
	case page.JSON:
		a.Data = critique
	}
	return v.Answer(a)
}

// scores returns the parts of both scores with the measurement behind each.
func scores(c *app.PosterCritique) table.Table {
	t := table.Table{Name: "scores", Caption: "The parts of the scores, and what each rests on", Columns: []table.Column{
		{Name: "Score"}, {Name: "Part"}, {Name: "Value", Unit: "of 100", Numeric: true}, {Name: "Weight", Doc: "its share of the whole", Numeric: true}, {Name: "Because"}}}
	for _, p := range c.Reading.DesignQuality.Parts {
		t.Add(table.Text("Design"), table.Text(words(p.Name)), table.Float(&p.Score, 0), table.Float(&p.Weight, 2), table.Text(p.Why))
	}
	for _, p := range c.Marketing.Parts {
		t.Add(table.Text("Marketing"), table.Text(words(p.Name)), table.Float(&p.Score, 0), table.Float(&p.Weight, 2), table.Text(p.Why))
	}
	return t
}

// colours returns the largest colours with their shares of the picture.
func colours(c *app.PosterCritique) table.Table {
	t := table.Table{Name: "colours", Caption: "The largest colours", Columns: []table.Column{
		{Name: "Colour"}, {Name: "Hexadecimal"}, {Name: "Share", Doc: "of the picture", Numeric: true}}}
	for _, d := range c.Reading.DominantColors {
		t.Add(table.Text(d.Name), table.Text(d.Hex), table.Percent(d.Share, 0))
	}
	return t
}

// near returns the posters of films that are most like the one that was sent.
func near(c *app.PosterCritique) table.Table {
	t := table.Table{Name: "near", Caption: "Posters of films that are most like it", Columns: []table.Column{
		{Name: "Film"}, {Name: "Year", Numeric: true}, {Name: "Distance", Doc: "0 alike to 1", Numeric: true}}}
	for _, p := range c.Comparable {
		t.Add(table.Link(p.Title, part.FilmPath(p.FilmdbID, p.Title)), table.Year(p.Year), table.Float(&p.Distance, 3))
	}
	return t
}

// words turns a name of the interface into words.
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }
