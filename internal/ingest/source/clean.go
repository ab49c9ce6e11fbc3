package source

import (
	"bytes"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// wholeNumber returns a number such as "1,704", "268253.0" or "148" without its fraction. It
// is 0 when b is no number, is negative, or is above 2³¹-1.
func wholeNumber(b []byte) int {
	f, ok := number(b)
	if !ok || f < 0 || f > 1<<31-1 {
		return 0
	}
	return int(f)
}

// number reads a decimal number with or without thousands separators. Commas are dropped
// wherever they stand. It reports false for an empty text, one of more than 32 bytes, one that
// begins with anything but a digit, a minus sign or a point, and for infinities.
func number(b []byte) (float64, bool) {
	if len(b) == 0 || len(b) > 32 {
		return 0, false
	}
	if c := b[0]; c != '-' && c != '.' && (c < '0' || c > '9') {
		return 0, false
	}
	if bytes.IndexByte(b, ',') >= 0 {
		b = bytes.ReplaceAll(b, []byte(","), nil)
	}
	f, err := strconv.ParseFloat(string(b), 64)
	return f, err == nil && f-f == 0
}

// rating returns a rating above 0 and up to most, 0 for anything else. A rating beyond the
// scale is not cut to it.
func rating(b []byte, most float64) float64 {
	f, ok := number(b)
	if !ok || f <= 0 || f > most {
		return 0
	}
	return f
}

// yearOf returns the year with which b begins, 1870 to 2100, and 0 for any other. b may go
// on after the year ("1994-10-14"), but not with a digit.
func yearOf(b []byte) int {
	if len(b) < 4 || len(b) > 4 && '0' <= b[4] && b[4] <= '9' {
		return 0
	}
	n, err := strconv.Atoi(string(b[:4]))
	if err != nil || n < 1870 || n > 2100 {
		return 0
	}
	return n
}

// minutes reads "118", "118.0", "1h 7m", "50m", "2h" or "11 min"; 0 when b is
// none of these or longer than any film (the longest ran 51,420 minutes).
// An hour is 60 minutes; a part without a unit counts as minutes. The result is at most
// 60,000.
func minutes(b []byte) int {
	if n := wholeNumber(b); n > 0 {
		return bounded(n)
	}
	total := 0
	for part := range bytes.FieldsSeq(bytes.TrimSuffix(b, []byte(" min"))) {
		unit := part[len(part)-1]
		digits := bytes.TrimRight(part, "hm")
		n, err := strconv.Atoi(string(digits))
		switch {
		case err != nil || n < 0 || n > 60_000:
			return 0
		case unit == 'h':
			total += 60 * n
		default:
			total += n
		}
	}
	return bounded(total)
}

// bounded returns minutes, 0 when they are more than any film has.
func bounded(minutes int) int {
	if minutes > 60_000 {
		return 0
	}
	return minutes
}

// idIn finds a film database id in b: alone ("tt0111161") or inside an address
// ("…/title/tt0111161/?ref"). 0 when there is none.
// Of several ids the first one is returned.
func idIn(b []byte) film.ID {
	for {
		i := bytes.Index(b, []byte("tt"))
		if i < 0 {
			return 0
		}
		end := i + 2
		for end < len(b) && '0' <= b[end] && b[end] <= '9' {
			end++
		}
		if id, ok := film.ParseID(string(b[i:end])); ok {
			return id
		}
		b = b[i+1:]
	}
}

// bareID returns the film database id whose digits b holds, without the letters "tt" before
// them; 0 when b is not such a number.
func bareID(b []byte) film.ID {
	id, _ := film.ParseID("tt" + string(b))
	return id
}

// nobody holds the ways in which sources write that there is no name or text, as they are
// after cleaning. Upper and lower case matter.
var nobody = map[string]bool{
	"": true, "N/A": true, "None": true, "nan": true, "null": true, "-": true, `\N`: true, "?": true,
}

// prose returns a text as valid UTF-8, cleaned by text.Clean, and counts what was mended.
// In this order it reads bytes that are not UTF-8 as Windows-1252, undoes mojibake and
// resolves HTML character references. A text of nobody gives "".
func (s *sink) prose(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	var str string
	if utf8.Valid(b) {
		str = string(b)
	} else {
		s.repaired("code_page")
		str, _ = charmap.Windows1252.NewDecoder().String(string(b))
	}
	if mended, ok := unmojibake(str); ok {
		s.repaired("mojibake")
		str = mended
	}
	if strings.IndexByte(str, '&') >= 0 && strings.IndexByte(str, ';') >= 0 {
		if plain := html.UnescapeString(str); plain != str {
			s.repaired("character_reference")
			str = plain
		}
	}
	str = text.Clean(str)
	if nobody[str] {
		return ""
	}
	return str
}

// people returns the names between separators, in their order and without ids. Empty parts
// are left out; a name that stands there twice is returned twice. It is nil when there is
// no name.
func (s *sink) people(b []byte, sep string) []Person {
	var list []Person
	for part := range bytes.SplitSeq(b, []byte(sep)) {
		if name := s.prose(part); name != "" {
			list = append(list, Person{Name: name})
		}
	}
	return list
}

// texts returns the cleaned texts between separators, in their order. Empty parts are left
// out; it is nil when there is no text.
func (s *sink) texts(b []byte, sep string) []string {
	var list []string
	for part := range bytes.SplitSeq(b, []byte(sep)) {
		if t := s.prose(part); t != "" {
			list = append(list, t)
		}
	}
	return list
}
