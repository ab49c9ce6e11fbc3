package turns

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kinodex/internal/film"
	"kinodex/internal/screenplay/measure"
)

func TestTheBookHasFifteenFilmsWithFiveTurningPointsEach(t *testing.T) {
	films, err := Book()
	if err != nil {
		t.Fatal(err)
	}
	decades := map[int]bool{}
	for i, f := range films {
		decades[f.Year/10] = true
		if i > 0 && slices.ContainsFunc(films[:i], func(o Film) bool { return o.ID == f.ID }) {
			t.Errorf("%s is there twice", f.Title)
		}
		for k, marked := range f.Marked {
			if len(marked) < 1 || len(marked) > 3 {
				t.Errorf("%s: %d scenes for turning point %d", f.Title, len(marked), k+1)
			}
		}
	}
	if len(films) != 15 || len(decades) < 5 {
		t.Errorf("%d films of %d decades", len(films), len(decades))
	}
}

func TestALineThatCannotBeRightIsRefused(t *testing.T) {
	const good = "tt0000001\tA Film\t1999\t20\t2\t5,6\t10\t15\t19"
	if _, err := parseLine(good); err != nil {
		t.Fatal(err)
	}
	for name, line := range map[string]string{
		"a field short":             strings.TrimSuffix(good, "\t19"),
		"no film id":                strings.Replace(good, "tt0000001", "nm0000001", 1),
		"no year":                   strings.Replace(good, "1999", "soon", 1),
		"no number of scenes":       strings.Replace(good, "\t20\t", "\t\t", 1),
		"a scene that is not there": strings.TrimSuffix(good, "\t19") + "\t21",
		"scene 0":                   strings.Replace(good, "\t2\t", "\t0\t", 1),
		"no scene":                  strings.Replace(good, "5,6", "", 1),
		"scenes out of order":       strings.Replace(good, "5,6", "6,5", 1),
		"points out of order":       strings.Replace(good, "\t10\t", "\t3\t", 1),
	} {
		if f, err := parseLine(line); err == nil {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestMarksBySceneAndDistance(t *testing.T) {
	f := Film{Scenes: 100, Marked: [measure.TurningPoints][]int{{10}, {24, 25}, {50}, {75}, {95, 97, 98}}}
	for _, c := range []struct {
		name                                    string
		points                                  Points
		exact, partial, total, distance, climax float64
	}{
		{"all of one scene each", Points{10, 24, 50, 75, 97}, 1, 1, 7. / 8, 0, 0},
		{"a scene beside", Points{11, 26, 49, 76, 99}, 0, 1, 5. / 8, 1, 1},
		{"far away", Points{0, 0, 0, 0, 0}, 0, 0, 0, (10 + 24 + 50 + 75 + 95) / 5., 95},
	} {
		m := mark(&f, c.points)
		for _, pair := range [][2]float64{{m.Exact, c.exact}, {m.Partial, c.partial}, {m.Total, c.total}, {m.Distance, c.distance}, {m.ByPoint[4], c.climax}} {
			if math.Abs(pair[0]-pair[1]) > 1e-12 {
				t.Errorf("%s: %+v", c.name, m)
			}
		}
	}
}

var rooms = []string{"KITCHEN", "STATION", "CUTTING ROOM", "CELLAR", "OFFICE"}

// script returns a screenplay of scenes; those of a list are loud, crowded and long.
func script(scenes int, loud ...int) string {
	var b strings.Builder
	b.WriteString("Title: A Film\n\n")
	for i := range scenes {
		fmt.Fprintf(&b, "INT. %s %d - DAY\n\nIris walks to the window and looks at the %s.\n\n", rooms[i%len(rooms)], i, strings.ToLower(rooms[i%len(rooms)]))
		if slices.Contains(loud, i) {
			for _, who := range []string{"IRIS", "TOMÁS", "A BOY"} {
				fmt.Fprintf(&b, "%s\nRun! Run now! It is a horrible, terrible day and all of us are dying here!\n\n", who)
			}
		}
	}
	return b.String()
}

// filmOf returns a film of scenes whose turning points are at fixed ones.
func filmOf(number, scenes int, at ...int) Film {
	f := Film{ID: film.ID(1 + number), Title: "A Film", Year: 1999, Scenes: scenes}
	for k, scene := range at {
		f.Marked[k] = []int{scene}
	}
	return f
}

func TestATextOtherThanTheMarkedOneIsRefused(t *testing.T) {
	f := filmOf(0, 40, 4, 10, 20, 30, 38)
	for name, folder := range map[string]fstest.MapFS{
		"none":               {},
		"two":                {"tt0000001-a.txt": {Data: []byte(script(40))}, "tt0000001-b.txt": {Data: []byte(script(40))}},
		"with another scene": {"tt0000001-a.txt": {Data: []byte(script(41))}},
	} {
		if _, err := Read(t.Context(), folder, []Film{f}); err == nil || !strings.Contains(err.Error(), "tt0000001") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Where the scenes say where the turning points are, what was tried finds them; stated
// positions find them only by luck.
func TestScenesThatSayWhereTheTurningPointsAreAreFound(t *testing.T) {
	folder, films := fstest.MapFS{}, []Film{}
	for n := range 8 {
		shift := n%3 - 1
		at := []int{9 + 3*shift, 20 - 2*shift, 28 + 2*shift, 39 - 3*shift, 52 + 2*shift}
		f := filmOf(n, 60, at...)
		films = append(films, f)
		folder[f.ID.String()+"-a.txt"] = &fstest.MapFile{Data: []byte(script(60, at...))}
	}
	scripts, err := Read(t.Context(), folder, films)
	if err != nil {
		t.Fatal(err)
	}
	r := Evaluate(scripts)
	found := r.Tried[1]
	if found.Exact < 0.9 || found.Distance > 1 || !found.Beats() || r.Stated.Exact > 0.7 {
		t.Errorf("%+v, stated %+v", found, r.Stated)
	}
	if !strings.Contains(r.Better(), found.Method) {
		t.Errorf("better: %q", r.Better())
	}
	var card, page strings.Builder
	if err := r.WriteCard(&card, r.About); err != nil || !strings.Contains(card.String(), "| stated positions |") {
		t.Errorf("%v\n%s", err, &card)
	}
	if err := r.Write(&page); err != nil || strings.Count(page.String(), "\n") != 3+len(tried) {
		t.Errorf("%v\n%s", err, &page)
	}
}

func TestTheLikeliestScenesAreInOrder(t *testing.T) {
	s := &Script{Report: &measure.Report{Scenes: make([]measure.Scene, 6)}}
	var c chance
	for k := range c {
		c[k] = []float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.5} // all of them would be the last
	}
	p := likeliest(s, c)
	for k := 1; k < len(p); k++ {
		if p[k] <= p[k-1] {
			t.Errorf("points %v", p)
		}
	}
	if p[4] != 5 {
		t.Errorf("points %v", p)
	}
}

func TestFewerTurnsThanTurningPoints(t *testing.T) {
	folder := fstest.MapFS{"tt0000001-a.txt": {Data: []byte(script(40))}}
	scripts, err := Read(t.Context(), folder, []Film{filmOf(0, 40, 4, 10, 20, 30, 38)})
	if err != nil {
		t.Fatal(err)
	}
	s := &scripts[0]
	if s.Turns = nil; turned(s) != stated(s) {
		t.Errorf("without turns %v", turned(s))
	}
	if s.Turns = []int{12, 33}; turned(s) != (Points{12, 12, 12, 33, 33}) {
		t.Errorf("of two turns %v, stated %v", turned(s), stated(s))
	}
}
