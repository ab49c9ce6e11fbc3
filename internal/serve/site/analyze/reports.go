package analyze

import (
	"bytes"
	"fmt"
	"time"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/screenplay/breakdown"
	"kinodex/internal/screenplay/production"
	"kinodex/internal/serve/reports"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/table"
	"kinodex/internal/text"
)

// productionView is what the page of reports of a production is made of.
type productionView struct {
	*production.Production
	title string
	day   time.Time
	// short are the reports without long texts, which the page shows.
	short []production.Sheet
}

// produce breaks down what was posted.
func produce(v *page.View) (*productionView, error) {
	if err := v.Sealed("analyze"); err != nil {
		return nil, err
	}
	draft, name, err := draft(v, fieldFile, fieldText)
	if err != nil {
		return nil, err
	}
	if draft == nil {
		return nil, fault.Missing("A script", "a file, or a pasted text")
	}
	p, err := v.Visit.Production(v.Context(), app.ProductionQuestion{Draft: *draft})
	if err != nil {
		return nil, err
	}
	return &productionView{Production: p, title: titleOf(p.Script, name), day: v.App.Now()}, nil
}

// showReports answers a form that was posted with the reports of a production, or with their data.
func showReports(v *page.View) error {
	m, err := produce(v)
	if f := v.Correctable(err); f != nil {
		return show(v, f)
	}
	if err != nil {
		return err
	}
	a := page.Answer{Title: m.title + ": reports for production", Scripts: []string{"analyze", "keep"}}
	switch v.Format {
	case page.CSV:
		for _, s := range m.Sheets() {
			a.Tables = append(a.Tables, reports.Table(s))
		}
	case page.JSON:
		a.Data = struct {
			Reports []production.Sheet `json:"reports"`
		}{m.Sheets()}
	default:
		for _, r := range production.Reports() {
			if !r.ByCharacter {
				m.short = append(m.short, r.Of(m.Production, ""))
			}
		}
		a.Content = reportsPage(m)
	}
	return v.Answer(a)
}

// sendPack answers a form that was posted with all reports of a production as one zip file.
func sendPack(v *page.View) error {
	m, err := produce(v)
	if f := v.Correctable(err); f != nil {
		return show(v, f)
	}
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := reports.WritePack(&b, m.title, m.day, m.Production); err != nil {
		return err
	}
	stem := text.Slug(m.title)
	if stem == "" {
		stem = "screenplay"
	}
	v.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s-production.zip"`, stem[:min(len(stem), 80)]))
	v.SendAs("application/zip", 200, b.Bytes())
	return nil
}

// data is what the page shows, as data.
func (m *productionView) data() any {
	shown := make([]production.Sheet, len(m.short))
	for i, s := range m.short {
		s.Rows = s.Rows[:min(len(s.Rows), reports.MostRows)]
		shown[i] = s
	}
	return struct {
		Reports []production.Sheet `json:"reports"`
	}{shown}
}

// length says how long the script is.
func (m *productionView) length() string {
	return breakdown.FormatEighths(m.Sheet.Length.Eighths) + " pages"
}

// holds says beside the name of a report how much it has.
func holds(s production.Sheet) string {
	if len(s.Rows) == 0 {
		return "nothing to list"
	}
	return table.Count(len(s.Rows), "row")
}
