package mcp

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync"

	"kinodex/internal/fault"
	"kinodex/internal/serve/wire"
)

// mostBody is how many bytes a message may have (REQ L-08).
const mostBody = 5 << 20

// largeBody is how many bytes a message may have that is read at once. A longer one waits for
// a heavy place first, so that many who send texts do not keep others from being answered.
const largeBody = 32 << 10

// Dialect is what the connector adds to its answers over HTTP.
var Dialect = &wire.Dialect{
	Prefix: Path, CacheControl: []string{"no-store"}, PrivateCacheControl: []string{"no-store"}, Says: says, Challenge: challenge,
}

// says returns an error that belongs to no message, in the form of an answer to one, since
// clients read that.
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

// challenge returns WWW-Authenticate for a 401: where to get a token, and invalid_token when
// a bad one was shown (REQ A-19).
func challenge(base string, why fault.Kind) string {
	where := metadataOf(base)
	if why == fault.InvalidKey {
		return `Bearer error="invalid_token", ` + where
	}
	return `Bearer ` + where
}

// metadataOf returns the parameter of a challenge that says where the metadata of the connector are.
func metadataOf(base string) string {
	return `resource_metadata="` + base + `/.well-known/oauth-protected-resource` + Path + `"`
}

// stepUpSince is the version that has clients ask for the scopes that a 403 names.
const stepUpSince = "2025-11-25"

// asksForMore answers a call with 403 insufficient_scope where the client can have what the tool needs
// by asking the person for it, and declares a version that says how; it names every scope that the
// client needs here. It reports whether it did. Everybody else is refused as a tool refuses (REQ M-09,
// F2-130).
func (c *Connector) asksForMore(x *wire.Exchange, m *message) bool {
	name, _ := m.word("name")
	t := c.tools[name]
	if t == nil || x.R.Header.Get(versionHeader) < stepUpSince {
		return false
	}
	scopes, ok := x.Visit.Caller().StepUp(t.need)
	if !ok {
		return false
	}
	x.Route = Path + " " + t.name
	refusal := c.refuse(x.Context(), &toolCall{tool: t, visit: x.Visit, requestID: x.ID}, x.Visit.Allow(t.need))
	c.called(t.name, refusal.Code)
	x.Notes = append(x.Notes, slog.String("tool", t.name), slog.String("mode", x.Visit.Caller().Mode.String()), slog.String("code", refusal.Code))
	x.Header().Set("Www-Authenticate", `Bearer error="insufficient_scope", scope="`+strings.Join(scopes.Names(), " ")+`", `+metadataOf(x.Base())+
		`, error_description="`+t.name+` needs the `+t.need.Scope.String()+` scope"`)
	x.Send(http.StatusForbidden, m.appendError(x.Body(), &rpcError{refused, refusal.Message, refusal}))
	return true
}

// signIn is the parameter of the address by which a client without a credential is refused,
// so that it signs in. Most clients sign in only when they are refused.
const signIn = "sign_in"

// wantsSignIn reports whether the address has the parameter.
func wantsSignIn(r *http.Request) bool {
	return r.URL.RawQuery != "" && r.URL.Query().Has(signIn)
}

// Register adds the connector to a mux, at POST /mcp, and its card. The mux must give handlers a
// *wire.Exchange.
func (c *Connector) Register(mux wire.Mux) {
	mux.HandleFunc("GET "+CardPath, c.sendCard)
	mux.HandleFunc("POST "+Path, func(w http.ResponseWriter, _ *http.Request) {
		x := w.(*wire.Exchange)
		defer x.Within()()
		defer x.Leave()
		if err := c.serve(x); err != nil {
			x.Fail(err)
		}
	})
}

// serve answers one message. It checks the origin, recognises the caller and reads the body,
// in that order. An error is for Exchange.Fail; errors of the protocol are sent as answers.
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

// recognise names who sends a message and opens their visit. Without a credential that is an
// address in the sandbox, read-only, 25 calls a day (REQ A-17). A bad credential is a fault
// of kind InvalidKey.
func (c *Connector) recognise(x *wire.Exchange) error {
	shown := x.Bearer()
	shown.Resource = x.Base() + Path
	if shown.Key == "" && wantsSignIn(x.R) {
		return fault.New(fault.MissingKey, "sign in, or send a key as Authorization: Bearer")
	}
	shown.Sandbox = shown.Sandbox || shown.Key == ""
	return x.Recognise(c.app, shown)
}

// dispatch answers a message. A notification is 202 without a body (REQ M-13).
func (c *Connector) dispatch(x *wire.Exchange, m *message) {
	modern, failed := protocolOf(x.R.Header, m)
	switch {
	case failed != nil:
		c.fail(x, m, modern, failed)
	case m.id == nil: // a notification: nothing here waits for one (REQ M-13)
		x.WriteHeader(http.StatusAccepted)
	case m.method == "tools/call" && c.asksForMore(x, m):
	case m.method == "tools/call" && !c.whole:
		c.callTool(x, m, modern)
	case m.method == "initialize" && !modern:
		c.begin(x, m)
		c.answerBySDK(x, m, modern)
	case !known(m.method, modern):
		c.fail(x, m, modern, newError(methodNotFound, "there is no method "+quoted(m.method)))
	default:
		c.answerBySDK(x, m, modern)
	}
}

// fail answers with an error of the protocol, under the message's id; m may be nil.
func (c *Connector) fail(x *wire.Exchange, m *message, modern bool, p *rpcError) {
	x.Notes = append(x.Notes, slog.Int("rpc_error", p.code))
	x.Send(statusOf(p.code, modern), m.appendError(x.Body(), p))
}

// statusOf returns the HTTP status of an error, which differs between the two eras of the
// protocol (REQ M-08).
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

// callTool answers a call of a tool without the SDK. A tool that does not exist is -32602
// (REQ M-08); a refusal is isError with status 200 (REQ M-09).
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
	declared := x.R.Header.Get(versionHeader)
	q := &toolCall{tool: t, sent: m.params["arguments"], visit: x.Visit, base: x.Base(), declared: declared, requestID: x.ID, enter: x.Enter}
	if t.viewed && c.showsTo(x.R.Header, m, modern) {
		q.views = c.views
	}
	payload, failed := c.answer(x.Context(), q, (*spare)[:0])
	added := c.appendMeta(nil, modern, q.view)
	x.Notes = append(x.Notes, slog.String("tool", t.name), slog.String("mode", x.Visit.Caller().Mode.String()))
	if failed != nil {
		x.Notes = append(x.Notes, slog.String("code", failed.Code))
		x.Answer(m.appendToolError(x.Body(), failed, added))
		return
	}
	if cap(payload) < 1<<20 {
		*spare = payload
	}
	x.Answer(m.appendPayload(x.Body(), payload, added, formOf(declared, t)))
}

// quoted returns a word of the client's as a JSON string, cut after 100 bytes.
func quoted(s string) string {
	if len(s) > 100 {
		s = s[:100]
	}
	b, _ := json.Marshal(s)
	return string(b)
}
