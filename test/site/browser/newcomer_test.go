package browser

import (
	"strings"
	"testing"

	"kinodex/test/site/service"
)

// TestANewcomerFindsTheirFirstFilm begins where the README does: with what the
// terminal prints.
func TestANewcomerFindsTheirFirstFilm(t *testing.T) {
	theBrowser(t)
	fresh, err := service.StartAsNewcomer("../../../scripts/run.sh", program, library)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { fresh.Stop() })
	_, printed, found := strings.Cut(fresh.Log(), "A link that signs you in")
	if !found {
		t.Fatalf("no link is printed:\n%s", fresh.Log())
	}
	s := &story{t, personAt(t, fresh.URL)}
	s.opens(link(t, printed))
	s.sound("newcomer-link")
	s.presses("Sign in")
	s.arrives("^/(account.*)?$")

	s.opens("/")
	s.sound("newcomer-home")
	s.fills("Search", "heat")
	s.presses("Search")
	s.reads("Heat")
	s.sound("newcomer-search")
	s.presses("Heat")
	s.arrives(`^/films/tt\d+-heat`)
	s.reads(`(?i)michael mann`)
	s.sound("newcomer-film")

	// The link was good once.
	other := &story{t, personAt(t, fresh.URL)}
	other.tab.Allow("status 4|responded with a status of 4")
	_, err = other.tab.Open(link(t, printed))
	other.must(err, "opening the link again")
	other.reads("This link does not work any more")
}
