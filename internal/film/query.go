package film

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"time"

	"kinodex/internal/docset"
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
	// Within are the films among which the answer is, by number; nil for all. It is no part of the
	// question but follows from the rest of it, and Digest leaves it out.
	Within docset.Set
	// Description makes Text one that tells of a film in somebody's own words; nil for other texts.
	// Then Match is not read. It follows from the rest of the question, too.
	Description *Description
	// Ranked are the films among which the answer is, with how well they fit, in ascending order of their
	// numbers; nil where the text says it. Then Text must be empty, and without Sort the film that fits
	// best comes first. It follows from the rest of the question, too.
	Ranked []Scored
	// Filters are the other conditions. GenreParts asks for parts of the names of genres (v1)
	// in place of whole names.
	Filters
	GenreParts bool
	Sort       Sort // zero: relevance with Text, else DefaultSort
}

// Description is what is known of a film that somebody describes beside the words: any film with some
// of the words may be the one.
type Description struct {
	Evidence []Evidence
	// Similar are films whose texts were compared with the description by their meaning, in ascending
	// order of their numbers.
	Similar []Similarity
}

// Similarity is how near the text of a film, told by number, is to the meaning of another text: the
// cosine of their vectors, from -1 to 1.
type Similarity struct {
	Film   uint32
	Cosine float32
}

// Scored is how well a film, told by number, fits a question. Scores of one question can be compared.
type Scored struct {
	Film  uint32
	Score float32
}

// Evidence speaks for some films, which are told by number. A film that has all that words tell of the
// described one has 1 for them; Weight is on that scale.
type Evidence struct {
	Films  docset.Set
	Weight float32
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

// Note says in a sentence what so many films have that match so; it is empty when they have all words.
func (m Match) Note(films int) string {
	switch {
	case m == MatchAny && films == 1:
		return "This film fits the text far better than any other, so it is listed alone."
	case m == MatchMost:
		return "No film, or few, has all of these words. These have most of them."
	case m == MatchAny:
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
	if err := checkText("q", q.Text); err != nil {
		return err
	}
	if err := q.Filters.check(); err != nil {
		return err
	}
	if q.Sort.Field != "" && !slices.Contains(SortFields, q.Sort.Field) {
		return badSort(SortFields)
	}
	return nil
}

// Order returns the order of the answer: Sort, or relevance when there is text
// or a ranking and no Sort, or DefaultSort.
func (q *Query) Order() Sort {
	if q.Sort.Field != "" {
		return q.Sort
	}
	if q.Ranked != nil || text.HasWord(q.Text) {
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
	str(text.Fold(q.Text))
	members := reflect.ValueOf(&q.Filters).Elem()
	for _, row := range firstDigested {
		value, set := valueOf(members.Field(row.index))
		switch {
		case row.TakesNumber():
			if flag(set); set {
				b = binary.LittleEndian.AppendUint64(b, math.Float64bits(value.Number+0))
			}
		case row.span != nil: // the decade
			if flag(set); set {
				first, _ := row.span(value.Text, time.Time{})
				b = binary.LittleEndian.AppendUint64(b, uint64(first))
			}
		case row.Verb == Flag:
			flag(set)
		default:
			str(row.Key(value.Text))
		}
		if row.Name == "genre" {
			flag(q.GenreParts)
		}
	}
	order := q.Order()
	str(order.Field)
	flag(order.Desc)
	if q.Match != "" && q.Match != MatchAll { // cursors from before there was a choice stay valid
		str(string(q.Match))
	}
	if q.Titles {
		str("titles")
	}
	for row, value := range q.All() {
		for _, part := range row.digested(&q.Filters, value) {
			str(part)
		}
	}
	sum := sha256.Sum256(b)
	return [16]byte(sum[:])
}
