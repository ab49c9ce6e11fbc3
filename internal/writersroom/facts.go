package writersroom

import (
	"math"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
)

// The facts below are measured in every answer, with and without a language model.
// Numbers of scenes and pages begin at 1; shares lie between 0 and 1.

// Place is a scene of the text.
type Place struct {
	Scene   int    `json:"scene" minimum:"1" doc:"From 1."`
	Page    int    `json:"page" minimum:"1" doc:"Where it begins, counted as the usual form would set the text: 54 lines a page."`
	Heading string `json:"heading"`
}

// place returns where a scene, from 0, is. It panics if there is no such scene.
func (m *Manuscript) place(scene int) Place {
	return Place{scene + 1, m.page(scene), m.Report.Scenes[scene].Heading}
}

// Measure is one of the twenty features, beside the research set.
type Measure struct {
	Feature    string   `json:"feature"`
	Label      string   `json:"label"`
	Value      float64  `json:"value"`
	Mean       *float64 `json:"mean" nullable:"true" doc:"Of the research set; null where the library has none."`
	Z          *float64 `json:"z_score" nullable:"true"`
	Percentile *float64 `json:"percentile_approx" nullable:"true"`
}

// measures returns all features in the order of measure.Features. Without an analysis
// the figures of the research set are nil.
func (m *Manuscript) measures() []Measure {
	all := []Measure{}
	for f, about := range measure.Features() {
		one := Measure{Feature: about.Name, Label: about.Label, Value: m.Report.Vector[f]}
		if m.Analysis != nil {
			c := m.Analysis.Comparisons.At(f)
			one.Mean, one.Z, one.Percentile = rounded(c.DatasetMean, about.Decimals+1), rounded(c.ZScore, 4), rounded(c.PercentileApprox, 1)
		}
		all = append(all, one)
	}
	return all
}

// rounded returns a pointer to round(v, decimals).
func rounded(v float64, decimals int) *float64 {
	r := round(v, decimals)
	return &r
}

// round returns v with so many decimals, halves away from zero; never -0.
func round(v float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(v*scale)/scale + 0
}

// Speaker is a speaking part.
type Speaker struct {
	Name      string  `json:"name"`
	Share     float64 `json:"share" doc:"Of all words that are spoken, 0 to 1."`
	Words     int     `json:"words"`
	Speeches  int     `json:"speeches"`
	Scenes    int     `json:"scenes" doc:"In which it speaks."`
	FirstPage int     `json:"first_page"`
	LastPage  int     `json:"last_page"`
}

// mostSpeakers is how many parts an answer lists.
const mostSpeakers = 40

// speakers returns the speaking parts, the one with the most words first, at most
// mostSpeakers; it is never nil.
func (m *Manuscript) speakers() []Speaker {
	all := []Speaker{}
	for _, c := range m.Report.Characters[:min(len(m.Report.Characters), mostSpeakers)] {
		all = append(all, Speaker{called(c.Name), round(c.Share, 4), c.Words, c.Speeches, c.Scenes, m.pageAt(c.From), m.pageAt(c.To)})
	}
	return all
}

// Scene is a scene with what was measured of it.
type Scene struct {
	Place
	Pages     float64  `json:"pages" doc:"Its length, in eighths."`
	Setting   *string  `json:"setting" nullable:"true" enum:"interior,exterior,both" doc:"Null when the heading does not say."`
	Time      *string  `json:"time" nullable:"true" doc:"The time of day as the heading has it; null when it does not say."`
	Words     int      `json:"words"`
	Dialogue  float64  `json:"dialogue_share" doc:"Of its words, 0 to 1."`
	Speakers  []string `json:"speakers"`
	Sentiment float64  `json:"sentiment" minimum:"-1" maximum:"1" doc:"The mean mood of its sentences, by a lexicon."`
}

// mostScenes is how many scenes an answer lists; no script that was filmed has
// more.
const mostScenes = 1000

// scenes returns the scenes in order, at most mostScenes; it is never nil.
func (m *Manuscript) scenes() []Scene {
	all := []Scene{}
	for i := range m.Report.Scenes[:min(len(m.Report.Scenes), mostScenes)] {
		all = append(all, m.scene(i))
	}
	return all
}

// scene returns what is measured of a scene, from 0.
func (m *Manuscript) scene(i int) Scene {
	s := &m.Report.Scenes[i]
	one := Scene{
		Place: m.place(i), Pages: m.length(i), Words: s.Words.Film(), Speakers: []string{}, Sentiment: round(s.Sentiment, 4),
	}
	if s.Setting != screenplay.Unsaid {
		word := settings[s.Setting]
		one.Setting = &word
	}
	if time := m.Script.Scenes[i].Time; time != "" {
		one.Time = &time
	}
	if w := s.Words.Film(); w > 0 {
		one.Dialogue = round(float64(s.Words.Dialogue)/float64(w), 4)
	}
	for _, c := range s.Characters {
		one.Speakers = append(one.Speakers, called(m.Report.Characters[c].Name))
	}
	return one
}

var settings = [...]string{screenplay.Interior: "interior", screenplay.Exterior: "exterior", screenplay.Both: "both"}
