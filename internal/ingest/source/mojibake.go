package source

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// unmojibake undoes UTF-8 that was read as the Windows code page, as often as
// it happened. It looks at each run of letters outside ASCII by itself: one is
// changed only if all of it goes back to valid UTF-8, so that reading that as
// the code page gives the run again, and if it cannot well be meant as it
// stands (see telling).
// It undoes up to three levels, and reports whether it changed anything.
func unmojibake(s string) (string, bool) {
	changed := false
	for range 3 {
		again, did := unmojibakeOnce(s)
		if !did {
			break
		}
		s, changed = again, true
	}
	return s, changed
}

// unmojibakeOnce undoes one level and reports whether it changed anything.
func unmojibakeOnce(s string) (string, bool) {
	var out strings.Builder
	done := 0 // what of s is written
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		end := i
		for end < len(s) && s[end] >= utf8.RuneSelf {
			end++
		}
		if plain, ok := runBack(s[i:end]); ok {
			out.WriteString(s[done:i])
			out.WriteString(plain)
			done = end
		}
		i = end
	}
	if done == 0 {
		return s, false
	}
	out.WriteString(s[done:])
	return out.String(), true
}

// runBack returns the text that a run of letters outside ASCII was before it was misread. It
// reports false when the run is no such text, or may be meant as it stands.
func runBack(run string) (string, bool) {
	if lead, _ := utf8.DecodeRuneInString(run); lead < 0xC2 || lead > 0xF4 {
		return "", false
	}
	back := make([]byte, 0, len(run))
	for _, r := range run {
		c, ok := codePageByte(r)
		if !ok {
			return "", false
		}
		back = append(back, c)
	}
	if !utf8.Valid(back) || !telling(back) {
		return "", false
	}
	return string(back), true
}

// telling reports whether bytes that are valid UTF-8 can hardly be letters of
// the code page that were meant. Two letters that make one are telling when
// the first is one of Â Ã â, or Ä Å before a letter rather than a closing mark
// ("PÅ…" may be meant, and so may "LIBERTÉ»"); any others only when the run
// makes two letters or more.
func telling(back []byte) bool {
	if utf8.RuneCount(back) > 1 {
		return true
	}
	switch back[0] {
	case 0xC2, 0xC3, 0xE2:
		return true
	case 0xC4, 0xC5:
		c := back[1]
		return c != 0x85 && (c < 0x91 || c > 0x97) && c != 0xAB && c != 0xBB
	}
	return false
}

// codePageByte returns the byte of a letter in Windows-1252, and false when it has none.
// The five unassigned bytes of that code page stand for themselves, as decoders leave them.
func codePageByte(r rune) (byte, bool) {
	if r < 0x80 || r >= 0xA0 && r <= 0xFF {
		return byte(r), true
	}
	switch r {
	case 0x81, 0x8D, 0x8F, 0x90, 0x9D:
		return byte(r), true
	}
	return charmap.Windows1252.EncodeRune(r)
}
