package browser

import "testing"

// TestPagesWorkWithoutScripts does with documents, links and forms alone what scripts
// only make easier.
func TestPagesWorkWithoutScripts(t *testing.T) {
	s := begin(t)
	s.must(s.tab.Scripts(false), "switching scripts off")
	s.opens("/")
	s.fills("Search", "heat")
	s.presses("Search")
	s.arrives(`^/search\?q=heat$`)
	s.presses("Heat")
	s.arrives(`^/films/.`)
	s.opens("/films?q=heat")
	s.presses("As a table")
	s.reads("Heat")
}
