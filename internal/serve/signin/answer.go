package signin

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/grant"
	"kinodex/internal/serve/wire"
)

// maxBody is how many bytes a form or a client's metadata may have.
const maxBody = grant.MaxMetadata

// answer returns the handler of a document or an endpoint that programs ask. An error of
// handle is told as OAuth tells it (RFC 6749 section 5.2), not in the envelope of the
// interface. The answer has the deadline of all answers.
func (s *server) answer(handle func(*wire.Exchange) error) handler {
	return func(w http.ResponseWriter, r *http.Request) {
		x := w.(*wire.Exchange)
		defer x.Within()()
		if err := handle(x); err != nil {
			refuse(x, err)
		}
	}
}

// send answers with v as JSON, with Cache-Control: no-store. It returns an error only when v
// cannot be marshalled; then nothing was sent.
func send(x *wire.Exchange, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	x.Header().Set("Cache-Control", "no-store")
	x.Send(status, append(x.Body(), body...))
	return nil
}

// refusal is an error as OAuth words it (RFC 6749 section 5.2).
type refusal struct {
	Error       grant.Code `json:"error"`
	Description string     `json:"error_description,omitempty"`
}

// refuse answers with an error. A *grant.Error is told with its code and status 400;
// invalid_client is 401 with a challenge when the client showed credentials. A fault of kind
// TooLarge is 413, one of kind RequestTimeout 408. One that has a time to come back is
// temporarily_unavailable with Retry-After. All else is our failure: it is told as
// server_error with status 500, and logged.
func refuse(x *wire.Exchange, err error) {
	status, says := http.StatusBadRequest, refusal{grant.ServerError, "something went wrong on our side"}
	var e *grant.Error
	f := wire.AsFault(err)
	switch {
	case errors.As(err, &e):
		says = refusal{e.Code, access.Redact(e.Why)}
		if scheme, _, _ := strings.Cut(x.R.Header.Get("Authorization"), " "); e.Code == grant.InvalidClient && scheme != "" {
			// Whoever tried to prove itself is told so in HTTP's words too.
			status = http.StatusUnauthorized
			x.Header().Set("WWW-Authenticate", `Basic realm="sign-in"`)
		}
	case f.Kind == fault.TooLarge || f.Kind == fault.RequestTimeout:
		status, says = wire.Status(f.Kind), refusal{grant.InvalidRequest, f.Message}
	case x.R.Context().Err() != nil:
		x.Fail(err) // nobody is there to be told
		return
	case wire.RetryAfter(f) != "":
		status, says = wire.Status(f.Kind), refusal{grant.TemporarilyUnavailable, f.Message}
		x.Header().Set("Retry-After", wire.RetryAfter(f))
		if status >= 500 {
			x.Report(err)
		}
	default:
		x.Report(err)
		status = http.StatusInternalServerError
	}
	if err := send(x, status, says); err != nil {
		x.Fail(err)
	}
}
