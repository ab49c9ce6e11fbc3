package writersroom

import (
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/text"
)

// lineNotes are the built-in notes towards a rewrite: each tendency that the guide
// states, at the lines of the scene that go against it, and each technique at the
// line that shares most of its words.
func (q Question) lineNotes() []LineNote {
	notes := []LineNote{}
	for _, t := range q.Style.Tendencies {
		notes = append(notes, q.againstTendency(t.Feature, t.High)...)
	}
	lines := q.lines()
	used := map[string]bool{}
	for _, name := range q.Style.Techniques {
		says := bullets(q.Style)[name]
		note := LineNote{Technique: name, Note: "The guide: " + says}
		if line := nearestLine(lines, name+" "+says, used); line != "" {
			used[line] = true
			note.Line = &line
			note.Note += " This line shares its subject: look there first."
		} else {
			note.Note += " No line of this scene shares its words; it asks for a decision about the whole scene."
		}
		notes = append(notes, note)
	}
	if borrow := q.Style.Section("Borrow"); borrow != "" {
		notes = append(notes, LineNote{Technique: "Borrow", Note: strings.Join(strings.Fields(borrow), " ")})
	}
	return notes
}

// lines returns the texts of speeches, lyrics and action, in order; it is never nil.
func (m *Manuscript) lines() []string {
	all := []string{}
	for i := range m.Script.Elements {
		switch e := &m.Script.Elements[i]; e.Kind {
		case screenplay.Action, screenplay.Dialogue, screenplay.Lyric:
			all = append(all, e.Text)
		}
	}
	return all
}

// little has the stems of words that nearly every text has, so that sharing one of
// them says nothing.
var little = func() map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields("a about after all and are as at be before but by can do does each else every first for from had has have he her " +
		"his how i if in into is it its last let like line lines made make man many more most no not of off on one only or other our out over own part " +
		"scene scenes script she so than that the their them then there these they thing this those through time to two under until up us we what when " +
		"where which who with without word words would write writer you your") {
		all[text.Stem(w)] = true
	}
	return all
}()

// stemsOf returns the stems of a text, without short ones and those of little.
func stemsOf(s string) map[string]bool {
	all := map[string]bool{}
	for token := range text.Tokens(s) {
		if stem := text.Stem(token); len(stem) > 2 && !little[stem] {
			all[stem] = true
		}
	}
	return all
}

// nearestLine returns the line, not used before, that shares most stems with a
// technique, the first of equals; "" if none shares any.
func nearestLine(lines []string, technique string, used map[string]bool) string {
	wanted, best, most := stemsOf(technique), "", 0
	for _, line := range lines {
		shared := 0
		for stem := range stemsOf(line) {
			if wanted[stem] {
				shared++
			}
		}
		if shared > most && !used[line] {
			best, most = line, shared
		}
	}
	return best
}

// mostLines is how many lines at most a tendency is shown at.
const mostLines = 3

// againstTendency returns notes at the lines that go against a tendency of the
// guide. For a feature that no line shows it returns one note with the value. The
// feature must be one that is measured.
func (q Question) againstTendency(feature string, high bool) []LineNote {
	name := q.Style.Name
	way := "low"
	if high {
		way = "high"
	}
	tendency := fmt.Sprintf("%s: %s", feature, way)
	about := func(says string, lines []string) []LineNote {
		notes := []LineNote{}
		for _, line := range lines[:min(len(lines), mostLines)] {
			notes = append(notes, LineNote{Technique: tendency, Line: &line, Note: says})
		}
		return notes
	}
	at, _ := measure.Index(feature)
	value := fmt.Sprintf("%.*f", measure.Features()[at].Decimals, q.Report.Vector[at])
	switch {
	case feature == "exclamation_ratio" && !high:
		return about(name+" rarely exclaims: say it without the mark and let the situation be loud.", q.ending("!"))
	case feature == "question_ratio" && !high:
		return about(name+" rarely has people ask: turn the question into a claim that can be denied.", q.ending("?"))
	case feature == "avg_speech_len" && !high:
		return about(name+" keeps speeches short: break this one, or cut to its last sentence.", q.longest(true, 25))
	case (feature == "dialogue_ratio" && high) || (feature == "action_ratio" && !high):
		return about(name+" leaves little to description: cut this paragraph to what somebody does.", q.longest(false, 25))
	case (feature == "dialogue_ratio" && !high) || (feature == "action_ratio" && high):
		return about(name+" shows rather than says: find the act that replaces this speech.", q.longest(true, 12))
	case feature == "avg_sentence_len" && !high:
		return about(name+" writes short sentences: divide this.", q.longest(false, 20))
	}
	return []LineNote{{Technique: tendency, Note: fmt.Sprintf("%s's screenplays are typically %s here; this scene measures %s.", name, way, value)}}
}

// ending returns the speeches that hold the mark anywhere, in order; it is never nil.
func (m *Manuscript) ending(mark string) []string {
	all := []string{}
	for i := range m.Script.Elements {
		if e := &m.Script.Elements[i]; e.Kind == screenplay.Dialogue && strings.Contains(e.Text, mark) {
			all = append(all, e.Text)
		}
	}
	return all
}

// longest returns the speeches, or the paragraphs of action, of more than so many
// words. The longest, in bytes, comes first.
func (m *Manuscript) longest(spoken bool, words int) []string {
	all := []string{}
	for i := range m.Script.Elements {
		e := &m.Script.Elements[i]
		if (e.Kind == screenplay.Dialogue) == spoken && (spoken || e.Kind == screenplay.Action) && len(strings.Fields(e.Text)) > words {
			all = append(all, e.Text)
		}
	}
	slices.SortStableFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}
