package film

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"kinodex/internal/fault"
	"kinodex/internal/text"
)

// Filters are the conditions on films that lists, recommendations and the connector take, by
// their names (REQ F2-20 to F2-28, F2-45, M-19). A nil number is no condition, an empty text
// neither. What is out of range is compared as sent; the connector refuses it. The aliases
// are names that clients send by mistake: they are refused, and the error says which
// parameter was meant (REQ G-10). docs/decisions/0065 and package param explain the tags.
type Filters struct {
	Genre          string        `query:"genre" json:"genre,omitempty" nullable:"true" maxLength:"500" alias:"category" doc:"Names of genres, any case, separated by commas; all must match. Other usual names are understood: scifi, science fiction, noir. meta.unknown_genres names those that no film has." brief:"Drama,Crime: all must match." example:"Drama,Crime"`
	Decade         Decade        `query:"decade" json:"decade,omitempty" nullable:"true" allowed:"a decade such as 1990s or 1990" doc:"A decade, as 1990s or 1990." brief:"1990s" example:"1940s"`
	YearMin        *float64      `query:"year_min" json:"year_min,omitempty" nullable:"true" format:"int32" whole:"true" beyond:"accept" alias:"year,from,since,after,min_year,year_from,start_year,release_year" allowed:"a number" doc:"The first year of release." brief:"First year." example:"1940"`
	YearMax        *float64      `query:"year_max" json:"year_max,omitempty" nullable:"true" format:"int32" whole:"true" beyond:"accept" alias:"year,to,until,before,max_year,year_to,end_year,release_year" allowed:"a number" doc:"The last year of release." brief:"Last year." example:"1959"`
	MinRating      *float64      `query:"min_rating" json:"min_rating,omitempty" nullable:"true" minimum:"0" maximum:"10" beyond:"accept" alias:"rating,rating_min" allowed:"a number (ratings run from 0 to 10)" doc:"The least user rating." brief:"User rating." example:"7.5"`
	MinScore       *float64      `query:"min_score" json:"min_score,omitempty" nullable:"true" minimum:"0" maximum:"100" beyond:"accept" alias:"score,score_min,master_score" allowed:"a number (scores run from 0 to 100)" doc:"The least master score." brief:"Master score." example:"60"`
	MinVotes       *float64      `query:"min_votes" json:"min_votes,omitempty" nullable:"true" format:"int32" alias:"votes,votes_min" allowed:"a number of votes" doc:"The least number of user votes." brief:"-" example:"1000"`
	Director       string        `query:"director" json:"director,omitempty" nullable:"true" maxLength:"500" doc:"Part of a director's name, any case." brief:"Part of a name." example:"reed"`
	Actor          string        `query:"actor" json:"actor,omitempty" nullable:"true" maxLength:"500" alias:"cast,person,star" doc:"Part of the name of anyone in the cast, any case." brief:"Part of a name." example:"cotten"`
	Language       string        `query:"language" json:"language,omitempty" nullable:"true" alias:"lang,original_language" doc:"Original language, ISO 639-1." brief:"Original, ISO 639-1: en." example:"en"`
	Country        string        `query:"country" json:"country,omitempty" nullable:"true" alias:"countries,country_code,origin" doc:"A country it was made in, ISO 3166-1 alpha-2." brief:"Of production, ISO 3166-1: KR." example:"GB"`
	Collection     string        `query:"collection" json:"collection,omitempty" nullable:"true" maxLength:"500" alias:"franchise,series,collection_id" doc:"A series of films: the movie database's id of it, or its whole name in any case, with or without Collection at its end." brief:"Series, by name or id." example:"Toy Story"`
	Certification  string        `query:"certification" json:"certification,omitempty" nullable:"true" maxLength:"500" alias:"certificate,rated,mpaa,content_rating,age_rating" doc:"For whom a film is: a mark with its country before it, as GB:12A. Without a country it is the United States'. Of several between commas a film must have one." brief:"PG-13 or GB:12A." example:"PG,GB:12A"`
	ReleasedAfter  string        `query:"released_after" json:"released_after,omitempty" nullable:"true" alias:"release_date_min,released_from,released_since" allowed:"a day such as 1999-12-31, a month such as 1999-12, or a year" doc:"The first day of release_date, that day included. Of a month or year it is the first day." brief:"-" example:"1948"`
	ReleasedBefore string        `query:"released_before" json:"released_before,omitempty" nullable:"true" alias:"release_date_max,released_to,released_until" allowed:"a day such as 1999-12-31, a month such as 1999-12, or a year" doc:"The last day of release_date, that day included. Of a month or year it is the last day." brief:"-" example:"1949-06"`
	Released       ReleaseWindow `query:"released" json:"released,omitempty" nullable:"true" enum:"recent,upcoming" alias:"release" doc:"recent keeps the films whose release_date is one of the 90 days up to the day on which the library was built, upcoming those of later days." brief:"-" example:"recent"`
	MaxRating      *float64      `query:"max_rating" json:"max_rating,omitempty" nullable:"true" minimum:"0" maximum:"10" beyond:"accept" alias:"rating,rating_max" allowed:"a number (ratings run from 0 to 10)" doc:"The greatest user rating." brief:"-" example:"6.5"`
	MaxVotes       *float64      `query:"max_votes" json:"max_votes,omitempty" nullable:"true" format:"int32" alias:"votes,votes_max" allowed:"a number of votes" doc:"The greatest number of user votes." brief:"-" example:"25000"`
	MinRuntime     *float64      `query:"min_runtime" json:"min_runtime,omitempty" nullable:"true" format:"int32" alias:"runtime,runtime_min,duration" allowed:"a number of minutes" doc:"The least runtime in minutes." brief:"-" example:"80"`
	MaxRuntime     *float64      `query:"max_runtime" json:"max_runtime,omitempty" nullable:"true" format:"int32" alias:"runtime,runtime_max,duration" allowed:"a number of minutes" doc:"The greatest runtime in minutes." brief:"-" example:"90"`

	HasPoster bool `query:"has_poster" json:"has_poster,omitempty" nullable:"true" alias:"poster" doc:"true keeps only films that have a poster." brief:"-" example:"true"`
}

