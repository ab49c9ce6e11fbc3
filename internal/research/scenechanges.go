package research

import "kinodex/internal/screenplay/align"

// SceneChanges says which scenes of two drafts are which. A scene that was moved and
// changed stands in both lists. Lists are in the order of the later draft; cut scenes
// in that of the earlier one.
type SceneChanges struct {
	Aligned   bool         `json:"aligned" doc:"Whether the scenes were matched; not when neither draft has any, or one has more than 2,000."`
	Unchanged int          `json:"unchanged" minimum:"0" doc:"Scenes that are the same, where they were."`
	Cut       []SceneOf    `json:"cut" doc:"Scenes of the earlier draft that the later one lacks."`
	Added     []SceneOf    `json:"added" doc:"Scenes of the later draft that are new."`
	Moved     []SceneMatch `json:"moved" doc:"Scenes that stand elsewhere in the order of those that both drafts have."`
	Changed   []SceneMatch `json:"changed" doc:"Scenes whose heading or text is not the same."`
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

// sceneChanges aligns the scenes of two analysed scripts.
func sceneChanges(before, after *Analysis) SceneChanges {
	all := SceneChanges{Cut: []SceneOf{}, Added: []SceneOf{}, Moved: []SceneMatch{}, Changed: []SceneMatch{}}
	pairs, ok := align.Scenes(before.script, after.script)
	if !ok || len(pairs) == 0 {
		return all
	}
	all.Aligned = true
	for _, p := range pairs {
		switch {
		case p.After < 0:
			all.Cut = append(all.Cut, before.sceneOf(p.Before))
			continue
		case p.Before < 0:
			all.Added = append(all.Added, after.sceneOf(p.After))
			continue
		}
		match := SceneMatch{before.sceneOf(p.Before), after.sceneOf(p.After), p.Moved, !p.Same, round(p.Similarity, 4)}
		if match.Moved {
			all.Moved = append(all.Moved, match)
		}
		if match.Changed {
			all.Changed = append(all.Changed, match)
		}
		if !match.Moved && !match.Changed {
			all.Unchanged++
		}
	}
	return all
}

// sceneOf returns the scene at a place of the report, from 0.
func (a *Analysis) sceneOf(scene int) SceneOf {
	s := &a.Report.Scenes[scene]
	return SceneOf{scene + 1, s.Heading, s.Words.Film()}
}
