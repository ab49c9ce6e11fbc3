package browser

import "testing"

// Somebody types what they recall of a film into the home page, sees what was understood, takes
// back the decade that they recalled wrong, and finds the film.
func TestSomebodyFindsAHalfRememberedFilm(t *testing.T) {
	s := begin(t)
	s.opens("/")
	s.fills("Search", "a shark scares a beach town in summer and the mayor does nothing, 80s")
	s.presses("Search")
	s.arrives(`^/search\?q=a\+shark`)
	s.reads(`years\s+1980 to 1989`)
	s.doesNotRead("Jaws")
	s.sound("half-remembered")
	s.presses("Remove: years 1980 to 1989")
	s.arrives(`^/search\?q=a\+shark`)
	s.doesNotRead(`years\s+1980 to 1989`)
	s.reads(`about\s+shark`)
	s.presses("Jaws")
	s.arrives(`^/films/tt\d+-jaws`)
	s.reads("Steven Spielberg")
}
