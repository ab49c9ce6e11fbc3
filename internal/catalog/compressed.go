package catalog

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/deflate"
	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// CompressedFile is the file of a catalogue's compressed records. A catalogue may be without it:
// then answers are compressed when they are asked for.
const CompressedFile = "compressed.pack"

// compressedViews are the views of lists. A film by itself has nothing to be joined with.
var compressedViews = []film.View{film.List, film.Flat}

// Of so many films, which lie evenly in the catalogue, the longer half of the records is what a
// coder is trained on: those of better known films, of which most lists are.
const coderSample = 1000

// compressedRecords is the records of a view as package deflate codes them. coder is nil in a catalogue
// without them.
type compressedRecords struct {
	coder  *deflate.Coder
	texts  []byte
	starts []uint64
}

// Compress writes the compressed records of the catalogue in dir, whose writer was closed. The same
// catalogue gives the same bytes. progress is told how many records are done.
func Compress(ctx context.Context, dir string, progress func(done, total int64)) error {
	c, err := Open(dir)
	if err != nil {
		return err
	}
	defer c.Close()
	return pack.Save(filepath.Join(dir, CompressedFile), func(w *pack.Writer) error {
		for i, v := range compressedViews {
			n := int64(c.Len())
			tell := func(done int64) { progress(int64(i)*n+done, int64(len(compressedViews))*n) }
			if err := c.records[v].compress(ctx, w, tell); err != nil {
				return err
			}
		}
		return c.stamp.Put(w, stampSection, formatVersion)
	})
}

// compress writes the compressed records of a view.
func (r *records) compress(ctx context.Context, w *pack.Writer, progress func(done int64)) error {
	coder := deflate.Train(r.sample(), film.BaseMark)
	if err := w.Section(r.view.String() + "/texts"); err != nil {
		return err
	}
	films := len(r.offsets) - 1
	starts := make([]uint64, 1, films+1)
	jobs := make([]compressJob, runtime.GOMAXPROCS(0))
	for i := range jobs {
		jobs[i].encoder = coder.Encoder()
	}
	for next := 0; next < films; {
		if err := ctx.Err(); err != nil {
			return err
		}
		var coding errgroup.Group
		for i := range jobs {
			from, to := next, min(next+512, films)
			coding.Go(func() error { jobs[i].run(r, from, to); return nil })
			next = to
		}
		_ = coding.Wait() // which gives no error
		for i := range jobs {
			if _, err := w.Write(jobs[i].texts); err != nil {
				return err
			}
			for _, n := range jobs[i].lengths {
				starts = append(starts, starts[len(starts)-1]+uint64(n))
			}
		}
		progress(int64(next))
	}
	if err := pack.PutSection(w, r.view.String()+"/starts", starts); err != nil {
		return err
	}
	b, err := coder.AppendBinary(nil)
	if err != nil {
		return err
	}
	return pack.PutSection(w, r.view.String()+"/coder", b)
}

// sample returns records for a coder to be trained on, in the order of the catalogue.
func (r *records) sample() [][]byte {
	films := len(r.offsets) - 1
	var docs []Doc
	for i := range min(films, coderSample) {
		docs = append(docs, Doc(i*films/min(films, coderSample)))
	}
	slices.SortFunc(docs, func(a, b Doc) int {
		return cmp.Or(cmp.Compare(len(r.at(b).JSON), len(r.at(a).JSON)), cmp.Compare(a, b))
	})
	docs = docs[:(len(docs)+1)/2]
	slices.Sort(docs)
	texts := make([][]byte, len(docs))
	for i, d := range docs {
		texts[i] = r.at(d).JSON
	}
	return texts
}

// compressJob compresses neighbouring records.
type compressJob struct {
	encoder *deflate.Encoder
	texts   []byte
	lengths []int
}

// run compresses the records from a document to before another.
func (j *compressJob) run(r *records, from, to int) {
	j.texts, j.lengths = j.texts[:0], j.lengths[:0]
	for d := from; d < to; d++ {
		before := len(j.texts)
		j.texts = j.encoder.Append(j.texts, r.at(Doc(d)).JSON)
		j.lengths = append(j.lengths, len(j.texts)-before)
	}
}

// openCompressed opens the file of compressed records, if there is one.
func (c *Catalog) openCompressed(dir string) error {
	o := pack.Options{}
	for _, v := range compressedViews {
		o.SkipChecksum = append(o.SkipChecksum, v.String()+"/texts") // as with the records
	}
	err := c.load(filepath.Join(dir, CompressedFile), o, func(r *pack.Reader) {
		r.Require(readStamp(r) == c.stamp, "compressed records are of another build")
		for _, v := range compressedViews {
			x := &c.records[v].compressedRecords
			coder, err := deflate.Read(pack.Column[byte](r, v.String()+"/coder", pack.Any))
			if r.Err() == nil && err != nil {
				r.Fail(damaged("%s records: %v", v, err))
			}
			x.texts = pack.Column[byte](r, v.String()+"/texts", pack.Any)
			x.starts = pack.Starts[uint64](r, v.String()+"/starts", len(c.ids), len(x.texts))
			if r.Err() == nil {
				x.coder = coder
			}
		}
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Coder returns the coder of a view's compressed records, nil where there are none.
func (c *Catalog) Coder(v film.View) *deflate.Coder { return c.records[v].coder }

// Compressed returns the film's record in a view, whole, as Coder's encoder coded it: bytes of the
// mapped file, which must not be changed and are valid until Close. The view must have a coder.
func (c *Catalog) Compressed(d Doc, v film.View) []byte {
	x := &c.records[v].compressedRecords
	return x.texts[x.starts[d]:x.starts[d+1]]
}

// verifyCompressed returns an error when a compressed record is not as long as the record.
func (r *records) verifyCompressed() error {
	if r.coder == nil {
		return nil
	}
	var s deflate.Stream
	var room []byte
	for d := range len(r.starts) - 1 {
		s.Begin(room[:0], r.coder, string(film.BaseMark))
		n, ok := s.Coded(r.texts[r.starts[d]:r.starts[d+1]])
		if !ok || n != len(r.at(Doc(d)).JSON) {
			return damaged("%s record %d: compressed", r.view, d)
		}
		room = s.End(nil)
	}
	return nil
}
