package mcp

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"

	"kinodex/internal/fault"
	"kinodex/internal/serve/wire"
)

// mostBody is how many bytes a message may have (REQ L-08).
const mostBody = 5 << 20

// largeBody is how many bytes a message may have that is read at once. Only texts to
// be measured are larger, and to read one is work already: it waits for a heavy place
// first, so that many who send texts cannot keep others from being buffered.
const largeBody = 32 << 10

// Dialect is what the connector adds to its answers over HTTP.
var Dialect = &wire.Dialect{
	Prefix: Path, CacheControl: []string{"no-store"}, PrivateCacheControl: []string{"no-store"}, Says: says, Challenge: challenge,
}

// says writes an error that is no answer to a message, in the form of one, since
// that is what clients read.
func says(x *wire.Exchange, f *fault.Fault, status int) []byte {
	code := refused
	switch status {
	case http.StatusBadRequest, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType:
		code = invalidRequest
	case http.StatusInternalServerError:
		code = internalError
	}
	return (*message)(nil).appendError(nil, &rpcError{code, f.Message, x.Detail(f, status)})
}

// challenge tells whoever showed a bad credential, or asked to be asked for one,
// where to get a good one (REQ A-19).
func challenge(base string, why fault.Kind) string {
	where := `resource_metadata="` + base + `/.well-known/oauth-protected-resource` + Path + `"`
	if why == fault.InvalidKey {
		return `Bearer error="invalid_token", ` + where
	}
	return `Bearer ` + where
}

// signIn is the parameter of the address by which a client is made to sign in, which
// most do only when they are refused.
const signIn = "sign_in"

// wantsSignIn reports whether the address has the parameter.
func wantsSignIn(r *http.Request) bool {
	return r.URL.RawQuery != "" && r.URL.Query().Has(signIn)
}

// Register adds the connector to a mux.
func (c *Connector) Register(mux wire.Mux) {
	mux.HandleFunc("POST "+Path, func(w http.ResponseWriter, _ *http.Request) {
		x := w.(*wire.Exchange)
		defer x.Within()()
		defer x.Leave()
		if err := c.serve(x); err != nil {
			x.Fail(err)
		}
	})
}

// serve answers a message: may it come from there, who sends it, what is it.
func (c *Connector) serve(x *wire.Exchange) error {
	if why := c.forbiddenOrigin(x); why != "" {
		x.Send(http.StatusForbidden, (*message)(nil).appendError(x.Body(), newError(refused, why)))
		return nil
	}
	if err := c.recognise(x); err != nil {
		return err
	}
	body, err := x.Post(mostBody)
	if err == nil && len(body) > largeBody {
		err = x.Enter(true)
	}
	if err != nil {
		return err
	}
	if malformed := wire.CheckJSON(body); malformed != nil {
		c.fail(x, nil, false, newError(parseError, fault.From(malformed).Message))
		return nil
	}
	m, failed := decode(body)
	if failed != nil {
		c.fail(x, m, false, failed)
		return nil
	}
	c.dispatch(x, m)
	return nil
}

// recognise names who sends a message. Without a credential that is an address in
// the sandbox, read-only, 25 calls a day (REQ A-17).
func (c *Connector) recognise(x *wire.Exchange) error {
	shown := x.Bearer()
	shown.Resource = x.Base() + Path
	if shown.Key == "" && wantsSignIn(x.R) {
		return fault.New(fault.MissingKey, "sign in, or send a key as Authorization: Bearer")
	}
	shown.Sandbox = shown.Sandbox || shown.Key == ""
	return x.Recognise(c.app, shown)
}

// dispatch does what a message asks.
func (c *Connector) dispatch(x *wire.Exchange, m *message) {
	modern, failed := protocolOf(x.R.Header, m)
	switch {
	case failed != nil:
		c.fail(x, m, modern, failed)
	case m.id == nil: // a notification: nothing here waits for one (REQ M-13)
		x.WriteHeader(http.StatusAccepted)
	case m.method == "tools/call" && !c.whole:
		c.callTool(x, m, modern)
	case !known(m.method, modern):
		c.fail(x, m, modern, newError(methodNotFound, "there is no method "+quoted(m.method)))
	default:
		c.answerBySDK(x, m, modern)
	}
}

// fail answers with an error of the protocol.
func (c *Connector) fail(x *wire.Exchange, m *message, modern bool, p *rpcError) {
	x.Notes = append(x.Notes, slog.Int("rpc_error", p.code))
	x.Send(statusOf(p.code, modern), m.appendError(x.Body(), p))
}

// statusOf is the HTTP status of an error (REQ M-08).
func statusOf(code int, modern bool) int {
	switch code {
	case parseError, invalidRequest, headerMismatch, unsupportedVersion:
		return http.StatusBadRequest
	case methodNotFound:
		if modern {
			return http.StatusNotFound
		}
	case invalidParams:
		if modern {
			return http.StatusBadRequest
		}
	}
	return http.StatusOK
}

// payloads are the buffers payloads are written to, before they are sent.
var payloads = sync.Pool{New: func() any { return new([]byte) }}

// callTool answers a call of a tool without the SDK.
func (c *Connector) callTool(x *wire.Exchange, m *message, modern bool) {
	name, ok := m.word("name")
	t := c.tools[name]
	switch {
	case !ok:
		c.fail(x, m, modern, newError(invalidParams, "params.name is the name of a tool"))
		return
	case t == nil:
		c.fail(x, m, modern, newError(invalidParams, "there is no tool "+quoted(name)))
		return
	}
	x.Route = Path + " " + t.name
	spare := payloads.Get().(*[]byte)
	defer payloads.Put(spare)
	payload, failed := c.answer(x.Context(), toolCall{t, m.params["arguments"], x.Visit, x.Base(), x.ID, x.Enter}, (*spare)[:0])
	added := ""
	if modern {
		added = c.signature()
	}
	x.Notes = append(x.Notes, slog.String("tool", t.name), slog.String("mode", x.Visit.Caller().Mode.String()))
	if failed != nil {
		x.Notes = append(x.Notes, slog.String("code", failed.Code))
		x.Answer(m.appendToolError(x.Body(), failed, added))
		return
	}
	if cap(payload) < 1<<20 {
		*spare = payload
	}
	x.Answer(m.appendPayload(x.Body(), payload, added, knowsStructured(x.R.Header.Get(versionHeader))))
}

// signature is what a result of the modern protocol begins with.
func (c *Connector) signature() string {
	return `"_meta":{"io.modelcontextprotocol/serverInfo":` + string(c.listed.info) + `},"resultType":"complete",`
}

// quoted is a word of the client's, short enough to be said back.
func quoted(s string) string {
	if len(s) > 100 {
		s = s[:100]
	}
	b, _ := json.Marshal(s)
	return string(b)
}
