package app_test

import (
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/screenplay/breakdown"
	"kinodex/internal/screenplay/parse"
)

// A production is asked for as an analysis is: the same need, the same reading of the
// draft, the same price.
func TestAProductionIsAskedForLikeAnAnalysis(t *testing.T) {
	h := apptest.Open(t)
	text := apptest.Screenplay(20)
	v := h.Visit(h.Key(access.Writer))
	got, err := v.Production(t.Context(), app.ProductionQuestion{Draft: app.Draft{Field: "text", Text: text}})
	if err != nil || v.Bill().Used != 1 {
		t.Fatalf("%v, bill %+v", err, v.Bill())
	}
	if want := breakdown.Of(parse.Text(text)); len(got.Sheet.Scenes) != 20 || got.Sheet.Length != want.Length {
		t.Errorf("%+v, want %+v", got.Sheet.Length, want.Length)
	}
	for name, c := range map[string]struct {
		draft app.Draft
		kind  fault.Kind
	}{
		"nothing":     {app.Draft{Field: "text"}, fault.MissingParameter},
		"too short":   {app.Draft{Field: "text", Text: strings.Repeat("x", 499)}, fault.InvalidParameter},
		"too long":    {app.Draft{Field: "text", Text: strings.Repeat("x", app.MostText+1)}, fault.TooLarge},
		"a Word file": {app.Draft{Field: "file", Name: "a.docx", File: []byte("PK\x03\x04")}, fault.InvalidBody},
		"a PDF here":  {app.Draft{Field: "file", Name: "a.pdf", File: []byte("%PDF-1.7")}, fault.InvalidBody},
	} {
		v := h.Visit(h.Key(access.Writer))
		_, err := v.Production(t.Context(), app.ProductionQuestion{Draft: c.draft})
		if !fault.Is(err, c.kind) || fault.From(err).Param != c.draft.Field || v.Bill().Used > 1 {
			t.Errorf("%s: %v, bill %+v", name, err, v.Bill())
		}
	}
	v = h.Visit(h.Key(access.Free))
	if _, err := v.Production(t.Context(), app.ProductionQuestion{Draft: app.Draft{Field: "text", Text: text}}); !fault.Is(err, fault.TierNotAllowed) {
		t.Errorf("a plan without analyses: %v", err)
	}
}
