// Package breakdown lists what a production has to shoot: the scenes of a
// screenplay with their length in eighths of a page, setting, place, time of day and
// cast, and the sums of these.
//
// Everything is read from the script's own headings and cues. What a script does not
// say is null, never a guess. The package knows of no form of a script but what
// package screenplay says of it. Start reading at Of; length.go says how pages are
// counted, and where an eighth comes from.
package breakdown

import (
	"math"

	"kinodex/internal/screenplay"
)

// Breakdown is the production breakdown of one script. It is read-only once made.
// No list is nil.
type Breakdown struct {
	Format      string      `json:"format" enum:"plain,fountain,fdx,pdf,osf,celtx,trelby,docx" doc:"The form the script was read as."`
	Length      Length      `json:"length"`
	RunningTime RunningTime `json:"running_time"`
	Scenes      []Scene     `json:"scenes" doc:"In order of the script; empty in a script without scene headings, and then notes says so."`
	Opening     *Opening    `json:"opening" nullable:"true" doc:"Action and dialogue before the first scene heading; null without any."`
	Settings    []Sum       `json:"settings" doc:"Sums by setting, in the order interior, exterior, both, null."`
	TimesOfDay  []Sum       `json:"times_of_day" doc:"Sums by time of day, in the order day, night, dawn, dusk, null."`
	Places      []Place     `json:"places" doc:"Sums by place, the most eighths first."`
	Locations   []Sum       `json:"locations" doc:"Sums by location, which is the first part of a place, the most eighths first."`
	Characters  []Character `json:"characters" doc:"Those who speak, the most scenes first."`
	Notes       []string    `json:"notes" doc:"What makes the figures less than they seem."`
}

// Length is how long a script is on paper. The eighths of scenes and opening add up
// to Eighths, which is 8 times Pages, rounded, and Raised.
type Length struct {
	Pages     float64 `json:"pages" minimum:"0" doc:"Pages, with two decimals."`
	Eighths   int     `json:"eighths" minimum:"0" doc:"Eighths of a page: the sum of those of all scenes and of the opening."`
	Raised    int     `json:"raised" minimum:"0" doc:"How many scenes are so short that no eighth falls to them, and count as one all the same."`
	Estimated bool    `json:"estimated" doc:"Whether pages were estimated by lines; false for a PDF, which has pages of its own."`
}

// RunningTime is about how long the film would run, in minutes.
type RunningTime struct {
	Minutes int `json:"minutes" minimum:"0" doc:"A minute a page."`
	Least   int `json:"least" minimum:"0" doc:"About nine of ten produced films run longer than this for the pages of their script."`
	Most    int `json:"most" minimum:"0" doc:"About nine of ten produced films run shorter than this for the pages of their script."`
}

// Scene is one scene to shoot: a heading, with those after it that only continue it.
type Scene struct {
	Scene      int      `json:"scene" minimum:"1" doc:"The number of its heading among all headings of the script, from 1."`
	Number     *string  `json:"number" nullable:"true" doc:"The scene number as written, such as 12A; null without one."`
	Heading    string   `json:"heading" doc:"As written, without the number."`
	Page       int      `json:"page" minimum:"1" doc:"The page it begins on, from 1: of a PDF, the page of the file."`
	Eighths    int      `json:"eighths" minimum:"0" doc:"Its length in eighths of a page; 0 for an omitted scene alone."`
	Setting    *string  `json:"setting" nullable:"true" enum:"interior,exterior,both" doc:"null where the heading does not say."`
	Place      *string  `json:"place" nullable:"true" doc:"Where it plays, lower case, without setting and time; null where the heading does not say."`
	Location   *string  `json:"location" nullable:"true" doc:"The first part of the place: house, of house - kitchen."`
	Time       *string  `json:"time" nullable:"true" doc:"The time as written, lower case, such as continuous; null without one."`
	TimeOfDay  *string  `json:"time_of_day" nullable:"true" enum:"day,night,dawn,dusk" doc:"null where it is not stated or not clear."`
	Inherited  bool     `json:"inherited" doc:"Whether time_of_day is that of the scene before, since the time only says that this one follows it: continuous, same, later, moments later."`
	Omitted    bool     `json:"omitted" doc:"Whether the script only keeps the number of a scene that was taken out."`
	Words      int      `json:"words" minimum:"0" doc:"Words of action and dialogue."`
	Speeches   int      `json:"speeches" minimum:"0"`
	Characters []string `json:"characters" doc:"Who speaks, lower case, in order of first speech. Who is there and silent is not known."`

	first, last int // bound its headings: Script.Scenes[first:last]
}

