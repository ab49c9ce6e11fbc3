package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// A visitor asks of a figure where it comes from: the folded table opens at its line. The citation is
// copied, or stands below where a browser does not let it be copied. A page that is missing has
// films to go on with.
func TestAVisitorAsksWhereAFigureComesFrom(t *testing.T) {
	s := begin(t)
	s.opens("/films/tt0041959-the-third-man")
	s.sound("film")
	s.must(s.tab.Do(chromedp.Click(chromedp.JSPath(`document.querySelector("a.sourced")`))), "pressing a figure")
	s.must(s.awaits(func() bool {
		open, err := Eval[bool](s.tab, `document.querySelector("tr:target")?.checkVisibility() === true`)
		return err == nil && open
	}), "opening the line of the figure")
	s.presses("Copy citation")
	s.reads(`The citation is copied|Kinodex, library of`)
	s.presses("Carol Reed")
	s.arrives(`^/directors\?name=Carol`)
	s.presses("Odd Man Out")
	s.arrives(`^/films/.*odd-man-out`)
}
