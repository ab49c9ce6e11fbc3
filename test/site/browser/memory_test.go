package browser

import "testing"

// Somebody types what they recall of a film into the home page, sees what was understood, takes
// back the length that they recalled wrong, and finds the film.
func TestSomebodyFindsAHalfRememberedFilm(t *testing.T) {
	s := begin(t)
	s.opens("/")
	s.fills("Search", "a shark scares a beach town in summer and the mayor does nothing, under 90 minutes")
	s.presses("Search")
	s.arrives(`^/search\?q=a\+shark`)
	s.reads(`minutes\s+up to 89`)
	s.doesNotRead("Jaws")
	s.sound("half-remembered")
	s.presses("Remove: minutes up to 89")
	s.arrives(`^/search\?q=a\+shark`)
	s.doesNotRead(`minutes\s+up to 89`)
	s.reads(`about\s+shark`)
	s.presses("Jaws")
	s.arrives(`^/films/tt\d+-jaws`)
	s.reads("Steven Spielberg")
}

// Somebody tells of scenes that no synopsis has. The page lists the one film that fits, says why it stands alone, and has
// the way to the others.
func TestOneFilmThatFitsIsListedAlone(t *testing.T) {
	s := begin(t)
	s.opens("/search?q=the+one+with+the+spinning+top+at+the+end+where+thieves+go+into+dreams")
	s.reads("Inception")
	s.reads("far better than any other")
	s.sound("one film alone")
	s.presses("List the other films")
	s.arrives(`^/films\?match=any`)
	s.reads("Inception")
	s.reads("at least one of these words")
}
