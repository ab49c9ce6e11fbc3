package icalendar

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

var day = time.Date(2026, 3, 14, 0, 0, 0, 0, time.UTC)

// sample returns a calendar of which every text is one of these, in turn.
func sample(texts ...string) *Calendar {
	n := -1
	next := func() string { n++; return texts[n%len(texts)] }
	c := &Calendar{
		Product: next(), UID: next(), Name: next(), Description: next(), URL: next(), Source: next(),
		Changed: day.Add(15*time.Hour + 9*time.Minute), Refresh: 12 * time.Hour,
	}
	for range 2 {
		c.Events = append(c.Events, Event{UID: next(), Day: day, Summary: next(), Description: next(), URL: next(), Categories: []string{next(), next()}})
	}
	return c
}

// unfolded returns the lines of a calendar, or fails where the form of its lines is wrong.
func unfolded(t testing.TB, calendar []byte) []string {
	t.Helper()
	text := string(calendar)
	if !utf8.ValidString(text) || !strings.HasSuffix(text, "\r\n") {
		t.Fatalf("no lines of UTF-8: %q", text)
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) || line == "" {
			t.Fatalf("a line of %d bytes: %q", len(line), line)
		}
		if strings.ContainsFunc(line, func(c rune) bool {
			return c < ' ' && c != '\t' || c >= 0x7f && c < 0xa0 || c == 0x2028 || c == 0x2029
		}) {
			t.Fatalf("a line with a control character: %q", line)
		}
	}
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n ", ""), "\r\n"), "\r\n")
}

// properties returns the names of the lines, a word each.
func properties(lines []string) string {
	names := make([]string, len(lines))
	for i, line := range lines {
		names[i], _, _ = strings.Cut(line, ":")
		if names[i] == "BEGIN" || names[i] == "END" {
			names[i] = line
		}
	}
	return strings.Join(names, " ")
}

// REQ F2-93
func TestACalendarIsWritten(t *testing.T) {
	c := &Calendar{
		Product: "-//Kinodex//Kinodex//EN", UID: "c", Name: "Releases, of films", Description: "All; of them", URL: "https://x/films", Source: "https://x/films.ics",
		Changed: time.Date(2026, 3, 14, 16, 9, 26, 0, time.FixedZone("", 3600)), Refresh: time.Hour,
		Events: []Event{{UID: "e", Day: day, Summary: `Back\Lot` + "\nTwo", URL: "https://x/films/tt1 2é", Categories: []string{"Drama", "a,b"}}},
	}
	want := []string{
		"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Kinodex//Kinodex//EN", "CALSCALE:GREGORIAN", "UID:c", `NAME:Releases\, of films`, `X-WR-CALNAME:Releases\, of films`,
		`DESCRIPTION:All\; of them`, `X-WR-CALDESC:All\; of them`, "URL:https://x/films", "SOURCE;VALUE=URI:https://x/films.ics", "LAST-MODIFIED:20260314T150926Z",
		"REFRESH-INTERVAL;VALUE=DURATION:PT60M", "X-PUBLISHED-TTL:PT60M",
		"BEGIN:VEVENT", "UID:e", "DTSTAMP:20260314T150926Z", "DTSTART;VALUE=DATE:20260314", `SUMMARY:Back\\Lot\nTwo`, "URL:https://x/films/tt1%202%C3%A9", `CATEGORIES:Drama,a\,b`,
		"TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR",
	}
	if got := unfolded(t, c.Append(nil)); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// A calendar in which nothing happens has a component, as every calendar must.
func TestAnEmptyCalendarHasAComponent(t *testing.T) {
	c := sample("x")
	c.Events = nil
	got := properties(unfolded(t, c.Append(nil)))
	if !strings.Contains(got, "BEGIN:VTIMEZONE TZID BEGIN:STANDARD DTSTART TZOFFSETFROM TZOFFSETTO END:STANDARD END:VTIMEZONE END:VCALENDAR") {
		t.Errorf("got %s", got)
	}
}

func TestLongLinesAreFoldedBetweenCharacters(t *testing.T) {
	for _, of := range []string{"x", "é", "語", "🎬", `\`, ","} {
		for n := 50; n < 160; n++ {
			summary := strings.Repeat(of, n)
			c := Calendar{Product: "p", Events: []Event{{UID: "e", Day: day, Summary: summary}}}
			if lines := unfolded(t, c.Append(nil)); !strings.Contains(strings.Join(lines, "\n"), "\nSUMMARY:"+escape(summary)+"\n") {
				t.Fatalf("%d of %q: %q", n, of, lines)
			}
		}
	}
}

// hostile are texts that end their line, or begin an event, where they are not escaped.
var hostile = []string{
	"a\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nATTACH:x", "\nX:y", "\rX:y", "\u2028X:y", "\u0085X:y", "\vX:y", "\x00", "\x7f", "\xff\xfe", "; , : \\ \"", `\n`, `\`, "\r", " ", "\t", "END:VCALENDAR",
	strings.Repeat("é", 100) + "\r\n X",
}

func TestNoTextBreaksACalendar(t *testing.T) {
	plain := properties(unfolded(t, sample("x").Append(nil)))
	for _, text := range hostile {
		if got := properties(unfolded(t, sample(text+"x").Append(nil))); got != plain {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// FuzzCalendar writes calendars of any texts: each has the lines of its properties and no others, and
// a text is read again as it was given, but for control characters and line breaks.
func FuzzCalendar(f *testing.F) {
	for i, text := range hostile {
		f.Add(text, hostile[(i+1)%len(hostile)])
	}
	plain := properties(unfolded(f, sample("x").Append(nil)))
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = a+"a", b+"b" // properties of empty texts are left out
		c := sample(a, b, a+b)
		lines := unfolded(t, c.Append(nil))
		if got := properties(lines); got != plain {
			t.Fatalf("%q: %s", lines, got)
		}
		for _, line := range lines {
			if summary, ok := strings.CutPrefix(line, "SUMMARY:"); ok && unescaped(summary) != readable(c.Events[0].Summary) {
				t.Errorf("%q, want %q", unescaped(summary), readable(c.Events[0].Summary))
			} else if ok {
				break
			}
		}
	})
}

// unescaped reads a text as RFC 5545 has it.
func unescaped(s string) string {
	return strings.NewReplacer(`\\`, `\`, `\;`, ";", `\,`, ",", `\n`, "\n").Replace(s)
}

// readable returns a text with its line breaks as line feeds and without control characters.
func readable(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n").Replace(string([]rune(s)))
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\t' && c != '\n' || c >= 0x7f && c < 0xa0 {
			return -1
		}
		return c
	}, s)
}
