package terminal

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"kinodex/internal/screenplay/breakdown"
)

// pageSheets writes breakdowns as pages for people, one below the other.
type pageSheets struct {
	to    io.Writer
	on    Screen
	below bool // another page stands above
}

// NewPageSheets returns what writes breakdowns as pages for people.
func NewPageSheets(to io.Writer, on Screen) SheetWriter { return &pageSheets{to: to, on: on} }

// Write writes the page of a breakdown; a line for a script that could not be read.
func (w *pageSheets) Write(s Sheet) error {
	p := newPage(w.on)
	if w.below {
		p.line()
	}
	w.below = true
	name := s.Path
	if s.Title != nil {
		name = *s.Title
	}
	p.line(p.ink(bold, p.cut(p.clean(name), p.width)))
	if s.Breakdown == nil {
		p.prose(2, rare, "could not be read: "+p.clean(*s.Error))
		return p.print(w.to)
	}
	p.breakdown(s.Breakdown)
	return p.print(w.to)
}

// breakdown adds the parts of the page in their order.
func (p *page) breakdown(b *breakdown.Breakdown) {
	p.breakdownHead(b)
	p.breakdownScenes(b)
	p.sums("INSIDE AND OUTSIDE", b.Settings)
	p.sums("DAY AND NIGHT", b.TimesOfDay)
	places := make([]breakdown.Sum, len(b.Places))
	for i := range b.Places {
		places[i] = b.Places[i].Sum
	}
	p.sums("PLACES", places)
	if len(b.Locations) < len(b.Places) {
		p.sums("LOCATIONS", b.Locations)
	}
	p.appearances(b)
	if len(b.Notes) > 0 {
		p.section("NOTES")
		for _, note := range b.Notes {
			p.item(p.clean(note) + ".")
		}
	}
}

// breakdownHead adds length and running time.
func (p *page) breakdownHead(b *breakdown.Breakdown) {
	about := "about "
	if !b.Length.Estimated {
		about = ""
	}
	scenes := 0
	for i := range b.Scenes {
		if !b.Scenes[i].Omitted {
			scenes++
		}
	}
	p.prose(0, faint, fmt.Sprintf("%s %s %s%.1f pages %s scenes add up to %s pages", counted(scenes, "scene"), p.dot, about, b.Length.Pages, p.dot, breakdown.FormatEighths(b.Length.Eighths)))
	if t := b.RunningTime; t.Minutes > 0 {
		said := fmt.Sprintf("Running time: about %s, at a minute a page.", counted(t.Minutes, "minute"))
		if t.Least < t.Most {
			said += fmt.Sprintf(" Of ten produced films with so many pages, eight run from %d to %d minutes.", t.Least, t.Most)
		}
		p.prose(0, "", said)
	}
}

// breakdownScenes adds a line for each scene. It adds nothing without scenes.
func (p *page) breakdownScenes(b *breakdown.Breakdown) {
	if len(b.Scenes) == 0 {
		return
	}
	p.section("SCENES")
	place, cast := p.width-42, 0
	if place >= 30 { // room for who speaks
		place, cast = place/2, place-place/2-2
	}
	heading := "scene    page  length  where    time    " + p.left("place", place)
	if cast > 0 {
		heading += "  who speaks"
	}
	p.line("  ", p.ink(faint, heading))
	if b.Opening != nil {
		p.line("  ", p.left("-", 8), right("1", 5), right(breakdown.FormatEighths(b.Opening.Eighths), 8), "  before the first heading")
	}
	for i := range b.Scenes {
		s := &b.Scenes[i]
		number := strconv.Itoa(s.Scene)
		if s.Number != nil {
			number = p.clean(*s.Number)
		}
		start := []string{"  ", p.left(number, 8), right(strconv.Itoa(s.Page), 5)}
		if s.Omitted {
			p.line(append(start, right("-", 8), "  omitted")...)
			continue
		}
		time := shown(s.TimeOfDay)
		if s.Inherited {
			time = "(" + time + ")"
		}
		cells := append(start, right(breakdown.FormatEighths(s.Eighths), 8), "  ", p.left(settingNames[shown(s.Setting)], 7), "  ", p.left(time, 8),
			p.left(p.clean(strings.ToUpper(shown(s.Place))), place))
		if cast > 0 {
			cells = append(cells, "  ", p.cut(p.clean(strings.ToUpper(strings.Join(s.Characters, ", "))), cast))
		}
		p.line(cells...)
	}
	p.prose(2, faint, "A time in brackets is that of the scene before: the heading says CONTINUOUS, SAME or LATER.")
}

// settingNames are the settings as headings write them.
var settingNames = map[string]string{"interior": "INT", "exterior": "EXT", "both": "INT/EXT", "unknown": "unknown"}

// shown returns what is known, "unknown" for nil.
func shown(s *string) string {
	if s == nil {
		return "unknown"
	}
	return *s
}

// sums adds a table of sums with their share of the length. It adds nothing without
// any.
func (p *page) sums(heading string, all []breakdown.Sum) {
	if len(all) == 0 {
		return
	}
	whole := 0
	for _, s := range all {
		whole += s.Eighths
	}
	p.section(heading)
	room := p.width - 2 - 8 - 9 - 8 - 7
	p.line("  ", p.ink(faint, p.left("", room)+right("scenes", 8)+right("pages", 9)+right("words", 8)+right("share", 7)))
	for _, s := range all {
		p.line("  ", p.left(p.clean(strings.ToUpper(shown(s.Name))), room), right(grouped(s.Scenes), 8), right(breakdown.FormatEighths(s.Eighths), 9),
			right(grouped(s.Words), 8), right(percent(share(s.Eighths, whole)), 7))
	}
}

// appearances adds a table of who speaks in which scenes. It adds nothing without
// characters.
func (p *page) appearances(b *breakdown.Breakdown) {
	if len(b.Characters) == 0 {
		return
	}
	p.section("WHO SPEAKS IN WHICH SCENES")
	const name = 18
	p.line("  ", p.ink(faint, p.left("", name)+right("scenes", 8)+right("pages", 9)+right("words", 8)+"  in scene"))
	for _, c := range b.Characters {
		p.line("  ", p.left(p.clean(strings.ToUpper(c.Name)), name), right(grouped(c.Scenes), 8), right(breakdown.FormatEighths(c.Eighths), 9), right(grouped(c.Words), 8),
			"  ", p.cut(runs(c.SceneNumbers), p.width-2-name-8-9-8-2))
	}
}

// runs writes numbers that are in order, with a dash for those that follow one another:
// "1-3, 7".
func runs(numbers []int) string {
	var said []string
	for i := 0; i < len(numbers); {
		last := i
		for last+1 < len(numbers) && numbers[last+1] == numbers[last]+1 {
			last++
		}
		run := strconv.Itoa(numbers[i])
		if last > i {
			run += "-" + strconv.Itoa(numbers[last])
		}
		said = append(said, run)
		i = last + 1
	}
	return strings.Join(said, ", ")
}
