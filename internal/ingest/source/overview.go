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

// told returns a text that tells what a film is about, cleaned, "" for a placeholder; cut says that
// the page cut it off, whose link to the rest is left out.
func (s *sink) told(b []byte) (t string, cut bool) {
	t = s.prose(b)
	folded := text.Fold(t[:min(len(t), 40)])
	for _, p := range noOverview {
		if strings.HasPrefix(folded, p) {
			s.repaired("overview_placeholder")
			return "", false
		}
	}
	for _, link := range seeMore {
		if whole, is := strings.CutSuffix(t, link); is {
			return strings.TrimSpace(whole), true
		}
	}
	return t, false
}

// overview sets the claim's overview. Placeholders and texts of at most four bytes are left
// out. A text that the page cut off has OverviewCut set and ends in " …".
func (s *sink) overview(c *Claim, b []byte) {
	t, cut := s.told(b)
	if cut || s.origin.Format == SearchList && strings.HasSuffix(t, "...") {
		s.repaired("overview_cut")
		c.OverviewCut = true
		t = strings.TrimRight(t, " .…") + " …"
	}
	if len(t) > 4 {
		c.Overview = t
	}
}

// longestSignature is how many bytes the name of who wrote a synopsis has at most, with the dash
// before it.
const longestSignature = 100

// synopses adds the texts of a list, or one text, to the claim's further synopses, but for
// placeholders and those that are cut off. The name of who wrote one stands behind a dash after its
// last sentence, and is left out.
func (s *sink) synopses(c *Claim, v literal) {
	add := func(v literal) {
		if v.kind != written {
			return
		}
		t, cut := s.told(v.text)
		if i := strings.LastIndex(t, "—"); i > 0 && len(t)-i <= longestSignature && strings.IndexByte(`.!?)"'`, t[i-1]) >= 0 {
			t = t[:i]
		}
		if t != "" && !cut {
			c.Synopses = append(c.Synopses, t)
		}
	}
	add(v)
	v.each(add)
}
