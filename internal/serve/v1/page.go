package v1

import (
	"strconv"

	"kinodex/internal/serve/wire"
)

// page ends a list whose data is in b with v1's pagination (REQ G-19), and sends
// it.
func page(x *wire.Exchange, b []byte, total, offset, limit int) error {
	b = append(b, `,"meta":{"total":`...)
	b = strconv.AppendInt(b, int64(total), 10)
	b = append(b, `,"offset":`...)
	b = strconv.AppendInt(b, int64(offset), 10)
	b = append(b, `,"limit":`...)
	b = x.AppendIgnored(strconv.AppendInt(b, int64(limit), 10))
	if x.Visit.Bill().Sandbox {
		b = append(b, `,"sandbox":true`...)
	}
	x.Answer(append(b, `}}`...))
	return nil
}