// Opening is what stands before the first scene heading.
type Opening struct {
	Eighths int `json:"eighths" minimum:"1"`
	Words   int `json:"words" minimum:"0"`
}

// Sum adds up the scenes that have something in common. Omitted scenes and the
// opening are in no sum.
type Sum struct {
	Name    *string `json:"name" nullable:"true" doc:"What they have in common; null where the headings do not say."`
	Scenes  int     `json:"scenes" minimum:"1"`
	Eighths int     `json:"eighths" minimum:"1"`
	Words   int     `json:"words" minimum:"0"`
}

// Place adds up the scenes of one place.
type Place struct {
	Sum
	Location *string  `json:"location" nullable:"true"`
	Settings []string `json:"settings" doc:"The settings it is written with: one place may be seen from inside and from outside."`
}

// Character adds up the scenes that a character speaks in.
type Character struct {
	Name         string `json:"name" doc:"Lower case, without extensions such as V.O."`
	Scenes       int    `json:"scenes" minimum:"0" doc:"In how many scenes the character speaks; 0 for the opening alone."`
	Eighths      int    `json:"eighths" minimum:"0" doc:"The length of these scenes together."`
	Speeches     int    `json:"speeches" minimum:"1"`
	Words        int    `json:"words" minimum:"0" doc:"Words of dialogue."`
	SceneNumbers []int  `json:"scene_numbers" doc:"These scenes, by their scene member, in order."`
}

// Of breaks a script down. The same script always gives the same breakdown.
func Of(s *screenplay.Script) *Breakdown {
	length := lengthOf(s)
	b := &Breakdown{Format: s.Format.String(), Scenes: scenesOf(s), Opening: openingOf(s, length)}
	b.Length = length.round(b)
	b.RunningTime = runningTime(b.Length.Pages)
	b.sums()
	b.Characters = charactersOf(s, b.Scenes)
	b.Notes = b.notes()
	return b
}

// openingOf returns what stands before the first heading of a script, without its
// length; nil if there is neither action nor dialogue.
func openingOf(s *screenplay.Script, l *length) *Opening {
	words := 0
	for i := range l.opening {
		if e := &s.Elements[i]; e.Start >= l.titleEnd && !screenplay.IsTransition(e.Text) { // Fountain's FADE IN: is action
			words += wordsOf(e)
		}
	}
	if words == 0 {
		return nil
	}
	return &Opening{Words: words}
}

// notes says what the figures do not. The slice is never nil.
func (b *Breakdown) notes() []string {
	notes := []string{}
	if len(b.Scenes) == 0 {
		notes = append(notes, "no scene headings were found, so there are no scenes to list: this does not look like a screenplay")
	}
	if b.Length.Estimated {
		notes = append(notes, estimateNote)
	}
	if b.Opening != nil && len(b.Scenes) > 0 {
		notes = append(notes, "there is text before the first scene heading, which belongs to no scene")
	}
	if len(b.Characters) > 0 {
		notes = append(notes, "the cast of a scene is who speaks in it; who is there and silent is not known")
	}
	return notes
}

// How long films run for each page of their scripts, in minutes, but for the tenth that
// run shorter and the tenth that run longer: 825 scripts of films whose runtime is known,
// their pages estimated as here. The median is 0.96.
const (
	leastPerPage = 0.78
	mostPerPage  = 1.21
)

// runningTime returns what so many pages make; at least a minute, but for no pages.
func runningTime(pages float64) RunningTime {
	if pages == 0 {
		return RunningTime{}
	}
	minutes := func(perPage float64) int { return max(1, int(math.Round(pages*perPage))) }
	return RunningTime{Minutes: minutes(1), Least: minutes(leastPerPage), Most: minutes(mostPerPage)}
}
