package writersroom

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/screenplay/measure"
)

// DeepReading is what an engine writes of a whole screenplay.
type DeepReading struct {
	Summary  string    `json:"summary"`
	Arcs     []Arc     `json:"arcs"`
	Themes   []Theme   `json:"themes"`
	Findings []Finding `json:"findings"`
}

// Arc is what becomes of a part.
type Arc struct {
	Character string  `json:"character"`
	Arc       string  `json:"arc"`
	Scenes    []int   `json:"scenes"`
	Quote     *string `json:"quote" nullable:"true"`
}

// Theme is what keeps coming back.
type Theme struct {
	Theme  string `json:"theme"`
	Point  string `json:"point"`
	Scenes []int  `json:"scenes"`
}

// DeepResult is everything that is measured of a screenplay, and what an engine
// writes of it.
type DeepResult struct {
	DeepReading
	Course        []Course       `json:"character_course" doc:"How the largest parts go through the acts."`
	Turns         []Turn         `json:"turns" doc:"Where the mood changes most, in order. These are not the turning points of the story."`
	TurningPoints []TurningPoint `json:"turning_points" doc:"Where the literature expects the five turning points of a story, by position alone; none in a script of fewer than five scenes."`
	Pacing        Pacing         `json:"pacing"`
	Scenes        []Scene        `json:"scenes"`
	Nearest       []NearWork     `json:"nearest_screenplays" doc:"Of the research set, the nearest by all features first."`
	Analysis      any            `json:"analysis" doc:"What /scripts/analyze answers of the same text, without the receipt: the features beside the set, what drives them scene by scene, acts, characters, and what would move the tier. Null where the library has too few research screenplays."`
	Notes         []string       `json:"notes"`
}

// Course is how a part goes through the acts.
type Course struct {
	Character string     `json:"character"`
	Acts      []CourseIn `json:"acts" doc:"None in a script without acts."`
	Absence   *Run       `json:"longest_absence,omitempty" doc:"The most pages between two of its scenes; left out when it is never away."`
}

// CourseIn is a part in one act.
type CourseIn struct {
	Act    int     `json:"act"`
	Words  int     `json:"words"`
	Share  float64 `json:"share" doc:"Of what is said in the act."`
	Scenes int     `json:"scenes"`
	Mood   float64 `json:"mood" doc:"Mean mood of the scenes it speaks in, -1 to 1."`
}

// The parts whose course is told, and the screenplays of the set that are named.
const (
	mostCharacterArcs = 8
	mostNearest       = 5
)

// DeepAnalyze returns everything that is measured of a screenplay. With a model it
// fails if nothing that the model says can be found in the text (REQ K-05).
func (r *Tools) DeepAnalyze(ctx context.Context, s Library, q Question) (*Answer[DeepResult], error) {
	nearest, err := nearestWorks(s, q.Manuscript)
	if err != nil {
		return nil, err
	}
	result := &DeepResult{
		Course: q.characterArcs(), Turns: q.turns(), TurningPoints: q.turningPoints(), Pacing: q.pacing(), Scenes: q.scenes(), Nearest: nearest,
		Notes: q.warnings(),
	}
	if q.Analysis != nil {
		result.Analysis = q.Analysis
	}
	if r.model == nil {
		result.DeepReading = q.deep()
		result.Notes = append(result.Notes, "written by rules from the measurements; themes are nouns that come back, arcs are who speaks how much where: no rule has read for meaning")
		return &Answer[DeepResult]{*result, builtIn}, nil
	}
	shown := struct {
		Measures []Measure `json:"measures"`
		Course   []Course  `json:"character_course"`
		Turns    []Turn    `json:"turns"`
		Pacing   Pacing    `json:"pacing"`
		Things   []string  `json:"recurrent_things"`
	}{q.measures(), result.Course, result.Turns, result.Pacing, q.recurringNouns()}
	said, err := read[DeepReading](ctx, r, "deep-analyze", q, shown)
	if err != nil {
		return nil, err
	}
	c := newChecker(q)
	if result.DeepReading = c.deep(said.said); len(result.Findings)+len(result.Arcs)+len(result.Themes) == 0 {
		return nil, unconfirmed()
	}
	result.Notes = slices.Concat(result.Notes, said.notes, c.notes())
	return &Answer[DeepResult]{*result, said.by}, nil
}

// deep returns what can be found in the text: arcs of parts that speak, themes with
// a scene that exists or without scenes, and the findings that are kept.
func (c *checker) deep(said DeepReading) DeepReading {
	kept := DeepReading{Summary: said.Summary, Arcs: []Arc{}, Themes: []Theme{}, Findings: c.findings(said.Findings)}
	for _, a := range said.Arcs {
		known := c.claim(slices.ContainsFunc(c.q.Report.Characters, func(one measure.Character) bool {
			return strings.EqualFold(one.Name, strings.TrimSpace(a.Character))
		}))
		a.Scenes, a.Quote = c.scenes(a.Scenes), c.quote(a.Quote)
		if known {
			kept.Arcs = append(kept.Arcs, a)
		}
	}
	for _, t := range said.Themes {
		claimed := len(t.Scenes) > 0
		if t.Scenes = c.scenes(t.Scenes); !claimed || len(t.Scenes) > 0 {
			kept.Themes = append(kept.Themes, t)
		}
	}
	return kept
}

// deep returns the reading of the built-in engine. Its lists are never nil.
func (q Question) deep() DeepReading {
	all := q.coverage(areasOf("all"))
	d := DeepReading{Summary: all.Summary, Arcs: []Arc{}, Themes: []Theme{}, Findings: slices.Concat(all.Strengths, all.Concerns)}
	for i, c := range q.characterArcs() {
		part := q.Report.Characters[i]
		says := fmt.Sprintf("%.0f %% of the dialogue, in %s", 100*part.Share, counted(part.Scenes, "scene"))
		for _, a := range c.Acts {
			says += fmt.Sprintf("; act %d: %.0f %%, mood %.2f", a.Act, 100*a.Share, a.Mood)
		}
		scenes := []int{}
		if part.First >= 0 {
			scenes = slices.Compact([]int{part.First + 1, part.Last + 1})
		}
		d.Arcs = append(d.Arcs, Arc{Character: c.Character, Arc: says + ".", Scenes: scenes})
	}
	words := q.lexicon()
	for _, e := range words.echoes(q.recurringNouns()) {
		d.Themes = append(d.Themes, Theme{Theme: e.Word, Point: fmt.Sprintf("it stands %d times in the text", e.Times), Scenes: e.Scenes})
	}
	return d
}
