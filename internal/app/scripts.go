package app

import (
	"context"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/research"
)

// MaxScripts is how many scripts one page may have.
const MaxScripts = 200

// ScriptsQuestion asks for a page of the research set, by rank.
type ScriptsQuestion struct {
	Tier          string // S, A, B, C, D or E in any case; empty for all
	Offset, Limit int
}

// Scripts is a page of scripts, to be written before its visit is closed.
type Scripts struct {
	research.Page
	Offset, Limit int
}

// Scripts gives a page of the research set.
func (v *Visit) Scripts(ctx context.Context, q ScriptsQuestion) (*Scripts, error) {
	if err := v.enter(ctx, access.Needs.Scripts, q.check); err != nil {
		return nil, err
	}
	page := v.library.Research.Scripts(strings.ToUpper(q.Tier), q.Offset, q.Limit)
	return &Scripts{page, q.Offset, q.Limit}, v.carries(ctx, max(0, min(q.Limit, page.Total-q.Offset)))
}

func (q *ScriptsQuestion) check() error {
	if len(q.Tier) > 1 || !strings.Contains(research.Tiers, strings.ToUpper(q.Tier)) {
		return fault.Param("tier", "one of "+strings.Join(strings.Split(research.Tiers, ""), ", "))
	}
	return checkPage(q.Limit, MaxScripts, q.Offset)
}

// Script gives the script of a film as a JSON object, to be written before the
// visit is closed. A film without one, or an id that is none, is a fault of kind
// ScriptNotFound, and costs what an answer costs.
func (v *Visit) Script(ctx context.Context, id string) ([]byte, error) {
	if err := v.enter(ctx, access.Needs.Scripts, nothingToCheck); err != nil {
		return nil, err
	}
	if n, ok := film.ParseID(id); ok {
		if row, ok := v.library.Research.ByFilm(n); ok {
			return row, v.carries(ctx, 1)
		}
	}
	return nil, fault.New(fault.ScriptNotFound, "no analysed screenplay has this film's id")
}

// Correlations gives how features go with outcomes, as a JSON object, to be
// written before the visit is closed (TRACE S-32).
func (v *Visit) Correlations(ctx context.Context) ([]byte, error) {
	if err := v.enter(ctx, access.Needs.Scripts, nothingToCheck); err != nil {
		return nil, err
	}
	return v.library.Research.Correlations(), nil
}

// Model describes the tier model and how to check a receipt (TRACE S-36). Without
// a model it is a fault of kind Upstream.
func (v *Visit) Model(ctx context.Context) (*Model, error) {
	if err := v.enter(ctx, access.Needs.Scripts, nothingToCheck); err != nil {
		return nil, err
	}
	about, err := v.library.Research.Model()
	if err != nil {
		return nil, err
	}
	return &Model{about, v.app.receipts}, nil
}

// Model is a description to be written before its visit is closed.
type Model struct {
	about    []byte
	receipts *notary
}

// AppendData appends the description as a JSON object.
func (m *Model) AppendData(dst []byte) []byte {
	dst = append(dst, m.about[:len(m.about)-1]...)
	return append(append(dst, m.receipts.about...), '}')
}
