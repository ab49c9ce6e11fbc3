// Package icalendar writes calendars of whole-day events as iCalendar (RFC 5545, RFC 7986),
// whatever they tell of.
//
// It knows the form of a calendar and nothing of its events. Texts are escaped, lines are folded,
// and no text can end its line: a calendar has the events that it was given and no others. The
// package imports the standard library alone. Start reading at Calendar.
package icalendar

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Media is the content type of a calendar.
const Media = "text/calendar; charset=utf-8"

// Calendar is a calendar that is published for others to subscribe to.
type Calendar struct {
	Product     string // the program that made it, as -//Kinodex//Kinodex//EN
	UID         string // never changes
	Name        string
	Description string
	URL         string // of the page with the same
	Source      string // of the calendar itself
	// Changed is when it last changed, and the revision of its events.
	Changed time.Time
	// Refresh is how long readers should wait before they ask again; at least a minute.
	Refresh time.Duration
	Events  []Event
}

// Event is something that happens on a day, wherever one is. It takes up nobody's time.
type Event struct {
	UID         string // never changes
	Day         time.Time
	Summary     string
	Description string // none when empty
	URL         string // none when empty
	Categories  []string
}

// Append appends the calendar.
func (c *Calendar) Append(dst []byte) []byte {
	w := writer{dst}
	w.line("BEGIN:VCALENDAR")
	w.line("VERSION:2.0")
	w.text("PRODID", c.Product)
	w.line("CALSCALE:GREGORIAN")
	w.text("UID", c.UID)
	w.text("NAME", c.Name)
	w.text("X-WR-CALNAME", c.Name) // what many programs read instead of NAME
	w.text("DESCRIPTION", c.Description)
	w.text("X-WR-CALDESC", c.Description)
	w.address("URL", c.URL)
	w.address("SOURCE;VALUE=URI", c.Source)
	changed := c.Changed.UTC().Format("20060102T150405Z")
	w.line("LAST-MODIFIED:" + changed)
	refresh := fmt.Sprintf("PT%dM", max(1, int(c.Refresh/time.Minute)))
	w.line("REFRESH-INTERVAL;VALUE=DURATION:" + refresh)
	w.line("X-PUBLISHED-TTL:" + refresh)
	for i := range c.Events {
		w.event(&c.Events[i], changed)
	}
	if len(c.Events) == 0 {
		w.component()
	}
	w.line("END:VCALENDAR")
	return w.dst
}

// writer appends lines of content.
type writer struct{ dst []byte }

// event appends an event whose revision is of a time.
func (w *writer) event(e *Event, stamp string) {
	w.line("BEGIN:VEVENT")
	w.text("UID", e.UID)
	w.line("DTSTAMP:" + stamp)
	w.line("DTSTART;VALUE=DATE:" + e.Day.Format("20060102"))
	w.text("SUMMARY", e.Summary)
	w.text("DESCRIPTION", e.Description)
	w.address("URL", e.URL)
	if len(e.Categories) > 0 {
		escaped := make([]string, len(e.Categories))
		for i, c := range e.Categories {
			escaped[i] = escape(c)
		}
		w.line("CATEGORIES:" + strings.Join(escaped, ","))
	}
	w.line("TRANSP:TRANSPARENT")
	w.line("END:VEVENT")
}

// component appends a component that says nothing: a calendar must have one (RFC 5545, section
// 3.6), also when nothing happens in it.
func (w *writer) component() {
	for _, line := range []string{
		"BEGIN:VTIMEZONE", "TZID:Etc/UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0000",
		"END:STANDARD", "END:VTIMEZONE",
	} {
		w.line(line)
	}
}

// text appends a property whose value is a text; none for an empty one.
func (w *writer) text(name, value string) {
	if value != "" {
		w.line(name + ":" + escape(value))
	}
}

// address appends a property whose value is an address; none for an empty one. What an address
// cannot have is percent-encoded.
func (w *writer) address(name, value string) {
	if value == "" {
		return
	}
	var b strings.Builder
	for _, c := range []byte(value) {
		if c <= ' ' || c >= 0x7f {
			fmt.Fprintf(&b, "%%%02X", c)
			continue
		}
		b.WriteByte(c)
	}
	w.line(name + ":" + b.String())
}

// longestLine is how many bytes a line may have, without its end (RFC 5545, section 3.1).
const longestLine = 75

// line appends a line, which is folded between characters where it is too long. It has no line
// break and is valid UTF-8.
func (w *writer) line(s string) {
	for room := longestLine; len(s) > room; room = longestLine - 1 { // the blank counts
		cut := room
		for !utf8.RuneStart(s[cut]) {
			cut--
		}
		w.dst = append(append(w.dst, s[:cut]...), "\r\n "...)
		s = s[cut:]
	}
	w.dst = append(append(w.dst, s...), "\r\n"...)
}

// escape returns a text as the value of a property (RFC 5545, section 3.3.11). Every line break,
// also those that only some programs take for one, becomes an escaped one; other control
// characters but the tab are left out, and what is no UTF-8 becomes U+FFFD.
func escape(s string) string {
	var b strings.Builder
	s = strings.ReplaceAll(s, "\r\n", "\n")
	for _, c := range s {
		switch {
		case c == '\\' || c == ';' || c == ',':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n' || c == '\r' || c == '\v' || c == '\f' || c == 0x85 || c == 0x2028 || c == 0x2029:
			b.WriteString(`\n`)
		case c < ' ' && c != '\t' || c >= 0x7f && c < 0xa0:
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}
