package mcp_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
)

// REQ M-45: with further people the films are those that everybody can watch, with a reason for each.
func TestRecommendFilmsForAGroup(t *testing.T) {
	d := open(t)
	var got struct {
		Data []struct {
			Film        struct{ Title string }
			Mean, Least float64
			People      []struct {
				Fit    float64
				Reason string
			}
		}
		Meta struct {
			People []struct {
				Liked      int
				Understood map[string]any
			}
			Note string
		}
	}
	d.call(d.studio(), "recommend_films", `{"liked":["`+apptest.Crossing+`"],"disliked":["Giants of the Deep"],"with":["Yellow Boat; Café Müller","a drama, no horror"],"limit":5}`).into(t, &got)
	if len(got.Data) == 0 || len(got.Data) > 5 || len(got.Meta.People) != 3 {
		t.Fatalf("%+v", got)
	}
	if got.Meta.People[1].Liked != 2 || got.Meta.People[1].Understood != nil || got.Meta.People[2].Understood == nil {
		t.Errorf("people are understood as %+v", got.Meta.People)
	}
	for _, f := range got.Data {
		if len(f.People) != 3 || f.Least < 0.3 || slices.Contains([]string{"The Crossing", "Yellow Boat", "Café Müller", "Giants of the Deep"}, f.Film.Title) && f.Film.Title != "The Crossing" {
			t.Errorf("%+v", f)
		}
		for _, p := range f.People {
			if p.Reason == "" || p.Fit < f.Least {
				t.Errorf("%s: %+v", f.Film.Title, p)
			}
		}
	}
	many, _ := json.Marshal(slices.Repeat([]string{"Echo"}, 8))
	for arguments, field := range map[string]string{
		`{"liked":["Echo"],"with":` + string(many) + `}`:                            "with",
		`{"liked":["Echo"],"with":"a drama"}`:                                       "with",
		`{"liked":["Echo"],"with":["a drama"," "]}`:                                 "with[1]",
		`{"liked":["Echo"],"with":["` + strings.Repeat("é", 2001) + `"]}`:           "with[0]",
		`{"liked":["no such film at all"],"with":["a drama"]}`:                      "liked",
		`{"liked":["Echo","` + apptest.Absent + `"],"with":["a drama"]}`:            "liked[1]",
		`{"liked":["Echo"],"disliked":["` + apptest.Absent + `"],"with":["drama"]}`: "disliked[0]",
		`{"with":["a drama"]}`:                                                      "liked",
	} {
		if e := d.call(d.studio(), "recommend_films", arguments).failed(t, "INVALID_INPUT"); e.Field != field {
			t.Errorf("%.80s: field %q, want %q", arguments, e.Field, field)
		}
	}
	// A wish in words needs the plan that it needs at REST.
	d.call(d.Key(access.Writer), "recommend_films", `{"liked":["Echo"],"with":["a drama"]}`).failed(t, "TIER_NOT_LICENSED")
}
