package ledger

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Audits tell what was done, by whom, when and from where. Events are added and
// never changed. What was done to accounts and keys is kept for ever. What is
// routine, and what strangers do as often as they like, is not: of a routine
// action RoutineADay events are recorded for one account and day, the last of
// which says so, and they are dropped after RoutineFor.
type Audits interface {
	// Record adds events that are not part of a change.
	Record(ctx context.Context, events ...Event) error
	// Audit gives the events that q asks for, the newest first.
	Audit(ctx context.Context, q AuditQuery) ([]Event, error)
}

// Event is one entry of the audit log. It never holds a secret.
type Event struct {
	// ID is given by the ledger, higher for later events.
	ID int64
	At time.Time
	// Actor is who: the id of a key or account, or cli: and the name of the
	// operating system's user.
	Actor string
	// From is the address the actor asked from, or local.
	From   string
	Action Action
	// Account is whose account it was about, Target the key or account.
	Account, Target string
	// Detail says more in words fit for a table, e.g. "writer to studio".
	Detail string
}

// Action is what was done.
type Action string

// The actions.
const (
	AccountCreated   Action = "account.created"
	PlanChanged      Action = "account.plan_changed"
	StatusChanged    Action = "account.status_changed"
	PasswordChanged  Action = "account.password_changed"
	KeyCreated       Action = "key.created"
	KeySelfGenerated Action = "key.self_generated"
	KeyChanged       Action = "key.changed"
	KeyRotated       Action = "key.rotated"
	KeyRevoked       Action = "key.revoked"
	SignedIn         Action = "session.created"
	SignedOut        Action = "session.ended"
	SignInRefused    Action = "session.refused"
	LedgerRestored   Action = "ledger.restored" // from a backup: what came after it is gone

	AccountDeleted Action = "account.deleted"

	PasswordResetCreated Action = "account.reset_link_created"
)

// How much is recorded of a routine action for one account and day, and how long
// it is kept.
const (
	RoutineADay = 100
	RoutineFor  = 400 * 24 * time.Hour
)

// Routine are the actions that are routine.
var Routine = [...]Action{SignedIn, SignedOut, SignInRefused, GrantCreated, GrantEnded, GrantMisused, ShareCreated, ShareEnded}

// Routine reports whether the action is routine.
func (a Action) Routine() bool { return slices.Contains(Routine[:], a) }

// Last says that further events like this one are not recorded today.
func (e Event) Last() Event {
	e.Detail = strings.TrimSpace(e.Detail + " (more of the day are not recorded)")
	return e
}

// AuditQuery asks for part of the audit log. Empty fields ask for all.
type AuditQuery struct {
	Account, Actor, Target string
	Action                 Action
	// Before asks for events with a lower id; 0 for the newest.
	Before int64
	Limit  int // at most so many, above 0
}

// By is who does something, and from where.
type By struct{ Actor, From string }

// Did makes the event of what they did.
func (b By) Did(action Action, account, target, detail string, at time.Time) Event {
	return Event{At: at, Actor: b.Actor, From: b.From, Action: action, Account: account, Target: target, Detail: detail}
}
