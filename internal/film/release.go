package film

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"kinodex/internal/text"
)

// CertificationKey returns a mark of a country in the form in which marks are compared once
// they are folded: GB:12A.
func CertificationKey(country, mark string) string { return CountryCode(country) + ":" + mark }

// CountryCode returns a country's code of two letters (ISO 3166-1 alpha-2) in capitals. GB is also
// taken as UK, which is no other country's code and what people write.
func CountryCode(s string) string {
	if s = strings.ToUpper(s); s == "UK" {
		return "GB"
	}
	return s
}

// homeOfMarks is the country of marks without one.
const homeOfMarks = "US"

// ParseCertifications reads marks between commas, each with its country before a colon or
// without one, and returns them as CertificationKey does. Empty parts are left out; what has
// no country of two letters before its colon is no mark and returned as it is.
func ParseCertifications(s string) (keys []string) {
	if s == "" {
		return nil
	}
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		country, mark, stated := strings.Cut(part, ":")
		if !stated {
			country, mark = homeOfMarks, part
		}
		keys = append(keys, CertificationKey(strings.TrimSpace(country), strings.TrimSpace(mark)))
	}
	return keys
}

// certificationsKey returns marks in the form in which they are compared, in order and each once.
func certificationsKey(s string) string {
	marks := ParseCertifications(s)
	for i := range marks {
		marks[i] = text.Fold(marks[i])
	}
	slices.Sort(marks)
	return strings.Join(slices.Compact(marks), KeySeparator)
}

func areCertifications(s string) bool {
	for _, key := range ParseCertifications(s) {
		if country, mark, _ := strings.Cut(key, ":"); !hasTwoLetters(country) || mark == "" {
			return false
		}
	}
	return true
}

// releaseBounds returns the days that released_after and released_before allow, as numbers
// YYYYMMDD, infinite where open. Bounds that are no dates leave it open.
func releaseBounds(f *Filters) (low, high float64) {
	low, _ = firstDay(f.ReleasedAfter, time.Time{})
	_, high = lastDay(f.ReleasedBefore, time.Time{})
	return low, high
}

// firstDay returns what lies from the first day of a day, month or year on.
func firstDay(s string, _ time.Time) (low, high float64) {
	if first, _, ok := days(s); ok {
		return first, math.Inf(1)
	}
	return math.Inf(-1), math.Inf(1)
}

// lastDay returns what lies up to the last day of a day, month or year.
func lastDay(s string, _ time.Time) (low, high float64) {
	if _, last, ok := days(s); ok {
		return math.Inf(-1), last
	}
	return math.Inf(-1), math.Inf(1)
}

// dayAllowed is what a bound of release dates may be.
const dayAllowed = "a day such as 1999-12-31, a month such as 1999-12, or a year"

func isDay(s string) bool {
	_, _, ok := days(s)
	return ok
}

// releaseDigest returns what the digest has of the bounds of release dates, in one part, since
// 1999-01 and 1999 are the same first day.
func releaseDigest(f *Filters) []string {
	low, high := releaseBounds(f)
	return []string{"released", strconv.FormatFloat(low, 'f', -1, 64), strconv.FormatFloat(high, 'f', -1, 64)}
}

// ReleaseWindow says where the day of a film's release lies, seen from the day on which the library
// was built.
type ReleaseWindow string

// Recent are the films of the RecentDays up to the day of the build, that day included, and
// Upcoming those of later days.
const (
	Recent   ReleaseWindow = "recent"
	Upcoming ReleaseWindow = "upcoming"
)

// RecentDays is how many days back a release is recent.
const RecentDays = 90

// windowSpan returns the days that a ReleaseWindow allows in a library of a day.
func windowSpan(window string, built time.Time) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	switch ReleaseWindow(window) {
	case Recent:
		low, high = dayOf(built.AddDate(0, 0, -RecentDays)), dayOf(built)
	case Upcoming:
		low = dayOf(built.AddDate(0, 0, 1))
	}
	return low, high
}

// days returns the first and the last day of a day, month or year.
func days(s string) (first, last float64, ok bool) {
	if s == "" {
		return 0, 0, false
	}
	for i, form := range []string{time.DateOnly, "2006-01", "2006"} {
		from, err := time.Parse(form, s)
		if err != nil {
			continue
		}
		to := from
		switch i {
		case 1:
			to = from.AddDate(0, 1, -1)
		case 2:
			to = from.AddDate(1, 0, -1)
		}
		return dayOf(from), dayOf(to), true
	}
	return 0, 0, false
}

// dayOf returns a day as YYYYMMDD.
func dayOf(day time.Time) float64 { return float64(DayNumber(day)) }

// DayNumber returns a day as the number YYYYMMDD, as orders by ReleaseField have it.
func DayNumber(day time.Time) int { return day.Year()*10_000 + int(day.Month())*100 + day.Day() }

// NumberedDay returns the day of a DayNumber, in UTC. It reports whether there is such a day.
func NumberedDay(n int) (day time.Time, ok bool) {
	day = time.Date(n/10_000, time.Month(n/100%100), n%100, 0, 0, 0, 0, time.UTC)
	return day, n > 0 && DayNumber(day) == n
}

// dayNumber returns a date YYYY-MM-DD as the number YYYYMMDD, NaN for anything else.
func dayNumber(date string) float64 {
	if len(date) != len(time.DateOnly) {
		return math.NaN()
	}
	n, err := strconv.Atoi(strings.ReplaceAll(date, "-", ""))
	if err != nil {
		return math.NaN()
	}
	return float64(n)
}
