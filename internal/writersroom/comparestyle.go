package writersroom

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kinodex/internal/screenplay/measure"
)

// CompareReading is what an engine says of a text beside a writer's manner.
type CompareReading struct {
	Summary string         `json:"summary"`
	Points  []ComparePoint `json:"points"`
}

// ComparePoint is one way in which a text is like the manner, or not.
type ComparePoint struct {
	Aspect string  `json:"aspect" doc:"Such as dialogue, structure, setting, or the name of a measured feature."`
	Like   bool    `json:"like"`
	Point  string  `json:"point"`
	Scenes []int   `json:"scenes"`
	Quote  *string `json:"quote" nullable:"true"`
}

// CompareStyleResult holds a text against one writer's manner.
type CompareStyleResult struct {
	Style    Style    `json:"style"`
	Likeness *float64 `json:"likeness" nullable:"true" minimum:"0" maximum:"1" doc:"The writer's share of likeness among all with a guide, as style-match has it."`
	Rank     int      `json:"rank" doc:"Where the writer stands among all with a guide."`
	Of       int      `json:"of"`
	CompareReading
	Tendencies []TendencyCheck `json:"tendencies" doc:"What the guide states of the writer's measured features, and where the text lies."`
	Vocabulary []Echo          `json:"vocabulary" doc:"Words of the guide that the text holds."`
	Missing    []string        `json:"vocabulary_missing" doc:"Those it does not."`
	Alike      []Habit         `json:"habits_alike"`
	Unlike     []Habit         `json:"habits_unlike"`
	Works      []NearWork      `json:"screenplays" doc:"The writer's measured screenplays, the nearest by features first."`
	Notes      []string        `json:"notes"`
}

// TendencyCheck says whether a tendency of a guide holds for a text.
type TendencyCheck struct {
	Feature  string  `json:"feature"`
	Expected string  `json:"expected" enum:"high,low"`
	Value    float64 `json:"value"`
	Z        float64 `json:"z_score" doc:"From the mean of the research set."`
	Holds    bool    `json:"holds" doc:"Whether the text lies on the expected side of the mean."`
}

// NearWork is a measured screenplay and how far the text lies from it.
type NearWork struct {
	Screenplay
	Distance float64 `json:"feature_distance" doc:"The root mean square of the differences of z-scores."`
}

// CompareStyle compares a text with one writer's manner, q.Style, which must be a
// writer with a guide. If the text is itself a measured screenplay, that is left out
// of the writer's works. With a model, points that cite only what is not in the text
// are dropped, and it is an error if none is left (REQ K-05).
func (r *Tools) CompareStyle(ctx context.Context, s Library, q Question) (*Answer[CompareStyleResult], error) {
	p, err := r.profilesOf(s)
	if err != nil {
		return nil, err
	}
	result := p.leaveOut(q.Sample()).compare(q)
	if r.model == nil {
		result.CompareReading = comparing(result)
		return &Answer[CompareStyleResult]{*result, builtIn}, nil
	}
	said, err := read[CompareReading](ctx, r, "compare-style", q, result, q.Style)
	if err != nil {
		return nil, err
	}
	c := newChecker(q)
	result.CompareReading.Summary = said.said.Summary
	for _, point := range said.said.Points {
		claimed := len(point.Scenes) > 0 || point.Quote != nil
		point.Scenes, point.Quote = c.scenes(point.Scenes), c.quote(point.Quote)
		if point.Point != "" && (!claimed || len(point.Scenes) > 0 || point.Quote != nil) {
			result.Points = append(result.Points, point)
		}
	}
	if len(result.Points) == 0 {
		return nil, unconfirmed()
	}
	result.Notes = slices.Concat(result.Notes, said.notes, c.notes())
	return &Answer[CompareStyleResult]{*result, said.by}, nil
}