// Verb says how a filter compares what it asks for with what a film has.
type Verb uint8

// The verbs.
const (
	AtLeast Verb = iota // a number: the film's is that or more
	AtMost              // a number: the film's is that or less
	Is                  // a value: the film has it
	AnyOf               // values between commas: the film has one of them
	AllOf               // values between commas: the film has each of them
	PartOf              // part of a name: one of the film's names contains it
	Flag                // true: the film has it
)

// Filter is what is declared of a member of Filters beside its name, type, bounds, meaning and
// example: how films are compared with it, and what pages call it. Check, Digest, the catalogue,
// the form and the list of what is set loop over FilterTable.
type Filter struct {
	// Name is the parameter's, and that of the member of Filters.
	Name string
	Verb Verb
	// Of is what of a film it compares: one of SortFields for a number, else an index of the
	// catalogue.
	Of string
	// Label is what a form calls it, and Words what a page says when it is set: %s is the value.
	Label, Words string
	// Main says that a form shows it first.
	Main bool
	// key returns a value in the form in which values are compared; folded when nil.
	key func(string) string
	// allowed says what a value may be that valid refuses.
	allowed string
	valid   func(string) bool
	// span returns the least and the greatest number that a value allows in a library of a day,
	// for a filter whose value is not itself a number; infinite where open.
	span func(value string, built time.Time) (low, high float64)
	// digest returns what the digest has of it, where that is not its name and key.
	digest func(*Filters) []string

	index int // in Filters
}

