package ingest

import (
	"encoding/json"
	"io"
	"time"

	"kinodex/internal/film"
)

// Report is what a build did with everything it read. Its JSON form is written
// beside the library; WriteText is for people.
type Report struct {
	Started time.Time     `json:"started"`
	Took    time.Duration `json:"took_ns"`
	Sources []SourceCount `json:"sources"`
	// Warnings are what most of was lost of a file or a column.
	Warnings []Warning `json:"warnings"`
	// Joined counts the rows without a film id that found their film, by rule,
	// Unjoined those that did not, by reason.
	Joined   map[string]int `json:"joined"`
	Unjoined map[string]int `json:"unjoined"`
	// Names counts the people who are credited by id: all, with a stated name,
	// with a deduced one.
	Names NameCount `json:"names"`
	// Fields tells, by field, how often sources spoke, agreed and differed, and
	// who was believed.
	Fields map[string]*FieldCount `json:"fields"`
	// Years are those a film may be of; the last follows the sources.
	Years Years `json:"years"`
	// Titles is how many distinct film ids the sources know; Refused counts
	// those that are not in the catalogue, by reason. Titles = Films + Refused.
	Titles  int            `json:"titles"`
	Films   int            `json:"films"`
	Refused map[string]int `json:"refused"`
	// Unlisted is how many of Refused are not among Options.Rejects: episodes and
	// games that no other file speaks of.
	Unlisted int `json:"unlisted,omitempty"`
	// Complete counts, by field, the films in which it is not null or empty.
	Complete map[string]int `json:"complete"`
	// Core counts the films that have overview, director, genres, runtime and
	// rating together.
	Core    int            `json:"core"`
	Decades map[string]int `json:"decades"`
	Bands   map[string]int `json:"bands"`
}

// Years are the first and the last year of the catalogue.
type Years struct {
	First int `json:"first"`
	Last  int `json:"last"`
}

// SourceCount is what was read from one file.
type SourceCount struct {
	File    string         `json:"file"`
	Format  string         `json:"format"`
	Source  string         `json:"source"`
	Period  string         `json:"period"`
	Unused  string         `json:"unused,omitempty"`
	Bytes   int64          `json:"bytes"`
	Rows    int            `json:"rows"`
	Claims  int            `json:"claims"`
	Passed  int            `json:"passed_over,omitempty"` // rows about titles that are no films
	Rejects map[string]int `json:"rejects,omitempty"`
	Repairs map[string]int `json:"repairs,omitempty"`
	// ColumnsNotUsed are the columns of a table of which a film holds nothing.
	ColumnsNotUsed []string `json:"columns_not_used,omitempty"`
}

// NameCount counts people credited by id only.
type NameCount struct {
	Wanted  int `json:"wanted"`
	Stated  int `json:"stated"`
	Deduced int `json:"deduced"`
}

// FieldCount is how the sources of one field got on.
type FieldCount struct {
	// Alone counts the films on which one row speaks, Agreed those on which
	// several do and say the same, Differed those on which they do not.
	Alone    int `json:"alone"`
	Agreed   int `json:"agreed"`
	Differed int `json:"differed"`
	// Believed counts, by format, whose saying was taken.
	Believed map[string]int `json:"believed"`
	// BelievedDiffering is Believed among the films on which rows differ.
	BelievedDiffering map[string]int `json:"believed_differing,omitempty"`
	// Sample holds some of the differences, spread over the catalogue.
	Sample []Conflict `json:"sample,omitempty"`
}

// Conflict is a fact on which sources differ and how it was settled.
type Conflict struct {
	Film   film.ID     `json:"filmdb_id"`
	Field  string      `json:"-"`
	Chosen Statement   `json:"chosen"`
	Others []Statement `json:"others"`
}

// Statement is what one row says.
type Statement struct {
	Value string `json:"value"`
	File  string `json:"file"`
	Line  int    `json:"line"`
}

// newReport returns a report whose maps are made and whose counts are 0.
func newReport(now time.Time) *Report {
	return &Report{
		Started: now, Warnings: []Warning{}, Joined: map[string]int{}, Unjoined: map[string]int{}, Fields: map[string]*FieldCount{},
		Refused: map[string]int{}, Complete: map[string]int{}, Decades: map[string]int{}, Bands: map[string]int{},
	}
}

// Listed returns how many lines Options.Rejects gets: one for every rejected row, every row
// that no rule joins, and every refused title but the unlisted.
func (r *Report) Listed() int {
	n := total(r.Refused) - r.Unlisted + total(r.Unjoined)
	for _, s := range r.Sources {
		n += total(s.Rejects)
	}
	return n
}

// field returns the counts of a field, which it adds when there are none yet.
func (r *Report) field(name string) *FieldCount {
	c := r.Fields[name]
	if c == nil {
		c = &FieldCount{Believed: map[string]int{}, BelievedDiffering: map[string]int{}}
		r.Fields[name] = c
	}
	return c
}

// sampleSize is how many conflicts of one field a report shows.
const sampleSize = 12

// keep adds a conflict to the sample, which holds sampleSize conflicts at most: those of the
// smallest mixed ids. That choice is spread evenly over the catalogue and does not depend on
// the order of work.
func (c *FieldCount) keep(conflict Conflict) {
	at := len(c.Sample)
	for at > 0 && mixed(c.Sample[at-1].Film) > mixed(conflict.Film) {
		at--
	}
	if at >= sampleSize {
		return
	}
	c.Sample = append(c.Sample, Conflict{})
	copy(c.Sample[at+1:], c.Sample[at:])
	c.Sample[at] = conflict
	c.Sample = c.Sample[:min(len(c.Sample), sampleSize)]
}

// mixed spreads ids over 32 bits by multiplicative hashing: 2654435761 is a prime
// near 2^32 divided by the golden ratio.
func mixed(id film.ID) uint32 {
	n := uint32(id) * 0x9E3779B1
	return n ^ n>>15
}

// WriteJSON writes the report as one indented JSON object and a newline.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
