// Package analyze is the page that reads a screenplay and tells where it stands.
//
// A script is posted as a file or a text, measured and forgotten: nothing of it is stored or
// logged. The page that answers carries the script's text back to the browser that sent it,
// so that each number can be followed to its place. Who wants to keep the page saves it as a
// file, or in the browser: see keep.go. Start reading at Register.
package analyze

import (
	"net/http"
	"strconv"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/research"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/table"
)

// Register adds the page with its form, which is open to all, and what answers the form, for
// those who are signed in.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/analyze", Get: form, Need: access.Needs.Scripts})
	s.Handle(page.Route{Path: "/analyze", Post: analyze, Data: true, Account: true, Need: access.Needs.Analyze, Files: app.MostText, Heavy: true})
	s.Handle(page.Route{Path: "/analyze/file", Post: save, Account: true, Need: access.Needs.Analyze, Files: app.MostText, Heavy: true})
	s.Handle(page.Route{Path: "/analyze/reports", Post: showReports, Data: true, Account: true, Need: access.Needs.Analyze, Files: app.MostText, Heavy: true})
	s.Handle(page.Route{Path: "/analyze/pack", Post: sendPack, Account: true, Need: access.Needs.Analyze, Files: app.MostText, Heavy: true})
	s.Handle(page.Route{Path: "/analyze/kept", Get: kept, Takes: page.Named("id"), Need: access.Needs.Scripts})
}

// The fields of the form.
const (
	fieldFile        = "script"
	fieldText        = "text"
	fieldEarlier     = "earlier"
	fieldEarlierText = "earlier_text"
	fieldGenre       = "genre"
	fieldYear        = "year"
	fieldProse       = "prose"
)

// formView is what the page with the form is made of.
type formView struct {
	v        *page.View
	token    string
	left     *int                // requests left today; nil without a limit or an account
	model    *research.ModelCard // nil when the library has none
	problem  string              // what was wrong with what was posted
	advice   string              // what to do about it
	signedIn bool
	prose    bool // whether a language model can write
}

// posted returns what was typed into a field and refused: nobody has to paste a script again. A file is
// not among it, since no page can choose one.
func (a *formView) posted(field string) string { return a.v.Form.Get(field) }

// form shows the form.
func form(v *page.View) error { return show(v, nil) }

// show shows the form, and what was wrong with what was posted, if anything was.
func show(v *page.View, wrong *fault.Fault) error {
	a := formView{v: v, signedIn: v.SignedIn(), prose: v.App.HasModel()}
	model, err := v.Visit.Model(v.Context())
	switch {
	case err == nil:
		a.model = model.ModelCard
	case !fault.Is(err, fault.Upstream):
		return err
	}
	if a.signedIn {
		v.Known()
		a.token = v.Seal("analyze")
		me, err := v.Visit.Identity().Me(v.Context())
		if err != nil {
			return err
		}
		a.left = me.Remaining
	}
	status := http.StatusOK
	if wrong != nil {
		status = http.StatusBadRequest
		a.problem, a.advice = wrong.Message, remedy(wrong)
	}
	return v.Answer(page.Answer{
		Title: "Analyse a screenplay", Description: "Drop a screenplay and see where it stands beside produced ones. It is read and not kept.",
		Content: formPage(&a), Scripts: []string{"analyze", "keep"}, Status: status, API: "",
	})
}

// analyze answers a form that was posted: with the report, or its data.
func analyze(v *page.View) error {
	if err := v.Sealed("analyze"); err != nil {
		return err
	}
	r, err := read(v)
	if f := v.Correctable(err); f != nil {
		return show(v, f)
	}
	if err != nil {
		return err
	}
	a := page.Answer{Title: r.title() + ": what stands out", Content: reportPage(r), Scripts: []string{"analyze", "keep"}}
	switch v.Format { // a page that was posted has no address that its data could be had from
	case page.CSV:
		a.Tables = []table.Table{r.sceneTable(), r.characterTable(), r.placeTable(), r.featureTable()}
	case page.JSON:
		a.Data = r.data()
	}
	return v.Answer(a)
}

// remedy says what to do about what was wrong, and nothing where the message does.
func remedy(f *fault.Fault) string {
	switch {
	case strings.Contains(f.Message, "OCR"):
		return "A scanned script is a set of photographs. Export the PDF from the writing program instead, or have a scanner program recognise the text first."
	case strings.Contains(f.Message, "encrypted"):
		return "Open it in a PDF viewer, print it to a new PDF without a password, and send that."
	case strings.Contains(f.Message, "this PDF"): // others name PDF among what is accepted
		return "Or copy the text out of the PDF and paste it below."
	case strings.Contains(f.Message, "accepted are"):
		return ""
	case f.Kind == fault.TooLarge:
		return "A script of 120 pages has about 0.2 MB of text. A PDF that is much larger mostly has pictures in it: export it without them."
	case f.Kind == fault.MissingParameter:
		return "Choose a file or paste a text."
	case f.Param == fieldGenre || f.Param == fieldYear:
		return "Choose a genre and a year that films have, or leave the fields empty."
	case f.Kind == fault.InvalidParameter:
		return "A single page is too little to measure: send the whole script, or at least some scenes."
	}
	return "Export the script from the writing program as PDF, Word (.docx), Fountain, Final Draft (.fdx) or plain text, and send that."
}

// draft returns the draft in a field with a file, or in one with a text; nil without either.
// If there are both, it is the file.
func draft(v *page.View, file, text string) (d *app.Draft, name string, err error) {
	files, err := v.Upload(file)
	if err != nil {
		return nil, "", err
	}
	if len(files) > 0 {
		return &app.Draft{Field: "The file", File: files[0].Bytes, Name: files[0].Name}, files[0].Name, nil
	}
	if pasted := v.Form.Get(text); strings.TrimSpace(pasted) != "" {
		return &app.Draft{Field: "The text", Text: pasted}, "", nil
	}
	return nil, "", nil
}

// read reads what was posted and measures it.
func read(v *page.View) (*report, error) {
	now, name, err := draft(v, fieldFile, fieldText)
	if err != nil {
		return nil, err
	}
	if now == nil {
		return nil, fault.Missing("A script", "a file, or a pasted text")
	}
	earlier, _, err := draft(v, fieldEarlier, fieldEarlierText)
	if err != nil {
		return nil, err
	}
	if earlier != nil {
		earlier.Field = "The earlier draft"
	}
	terms, err := adviceTerms(v)
	if err != nil {
		return nil, err
	}
	study, err := v.Visit.Study(v.Context(), app.StudyQuestion{Draft: *now, Earlier: earlier, AdviceTerms: terms})
	if err != nil {
		return nil, err
	}
	if terms.Prose {
		v.Leave() // to wait for a model takes no place from those who measure
		study.Advice.Write(v.Context())
	}
	return newReport(study, name, v.App.Now()), nil
}

// adviceTerms returns what was told of the script beside its text.
func adviceTerms(v *page.View) (t app.AdviceTerms, err error) {
	t.Genre, t.Prose = strings.TrimSpace(v.Form.Get(fieldGenre)), v.Form.Get(fieldProse) != ""
	if year := strings.TrimSpace(v.Form.Get(fieldYear)); year != "" {
		if t.Year, err = strconv.Atoi(year); err != nil {
			return t, fault.Param(fieldYear, "a year in digits, such as 1998")
		}
	}
	return t, nil
}
