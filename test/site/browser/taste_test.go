package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// types types into a field that is empty.
func (s *story) types(label, value string) {
	s.Helper()
	s.must(s.tab.Do(chromedp.SendKeys(at("field", label), value)), "typing into %q", label)
}

// Somebody asks in a sentence, has a film taken out and more like another, then names films that they
// liked, one chosen from what is suggested and one typed.
func TestSomebodyAsksWhatToWatch(t *testing.T) {
	s := begin(t)
	s.enters(newMember(t, "producer", "tara"))
	s.opens("/recommend")
	s.sound("recommend")
	s.types("Say in a sentence", "something like Heat but lighter, not longer than two hours")
	s.presses("Recommend")
	s.arrives(`^/recommend\?prompt=something`)
	s.reads(`like\s+Heat`)
	s.sound("recommended")
	s.presses("Not this: The Big Lebowski")
	s.arrives(`but\+not\+like\+The\+Big\+Lebowski`)
	s.reads(`not like\s+The Big Lebowski`)
	s.presses("Remove: minutes up to 120")
	s.arrives(`^/recommend\?prompt=something\+like\+Heat\+but\+lighter`)
	s.doesNotRead(`minutes\s+up to 120`)

	s.opens("/recommend")
	s.types("Liked", "The Third Ma")
	s.reads(`The Third Man \(1949\), film`)
	s.keys(kb.ArrowDown, kb.Enter)
	s.reads(`The Third Man \(1949\) ×`)
	s.keys("H", "e", "a", "t", kb.Enter)
	s.reads(`Heat ×`)
	s.presses("Remove: Heat")
	s.doesNotRead(`Heat ×`)
	s.types("Disliked", "Titanic (1997)")
	s.sound("liked")
	s.keys(kb.Enter, kb.Enter)
	s.arrives(`^/recommend\?liked=The\+Third\+Man`)
	s.reads(`not like\s+Titanic`)
	s.sound("recommended-by-films")

	s.opens("/recommend/together?p1=Heat&p2=something+funny%2C+no+horror&minutes=140")
	s.reads("Person 2")
	s.sound("together")
	s.opens("/search?q=nolan")
	s.sound("search")
	s.opens("/search?q=qqqqq+zzzzz")
	s.sound("search-nothing")
}
