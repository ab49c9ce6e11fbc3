package research

import (
	"math"
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/screenplay/measure"
)

// REQ F2-122: scripts near another are of its genre, length and years where it tells them, and of those the nearest by the features
// that do not go with the one in question.
func TestNearScriptsMeetTheConditions(t *testing.T) {
	x := usual(t)
	self := &x.scripts[40]
	own := self.Features
	for i := range own { // another draft
		own[i] += 0.4 * x.norms[i].Std
	}
	genre := func(id film.ID) bool { return id%2 == 0 }
	for name, told := range map[string]Told{
		"nothing told": {}, "length": {Characters: self.Characters}, "year": {Year: self.year}, "genre": {Genre: genre},
		"all": {self.Characters, self.year, genre},
	} {
		near := x.Nearest(&own, measure.DialogueRatio, told, 3)
		if len(near.Scripts) != 3 || len(near.Conditions) != len(told.conditions()) {
			t.Fatalf("%s: %d scripts, %v", name, len(near.Scripts), near.Conditions)
		}
		last := 0.0
		for _, s := range near.Scripts {
			id, _ := film.ParseID(s.FilmdbID)
			row := &x.scripts[x.byFilm[id]]
			if told.Characters > 0 && (float64(row.Characters) > 1.25*float64(told.Characters) || float64(told.Characters) > 1.25*float64(row.Characters)) {
				t.Errorf("%s: %d characters, not %d", name, row.Characters, told.Characters)
			}
			if told.Year > 0 && (row.year < told.Year-10 || row.year > told.Year+10) {
				t.Errorf("%s: of %d", name, row.year)
			}
			if told.Genre != nil && !genre(id) {
				t.Errorf("%s: %s is of another genre", name, id)
			}
			d := 0.0
			for _, f := range x.unlike(measure.DialogueRatio) {
				z := x.bounded(f, row.Features[f]) - x.bounded(f, own[f])
				d += z * z
			}
			if d < last {
				t.Errorf("%s: %v after %v", name, d, last)
			}
			last = d
		}
	}
}

// REQ F2-122: the feature in question, and those that go with it, have no part in what is near.
func TestTheFeatureInQuestionDoesNotCount(t *testing.T) {
	films, scripts := sample(90)
	for i := range scripts {
		scripts[i].Features[measure.ActionRatio] = 1 - scripts[i].Features[measure.DialogueRatio]
	}
	x := shelve(t, films, scripts)
	if with := x.together[measure.DialogueRatio][measure.ActionRatio]; math.Abs(with+1) > 1e-9 || x.together[3][3] != 0 {
		t.Errorf("correlations: %v, %v", with, x.together[3][3])
	}
	if left := x.unlike(measure.DialogueRatio); slices.Contains(left, measure.ActionRatio) || slices.Contains(left, measure.DialogueRatio) {
		t.Errorf("%v", left)
	}
	own := x.scripts[10].Features
	for f := range own {
		own[f] += 0.3 * x.norms[f].Std
	}
	before := x.Nearest(&own, measure.DialogueRatio, Told{}, 3)
	own[measure.DialogueRatio], own[measure.ActionRatio] = 0.99, 0.01
	after := x.Nearest(&own, measure.DialogueRatio, Told{}, 3)
	for i := range before.Scripts {
		if before.Scripts[i].FilmdbID != after.Scripts[i].FilmdbID {
			t.Errorf("near are %s and then %s", before.Scripts[i].Title, after.Scripts[i].Title)
		}
	}
}

// REQ F2-122: a condition that too few scripts meet is dropped, the year first; the script itself is never near; and of
// an empty set no name is invented.
func TestConditionsAreDropped(t *testing.T) {
	x := usual(t)
	own := x.scripts[0].Features
	none := func(film.ID) bool { return false }
	for name, c := range map[string]struct {
		told Told
		left []string
	}{
		"a year of long ago": {Told{Characters: 150_000, Year: 1890}, []string{NearLength}},
		"a scene":            {Told{Characters: 600, Year: 1980}, []string{}},
		"an unknown genre":   {Told{Characters: 150_000, Year: 1980, Genre: none}, []string{}},
	} {
		near := x.Nearest(&own, measure.SceneCount, c.told, 3)
		if !slices.Equal(near.Conditions, c.left) || len(near.Scripts) != 3 {
			t.Errorf("%s: %v, %d scripts", name, near.Conditions, len(near.Scripts))
		}
		for _, s := range near.Scripts {
			if s.FilmdbID == x.rows[0].FilmdbID {
				t.Errorf("%s: the script itself is near", name)
			}
		}
	}
	empty := &Set{}
	empty.prepare()
	if near := empty.Nearest(&own, measure.SceneCount, Told{Characters: 1000, Year: 1980, Genre: none}, 3); len(near.Scripts) != 0 || near.Scripts == nil || near.Conditions == nil {
		t.Errorf("of an empty set: %+v", near)
	}
	if got := x.Nearest(&own, measure.SceneCount, Told{}, 1000); len(got.Scripts) != 89 {
		t.Errorf("%d of 89 others", len(got.Scripts))
	}
}
