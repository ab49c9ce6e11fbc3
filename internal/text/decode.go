package text

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// ByteOrder returns the byte order of UTF-16 and the length in bytes of its mark, 0 where it
// has none; the order is nil for data that is not UTF-16. Without a mark, data is UTF-16 when
// of its first 4,096 bytes nearly all of one parity are zero and hardly any of the other, as
// in any text in Latin script.
func ByteOrder(data []byte) (order binary.ByteOrder, mark int) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return binary.LittleEndian, 2
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return binary.BigEndian, 2
	}
	head := data[:min(len(data), 4096)&^1]
	var zeros [2]int
	for i, b := range head {
		if b == 0 {
			zeros[i&1]++
		}
	}
	units := len(head) / 2
	switch {
	case units < 4:
		return nil, 0
	case zeros[1]*10 >= units*9 && zeros[0]*50 <= units:
		return binary.LittleEndian, 0
	case zeros[0]*10 >= units*9 && zeros[1]*50 <= units:
		return binary.BigEndian, 0
	}
	return nil, 0
}

// Decode returns the text that the bytes of a file hold: UTF-16 where ByteOrder says so, else
// UTF-8, else Windows-1252, which holds Latin-1. It never fails. The mark of UTF-16 is left
// out, that of UTF-8 stays.
func Decode(data []byte) string {
	if order, mark := ByteOrder(data); order != nil {
		units := make([]uint16, 0, len(data)/2)
		for i := mark; i+1 < len(data); i += 2 {
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
