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

// ownKey is the optional body of /keys/self-generate.
type ownKey struct {
	Name string `json:"name,omitempty" minLength:"1" maxLength:"100" doc:"What the key is called in listings; self-generated when it is left out." example:"cutting room"`
}

// newKeyAnswer has the new key itself, which is shown in this answer only. Of the key the
// service stores a hash (REQ A-20).
type newKeyAnswer struct {
	Data identity.NewKey `json:"data"`
}

// The keys in examples open nothing: their checksum is wrong.
const newKeyExample = `{"data":{"id":"key_7Yq2mVw9Xq4t8Bn3","key":"kdx_live_ExampleExampleExampleExampleExam000000",` +
	`"account":"acc_3kT9wLq0Zs81Vb5n","prefix":"kdx_live_Exam","name":"cutting room","tier":"producer","scopes":["read","write"],` +
	`"sandbox":false,"created_at":"2026-03-14T15:09:26Z","expires_at":null}}`

// registerKeys adds POST /keys/self-generate (REQ K-01). It needs the Producer plan and the
// scope write, costs one request, and is refused in the sandbox.
func registerKeys(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "createOwnKey", Method: http.MethodPost, Path: "/api/v1/keys/self-generate",
			Tags: []string{"account"}, Summary: "Make a key of your own",
			Description: "A key for the account of the key that asks, with no more scopes than that key has. It is shown this once. " +
				"An account has at most five such keys that are active. Needs the Producer plan; not part of the sandbox.",
			RequestBody: openapi.Takes[ownKey](api.Doc, false, `{"name":"cutting room"}`),
			Responses:   map[string]*huma.Response{"201": openapi.Success[newKeyAnswer](api.Doc, "The key, this once.", []byte(newKeyExample))},
		},
		Need:       access.Needs.SelfGenerate,
		Private:    true,
		Body:       wire.JSONBody,
		Repeatable: true,
		Answer:     selfGenerate,
	})
}

// selfGenerate answers with 201 and a new key of the caller's account, once for each
// Idempotency-Key (REQ K-02, K-08). A key beyond the five active ones that an account may
// make is 409 conflict, which is not charged.
func selfGenerate(x *wire.Exchange, _ *wire.None) error {
	var body ownKey
	if err := x.DecodeIfSent(&body); err != nil {
		return err
	}
	return x.CreateIdempotent(func(ctx context.Context) (any, error) {
		return x.Visit.Identity().SelfGenerate(ctx, body.Name)
	})
}
