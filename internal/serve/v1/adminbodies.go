package v1

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// keyOrder is the body of POST /admin/keys. Name alone is required. A nil Scopes stands for
// the scopes of the plan, an empty list for no scope. A key without ExpiresAt never expires.
type keyOrder struct {
	Account   string    `json:"account,omitempty" doc:"Whose key it is. An account that does not exist is opened, if tier says for which plan; so is a new one when this is left out." example:"acc_3kT9wLq0Zs81Vb5n"`
	Tier      string    `json:"tier,omitempty" enum:"free,writer,producer,studio,operator" doc:"The plan of an account that is opened."`
	Name      string    `json:"name" minLength:"1" maxLength:"100" doc:"What the key is called in listings." example:"cutting room"`
	Scopes    *[]string `json:"scopes,omitempty" doc:"Any of read, write, ai, admin; those of the plan when left out." example:"[\"read\"]"`
	Sandbox   bool      `json:"sandbox,omitempty" doc:"Whether it is a key of the sandbox."`
	ExpiresAt expiry    `json:"expires_at,omitempty"`
}

// order returns the body as an order to the ledger. A missing name and a scope that does not
// exist are faults that name the parameter. Names and times are checked by the ledger.
func (b *keyOrder) order() (o ledger.Order, err error) {
	if b.Name == "" {
		return o, fault.Missing("name", "1 to 100 characters")
	}
	o = ledger.Order{Account: b.Account, Plan: strings.ToLower(b.Tier), Name: b.Name, Sandbox: b.Sandbox, Expires: b.ExpiresAt.at}
	o.Scopes, err = parseScopes(b.Scopes)
	return o, err
}

// keyChange is the body of PATCH /admin/keys/{id}; nil fields are not changed.
type keyChange struct {
	Name      *string   `json:"name,omitempty" minLength:"1" maxLength:"100" example:"cutting room"`
	Scopes    *[]string `json:"scopes,omitempty" doc:"Any of read, write, ai, admin." example:"[\"read\"]"`
	ExpiresAt expiry    `json:"expires_at,omitempty"`
}

// change returns the body as a change. It is a fault of kind MissingParameter when nothing is
// to be changed, and a fault of scopes when a scope does not exist. Expires points to the
// zero time for a key that is to live for ever.
func (b *keyChange) change() (c ledger.KeyChange, err error) {
	if b.Name == nil && b.Scopes == nil && !b.ExpiresAt.given {
		return c, fault.Missing("name, scopes or expires_at", "at least one of them")
	}
	c.Name = b.Name
	if b.ExpiresAt.given {
		c.Expires = &b.ExpiresAt.at
	}
	c.Scopes, err = parseScopes(b.Scopes)
	return c, err
}

// rotation is the optional body of POST /admin/keys/{id}/rotate. OverlapHours may be a
// fraction of an hour.
type rotation struct {
	OverlapHours float64 `json:"overlap_hours,omitempty" minimum:"0" maximum:"720" default:"24" doc:"How long the old key works on; 0 ends it at once."`
}

// usualOverlap is how many hours a replaced key works when the body does not say.
const usualOverlap = 24

// overlap returns the hours as a duration. What is out of bounds stays out of bounds, so that
// the ledger refuses it, but fits in a Duration.
func (r rotation) overlap() time.Duration {
	most := ledger.MaxOverlap.Hours()
	// Whatever is beyond the bounds stays so, and in what a Duration holds.
	return time.Duration(min(max(r.OverlapHours, -1), most+1) * float64(time.Hour))
}

// parseScopes reads a list of scopes. nil, for a field that was left out, stays nil; an
// empty list is no scope at all. An unknown scope is a fault of the parameter scopes.
func parseScopes(list *[]string) (*access.Scopes, error) {
	if list == nil {
		return nil, nil
	}
	var all access.Scopes
	for _, name := range *list {
		one, err := access.ParseScopes(name)
		if err != nil || len(one.Names()) != 1 || strings.Contains(name, ",") {
			return nil, fault.Param("scopes", "a list of any of read, write, ai, admin")
		}
		all |= one
	}
	return &all, nil
}

// expiry is the time when a key expires. It keeps apart a field that was left out and null,
// which both mean never for a new key, but not for a change.
type expiry struct {
	given bool
	at    time.Time // zero for never
}

// UnmarshalJSON reads a time (RFC 3339) or null. Anything else, and a year after 9999, is a
// fault of expires_at. Whether the time is still to come is checked by the ledger.
func (e *expiry) UnmarshalJSON(b []byte) error {
	e.given = true
	if string(b) == "null" {
		return nil
	}
	var text string
	err := json.Unmarshal(b, &text)
	if err == nil {
		e.at, err = time.Parse(time.RFC3339, text)
	}
	if err != nil || e.at.IsZero() || e.at.Year() > 9999 {
		return fault.Param("expires_at", "a time to come, such as 2030-01-31T00:00:00Z, or null for never")
	}
	return nil
}

// Schema describes a time that may be null.
func (expiry) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, Format: "date-time", Nullable: true,
		Description: "When the key ends, in RFC 3339; null for never.", Examples: []any{"2030-01-31T00:00:00Z"},
	}
}
