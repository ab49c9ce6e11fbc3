package source

import (
	"strings"

	"kinodex/internal/text"
)

// noOverview holds the beginnings, folded, of texts that sources show in place of an
// overview.
var noOverview = []string{
	"add a plot", "no overview", "no plot", "plot unknown", "plot kept under wraps", "plot under wraps",
	"the plot is unknown", "no synopsis", "coming soon", "no description",
}

// seeMore are the links that a page puts where it cut an overview off.
var seeMore = []string{"See full summary »", "See full synopsis »", "Read all", "See full summary"}

// overview sets the claim's overview. Placeholders and texts of at most four bytes are left
// out. A text that the page cut off has OverviewCut set and ends in " …".
func (s *sink) overview(c *Claim, b []byte) {
	t := s.prose(b)
	if t == "" {
		return
	}
	folded := text.Fold(t[:min(len(t), 40)])
	for _, p := range noOverview {
		if strings.HasPrefix(folded, p) {
			s.repaired("overview_placeholder")
			return
		}
	}
	for _, link := range seeMore {
		if strings.HasSuffix(t, link) {
			t = strings.TrimSpace(strings.TrimSuffix(t, link))
			c.OverviewCut = true
			break
		}
	}
	if c.OverviewCut || s.origin.Format == SearchList && strings.HasSuffix(t, "...") {
		c.OverviewCut = true
		t = strings.TrimRight(t, " .…") + " …"
	}
	if c.OverviewCut {
		s.repaired("overview_cut")
	}
	if len(t) > 4 {
		c.Overview = t
	}
}
