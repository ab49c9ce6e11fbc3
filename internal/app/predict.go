package app

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/forecast"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/parse"
)

// PredictQuestion asks what may become of a project.
type PredictQuestion struct {
	Project forecast.Project
	// Screenplay is the project's text, empty when there is none. It is measured
	// and forgotten.
	Screenplay string
}

// Predict estimates a project's outcome from earlier films (REQ ).
// The answer is independent of the visit.
func (v *Visit) Predict(ctx context.Context, q PredictQuestion) (*forecast.Outcome, error) {
	if err := v.enter(ctx, access.Needs.Predict, q.check); err != nil {
		return nil, err
	}
	o, err := v.library.Forecast.Predict(&q.Project)
	if err != nil {
		return nil, err
	}
	if err := v.addScreenplay(ctx, &q, o); err != nil {
		return nil, err
	}
	return o, v.carries(ctx, excerpt{len(o.Comparables), 0, func(i int) item { return item(o.Comparables[i].ID) }})
}

// check checks the size of the text in bytes, then the project. A text that is too short is
// no fault: see addScreenplay.
func (q *PredictQuestion) check() error {
	if len(q.Screenplay) > MostText {
		f := fault.New(fault.TooLarge, "screenplay_text may have at most %d bytes", MostText)
		f.Param = "screenplay_text"
		return f
	}
	return q.Project.Check()
}

// addScreenplay measures the project's screenplay and adds it to o as further evidence. It
// does not change the forecast. A text that cannot be measured is a warning and no error.
func (v *Visit) addScreenplay(ctx context.Context, q *PredictQuestion, o *forecast.Outcome) error {
	text := q.Screenplay
	switch {
	case strings.TrimSpace(text) == "":
		return nil
	case utf8.RuneCountInString(text) < research.LeastText:
		o.Warnings = append(o.Warnings, fmt.Sprintf("The screenplay has fewer than %d characters, too few to measure; it was left out.", research.LeastText))
		return nil
	}
	script := parse.Text(text)
	report := v.app.meter.Of(script)
	if err := v.interrupted(ctx); err != nil {
		return err
	}
	found, err := v.library.Research.Analyze(script, report)
	switch {
	case fault.Is(err, fault.Upstream):
		o.Warnings = append(o.Warnings, "This library has too few research screenplays to place the screenplay; it was left out.")
		return nil
	case err != nil:
		return err
	case !found.IsScreenplay():
		o.Warnings = append(o.Warnings, fmt.Sprintf("The text is no screenplay (%s: %s); it was left out.", found.Form, found.FormEvidence.Reason))
		return nil
	}
	o.Screenplay = &forecast.ScreenplayNote{
		PredictedClass: found.PredictedClass, PredictedTier: found.PredictedTier, ClassRange: found.ClassRange, Effect: "none", Warnings: append([]string{}, found.Warnings...),
	}
	return nil
}
