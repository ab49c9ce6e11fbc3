package ledger

import (
	"fmt"
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
)

// Account is one customer.
type Account struct {
	ID   string
	Name string
	// Email is what its owner signs in with; empty when nobody does.
	Email access.Email
	// Password is empty when the account has none.
	Password access.PasswordHash
	Plan     access.Plan
	Status   Status
	Created  time.Time
}

// Status says whether an account is let in.
type Status uint8

// The statuses. Keys and sessions of a suspended account open nothing, and do
// not tell why.
const (
	Active Status = iota
	Suspended
)

var statuses = [...]string{Active: "active", Suspended: "suspended"}

// String gives active or suspended.
func (s Status) String() string {
	if int(s) >= len(statuses) {
		return fmt.Sprintf("status %d", uint8(s))
	}
	return statuses[s]
}

// ParseStatus reads what String writes, in any case.
func ParseStatus(text string) (Status, error) {
	for s, name := range statuses {
		if strings.EqualFold(text, name) {
			return Status(s), nil
		}
	}
	return 0, fault.Param("status", "one of active, suspended")
}

// MarshalText gives String.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is ParseStatus for decoders.
func (s *Status) UnmarshalText(b []byte) (err error) {
	*s, err = ParseStatus(string(b))
	return err
}

// NewAccountID makes an id for an account that has none.
func NewAccountID() string { return "acc_" + access.RandomBase62(16) }
