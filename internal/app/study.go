package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/research"
	"kinodex/internal/screenplay"
)

// StudyQuestion asks for all that is told of a screenplay at once, and of what changed
// since an earlier draft, which is nil without one.
type StudyQuestion struct {
	Draft   Draft
	Earlier *Draft
	AdviceTerms
}

// Study answers it. It is independent of the visit. Script and what hangs on it is the
// caller's text, to be shown to nobody else and kept nowhere.
type Study struct {
	*Analysis
	Compared *Comparison // nil without an earlier draft
	Script   *screenplay.Script
	// Model is the card of the model that was asked, Spread how the research set lies.
	Model  *research.ModelCard
	Spread *research.Spread
	// Advice is what follows from the figures.
	Advice *Advice
	// Generation is that of the library.
	Generation string
}

// Study measures a screenplay as Analyze does, and compares it with an earlier draft as
// Compare does, for the price of one question.
func (v *Visit) Study(ctx context.Context, q StudyQuestion) (*Study, error) {
	if err := v.enter(ctx, access.Needs.Analyze, func() error { return q.check(ctx, v) }); err != nil {
		return nil, err
	}
	drafts := []*Draft{&q.Draft}
	if q.Earlier != nil {
		drafts = append(drafts, q.Earlier)
	}
	if err := v.readPDFs(ctx, drafts...); err != nil {
		return nil, err
	}
	found, err := v.analyze(ctx, &q.Draft, false)
	if err != nil {
		return nil, err
	}
	model, err := v.library.Research.Model()
	if err != nil {
		return nil, err
	}
	s := &Study{Analysis: &Analysis{Analysis: found}, Script: q.Draft.read(), Model: model, Spread: v.library.Research.Spread(), Generation: v.Generation()}
	s.Advice = v.advise(found, &q.AdviceTerms)
	if s.Receipt, err = v.app.receipts.receipt(found, q.Draft.digest(), found.Model); err != nil || q.Earlier == nil {
		return s, err
	}
	before, err := v.analyze(ctx, q.Earlier, false)
	if err != nil {
		return nil, err
	}
	s.Compared = &Comparison{DraftComparison: v.library.Research.Compare(before, found)}
	s.Compared.Receipt, err = v.app.receipts.receipt(s.Compared.DraftComparison, digestOfBoth(q.Earlier, &q.Draft), before.Model)
	return s, err
}

// check checks the draft, then the earlier one.
func (q *StudyQuestion) check(ctx context.Context, v *Visit) error {
	if err := q.AdviceTerms.check(v); err != nil {
		return err
	}
	if err := q.Draft.check(ctx, v.app.reader); err != nil || q.Earlier == nil {
		return err
	}
	return q.Earlier.check(ctx, v.app.reader)
}

// Norms returns how the features of the research set's scripts are distributed. It is shared
// by all visits.
func (v *Visit) Norms(ctx context.Context) (*research.Spread, error) {
	if err := v.enter(ctx, access.Needs.Scripts, nothingToCheck); err != nil {
		return nil, err
	}
	return v.library.Research.Spread(), nil
}
