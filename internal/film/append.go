package film

// AppendText appends s as a JSON string, escaped as the views escape.
func AppendText(dst []byte, s string) []byte {
	e := encoder{buf: dst}
	e.text(s)
	return e.buf
}

// AppendAddress is AppendText for an address that may start with BaseMark; a nil
// one is null.
func AppendAddress(dst []byte, s *string) []byte {
	if s == nil {
		return append(dst, "null"...)
	}
	e := encoder{buf: dst}
	e.address(*s)
	return e.buf
}

// AppendBased appends encoded JSON with base in place of every BaseMark.
func AppendBased(dst, src []byte, base string) []byte { return appendBased(dst, src, base) }
