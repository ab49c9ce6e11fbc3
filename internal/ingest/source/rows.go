package source

import (
	"bufio"
	"bytes"
	"io"
)

// maxRow bounds the bytes of one row, so that a quote that never closes does not read a
// whole file into memory. The longest genuine rows (full credits) are near 1 MB.
const maxRow = 16 << 20

// rows splits a table into cells. Commas separate with quotes as spreadsheets
// write them; tabs separate without quotes, as the film database writes them.
// Faults are forgiven: a quote inside a cell that is not followed by a
// separator is a letter, and the end of the file closes an open cell.
type rows struct {
	r     *bufio.Reader
	comma byte // ',' or '\t'
	limit int  // of one row in bytes; 0 is maxRow
	line  int  // of the row last read, from 1
	next  int  // lines consumed so far

	cells [][]byte // of the row last read; valid until the next one
	cut   bool     // the file ended inside a quoted cell
	long  bool     // the row was longer than the limit and has been cut there

	buf  []byte
	ends []int
}

// read advances to the next row that is not an empty line. The error is io.EOF at the end of
// the table, and else that of the stream. A last row without a newline is a row.
func (t *rows) read() error {
	for {
		t.buf, t.ends, t.cut, t.long = t.buf[:0], t.ends[:0], false, false
		t.line = t.next + 1
		err := t.take()
		if err != nil && (err != io.EOF || len(t.buf) == 0) {
			return err
		}
		if len(bytes.TrimRight(t.buf, "\r\n")) == 0 {
			continue
		}
		if t.comma == ',' && bytes.IndexByte(t.buf, '"') >= 0 {
			if err := t.quoted(); err != nil && err != io.EOF {
				return err
			}
		} else {
			t.plain()
		}
		t.slice()
		return nil
	}
}

// take appends one line to buf, its newline included. Of a line beyond the limit the rest is
// read and dropped, and long is set. The error is that of the stream.
func (t *rows) take() error {
	limit := t.limit
	if limit == 0 {
		limit = maxRow
	}
	for {
		part, err := t.r.ReadSlice('\n')
		if room := limit - len(t.buf); len(part) > room {
			t.buf, t.long = append(t.buf, part[:max(room, 0)]...), true
		} else {
			t.buf = append(t.buf, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err == nil {
			t.next++
		}
		return err
	}
}

// plain sets the ends of cells in a row without quotes.
func (t *rows) plain() {
	t.buf = trimEnd(t.buf)
	for i := 0; ; {
		n := bytes.IndexByte(t.buf[i:], t.comma)
		if n < 0 {
			break
		}
		i += n + 1
		t.ends = append(t.ends, i-1)
	}
	t.ends = append(t.ends, len(t.buf))
}

// quoted rewrites buf in place without the quotes, taking more lines as long
// as a cell stays open. Ends are those of the rewritten cells, which are kept
// apart by one byte as plain leaves them.
func (t *rows) quoted() error {
	in, out := 0, 0
	put := func(c byte) { t.buf[out] = c; out++ }
	for {
		if in < len(t.buf) && t.buf[in] == '"' {
			in++
			for {
				if in >= len(t.buf) {
					// More lines belong to the cell: put them after what was
					// rewritten, which frees what was read.
					t.buf = t.buf[:out]
					in = out
					err := t.take()
					if len(t.buf) == in || t.long {
						t.cut = true
						t.buf = t.buf[:out]
						t.ends = append(t.ends, out)
						return err
					}
					continue
				}
				if t.buf[in] != '"' {
					put(t.buf[in])
					in++
					continue
				}
				if in+1 < len(t.buf) && t.buf[in+1] == '"' {
					put('"')
					in += 2
					continue
				}
				if in+1 >= len(t.buf) || t.buf[in+1] == ',' || t.buf[in+1] == '\n' || t.buf[in+1] == '\r' {
					in++
					break
				}
				put('"')
				in++
			}
		}
		tail := out
		for in < len(t.buf) && t.buf[in] != ',' && t.buf[in] != '\n' {
			put(t.buf[in])
			in++
		}
		if in < len(t.buf) && t.buf[in] == ',' {
			t.ends = append(t.ends, out)
			put(',')
			in++
			continue
		}
		if out > tail && t.buf[out-1] == '\r' {
			out--
		}
		t.buf = t.buf[:out]
		t.ends = append(t.ends, out)
		return nil
	}
}

// slice sets cells from buf and ends. The cells share the memory of buf and cannot grow into
// each other.
func (t *rows) slice() {
	t.cells = t.cells[:0]
	start := 0
	for _, end := range t.ends {
		end = max(end, start)
		t.cells = append(t.cells, t.buf[start:end:end])
		start = min(end+1, len(t.buf))
	}
}

// trimEnd returns b without the newline that ends a row, and a carriage return before it.
func trimEnd(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] == '\n' {
		b = b[:n-1]
	}
	if n := len(b); n > 0 && b[n-1] == '\r' {
		b = b[:n-1]
	}
	return b
}
