package signin

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/grant"
	"kinodex/internal/serve/wire"
)

// maxBody is how many bytes a form or a client's metadata may have.
const maxBody = grant.MaxMetadata

// answer makes a handler of one that answers programs. What goes wrong is told in
// OAuth's words (RFC 6749 section 5.2), not in the envelope of the interface.
func (s *server) answer(handle func(*wire.Exchange) error) handler {
	return func(w http.ResponseWriter, r *http.Request) {
		x := w.(*wire.Exchange)
		defer x.Within()()
		if err := handle(x); err != nil {
			refuse(x, err)
		}
	}
}

// send answers with JSON that no cache keeps.
func send(x *wire.Exchange, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	x.Header().Set("Cache-Control", "no-store")
	x.Send(status, append(x.Body(), body...))
	return nil
}

// refusal is an error as OAuth words it.
type refusal struct {
	Error       grant.Code `json:"error"`
	Description string     `json:"error_description,omitempty"`
}

// refuse tells a client what is wrong. What is not its affair is told as
// server_error, and logged.
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
	case f.Kind == fault.TooLarge:
		status, says = http.StatusRequestEntityTooLarge, refusal{grant.InvalidRequest, f.Message}
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

// posted reads a body that is declared to be of a media type.
func posted(x *wire.Exchange, media string) ([]byte, error) {
	declared, _, err := mime.ParseMediaType(x.R.Header.Get("Content-Type"))
	if err != nil || declared != media {
		return nil, grant.Refuse(grant.InvalidRequest, "Content-Type must be %s", media)
	}
	body, err := io.ReadAll(http.MaxBytesReader(x, x.R.Body, maxBody))
	if over := (*http.MaxBytesError)(nil); errors.As(err, &over) {
		return nil, fault.New(fault.TooLarge, "the body may have at most %d bytes", maxBody)
	}
	if err != nil {
		return nil, grant.Refuse(grant.InvalidRequest, "the body ended before it was complete")
	}
	return body, nil
}
