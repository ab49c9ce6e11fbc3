package text

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// ByteOrder returns the byte order that the mark of UTF-16 at the beginning of data states,
// or nil without one.
func ByteOrder(data []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return binary.LittleEndian
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return binary.BigEndian
	}
	return nil
}

// Decode returns the text that the bytes of a file hold: UTF-16 where a mark says so, else
// UTF-8, else Windows-1252, which holds Latin-1. It never fails. The mark of UTF-16 is left
// out, that of UTF-8 stays.
func Decode(data []byte) string {
	if order := ByteOrder(data); order != nil {
		units := make([]uint16, 0, len(data)/2)
		for i := 2; i+1 < len(data); i += 2 {
			units = append(units, order.Uint16(data[i:]))
		}
		return string(utf16.Decode(units))
	}
	if utf8.Valid(data) {
		return string(data)
	}
	decoded, err := charmap.Windows1252.NewDecoder().Bytes(data)
	if err != nil {
		return strings.ToValidUTF8(string(data), "\ufffd")
	}
	return string(decoded)
}
