package research

import (
	"encoding/json"
	"fmt"

	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
)

// Series is how a script goes from its beginning to its end, as answers tell it (REQ S-45). It
// holds no word of the script.
type Series struct {
	Sentiment     []float64       `json:"sentiment" doc:"The mood, -1 to 1, of twenty parts of equal words, in order."`
	DialogueRatio []float64       `json:"dialogue_ratio" doc:"The share of dialogue, 0 to 1, of each of the twenty parts."`
	Speakers      []int           `json:"speakers" doc:"How many characters begin a speech in each of the twenty parts."`
	ActShares     []float64       `json:"act_shares" nullable:"true" doc:"The shares of the three acts of the script's words; null in a script without acts, which has fewer than three scenes."`
	Scenes        []MeasuredScene `json:"scenes" nullable:"true" doc:"The scenes in order; null in a script without scene headings."`
}

// MeasuredScene is a scene of a script of the set, whose text is not kept.
type MeasuredScene struct {
	Words   int     `json:"words" minimum:"0" doc:"Words of action and dialogue."`
	Setting *string `json:"setting" nullable:"true" enum:"interior,exterior,both" doc:"null where the heading states none."`
}

// SeriesOf returns the series that were measured, as answers tell them; nil for nil.
func SeriesOf(m *measure.Series) *Series {
	if m == nil {
		return nil
	}
	s := &Series{Sentiment: m.Sentiment, DialogueRatio: m.DialogueRatio, Speakers: m.Speakers}
	if len(m.ActShares) > 0 {
		s.ActShares = m.ActShares
	}
	for i, words := range m.SceneWords {
		scene := MeasuredScene{Words: words}
		if setting := m.SceneSetting(i); setting != screenplay.Unsaid {
			scene.Setting = new(settings[setting])
		}
		s.Scenes = append(s.Scenes, scene)
	}
	return s
}

// writeSeries writes the series of a set, in order of rank.
func writeSeries(w *pack.Writer, set []scoredScript) error {
	var all []byte
	ends := make([]uint32, len(set))
	for i := range set {
		if set[i].Series != nil {
			b, err := json.Marshal(set[i].Series)
			if err != nil {
				return fmt.Errorf("the series of %s: %w", set[i].Film, err)
			}
			all = append(all, b...)
		}
		ends[i] = uint32(len(all))
	}
	pack.PutSection(w, sectionSeries, all)
	return pack.PutSection(w, sectionSeriesEnds, ends)
}

// readSeries maps the series of a file that has them. Each is decoded when it is asked for.
func (x *Set) readSeries(r *pack.Reader) {
	if x.about.Series {
		x.series = pack.Column[byte](r, sectionSeries, pack.Any)
		x.seriesEnds = pack.Ends[uint32](r, sectionSeriesEnds, len(x.scripts), len(x.series))
	}
}

// Series returns how the script of a film goes from its beginning to its end; nil for a film
// without a script, and of a set that was measured without series. It is the caller's own. It
// fails with pack.ErrDamaged on a file that is not what was written.
func (x *Set) Series(id film.ID) (*measure.Series, error) {
	i, ok := x.byFilm[id]
	if !ok || x.seriesEnds == nil {
		return nil, nil
	}
	start := uint32(0)
	if i > 0 {
		start = x.seriesEnds[i-1]
	}
	b := x.series[start:x.seriesEnds[i]]
	if len(b) == 0 {
		return nil, nil
	}
	s := &measure.Series{}
	if err := json.Unmarshal(b, s); err != nil || !s.Whole() {
		return nil, fmt.Errorf("the series of %s: %w", id, pack.ErrDamaged)
	}
	return s, nil
}
