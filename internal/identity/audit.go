package identity

import (
	"time"

	"kinodex/internal/ledger"
)

// MaxAdminPage is how many keys or events one page has at most.
const MaxAdminPage = 200

// Event is one entry of the audit log.
type Event struct {
	ID      int64     `json:"id"`
	At      time.Time `json:"at"`
	Actor   string    `json:"actor" doc:"Who: a key's id, an account's, or cli: and a user of the machine."`
	From    string    `json:"from" doc:"The address they asked from, or local."`
	Action  string    `json:"action" example:"key.revoked"`
	Account string    `json:"account" doc:"Whose account it was about."`
	Target  string    `json:"target" doc:"The key or account."`
	Detail  string    `json:"detail"`
}

// DescribeEvent returns an event in the form in which the interface shows it.
func DescribeEvent(e ledger.Event) Event {
	return Event{e.ID, e.At, e.Actor, e.From, string(e.Action), e.Account, e.Target, e.Detail}
}