// FilterTable has a row for each of Filters, in the order in which forms show them. The digest of a
// question, by which cursors are bound to it, begins with firstDigested; the other filters that are
// set follow in the order of the rows. So a new row comes last: the digests of questions that set
// two filters stay as they are.
var FilterTable = indexed([]Filter{
	{Name: "genre", Verb: AllOf, Of: "genres", Label: "Genres", Words: "genre %s", Main: true, key: genreKey},
	{Name: "director", Verb: PartOf, Of: "directors", Label: "Director", Words: "director %s", Main: true},
	{Name: "actor", Verb: PartOf, Of: "actors", Label: "In the cast", Words: "in the cast: %s", Main: true},
	{Name: "year_min", Verb: AtLeast, Of: "year", Label: "From year", Words: "from %s"},
	{Name: "year_max", Verb: AtMost, Of: "year", Label: "To year", Words: "to %s"},
	{Name: "decade", Verb: Is, Of: "year", Label: "Decade", Words: "decade %s", span: decadeSpan, allowed: decadeAllowed, valid: isDecade},
	{Name: "min_rating", Verb: AtLeast, Of: "filmdb_rating", Label: "Least user rating (of 10)", Words: "user rating at least %s"},
	{Name: "min_score", Verb: AtLeast, Of: "master_score", Label: "Least master score (of 100)", Words: "master score at least %s"},
	{Name: "min_votes", Verb: AtLeast, Of: "filmdb_votes", Label: "Least votes", Words: "at least %s votes"},
	{Name: "language", Verb: Is, Of: "languages", Label: "Original language (ISO 639-1)", Words: "language %s", key: strings.ToLower,
		allowed: "a two-letter ISO 639-1 code, such as en", valid: hasTwoLetters},
	{Name: "country", Verb: Is, Of: "countries", Label: "Made in (ISO 3166-1)", Words: "made in %s", key: func(s string) string { return strings.ToLower(CountryCode(s)) },
		allowed: "a two-letter ISO 3166-1 code, such as KR", valid: hasTwoLetters},
	{Name: "released", Verb: Is, Of: ReleaseField, Label: "Release", Words: "%s release", span: windowSpan, allowed: "one of recent, upcoming",
		valid:  func(s string) bool { return ReleaseWindow(s) == Recent || ReleaseWindow(s) == Upcoming },
		digest: func(f *Filters) []string { return []string{"released around the build", string(f.Released)} }},
	{Name: "collection", Verb: Is, Of: "collections", Label: "Collection", Words: "collection %s"},
	{Name: "certification", Verb: AnyOf, Of: "certifications", Label: "Certification", Words: "certified %s", key: certificationsKey,
		allowed: "marks between commas, each with its country before it or of the United States: PG-13, GB:12A", valid: areCertifications},
	{Name: "released_after", Verb: AtLeast, Of: ReleaseField, Label: "Released from", Words: "released from %s", span: firstDay, allowed: dayAllowed, valid: isDay,
		digest: releaseDigest},
	{Name: "released_before", Verb: AtMost, Of: ReleaseField, Label: "Released until", Words: "released until %s", span: lastDay, allowed: dayAllowed, valid: isDay,
		digest: func(f *Filters) []string {
			if f.ReleasedAfter != "" {
				return nil // both bounds are in one part
			}
			return releaseDigest(f)
		}},
	{Name: "has_poster", Verb: Flag, Of: "poster", Label: "With a poster", Words: "with a poster"},
	{Name: "max_rating", Verb: AtMost, Of: "filmdb_rating", Label: "Greatest user rating (of 10)", Words: "user rating at most %s"},
	{Name: "max_votes", Verb: AtMost, Of: "filmdb_votes", Label: "Most votes", Words: "at most %s votes"},
	{Name: "min_runtime", Verb: AtLeast, Of: "runtime", Label: "Least runtime (minutes)", Words: "at least %s minutes"},
	{Name: "max_runtime", Verb: AtMost, Of: "runtime", Label: "Greatest runtime (minutes)", Words: "at most %s minutes"},
})

