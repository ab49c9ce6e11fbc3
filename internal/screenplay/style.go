package screenplay

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// elementNames are the names that writing programs and their templates give to the
// elements of a screenplay, folded by ElementNamed.
var elementNames = map[string]Kind{
	"": Action, "action": Action, "actions": Action, "general": Action, "normaltext": Action, "description": Action, "scenedescription": Action,
	"sceneaction": Action, "actiondescription": Action, "stagedirection": Action, "stagedirections": Action, "shot": Action, "shots": Action, "cameradirection": Action,
	"sceneheading": Heading, "sceneheadings": Heading, "scene": Heading, "slug": Heading, "slugline": Heading, "sluglines": Heading, "sceneslug": Heading, "sceneheader": Heading,
	"scenetitle": Heading, "masterscene": Heading, "masterheading": Heading,
	"character": Character, "characters": Character, "charactername": Character, "charactercue": Character, "speaker": Character, "cue": Character,
	"dialogue": Dialogue, "dialog": Dialogue, "dialogues": Dialogue, "speech": Dialogue,
	"parenthetical": Parenthetical, "parentheticals": Parenthetical, "parenthesis": Parenthetical, "parentheses": Parenthetical, "paren": Parenthetical, "wryly": Parenthetical,
	"transition": Transition, "transitions": Transition, "scenetransition": Transition,
	"singing": Lyric, "lyrics": Lyric, "lyric": Lyric,
	"newact": Section, "act": Section, "actbreak": Section, "acttitle": Section, "actheading": Section,
	"endofact": PageArtifact, "castlist": PageArtifact, "more": PageArtifact, "continued": PageArtifact, "pagenumber": PageArtifact, "header": PageArtifact, "footer": PageArtifact,
	"showeptitle": TitlePage, "title": TitlePage, "titlepage": TitlePage, "subtitle": TitlePage, "author": TitlePage, "byline": TitlePage,
	"outlinebody": Synopsis, "synopsis": Synopsis, "summary": Synopsis,
	"note": Note, "notes": Note, "scriptnote": Note,
}

// ElementNamed places a paragraph by the name of its style: "Scene Heading", "slug-line",
// "Dialog", "Outline 2". Case, spaces and marks do not matter. level is the depth of a
// section, 0 for other kinds. known is false for a name that is of no element of a
// screenplay; the kind is then Action.
func ElementNamed(name string) (kind Kind, level int, known bool) {
	var buffer [32]byte
	folded := buffer[:0]
	for _, r := range name {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			folded = utf8.AppendRune(folded, unicode.ToLower(r))
		}
	}
	kind, known = elementNames[string(folded)]
	if !known && bytes.HasPrefix(folded, []byte("outline")) {
		kind, known = Section, true
	}
	if kind == Section {
		level = 1
		if last := folded[len(folded)-1]; last >= '1' && last <= '9' {
			level = int(last - '0')
		}
	}
	return kind, level, known
}

// Compose makes a script of the elements of a document that has no text of its own to
// point into, such as one in an archive: Source is written from them, an element a
// paragraph, a speech without blank lines. Elements need Kind and Text; those without
// text are left out. Parentheticals get the brackets that some programs only show.
func Compose(format Format, elements []Element) *Script {
	s := &Script{Format: format, Elements: make([]Element, 0, len(elements))}
	var b strings.Builder
	for _, e := range elements {
		e.Text = strings.TrimRightFunc(e.Text, unicode.IsSpace)
		if e.Kind != Action {
			e.Text, e.Centered = strings.TrimSpace(e.Text), false
		}
		if strings.TrimSpace(e.Text) == "" {
			continue
		}
		if e.Kind == Parenthetical && e.Text[0] != '(' && !strings.HasPrefix(e.Text, "（") {
			e.Text = "(" + e.Text + ")"
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
			if !spoken(e.Kind) {
				b.WriteByte('\n')
			}
		}
		e.Start = b.Len()
		b.WriteString(e.Text)
		e.End = b.Len()
		s.Elements = append(s.Elements, e)
	}
	s.Source = b.String()
	s.Assemble()
	return s
}

// PairDual sets Dual of both cues of two speeches side by side, where a document marks
// only the first of them. A marked cue that no speech follows at once is not dual.
func PairDual(elements []Element) {
	open := -1 // the marked cue that waits for its other
	for i := range elements {
		e := &elements[i]
		switch {
		case e.Kind == Character && open >= 0:
			e.Dual, open = true, -1
		case e.Kind == Character && e.Dual:
			open = i
		case !spoken(e.Kind) && e.Kind.InFilm() && open >= 0:
			elements[open].Dual, open = false, -1
		}
	}
	if open >= 0 {
		elements[open].Dual = false
	}
}
