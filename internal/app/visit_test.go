package app_test

import (
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// REQ F2-54: a tag names the library, the service, the sandbox and the
// question, and nothing else.
func TestATagChangesWithWhatItStandsFor(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Writer))
	tag := v.Tag("films", "q=heat")
	if len(tag) != 24 || tag[0] != '"' || tag[23] != '"' {
		t.Errorf("tag = %s", tag)
	}
	if other := h.Visit(h.Key(access.Studio)).Tag("films", "q=heat"); other != tag {
		t.Error("two callers have two tags for one answer")
	}
	seen := map[string]string{tag: "the question"}
	try := func(what, tag string) {
		if of := seen[tag]; of != "" {
			t.Errorf("%s has the tag of %s", what, of)
		}
		seen[tag] = what
	}
	try("another question", v.Tag("films", "q=heats"))
	try("other parts", v.Tag("film", "sq=heat"))
	try("fewer parts", v.Tag("filmsq=heat"))
	try("more parts", v.Tag("films", "q=heat", ""))
	caller := h.Caller(h.Key(access.Writer))
	caller.Sandbox = true
	sandbox := apptest.Visit(t, h.App, caller)
	defer sandbox.Close()
	try("the sandbox", sandbox.Tag("films", "q=heat"))
	later, err := app.New(t.Context(), app.Options{Holder: h.Holder, Ledger: h.Ledger, Version: "2.4.1"})
	if err != nil {
		t.Fatal(err)
	}
	newer := apptest.Visit(t, later, caller)
	defer newer.Close()
	try("a newer service", newer.Tag("films", "q=heat"))
	reload(t, h)
	try("a newer library", h.Visit(h.Key(access.Writer)).Tag("films", "q=heat"))
	if v.Tag("films", "q=heat") != tag {
		t.Error("the tag of a visit changed while it was open")
	}
}

func TestAVisitKeepsItsGeneration(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Writer))
	before := v.Generation()
	films, err := v.Films(page).Answer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	reload(t, h)
	if v.Generation() != before || h.Visit(h.Key(access.Writer)).Generation() == before {
		t.Error("the generation did not stay with the visit, or did not change for others")
	}
	if data := decode[[]map[string]any](t, films.AppendData(nil, "")); len(data) != 5 {
		t.Errorf("%d films", len(data))
	}
}

// REQ F2-36: a cursor survives a restart and a reload of the data.
func TestACursorSurvivesRestartAndReload(t *testing.T) {
	h := apptest.Open(t)
	first, err := h.Visit(h.Key(access.Studio)).Films(page).Answer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	reload(t, h)
	again, err := app.New(t.Context(), app.Options{Holder: h.Holder, Ledger: h.Ledger, Now: h.Clock.Now, Version: "3"})
	if err != nil {
		t.Fatal(err)
	}
	v := apptest.Visit(t, again, h.Caller(h.Key(access.Studio)))
	defer v.Close()
	next := app.FilmsQuestion{Page: film.Page{Limit: 7}, Cursor: *first.NextCursor}
	if second, err := v.Films(next).Answer(t.Context()); err != nil || second.Offset != 5 || second.Len() != 7 {
		t.Errorf("%+v, %v", second, err)
	}
}

func reload(t *testing.T, h *apptest.House) {
	t.Helper()
	h.Publish()
	if changed, err := h.Holder.Reload(); !changed || err != nil {
		t.Fatal(changed, err)
	}
}

// A dialect that has the answer in its cache saves the work, not the admission: who
// may not ask is refused, nonsense is refused, and the rest is charged, once.
func TestAPreparedQuestionIsChargedOnce(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Writer))
	q := v.Films(page)
	for range 2 {
		if err := q.Charge(t.Context()); err != nil || v.Bill().Used != 1 {
			t.Errorf("%v, %d used, want 1", err, v.Bill().Used)
		}
	}
	if found, err := q.Answer(t.Context()); err != nil || found.Len() == 0 || v.Bill().Used != 1 {
		t.Errorf("%v, %d used, want an answer for 1", err, v.Bill().Used)
	}
	q = v.Films(app.FilmsQuestion{Page: film.Page{Limit: -1}})
	if err := q.Charge(t.Context()); !fault.Is(err, fault.InvalidParameter) || v.Bill().Used != 1 {
		t.Errorf("nonsense is charged with %v, %d used", err, v.Bill().Used)
	}
	nobody := apptest.Visit(t, h.App, access.Caller{})
	defer nobody.Close()
	q = nobody.Films(page)
	if err := q.Charge(t.Context()); !fault.Is(err, fault.MissingKey) {
		t.Errorf("nobody is charged with %v", err)
	}
}

// What a caller was allowed for one need says nothing of another.
func TestEachNeedIsAllowedForItself(t *testing.T) {
	h := apptest.Open(t)
	w := h.Visit(h.Key(access.Writer))
	if err := w.Allow(access.Needs.Films); err != nil {
		t.Fatal(err)
	}
	if err := w.Allow(access.Needs.Stream); !fault.Is(err, fault.TierNotAllowed) {
		t.Errorf("the stream is allowed after the list: %v", err)
	}
	if err := w.Allow(access.Needs.Films); err != nil {
		t.Errorf("the list is refused after the stream: %v", err)
	}
}
