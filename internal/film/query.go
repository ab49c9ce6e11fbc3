package film

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"kinodex/internal/fault"
	"kinodex/internal/text"
)

// Query is a question about films. Conditions combine with AND; the zero Query
// is every film in the default order. A film whose metric is null fails any
// minimum on that metric, whatever the bound (REQ F1-15).
type Query struct {
	// Text must match, word by word, somewhere in title, overview, keywords,
	// cast or crew. Without Sort it also gives the order, by relevance.
	Text string
	// Titles asks for films whose title or original title has the words, in any order; the other
	// places where a text is found do not count.
	Titles bool
	// Match says how many of the words of Text a film must have; MatchAll when empty.
	Match Match
	// Genres must all match. Whole names, case-insensitive, unless GenreParts,
	// which asks for substrings (v1).
	Genres     []string
	GenreParts bool
	// Decade is the first year of a decade; nil for any.
	Decade           *int
	YearMin, YearMax *float64 // inclusive
	MinRating        *float64 // ratings.filmdb, inclusive
	MinScore         *float64 // ratings.master_score, inclusive
	MinVotes         *float64 // ratings.filmdb_votes, inclusive
	Director, Actor  string   // name substrings, folded; Actor searches the whole cast
	Language         string   // ISO 639-1, any case
	Country          string   // one of the countries it was made in, ISO 3166-1 alpha-2, any case
	// Collection is the id of a series of films in digits, or its name, folded, with or without
	// the word Collection at its end.
	Collection string
	// Certification is what ParseCertifications reads: a film must have one of the marks.
	Certification string
	// ReleasedAfter and ReleasedBefore bound release_date, both included: a day, a month or a
	// year, as YYYY-MM-DD, YYYY-MM or YYYY.
	ReleasedAfter, ReleasedBefore string
	// Released bounds release_date too, from the day on which the library was built.
	Released  ReleaseWindow
	HasPoster bool
	Sort      Sort // zero: relevance with Text, else DefaultSort
}

// Match says how many of the words of a text a film must have.
type Match string

// The matches. MatchAuto asks for all words and, where no or few films have them, for most.
const (
	MatchAll  Match = "all"
	MatchMost Match = "most" // of an answer: most of the words, weighted by how rare they are
	MatchAny  Match = "any"
	MatchAuto Match = "auto"
)

// Matches are those that may be asked for.
var Matches = []Match{MatchAll, MatchAny, MatchAuto}

// Note says in a sentence what films have that match so; it is empty when they have all words.
func (m Match) Note() string {
	switch m {
	case MatchMost:
		return "No film, or few, has all of these words. These have most of them."
	case MatchAny:
		return "These films have at least one of these words."
	}
	return ""
}

// MaxText is how many characters Text, Director, Actor and all Genres together
// may have (REQ L-09).
const MaxText = 500

// Check returns nil for a question that can be answered, otherwise a fault that names
// the parameter by its name in REST and says what it allows.
func (q *Query) Check() error {
	for _, s := range []struct{ name, value string }{
		{"q", q.Text}, {"director", q.Director}, {"actor", q.Actor}, {"genre", strings.Join(q.Genres, ",")},
		{"collection", q.Collection}, {"certification", q.Certification},
	} {
		if !utf8.ValidString(s.value) || strings.ContainsRune(s.value, 0) {
			return fault.Param(s.name, "valid UTF-8 text without NUL characters")
		}
		if utf8.RuneCountInString(s.value) > MaxText {
			return fault.Param(s.name, fmt.Sprintf("at most %d characters", MaxText))
		}
	}
	for _, n := range []struct {
		name  string
		value *float64
	}{
		{"year_min", q.YearMin}, {"year_max", q.YearMax}, {"min_rating", q.MinRating},
		{"min_score", q.MinScore}, {"min_votes", q.MinVotes},
	} {
		if n.value != nil && (math.IsNaN(*n.value) || math.IsInf(*n.value, 0)) {
			return fault.Param(n.name, "a number")
		}
	}
	if q.YearMin != nil && q.YearMax != nil && *q.YearMin > *q.YearMax {
		return fault.Param("year_min", "at most year_max")
	}
	if q.Language != "" && !hasTwoLetters(q.Language) {
		return fault.Param("language", "a two-letter ISO 639-1 code, such as en")
	}
	if q.Country != "" && !hasTwoLetters(q.Country) {
		return fault.Param("country", "a two-letter ISO 3166-1 code, such as KR")
	}
	if err := q.checkReleases(); err != nil {
		return err
	}
	if q.Sort.Field != "" && !slices.Contains(SortFields, q.Sort.Field) {
		return badSort(SortFields)
	}
	return nil
}

