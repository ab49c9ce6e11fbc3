// Package screenplay is the model of a screenplay: elements (scene headings,
// action, character cues, dialogue, …), and the scenes, speeches and people that
// follow from them. It also holds the rules that all forms of a script share: what
// a scene heading, a character cue, a transition and a scene number look like.
//
// Packages fountain, fdx, osf, celtx, trelby, docx, highland and plain parse one form
// each, pdf reads the text of a PDF, and parse detects the form. Package measure turns a script into the twenty
// features. None of them knows of films, models or HTTP. Every function is pure:
// the same text gives the same script, whatever its line endings, tabs or byte
// order mark (REQ S-31). Start reading at Script.
package screenplay

// Kind is what a piece of a screenplay is.
type Kind uint8

// The kinds of element. The first seven are the elements of a screenplay page;
// Furniture and what follows it are on the page, but not in the film.
const (
	Action Kind = iota
	Heading
	Character
	Dialogue
	Parenthetical
	Transition
	Lyric // sung by the character it stands under, or by nobody
	// TitlePage is a line of the title page.
	TitlePage
	// PageArtifact is what belongs to the paper: page numbers, running heads,
	// CONTINUED and (MORE), revision marks, remains of a web page.
	PageArtifact
	Section  // Fountain's outline
	Synopsis // Fountain's = lines
	Note     // Fountain's notes and boneyard, Final Draft's script notes
	PageBreak
)

// InFilm reports whether the element is part of the film rather than of the
// paper or of the writing.
func (k Kind) InFilm() bool { return k <= Lyric }

// Element is one piece of a screenplay: a paragraph of action, one cue, one
// block of dialogue up to the next parenthetical or cue.
type Element struct {
	Kind Kind
	// Start and End are byte offsets into Script.Source: where the piece begins
	// and ends in what was submitted, furniture between its lines included.
	Start, End int
	// Text is what it says: lines joined by one space (by a line feed where a
	// Fountain writer's break carries meaning), indentation, emphasis marks and
	// furniture removed, case as written. A character's Text is the cue as
	// written, extensions included.
	Text string
	// Scene is the index in Script.Scenes; -1 before the first heading.
	Scene int
	// Speech is the index in Script.Speeches of a Character, Dialogue,
	// Parenthetical or sung Lyric; -1 elsewhere.
	Speech int
	// Number is a scene number as written, of a Heading.
	Number string
	// Dual marks both cues of two speeches that stand side by side.
	Dual bool
	// Centered marks centered action.
	Centered bool
	// Level is the depth of a Section, from 1.
	Level int
}

// Script is a screenplay that was read.
type Script struct {
	// Source is the text that offsets point into: what was submitted, or for a
	// PDF the text layer that was read from it, or for a form that Compose writes
	// the text of its elements.
	Source string
	Format Format
	// Elements in order of Source; of two speeches that stand side by side, the
	// left one comes first.
	Elements []Element
	Scenes   []Scene
	Speeches []Speech
	// Characters are those who speak, by folded name, in order of first speech.
	Characters []string
	// Title is the title page, in order.
	Title []Field
}

// Field is one entry of a title page. Key is lower case ("title", "author").
type Field struct{ Key, Value string }

// Scene is what happens at one place and time: a heading and all up to the next.
type Scene struct {
	// First and Last bound the scene's elements: Elements[First:Last].
	First, Last int
	// Heading is the heading's text without its number.
	Heading string
	Setting Setting
	// Place is the heading's place, folded, without setting and time of day;
	// Time is the time of day, folded, "" when none is stated.
	Place, Time string
}

// Setting says whether a scene is inside.
type Setting uint8

// The settings of a scene.
const (
	Unsaid Setting = iota
	Interior
	Exterior
	Both
)

// Speech is one turn of one character: a cue and what follows it up to the next
// element that is not dialogue or a parenthetical. A turn that a page break, a
// parenthetical or (CONT'D) after action interrupts is handled as written: each
// cue begins a speech.
type Speech struct {
	// Character is the index in Script.Characters.
	Character int
	// First and Last bound its elements: Elements[First:Last], the cue first.
	First, Last int
	// Extension is the part of the cue in brackets, folded ("v.o.", "o.s.").
	Extension string
}

// Format is the form a script was written in.
type Format uint8

// The forms that are read.
const (
	Plain Format = iota
	Fountain
	FinalDraft
	PDF
	OpenScreenplay // of Fade In and others
	Celtx
	Trelby
	Word
)

// String names the form as the interface does.
func (f Format) String() string {
	return [...]string{"plain", "fountain", "fdx", "pdf", "osf", "celtx", "trelby", "docx"}[f]
}

// Name names the form as a writer calls it.
func (f Format) Name() string {
	return [...]string{"plain text", "Fountain", "Final Draft", "PDF", "Open Screenplay Format (Fade In)", "Celtx", "Trelby", "Word"}[f]
}

// HasLines reports whether Source is the text that the writer sees, so that the number of
// a line in it says where something is.
func (f Format) HasLines() bool { return f == Plain || f == Fountain }

// String names the kind as the interface does.
func (k Kind) String() string {
	return [...]string{"action", "scene_heading", "character", "dialogue", "parenthetical", "transition",
		"lyric", "title_page", "furniture", "section", "synopsis", "note", "page_break"}[k]
}
