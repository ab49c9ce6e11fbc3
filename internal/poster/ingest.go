package poster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/blob"
	"kinodex/internal/fault"
	"kinodex/internal/poster/vision"
)

// Options say what Ingest stores, and where.
type Options struct {
	Bucket    blob.Bucket
	Originals []Original
	// Workers is how many originals are worked on at a time; 0 for one a
	// processor. Each holds one unpacked picture, at worst 400 MB (vision.MaxPixels).
	Workers int
	// Progress is told how many are done; it may be nil. It is called by one
	// goroutine at a time.
	Progress func(done, total int64)
}

// Report is what became of the originals.
type Report struct {
	Stored   int // films that had no poster
	Replaced int // films that had another, a part of this one, or an older reading of it
	Kept     int // films that had this one
	Rejected []Rejection
	Took     time.Duration
}

// Ingest stores the originals that are not stored yet. An original that is no
// picture is rejected; a bucket that fails ends it with an error, and so does ctx.
// What is stored by then is whole.
// Running it again is safe at any time, and does only what is missing: pictures have names
// made of their content, and a record comes after its pictures. The report is nil when
// there is an error.
func Ingest(ctx context.Context, o Options) (*Report, error) {
	began := time.Now()
	in := ingest{bucket: o.Bucket, reader: vision.NewReader(), report: &Report{}}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(or(o.Workers, runtime.GOMAXPROCS(0)))
	done := int64(0)
	for _, original := range o.Originals {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			what, err := in.one(ctx, original)
			if err != nil {
				return fmt.Errorf("store the poster of %s: %w", original.Film, err)
			}
			in.mu.Lock()
			defer in.mu.Unlock()
			in.count(what, original)
			if done++; o.Progress != nil {
				o.Progress(done, int64(len(o.Originals)))
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil && done < int64(len(o.Originals)) {
		return nil, err
	}
	slices.SortFunc(in.report.Rejected, func(a, b Rejection) int { return strings.Compare(a.Path, b.Path) })
	in.report.Took = time.Since(began)
	return in.report, nil
}

// or returns n, or otherwise for a number that is not positive.
func or(n, otherwise int) int {
	if n <= 0 {
		return otherwise
	}
	return n
}

// mu guards the report; reader and bucket are safe for several goroutines.
type ingest struct {
	bucket blob.Bucket
	reader *vision.Reader

	mu     sync.Mutex
	report *Report
}

// outcome is what became of one original; a rejected one has the reason.
// The zero outcome is of a film that had no poster and has one now.
type outcome struct {
	kept, replaced bool
	rejected       string
}

// The caller holds the lock.
func (in *ingest) count(w outcome, o Original) {
	switch {
	case w.rejected != "":
		in.report.Rejected = append(in.report.Rejected, Rejection{o.Path, w.rejected})
	case w.kept:
		in.report.Kept++
	case w.replaced:
		in.report.Replaced++
	default:
		in.report.Stored++
	}
}

// one stores one original: its pictures, then its record.
// Only a bucket's or encoder's failure is an error; whatever is wrong with the original is
// an outcome.
func (in *ingest) one(ctx context.Context, o Original) (outcome, error) {
	data, reason := readOriginal(o.Path)
	if reason != "" {
		return outcome{rejected: reason}, nil
	}
	before, err := getRecord(ctx, in.bucket, o.Film)
	if err != nil {
		return outcome{}, err
	}
	sum := sha256.Sum256(data)
	r := &Record{Film: o.Film, SHA256: hex.EncodeToString(sum[:]), Bytes: len(data)}
	missing, err := in.missing(ctx, r.Picture())
	if err != nil {
		return outcome{}, err
	}
	same := before != nil && before.SHA256 == r.SHA256 && before.version() == vision.Version
	if same && len(missing) == 0 {
		return outcome{kept: true}, nil
	}
	img, is, err := vision.Decode(data, "")
	if f := (*fault.Fault)(nil); errors.As(err, &f) {
		return outcome{rejected: f.Message}, nil
	}
	if err != nil {
		return outcome{}, err
	}
	for _, size := range missing {
		if err := in.render(ctx, img, r.Picture(), size); err != nil {
			return outcome{}, err
		}
	}
	if same {
		return outcome{replaced: true}, nil
	}
	r.Type = is
	if r.Analysis, err = json.Marshal(in.reader.Read(img)); err != nil {
		return outcome{}, err
	}
	b, err := json.Marshal(r)
	if err != nil {
		return outcome{}, err
	}
	err = in.bucket.Put(ctx, recordKey(o.Film), bytes.NewReader(b), int64(len(b)), "application/json")
	return outcome{replaced: before != nil}, err
}

// readOriginal reads a file, or says why it is rejected.
func readOriginal(path string) (data []byte, reason string) {
	f, err := os.Open(path)
	if err == nil {
		defer f.Close()
		data, err = io.ReadAll(io.LimitReader(f, MaxOriginal+1))
	}
	cause := (*os.PathError)(nil)
	switch {
	case errors.As(err, &cause):
		return nil, "it cannot be read: " + cause.Err.Error()
	case err != nil:
		return nil, "it cannot be read: " + err.Error()
	case len(data) > MaxOriginal:
		return nil, fmt.Sprintf("it has more than %d MiB", MaxOriginal>>20)
	}
	return data, ""
}

// missing are the renditions of a picture that the bucket does not have.
// It asks for their metadata alone.
func (in *ingest) missing(ctx context.Context, p Picture) ([]Size, error) {
	var sizes []Size
	for _, s := range Sizes {
		switch _, err := in.bucket.Stat(ctx, p.Key(s)); {
		case errors.Is(err, blob.ErrNotFound):
			sizes = append(sizes, s)
		case err != nil:
			return nil, err
		}
	}
	return sizes, nil
}

// render stores a rendition. A picture that is small enough is encoded anew all the
// same: what else is in the original's file is nobody's business.
func (in *ingest) render(ctx context.Context, img image.Image, p Picture, s Size) error {
	if b := img.Bounds(); b.Dx() > s.Width || b.Dy() > s.Height {
		img = vision.Fit(img, s.Width, s.Height)
	}
	var b bytes.Buffer
	if err := vision.EncodeJPEG(&b, img, s.quality); err != nil {
		return err
	}
	return in.bucket.Put(ctx, p.Key(s), bytes.NewReader(b.Bytes()), int64(b.Len()), "image/jpeg")
}
