package source

import (
	"bytes"
	"context"
	"errors"
	"io"
)

// Read streams the file's claims in file order. The claim handed to emit is
// filled anew for the next row: copy it to keep it; its strings and slices may
// be kept. An error from emit, or the end of ctx, stops the reading and is
// returned; rows that cannot be used go to reject, and so does a damaged
// stream or archive, after everything before the damage has been read.
// progress hears of the bytes read from disk so far, of Size in all. reject
// and progress may be nil. Read fills f.Tally; it may be called again, but not
// by two callers at a time.
func (f *File) Read(ctx context.Context, emit func(*Claim) error, reject func(Reject), progress func(bytesRead int64)) error {
	return f.read(ctx, reader{emit: emit, reject: reject, progress: progress})
}

// ReadNames streams the rows of a NameBasics file, and nothing of any other.
// Rules are those of Read.
func (f *File) ReadNames(ctx context.Context, emit func(Name) error, reject func(Reject), progress func(bytesRead int64)) error {
	return f.read(ctx, reader{names: emit, reject: reject, progress: progress})
}

// reader is what Read and ReadNames have in common: where claims, names, rejects and the
// count of bytes go. Exactly one of emit and names is set.
type reader struct {
	emit     func(*Claim) error
	names    func(Name) error
	reject   func(Reject)
	progress func(int64)
}

// read is Read and ReadNames. It reports the whole Size as read at the end, also of
// a file that is passed over.
func (f *File) read(ctx context.Context, to reader) error {
	f.Tally = Tally{}
	if to.reject == nil {
		to.reject = func(Reject) {}
	}
	if f.Format == Unknown || f.Unused != "" || (f.Format == NameBasics) != (to.names != nil) {
		if to.progress != nil {
			to.progress(f.Size)
		}
		return ctx.Err()
	}
	out := &sink{tally: &f.Tally, wanted: f.Wanted, onClaim: to.emit, onReject: to.reject}
	out.origin = Origin{Source: f.Source, Format: f.Format, File: f.Name, Period: f.Period}
	meter := &meter{ctx: ctx, progress: to.progress}
	err := f.members(meter, func(m *member) error {
		out.origin.File, out.origin.Line = m.label(), 0
		out.observe(nil, nil)
		return m.read(ctx, out, to)
	})
	switch damaged := (*damage)(nil); {
	case ctx.Err() != nil:
		return ctx.Err()
	case out.err != nil:
		return out.err
	case errors.As(err, &damaged):
		out.reject(Damaged, damaged.cause.Error())
		err = nil
	}
	if err == nil && to.progress != nil {
		to.progress(f.Size)
	}
	f.Period = out.newest.period(f)
	return err
}

// rowsBetweenLooks is how many rows pass between two checks whether the context has ended.
const rowsBetweenLooks = 1 << 12

// appleDouble begins the files in AppleDouble format that the zip tool of macOS adds.
var appleDouble = []byte{0x00, 0x05, 0x16, 0x07}

// head returns the beginning of the member without byte order mark, at most peekSize bytes.
// It consumes nothing. The bytes are valid until the next read.
func (m *member) head() []byte {
	head, _ := m.r.Peek(peekSize)
	return bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
}

// recognise returns the member's layout by its content alone; nil when it is unknown or
// empty. It consumes nothing.
func (m *member) recognise() *layout {
	head := m.head()
	switch trimmed := bytes.TrimLeft(head, " \t\r\n"); {
	case len(trimmed) == 0 || bytes.HasPrefix(head, appleDouble):
		return nil
	case bytes.HasPrefix(head, []byte{0xff, 0xd8, 0xff}):
		return pictures
	case trimmed[0] == '{' || trimmed[0] == '[':
		return layoutOfKeys(topKeys(bytes.TrimLeft(trimmed, "[ \t\r\n")))
	}
	header, cells, _ := headerLine(head)
	if header == nil {
		return nil
	}
	return layoutOfHeader(header, cells)
}

