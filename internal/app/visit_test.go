package app_test

import (
	"errors"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// TRACE F2-54: a tag names the library, the service, the sandbox and the
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
	later, err := app.New(t.Context(), app.Options{Shelf: h.Shelf, Ledger: h.Ledger, Version: "2.4.1"})
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
	films, err := v.Films(t.Context(), page)
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

// TRACE F2-36: a cursor survives a restart and a reload of the data.
func TestACursorSurvivesRestartAndReload(t *testing.T) {
	h := apptest.Open(t)
	first, err := h.Visit(h.Key(access.Studio)).Films(t.Context(), page)
	if err != nil {
		t.Fatal(err)
	}
	reload(t, h)
	again, err := app.New(t.Context(), app.Options{Shelf: h.Shelf, Ledger: h.Ledger, Now: h.Clock.Now, Version: "3"})
	if err != nil {
		t.Fatal(err)
	}
	v := apptest.Visit(t, again, h.Caller(h.Key(access.Studio)))
	defer v.Close()
	next := app.FilmsQuestion{Page: film.Page{Limit: 7}, Cursor: *first.NextCursor}
	if second, err := v.Films(t.Context(), next); err != nil || second.Offset != 5 || second.Len() != 7 {
		t.Errorf("%+v, %v", second, err)
	}
}

func reload(t *testing.T, h *apptest.House) {
	t.Helper()
	h.Publish()
	if changed, err := h.Shelf.Reload(); !changed || err != nil {
		t.Fatal(changed, err)
	}
}

// A door that has the answer at hand saves the looking, not the asking: who may
// not ask is refused, nonsense is refused, and the rest is charged.
func TestWhatIsAtHandIsStillGatedAndCharged(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Writer))
	v.AtHand(true)
	if films, err := v.Films(t.Context(), page); !errors.Is(err, app.ErrAtHand) || films != nil {
		t.Errorf("got %v, %v, want ErrAtHand", films, err)
	}
	if used := v.Bill().Used; used != 1 {
		t.Errorf("%d used, want 1", used)
	}
	v = h.Visit(h.Key(access.Writer))
	v.AtHand(true)
	if _, err := v.Films(t.Context(), app.FilmsQuestion{Page: film.Page{Limit: -1}}); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("nonsense is answered with %v", err)
	}
	nobody := apptest.Visit(t, h.App, access.Caller{})
	defer nobody.Close()
	nobody.AtHand(true)
	if _, err := nobody.Films(t.Context(), page); !fault.Is(err, fault.MissingKey) {
		t.Errorf("nobody is answered with %v", err)
	}
	v = h.Visit(h.Key(access.Writer))
	v.AtHand(true)
	v.Holds(true)
	if _, err := v.Films(t.Context(), page); !errors.Is(err, app.ErrUnchanged) || v.Bill().Used > 1 {
		t.Errorf("what the asker holds is answered with %v and costs %d", err, v.Bill().Used)
	}
}
