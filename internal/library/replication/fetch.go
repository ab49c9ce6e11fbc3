package replication

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/blob"
	"kinodex/internal/library"
)

// Bounds of fetching one file.
const (
	stallAfter = 30 * time.Second // without a byte, the connection is given up
	// attempts is how often a file is asked for again without a new frame of it.
	attempts     = 4
	attemptPause = time.Second // and then twice as long each time
)

// filesAtOnce is how many files are fetched at the same time: a store is asked over as many
// connections, each of which needs some 10 MB of memory.
const filesAtOnce = 4

// fetcher brings files of a bucket into a directory, several at a time. A file is called by
// its digest once it is whole, synced and verified; before, it has partSuffix, and
// beside it stands what a later process needs to go on with it.
type fetcher struct {
	bucket  blob.Bucket
	dir     *os.Root      // whatever a file is called, it does not lead out of it
	fetched *atomic.Int64 // bytes of files
	pause   time.Duration // attemptPause, shorter in tests
	atOnce  int           // filesAtOnce
	// working is held by who decompresses, digests and writes a frame. So however many
	// connections there are, one processor is taken from those who answer requests.
	working sync.Mutex
}

// fetchAll brings files, the largest first since they take the longest. After each, done is
// called with it, by one goroutine at a time; its error ends the fetch. The first failure ends the
// others where they are, to be gone on with later.
func (f *fetcher) fetchAll(ctx context.Context, generation string, files []library.File, done func(library.File) error) error {
	files = slices.SortedFunc(slices.Values(files), func(a, b library.File) int { return cmp.Compare(b.Bytes, a.Bytes) })
	group, fetching := errgroup.WithContext(ctx)
	group.SetLimit(f.atOnce)
	var mu sync.Mutex
	for _, file := range files {
		group.Go(func() error {
			if err := fetching.Err(); err != nil {
				return err
			}
			if err := f.fetch(fetching, generation, file); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			return done(file)
		})
	}
	return group.Wait()
}

const (
	partSuffix  = ".part"
	stateSuffix = ".state"
)

// partial is a file that is being fetched.
type partial struct {
	file   *os.File
	state  *os.File // plain and packed as of the last whole frame
	hash   hash.Hash
	plain  int64 // bytes of the file that are there
	packed int64 // bytes of the object that they took
}

// fetch brings a file, unless it is there: read once, since an earlier process left it. An error
// other than a *RefusedError may pass.
func (f *fetcher) fetch(ctx context.Context, generation string, file library.File) error {
	if there, err := library.IsFile(ctx, f.dir, file.SHA256, file); there || err != nil {
		return err
	}
	err := f.whole(ctx, generation, file)
	var refused *RefusedError
	if errors.As(err, &refused) && refused.Reason == library.ReasonDamaged {
		// What an earlier process left may be to blame: once more from the beginning.
		err = f.whole(ctx, generation, file)
	}
	return err
}

// whole brings the rest of a file, verifies it and gives it its name. What is damaged
// is removed.
func (f *fetcher) whole(ctx context.Context, generation string, file library.File) error {
	p, err := f.resume(file)
	if err != nil {
		return onDisk(generation, err)
	}
	defer p.close()
	err = f.frames(ctx, generation, file, p)
	if err == nil {
		if sum := hex.EncodeToString(p.hash.Sum(nil)); sum != file.SHA256 {
			err = refuse(generation, library.ReasonDamaged, nil,
				"%s of generation %s is damaged in the bucket: send it again with kinodex library publish --mend", file.Name, generation)
		}
	}
	var refused *RefusedError
	if errors.As(err, &refused) { // also when the disk is full, for others need room
		f.remove(file)
		return err
	}
	if err != nil {
		return err
	}
	if err := errors.Join(p.file.Sync(), f.dir.Rename(file.SHA256+partSuffix, file.SHA256), f.dir.Remove(file.SHA256+stateSuffix)); err != nil {
		return onDisk(generation, err)
	}
	return nil
}

// remove forgets what there is of a file.
func (f *fetcher) remove(file library.File) {
	_ = f.dir.Remove(file.SHA256 + partSuffix)
	_ = f.dir.Remove(file.SHA256 + stateSuffix)
}