// headerLine returns the first line of a table, as names and as cells, and its separator: a
// tab when the line has more tabs than commas. header is nil when the line is no row of two
// cells or more, holds a zero byte, or does not end within peekSize.
func headerLine(head []byte) (header []string, cells [][]byte, comma byte) {
	line, _, whole := bytes.Cut(head, []byte("\n"))
	if !whole && len(head) == peekSize || bytes.IndexByte(line, 0) >= 0 {
		return nil, nil, 0
	}
	comma = ','
	if bytes.Count(line, []byte("\t")) > bytes.Count(line, []byte(",")) {
		comma = '\t'
	}
	t := rows{r: newReader(line), comma: comma}
	if t.read() != nil || len(t.cells) < 2 {
		return nil, nil, 0
	}
	return headerOf(t.cells), t.cells, comma
}

// read reads one member, by its own layout: the members of an archive may differ. A member
// of unknown or unused shape is rejected, an empty one is passed over; neither is an error.
func (m *member) read(ctx context.Context, out *sink, to reader) error {
	head := m.head()
	trimmed := bytes.TrimLeft(head, " \t\r\n")
	switch {
	case len(trimmed) == 0:
		return nil
	case bytes.HasPrefix(head, appleDouble):
		out.repaired("shadow_member")
		return nil
	case trimmed[0] == '{' || trimmed[0] == '[':
		return m.readDocuments(ctx, out)
	}
	header, cells, comma := headerLine(head)
	l := (*layout)(nil)
	if header != nil {
		l = layoutOfHeader(header, cells)
	}
	if l == nil || l.unused != "" {
		out.reject(UnknownShape, firstWords(head))
		return nil
	}
	if l.headless != nil {
		header = nil
	}
	out.origin.Source, out.origin.Format = l.source, l.format
	s := newSheet(out, header, head, comma)
	var row, flush func()
	if l.names != nil {
		row = l.names(s, to.names)
	} else {
		row, flush = l.table(s)
	}
	s.head = nil
	out.tally.unread(s.columns, s.asked)
	return m.readTable(ctx, l, s, row, flush)
}

// firstWords returns the first line of something unknown, shortened to what a report may
// show.
func firstWords(head []byte) string {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return shortened(line, maxDetail-len("…"))
}

// readTable calls row for each row of a fitting shape and flush, which may be nil, at the
// end, also where the stream is damaged. The error is the context's, the first of emit, or
// a damage.
func (m *member) readTable(ctx context.Context, l *layout, s *sheet, row, flush func()) error {
	out, t := s.sink, &rows{r: m.r, comma: s.comma}
	if l.headless == nil {
		if err := t.read(); err != nil {
			return streamFault(err)
		}
	}
	for n := 0; ; n++ {
		err := t.read()
		if err == io.EOF {
			break
		}
		if err != nil {
			if flush != nil {
				flush()
			}
			return streamFault(err)
		}
		if n%rowsBetweenLooks == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		out.tally.Rows++
		out.origin.Line = t.line
		if l.headless != nil {
			s.width = len(t.cells)
		}
		if s.fits(t, l.ragged) {
			row()
		}
		if out.err != nil {
			return out.err
		}
	}
	if flush != nil {
		flush()
	}
	return out.err
}

// readDocuments reads a stream of JSON objects, each by its own layout. Objects of unknown
// or unused shape are rejected and passed over. What is no JSON object ends the stream with
// a reject and no error.
func (m *member) readDocuments(ctx context.Context, out *sink) error {
	docs := documents{r: m.r}
	var last *layout
	var handle func([]byte)
	for n := 1; ; n++ {
		doc, err := docs.next()
		out.origin.Line = n
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errDocument):
			out.reject(BadDocument, err.Error())
			return nil
		case err != nil:
			return streamFault(err)
		case n%rowsBetweenLooks == 0 && ctx.Err() != nil:
			return ctx.Err()
		}
		out.tally.Rows++
		doc = out.decoded(doc)
		l := layoutOfKeys(topKeys(doc))
		switch {
		case l == nil || l.unused != "":
			out.reject(UnknownShape, firstWords(doc))
			continue
		case l != last:
			last, handle = l, l.document(out)
		}
		out.origin.Source, out.origin.Format = l.source, l.format
		handle(doc)
		if out.err != nil {
			return out.err
		}
	}
}

// streamFault returns the error of a context as it is, since it stops everything, and any
// other as a damage of the file, which is reported.
func streamFault(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &damage{err}
}
