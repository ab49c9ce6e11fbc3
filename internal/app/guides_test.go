package app_test

import (
	"slices"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/guide"
)

// REQ AC-01, AC-03, M-29: the guides of a discipline, in order of slug; those of
// actors are no list of their own.
func TestGuides(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Writer))
	carried, err := guide.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []guide.Discipline{guide.Writers, guide.Directors, guide.Cinematographers} {
		got, err := v.Guides(t.Context(), d)
		if err != nil || len(got) == 0 || len(got) != len(carried.List(d)) {
			t.Errorf("%s: %d guides, %v", d, len(got), err)
		}
		if !slices.IsSortedFunc(got, func(a, b *guide.Guide) int {
			if a.Slug < b.Slug {
				return -1
			}
			return 1
		}) {
			t.Errorf("%s: not in order of slug", d)
		}
	}
	for _, d := range []guide.Discipline{"", guide.Actors, "producers", "Writers"} {
		_, err := v.Guides(t.Context(), d)
		if f := fault.From(err); f == nil || f.Kind != fault.InvalidParameter || f.Param != "discipline" || f.Allowed == "" {
			t.Errorf("%q: %v", d, err)
		}
	}
}

// REQ M-30: a guide by its name or slug; one that nobody wrote is not found, and
// none asked for is missing.
func TestOneGuide(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Writer))
	for _, name := range []string{"billy-wilder", "Billy Wilder", "  BILLY   wilder ", "Billy-Wilder"} {
		g, err := v.Guide(t.Context(), guide.Writers, name)
		if err != nil || g.Slug != "billy-wilder" {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, c := range []struct {
		discipline guide.Discipline
		name       string
		kind       fault.Kind
	}{
		{guide.Writers, "nobody", fault.NotFound}, {guide.Directors, "aaron-sorkin-2", fault.NotFound}, {guide.Writers, "!!!", fault.NotFound},
		{guide.Writers, "", fault.MissingParameter}, {guide.Writers, " ", fault.MissingParameter},
		{guide.Actors, "cary-grant", fault.InvalidParameter}, {"", "billy-wilder", fault.InvalidParameter},
	} {
		_, err := v.Guide(t.Context(), c.discipline, c.name)
		if f := fault.From(err); f == nil || f.Kind != c.kind {
			t.Errorf("%s %q: %v, want %s", c.discipline, c.name, err, c.kind)
		}
	}
}

// REQ: guides and actors are gated and cost one request each.
func TestGuidesAndActorsCostOneRequest(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Free))
	if _, err := v.Guides(t.Context(), guide.Writers); err == nil {
		t.Error("guides without a plan")
	}
	if _, err := v.Actor("ann-pell").Answer(t.Context()); err == nil {
		t.Error("an actor without a plan")
	}
	paid := h.Visit(h.Key(access.Writer))
	if _, err := paid.Guides(t.Context(), guide.Writers); err != nil || paid.Bill().Used != 1 {
		t.Errorf("%v, used %d", err, paid.Bill().Used)
	}
	if _, err := paid.Actor("nobody").Answer(t.Context()); !fault.Is(err, fault.ActorNotFound) || paid.Bill().Used != 2 {
		t.Errorf("%v, used %d", err, paid.Bill().Used)
	}
}
