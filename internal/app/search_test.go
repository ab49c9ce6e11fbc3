package app_test

import (
	"sync"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/search"
)

// A search is of the generation its visit pinned, also while another takes over.
func TestASearchIsOfItsVisitsGeneration(t *testing.T) {
	h := apptest.Open(t)
	ask := func(v *app.Visit) int {
		found, err := v.Search(t.Context(), search.Question{Text: "crossing", Type: search.All, Limit: 10})
		if err != nil {
			t.Error(err)
			return 0
		}
		return len(found.Results()) + found.Total
	}
	old := h.Visit(h.Key(access.Studio))
	want := ask(old)
	if want < 4 {
		t.Fatalf("%d rows and films", want)
	}
	reload(t, h)
	var all sync.WaitGroup
	for range 4 {
		for _, v := range []*app.Visit{old, h.Visit(h.Key(access.Studio))} {
			if v == old { // a visit is used by one goroutine
				if got := ask(old); got != want {
					t.Errorf("the old generation finds %d, before %d", got, want)
				}
				continue
			}
			all.Go(func() {
				if got := ask(v); got != want {
					t.Errorf("the new generation finds %d, want %d", got, want)
				}
			})
		}
	}
	all.Wait()
}

func TestOnlyFiguresAreExplained(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Writer))
	if _, err := v.FilmExplained(apptest.Crossing, film.Detail, "roi").Answer(t.Context()); !fault.Is(err, fault.InvalidParameter) || fault.From(err).Param != "explain" {
		t.Errorf("roi: %v", err)
	}
	if v.Bill().Used != 0 {
		t.Error("nonsense was billed")
	}
	if _, err := v.FilmExplained(apptest.Absent, film.Detail, "master_score").Answer(t.Context()); !fault.Is(err, fault.FilmNotFound) {
		t.Errorf("no film: %v", err)
	}
	e, err := v.FilmExplained(apptest.Crossing, film.Detail, "master_score").Answer(t.Context())
	if err != nil || len(e.Score.Ratings) == 0 || e.ID.String() != apptest.Crossing || v.Bill().Used != 2 {
		t.Errorf("%+v, %v", e, err)
	}
}

// REQ R-14, F2-89: many words that no film has describe none, and find nothing rather than everything.
func TestADescriptionThatNoFilmMeetsFindsNothing(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Studio))
	for _, typed := range []string{"qwzx vbnmk pplk zzyzx wqqk jjxq", "she qwzx vbnmk pplk zzyzx wqqk in 1950"} {
		found, err := v.Search(t.Context(), search.Question{Text: typed, Type: search.All, Limit: 10})
		if err != nil || found.Total > 1 {
			t.Errorf("%q finds %d (%v), understood %+v", typed, found.Total, err, found.Understood)
		}
	}
}
