package mcp

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"

	"kinodex/internal/access"
	"kinodex/internal/film"
)

// message is one JSON-RPC message to the connector: a request, or, without an id, a
// notification.
type message struct {
	id     json.RawMessage // as it was sent; nil for a notification
	method string
	params map[string]json.RawMessage // nil when there are none
}

// The codes of JSON-RPC, and those the protocol adds (REQ M-04, M-08).
const (
	parseError         = -32700
	invalidRequest     = -32600
	methodNotFound     = -32601
	invalidParams      = -32602
	internalError      = -32603
	refused            = -32000
	headerMismatch     = -32020
	unsupportedVersion = -32022
)

// rpcError is an error of the protocol.
type rpcError struct {
	code    int
	message string
	data    any // nil for none
}

// newError returns an error without data. The message is redacted when it is sent.
func newError(code int, message string) *rpcError { return &rpcError{code: code, message: message} }

var integral = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)

// decode returns the message in a body, which must be one JSON value. Beside an error, m is
// never nil and has the id if it could be read, so that the error can be sent under it (REQ
// M-08, M-13).
func decode(body []byte) (m *message, failed *rpcError) {
	m = &message{}
	body = bytes.TrimSpace(body)
	if body[0] == '[' {
		return m, newError(invalidRequest, "batches are not taken; send one message at a time")
	}
	var given map[string]json.RawMessage
	if body[0] != '{' || json.Unmarshal(body, &given) != nil {
		return m, newError(invalidRequest, "a message is a JSON object")
	}
	if id, ok := given["id"]; ok {
		if id[0] != '"' && !integral.Match(id) {
			return m, newError(invalidRequest, "id is a string or an integer")
		}
		m.id = id
	}
	if version := given["jsonrpc"]; string(version) != `"2.0"` {
		return m, newError(invalidRequest, `jsonrpc is "2.0"`)
	}
	method := given["method"]
	if len(method) == 0 || method[0] != '"' || json.Unmarshal(method, &m.method) != nil {
		return m, newError(invalidRequest, "method is a string")
	}
	if params := given["params"]; len(params) > 0 && string(params) != "null" {
		if json.Unmarshal(params, &m.params) != nil {
			return m, newError(invalidParams, "params is an object")
		}
	}
	return m, nil
}

// word returns a parameter that is a string. ok is false when there is none, or it is no
// string.
func (m *message) word(name string) (s string, ok bool) {
	raw := m.params[name]
	return s, len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil
}

// begin appends the beginning of an answer: the id as it was sent, null when none is known. m
// may be nil.
func (m *message) begin(dst []byte) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","id":`...)
	if m == nil || m.id == nil {
		return append(dst, `null`...)
	}
	return append(dst, m.id...)
}

// appendError appends a whole answer that is an error, with secrets redacted. Data that holds
// a secret is left out. m may be nil.
func (m *message) appendError(dst []byte, p *rpcError) []byte {
	dst = append(m.begin(dst), `,"error":{"code":`...)
	dst = strconv.AppendInt(dst, int64(p.code), 10)
	dst = film.AppendText(append(dst, `,"message":`...), access.Redact(p.message))
	if p.data != nil {
		if data, err := json.Marshal(p.data); err == nil && access.Redact(string(data)) == string(data) {
			dst = append(append(dst, `,"data":`...), data...)
		}
	}
	return append(dst, `}}`...)
}

// appendPayload appends a whole answer of a tool in a form: the payload, or a line about it, as
// text, and the payload as structuredContent (REQ M-02, M-17). What the protocol adds comes first.
func (m *message) appendPayload(dst, payload, added []byte, in form) []byte {
	dst = append(append(m.begin(dst), `,"result":{`...), added...)
	text := payload
	if in == structuredOnly {
		text = appendSummary(nil, payload)
	}
	dst = appendQuoted(append(dst, `"content":[{"type":"text","text":`...), text)
	dst = append(dst, `}]`...)
	if in != textOnly {
		dst = append(append(dst, `,"structuredContent":`...), payload...)
	}
	return append(dst, `,"isError":false}}`...)
}

// appendToolError appends a whole answer of a tool that refuses (REQ M-09).
func (m *message) appendToolError(dst []byte, d *toolError, added []byte) []byte {
	dst = append(append(m.begin(dst), `,"result":{`...), added...)
	dst = appendQuoted(append(dst, `"content":[{"type":"text","text":`...), d.appendTo(nil))
	return append(dst, `}],"isError":true}}`...)
}
