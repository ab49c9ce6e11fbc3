package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sync"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/serve/wire"
)

// The methods there are, by protocol. What is not offered is not there: the SDK would
// answer some of it all the same.
var (
	common = []string{
		"tools/list", "tools/call", "prompts/list", "prompts/get",
		"resources/list", "resources/templates/list", "resources/read", "completion/complete", "skills/list", "skills/get",
	}
	oldOnly    = []string{"initialize", "ping"}
	modernOnly = []string{"server/discover"}
)

// known reports whether a version of the protocol has a method.
func known(method string, modern bool) bool {
	if modern {
		return slices.Contains(common, method) || slices.Contains(modernOnly, method)
	}
	return slices.Contains(common, method) || slices.Contains(oldOnly, method)
}

// same are the methods that answer everybody the same, as long as the program runs.
var same = []string{"tools/list", "prompts/list", "resources/list", "resources/templates/list", "skills/list", "server/discover"}

// listCache remembers the results of the methods in same, for each era of the protocol, and for
// clients with and without views. It is safe for concurrent use.
type listCache struct {
	info json.RawMessage // what the server says it is
	old  sync.Map        // method -> json.RawMessage
	now  sync.Map        // of the modern protocol
}

// answerBySDK answers a message that is no call of a tool, under the id that was sent. Only
// resources/read is charged and takes a place; a list that was asked for before is not made
// again.
func (c *Connector) answerBySDK(x *wire.Exchange, m *message, modern bool) {
	x.Route = Path + " " + m.method
	remembered := &c.listed.old
	if modern {
		remembered = &c.listed.now
	}
	key, views := m.method, c.showsTo(x.R.Header, m, modern)
	if views {
		key += " with views"
	}
	_, declared := m.params["_meta"]
	repeats := slices.Contains(same, m.method) && (len(m.params) == 0 || declared && len(m.params) == 1)
	if result, ok := remembered.Load(key); ok && repeats {
		c.sendResult(x, m, result.(json.RawMessage))
		return
	}
	if m.method == "resources/read" { // the only one that costs
		if err := x.Enter(false); err != nil {
			d := toolErrorOf(fault.From(err), x.Visit.Bill())
			c.fail(x, m, modern, &rpcError{refused, d.Message, d})
			return
		}
	}
	result, failed := c.relay(x, m, views)
	if failed != nil {
		c.fail(x, m, modern, failed)
		return
	}
	if repeats {
		remembered.Store(key, result)
	}
	c.sendResult(x, m, result)
}

// sendResult answers a message with a result, under the id it came with.
func (c *Connector) sendResult(x *wire.Exchange, m *message, result json.RawMessage) {
	b := append(append(m.begin(x.Body()), `,"result":`...), result...)
	x.Send(http.StatusOK, append(b, '}'))
}

// relay has the SDK answer a message, and returns its result or its error. The caller of the
// message is the caller of what the SDK asks.
func (c *Connector) relay(x *wire.Exchange, m *message, views bool) (json.RawMessage, *rpcError) {
	body, err := json.Marshal(struct {
		JSONRPC string                     `json:"jsonrpc"`
		ID      int                        `json:"id"`
		Method  string                     `json:"method"`
		Params  map[string]json.RawMessage `json:"params,omitzero"`
	}{"2.0", 1, m.method, m.params})
	if err != nil {
		return nil, newError(internalError, "something went wrong on our side")
	}
	caller := x.Visit.Caller()
	ctx := withSender(x.Context(), &sender{
		caller: func(context.Context) (access.Caller, error) { return caller, nil }, base: x.Base(), enter: x.Enter, views: views,
	})
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, Path, bytes.NewReader(body))
	if err != nil {
		return nil, newError(internalError, "something went wrong on our side")
	}
	r.Header = http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, methodHeader: {m.method},
	}
	if version := x.R.Header.Get(versionHeader); version != "" {
		r.Header.Set(versionHeader, version)
	}
	if name, ok := m.word(named[m.method]); ok {
		r.Header.Set(nameHeader, name)
	}
	buffered := &responseBuffer{header: http.Header{}}
	c.sdkHandler.ServeHTTP(buffered, r)
	return buffered.answer()
}

// responseBuffer is a ResponseWriter that keeps what is written to it.
type responseBuffer struct {
	header http.Header
	body   bytes.Buffer
}

func (h *responseBuffer) Header() http.Header         { return h.header }
func (h *responseBuffer) WriteHeader(int)             {}
func (h *responseBuffer) Write(p []byte) (int, error) { return h.body.Write(p) }

// answer returns what the SDK said: a result, an error of its own, or -32600 with its text
// when it said no JSON.
func (h *responseBuffer) answer() (json.RawMessage, *rpcError) {
	var said struct {
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Code    int             `json:"code"`
			Message string          `json:"message"`
			Data    json.RawMessage `json:"data"`
		} `json:"error"`
	}
	if json.Unmarshal(h.body.Bytes(), &said) != nil {
		return nil, newError(invalidRequest, string(bytes.TrimSpace(h.body.Bytes())))
	}
	switch {
	case said.Result != nil:
		return said.Result, nil
	case said.Error == nil:
		return nil, newError(internalError, "something went wrong on our side")
	}
	p := newError(said.Error.Code, said.Error.Message)
	if said.Error.Data != nil {
		p.data = said.Error.Data
	}
	if p.code == 0 { // an error the SDK has no code for
		p.code = invalidParams
	}
	return nil, p
}
