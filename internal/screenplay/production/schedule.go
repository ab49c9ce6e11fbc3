package production

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/breakdown"
)

// dayLength is how many eighths of a page the proposal puts into a day of shooting: five pages.
// A scene that is longer has a day of its own.
const dayLength = 40

// schedule is the proposed order of shooting.
type schedule struct {
	scenes []int // places in Sheet.Scenes, as they would be shot
	days   []int // by the same index: the day of shooting, from 1
}

// inOrder returns the proposed order of shooting, which is worked out once.
//
// Scenes at one location are shot together, the location with the most pages first. At a location
// come the scenes by day and those at night; what the location before ended with comes first. Each
// place is shot on its own, and its scenes keep the order of the script. A day of shooting ends
// where the next scene would exceed five pages, or is at night while the day was not. Omitted
// scenes are left out.
func (p *Production) inOrder() *schedule {
	if p.schedule != nil {
		return p.schedule
	}
	place := map[string]int{} // by first scene
	groups := make([][]int, len(p.Sheet.Locations))
	at := map[string]int{}
	for i, l := range p.Sheet.Locations { // the most eighths first
		at[said(l.Name)] = i
	}
	for i := range p.Sheet.Scenes {
		s := &p.Sheet.Scenes[i]
		if s.Omitted {
			continue
		}
		if _, known := place[said(s.Place)]; !known {
			place[said(s.Place)] = len(place)
		}
		group := &groups[at[said(s.Location)]]
		*group = append(*group, i)
	}
	order, before := &schedule{}, 0 // what came before at night is 1
	for _, group := range groups {
		slices.SortStableFunc(group, func(a, b int) int {
			x, y := &p.Sheet.Scenes[a], &p.Sheet.Scenes[b]
			return cmp.Or((atNight(x)^before)-(atNight(y)^before), place[said(x.Place)]-place[said(y.Place)],
				strings.Compare(said(x.Setting), said(y.Setting)), strings.Compare(said(x.TimeOfDay), said(y.TimeOfDay)))
		})
		order.scenes = append(order.scenes, group...)
		before = atNight(&p.Sheet.Scenes[group[len(group)-1]])
	}
	day, length := 0, 0
	for i, at := range order.scenes {
		s := &p.Sheet.Scenes[at]
		if i == 0 || length+s.Eighths > dayLength || atNight(s) != atNight(&p.Sheet.Scenes[order.scenes[i-1]]) {
			day, length = day+1, 0
		}
		length += s.Eighths
		order.days = append(order.days, day)
	}
	p.schedule = order
	return order
}

// atNight returns 1 for a scene at night, 0 for any other.
func atNight(s *breakdown.Scene) int {
	if said(s.TimeOfDay) == "night" {
		return 1
	}
	return 0
}

// said returns what is stated, "" for nil.
func said(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// scheduleReport is the one-line schedule.
var scheduleReport = Report{
	Name: "schedule", Title: "One-line schedule",
	About: "A proposal for the order of shooting: scenes are grouped by location, by day and night and by place, in days of at most five pages. " +
		"It knows nothing of cast, permits, light or money.",
	Columns: []Column{
		{Name: "shooting_day", Title: "Day", Numeric: true}, {Name: "scene", Title: "Scene"}, {Name: "setting", Title: "Set"}, {Name: "place", Title: "Place"},
		{Name: "time_of_day", Title: "Time"}, {Name: "eighths", Title: "Length", Unit: "eighths", Numeric: true},
		{Name: "script_day", Title: "Script day"}, {Name: "cast", Title: "Speaking"}, {Name: "begins", Title: "Begins with"},
	},
	rows: func(p *Production, _ string) (rows []Row, notes []string) {
		order, days := p.inOrder(), p.scriptDays()
		for i, at := range order.scenes {
			s := &p.Sheet.Scenes[at]
			rows = append(rows, Row{order.days[i], number(s), setting(s.Setting), value(s.Place), value(s.TimeOfDay), s.Eighths, days[at].shown(), upper(s.Characters), p.beginning(at)})
		}
		if n := len(order.days); n > 0 {
			notes = append(notes, fmt.Sprintf("This is a proposal: %s in %s of shooting.", count(n, "scene"), count(order.days[n-1], "day")))
		}
		return rows, notes
	},
}

// settings are the settings as headings write them.
var settings = map[string]string{"interior": "INT", "exterior": "EXT", "both": "INT/EXT"}

// setting returns a setting as headings write it; nil for nil.
func setting(s *string) any {
	if s == nil {
		return nil
	}
	return settings[*s]
}

// beginning returns the first words of action of a scene, nil without any.
func (p *Production) beginning(i int) any {
	for _, e := range p.elements(i) {
		if e.Kind == screenplay.Action {
			return cut(e.Text, 80)
		}
	}
	return nil
}

// dayOutOfDays tells which days of the proposed schedule a character works on.
var dayOutOfDays = Report{
	Name: "day-out-of-days", Title: "Day out of days",
	About: "Which days of shooting each character works on, if the proposed schedule is followed. S is the first day, F the last, W work, H a day on hold between. " +
		"Only those who speak in a scene are known; silent work is missing.",
	Columns: []Column{
		{Name: "character", Title: "Character"}, {Name: "start", Title: "First day", Numeric: true}, {Name: "finish", Title: "Last day", Numeric: true},
		{Name: "work", Title: "Work", Unit: "days", Numeric: true}, {Name: "hold", Title: "Hold", Unit: "days", Numeric: true}, {Name: "days", Title: "Days"},
	},
	rows: func(p *Production, _ string) (rows []Row, notes []string) {
		order, working := p.inOrder(), map[string][]int{}
		for i, at := range order.scenes {
			for _, name := range p.Sheet.Scenes[at].Characters {
				if w := working[name]; len(w) == 0 || w[len(w)-1] != order.days[i] {
					working[name] = append(w, order.days[i])
				}
			}
		}
		for i := range p.Sheet.Characters {
			name := p.Sheet.Characters[i].Name
			w := working[name]
			if len(w) == 0 { // speaks before the first heading alone
				continue
			}
			first, last := w[0], w[len(w)-1]
			rows = append(rows, Row{strings.ToUpper(name), first, last, len(w), last - first + 1 - len(w), codes(w)})
		}
		return rows, []string{"It follows the proposed schedule, and is a proposal like it."}
	},
}

// codes writes the days of a character: "1 SW, 2-3 H, 4 WF".
func codes(working []int) string {
	var b strings.Builder
	for i, day := range working {
		if i > 0 {
			b.WriteString(", ")
			if held := day - working[i-1] - 1; held == 1 {
				fmt.Fprintf(&b, "%d H, ", day-1)
			} else if held > 1 {
				fmt.Fprintf(&b, "%d-%d H, ", working[i-1]+1, day-1)
			}
		}
		code := "W"
		if i == 0 {
			code = "S" + code
		}
		if i == len(working)-1 {
			code += "F"
		}
		fmt.Fprintf(&b, "%d %s", day, code)
	}
	return b.String()
}
