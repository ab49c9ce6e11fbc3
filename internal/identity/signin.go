package identity

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/grant"
	"kinodex/internal/ledger"
)

// Signing in for the connector: which clients there are, what a person lets one
// do, and the tokens it gets for it (REQ ). The rules are those of
// package grant; a refusal that a client may see is a *grant.Error. Sign-in with
// a password is in account.go.

// How many clients are registered: a UTC day from one network and from one IPv6
// /48, and an hour from everywhere.
const (
	clientsPerNetwork = 200
	clientsPerSite    = 400
	clientsPerHour    = 1_000
)

// documentsPerAccount is how many documents of clients a UTC day one account has
// looked up.
const documentsPerAccount = 200

// How many grants one account gives. How many it has is for package grant to say.
const (
	grantsPerMinute = 60
	grantsPerDay    = 200
)

// ClientDocuments reports whether a client may be known by the address of a
// document that describes it.
func (a *Authority) ClientDocuments() bool { return a.documents != nil }

// RegisterClient registers a client by its metadata, in JSON (RFC 7591), and returns it with
// its id. Metadata that is refused is a *grant.Error. The number of registrations is limited
// a network and in all; one too many is a fault of kind RateLimited.
func (a *Authority) RegisterClient(ctx context.Context, metadata []byte, from netip.Addr) (ledger.Client, error) {
	m, refused := grant.ParseMetadata(metadata)
	if refused != nil {
		return ledger.Client{}, refused
	}
	now := a.now().UTC().Truncate(time.Second)
	limits := append(perPlace(now, "clients", from, clientsPerNetwork, clientsPerSite, "too many clients were registered from your address"),
		perHour(now, "clients:all", clientsPerHour, "too many clients were registered"))
	if err := a.count(ctx, now, limits...); err != nil {
		return ledger.Client{}, err
	}
	c := ledger.Client{
		ID: "kcl_" + access.RandomBase62(22), Name: m.Name, URI: m.URI, Redirects: m.Redirects,
		Created: now, Expires: now.Add(grant.UnusedClientTTL),
	}
	if err := a.ledger.CreateClient(ctx, c, grant.MaxClients); err != nil {
		return ledger.Client{}, fmt.Errorf("register a client: %w", err)
	}
	return c, nil
}

// Client returns the client of an id; one that does not exist is a *grant.Error with code
// invalid_client. A client that is described by a document at its id is fetched only for a
// caller who is signed in, so that nobody else can make the service fetch addresses.
func (a *Authority) Client(ctx context.Context, c access.Caller, id string) (grant.Client, error) {
	if grant.IsDocument(id) {
		return a.described(ctx, c, id)
	}
	if !clientID.MatchString(id) {
		return grant.Client{}, errNoClient
	}
	known, err := a.ledger.Client(ctx, id)
	if err != nil && !errors.Is(err, ledger.ErrNotFound) {
		return grant.Client{}, fmt.Errorf("look up a client: %w", err)
	}
	if err != nil || !a.now().Before(known.Expires) {
		return grant.Client{}, errNoClient
	}
	return grant.Client{ID: known.ID, Name: known.Name, URI: known.URI, Redirects: known.Redirects}, nil
}

// clientID is what the id of a registered client is.
var clientID = regexp.MustCompile(`^kcl_[0-9A-Za-z]{22}$`)

var errNoClient = grant.Refuse(grant.InvalidClient, "no client has this client_id; it must register first")

// described fetches the document of a client, within documentsPerAccount a day.
func (a *Authority) described(ctx context.Context, c access.Caller, id string) (grant.Client, error) {
	if a.documents == nil {
		return grant.Client{}, grant.Refuse(grant.InvalidClient, "client_id may not be an address here; the client must register first")
	}
	if c.Mode != access.SignedIn {
		return grant.Client{}, access.ErrNoSession()
	}
	now := a.now()
	if err := a.count(ctx, now, perDay(now, "documents:"+c.Account, documentsPerAccount, "too many clients were looked up for this account")); err != nil {
		return grant.Client{}, err
	}
	client, refused := a.documents.Client(ctx, id)
	if refused != nil {
		return grant.Client{}, refused
	}
	return client, nil
}

