package writersroom

import (
	"fmt"
	"slices"
	"strings"
)

// incomplete is the note on what loglines of the built-in engine leave out.
const incomplete = "made of who speaks, where it plays and what comes back; what anyone wants and what stands against it cannot be told by counting, so no sentence claims it"

// builtInLoglines fills in the loglines of the built-in engine, with a ground for
// each. There are none, and a note says why, if nobody speaks or no scene has a
// place. Of a synopsis its own sentences are taken.
func (q Question) builtInLoglines(r *LoglineResult) {
	r.Loglines, r.Grounds = []string{}, []Ground{}
	if q.Script == nil {
		q.extractLoglines(r)
		return
	}
	parts := q.Report.Characters
	if len(parts) == 0 || len(r.Places) == 0 {
		r.Notes = append(r.Notes, "no logline: nobody speaks under a name, or no scene has a place, so there is nothing to say honestly")
		return
	}
	r.Notes = append(r.Notes, incomplete)
	who := called(parts[0].Name)
	if len(parts) > 1 {
		who += " and " + called(parts[1].Name)
	}
	kind := "A story"
	if len(q.Genres) > 0 {
		kind = strings.ToLower(strings.Join(q.Genres, " and ")) + " story"
		if kind = "A " + kind; strings.ContainsRune("aeiou", rune(kind[2])) {
			kind = "An" + kind[1:]
		}
	}
	nouns := joined(withThe(r.Things))
	around := ""
	if nouns != "" {
		around = ", around " + nouns
	}
	first, last := q.place(0), q.place(len(q.Report.Scenes)-1)
	lines := []string{
		fmt.Sprintf("%s of %s, %s%s.", kind, who, q.when(r.Places), around),
		fmt.Sprintf("%s, who has %.0f %% of the dialogue, from %s to %s in %s.", called(parts[0].Name), 100*parts[0].Share,
			inWords(q, first.Scene-1), inWords(q, last.Scene-1), counted(len(q.Report.Scenes), "scene")),
	}
	if len(parts) > 1 && nouns != "" {
		lines = append(lines, fmt.Sprintf("Between %s and %s: %s.", called(parts[0].Name), called(parts[1].Name), nouns))
	}
	if len(parts) > 2 {
		lines = append(lines, fmt.Sprintf("%s, %s, %s; %s.", called(parts[0].Name), called(parts[1].Name), called(parts[2].Name), q.when(r.Places)))
	}
	for _, line := range lines[:min(len(lines), q.Limit)] {
		r.Loglines = append(r.Loglines, line)
		r.Grounds = append(r.Grounds, Ground{Scenes: slices.Compact([]int{first.Scene, last.Scene})})
	}
}

// inWords returns a scene's place, or its heading in lower case if it has none.
func inWords(q Question, scene int) string {
	if p := q.Script.Scenes[scene].Place; p != "" {
		return p
	}
	return strings.ToLower(q.Report.Scenes[scene].Heading)
}

// when returns the places and the prevailing time of day, in words. Of the scenes
// that state a time, "mostly by night" means that more than two thirds are dark, and
// "mostly by day" that less than a third are.
func (q Question) when(places []string) string {
	night, said := 0, 0
	for i := range q.Script.Scenes {
		if t := q.Script.Scenes[i].Time; t != "" {
			said++
			if dark(t) {
				night++
			}
		}
	}
	where := "in " + joined(places)
	switch {
	case said > 0 && 3*night > 2*said:
		return "mostly by night, " + where
	case said > 0 && 3*night < said:
		return "mostly by day, " + where
	}
	return "by day and by night, " + where
}

// dark reports whether a time of day is of the night.
func dark(time string) bool {
	return slices.ContainsFunc([]string{"night", "midnight", "evening", "dusk"}, func(w string) bool { return strings.Contains(time, w) })
}

// withThe returns the words with "the" before each; it is never nil.
func withThe(words []string) []string {
	all := []string{}
	for _, w := range words {
		all = append(all, "the "+w)
	}
	return all
}

// joined returns a list with commas, and "and" before the last; "" if it is empty.
func joined(words []string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}

// longestLogline is how many words a logline has at most.
const longestLogline = 40

// extractLoglines takes the sentences of the synopsis that are neither too short
// nor too long, at most q.Limit, in their order. Each is its own ground.
func (q Question) extractLoglines(r *LoglineResult) {
	for _, s := range sentences(q.Synopsis) {
		if words := len(strings.Fields(s)); words >= 6 && words <= longestLogline && len(r.Loglines) < q.Limit {
			r.Loglines, r.Grounds = append(r.Loglines, s), append(r.Grounds, Ground{Scenes: []int{}, Quote: &s})
		}
	}
	r.Notes = append(r.Notes, fmt.Sprintf("sentences of the synopsis itself, of 6 to %d words, in its order: a sentence that says more must be written by someone who reads", longestLogline))
}
