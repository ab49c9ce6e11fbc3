package library

import "time"

// BucketState is what is known of the bucket that a library is fetched from.
type BucketState struct {
	// Wanted is the generation that the bucket names; empty when that is not known yet.
	Wanted string
	// NamedAt is when the bucket came to name Wanted, by the clock of who published it, and
	// AskedAt when the bucket last answered. Both are zero when that is not known.
	NamedAt, AskedAt time.Time
	// Problem says for anybody why Wanted is not fetched or does not serve; empty when
	// nothing keeps it from that. Reason is its kind, one of the Reason constants.
	Problem, Reason string
	// Away is set while the bucket does not answer.
	Away bool
	// Fetched and Missing are bytes of files as they are mapped: those that were fetched
	// since the start, and those that Wanted still needs.
	Fetched, Missing int64
	// NotBefore is when Wanted is to serve, if it waits for that.
	NotBefore time.Time
}

// Why a generation of a bucket does not serve.
const (
	ReasonDamaged    = "damaged"      // a file or manifest is not what it should be
	ReasonIncomplete = "incomplete"   // a file or manifest is not there
	ReasonNewer      = "newer_format" // made by a newer program
	ReasonOlder      = "older_format" // made by an earlier program
	ReasonDisk       = "disk"         // the disk is full or cannot be written
	ReasonEmpty      = "empty"        // nothing was published yet
)

// Reasons are all of them.
var Reasons = []string{ReasonDamaged, ReasonIncomplete, ReasonNewer, ReasonOlder, ReasonDisk, ReasonEmpty}
