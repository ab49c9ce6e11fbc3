package writersroom

import (
	"math"
	"slices"
	"strings"

	"kinodex/internal/screenplay/measure"
)

// Act is one of three parts of a script.
type Act struct {
	Act       int     `json:"act"`
	First     int     `json:"first_scene"`
	Last      int     `json:"last_scene"`
	FirstPage int     `json:"first_page"`
	Share     float64 `json:"share"`
	AvgScene  float64 `json:"avg_scene_words"`
	Dialogue  float64 `json:"dialogue_share"`
	Sentiment float64 `json:"sentiment"`
}

// acts returns the acts in order; it is never nil, and empty for a script of fewer
// than three scenes.
func (m *Manuscript) acts() []Act {
	all := []Act{}
	for _, a := range m.Report.Acts {
		all = append(all, Act{a.Number, a.First + 1, a.Last, m.page(a.First), round(a.Share, 4), round(a.AvgSceneLen, 1), round(a.DialogueRatio, 4), round(a.Sentiment, 4)})
	}
	return all
}

// Pacing is how fast a script moves.
type Pacing struct {
	Pages         int     `json:"pages"`
	Scenes        int     `json:"scenes"`
	ScenesPerTen  float64 `json:"scenes_per_ten_pages"`
	Longest       []Scene `json:"longest_scenes" doc:"At most three."`
	Fastest       *Run    `json:"fastest_run,omitempty" doc:"The ten scenes in a row that take fewest pages; left out with fewer than ten scenes."`
	Slowest       *Run    `json:"slowest_run,omitempty" doc:"The ten scenes in a row that take most."`
	FirstSpeech   int     `json:"first_speech_page" doc:"0 when nobody speaks."`
	PagesAreShown string  `json:"note"`
}

// Run is some scenes in a row, both ends included, and their length in pages.
type Run struct {
	First Place   `json:"first"`
	Last  Place   `json:"last"`
	Pages float64 `json:"pages"`
}

// runLength is how many scenes in a row the fastest and the slowest run have.
const runLength = 10

// pacing returns how fast the script moves. Of runs of equal length the first counts.
func (m *Manuscript) pacing() Pacing {
	n := len(m.Report.Scenes)
	p := Pacing{Pages: int(m.total), Scenes: n, ScenesPerTen: round(10*float64(n)/m.total, 1), Longest: []Scene{}, PagesAreShown: pagesNote}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return m.Report.Scenes[b].Words.Film() - m.Report.Scenes[a].Words.Film() })
	for _, i := range order[:min(3, n)] {
		p.Longest = append(p.Longest, m.scene(i))
	}
	for i := 0; i+runLength <= n; i++ {
		end := m.total + 1
		if i+runLength < n {
			end = m.pages[i+runLength]
		}
		run := &Run{m.place(i), m.place(i + runLength - 1), round(end-m.pages[i], 2)}
		if p.Fastest == nil || run.Pages < p.Fastest.Pages {
			p.Fastest = run
		}
		if p.Slowest == nil || run.Pages > p.Slowest.Pages {
			p.Slowest = run
		}
	}
	first := math.Inf(1)
	for _, c := range m.Report.Characters {
		first = min(first, c.From)
	}
	if !math.IsInf(first, 1) {
		p.FirstSpeech = m.pageAt(first)
	}
	return p
}

// called returns a name in capitals, as scripts write the name of a part.
func called(folded string) string { return strings.ToUpper(folded) }

// featureAt is the place of a feature by its name.
func featureAt(name string) (int, bool) { return measure.Index(name) }
