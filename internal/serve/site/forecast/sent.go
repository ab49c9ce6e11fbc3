package forecast

import (
	"slices"
	"time"

	"kinodex/internal/app"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/table"
)

// send answers POST /forecast: it makes a link to the forecast of the address, which whoever
// posts has paid for, and leads to it.
func send(v *page.View) error {
	asked, err := question(v.Query())
	if err != nil {
		return err
	}
	parts, err := v.Visit.SealParts(asked)
	if err != nil {
		return err
	}
	parts = slices.Concat([]string{"form", v.Browser, v.Token}, parts) // as SealOnce has them
	token, err := v.Visit.SendForecast(v.Context(), asked, v.Form.Get("note"), v.Form.Get("form"), parts)
	if err != nil {
		return err
	}
	return v.Redirect(v.Path("/f/" + token.Reveal()))
}

// open answers GET /f/{token} with the forecast as it was sent. Search engines are told to
// leave it out, whatever the answer.
func open(v *page.View) error {
	v.Header().Set("X-Robots-Tag", "noindex, nofollow, noarchive")
	sent, err := v.Visit.OpenForecast(v.Context(), v.PathValue("token"))
	if err != nil {
		return err
	}
	s := newView(v)
	s.scenarios, s.sent = priced(sent.Scenarios), sent
	if sent.Own && v.Format == page.HTML {
		v.Known()
		s.form, s.link = v.Seal("links"), v.Base()+v.R.URL.Path
	}
	return v.Answer(page.Answer{
		Title: "Forecast: " + sent.Scenarios[0].Project.Title, Data: sentData(sent), Content: sentPage(s),
		Tables: append([]table.Table{sideBySide(s.scenarios), stated(s.scenarios, false)}, s.wholeTables()...),
	})
}

// sentAnswer is a sent forecast as JSON.
type sentAnswer struct {
	SentAt     time.Time      `json:"sent_at"`
	OpensUntil time.Time      `json:"opens_until"`
	Note       *string        `json:"note"`
	Library    sentLibrary    `json:"library"`
	Version    string         `json:"version"`
	Scenarios  []app.Scenario `json:"scenarios"`
}

type sentLibrary struct {
	Generation string    `json:"generation"`
	BuiltAt    time.Time `json:"built_at"`
}

func sentData(f *app.SentForecast) sentAnswer {
	a := sentAnswer{
		SentAt: f.Sent, OpensUntil: f.Expires, Version: f.Version, Scenarios: f.Scenarios,
		Library: sentLibrary{f.Generation, f.Built.UTC()},
	}
	if f.Note != "" {
		a.Note = &f.Note
	}
	return a
}
