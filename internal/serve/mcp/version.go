package mcp

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/film"
)

// modernVersion is the version from which on a request carries all that it needs: its
// version and the client's capabilities, and in its headers what it asks (REQ
// M-04). A request that declares no version is of the old protocol (M-05).
const modernVersion = "2026-07-28"

// versions are those that are spoken, the newest first.
var versions = sdk.SupportedProtocolVersions()

// structuredSince is the version that brought structuredContent, beside the text
// that says the same. Requests that declare an earlier one get the text alone: half
// the bytes, and nothing that they do not know. Requests that declare none get both
// (REQ M-03, M-17): they come from people and scripts, which may read either.
const structuredSince = "2025-06-18"

// form is how an answer of a tool stands in its result.
type form uint8

// The forms. The text of the last is one line about the answer (F2-127).
const (
	textOnly form = iota
	textAndStructured
	structuredOnly
)

// formOf returns the form for who declares a version, or none. From the modern version on every
// client knows structuredContent, and an answer stands once. The answers of search and fetch stand as
// text in every version, since research assistants read no other.
func formOf(declared string, t *tool) form {
	switch {
	case declared != "" && declared < structuredSince:
		return textOnly
	case declared >= modernVersion && !t.cited:
		return structuredOnly
	}
	return textAndStructured
}

// appendSummary appends the text that stands beside an answer that is structured content alone. It
// is JSON, as every text of the connector is (REQ M-02).
func appendSummary(dst, payload []byte) []byte {
	dst = film.AppendText(append(dst, `{"summary":`...), summaryOf(payload))
	return append(dst, '}')
}

// Where a request says what it is.
const (
	versionHeader = "Mcp-Protocol-Version"
	methodHeader  = "Mcp-Method"
	nameHeader    = "Mcp-Name"
)

// named are the methods whose Mcp-Name says which of several is asked for, by the
// parameter that says so too.
var named = map[string]string{"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}

// protocolOf reports whether a message is of the modern protocol (REQ M-04, M-05). failed is
// what is wrong with how it declares its version, nil for nothing; modern then says in which
// era to tell it.
func protocolOf(h http.Header, m *message) (modern bool, failed *rpcError) {
	inHeader := h.Get(versionHeader)
	if inHeader != "" && !slices.Contains(versions, inHeader) {
		return inHeader >= modernVersion, unknownVersion(inHeader)
	}
	modern = inHeader >= modernVersion
	if m.id == nil { // a notification says nothing of itself but its method
		if modern {
			failed = checkHeaders(h, m)
		}
		return modern, failed
	}
	var meta map[string]json.RawMessage
	_ = json.Unmarshal(m.params["_meta"], &meta) // what is no object says nothing
	var inMeta string
	_ = json.Unmarshal(meta[sdk.MetaKeyProtocolVersion], &inMeta)
	switch {
	case inHeader == "" && inMeta == "":
		return false, nil
	case inHeader == "":
		return true, newError(headerMismatch, "a request with "+sdk.MetaKeyProtocolVersion+" needs the header MCP-Protocol-Version")
	case modern && inMeta == "":
		return true, newError(invalidParams, "_meta needs "+sdk.MetaKeyProtocolVersion)
	case inMeta != "" && inMeta != inHeader:
		return true, newError(headerMismatch, "the header MCP-Protocol-Version and "+sdk.MetaKeyProtocolVersion+" differ")
	case !modern:
		return false, nil
	}
	if failed = checkHeaders(h, m); failed != nil {
		return true, failed
	}
	if capabilities := meta[sdk.MetaKeyClientCapabilities]; len(capabilities) == 0 || capabilities[0] != '{' {
		return true, newError(invalidParams, "_meta needs "+sdk.MetaKeyClientCapabilities)
	}
	return true, nil
}

// unknownVersion returns the error that lists the versions that are spoken, the newest first
// (REQ M-04).
func unknownVersion(asked string) *rpcError {
	return &rpcError{unsupportedVersion, "this version of the protocol is not spoken", struct {
		Supported []string `json:"supported"`
		Requested string   `json:"requested"`
	}{versions, asked}}
}

// checkHeaders returns an error when the headers and the body of a request say different
// things, since proxies believe the headers. It returns nil when they agree.
func checkHeaders(h http.Header, m *message) *rpcError {
	if said := h.Get(methodHeader); said == "" {
		return newError(headerMismatch, "the header Mcp-Method is missing")
	} else if said != m.method {
		return newError(headerMismatch, "the header Mcp-Method and the method differ")
	}
	parameter, ok := named[m.method]
	if !ok {
		return nil
	}
	said, readable := headerText(h.Get(nameHeader))
	name, _ := m.word(parameter)
	switch {
	case h.Get(nameHeader) == "":
		return newError(headerMismatch, "the header Mcp-Name is missing")
	case !readable:
		return newError(headerMismatch, "the header Mcp-Name cannot be decoded")
	case said != name:
		return newError(headerMismatch, "the header Mcp-Name and params."+parameter+" differ")
	}
	return nil
}

// headerText returns the text of a header value, which is in base64 when it could not stand
// in a header as it is. It returns false when the value cannot be decoded.
func headerText(value string) (string, bool) {
	coded, ok := strings.CutPrefix(value, "=?base64?")
	if !ok {
		return value, true
	}
	coded, ok = strings.CutSuffix(coded, "?=")
	text, err := base64.StdEncoding.DecodeString(coded)
	return string(text), ok && err == nil
}
