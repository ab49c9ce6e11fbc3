package film

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"kinodex/internal/fault"
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

// ReleasedBetween returns the days that a question's bounds of release dates allow, as numbers
// YYYYMMDD, infinite where open. Bounds that are no dates leave it open.
func ReleasedBetween(q *Query) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if first, _, ok := days(q.ReleasedAfter); ok {
		low = first
	}
	if _, last, ok := days(q.ReleasedBefore); ok {
		high = last
	}
	return low, high
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

// Between returns the days that it allows in a library of a day, as ReleasedBetween does. They
// are all days for the empty one.
func (r ReleaseWindow) Between(built time.Time) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	switch r {
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
func dayOf(day time.Time) float64 {
	return float64(day.Year()*10_000 + int(day.Month())*100 + day.Day())
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

// checkReleases is Check for certifications and release dates.
func (q *Query) checkReleases() error {
	for _, key := range ParseCertifications(q.Certification) {
		if country, mark, _ := strings.Cut(key, ":"); !hasTwoLetters(country) || mark == "" {
			return fault.Param("certification", "marks between commas, each with its country before it or of the United States: PG-13, GB:12A")
		}
	}
	if q.Released != "" && q.Released != Recent && q.Released != Upcoming {
		return fault.Param("released", "one of recent, upcoming")
	}
	const allowed = "a day such as 1999-12-31, a month such as 1999-12, or a year"
	for _, bound := range []struct{ name, value string }{{"released_after", q.ReleasedAfter}, {"released_before", q.ReleasedBefore}} {
		if _, _, ok := days(bound.value); !ok && bound.value != "" {
			return fault.Param(bound.name, allowed)
		}
	}
	if low, high := ReleasedBetween(q); low > high {
		return fault.Param("released_after", "at most released_before")
	}
	return nil
}

// digested returns what the digest has of the filters by collection, certification and release
// date that are set; nothing without them, so that questions keep the digest they had before
// there were these filters.
func (q *Query) digested() (parts []string) {
	if q.Collection == "" && q.Certification == "" && q.ReleasedAfter == "" && q.ReleasedBefore == "" && q.Released == "" {
		return nil
	}
	if q.Released != "" {
		parts = append(parts, "released around the build", string(q.Released))
	}
	if name := text.Fold(q.Collection); name != "" {
		parts = append(parts, "collection", name)
	}
	if marks := ParseCertifications(q.Certification); len(marks) > 0 {
		for i := range marks {
			marks[i] = text.Fold(marks[i])
		}
		slices.Sort(marks)
		parts = append(parts, "certification", strings.Join(slices.Compact(marks), "\x00"))
	}
	if low, high := ReleasedBetween(q); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		parts = append(parts, "released", strconv.FormatFloat(low, 'f', -1, 64), strconv.FormatFloat(high, 'f', -1, 64))
	}
	return parts
}
