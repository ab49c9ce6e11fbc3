package breakdown

import "strings"

// The times of day, in their order.
const (
	day   = "day"
	night = "night"
	dawn  = "dawn"
	dusk  = "dusk"
)

// timesOfDay maps the words of headings to the time of day that is shot. Evening is
// night: it is dark, or lit as if it were.
var timesOfDay = map[string]string{
	"day": day, "morning": day, "midmorning": day, "noon": day, "midday": day, "afternoon": day, "midafternoon": day,
	"daytime": day, "daylight": day,
	"night": night, "nighttime": night, "midnight": night, "evening": night, "tonight": night,
	"dawn": dawn, "predawn": dawn, "daybreak": dawn, "sunrise": dawn, "sunup": dawn,
	"dusk": dusk, "sunset": dusk, "sundown": dusk, "twilight": dusk, "nightfall": dusk,
}

// timeWords divides the folded time of a heading into words.
func timeWords(time string) []string {
	return strings.FieldsFunc(time, func(r rune) bool { return r < 'a' || r > 'z' })
}

// timeOfDay returns the time of day that the folded time of a heading states; "" if it
// states none, or two that differ ("day/night"). The magic or golden hour is dusk.
func timeOfDay(time string) string {
	found := ""
	words := timeWords(time)
	for i, word := range words {
		says := timesOfDay[word]
		if word == "hour" && i > 0 && (words[i-1] == "magic" || words[i-1] == "golden") {
			says = dusk
		}
		if says != "" && found != "" && says != found {
			return ""
		}
		if says != "" {
			found = says
		}
	}
	return found
}

// onlyFollows reports whether the folded time of a heading states no time of day, but
// that the scene follows the one before so closely that it is the same: continuous,
// same, later, moments later. Hours later it may be night.
func onlyFollows(time string) bool {
	follows := false
	for _, word := range timeWords(time) {
		switch word {
		case "continuous", "continuing", "continuos", "cont", "same", "simultaneous", "resuming", "later", "moment", "moments", "second", "seconds", "minute", "minutes":
			follows = true
		case "hour", "hours", "days", "nights", "week", "weeks", "month", "months", "year", "years", "earlier", "before", "next", "following", "previous":
			return false
		}
		if timesOfDay[word] != "" {
			return false
		}
	}
	return follows
}
