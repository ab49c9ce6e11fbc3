package wire

import (
	"crypto/rand"
	"encoding/base32"
	"net/http"

	"kinodex/internal/access"
)

// requestID is the name the client gave the request, when that is fit for a log,
// or else a new one (REQ G-13).
func requestID(h http.Header) string {
	if given := h["X-Request-Id"]; len(given) == 1 && wellFormed(given[0]) {
		return given[0]
	}
	return newID()
}

// wellFormed: 8 to 64 letters, digits, dots, dashes and underscores, and no secret,
// which somebody may have put into the wrong header.
func wellFormed(id string) bool {
	if len(id) < 8 || len(id) > 64 {
		return false
	}
	for i := range len(id) {
		c := id[i]
		if c != '.' && c != '-' && c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return access.Redact(id) == id
}

// newID names a request: 16 random characters of a lower-case base32.
func newID() string {
	var random [10]byte
	rand.Read(random[:]) // never fails
	var text [16]byte
	ids.Encode(text[:], random[:])
	return "req_" + string(text[:])
}

var ids = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)
