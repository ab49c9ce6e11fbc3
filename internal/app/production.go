package app

import (
	"context"
	"slices"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/screenplay/production"
)

// ProductionTerms choose reports of a production: without any, all of them, of all characters.
type ProductionTerms struct {
	Report    string `query:"report" example:"schedule,cast"`
	Character string `query:"character" maxLength:"200" doc:"The character of whom dialogue and sides are made, in upper or lower case. Without it they are of all who speak." example:"Iris"`
}

// Describe says what report may be.
func (ProductionTerms) Describe() map[string]string {
	return map[string]string{"report": "Names of reports, separated by commas: " + strings.Join(production.Names(), ", ") + ". All of them without it."}
}

// chosen returns the reports that are asked for, in the order in which a production reads them, or
// a fault of report.
func (t *ProductionTerms) chosen() (chosen []production.Report, err error) {
	asked := strings.Split(strings.ReplaceAll(t.Report, " ", ""), ",")
	asked = slices.DeleteFunc(asked, func(name string) bool { return name == "" })
	for _, name := range asked {
		if !slices.Contains(production.Names(), name) {
			return nil, fault.Param("report", strings.Join(production.Names(), ", "))
		}
	}
	for _, r := range production.Reports() {
		if len(asked) == 0 || slices.Contains(asked, r.Name) {
			chosen = append(chosen, r)
		}
	}
	if t.Character != "" && !slices.ContainsFunc(chosen, func(r production.Report) bool { return r.ByCharacter }) {
		return nil, fault.Param("character", "absent, unless report has "+strings.Join(production.ByCharacter(), " or "))
	}
	return chosen, nil
}

// who returns the folded name of the character that is asked for, or a fault that names the
// largest parts.
func (t *ProductionTerms) who(p *production.Production) (string, error) {
	if t.Character == "" {
		return "", nil
	}
	if name, found := p.Character(t.Character); found {
		return name, nil
	}
	parts := p.LargestParts()
	if len(parts) == 0 {
		return "", fault.Param("character", "absent: nobody speaks in this script")
	}
	return "", fault.Param("character", "the name of somebody who speaks in the script; the largest parts are "+strings.Join(parts, ", "))
}

// ProductionQuestion asks for what a production needs to know of a screenplay.
type ProductionQuestion struct{ Draft Draft }

// Production breaks a screenplay down, for reports to be made of it: length in eighths of a page,
// place, time and cast of scenes, a shooting order and more. The draft is read as Analyze reads it,
// for the same need and with the same faults. The answer holds its text, to be shown to nobody but
// the caller and kept nowhere. It is independent of the visit, and of the library.
func (v *Visit) Production(ctx context.Context, q ProductionQuestion) (*production.Production, error) {
	if err := v.enter(ctx, access.Needs.Analyze, func() error { return q.Draft.check(ctx, v.app.reader) }); err != nil {
		return nil, err
	}
	return v.produce(ctx, &q.Draft)
}

// produce breaks a draft down that was checked.
func (v *Visit) produce(ctx context.Context, d *Draft) (*production.Production, error) {
	if err := v.readPDFs(ctx, d); err != nil {
		return nil, err
	}
	script := d.read()
	if err := v.interrupted(ctx); err != nil {
		return nil, err
	}
	return production.Of(script), nil
}

// ProductionSheets makes the reports that are asked for of a screenplay, as Production does.
func (v *Visit) ProductionSheets(ctx context.Context, d Draft, t ProductionTerms) ([]production.Sheet, error) {
	var chosen []production.Report
	err := v.enter(ctx, access.Needs.Analyze, func() (err error) {
		if chosen, err = t.chosen(); err != nil {
			return err
		}
		return d.check(ctx, v.app.reader)
	})
	if err != nil {
		return nil, err
	}
	made, err := v.produce(ctx, &d)
	if err != nil {
		return nil, err
	}
	who, err := t.who(made)
	if err != nil {
		if lost := v.Refund(ctx); lost != nil {
			return nil, lost
		}
		return nil, err
	}
	sheets := make([]production.Sheet, len(chosen))
	for i := range chosen {
		sheets[i] = chosen[i].Of(made, who)
	}
	return sheets, nil
}
