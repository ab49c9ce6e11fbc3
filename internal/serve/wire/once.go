package wire

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/app"
	"kinodex/internal/fault"
)

// repeatedHeader makes a request repeatable (TRACE K-08).
const repeatedHeader = "Idempotency-Key"

// Once has do make something of the request's body and answers with what it
// gives, as data, with status 201. With an Idempotency-Key the same request,
// sent again within 24 hours, gets the same answer without anything being made
// or counted (TRACE K-08). What do makes is made whether or not the client
// waits for it.
func (x *Exchange) Once(do func(ctx context.Context) (any, error)) error {
	return x.once(http.StatusCreated, func(ctx context.Context) ([]byte, error) {
		made, err := do(ctx)
		if err != nil {
			return nil, err
		}
		return json.Marshal(struct {
			Data any `json:"data"`
		}{made})
	})
}

// AnswerOnce is Once for what is told rather than made: with status 200 and the
// whole body as do writes it.
func (x *Exchange) AnswerOnce(do func(ctx context.Context) ([]byte, error)) error {
	return x.once(http.StatusOK, do)
}

func (x *Exchange) once(status int, do func(ctx context.Context) ([]byte, error)) error {
	key, err := repetition(x.R.Header)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.Context()), x.front.Deadline)
	defer cancel()
	same := app.Repeatable{Key: key, Credential: x.shown, Route: x.R.Method + " " + x.R.URL.Path, Body: x.posted}
	a, replayed, err := x.Visit.Once(ctx, x.need, same, func() (app.Answer, error) {
		body, err := do(ctx)
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

// repetition reads the Idempotency-Key; it is empty when there is none.
func repetition(h http.Header) (string, error) {
	given := h[repeatedHeader]
	if given == nil {
		return "", nil
	}
	const allowed = "given once, with 1 to 255 visible ASCII characters"
	if len(given) > 1 || len(given[0]) < 1 || len(given[0]) > 255 {
		return "", fault.Param(repeatedHeader, allowed)
	}
	for _, c := range []byte(given[0]) {
		if c <= ' ' || c > '~' {
			return "", fault.Param(repeatedHeader, allowed)
		}
	}
	return given[0], nil
}

var repeatedParam = func() *huma.Param {
	least, most := 1, 255
	return &huma.Param{
		Name: repeatedHeader, In: "header",
		Description: "Names this request, so that it can be sent again: within 24 hours the same request gets the same answer, is not executed and not counted.",
		Schema:      &huma.Schema{Type: "string", MinLength: &least, MaxLength: &most, Examples: []any{"5f0c7a1e-key-for-the-cutting-room"}},
	}
}()
