package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/screenplay/production"
)

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
	if err := v.readPDFs(ctx, &q.Draft); err != nil {
		return nil, err
	}
	script := q.Draft.read()
	if err := v.interrupted(ctx); err != nil {
		return nil, err
	}
	return production.Of(script), nil
}
