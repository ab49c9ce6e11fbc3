package v1

import (
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/identity"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// auditParams are the filters of the audit log, and where its page starts. A nil Before
// starts with the newest event. Integers out of range are 400.
type auditParams struct {
	Account string `query:"account" maxLength:"200" doc:"Only events about this account." example:"acc_3kT9wLq0Zs81Vb5n"`
	Actor   string `query:"actor" maxLength:"200" doc:"Only what this key or account did." example:"key_7Yq2mVw9Xq4t8Bn3"`
	Target  string `query:"target" maxLength:"200" doc:"Only what was done to this key or account." example:"key_7Yq2mVw9Xq4t8Bn3"`
	Action  string `query:"action" maxLength:"200" doc:"Only events of this kind." example:"key.revoked"`
	Before  *int   `query:"before" minimum:"1" doc:"meta.next_before of the page before, with the same conditions." example:"4711"`
	Limit   int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"How many events to answer with."`
}

// auditAnswer is a page of the audit log, newest first. Data is never nil.
type auditAnswer struct {
	Data []identity.Event `json:"data"`
	Meta auditMeta        `json:"meta"`
}

// auditMeta has the limit that was used and the value of before for the next page. NextBefore
// is nil on the last page.
type auditMeta struct {
	Limit      int      `json:"limit" minimum:"1" maximum:"200" doc:"The limit used."`
	Ignored    []string `json:"ignored,omitempty" doc:"Names of parameters that were sent and that this path does not have."`
	NextBefore *int64   `json:"next_before" doc:"Pass it as before for the next page; null on the last."`
}

const auditExample = `{"data":[{"id":4712,"at":"2026-03-14T15:09:26Z","actor":"key_5Rw8kP2cXb7Jt4Na","from":"203.0.113.7",` +
	`"action":"key.revoked","account":"acc_3kT9wLq0Zs81Vb5n","target":"key_7Yq2mVw9Xq4t8Bn3","detail":""}],"meta":{"limit":50,"next_before":null}}`

// registerAudit adds GET /admin/audit. It needs the admin scope, costs nothing, and is
// refused in the sandbox.
func registerAudit(api wire.API) {
	wire.Handle(api, wire.Route[auditParams]{
		Operation: huma.Operation{
			OperationID: "listAuditEvents", Method: http.MethodGet, Path: "/api/v1/admin/audit",
			Tags: []string{"admin"}, Summary: "Read the audit log",
			Description: "Who did what to keys and accounts, when and from where, the newest first; never a secret." + adminOnly,
			Responses:   map[string]*huma.Response{"200": openapi.Success[auditAnswer](api.Doc, "A page of events.", []byte(auditExample))},
		},
		Need: access.Needs.Administer, Private: true, Tables: true, Answer: audit,
	})
}

// audit answers with a page of events. Pages are cut by id, so that events that are added
// meanwhile move nothing.
func audit(x *wire.Exchange, p *auditParams) error {
	q := identity.AuditQuestion{Account: p.Account, Actor: p.Actor, Target: p.Target, Action: p.Action, Limit: p.Limit}
	if p.Before != nil {
		q.Before = int64(*p.Before)
	}
	found, err := x.Visit.Identity().Audit(x.Context(), q)
	if err != nil {
		return err
	}
	if x.CSV() {
		at := wire.Place{Total: -1}
		if found.NextBefore != nil {
			at.Next, at.At = "before", strconv.FormatInt(*found.NextBefore, 10)
		}
		return wire.AnswerRows(x, found.Events, at)
	}
	return x.AnswerJSON(auditAnswer{found.Events, auditMeta{Limit: p.Limit, NextBefore: found.NextBefore, Ignored: x.Ignored}})
}
