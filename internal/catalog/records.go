package catalog

import (
	"encoding/binary"
	"path/filepath"

	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// A record file holds every film as one view encodes it. A record is the ends
// of the view's fields (film.View.Ended of them), four bytes each, and then the
// JSON object, so that one read of neighbouring bytes serves a projection.
const (
	recordsSection = "records"
	offsetsSection = "offsets" // uint64, where each record starts, and the end
)

// recordWriter writes the records of one view. A record is the ends of its fields,
// four bytes each, and then its JSON.
type recordWriter struct {
	view    film.View
	out     *pack.Writer
	offsets []uint64
	buf     []byte
	ends    []uint32
}

// recordPath returns the path of a view's record file.
func recordPath(dir string, v film.View) string { return filepath.Join(dir, v.String()+".pack") }

// createRecords starts the record file of a view in dir.
func createRecords(dir string, v film.View) (*recordWriter, error) {
	out, err := pack.Create(recordPath(dir, v))
	if err != nil {
		return nil, err
	}
	return &recordWriter{view: v, out: out, offsets: []uint64{0}}, out.Section(recordsSection)
}

// add writes the next film's record to the file. Films must come in the order of the catalogue.
func (w *recordWriter) add(f *film.Film) error {
	head := 4 * w.view.Ended()
	w.buf = append(w.buf[:0], make([]byte, head)...)
	w.buf, w.ends = w.view.Append(w.buf, w.ends[:0], f)
	for i, end := range w.ends {
		binary.LittleEndian.PutUint32(w.buf[4*i:], end)
	}
	_, err := w.out.Write(w.buf)
	w.offsets = append(w.offsets, w.out.Len())
	return err
}

// close writes the offsets and the stamp, and closes the file.
func (w *recordWriter) close(s Stamp) error {
	pack.PutSection(w.out, offsetsSection, w.offsets)
	s.Put(w.out, stampSection, formatVersion)
	return w.out.Close()
}

// records are the records of one view in their mapped file. head is how many bytes of a record
// the ends of its fields take.
type records struct {
	view    film.View
	data    []byte
	offsets []uint64
	head    int
	compressedRecords
}

// openRecords opens the record file of a view and appends it to records, so views must be
// opened in the order of film.Views. The bytes of records are not compared with a checksum.
func (c *Catalog) openRecords(dir string, v film.View) error {
	x := &records{view: v, head: 4 * v.Ended()}
	// The records are most of the library and few are read, so their checksum
	// is left to Verify; film.Record bears wrong ends, so those are too.
	o := pack.Options{SkipChecksum: []string{recordsSection}}
	c.records = append(c.records, x)
	return c.load(recordPath(dir, v), o, func(r *pack.Reader) {
		r.Require(readStamp(r) == c.stamp, "%s records are of another build", v)
		x.data = pack.Column[byte](r, recordsSection, pack.Any)
		x.offsets = pack.Starts[uint64](r, offsetsSection, len(c.ids), len(x.data))
		r.RequireEach(len(x.offsets)-1, func(i int) bool {
			return x.offsets[i+1]-x.offsets[i] >= uint64(x.head)
		}, "%s record %d is too short", v)
	})
}

// at returns a record that shares the mapped memory: it must not be changed.
func (r *records) at(d Doc) film.Record {
	b := r.data[r.offsets[d]:r.offsets[d+1]:r.offsets[d+1]]
	return film.Record{JSON: b[r.head:], Ends: b[:r.head:r.head]}
}

// verify reads every record and returns an error when its fields do not end inside it, in order.
func (r *records) verify() error {
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
