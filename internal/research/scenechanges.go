package research

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/screenplay/align"
)

// SceneChanges says which scenes of two drafts are which. A scene that was moved and
// changed stands in both lists; one that was split or joined stands in no other. Lists
// are in the order of the later draft; cut scenes in that of the earlier one.
type SceneChanges struct {
	Aligned   bool         `json:"aligned" doc:"Whether the scenes were matched; not when neither draft has any, or one has more than 2,000."`
	Unchanged int          `json:"unchanged" minimum:"0" doc:"Scenes that are the same, where they were."`
	Cut       []SceneOf    `json:"cut" doc:"Scenes of the earlier draft that the later one lacks."`
	Added     []SceneOf    `json:"added" doc:"Scenes of the later draft that are new."`
	Moved     []SceneMatch `json:"moved" doc:"Scenes that stand elsewhere in the order of those that both drafts have."`
	Changed   []SceneMatch `json:"changed" doc:"Scenes whose heading or text is not the same."`
	Split     []SceneSplit `json:"split" doc:"Scenes of the earlier draft that became two or more."`
	Joined    []SceneJoin  `json:"joined" doc:"Scenes of the later draft that were two or more."`
	Summary   string       `json:"summary" doc:"All of this in a sentence with counts, for people."`

	// List is every scene that is not what it was, in the order of the later draft; a cut
	// one stands where it stood.
	List []SceneChange `json:"-"`
}

// SceneOf is a scene of one draft.
type SceneOf struct {
	Scene   int    `json:"scene" minimum:"1" doc:"The scene's number in its draft, from 1."`
	Heading string `json:"heading"`
	Words   int    `json:"words" doc:"Of action and dialogue."`
}

// SceneMatch is a scene that both drafts have.
type SceneMatch struct {
	Before     SceneOf `json:"before"`
	After      SceneOf `json:"after"`
	Moved      bool    `json:"moved"`
	Changed    bool    `json:"changed"`
	Similarity float64 `json:"similarity" minimum:"0" maximum:"1" doc:"How much of their text both share: the Dice coefficient of pairs of adjacent words."`
}

// SceneSplit is a scene of the earlier draft that became several.
type SceneSplit struct {
	Before     SceneOf   `json:"before"`
	After      []SceneOf `json:"after" minItems:"2"`
	Similarity float64   `json:"similarity" minimum:"0" maximum:"1" doc:"How much of its text the scene shares with all of its parts: the Dice coefficient of pairs of adjacent words."`
}

// SceneJoin is a scene of the later draft that was several.
type SceneJoin struct {
	Before     []SceneOf `json:"before" minItems:"2"`
	After      SceneOf   `json:"after"`
	Similarity float64   `json:"similarity" minimum:"0" maximum:"1" doc:"How much of its text the scene shares with all that it was: the Dice coefficient of pairs of adjacent words."`
}

// SceneChange is what became of a scene, as a person reads it. Before is empty for a new
// scene, After for one that was cut, and then there is no Similarity.
type SceneChange struct {
	What          string // "cut", "new", "moved", "moved and changed", "changed", "split" or "joined"
	Before, After []SceneOf
	Similarity    *float64
}

// Heading is that of the scene as it is now, or was when it was cut; those of several differ.
func (c *SceneChange) Heading() string {
	now := c.After
	if len(now) == 0 {
		now = c.Before
	}
	var all []string
	for _, s := range now {
		if !slices.Contains(all, s.Heading) {
			all = append(all, s.Heading)
		}
	}
	return strings.Join(all, "; ")
}

// Numbers names scenes by their numbers.
func Numbers(scenes []SceneOf) string {
	all := make([]string, len(scenes))
	for i, s := range scenes {
		all[i] = strconv.Itoa(s.Scene)
	}
	return strings.Join(all, ", ")
}

// Words adds up the words of scenes.
func Words(scenes []SceneOf) (n int) {
	for _, s := range scenes {
		n += s.Words
	}
	return n
}

