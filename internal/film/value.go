package film

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Text returns the i-th field of the record's view, which must be a string or null:
// its value without quotes and escapes; empty for null. The view's own fields have
// no BaseMark but in addresses, for which there is Address.
func (r Record) Text(i int) string {
	b := r.Value(i)
	if len(b) < 2 || b[0] != '"' {
		return ""
	}
	if bytes.IndexByte(b, '\\') < 0 {
		return string(b[1 : len(b)-1])
	}
	var s string
	_ = json.Unmarshal(b, &s) // an error means damage: then there is no text
	return s
}

// Address returns the i-th field, which must be an address or null: the address
// with base in place of BaseMark, or nil.
func (r Record) Address(i int, base string) *string {
	b := r.Value(i)
	if len(b) < 2 || b[0] != '"' {
		return nil
	}
	var s string
	if rest, own := bytes.CutPrefix(b[1:len(b)-1], []byte{BaseMark}); own {
		s = base + string(rest)
	} else {
		s = r.Text(i)
	}
	return &s
}

// Int returns the i-th field, which must be an integer or null, for which it is nil.
func (r Record) Int(i int) *int {
	n, err := strconv.Atoi(string(r.Value(i)))
	if err != nil {
		return nil
	}
	return &n
}

// Number returns the i-th field, which must be a number or null, for which it is
// nil.
func (r Record) Number(i int) *float64 {
	v, err := strconv.ParseFloat(string(r.Value(i)), 64)
	if err != nil {
		return nil
	}
	return &v
}
