package production

import (
	"fmt"
	"iter"
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/breakdown"
	"kinodex/internal/screenplay/measure"
)

// mostText is how many bytes of the script's text the sides of all characters together may
// repeat. Sides of one character have all of theirs.
const mostText = 8 << 20

// placeReport lists the places with their scenes.
var placeReport = Report{
	Name: "places", Title: "Places with their scenes", About: "Every place of a heading, the one with the most pages first.",
	Columns: []Column{
		{Name: "place", Title: "Place"}, {Name: "location", Title: "Location"}, {Name: "settings", Title: "Setting"}, {Name: "eighths", Title: "Length", Unit: "eighths", Numeric: true},
		{Name: "scenes", Title: "Scenes", Numeric: true}, {Name: "at_night", Title: "At night", Unit: "scenes", Numeric: true}, {Name: "scene_list", Title: "Which scenes"},
	},
	rows: func(p *Production, _ string) (rows []Row, _ []string) {
		at, night := map[string][]string{}, map[string]int{}
		for i := range p.Sheet.Scenes {
			if s := &p.Sheet.Scenes[i]; !s.Omitted {
				at[said(s.Place)] = append(at[said(s.Place)], fmt.Sprint(number(s)))
				night[said(s.Place)] += atNight(s)
			}
		}
		for i := range p.Sheet.Places {
			l := &p.Sheet.Places[i]
			rows = append(rows, Row{value(l.Name), value(l.Location), strings.Join(l.Settings, ", "), l.Eighths, l.Scenes, night[said(l.Name)], strings.Join(at[said(l.Name)], ", ")})
		}
		return rows, nil
	},
}

// castReport counts what each character says.
var castReport = Report{
	Name: "cast", Title: "Speaking parts", About: "Who speaks, the part with the most scenes first. Names are those above speeches: one person under two names counts as two.",
	Columns: []Column{
		{Name: "character", Title: "Character"}, {Name: "scenes", Title: "Scenes", Numeric: true}, {Name: "eighths", Title: "In scenes of", Unit: "eighths", Numeric: true},
		{Name: "speeches", Title: "Speeches", Numeric: true}, {Name: "words", Title: "Words", Numeric: true}, {Name: "scene_list", Title: "Which scenes"},
	},
	rows: func(p *Production, _ string) (rows []Row, _ []string) {
		called := map[int]string{}
		for i := range p.Sheet.Scenes {
			called[p.Sheet.Scenes[i].Scene] = fmt.Sprint(number(&p.Sheet.Scenes[i]))
		}
		for i := range p.Sheet.Characters {
			c := &p.Sheet.Characters[i]
			names := make([]string, len(c.SceneNumbers))
			for k, n := range c.SceneNumbers {
				names[k] = called[n]
			}
			rows = append(rows, Row{strings.ToUpper(c.Name), c.Scenes, c.Eighths, c.Speeches, c.Words, strings.Join(names, ", ")})
		}
		return rows, nil
	},
}

// dialogueReport lists the speeches of a character, or of all.
var dialogueReport = Report{
	Name: "dialogue", Title: "Dialogue by character", ByCharacter: true,
	About: "Every speech, character by character, with its number among those of the character and its words. Parentheticals are left out.",
	Columns: []Column{
		{Name: "character", Title: "Character"}, {Name: "speech", Title: "Speech", Numeric: true}, {Name: "of", Title: "Of", Numeric: true}, {Name: "scene", Title: "Scene"},
		{Name: "extension", Title: "Extension"}, {Name: "words", Title: "Words", Numeric: true}, {Name: "text", Title: "Text"},
	},
	rows: func(p *Production, who string) (rows []Row, notes []string) {
		byCharacter := make([][]screenplay.Speech, len(p.Script.Characters))
		for _, s := range p.Script.Speeches {
			byCharacter[s.Character] = append(byCharacter[s.Character], s)
		}
		scenes := p.sceneNumbers()
		at := make(map[string]int, len(p.Script.Characters))
		for i, name := range p.Script.Characters {
			at[name] = i
		}
		for _, name := range p.Names(who) {
			speeches := byCharacter[at[name]]
			words := 0
			for i, s := range speeches {
				text, n := p.spoken(s)
				words += n
				rows = append(rows, Row{strings.ToUpper(name), i + 1, len(speeches), scenes(p.Script.Elements[s.First].Scene), strings.ToUpper(s.Extension), n, text})
			}
			if who != "" {
				notes = append(notes, fmt.Sprintf("Speeches: %d. Words: %d.", len(speeches), words))
			}
		}
		return rows, notes
	},
}

