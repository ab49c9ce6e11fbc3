package ledger

import (
	"context"
	"time"

	"kinodex/internal/access"
)

// Links are addresses that are good once: to sign in to an account, or to open one. A
// ledger knows a link by the hash of its token only.
type Links interface {
	// CreateSignInLink adds a link in the place of the account's earlier one;
	// ErrNotFound when the account does not exist.
	CreateSignInLink(ctx context.Context, l SignInLink, because ...Event) error
	// SignInLink gives the link of a hash with its account, perhaps one that has
	// expired; ErrNotFound when there is none.
	SignInLink(ctx context.Context, hash Hash) (SignInLink, Account, error)
	// UseSignInLink drops a link and adds a session of its account. Of many who ask
	// at once, on any replica, one succeeds. ErrNotFound when the session's account
	// has no such link, or it has expired when the session is created.
	UseSignInLink(ctx context.Context, hash Hash, s Session, because ...Event) error

	// CreateInvitation adds an invitation, and drops those that had expired when it
	// was created. ErrExists when its hash is taken.
	CreateInvitation(ctx context.Context, i Invitation, because ...Event) error
	// Invitation gives the invitation of a hash, perhaps one that has expired;
	// ErrNotFound when there is none.
	Invitation(ctx context.Context, hash Hash) (Invitation, error)
	// UseInvitation drops an invitation and adds the account it was for. Of many who
	// ask at once one succeeds. ErrNotFound when there is no such invitation, or it
	// has expired when the account is created; ErrExists, which leaves the
	// invitation, when the id or the email is taken.
	UseInvitation(ctx context.Context, hash Hash, a Account, because ...Event) error
}

// How long links are good. One that signs in is opened at once; an invitation waits in
// somebody's mailbox.
const (
	SignInLinkFor     = 15 * time.Minute
	LongestSignInLink = 24 * time.Hour
	InvitationFor     = 7 * 24 * time.Hour
	LongestInvitation = 90 * 24 * time.Hour
)

// SignInLink lets whoever has its token sign in to an account, once.
type SignInLink struct {
	Hash             Hash
	Account          string
	Created, Expires time.Time
}

// NewSignInLink makes a link for an account that is good for a while, and the token
// that goes into it and nowhere else.
func NewSignInLink(account string, at time.Time, valid time.Duration) (SignInLink, access.LinkToken) {
	t := access.NewLinkToken(access.LinkSignIn)
	at = moment(at)
	return SignInLink{Hash: t.Hash(), Account: account, Created: at, Expires: at.Add(valid)}, t
}

// Good reports whether the link may still be used at a time.
func (l SignInLink) Good(at time.Time) bool { return at.Before(l.Expires) }

// Invitation lets whoever has its token open an account, once.
type Invitation struct {
	Hash Hash
	Plan access.Plan
	// Email is whose account it is for; empty for anybody's.
	Email            access.Email
	Created, Expires time.Time
}

// NewInvitation makes an invitation that is good for a while, and the token that goes
// into its link and nowhere else.
func NewInvitation(plan access.Plan, email access.Email, at time.Time, valid time.Duration) (Invitation, access.LinkToken) {
	t := access.NewLinkToken(access.LinkInvite)
	at = moment(at)
	return Invitation{Hash: t.Hash(), Plan: plan, Email: email, Created: at, Expires: at.Add(valid)}, t
}

// Good reports whether the invitation may still be used at a time.
func (i Invitation) Good(at time.Time) bool { return at.Before(i.Expires) }

// The actions that are recorded of links.
const (
	SignInLinkCreated Action = "account.sign_in_link_created"
	InvitationCreated Action = "invitation.created"
)
