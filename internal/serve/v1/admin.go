package v1

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/identity"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// The admin group: the keys of all accounts (REQ K-03). Every route needs the scope admin,
// costs nothing, and is refused in the sandbox. Parameters out of range are 400 and never
// clamped. Answers show the prefix and the last four characters of a key. Only the answer
// that makes a key shows the key itself.

// keysParams are the parameters of the list of keys. Integers out of range are 400. An empty
// Account stands for all accounts.
type keysParams struct {
	Account string `query:"account" maxLength:"200" doc:"Only keys of this account." example:"acc_3kT9wLq0Zs81Vb5n"`
	Offset  int    `query:"offset" minimum:"0" maximum:"1000000000" default:"0" doc:"How many keys to skip."`
	Limit   int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"How many keys to answer with."`
}

// keyParams name one key, by its id.
type keyParams struct {
	ID string `path:"id" doc:"A key's id, as listings show it; never the key." example:"key_7Yq2mVw9Xq4t8Bn3"`
}

// keysAnswer is a page of keys, in the order in which they were made. Data is never nil: an
// offset beyond the last key gives an empty page.
type keysAnswer struct {
	Data []identity.Key `json:"data"`
	Meta keysMeta       `json:"meta"`
}

// keysMeta has the page as it was asked for, and the number of keys on all pages. The
// parameters that were ignored stand in Ignored (REQ G-10).
type keysMeta struct {
	Total   int      `json:"total" minimum:"0" doc:"All such keys."`
	Offset  int      `json:"offset" minimum:"0" doc:"The offset used."`
	Limit   int      `json:"limit" minimum:"1" maximum:"200" doc:"The limit used."`
	Ignored []string `json:"ignored,omitempty" doc:"Names of parameters that were sent and that this path does not have."`
}

// keyAnswer is one key, without its secret.
type keyAnswer struct {
	Data identity.Key `json:"data"`
}

// keyExample is the key of the examples. It opens nothing.
const keyExample = `{"id":"key_7Yq2mVw9Xq4t8Bn3","account":"acc_3kT9wLq0Zs81Vb5n","name":"cutting room","prefix":"kdx_live_Exam","last4":"0000",` +
	`"scopes":["read","write"],"sandbox":false,"self_generated":false,"status":"active","created_at":"2026-03-14T15:09:26Z",` +
	`"last_used_at":"2026-03-14T16:02:00Z","expires_at":null,"revoked_at":null}`

// adminOnly ends the description of every operation of the admin group.
const adminOnly = " Needs the admin scope; costs nothing; not part of the sandbox."

// registerAdmin adds the admin group. Its routes are private: no cache stores an answer.
func registerAdmin(api wire.API) {
	one := func(says string) map[string]*huma.Response {
		return map[string]*huma.Response{"200": openapi.Success[keyAnswer](api.Doc, says, []byte(`{"data":`+keyExample+`}`))}
	}
	made := func() map[string]*huma.Response {
		return map[string]*huma.Response{"201": openapi.Success[newKeyAnswer](api.Doc, "The key, this once.", []byte(newKeyExample))}
	}
	wire.Handle(api, wire.Route[keysParams]{
		Operation: huma.Operation{
			OperationID: "listKeys", Method: http.MethodGet, Path: "/api/v1/admin/keys",
			Tags: []string{"admin"}, Summary: "List keys", Description: "Keys of all accounts, by creation." + adminOnly,
			Responses: map[string]*huma.Response{"200": openapi.Success[keysAnswer](api.Doc, "A page of keys.",
				[]byte(`{"data":[`+keyExample+`],"meta":{"total":1,"offset":0,"limit":50}}`))},
		},
		Need: access.Needs.Administer, Private: true, Tables: true, Answer: listKeys,
	})
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "createKey", Method: http.MethodPost, Path: "/api/v1/admin/keys",
			Tags: []string{"admin"}, Summary: "Make a key", Description: "A key for any account, with any scopes. It is shown this once." + adminOnly,
			RequestBody: openapi.Takes[keyOrder](api.Doc, true, `{"account":"acc_3kT9wLq0Zs81Vb5n","name":"cutting room","scopes":["read"],"expires_at":"2030-01-31T00:00:00Z"}`),
			Responses:   made(),
		},
		Need: access.Needs.Administer, Private: true, Body: wire.JSONBody, Repeatable: true, Answer: createKey,
	})
	wire.Handle(api, wire.Route[keyParams]{
		Operation: huma.Operation{
			OperationID: "getKey", Method: http.MethodGet, Path: "/api/v1/admin/keys/{id}",
			Tags: []string{"admin"}, Summary: "Get a key", Description: "One key, without what would open anything." + adminOnly,
			Responses: one("The key."),
		},
		Need: access.Needs.Administer, Private: true, Answer: showKey,
	})
	wire.Handle(api, wire.Route[keyParams]{
		Operation: huma.Operation{
			OperationID: "updateKey", Method: http.MethodPatch, Path: "/api/v1/admin/keys/{id}",
			Tags: []string{"admin"}, Summary: "Change a key", Description: "Changes name, scopes or expiry; what is left out stays. All replicas know within a second." + adminOnly,
			RequestBody: openapi.Takes[keyChange](api.Doc, true, `{"scopes":["read"],"expires_at":null}`),
			Responses:   one("The key as it is now."),
		},
		Need: access.Needs.Administer, Private: true, Body: wire.JSONBody, Conflicts: true, Answer: changeKey,
	})
	wire.Handle(api, wire.Route[keyParams]{
		Operation: huma.Operation{
			OperationID: "revokeKey", Method: http.MethodDelete, Path: "/api/v1/admin/keys/{id}",
			Tags: []string{"admin"}, Summary: "Revoke a key", Description: "Ends a key, for good; all replicas refuse it within a second. Revoking it again changes nothing." + adminOnly,
			Responses: one("The key, revoked."),
		},
		Need: access.Needs.Administer, Private: true, Answer: revokeKey,
	})
	wire.Handle(api, wire.Route[keyParams]{
		Operation: huma.Operation{
			OperationID: "rotateKey", Method: http.MethodPost, Path: "/api/v1/admin/keys/{id}/rotate",
			Tags: []string{"admin"}, Summary: "Replace a key", Description: "Makes a key of the same account, name, scopes and expiry. The old one works on for a while, so that its users have time to change over." + adminOnly,
			RequestBody: openapi.Takes[rotation](api.Doc, false, `{"overlap_hours":24}`),
			Responses:   made(),
		},
		Need: access.Needs.Administer, Private: true, Body: wire.JSONBody, Repeatable: true, Answer: rotateKey,
	})
}

// listKeys answers GET /admin/keys with the keys of all accounts or of one.
func listKeys(x *wire.Exchange, p *keysParams) error {
	found, err := x.Visit.Identity().Keys(x.Context(), identity.KeysQuestion{Account: p.Account, Offset: p.Offset, Limit: p.Limit})
	if err != nil {
		return err
	}
	if x.CSV() {
		return wire.AnswerRows(x, found.Keys, wire.ByOffset(found.Total, found.Offset, len(found.Keys)))
	}
	return x.AnswerJSON(keysAnswer{found.Keys, keysMeta{found.Total, found.Offset, found.Limit, x.Ignored}})
}

// createKey answers POST /admin/keys with 201 and the new key, which is shown in this answer
// only. A body without name is 400 missing_parameter. With an Idempotency-Key the same
// request, sent again, gets the same answer and makes no other key (REQ K-08).
func createKey(x *wire.Exchange, _ *wire.None) error {
	var body keyOrder
	if err := x.Decode(&body); err != nil {
		return err
	}
	order, err := body.order()
	if err != nil {
		return err
	}
	return x.CreateIdempotent(func(ctx context.Context) (any, error) {
		return x.Visit.Identity().CreateKey(ctx, order)
	})
}

// showKey answers GET /admin/keys/{id} with one key. An id that no key has is 404 not_found.
func showKey(x *wire.Exchange, p *keyParams) error {
	found, err := x.Visit.Identity().Key(x.Context(), p.ID)
	if err != nil {
		return err
	}
	return x.AnswerJSON(keyAnswer{found})
}

// changeKey answers PATCH /admin/keys/{id} with the key after the change. Fields that are
// left out stay as they are; expires_at may be null, for never. A body that names none of the
// fields is 400. Other replicas apply the change within a second.
func changeKey(x *wire.Exchange, p *keyParams) error {
	var body keyChange
	if err := x.Decode(&body); err != nil {
		return err
	}
	change, err := body.change()
	if err != nil {
		return err
	}
	changed, err := x.Visit.Identity().ChangeKey(x.Context(), p.ID, change)
	if err != nil {
		return err
	}
	return x.AnswerJSON(keyAnswer{changed})
}

// revokeKey answers DELETE /admin/keys/{id} with the revoked key. It is idempotent. Other
// replicas refuse the key within a second.
func revokeKey(x *wire.Exchange, p *keyParams) error {
	revoked, err := x.Visit.Identity().RevokeKey(x.Context(), p.ID)
	if err != nil {
		return err
	}
	return x.AnswerJSON(keyAnswer{revoked})
}

// rotateKey answers POST /admin/keys/{id}/rotate with 201 and the key that replaces the old
// one. Without a body the old key works for usualOverlap hours more. An overlap outside 0 to
// 720 hours is refused. With an Idempotency-Key a request that is sent again makes no other
// key.
func rotateKey(x *wire.Exchange, p *keyParams) error {
	body := rotation{OverlapHours: usualOverlap}
	if err := x.DecodeIfSent(&body); err != nil {
		return err
	}
	id := p.ID
	return x.CreateIdempotent(func(ctx context.Context) (any, error) {
		return x.Visit.Identity().RotateKey(ctx, id, body.overlap())
	})
}
