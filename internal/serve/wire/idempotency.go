package wire

import (
	"context"
	"encoding/json"
	"net/http"

	"kinodex/internal/app"
	"kinodex/internal/serve/openapi"
)

// CreateIdempotent has do make something of the request's body and answers with the
// value it returns, as data, with status 201. With an Idempotency-Key the same
// request, sent again within 24 hours, gets the same answer, and nothing is made or
// counted again (REQ K-08). What do makes is made whether or not the client waits
// for it.
func (x *Exchange) CreateIdempotent(do func(ctx context.Context) (any, error)) error {
	return x.idempotent(http.StatusCreated, do)
}

// AnswerIdempotent is CreateIdempotent for an answer that makes nothing: its status
// is 200.
func (x *Exchange) AnswerIdempotent(do func(ctx context.Context) (any, error)) error {
	return x.idempotent(http.StatusOK, do)
}

// idempotent answers with what do returns, or with the answer that was kept under
// the request's Idempotency-Key. Nothing was sent when it returns an error.
func (x *Exchange) idempotent(status int, do func(ctx context.Context) (any, error)) error {
	key, err := repetition(x.R.Header)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.Context()), x.front.Deadline)
	defer cancel()
	same := app.Repeatable{Key: key, Credential: x.shown, Route: x.R.Method + " " + x.R.URL.Path, Body: x.posted}
	a, replayed, err := x.Visit.Idempotent(ctx, x.need, same, func() (app.Answer, error) {
		made, err := do(ctx)
		if err != nil {
			return app.Answer{}, err
		}
		body, err := json.Marshal(struct {
			Data any `json:"data"`
		}{made})
		return app.Answer{Status: status, Body: body}, err
	})
	if err != nil {
		return err
	}
	if replayed {
		x.Header()["Idempotent-Replayed"] = yes
	}
	x.bill()
	x.Send(a.Status, a.Body)
	return nil
}

var yes = []string{"true"}

// repetition returns the Idempotency-Key; it is empty when there is none.
func repetition(h http.Header) (key string, err error) {
	given := h[openapi.IdempotencyKey]
	if given == nil {
		return "", nil
	}
	if len(given) == 1 {
		key = given[0]
	}
	return key, app.CheckIdempotencyKey(key)
}