// sceneChanges aligns the scenes of two analysed scripts.
func sceneChanges(before, after *Analysis) SceneChanges {
	all := SceneChanges{
		Cut: []SceneOf{}, Added: []SceneOf{}, Moved: []SceneMatch{}, Changed: []SceneMatch{}, Split: []SceneSplit{}, Joined: []SceneJoin{},
		Summary: "Neither draft has scenes.",
	}
	matches, ok := align.Scenes(before.script, after.script)
	switch {
	case !ok:
		all.Summary = fmt.Sprintf("The scenes were not matched: a draft has more than %d.", align.MostScenes)
		return all
	case len(matches) == 0:
		return all
	}
	all.Aligned = true
	for _, m := range matches {
		all.add(m, before.scenesOf(m.Before), after.scenesOf(m.After))
	}
	all.Summary = all.summary(len(before.Report.Scenes), len(after.Report.Scenes))
	return all
}

// add records what became of a scene.
func (c *SceneChanges) add(m align.Match, before, after []SceneOf) {
	similar := round(m.Similarity, 4)
	change := SceneChange{Before: before, After: after, Similarity: &similar}
	switch {
	case len(after) == 0:
		c.Cut = append(c.Cut, before[0])
		change.What, change.Similarity = "cut", nil
	case len(before) == 0:
		c.Added = append(c.Added, after[0])
		change.What, change.Similarity = "new", nil
	case len(after) > 1:
		c.Split = append(c.Split, SceneSplit{before[0], after, similar})
		change.What = "split"
	case len(before) > 1:
		c.Joined = append(c.Joined, SceneJoin{before, after[0], similar})
		change.What = "joined"
	case m.Same && !m.Moved:
		c.Unchanged++
		return
	default:
		match := SceneMatch{before[0], after[0], m.Moved, !m.Same, similar}
		change.What = "changed"
		if m.Moved {
			c.Moved = append(c.Moved, match)
			change.What = "moved"
		}
		if !m.Same {
			c.Changed = append(c.Changed, match)
		}
		if m.Moved && !m.Same {
			change.What = "moved and changed"
		}
	}
	c.List = append(c.List, change)
}

// summary says in a sentence what became of the scenes of the earlier draft, which its
// counts add up to, and how many are new.
func (c *SceneChanges) summary(before, after int) string {
	if len(c.List) == 0 {
		return fmt.Sprintf("No scene changed: both drafts have the same %s in the same order.", scenes(before))
	}
	movedOnly, both := len(c.Moved), 0
	for _, m := range c.Moved {
		if m.Changed {
			movedOnly, both = movedOnly-1, both+1
		}
	}
	parts, joined := 0, 0
	for _, s := range c.Split {
		parts += len(s.After)
	}
	for _, j := range c.Joined {
		joined += len(j.Before)
	}
	var told []string
	for _, kind := range []struct {
		n    int
		says string
	}{
		{c.Unchanged, "kept"}, {len(c.Changed) - both, "changed"}, {movedOnly, "moved"}, {both, "moved and changed"},
		{len(c.Split), fmt.Sprintf("split into %d", parts)}, {joined, fmt.Sprintf("joined into %d", len(c.Joined))}, {len(c.Cut), "cut"},
	} {
		if kind.n > 0 {
			told = append(told, fmt.Sprintf("%d %s", kind.n, kind.says))
		}
	}
	added := ""
	if n := len(c.Added); n > 0 {
		added = fmt.Sprintf("%d of %s in the later one %s new", n, scenes(after), areOrIs(n))
	}
	if before == 0 {
		return "The earlier draft has no scenes; " + added + "."
	}
	last := len(told) - 1
	was := told[last]
	if last > 0 {
		was = strings.Join(told[:last], ", ") + " and " + told[last]
	}
	if added != "" {
		was += "; " + added
	}
	return fmt.Sprintf("Of %s in the earlier draft: %s.", scenes(before), was)
}

func scenes(n int) string {
	if n == 1 {
		return "1 scene"
	}
	return fmt.Sprintf("%d scenes", n)
}

func areOrIs(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// scenesOf returns the scenes at places of the report, from 0.
func (a *Analysis) scenesOf(places []int) []SceneOf {
	all := make([]SceneOf, len(places))
	for i, scene := range places {
		s := &a.Report.Scenes[scene]
		all[i] = SceneOf{scene + 1, s.Heading, s.Words.Film()}
	}
	return all
}
