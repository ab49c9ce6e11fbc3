package browser

import (
	"fmt"
	"testing"
)

// REQ F2-106: charts that are wider than a phone move sideways in their card, with a hint; the names of the rows of a
// grid stay in sight. The page itself never moves sideways, and begins with what it is about.
func TestWideChartsMoveInTheirCard(t *testing.T) {
	s := beginIn(t, Phone)
	for path, first := range map[string]string{
		"/atlas": ".picture .chart", "/coverage": ".picture .chart", "/research": ".picture .chart", "/statistics": ".picture .chart",
		"/posters": ".film-card", "/guides": ".chip",
	} {
		s.opens(path)
		s.seesAtOnce("main " + first)
	}
	for path, names := range map[string]string{"/atlas": "", "/coverage": "Release date", "/research": "Lexical diversity"} {
		s.opens(path)
		const move = `(() => { const box = document.querySelector(".picture .chart-scroll"), names = [...box.querySelectorAll(".names")].find(e => e.checkVisibility());
			if (!box.previousElementSibling.checkVisibility()) return "no hint says that it moves";
			box.scrollLeft = 150; if (box.scrollLeft < 100) return "it does not move: " + box.scrollWidth + " in " + box.clientWidth;
			if (document.documentElement.scrollWidth > innerWidth) return "the page is " + document.documentElement.scrollWidth + " px wide";
			if (%[1]q === "") return "";
			const row = [...names.querySelectorAll("text")].find(e => e.textContent.includes(%[1]q)).getBoundingClientRect(), at = box.getBoundingClientRect();
			const drawn = [...box.querySelectorAll(".chart text")].find(e => e.checkVisibility() && e.textContent.includes(%[1]q)).getBoundingClientRect();
			if (Math.abs(row.top - drawn.top) > 1.5) return "the name is " + (row.top - drawn.top) + " px off its row";
			return row.left >= at.left && row.right < at.left + at.width * .6 ? "" : "the name is at " + row.left + " to " + row.right + " of " + at.width })()`
		wrong, err := Eval[string](s.tab, fmt.Sprintf(move, names))
		s.must(err, "moving the picture of %s", path)
		if wrong != "" {
			t.Errorf("%s: %s", path, wrong)
		}
	}
}
