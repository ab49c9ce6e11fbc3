package v1

import "kinodex/internal/serve/wire"

// pageMeta returns v1's pagination of an answer (REQ G-19). total counts the matches on all
// pages; offset and limit are those that were used, after clamping.
func pageMeta(x *wire.Exchange, total, offset, limit int) filmsMeta {
	return filmsMeta{total, offset, limit, x.Ignored, x.Visit.Bill().Sandbox}
}

// page ends a list whose data is in b with v1's pagination (REQ G-19), and sends it. b has
// {"data":[…] without the closing brace; it must not be used afterwards.
func page(x *wire.Exchange, b []byte, total, offset, limit int) error {
	return x.AnswerList(b, pageMeta(x, total, offset, limit))
}
