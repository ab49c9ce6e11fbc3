package screenplay

import (
	"slices"
	"strings"

	"kinodex/internal/text"
)

// placeAndTime divides what follows the setting. The time of day is the last
// part between dashes, stops, commas or brackets that speaks of nothing but
// time; without such a part, a time word at the very end.
// CONTINUED is neither. Both are folded. Each is empty when the heading does not state it.
func placeAndTime(rest string) (place, time string) {
	parts := slices.DeleteFunc(headingParts(rest), func(p headingPart) bool { return p.words == "continued" || p.words == "cont'd" || p.words == "contd" })
	at := -1
	for i := len(parts) - 1; i >= 0 && at < 0; i-- {
		if isTime(parts[i].words) {
			at = i
		}
	}
	if at < 0 {
		return trailingTime(parts)
	}
	time = parts[at].words
	return joinParts(append(parts[:at:at], parts[at+1:]...)), time
}

// trailingTime finds the time in a heading that sets it off by nothing:
// "KITCHEN NIGHT", "KITCHEN-DAY".
// It may shorten the last of the parts.
func trailingTime(parts []headingPart) (place, time string) {
	if len(parts) == 0 {
		return "", ""
	}
	last := &parts[len(parts)-1]
	i := strings.LastIndexAny(last.words, " -")
	if i > 0 && timeWords[last.words[i+1:]] == momentOfDay {
		time = last.words[i+1:]
		last.words = strings.TrimRight(last.words[:i], " -")
	}
	return joinParts(parts), time
}

// headingPart is what stands between two dividing marks of a heading.
type headingPart struct {
	words string // folded
	mark  string // what stands between it and the part before it
}

// headingParts divides at dashes that stand free or are long, at stops, commas
// and brackets before a space or at the end.
// The parts are folded, never empty and in order.
func headingParts(rest string) []headingPart {
	rest = text.Fold(strings.ReplaceAll(strings.ReplaceAll(rest, "—", " - "), "–", " - "))
	var parts []headingPart
	start, mark := 0, ""
	end := func(at, next int, sep string) {
		if words := strings.Trim(rest[start:at], " -.,"); words != "" {
			parts = append(parts, headingPart{words, mark})
			mark = sep
		} else if sep == " - " {
			mark = sep
		}
		start = next
	}
	for i := 0; i < len(rest); i++ {
		free := i+1 == len(rest) || rest[i+1] == ' '
		switch c := rest[i]; {
		case c == '-' && (free || i > 0 && rest[i-1] == ' ' || rest[i+1] == '-'):
			end(i, i+1, " - ")
		case c == '.' && free:
			end(i, i+1, ". ")
		case (c == ',' || c == ';') && free:
			end(i, i+1, ", ")
		case c == '(' || c == '[':
			end(i, i+1, " ")
		case c == ')' || c == ']':
			end(i, i+1, " ")
		}
	}
	end(len(rest), len(rest), "")
	return parts
}

// joinParts puts a place together again, each part behind the mark that stood
// before it; brackets go.
// The result is empty for no parts.
func joinParts(parts []headingPart) string {
	var b strings.Builder
	for i, p := range parts {
		if i > 0 {
			b.WriteString(p.mark)
		}
		b.WriteString(p.words)
	}
	return b.String()
}

// timeRole is what a word does in the naming of a time.
type timeRole uint8

const (
	otherWord   timeRole = iota
	timeHelper           // says which, and names no time by itself: "the next"
	momentOfDay          // names a time of day or a relation to the scene before
	timeUnit             // names a time together with a helper: "five minutes after"
)

