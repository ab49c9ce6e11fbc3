package film

import (
	"fmt"
	"strconv"
)

// ID is the number in a film's identifier, "tt" and at least seven digits.
// Films are ordered by it wherever nothing else orders them (REQ G-18).
type ID uint32

// String returns the identifier, such as tt0111161.
func (id ID) String() string { return string(id.AppendTo(nil)) }

// AppendTo appends the identifier to dst.
func (id ID) AppendTo(dst []byte) []byte {
	dst = append(dst, "tt"...)
	for n := uint32(1_000_000); n > 1 && uint32(id) < n; n /= 10 {
		dst = append(dst, '0')
	}
	return strconv.AppendUint(dst, uint64(id), 10)
}

// ParseID reads an identifier. "TT" is folded to "tt" (REQ G-12); anything
// that is not "tt" and one to nine digits, or is zero, is not an identifier.
func ParseID(s string) (ID, bool) {
	if len(s) < 3 || len(s) > 11 || s[0]|0x20 != 't' || s[1]|0x20 != 't' {
		return 0, false
	}
	var n uint32
	for i := 2; i < len(s); i++ {
		c := s[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = n*10 + uint32(c)
	}
	return ID(n), n > 0
}

// MarshalText returns what String returns.
func (id ID) MarshalText() ([]byte, error) { return id.AppendTo(nil), nil }

// UnmarshalText is ParseID for decoders.
func (id *ID) UnmarshalText(b []byte) error {
	n, ok := ParseID(string(b))
	if !ok {
		return fmt.Errorf("%q is not a film id", b)
	}
	*id = n
	return nil
}
