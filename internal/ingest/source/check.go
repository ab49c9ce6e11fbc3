package source

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Content is what Check counted in a file, over all members of an archive.
type Content struct {
	Bytes int64 // without compression
	Rows  int   // lines of tables without their headers, and JSON objects
}

// Check reads the whole file and returns what is in it, or the reason why it cannot be
// complete: it is of no known shape, empty, damaged, a JSON object is cut off or malformed,
// or the last row of a table between tabs has fewer cells than its header. It makes no
// claims. progress hears of the bytes read from disk, of Size in all; it may be nil.
func (f *File) Check(ctx context.Context, progress func(bytesRead int64)) (Content, error) {
	var all Content
	if f.Format == Unknown {
		if f.Head == "" {
			return all, errors.New(f.Unused)
		}
		return all, fmt.Errorf("%s; it begins with %q", f.Unused, f.Head)
	}
	meter := &meter{ctx: ctx, progress: progress}
	err := f.members(meter, func(m *member) error {
		head := bytes.TrimLeft(m.head(), " \t\r\n")
		if len(head) > 0 && (head[0] == '{' || head[0] == '[') {
			return m.checkDocuments(ctx, &all)
		}
		return m.checkTable(ctx, &all)
	})
	if ctx.Err() != nil {
		return all, ctx.Err()
	}
	if err == nil && all.Rows == 0 {
		err = errors.New("it has no rows")
	}
	return all, err
}

// checkDocuments reads the member's JSON objects and adds them to all.
func (m *member) checkDocuments(ctx context.Context, all *Content) error {
	docs := documents{r: m.r}
	for n := 1; ; n++ {
		doc, err := docs.next()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errDocument):
			return fmt.Errorf("object %d is no JSON, or is cut off", n)
		case err != nil:
			return streamFault(err)
		case !json.Valid(doc):
			return fmt.Errorf("object %d is malformed JSON", n)
		case n%rowsBetweenLooks == 0 && ctx.Err() != nil:
			return ctx.Err()
		}
		all.Bytes += int64(len(doc))
		all.Rows++
	}
}

// checkTable reads the member's lines and adds them to all. Of a table between tabs it
// compares the number of cells of the first line and the last.
func (m *member) checkTable(ctx context.Context, all *Content) error {
	first, last, lines := -1, 0, 0
	for tabs, length := 0, 0; ; {
		part, err := m.r.ReadSlice('\n')
		all.Bytes += int64(len(part))
		tabs, length = tabs+bytes.Count(part, []byte{'\t'}), length+len(part)
		if len(part) > 0 && part[len(part)-1] == '\n' || err == io.EOF && length > 0 {
			if lines++; first < 0 {
				first = tabs
			}
			last, tabs, length = tabs, 0, 0
		}
		switch {
		case err == io.EOF:
			all.Rows += max(lines-1, 0)
			if l := m.layoutOf(); l != nil && !l.ragged && l.headless == nil && last < first {
				return fmt.Errorf("the last row has %d cells and the first %d: it is cut off", last+1, first+1)
			}
			return nil
		case err != nil && len(part) == 0:
			return streamFault(err)
		case lines%rowsBetweenLooks == 0 && ctx.Err() != nil:
			return ctx.Err()
		}
	}
}

// layoutOf returns a layout of the file's format; nil when there is none.
func (m *member) layoutOf() *layout {
	for _, l := range layouts {
		if l.format == m.file.Format {
			return l
		}
	}
	return nil
}
