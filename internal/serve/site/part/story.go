package part

import (
	"fmt"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/table"
)

// settingKinds are the kinds of scenes of a strip, and settingOrder where each setting stands
// among them.
var (
	settingKinds = []string{"interior", "exterior", "both", "not stated"}
	settingOrder = [...]int{screenplay.Interior: 0, screenplay.Exterior: 1, screenplay.Both: 2, screenplay.Unsaid: 3}
)

// SettingName returns how a setting is called.
func SettingName(s screenplay.Setting) string { return settingKinds[settingOrder[s]] }

// SceneStrip is the picture of the scenes in order. label and href, which may be nil, give
// the heading of a scene, by its place from 0, and where it leads.
func SceneStrip(s *measure.Series, label, href func(scene int) string) chart.Scenes {
	c := chart.Scenes{
		Head:   chart.Head{ID: "scene-strip", Title: "Scenes by length and setting", Desc: "Every scene as wide as it has words, marked by whether it plays inside or outside."},
		Length: chart.Axis{Name: "Words", Unit: "words"}, Kinds: settingKinds,
	}
	for i, words := range s.SceneWords {
		scene := chart.Scene{Length: float64(words), Kind: settingOrder[s.SceneSetting(i)]}
		if label != nil {
			scene.Label = label(i)
		}
		if href != nil {
			scene.Href = href(i)
		}
		c.Scenes = append(c.Scenes, scene)
	}
	return c
}

// storyActs are the acts of a script as stretches of it.
func storyActs(s *measure.Series) []chart.Act {
	all, at := make([]chart.Act, len(s.ActShares)), 0.0
	for i, share := range s.ActShares {
		all[i] = chart.Act{Name: fmt.Sprintf("Act %d", i+1), From: at, To: min(1, at+share)}
		at += share
	}
	if n := len(all); n > 0 {
		all[n-1].To = 1
	}
	return all
}

// moodArc, dialogueArc and speakersArc are the pictures of a script from its beginning to its
// end.
func moodArc(s *measure.Series) chart.Arc {
	return chart.Arc{
		Head:  chart.Head{ID: "mood", Title: "Mood from beginning to end", Desc: "The mood of the words in twenty parts of equal length, with the three acts."},
		Value: chart.Axis{Name: "Mood", Unit: "-1 to 1", Decimals: 2}, Values: s.Sentiment, Acts: storyActs(s),
	}
}

func dialogueArc(s *measure.Series) chart.Arc {
	return chart.Arc{
		Head:  chart.Head{ID: "dialogue", Title: "Dialogue from beginning to end", Desc: "The share of dialogue of the words in twenty parts of equal length, with the three acts."},
		Value: chart.Axis{Name: "Dialogue", Format: chart.Percent}, Values: s.DialogueRatio, Acts: storyActs(s), High: 1,
	}
}

func speakersArc(s *measure.Series) chart.Arc {
	c := chart.Arc{
		Head:  chart.Head{ID: "speakers", Title: "How many speak, from beginning to end", Desc: "How many characters begin a speech in each of twenty parts of equal length, with the three acts."},
		Value: chart.Axis{Name: "Characters", Unit: "characters"}, Acts: storyActs(s), High: 1,
	}
	for _, n := range s.Speakers {
		c.Values, c.High = append(c.Values, float64(n)), max(c.High, float64(n))
	}
	return c
}

// StoryTable has a row for each of the parts that the pictures of a script are drawn from.
func StoryTable(s *measure.Series) table.Table {
	t := table.Table{Name: "parts", Caption: "From beginning to end, in parts of equal words", Columns: []table.Column{
		{Name: "Part", Numeric: true}, {Name: "From", Unit: "%", Numeric: true}, {Name: "To", Unit: "%", Numeric: true}, {Name: "Mood", Unit: "-1 to 1", Numeric: true},
		{Name: "Dialogue", Unit: "%", Numeric: true}, {Name: "Characters who speak", Numeric: true},
	}}
	n := float64(len(s.Sentiment))
	for i := range s.Sentiment {
		t.Add(table.Int(i+1), table.Percent(float64(i)/n, 0), table.Percent(float64(i+1)/n, 0), table.Float(s.Sentiment[i], 3),
			table.Percent(s.DialogueRatio[i], 1), table.Int(s.Speakers[i]))
	}
	return t
}
