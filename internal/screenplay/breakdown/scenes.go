package breakdown

import (
	"cmp"
	"regexp"
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/text"
)

// scenesOf returns the scenes of a script, without page and length. The slice is never
// nil.
func scenesOf(s *screenplay.Script) []Scene {
	scenes := []Scene{}
	before := -1                            // the last one that is not omitted
	heard := make([]int, len(s.Characters)) // by character: the scene it was last heard in, from 1
	for i := range s.Scenes {
		next := newScene(s, i, heard)
		if before >= 0 && before == len(scenes)-1 && continues(s, i, &next, &scenes[before]) {
			scenes[before].last = i + 1
			scenes[before].join(&next)
			continue
		}
		if before >= 0 && next.TimeOfDay == nil && onlyFollows(deref(next.Time)) {
			next.TimeOfDay = scenes[before].TimeOfDay
			next.Inherited = next.TimeOfDay != nil
		}
		scenes = append(scenes, next)
		if !next.Omitted {
			before = len(scenes) - 1
		}
	}
	return scenes
}

// settings are the words for a setting; a setting that is not said has none.
var settings = [...]string{screenplay.Interior: "interior", screenplay.Exterior: "exterior", screenplay.Both: "both"}

// newScene returns the scene of one heading.
func newScene(s *screenplay.Script, i int, heard []int) Scene {
	from := s.Scenes[i]
	scene := Scene{
		Scene: i + 1, Number: stated(s.Elements[from.First].Number), Heading: from.Heading,
		Setting: stated(settings[from.Setting]), Time: stated(from.Time), Characters: []string{}, first: i, last: i + 1,
	}
	scene.read(s, i, heard)
	if scene.Omitted = scene.Words == 0 && omitted.MatchString(text.Fold(from.Heading)); scene.Omitted {
		scene.Setting, scene.Time = nil, nil
		return scene
	}
	place, _ := cutContinued(from.Place)
	place, earlier := cutTime(place)
	location, _, _ := strings.Cut(place, " - ")
	scene.Place, scene.Location = stated(place), stated(location)
	scene.TimeOfDay = stated(cmp.Or(timeOfDay(from.Time), earlier))
	return scene
}

// cutTime takes a time of day off the end of a folded place, which a heading with two
// times leaves there: DAY, of "INT. HOUSE - DAY - CONTINUOUS".
func cutTime(place string) (rest, time string) {
	at := strings.LastIndex(place, " - ")
	if at < 0 {
		return place, ""
	}
	for _, word := range timeWords(place[at:]) {
		if timesOfDay[word] == "" {
			return place, ""
		}
	}
	return place[:at], timeOfDay(place[at:])
}

// read adds words, speeches and cast of the scene of a heading. heard is by character the scene
// that noted it last.
func (scene *Scene) read(s *screenplay.Script, i int, heard []int) {
	from := s.Scenes[i]
	for k := from.First; k < from.Last; k++ {
		e := &s.Elements[k]
		scene.Words += wordsOf(e)
		if e.Kind != screenplay.Character {
			continue
		}
		scene.Speeches++
		if who := s.Speeches[e.Speech].Character; heard[who] != scene.Scene {
			heard[who] = scene.Scene
			scene.Characters = append(scene.Characters, s.Characters[who])
		}
	}
}

// join adds a scene that only continues this one.
func (scene *Scene) join(next *Scene) {
	scene.Words += next.Words
	scene.Speeches += next.Speeches
	known := make(map[string]bool, len(scene.Characters))
	for _, name := range scene.Characters {
		known[name] = true
	}
	for _, name := range next.Characters {
		if !known[name] {
			scene.Characters = append(scene.Characters, name)
		}
	}
}

// wordsOf counts the words of action and dialogue of an element; other elements have
// none.
func wordsOf(e *screenplay.Element) int {
	switch e.Kind {
	case screenplay.Action, screenplay.Dialogue, screenplay.Lyric:
		return measure.CountWords(e.Text)
	}
	return 0
}

// stated returns nil for what is not stated.
func stated(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// deref returns what is stated; "" for nil.
func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// omitted recognises the folded heading of a scene that was taken out.
var omitted = regexp.MustCompile(`^[-–\[( ]*(?:scenes? )?(?:omit|omitted|deleted)(?: scenes?)?[-–\]). ]*$`)

// continuedMark is what a heading ends with that goes on with a scene, folded.
var continuedMark = regexp.MustCompile(`(?:^|[ \-,.(\[])(?:cont'?d|con't|continued|cont)[.:)\] ]*$`)

// cutContinued takes the marks of a continued scene off the end of a folded place.
func cutContinued(place string) (rest string, found bool) {
	for {
		at := continuedMark.FindStringIndex(place)
		if at == nil {
			return place, found
		}
		place, found = strings.TrimRight(place[:at[0]], " -,.(["), true
	}
}

// continues reports whether the scene of a heading only goes on with the one right
// before it: it is at the same place, and its heading says CONTINUED or repeats the
// scene number, as at the top of a page.
func continues(s *screenplay.Script, i int, next, before *Scene) bool {
	if next.Omitted || deref(next.Place) != deref(before.Place) || deref(next.Setting) != deref(before.Setting) {
		return false
	}
	if next.Number != nil {
		return deref(next.Number) == deref(before.Number)
	}
	_, marked := cutContinued(text.Fold(s.Scenes[i].Heading))
	return marked
}
