// Package production makes the reports that a production works with from a screenplay: a
// shooting order, who works on which day, a character's sides, what a scene needs on set, and
// others.
//
// Everything is worked out from the script and its breakdown, by rules, when a report is asked
// for. What a script does not say is nil, never a guess; what is a proposal or may be wrong says
// so in the row that it concerns. The reports are declared once, in Reports, and every door
// (command, page, interface) shows what is declared. Start reading at Of and Reports.
package production

import (
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/breakdown"
)

// Production is a screenplay with its breakdown, of which reports are made. It is used by one
// goroutine. It holds the script's text.
type Production struct {
	Script *screenplay.Script
	Sheet  *breakdown.Breakdown

	schedule *schedule // once a report needed it
}

// Of breaks a script down.
func Of(s *screenplay.Script) *Production {
	return &Production{Script: s, Sheet: breakdown.Of(s)}
}

// Column is a column of a report.
type Column struct {
	Name  string `json:"name" doc:"Its name for programs."`
	Title string `json:"title" doc:"Its name for people."`
	Unit  string `json:"unit" doc:"The unit of every value below it; empty without one."`
	// Numeric is set for a column of numbers.
	Numeric bool `json:"-"`
}

// Row has a value for each column: nil for what is not known, a string, an int or a bool.
type Row = []any

// Report is what is declared of a report.
type Report struct {
	Name, Title string
	// About says what the report is and how far to trust it.
	About string
	// ByCharacter is set for a report that may be made of one character alone.
	ByCharacter bool
	Columns     []Column

	// rows makes the rows, and notes for the reader. who is the folded name of a character, or
	// empty for all.
	rows func(p *Production, who string) (rows []Row, notes []string)
}

// Sheet is a report of one script. No list is nil.
type Sheet struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	About   string   `json:"about" doc:"What the report is, and how far to trust it."`
	Notes   []string `json:"notes" doc:"What a reader must know of this script's report."`
	Columns []Column `json:"columns"`
	Rows    []Row    `json:"rows" doc:"A value for each column: a text, a number, true or false, or null for what is not known."`
}

// Reports lists the reports, in the order in which a production reads them.
func Reports() []Report {
	return []Report{scheduleReport, dayOutOfDays, breakdownElements, scriptDays, placeReport, castReport, dialogueReport, sidesReport, revisionReport, conversationReport}
}

// Names lists the names of the reports.
func Names() (names []string) {
	for _, r := range Reports() {
		names = append(names, r.Name)
	}
	return names
}

// ByCharacter lists the names of the reports that may be made of one character alone.
func ByCharacter() (names []string) {
	for _, r := range Reports() {
		if r.ByCharacter {
			names = append(names, r.Name)
		}
	}
	return names
}

// Named returns the report of a name.
func Named(name string) (r Report, found bool) {
	all := Reports()
	i := slices.IndexFunc(all, func(r Report) bool { return r.Name == name })
	if i < 0 {
		return Report{}, false
	}
	return all[i], true
}

// Of makes the report of a script: of one character where the report is by character and who is
// not empty, who being a name as Character returns it.
func (r *Report) Of(p *Production, who string) Sheet {
	rows, notes := r.rows(p, who)
	s := Sheet{Name: r.Name, Title: r.Title, About: r.About, Columns: r.Columns, Rows: rows, Notes: notes}
	if s.Rows == nil {
		s.Rows = []Row{}
	}
	if s.Notes == nil {
		s.Notes = []string{}
	}
	if len(p.Sheet.Scenes) == 0 {
		s.Notes = append(s.Notes, "No scene headings were found, so nothing is known of scenes.")
	}
	return s
}

// Sheets makes all reports.
func (p *Production) Sheets() []Sheet {
	all := Reports()
	sheets := make([]Sheet, len(all))
	for i := range all {
		sheets[i] = all[i].Of(p, "")
	}
	return sheets
}

// Character finds a speaking character by a name in any case.
func (p *Production) Character(name string) (folded string, found bool) {
	folded, _ = screenplay.SplitCue(strings.ToUpper(strings.TrimSpace(name)))
	return folded, slices.Contains(p.Script.Characters, folded)
}

// mostParts is how many characters LargestParts lists.
const mostParts = 12

// LargestParts lists the names of the characters with the largest parts, as a script writes them, for
// somebody who asked for a character who does not speak. It is empty when nobody speaks.
func (p *Production) LargestParts() (names []string) {
	for _, c := range p.Sheet.Characters[:min(len(p.Sheet.Characters), mostParts)] {
		names = append(names, strings.ToUpper(c.Name))
	}
	return names
}

// elements returns the elements of scene i of the sheet: its heading first, with those of the
// headings that only continue it.
func (p *Production) elements(i int) []screenplay.Element {
	from, to := p.bounds(i)
	return p.Script.Elements[from:to]
}

// bounds returns which of the script's elements scene i of the sheet has.
func (p *Production) bounds(i int) (from, to int) {
	last := len(p.Script.Scenes) - 1
	if i+1 < len(p.Sheet.Scenes) {
		last = p.Sheet.Scenes[i+1].Scene - 2
	}
	return p.Script.Scenes[p.Sheet.Scenes[i].Scene-1].First, p.Script.Scenes[last].Last
}

// number returns how people call a scene: the number that the script gives it, or else its place
// in the script.
func number(s *breakdown.Scene) any {
	if s.Number != nil {
		return *s.Number
	}
	return s.Scene
}

// value returns what a pointer points to, and nil for nil.
func value(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}

// count writes a number with its noun.
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// upper writes names as a script does, with commas between.
func upper(names []string) string { return strings.ToUpper(strings.Join(names, ", ")) }

// cut returns the first so many characters of a text on one line, up to the end of a word, and
// says by an ellipsis that there is more.
func cut(s string, most int) string {
	s = strings.ToValidUTF8(s[:min(len(s), 8*most)], "")
	s = strings.Join(strings.Fields(s), " ")
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	s = string(runes[:most])
	if space := strings.LastIndexByte(s, ' '); space > 0 {
		s = s[:space]
	}
	return strings.TrimRight(s, " ,;:") + "…"
}
