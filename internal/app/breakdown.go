package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/screenplay/breakdown"
)

// BreakdownQuestion asks for the production breakdown of a screenplay.
type BreakdownQuestion struct{ Draft Draft }

// Breakdown lists the scenes of a screenplay as a production needs them: length in
// eighths of a page, place, time and cast, and their sums. The draft is read as Analyze
// reads it, for the same need and with the same faults, and is forgotten. The answer is
// independent of the visit, and of the library.
func (v *Visit) Breakdown(ctx context.Context, q BreakdownQuestion) (*breakdown.Breakdown, error) {
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
	return breakdown.Of(script), nil
}