// Grant lets a client act for c's account with those of the requested scopes that are in
// allowed, and returns the authorization code to send to it. The request must have passed
// its Check. An account that gives grants too fast gets a fault of kind RateLimited, one
// that has grant.MaxGrants a fault of kind Conflict.
func (a *Authority) Grant(ctx context.Context, c access.Caller, client grant.Client, r *grant.Request, allowed access.Scopes) (access.GrantToken, error) {
	if c.Mode != access.SignedIn || c.Account == "" {
		return access.GrantToken{}, access.ErrNoSession()
	}
	scopes := r.Scopes & allowed & access.Grantable
	if scopes == 0 {
		return access.GrantToken{}, fault.Param("scope", "at least one of those that are asked for")
	}
	now := moment(a.now())
	const why = "too many clients were let in to this account"
	meter := "grants:" + c.Account
	if err := a.count(ctx, now, perDay(now, meter, grantsPerDay, why), perMinute(now, meter, grantsPerMinute, why)); err != nil {
		return access.GrantToken{}, err
	}
	g := ledger.Grant{
		ID: "gra_" + access.RandomBase62(16), Account: c.Account, Client: client.ID, Name: client.Name,
		Resource: r.Resource, Scopes: scopes, Redirect: r.Redirect, Challenge: r.Challenge,
		Created: now, Expires: now.Add(grant.CodeTTL), // until the code is exchanged
	}
	code, stored := newGrantToken(g.ID, access.GrantCode, 0, now, g.Expires, now.Add(grant.CodeRetention))
	by := ledger.By{Actor: c.Account, From: c.From()}
	err := a.ledger.CreateGrant(ctx, g, stored, grant.MaxGrants, by.Did(ledger.GrantCreated, c.Account, g.ID, client.ID+": "+scopes.String(), now))
	if errors.Is(err, ledger.ErrFull) {
		return access.GrantToken{}, fault.New(fault.Conflict,
			"the account lets %d clients act for it already; end one of them first (Connections)", grant.MaxGrants)
	}
	if err != nil {
		return access.GrantToken{}, fmt.Errorf("grant: %w", err)
	}
	return code, nil
}

// LetIn reports whether a client acts for the caller's account already, with a redirect to
// the same scheme and host as the one given.
func (a *Authority) LetIn(ctx context.Context, c access.Caller, client, redirect string) (bool, error) {
	all, err := a.Connections(ctx, c)
	if err != nil {
		return false, err
	}
	to, err := url.Parse(redirect)
	if err != nil {
		return false, nil
	}
	for _, g := range all {
		if u, err := url.Parse(g.Redirect); err == nil && g.Client == client && u.Scheme == to.Scheme && u.Host == to.Host {
			return true, nil
		}
	}
	return false, nil
}

// newGrantToken returns a new token, and the record by which the ledger recognises it, which
// holds its hash only. expires is when it stops working, until when the record is deleted.
func newGrantToken(id string, kind access.GrantKind, scopes access.Scopes, now, expires, until time.Time) (access.GrantToken, ledger.GrantToken) {
	t := access.NewGrantToken(kind)
	return t, ledger.GrantToken{Hash: t.Hash(), Grant: id, Kind: kind, Scopes: scopes, Created: now, Expires: expires, Until: until}
}

// moment returns a time as ledgers store it: in UTC, to the microsecond.
func moment(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// Connections returns the grants of the caller's account that have not ended. The caller must
// be signed in; anyone else is a fault of kind InvalidKey.
func (a *Authority) Connections(ctx context.Context, c access.Caller) ([]ledger.Grant, error) {
	if c.Mode != access.SignedIn {
		return nil, access.ErrNoSession()
	}
	all, err := a.ledger.ListGrants(ctx, c.Account)
	if err != nil {
		return nil, fmt.Errorf("list grants: %w", err)
	}
	on, now := all[:0], a.now()
	for _, g := range all {
		if now.Before(g.Expires) {
			on = append(on, g)
		}
	}
	return on, nil
}

// Disconnect ends a grant of the caller's account, with all its tokens. It does nothing for a
// grant of another account, or one that does not exist.
func (a *Authority) Disconnect(ctx context.Context, c access.Caller, id string) error {
	mine, err := a.Connections(ctx, c)
	if err != nil {
		return err
	}
	for _, g := range mine {
		if g.ID == id {
			return a.endGrant(ctx, g, ledger.GrantEnded, ledger.By{Actor: c.Account, From: c.From()})
		}
	}
	return nil
}

// endGrant ends a grant, and records why.
func (a *Authority) endGrant(ctx context.Context, g ledger.Grant, why ledger.Action, by ledger.By) error {
	// The grant is ended even when the client has gone.
	err := a.ledger.EndGrant(context.WithoutCancel(ctx), g.ID, by.Did(why, g.Account, g.ID, g.Client, a.now()))
	if err != nil {
		return fmt.Errorf("end a grant: %w", err)
	}
	return nil
}
