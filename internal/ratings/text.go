package ratings

import (
	"bytes"
	"fmt"
	"strings"

	"kinodex/internal/text"
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
	if order, _ := text.ByteOrder(data); order == nil && bytes.IndexByte(data[:min(len(data), 4096)], 0) >= 0 {
		return "a file of bytes that are no text"
	}
	return ""
}

// decode returns the text that bytes hold, without a byte order mark.
func decode(data []byte) string {
	return text.Decode(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
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
