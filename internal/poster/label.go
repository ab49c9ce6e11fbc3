package poster

import (
	"encoding/json"
	"slices"

	"kinodex/internal/poster/vision"
)

// Labels are the words of a reading that posters are chosen by.
type Labels struct {
	Tone, Temperature, Harmony string
	Mood                       []string
}

// labelPart is the part of a reading that has labels; to decode no more saves most of the
// time.
type labelPart struct {
	Palette vision.Palette `json:"palette"`
	Mood    struct {
		Words []string `json:"words"`
	} `json:"mood"`
}

// Labels returns the labels of the i-th poster. The first call decodes all readings, which
// takes some 20 microseconds each; the result must not be changed.
func (x *Collection) Labels(i int) Labels {
	x.labelsOnce.Do(x.label)
	return x.labels[i]
}

// label fills labels. A reading that cannot be decoded has none: Verify tells of it.
func (x *Collection) label() {
	x.labels = make([]Labels, len(x.films))
	for i := range x.films {
		var l labelPart
		if json.Unmarshal(x.readings.at(i), &l) == nil {
			p := l.Palette
			x.labels[i] = Labels{Tone: p.Tone, Temperature: p.Temperature, Harmony: p.Harmony, Mood: l.Mood.Words}
		}
	}
}

// Fit reports whether the labels are all those that want has; an empty word wants nothing,
// and of moods one is enough.
func (l Labels) Fit(want Labels) bool {
	return fits(l.Tone, want.Tone) && fits(l.Temperature, want.Temperature) && fits(l.Harmony, want.Harmony) &&
		(len(want.Mood) == 0 || slices.ContainsFunc(want.Mood, func(m string) bool { return slices.Contains(l.Mood, m) }))
}

func fits(has, want string) bool { return want == "" || has == want }
