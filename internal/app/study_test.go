package app_test

import (
	"encoding/json"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
)

// A study says what an analysis and a comparison say, receipts included, for one request.
func TestAStudyIsAnalysisAndComparisonAtOnce(t *testing.T) {
	h := apptest.Open(t)
	draft := func(field string, scenes int) app.Draft {
		return app.Draft{Field: field, Text: apptest.Screenplay(scenes)}
	}
	v := h.Visit(h.Key(access.Writer))
	earlier := draft("earlier", 12)
	study, err := v.Study(t.Context(), app.StudyQuestion{Draft: draft("script", 20), Earlier: &earlier})
	if err != nil || v.Bill().Used != 1 || len(study.Script.Scenes) != 20 || study.Spread.Len() == 0 {
		t.Fatalf("%v; %d used", err, v.Bill().Used)
	}
	other := h.Visit(h.Key(access.Writer))
	analysis, err := other.Analyze(t.Context(), app.AnalyzeQuestion{Draft: draft("script", 20)})
	if err != nil || !same(t, analysis, study.Analysis) {
		t.Errorf("the analysis differs: %v", err)
	}
	compared, err := other.Compare(t.Context(), app.CompareQuestion{Before: draft("before", 12), After: draft("after", 20)})
	if err != nil || !same(t, compared, study.Compared) {
		t.Errorf("the comparison differs: %v", err)
	}
	short := app.Draft{Field: "earlier", Text: "INT."}
	_, err = h.Visit(h.Key(access.Writer)).Study(t.Context(), app.StudyQuestion{Draft: draft("script", 20), Earlier: &short})
	if f := fault.From(err); f == nil || f.Kind != fault.InvalidParameter || f.Param != "earlier" {
		t.Errorf("an earlier draft that is too short: %v", err)
	}
}

func same(t *testing.T, a, b any) bool {
	t.Helper()
	left, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	right, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	return string(left) == string(right)
}
