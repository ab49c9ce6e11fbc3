package writersroom

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"kinodex/internal/text"
)

// The figures of a script measure one scene many times when its scenes say the same:
// short scenes, a small cast and places that are known are then no achievement.
const (
	// window is how many words in a row must be said again to count as said again.
	window = 12
	// saidAgain is the share of a scene's windows that make it a scene said again.
	saidAgain = 0.8
	// mostAgain is the share of such scenes from which on nothing is a strength;
	// muchAgain that from which on it is a concern.
	mostAgain, muchAgain = 0.5, 0.1
)

// repeated are the scenes, from 1, that say almost word for word what an earlier one
// says, headings and numbers aside.
func (m *Manuscript) repeated() []int {
	again := []int{}
	seed, seen := maphash.MakeSeed(), map[uint64]bool{}
	for i := range m.Report.Scenes {
		sums := windows(seed, m.sceneWords(i))
		known := 0
		for _, sum := range sums {
			if seen[sum] {
				known++
			}
		}
		if len(sums) > 0 && float64(known) >= saidAgain*float64(len(sums)) {
			again = append(again, i+1)
		}
		for _, sum := range sums {
			seen[sum] = true
		}
	}
	return again
}

// sceneWords are a scene's words without its heading and without numbers.
func (m *Manuscript) sceneWords(scene int) []string {
	s := m.Report.Scenes[scene]
	_, body, _ := strings.Cut(m.Script.Source[s.Start:s.End], "\n")
	return slices.DeleteFunc(text.Words(body), func(w string) bool { return w[0] >= '0' && w[0] <= '9' })
}

// windows are sums of all runs of words of the length of a window; of fewer words,
// of all of them.
func windows(seed maphash.Seed, words []string) []uint64 {
	if len(words) == 0 {
		return nil
	}
	size := min(window, len(words))
	sums := make([]uint64, 0, len(words)-size+1)
	for i := 0; i+size <= len(words); i++ {
		sums = append(sums, maphash.String(seed, strings.Join(words[i:i+size], " ")))
	}
	return sums
}

// repetition is the concern that scenes are said again, if enough are, and whether so
// many are that no figure of the script is a strength.
func (m *Manuscript) repetition() (concern *Finding, all bool) {
	again, scenes := m.repeated(), len(m.Report.Scenes)
	share := float64(len(again)) / float64(max(1, scenes))
	if len(again) < 3 || share < muchAgain {
		return nil, false
	}
	concern = &Finding{
		Area: "structure", Scenes: again[:min(len(again), mostPlaces)], Features: []string{"scene_count"},
		Point: fmt.Sprintf("%d of %d scenes say almost word for word what an earlier scene says.", len(again), scenes),
	}
	if share < mostAgain {
		return concern, false
	}
	concern.Point += " The figures are those of few scenes, so none of them is counted as a strength."
	return concern, true
}