// timeWords are the words that the time part of a heading is made of.
var timeWords = map[string]timeRole{
	"day": momentOfDay, "night": momentOfDay, "morning": momentOfDay, "evening": momentOfDay,
	"afternoon": momentOfDay, "dawn": momentOfDay, "dusk": momentOfDay, "sunrise": momentOfDay,
	"sunset": momentOfDay, "sundown": momentOfDay, "sunup": momentOfDay, "noon": momentOfDay,
	"midday": momentOfDay, "midnight": momentOfDay, "twilight": momentOfDay, "daybreak": momentOfDay,
	"daytime": momentOfDay, "nighttime": momentOfDay, "daylight": momentOfDay, "nightfall": momentOfDay,
	"predawn": momentOfDay, "midmorning": momentOfDay, "midafternoon": momentOfDay, "tonight": momentOfDay,
	"continuous": momentOfDay, "continuing": momentOfDay, "continuos": momentOfDay, "cont": momentOfDay,
	"later": momentOfDay, "same": momentOfDay, "simultaneous": momentOfDay, "resuming": momentOfDay,

	// German, French, Spanish, Portuguese, Italian, Dutch and Swedish. Words that
	// name places or people in English scripts, such as ALBA and DEN, are left out.
	"tag": momentOfDay, "nacht": momentOfDay, "abend": momentOfDay, "morgen": momentOfDay, "nachmittag": momentOfDay,
	"mittag": momentOfDay, "mitternacht": momentOfDay, "morgens": momentOfDay, "abends": momentOfDay, "nachts": momentOfDay,
	"jour": momentOfDay, "nuit": momentOfDay, "soir": momentOfDay, "matin": momentOfDay, "aube": momentOfDay,
	"crepuscule": momentOfDay, "apres-midi": momentOfDay, "minuit": momentOfDay,
	"dia": momentOfDay, "noche": momentOfDay, "tarde": momentOfDay, "manana": momentOfDay, "amanecer": momentOfDay,
	"atardecer": momentOfDay, "madrugada": momentOfDay, "noite": momentOfDay, "manha": momentOfDay, "entardecer": momentOfDay,
	"giorno": momentOfDay, "notte": momentOfDay, "sera": momentOfDay, "mattina": momentOfDay, "pomeriggio": momentOfDay,
	"tramonto": momentOfDay, "dag": momentOfDay, "avond": momentOfDay, "ochtend": momentOfDay, "natt": momentOfDay,
	"kvall": momentOfDay, "день": momentOfDay, "ночь": momentOfDay, "утро": momentOfDay, "вечер": momentOfDay,

	"moment": timeUnit, "moments": timeUnit, "second": timeUnit, "seconds": timeUnit, "minute": timeUnit,
	"minutes": timeUnit, "hour": timeUnit, "hours": timeUnit, "days": timeUnit, "nights": timeUnit,
	"week": timeUnit, "weeks": timeUnit, "month": timeUnit, "months": timeUnit, "year": timeUnit,
	"years": timeUnit, "time": timeUnit, "after": timeUnit, "before": timeUnit, "earlier": timeUnit,

	"a": timeHelper, "an": timeHelper, "the": timeHelper, "that": timeHelper, "this": timeHelper,
	"next": timeHelper, "another": timeHelper, "following": timeHelper, "few": timeHelper, "some": timeHelper,
	"several": timeHelper, "little": timeHelper, "bit": timeHelper, "while": timeHelper, "short": timeHelper,
	"long": timeHelper, "much": timeHelper, "soon": timeHelper, "just": timeHelper, "early": timeHelper,
	"late": timeHelper, "mid": timeHelper, "pre": timeHelper, "very": timeHelper, "magic": timeHelper,
	"golden": timeHelper, "half": timeHelper, "one": timeHelper, "two": timeHelper, "three": timeHelper,
	"four": timeHelper, "five": timeHelper, "six": timeHelper, "seven": timeHelper, "eight": timeHelper,
	"nine": timeHelper, "ten": timeHelper, "of": timeHelper, "at": timeHelper, "in": timeHelper, "and": timeHelper,
	"to": timeHelper, "or": timeHelper, "previous": timeHelper, "action": timeHelper, "still": timeHelper,
	"first": timeHelper, "last": timeHelper, "present": timeHelper, "past": timeHelper,
	"monday": timeHelper, "tuesday": timeHelper, "wednesday": timeHelper, "thursday": timeHelper,
	"friday": timeHelper, "saturday": timeHelper, "sunday": timeHelper, "winter": timeHelper,
	"spring": timeHelper, "summer": timeHelper, "fall": timeHelper, "autumn": timeHelper, "rainy": timeHelper,
	"rain": timeHelper, "raining": timeHelper, "foggy": timeHelper, "stormy": timeHelper, "sunny": timeHelper,
	"snow": timeHelper, "flashback": timeHelper, "establishing": timeHelper, "am": timeHelper, "pm": timeHelper,
}

// isTime reports whether a folded part of a heading speaks of time alone: at
// least one moment, or a unit and its helper, and nothing foreign but numbers.
// An empty part does not.
func isTime(words string) bool {
	moment, unit, helper := false, false, false
	for word := range strings.FieldsFuncSeq(words, func(r rune) bool { return r == ' ' || r == '-' || r == '/' || r == ':' }) {
		word = strings.Trim(word, ".,'\"*!")
		switch timeWords[word] {
		case momentOfDay:
			moment = true
		case timeUnit:
			unit = true
		case timeHelper:
			helper = true
		default:
			if strings.Trim(word, "#0123456789") != "" {
				return false
			}
			helper = true
		}
	}
	return moment || unit && helper
}
