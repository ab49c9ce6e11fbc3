package catalog

import (
	"encoding/binary"
	"path/filepath"

	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// A record file holds every film as one view encodes it. A record is the ends
// of the view's fields, four bytes each, and then the JSON object, so that one
// read of neighbouring bytes serves a projection.
const (
	recordsSection = "records"
	offsetsSection = "offsets" // uint64, where each record starts, and the end
)

type recordWriter struct {
	view    film.View
	out     *pack.Writer
	offsets []uint64
	buf     []byte
	ends    []uint32
}

func recordPath(dir string, v film.View) string { return filepath.Join(dir, v.String()+".pack") }

func createRecords(dir string, v film.View) (*recordWriter, error) {
	out, err := pack.Create(recordPath(dir, v))
	if err != nil {
		return nil, err
	}
	return &recordWriter{view: v, out: out, offsets: []uint64{0}}, out.Section(recordsSection)
}

func (w *recordWriter) add(f *film.Film) error {
	head := 4 * len(w.view.Fields())
	w.buf = append(w.buf[:0], make([]byte, head)...)
	w.buf, w.ends = w.view.Append(w.buf, w.ends[:0], f)
	for i, end := range w.ends {
		binary.LittleEndian.PutUint32(w.buf[4*i:], end)
	}
	_, err := w.out.Write(w.buf)
	w.offsets = append(w.offsets, w.out.Len())
	return err
}

func (w *recordWriter) close(s stamp) error {
	pack.PutSection(w.out, offsetsSection, w.offsets)
	pack.PutSection(w.out, stampSection, s[:])
	return w.out.Close()
}

// records reads a record file.
type records struct {
	file    *pack.File
	view    film.View
	data    []byte
	offsets []uint64
	head    int
}

func openRecords(dir string, v film.View, want stamp) (*records, error) {
	// The records are most of the library and few are read, so their checksum
	// is left to Verify; film.Record bears wrong ends, so those are too.
	file, err := pack.Open(recordPath(dir, v), pack.Options{SkipChecksum: []string{recordsSection}})
	if err != nil {
		return nil, err
	}
	r := &records{file: file, view: v, head: 4 * len(v.Fields())}
	if err := r.check(want); err != nil {
		file.Close()
		return nil, err
	}
	return r, nil
}

func (r *records) check(want stamp) error {
	got, err := readStamp(r.file)
	if err != nil {
		return err
	}
	if got != want {
		return damaged("%s records are of another build", r.view)
	}
	s := &sections{file: r.file}
	r.data = s.bytes(recordsSection)
	r.offsets = sized[uint64](s, offsetsSection, int(want[1])+1)
	if err := s.err(); err != nil {
		return err
	}
	last := len(r.offsets) - 1
	ok := r.offsets[0] == 0 && r.offsets[last] == uint64(len(r.data))
	for i := range last {
		// The length of the file bounds the last offset, and this all others.
		ok = ok && r.offsets[i] <= r.offsets[i+1] && r.offsets[i+1]-r.offsets[i] >= uint64(r.head)
	}
	if !ok {
		return damaged("%s record offsets", r.view)
	}
	return nil
}

func (r *records) at(d Doc) film.Record {
	b := r.data[r.offsets[d]:r.offsets[d+1]:r.offsets[d+1]]
	return film.Record{JSON: b[r.head:], Ends: b[:r.head:r.head]}
}

// verify reads everything: checksums, and that fields end inside their records
// in order.
func (r *records) verify() error {
	if err := r.file.Verify(); err != nil {
		return err
	}
	for d := range len(r.offsets) - 1 {
		rec := r.at(Doc(d))
		previous := uint32(0)
		for i := 0; i < len(rec.Ends); i += 4 {
			end := binary.LittleEndian.Uint32(rec.Ends[i:])
			if end <= previous || int64(end) >= int64(len(rec.JSON)) {
				return damaged("%s record %d: field ends", r.view, d)
			}
			previous = end
		}
	}
	return nil
}
