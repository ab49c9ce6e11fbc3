package browser

import "testing"

// Somebody who looks for a director finds the films, one of them, and a form for a project
// like it. On a phone the films of a list come first, and what narrows them after.
func TestSomebodyLooksForADirector(t *testing.T) {
	s := begin(t)
	s.opens("/search?q=kurosawa")
	s.presses("Akira Kurosawa")
	s.arrives(`^/directors\?name=Akira`)
	s.reads("Who they work with")
	s.sound("director")
	s.presses("Seven Samurai")
	s.arrives(`^/films/.*seven-samurai`)
	s.presses("Forecast a project like it")
	s.arrives(`^/forecast\?`)
	s.reads("Forecast a project")

	s.opens("/directors?name=kurosawa")
	s.reads("a part of these: Akira Kurosawa, ")
	s.sound("directors")

	s.opens("/films?genre=Drama&min_rating=8")
	s.must(s.tab.View(Narrow, Light), "making the window as narrow as a phone")
	const order = `(() => { const top = (s) => document.querySelector(s).getBoundingClientRect().top;
		return top(".films") < innerHeight && document.querySelector("label[for=fold]").offsetHeight > 0 })()`
	first, err := Eval[bool](s.tab, order)
	s.must(err, "measuring the list")
	if !first {
		t.Error("what narrows the list stands in the way of the films")
	}
	s.presses("genre Drama")
	s.arrives(`^/films\?min_rating=8$`)
}
