package writersroom

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/screenplay"
)

// characterArcs returns how the largest parts, at most mostCharacterArcs, go through the acts.
// Mood is weighted by the words of the scenes. It is never nil.
func (m *Manuscript) characterArcs() []Course {
	said := m.wordsSpoken()
	all := []Course{}
	for i, c := range m.Report.Characters[:min(len(m.Report.Characters), mostCharacterArcs)] {
		course := Course{Character: called(c.Name), Acts: []CourseIn{}, Absence: m.longestAbsence(i)}
		for _, act := range m.Report.Acts {
			in := CourseIn{Act: act.Number}
			mood, film := 0.0, 0
			for scene := act.First; scene < act.Last; scene++ {
				s := &m.Report.Scenes[scene]
				if words, speaks := said[speakingPart{c.Name, scene}]; speaks {
					in.Words += words
					in.Scenes++
					mood += s.Sentiment * float64(s.Words.Film())
					film += s.Words.Film()
				}
			}
			if act.Words.Dialogue > 0 {
				in.Share = round(float64(in.Words)/float64(act.Words.Dialogue), 4)
			}
			if film > 0 {
				in.Mood = round(mood/float64(film), 4)
			}
			course.Acts = append(course.Acts, in)
		}
		all = append(all, course)
	}
	return all
}

// speakingPart is a part, by its folded name, in a scene, by its index.
type speakingPart struct {
	name  string
	scene int
}

// wordsSpoken returns how many words, separated by blanks, each part says in each
// scene. A part that says nothing in a scene has no entry.
func (m *Manuscript) wordsSpoken() map[speakingPart]int {
	said := map[speakingPart]int{}
	for _, speech := range m.Script.Speeches {
		for e := speech.First; e < speech.Last; e++ {
			if el := &m.Script.Elements[e]; el.Kind == screenplay.Dialogue || el.Kind == screenplay.Lyric {
				said[speakingPart{m.Script.Characters[speech.Character], el.Scene}] += len(strings.Fields(el.Text))
			}
		}
	}
	return said
}

// longestAbsence returns the most pages between two scenes that a part speaks in,
// or nil if there is no scene between any two.
func (m *Manuscript) longestAbsence(part int) *Run {
	first, last := m.absence(part)
	if last <= first {
		return nil
	}
	return &Run{m.place(first), m.place(last - 1), round(m.pages[last]-m.pages[first], 2)}
}

// nearestWorks returns at most mostNearest screenplays of the research set, the
// nearest first. The distance is the root mean square of the differences of
// z-scores over all features.
func nearestWorks(s Library, m *Manuscript) ([]NearWork, error) {
	type near struct {
		id       film.ID
		distance float64
	}
	var all []near
	norms := s.Research.Norms()
	for _, id := range s.Research.Films() {
		v, _ := s.Research.Features(id)
		sum := 0.0
		for f := range v {
			d := norms[f].Z(v[f]) - norms[f].Z(m.Report.Vector[f])
			sum += d * d
		}
		all = append(all, near{id, math.Sqrt(sum / float64(len(v)))})
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	works := []NearWork{}
	for _, n := range all[:min(len(all), mostNearest)] {
		d, _ := s.Films.ByID(n.id)
		f, err := s.Films.Film(d)
		if err != nil {
			return nil, fmt.Errorf("read the film of a screenplay: %w", err)
		}
		works = append(works, NearWork{Screenplay{n.id.String(), f.Title, f.Year}, round(n.distance, 4)})
	}
	return works, nil
}
