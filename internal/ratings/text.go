package ratings

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// binaryKind names what a file is that is no text; empty for a text.
func binaryKind(data []byte) string {
	for _, kind := range []struct{ begins, name string }{
		{"%PDF", "a PDF"}, {"\x89PNG", "a picture"}, {"\xff\xd8\xff", "a picture"}, {"GIF8", "a picture"},
		{"\x1f\x8b", "a gzip archive"}, {"7z\xbc\xaf", "a 7z archive"}, {"Rar!", "a rar archive"},
		{"\xd0\xcf\x11\xe0", "an old Office document: save it as CSV"}, {"SQLite format 3", "a database"},
	} {
		if bytes.HasPrefix(data, []byte(kind.begins)) {
			return kind.name
		}
	}
	if byteOrder(data) == nil && bytes.IndexByte(data[:min(len(data), 4096)], 0) >= 0 {
		return "a file of bytes that are no text"
	}
	return ""
}

// byteOrder returns the byte order that a UTF-16 mark states, nil without one.
func byteOrder(data []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return binary.LittleEndian
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return binary.BigEndian
	}
	return nil
}

// decode returns the text that bytes hold, without a byte order mark. It never fails: bytes
// that are not UTF-8 are read as Windows-1252, as older spreadsheets write.
func decode(data []byte) string {
	if order := byteOrder(data); order != nil {
		units := make([]uint16, 0, len(data)/2)
		for i := 2; i+1 < len(data); i += 2 {
			units = append(units, order.Uint16(data[i:]))
		}
		return string(utf16.Decode(units))
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if utf8.Valid(data) {
		return string(data)
	}
	decoded, err := charmap.Windows1252.NewDecoder().Bytes(data)
	if err != nil {
		return strings.ToValidUTF8(string(data), "\ufffd")
	}
	return string(decoded)
}

// describe says what a text looks like whose first rows are given.
func describe(rows []string) string {
	if len(rows) == 0 {
		return "an empty table"
	}
	first := []rune(strings.Join(strings.Fields(rows[0]), " "))
	if len(first) > 80 {
		first = append(first[:80], '…')
	}
	return fmt.Sprintf("a text that begins %q", string(first))
}