// Names returns the folded names of those that a report by character is of: of who alone, or of all
// when who is empty, the most scenes first.
func (p *Production) Names(who string) (names []string) {
	if who != "" {
		return []string{who}
	}
	for i := range p.Sheet.Characters {
		names = append(names, p.Sheet.Characters[i].Name)
	}
	return names
}

// spoken returns what is said in a speech, and its words.
func (p *Production) spoken(s screenplay.Speech) (text string, words int) {
	var said []string
	for _, e := range p.Script.Elements[s.First+1 : s.Last] {
		if e.Kind == screenplay.Dialogue || e.Kind == screenplay.Lyric {
			said = append(said, e.Text)
			words += measure.CountWords(e.Text)
		}
	}
	return strings.Join(said, " "), words
}

// sceneNumbers returns a function that says how the scene of a heading is called, by the heading's
// place among all; nil before the first.
func (p *Production) sceneNumbers() func(heading int) any {
	called, at := make([]any, len(p.Script.Scenes)), 0
	for i := range called {
		if at+1 < len(p.Sheet.Scenes) && p.Sheet.Scenes[at+1].Scene-1 == i {
			at++
		}
		called[i] = number(&p.Sheet.Scenes[at])
	}
	return func(heading int) any {
		if heading < 0 {
			return nil
		}
		return called[heading]
	}
}

// sidesReport has the scenes of a character with their text, or those of all.
var sidesReport = Report{
	Name: "sides", Title: "Sides", ByCharacter: true,
	About: "The scenes that a character speaks in, with their text as submitted. Own is true for the character's lines.",
	Columns: []Column{
		{Name: "character", Title: "Character"}, {Name: "scene", Title: "Scene"}, {Name: "page", Title: "Page", Numeric: true},
		{Name: "element", Title: "Element"}, {Name: "own", Title: "Own"}, {Name: "text", Title: "Text"},
	},
	rows: func(p *Production, who string) (rows []Row, notes []string) {
		left := mostText
		for _, sides := range p.SidesOf(p.Names(who)) {
			if left -= sides.size; left < 0 && who == "" {
				notes = append(notes, fmt.Sprintf("The sides of %s and of those after are left out, since all together would be too long. Ask for the sides of one character.", strings.ToUpper(sides.Character)))
				break
			}
			for _, scene := range sides.Scenes {
				for _, line := range scene.Lines {
					rows = append(rows, Row{strings.ToUpper(sides.Character), number(scene.Scene), scene.Scene.Page, line.Kind.String(), line.Own, line.Text})
				}
			}
		}
		return rows, notes
	},
}

// Sides are the scenes of a character.
type Sides struct {
	Character string // folded
	Scenes    []SideScene
	size      int // bytes of text
}

// Size is about how many bytes the sides have on a page.
func (s *Sides) Size() int { return s.size }

// SideScene is a scene of the sides.
type SideScene struct {
	Scene *breakdown.Scene
	Lines []SideLine
}

// SideLine is a piece of a scene: its heading first.
type SideLine struct {
	Kind screenplay.Kind
	Text string
	Own  bool // whether it is the cue or the dialogue of the character
}

// SidesOf returns a sequence of the sides of characters, by their folded names. Each is made when
// its turn comes.
func (p *Production) SidesOf(names []string) iter.Seq2[int, Sides] {
	return func(yield func(int, Sides) bool) {
		in := map[string][]int{}
		for i := range p.Sheet.Scenes {
			for _, name := range p.Sheet.Scenes[i].Characters {
				in[name] = append(in[name], i)
			}
		}
		for n, name := range names {
			if !yield(n, p.sides(name, in[name])) {
				return
			}
		}
	}
}

// sides returns the sides of a character who speaks in the given scenes of the sheet.
func (p *Production) sides(name string, in []int) Sides {
	sides := Sides{Character: name}
	for _, i := range in {
		scene := SideScene{Scene: &p.Sheet.Scenes[i]}
		for _, e := range p.elements(i) {
			if !e.Kind.InFilm() {
				continue
			}
			own := e.Speech >= 0 && p.Script.Characters[p.Script.Speeches[e.Speech].Character] == name
			scene.Lines = append(scene.Lines, SideLine{e.Kind, e.Text, own})
			sides.size += len(e.Text) + 32
		}
		sides.Scenes = append(sides.Scenes, scene)
	}
	return sides
}