// resume opens what there is of a file. A state that does not fit begins anew.
func (f *fetcher) resume(file library.File) (*partial, error) {
	part, err := f.dir.OpenFile(file.SHA256+partSuffix, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	state, err := f.dir.OpenFile(file.SHA256+stateSuffix, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		_ = part.Close()
		return nil, err
	}
	p := &partial{file: part, state: state, hash: sha256.New()}
	if err := p.load(file); err == nil {
		return p, nil
	}
	p.hash, p.plain, p.packed = sha256.New(), 0, 0
	if err := errors.Join(part.Truncate(0), state.Truncate(0)); err != nil {
		p.close()
		return nil, err
	}
	_, err = part.Seek(0, io.SeekStart)
	return p, err
}

// load reads how far the file is, and puts what was written behind that away.
func (p *partial) load(file library.File) error {
	b := make([]byte, 64)
	n, err := p.state.ReadAt(b, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if _, err := fmt.Sscanf(string(b[:n]), "%d %d\n", &p.plain, &p.packed); err != nil {
		return err
	}
	info, err := p.file.Stat()
	if err != nil {
		return err
	}
	if p.plain <= 0 || p.packed <= 0 || p.plain > info.Size() || p.plain > file.Bytes {
		return errors.New("the state is not that of the file")
	}
	if err := p.file.Truncate(p.plain); err != nil {
		return err
	}
	// The bytes are read and not remembered, since a power cut may have lost some.
	_, err = io.Copy(p.hash, p.file)
	return err
}

// add writes the content of a frame, and then how far the file is. The numbers only grow,
// so that no write of the state leaves a rest of the one before.
func (p *partial) add(content []byte, took int64) error {
	if _, err := p.file.Write(content); err != nil {
		return err
	}
	p.hash.Write(content)
	p.plain += int64(len(content))
	p.packed += took
	_, err := p.state.WriteAt(fmt.Appendf(nil, "%d %d\n", p.plain, p.packed), 0)
	return err
}

func (p *partial) close() {
	_ = p.file.Close()
	_ = p.state.Close()
}

// frames reads frames until the file is whole, over as many connections as that takes.
func (f *fetcher) frames(ctx context.Context, generation string, file library.File, p *partial) error {
	r, err := newFrameReader(nil)
	if err != nil {
		return err
	}
	defer r.Close()
	pause := f.pause
	for left := attempts; ; {
		before := p.plain
		err := f.connection(ctx, generation, file, p, r)
		var refused *RefusedError
		if err == nil || ctx.Err() != nil || errors.As(err, &refused) {
			return err
		}
		if left--; p.plain > before {
			left, pause = attempts, f.pause
		}
		if left <= 0 {
			return fmt.Errorf("fetch %s of generation %s: %w", file.Name, generation, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause *= 2
	}
}

// connection reads frames of a file from one answer of the bucket. It returns nil once
// the file has all its bytes.
func (f *fetcher) connection(ctx context.Context, generation string, file library.File, p *partial, r *frameReader) error {
	if p.plain == file.Bytes {
		return nil
	}
	reading, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(stallAfter, func() { cancel(fmt.Errorf("no byte in %v", stallAfter)) })
	defer watch.Stop()
	o, err := f.bucket.GetFrom(reading, packKey(file.SHA256), p.packed)
	switch {
	case errors.Is(err, blob.ErrNotFound):
		return notThere(generation, file, err)
	case err != nil:
		return err
	}
	defer o.Body.Close()
	body := &watchedBody{Reader: o.Body, timer: watch, at: p.packed}
	r.from = body
	for p.plain < file.Bytes {
		took, err := r.read()
		var size int
		if err == nil {
			size, err = f.take(p, r, took, file.Bytes)
		}
		ended := (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)) && body.at >= o.Size // and not the connection
		if errors.Is(err, errDamagedPack) || ended {
			return refuse(generation, library.ReasonDamaged, err,
				"%s of generation %s is damaged in the bucket: send it again with kinodex library publish --mend", file.Name, generation)
		}
		var unwritten *writeError
		switch {
		case errors.As(err, &unwritten):
			return onDisk(generation, unwritten.error)
		case err != nil:
			if cause := context.Cause(reading); cause != nil {
				err = cause
			}
			return fmt.Errorf("read the bucket: %w", err)
		}
		f.fetched.Add(int64(size))
	}
	return nil
}

// writeError is an error of the disk and not of the bucket.
type writeError struct{ error }

// take adds the frame that r has read to a file that has room for so many bytes in all, and
// returns how many it added.
func (f *fetcher) take(p *partial, r *frameReader, took, most int64) (int, error) {
	f.working.Lock()
	defer f.working.Unlock()
	content, err := r.decompress()
	switch {
	case err != nil:
		return 0, err
	case p.plain+int64(len(content)) > most:
		return 0, fmt.Errorf("%w: it has more than its file", errDamagedPack)
	}
	if err := p.add(content, took); err != nil {
		return 0, &writeError{err}
	}
	return len(content), nil
}

// watchedBody is a body that restarts a timer with each byte, and knows where in the object
// it is.
type watchedBody struct {
	io.Reader
	timer *time.Timer
	at    int64
}

// Read reads and restarts the timer.
func (w *watchedBody) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	w.at += int64(n)
	if n > 0 {
		w.timer.Reset(stallAfter)
	}
	return n, err
}

// onDisk is the refusal of a generation that the disk does not take.
func onDisk(generation string, err error) error {
	if isFull(err) {
		return refuse(generation, library.ReasonDisk, err, "the disk is full: generation %s does not fit", generation)
	}
	return refuse(generation, library.ReasonDisk, err, "generation %s cannot be written to the disk", generation)
}

// isFull reports whether an error says that a disk has no room.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// clear removes from dir what none of the files needs, and what is no regular file.
func (f *fetcher) clear(files []library.File) error {
	entries, err := fs.ReadDir(f.dir.FS(), ".")
	if err != nil {
		return err
	}
	needed := map[string]bool{filepath.Base(library.FetchLock("")): true}
	for _, file := range files {
		for _, suffix := range []string{"", partSuffix, stateSuffix} {
			needed[file.SHA256+suffix] = true
		}
	}
	for _, e := range entries {
		if needed[e.Name()] && e.Type().IsRegular() {
			continue
		}
		if err := f.dir.RemoveAll(e.Name()); err != nil {
			return err
		}
	}
	return nil
}