func hasTwoLetters(s string) bool {
	return len(s) == 2 && 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z' && 'a' <= s[1]|0x20 && s[1]|0x20 <= 'z'
}

// Order returns the order of the answer: Sort, or relevance when there is text
// and no Sort, or DefaultSort.
func (q *Query) Order() Sort {
	if q.Sort.Field != "" {
		return q.Sort
	}
	for range text.Tokens(q.Text) {
		return Sort{Field: Relevance, Desc: true}
	}
	return DefaultSort
}

// Digest returns a hash that identifies the question, page and projection aside: equal
// questions, however they were spelled, have equal digests. A cursor is bound to it, so
// that a cursor of one question cannot page another (REQ F2-35). Every field of Query
// must go into it; a new one only when it is set, so that cursors that clients hold stay valid.
func (q *Query) Digest() [16]byte {
	var room [512]byte
	b := room[:0]
	str := func(s string) {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(s)))
		b = append(b, s...)
	}
	flag := func(set bool) {
		if set {
			str("y")
		} else {
			str("n")
		}
	}
	num := func(v *float64) {
		flag(v != nil)
		if v != nil {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(*v+0))
		}
	}
	var some [8]string
	genres := some[:0]
	for _, g := range q.Genres {
		genres = append(genres, text.Fold(g))
	}
	slices.Sort(genres)
	str(text.Fold(q.Text))
	str(strings.Join(slices.Compact(genres), "\x00"))
	flag(q.GenreParts)
	flag(q.HasPoster)
	flag(q.Decade != nil)
	if q.Decade != nil {
		b = binary.LittleEndian.AppendUint64(b, uint64(*q.Decade))
	}
	for _, v := range [...]*float64{q.YearMin, q.YearMax, q.MinRating, q.MinScore, q.MinVotes} {
		num(v)
	}
	str(text.Fold(q.Director))
	str(text.Fold(q.Actor))
	str(strings.ToLower(q.Language))
	order := q.Order()
	str(order.Field)
	flag(order.Desc)
	if q.Match != "" && q.Match != MatchAll { // cursors from before there was a choice stay valid
		str(string(q.Match))
	}
	if q.Country != "" { // cursors from before there was this filter stay valid
		str("country")
		str(strings.ToLower(CountryCode(q.Country)))
	}
	if q.Titles {
		str("titles")
	}
	for _, s := range q.digested() {
		str(s)
	}
	sum := sha256.Sum256(b)
	return [16]byte(sum[:])
}

// ParseDecade reads "1990s" or "1990" and snaps it down to the decade's first
// year (REQ F1-10, F1-12).
func ParseDecade(s string) (int, error) {
	digits := strings.TrimSuffix(strings.TrimSuffix(s, "s"), "S")
	if len(digits) != 4 {
		return 0, fault.Param("decade", "a decade such as 1990s or 1990")
	}
	year := 0
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, fault.Param("decade", "a decade such as 1990s or 1990")
		}
		year = year*10 + int(c-'0')
	}
	return year - year%10, nil
}

// ParseGenres splits a genre parameter on commas and trims the parts.
func ParseGenres(s string) []string {
	var genres []string
	for g := range strings.SplitSeq(s, ",") {
		if g = strings.TrimSpace(g); g != "" {
			genres = append(genres, g)
		}
	}
	return genres
}