// firstDigested are the filters that the digest has also where they are not set, in its order:
// those of the first release, whose cursors stay valid.
var firstDigested = func() (rows []*Filter) {
	for _, name := range []string{"genre", "has_poster", "decade", "year_min", "year_max", "min_rating", "min_score", "min_votes", "director", "actor", "language"} {
		rows = append(rows, &FilterTable[slices.IndexFunc(FilterTable, func(f Filter) bool { return f.Name == name })])
	}
	return rows
}()

// digested returns what the digest has of a filter that is set and not one of firstDigested.
func (f *Filter) digested(of *Filters, v FilterValue) []string {
	switch {
	case slices.Contains(firstDigested, f):
		return nil
	case f.digest != nil:
		return f.digest(of)
	case f.TakesNumber():
		return []string{f.Name, strconv.FormatFloat(v.Number, 'g', -1, 64)}
	}
	if key := f.Key(v.Text); key != "" {
		return []string{f.Name, key}
	}
	return nil
}

// indexed finds the members of Filters. It panics on a row that names none.
func indexed(rows []Filter) []Filter {
	members := reflect.VisibleFields(reflect.TypeFor[Filters]())
	for i := range rows {
		rows[i].index = slices.IndexFunc(members, func(f reflect.StructField) bool { return f.Tag.Get("query") == rows[i].Name })
		_ = members[rows[i].index]
	}
	return rows
}

// Tag returns a tag of the member, such as example or enum; see package param.
func (f *Filter) Tag(name string) string {
	return reflect.TypeFor[Filters]().Field(f.index).Tag.Get(name)
}

// TakesNumber reports whether the filter's value is a number.
func (f *Filter) TakesNumber() bool { return f.span == nil && (f.Verb == AtLeast || f.Verb == AtMost) }

// FilterValue is what a filter is set to: a number, or a text, which is true for a flag.
type FilterValue struct {
	Number float64
	Text   string
}

// All yields the filters that are set, in the order of FilterTable.
func (f *Filters) All() iter.Seq2[*Filter, FilterValue] {
	return func(yield func(*Filter, FilterValue) bool) {
		members := reflect.ValueOf(f).Elem()
		for i := range FilterTable {
			row := &FilterTable[i]
			if value, set := valueOf(members.Field(row.index)); set && !yield(row, value) {
				return
			}
		}
	}
}

// valueOf returns what a member is set to, and whether it is set.
func valueOf(member reflect.Value) (v FilterValue, set bool) {
	switch member.Kind() {
	case reflect.Pointer:
		if set = !member.IsNil(); set {
			v.Number = member.Elem().Float()
		}
	case reflect.Bool:
		if set = member.Bool(); set {
			v.Text = "true"
		}
	default:
		v.Text = member.String()
		set = v.Text != ""
	}
	return v, set
}

// Range returns the least and the greatest number that the filter allows in a library that was
// built on a day, infinite where open. Only filters of numbers have one: ok says whether this
// does.
func (f *Filter) Range(v FilterValue, built time.Time) (low, high float64, ok bool) {
	low, high = math.Inf(-1), math.Inf(1)
	switch {
	case f.span != nil:
		low, high = f.span(v.Text, built)
	case f.Verb == AtLeast:
		low = v.Number
	case f.Verb == AtMost:
		high = v.Number
	default:
		return low, high, false
	}
	return low, high, true
}

// Key returns a text in the form in which the filter compares it, empty for one that asks for
// nothing.
func (f *Filter) Key(s string) string {
	if f.key != nil {
		return f.key(s)
	}
	return text.Fold(s)
}

