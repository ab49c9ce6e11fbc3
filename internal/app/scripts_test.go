package app_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
)

func TestSenselessScriptQuestionsNameTheirParameter(t *testing.T) {
	h := apptest.Open(t)
	for _, c := range []struct {
		q     app.ScriptsQuestion
		param string
	}{
		{app.ScriptsQuestion{Limit: 0}, "limit"},
		{app.ScriptsQuestion{Limit: app.MaxScripts + 1}, "limit"},
		{app.ScriptsQuestion{Limit: 1, Offset: -1}, "offset"},
		{app.ScriptsQuestion{Limit: 1, Offset: app.MaxOffset + 1}, "offset"},
		{app.ScriptsQuestion{Limit: 1, Tier: "F"}, "tier"},
		{app.ScriptsQuestion{Limit: 1, Tier: "AB"}, "tier"},
		{app.ScriptsQuestion{Limit: 1, Sort: "scene_count"}, "sort"},
		{app.ScriptsQuestion{Limit: 1, Sort: "rank:asc"}, "sort"},
		{app.ScriptsQuestion{Limit: 1, Sort: "scene_count:up"}, "sort"},
	} {
		v := h.Visit(h.Key(access.Writer))
		_, err := v.Scripts(c.q).Answer(t.Context())
		if f := fault.From(err); f == nil || f.Kind != fault.InvalidParameter || f.Param != c.param || f.Allowed == "" {
			t.Errorf("%+v: %v", c.q, err)
		}
		if v.Bill().Metered {
			t.Errorf("%+v was billed", c.q)
		}
	}
}

// Scripts come in order of a feature, within a tier as in all of the set.
func TestScriptsComeInOrderOfAFeature(t *testing.T) {
	h := apptest.Open(t)
	for _, tier := range []string{"", "b"} {
		asked := h.Visit(h.Key(access.Writer)).Scripts(app.ScriptsQuestion{Tier: tier, Sort: "scene_count:desc", Limit: 100})
		found, err := asked.Answer(t.Context())
		if err != nil || len(found.Scripts) < 2 || len(found.Scripts) != found.Total {
			t.Fatalf("%+v, %v", found, err)
		}
		for i := 1; i < len(found.Scripts); i++ {
			if found.Scripts[i].Features.SceneCount > found.Scripts[i-1].Features.SceneCount {
				t.Errorf("tier %q: %v scenes after %v", tier, found.Scripts[i].Features.SceneCount, found.Scripts[i-1].Features.SceneCount)
			}
		}
	}
}

// A PDF is read by the reader it was given; what the reader says of it is what the
// asker is told, and what was paid for it is given back.
func TestAFileThatCannotBeReadCostsNothing(t *testing.T) {
	h := apptest.Open(t)
	scanned := fault.New(fault.InvalidBody, "this PDF has no text layer")
	service, err := app.New(t.Context(), app.Options{Holder: h.Holder, Ledger: h.Ledger, Now: h.Clock.Now, Version: apptest.Version,
		PDF: func(_ context.Context, b []byte) (string, error) {
			if strings.Contains(string(b), "scanned") {
				return "", scanned
			}
			return apptest.Screenplay(20), nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	v := apptest.Visit(t, service, h.Caller(h.Key(access.Writer)))
	defer v.Close()
	ask := func(file string) (*app.Analysis, error) {
		return v.Analyze(t.Context(), app.AnalyzeQuestion{Draft: app.Draft{Field: "file", Name: "draft.pdf", File: []byte(file)}})
	}
	_, err = ask("%PDF-1.7 scanned")
	if f := (*fault.Fault)(nil); !errors.As(err, &f) || f.Message != scanned.Message || f.Param != "file" || v.Bill().Used != 0 {
		t.Errorf("a scanned PDF: %v, bill %+v", err, v.Bill())
	}
	a, err := ask("%PDF-1.7")
	if err != nil || a.Format != "pdf" || len(a.Report.Scenes) != 20 || v.Bill().Used != 1 {
		t.Errorf("a PDF: %+v, %v, bill %+v", a, err, v.Bill())
	}
}

// REQ L-04, L-08: the bounds are the service's, whichever door asks.
func TestTheBoundsOfATextHoldAtEveryDoor(t *testing.T) {
	h := apptest.Open(t)
	for length, kind := range map[int]fault.Kind{0: fault.MissingParameter, 499: fault.InvalidParameter, app.MostText + 1: fault.TooLarge} {
		v := h.Visit(h.Key(access.Writer))
		_, err := v.Analyze(t.Context(), app.AnalyzeQuestion{Draft: app.Draft{Field: "text", Text: strings.Repeat("x", length)}})
		if !fault.Is(err, kind) || fault.From(err).Param != "text" || v.Bill().Metered {
			t.Errorf("%d characters: %v", length, err)
		}
	}
}
