package source

import (
	"unicode/utf8"

	"kinodex/internal/film"
)

// The reasons a row is rejected for.
const (
	BlankRow       = "blank_row"
	Placeholder    = "placeholder_row"
	ShiftedColumns = "shifted_columns"
	TooLong        = "too_long"
	NoID           = "no_id"          // no id, and no title and year to join by
	NoTitle        = "no_title"       // joined by title, which is missing
	NothingStated  = "nothing_stated" // an id and nothing else
	BadDocument    = "bad_document"
	UnknownShape   = "unknown_shape"
	Damaged        = "damaged"
	NotCompetitive = "not_competitive" // an honour that is no nomination
	NoFilm         = "no_film"         // a nomination of a person for no film
	NotAFilm       = "not_a_film"
	Repeated       = "repeated" // says what an earlier row of the file said
)

// sink is where a reader puts what it found. It holds the origin of the row at
// hand, stamps it on claims and rejects, and counts.
// A sink serves one Read, and one goroutine.
type sink struct {
	origin Origin
	tally  *Tally
	claim  Claim
	err    error // the first error of emit: reading stops
	// column and value are the cell last looked at; nil outside tables.
	column *ColumnTally
	value  []byte
	known  int // words taken for genres or kinds so far
	newest newest

	wanted   func(film.ID) bool // File.Wanted
	onClaim  func(*Claim) error
	onReject func(Reject)
}

// newClaim returns the claim of the row at hand, empty but for its origin. There is one claim
// for each sink: it is filled anew for each row.
func (s *sink) newClaim() *Claim {
	s.claim = Claim{Origin: s.origin}
	return &s.claim
}

// passes reports whether the row at hand is passed over, since its film is not wanted, and counts
// those that are.
func (s *sink) passes(id film.ID) bool {
	if s.wanted == nil || s.wanted(id) {
		return false
	}
	s.tally.Passed++
	return true
}

// emit hands over the claim of the last newClaim and counts it. Its error stays in s.err;
// after one emit does nothing.
func (s *sink) emit() {
	if s.err != nil {
		return
	}
	s.tally.Claims++
	s.newest.observe(&s.claim)
	s.err = s.onClaim(&s.claim)
}

// maxDetail is how many bytes a Reject.Detail has at most.
const maxDetail = 120

// reject hands over the row at hand as one that could not be used, and counts it. detail is
// cut to maxDetail bytes of valid UTF-8.
func (s *sink) reject(reason, detail string) {
	s.tally.Rejects++
	if len(detail) > maxDetail {
		detail = detail[:maxDetail]
		for len(detail) > 0 && !utf8.ValidString(detail) {
			detail = detail[:len(detail)-1]
		}
	}
	s.onReject(Reject{Origin: s.origin, Reason: reason, Detail: detail})
}

// repaired counts a fault that was mended or left out, by its name in Tally.Repairs.
func (s *sink) repaired(fault string) {
	if s.tally.Repairs == nil {
		s.tally.Repairs = map[string]int{}
	}
	s.tally.Repairs[fault]++
}
