package production

import (
	"fmt"
	"regexp"

	"kinodex/internal/screenplay/breakdown"
	"kinodex/internal/text"
)

// How sure it is that something is as a row says.
const (
	stated    = "stated"    // the script says so
	likely    = "likely"    // it follows from what the script says, with few exceptions
	uncertain = "uncertain" // nothing in the script speaks against it, and nothing for it
)

// scriptDay is the day of the story that a scene plays on.
type scriptDay struct {
	day        int // from 1; 0 for a scene that is out of order
	night      bool
	known      bool // whether it is known to be day or night
	sure, says string
}

// shown returns the day as production people write it: D1, N1; 1 when it is neither; nil out of
// order. What is uncertain has a question mark.
func (d scriptDay) shown() any {
	if d.day == 0 {
		return nil
	}
	mark := ""
	if d.known {
		mark = map[bool]string{false: "D", true: "N"}[d.night]
	}
	mark += fmt.Sprint(d.day)
	if d.sure == uncertain {
		mark += "?"
	}
	return mark
}

// What the folded time or heading of a scene says of the day.
var (
	outOfOrder = regexp.MustCompile(`\b(flash ?backs?|flash ?forwards?|dream|nightmare|vision|memory|fantasy)\b`)
	earlier    = regexp.MustCompile(`\b(earlier|previous|ago|the \w+ before)\b`)
	newDay     = regexp.MustCompile(`\b(next|following)\b|\b(day|week|month|year)s?\b.*\b(later|after)\b`)
	hoursLater = regexp.MustCompile(`\bhours?\b|\blater\b`)
)

// scriptDays returns the day of the story of each scene of the sheet.
//
// The days are counted from the first scene. A heading that says so begins one: NEXT MORNING, TWO
// DAYS LATER. So does, likely, a morning or day after a night, and a dawn. A night after a day is
// likely the same day's. Two days, or two nights, in a row are taken for one, which is uncertain.
// Flashbacks and dreams are out of order, and count for nothing.
func (p *Production) scriptDays() []scriptDay {
	days := make([]scriptDay, len(p.Sheet.Scenes))
	day, before := 1, (*breakdown.Scene)(nil) // the last one in order
	for i := range p.Sheet.Scenes {
		s := &p.Sheet.Scenes[i]
		days[i] = dayAfter(s, before, &day)
		if !s.Omitted && days[i].day > 0 {
			before = s
		}
	}
	return days
}

// dayAfter returns the day of a scene that follows another, which is nil for the first, and
// counts day on where one begins.
func dayAfter(s, before *breakdown.Scene, day *int) scriptDay {
	heading, time := text.Fold(s.Heading), said(s.Time)
	d := scriptDay{known: s.TimeOfDay != nil, night: atNight(s) == 1}
	is, was := said(s.TimeOfDay), ""
	if before != nil {
		was = said(before.TimeOfDay)
	}
	switch {
	case s.Omitted:
		d.sure, d.says = stated, "omitted"
		return d
	case outOfOrder.MatchString(heading):
		d.sure, d.says = stated, "the heading says that it is out of order"
		return d
	case earlier.MatchString(heading):
		d.sure, d.says = stated, "the heading says that it is earlier"
		return d
	case before == nil:
		d.sure, d.says = stated, "the first scene"
	case newDay.MatchString(time):
		*day++
		d.sure, d.says = stated, "the heading says that another day begins"
	case s.Inherited:
		d.sure, d.says = stated, "the heading says that it follows the scene before"
	case is == "" || was == "":
		d.sure, d.says = uncertain, "no time of day is stated"
	case was == "night" && is != "night" && is != "dusk":
		*day++
		d.sure, d.says = likely, "a "+is+" after a night"
	case was != "dawn" && is == "dawn", was == "dusk" && is == "day":
		*day++
		d.sure, d.says = likely, "a "+is+" after a "+was
	case was == is && !hoursLater.MatchString(time):
		d.sure, d.says = uncertain, "a "+is+" after a "+was+": it may be another one"
	default:
		d.sure, d.says = likely, "a "+is+" after a "+was
	}
	d.day = *day
	return d
}

// scriptDays lists the scenes with the day of the story.
var scriptDays = Report{
	Name: "script-days", Title: "Script days and nights",
	About:   "The day of the story that each scene plays on, counted from the first scene by the times of day of the headings: D is a day, N a night. A question mark stands where the headings do not decide it.",
	Columns: []Column{{Name: "scene", Title: "Scene"}, {Name: "heading", Title: "Heading"}, {Name: "script_day", Title: "Script day"}, {Name: "sure", Title: "How sure"}, {Name: "because", Title: "Because"}},
	rows: func(p *Production, _ string) (rows []Row, notes []string) {
		unsure := 0
		for i, d := range p.scriptDays() {
			s := &p.Sheet.Scenes[i]
			rows = append(rows, Row{number(s), s.Heading, d.shown(), d.sure, d.says})
			if d.sure == uncertain {
				unsure++
			}
		}
		if unsure > 0 {
			notes = append(notes, fmt.Sprintf("The day of %d of %d scenes is uncertain.", unsure, len(rows)))
		}
		return rows, notes
	},
}
