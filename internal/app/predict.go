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
	"kinodex/internal/screenplay"
)

// PredictQuestion asks what may become of a project.
type PredictQuestion struct {
	Project forecast.Project
	// Screenplay is the project's text, empty when there is none. It is measured
	// and forgotten.
	Screenplay string
}

// Prediction answers it. It is independent of the visit.
type Prediction struct {
	*forecast.Outlook
	// Screenplay says where the text stands among the research set; nil without
	// a text, or when it cannot be told. It has no effect on the outlook.
	Screenplay *research.Analysis
}

// Predict foretells a project's outcome from earlier films (TRACE ).
func (v *Visit) Predict(ctx context.Context, q PredictQuestion) (*Prediction, error) {
	if err := v.enter(ctx, access.Needs.Predict, q.check); err != nil {
		return nil, err
	}
	outlook, err := v.library.Forecast.Predict(&q.Project)
	if err != nil {
		return nil, err
	}
	p := &Prediction{Outlook: outlook}
	return p, v.readAlong(ctx, &q, p)
}

func (q *PredictQuestion) check() error {
	if len(q.Screenplay) > MostText {
		f := fault.New(fault.TooLarge, "screenplay_text may have at most %d bytes", MostText)
		f.Param = "screenplay_text"
		return f
	}
	return q.Project.Check()
}

// readAlong measures the project's screenplay, as further evidence. A text that
// cannot be measured is a warning and no error: the forecast does without.
func (v *Visit) readAlong(ctx context.Context, q *PredictQuestion, p *Prediction) error {
	text := q.Screenplay
	switch {
	case strings.TrimSpace(text) == "":
		return nil
	case utf8.RuneCountInString(text) < LeastText:
		p.Warnings = append(p.Warnings, fmt.Sprintf("The screenplay has fewer than %d characters, too few to measure; it was left out.", LeastText))
		return nil
	}
	script := screenplay.Parse(text)
	report := v.app.meter.Of(script)
	if err := v.interrupted(ctx); err != nil {
		return err
	}
	found, err := v.library.Research.Analyze(script, report)
	if fault.Is(err, fault.Upstream) {
		p.Warnings = append(p.Warnings, "This library has too few research screenplays to place the screenplay; it was left out.")
		return nil
	}
	p.Screenplay = found
	return err
}
