package app_test

import (
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
)

// The same question is refused with the same words every time.
func TestTheFirstBadNameIsReported(t *testing.T) {
	h := apptest.Open(t)
	for range 20 {
		v := h.Visit(h.Key(access.Producer))
		_, err := v.Suggest(t.Context(), app.SuggestQuestion{Opinions: app.Opinions{Liked: []string{"Heat", ""}, Disliked: []string{""}}, Limit: 5})
		if f := fault.From(err); f == nil || f.Param != "liked[1]" {
			t.Fatalf("%v, want liked[1] to be refused", err)
		}
	}
}
