package writersroom_test

import (
	"fmt"
	"strings"
	"testing"

	"kinodex/internal/apptest"
	"kinodex/internal/writersroom"
)

// equalScenes is a text of scenes that are one scene, but for numbers and, where
// places are given, where they are.
func equalScenes(n int, places []string) string {
	var b strings.Builder
	for i := range n {
		place := "KITCHEN"
		if places != nil {
			place = places[i%len(places)]
		}
		fmt.Fprintf(&b, "INT. %s - DAY\n\nIris puts the kettle on and looks at clock %d. Rain on the window.\n\n", place, i)
		b.WriteString("IRIS\nWhere is the film?\n\nTOM\nIn the can. I think.\n\nIRIS\nYou think? You never think.\n\nTOM\nShe left it at the station!\n\n")
	}
	return b.String()
}

// A script that says the same scene over and over is told so, and gets no credit for
// figures that are those of one scene.
func TestEqualScenesEarnNoStrength(t *testing.T) {
	s := libraryOfTests(t)
	room := writersroom.New(guides(t), nil)
	cover := func(text string) (c writersroom.CoverageResult) {
		t.Helper()
		q := question(t, "coverage", manuscript(t, s, text))
		a, err := room.Coverage(t.Context(), s, q)
		if err != nil {
			t.Fatal(err)
		}
		return a.Result
	}
	for name, text := range map[string]string{"one place": equalScenes(20, nil), "ten places": equalScenes(20, rooms)} {
		c := cover(text)
		if len(c.Strengths) > 0 {
			t.Errorf("%s: %+v", name, c.Strengths)
		}
		if len(c.Concerns) == 0 || !strings.Contains(c.Concerns[0].Point, "19 of 20 scenes") || len(c.Concerns[0].Scenes) == 0 {
			t.Errorf("%s: concerns %+v", name, c.Concerns)
		}
	}
	// A script of its own scenes is judged as ever, also when a scene comes back.
	own := cover(apptest.Screenplay(40))
	if len(own.Strengths) == 0 {
		t.Error("no strengths in a script whose scenes differ")
	}
	again := cover(apptest.Screenplay(40) + equalScenes(3, nil))
	if len(again.Strengths) == 0 || strings.Contains(fmt.Sprint(again.Concerns), "word for word") {
		t.Errorf("two scenes that come back: %+v", again.CoverageReading)
	}
	half := cover(apptest.Screenplay(20) + equalScenes(10, nil))
	if !strings.Contains(fmt.Sprint(half.Concerns), "9 of 30 scenes") {
		t.Errorf("nine scenes that come back: %+v", half.Concerns)
	}
}