// compare returns what is measured of a text beside a writer, without the sentences
// about it. q.Style must be one of the guides. Its lists are never nil.
func (p *profiles) compare(q Question) *CompareStyleResult {
	at, sample := p.of(q.Style), q.Sample()
	hand := p.candidates[at].Profile
	result := &CompareStyleResult{
		Style: Style{q.Style.Name, q.Style.Slug}, Of: len(p.guides), CompareReading: CompareReading{Points: []ComparePoint{}},
		Tendencies: []TendencyCheck{}, Vocabulary: sample.words.echoes(q.Style.Vocabulary), Missing: []string{}, Works: []NearWork{}, Notes: []string{matchNote},
	}
	for rank, one := range p.ranked(sample) {
		if one.guide == at {
			result.Rank, result.Likeness = rank+1, rounded(one.share, 4)
		}
	}
	for _, word := range q.Style.Vocabulary {
		if !slices.ContainsFunc(result.Vocabulary, func(e Echo) bool { return e.Word == word }) {
			result.Missing = append(result.Missing, word)
		}
	}
	result.Alike, result.Unlike = p.baseline.habits(hand, sample.Habits)
	if q.Script == nil {
		result.Notes = append(result.Notes, synopsisNote)
		return result
	}
	if len(hand.Works) == 0 {
		result.Notes = append(result.Notes, "this library has no measured screenplay of theirs: habits and distances cannot be told")
	}
	for _, t := range q.Style.Tendencies {
		if f, ok := measure.Index(t.Feature); ok {
			z := p.baseline.norms[f].Z(sample.Features[f])
			expected := map[bool]string{true: "high", false: "low"}[t.High]
			result.Tendencies = append(result.Tendencies, TendencyCheck{t.Feature, expected, sample.Features[f], round(z, 4), (z > 0) == t.High})
		}
	}
	for _, w := range p.works(hand) {
		i := slices.IndexFunc(hand.Works, func(one Work) bool { return one.Film.String() == w.ID })
		alone := p.baseline.NewProfile(hand.Works[i : i+1])
		result.Works = append(result.Works, NearWork{w, round(alone.Distance(p.baseline, sample.Features, sample.Scenes), 4)})
	}
	slices.SortStableFunc(result.Works, func(a, b NearWork) int { return cmp.Compare(a.Distance, b.Distance) })
	return result
}

// comparing returns the summary and the points of the built-in engine: one for each
// tendency, at most eight for habits, and one for the guide's words in the text.
func comparing(r *CompareStyleResult) CompareReading {
	c := CompareReading{Points: []ComparePoint{}}
	name, held := r.Style.Name, 0
	for _, t := range r.Tendencies {
		side := map[bool]string{true: "above", false: "below"}[t.Z > 0]
		if t.Holds {
			held++
		}
		c.Points = append(c.Points, ComparePoint{Aspect: t.Feature, Like: t.Holds, Scenes: []int{},
			Point: fmt.Sprintf("the guide expects it %s; here it is %s the average (z %.2f)", t.Expected, side, t.Z)})
	}
	for _, h := range slices.Concat(r.Alike[:min(4, len(r.Alike))], r.Unlike[:min(4, len(r.Unlike))]) {
		c.Points = append(c.Points, ComparePoint{Aspect: h.Where, Like: h.Alike, Point: h.says(name), Scenes: []int{}})
	}
	if n := len(r.Vocabulary); n > 0 {
		scenes := []int{}
		for _, e := range r.Vocabulary {
			scenes = append(scenes, e.Scenes...)
		}
		slices.Sort(scenes)
		scenes = slices.Compact(scenes)
		c.Points = append(c.Points, ComparePoint{Aspect: "setting", Like: true, Scenes: scenes[:min(len(scenes), mostPlaces)],
			Point: "words of the guide stand in the text: " + listOf(r.Vocabulary)})
	}
	c.Summary = fmt.Sprintf("Of %d writers with a guide, %s comes %s in likeness to this text.", r.Of, name, ordinal(r.Rank))
	if len(r.Tendencies) > 0 {
		c.Summary += fmt.Sprintf(" %d of the %d tendencies that the guide states hold here.", held, len(r.Tendencies))
	}
	c.Summary += fmt.Sprintf(" %d of the guide's %d words stand in it.", len(r.Vocabulary), len(r.Vocabulary)+len(r.Missing))
	return c
}

// ordinal returns a number above 0 as an English ordinal: 1st, 2nd, 11th.
func ordinal(n int) string {
	end := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, end)
}