// check returns nil when the texts and numbers can be compared, else a fault that names the
// parameter. A decade comes first, as what cannot be read at all.
func (f *Filters) check() error {
	if f.Decade != "" {
		if _, err := ParseDecade(string(f.Decade)); err != nil {
			return err
		}
	}
	for row, v := range f.All() {
		if row.Verb == PartOf || row.Verb == AllOf || row.Verb == AnyOf || row.Verb == Is && row.valid == nil {
			if err := checkText(row.Name, v.Text); err != nil {
				return err
			}
		}
		if math.IsNaN(v.Number) || math.IsInf(v.Number, 0) {
			return fault.Param(row.Name, "a number")
		}
	}
	if err := f.inOrder(); err != nil {
		return err
	}
	for row, v := range f.All() {
		if row.valid != nil && !row.valid(v.Text) {
			return fault.Param(row.Name, row.allowed)
		}
	}
	if low, high := releaseBounds(f); low > high {
		return fault.Param("released_after", "at most released_before")
	}
	return nil
}

// inOrder returns nil when no least number is above the greatest of the same, else a fault that names
// the parameter.
func (f *Filters) inOrder() error {
	for low, from := range f.All() {
		if low.Verb != AtLeast || !low.TakesNumber() {
			continue
		}
		for high, to := range f.All() {
			if high.Verb == AtMost && high.TakesNumber() && high.Of == low.Of && from.Number > to.Number {
				return fault.Param(low.Name, "at most "+high.Name)
			}
		}
	}
	return nil
}

// checkText returns a fault of a parameter for a text that cannot be searched for.
func checkText(name, value string) error {
	if !utf8.ValidString(value) || strings.ContainsRune(value, 0) {
		return fault.Param(name, "valid UTF-8 text without NUL characters")
	}
	if utf8.RuneCountInString(value) > MaxText {
		return fault.Param(name, fmt.Sprintf("at most %d characters", MaxText))
	}
	return nil
}

// Decade is a decade as it is written: 1990s or 1990; empty for none. In JSON it may also be a
// number.
type Decade string

// UnmarshalJSON reads "1990s", "1990" and 1990. Whether it is a decade is for First to say.
func (d *Decade) UnmarshalJSON(b []byte) error {
	var n json.Number
	if json.Unmarshal(b, (*string)(d)) == nil {
		return nil
	}
	if err := json.Unmarshal(b, &n); err != nil {
		return fmt.Errorf("read a decade: %w", err)
	}
	*d = Decade(n)
	return nil
}

// decadeAllowed is what a decade may be.
const decadeAllowed = "a decade such as 1990s or 1990"

// ParseDecade reads "1990s" or "1990" and snaps it down to the decade's first
// year (REQ F1-10, F1-12).
func ParseDecade(s string) (int, error) {
	digits := strings.TrimSuffix(strings.TrimSuffix(s, "s"), "S")
	if len(digits) != 4 {
		return 0, fault.Param("decade", decadeAllowed)
	}
	year := 0
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, fault.Param("decade", decadeAllowed)
		}
		year = year*10 + int(c-'0')
	}
	return year - year%10, nil
}

func isDecade(s string) bool {
	_, err := ParseDecade(s)
	return err == nil
}

// decadeSpan returns the years of a decade.
func decadeSpan(s string, _ time.Time) (first, last float64) {
	year, _ := ParseDecade(s)
	return float64(year), float64(year + 9)
}

// KeySeparator is between the values of a filter's key, which has them in order and each once.
const KeySeparator = "\x00"

// GenreNames yields the names of a genre parameter: the parts between commas, trimmed, but for
// empty ones.
func GenreNames(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for g := range strings.SplitSeq(s, ",") {
			if g = strings.TrimSpace(g); g != "" && !yield(g) {
				return
			}
		}
	}
}

// genreKey returns genres folded, in order and each once, so that their order does not count.
func genreKey(s string) string {
	var room [8]string
	genres := room[:0]
	for g := range GenreNames(s) {
		genres = append(genres, text.Fold(g))
	}
	slices.Sort(genres)
	return strings.Join(slices.Compact(genres), KeySeparator)
}

func hasTwoLetters(s string) bool {
	return len(s) == 2 && 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z' && 'a' <= s[1]|0x20 && s[1]|0x20 <= 'z'
}
