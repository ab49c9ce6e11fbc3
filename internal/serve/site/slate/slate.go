// Package slate is the page that reads many screenplays, one after the other, and shows them
// in one table.
//
// The browser sends each script by itself and keeps what came back; the service stores
// nothing. Start reading at Register; the table is made by web/js/slate.js.
package slate

import (
	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/slate"
)

// Register adds the page, which is open to all, and what reads one script, for those who are
// signed in.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/slate", Get: show, Need: access.Needs.Scripts})
	s.Handle(page.Route{Path: "/slate", Post: read, Data: true, Account: true, Need: access.Needs.Analyze, Files: app.MostText, Heavy: true})
}

// view is what the page is made of.
type view struct {
	v        *page.View
	signedIn bool
	token    string
	left     *int // requests left today; nil without a limit or an account
	model    *research.ModelCard
	features []measure.Feature
}

// show shows the page without scripts in it: those are in the browser.
func show(v *page.View) error {
	s := view{v: v, signedIn: v.SignedIn(), features: measure.Features()}
	model, err := v.Visit.Model(v.Context())
	switch {
	case err == nil:
		s.model = model.ModelCard
	case !fault.Is(err, fault.Upstream):
		return err
	}
	if s.signedIn {
		v.Known()
		s.token = v.Seal("slate")
		me, err := v.Visit.Identity().Me(v.Context())
		if err != nil {
			return err
		}
		s.left = me.Remaining
	}
	return v.Answer(page.Answer{
		Title: "Slate", Description: "Many screenplays in, one table out. Nothing is kept but in your browser.",
		Content: slatePage(&s), Scripts: []string{"slate"},
	})
}

// reading is the answer to one script.
type reading struct {
	slate.Row
	// Left is how many requests are left today; null without a limit.
	Left *int `json:"left"`
}

// read measures the one script that was posted and answers with its row. It answers with data
// alone: what asks for a page is sent to the page.
func read(v *page.View) error {
	if v.Format != page.JSON {
		return v.Redirect(v.Path("/slate"))
	}
	if err := v.Sealed("slate"); err != nil {
		return err
	}
	files, err := v.Upload("script")
	if err != nil {
		return err
	}
	if len(files) != 1 {
		return fault.Param("script", "one file with a screenplay in it")
	}
	study, err := v.Visit.Study(v.Context(), app.StudyQuestion{Draft: app.Draft{Field: "script", File: files[0].Bytes, Name: files[0].Name}})
	if err != nil {
		return err
	}
	r := reading{Row: slate.NewRow(files[0].Name, study.Script, study.Analysis.Analysis, study.Model)}
	if bill := v.Visit.Bill(); bill.Metered {
		left := bill.Remaining()
		r.Left = &left
	}
	return v.Answer(page.Answer{Data: r})
}
