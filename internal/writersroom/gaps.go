package writersroom

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// gaps returns concerns that need no norm: the lead is silent for long, or most
// parts speak in one scene only. They belong to the area character; it is never nil.
func (m *Manuscript) gaps(areas []string) []Finding {
	found := []Finding{}
	if len(m.Report.Scenes) == 0 || len(m.Report.Characters) == 0 || !slices.Contains(areas, "character") {
		return found
	}
	lead := m.Report.Characters[0]
	if first, last := m.absence(0); last > first {
		if pages := m.pages[last] - m.pages[first]; pages >= longAbsence*m.total {
			found = append(found, Finding{Area: "character",
				Point:  fmt.Sprintf("%s, who speaks most, says nothing from scene %d to scene %d, %.0f pages.", called(lead.Name), first+1, last, pages),
				Scenes: []int{first + 1, last}, Features: []string{"lead_share"}})
		}
	}
	once, n := []int{}, 0
	for _, c := range m.Report.Characters {
		if c.Scenes == 1 {
			if n++; len(once) < mostPlaces && c.First >= 0 && !slices.Contains(once, c.First+1) {
				once = append(once, c.First+1)
			}
		}
	}
	if all := len(m.Report.Characters); n >= 5 && 2*n > all {
		slices.Sort(once)
		found = append(found, Finding{Area: "character", Scenes: once, Features: []string{"character_count"},
			Point: fmt.Sprintf("%d of %d speaking parts speak in one scene only; some may be one part.", n, all)})
	}
	return found
}

// longAbsence is the share of a script's pages from which the lead's silence is a
// concern.
const longAbsence = 0.12

// absence returns the run of scenes with the most pages in which a part does not
// speak, between two in which it does: from first up to last, which is excluded.
// Both are 0 if there is none.
func (m *Manuscript) absence(part int) (first, last int) {
	spoke, longest := -1, 0.0
	for i := range m.Report.Scenes {
		if !slices.Contains(m.Report.Scenes[i].Characters, part) {
			continue
		}
		if spoke >= 0 && i > spoke+1 {
			if pages := m.pages[i] - m.pages[spoke+1]; pages > longest {
				first, last, longest = spoke+1, i, pages
			}
		}
		spoke = i
	}
	return first, last
}

// summary returns what was measured in a few sentences: scenes and pages, who
// speaks most, where it begins and ends, and where the mood changes most.
func (m *Manuscript) summary() string {
	var b strings.Builder
	scenes := len(m.Report.Scenes)
	fmt.Fprintf(&b, "%s on about %s.", counted(scenes, "scene"), counted(int(m.total), "page"))
	if parts := m.Report.Characters; len(parts) > 0 {
		fmt.Fprintf(&b, " %s speaks most, %.0f %% of all dialogue", called(parts[0].Name), 100*parts[0].Share)
		if len(parts) > 1 {
			fmt.Fprintf(&b, ", then %s with %.0f %%", called(parts[1].Name), 100*parts[1].Share)
		}
		fmt.Fprintf(&b, "; %s.", counted(len(parts), "speaking part"))
	} else {
		b.WriteString(" Nobody speaks.")
	}
	if scenes > 0 {
		fmt.Fprintf(&b, " It begins at %s and ends at %s.", m.Report.Scenes[0].Heading, m.Report.Scenes[scenes-1].Heading)
	}
	if turns := m.turns(); len(turns) > 0 {
		greatest := slices.MaxFunc(turns, func(a, b Turn) int {
			return cmp.Compare(math.Abs(a.After-a.Before), math.Abs(b.After-b.Before))
		})
		way := "darkens"
		if greatest.After > greatest.Before {
			way = "brightens"
		}
		fmt.Fprintf(&b, " The mood %s most at scene %d, page %d.", way, greatest.Scene, greatest.Page)
	}
	return b.String()
}

// counted returns a number with its noun, in the plural unless n is 1. The plural
// has s, or es after ch.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if stem, ok := strings.CutSuffix(what, "ch"); ok {
		return fmt.Sprintf("%d %sches", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// capital returns s with its first letter as a capital; s must begin with an ASCII
// letter.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
