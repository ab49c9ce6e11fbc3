package v1

import "kinodex/internal/serve/wire"

// pageMeta returns v1's pagination of an answer (REQ G-19).
func pageMeta(x *wire.Exchange, total, offset, limit int) filmsMeta {
	return filmsMeta{total, offset, limit, x.Ignored, x.Visit.Bill().Sandbox}
}

// page ends a list whose data is in b with v1's pagination (REQ G-19), and sends
// it.
func page(x *wire.Exchange, b []byte, total, offset, limit int) error {
	return x.AnswerList(b, filmsMeta{total, offset, limit, x.Ignored, x.Visit.Bill().Sandbox})
}
