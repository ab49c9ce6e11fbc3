package sources

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kinodex/internal/atomicfile"
)

// partial is a download under way: a file, and beside it what the server said of it. It
// outlives its process, so that the next goes on where it stopped.
type partial struct {
	path string // of the file; the other one has .json behind it
	said partialState
	room func(bytes int64) error // of the disk
}

// partialState is what is known of the bytes of a partial file.
type partialState struct {
	Address      string `json:"address"` // as shown
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	Length       int64  `json:"length"` // of the whole file; -1 when unknown
}

// partial returns the download of a key, as an earlier process left it or begun anew.
func (s *Store) partial(key, address string) (*partial, error) {
	dir := filepath.Join(s.dir, partialName)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	p := &partial{path: filepath.Join(dir, strings.ReplaceAll(key, "/", "-")), room: s.room}
	b, err := os.ReadFile(p.path + ".json")
	if err != nil || json.Unmarshal(b, &p.said) != nil || p.said.Address != shown(address) {
		p.said = partialState{}
	}
	return p, nil
}

// validator returns what tells the server which version of the file is had in part; ""
// when it did not say, so that nothing can be resumed. A weak entity tag will not do.
func (p *partial) validator() string {
	if p.said.ETag != "" && !strings.HasPrefix(p.said.ETag, "W/") {
		return p.said.ETag
	}
	return p.said.LastModified
}

// size returns how many bytes there are to go on from.
func (p *partial) size() int64 {
	info, err := os.Stat(p.path)
	if err != nil || p.validator() == "" {
		return 0
	}
	return info.Size()
}

// begin empties the file for a version that an answer describes.
func (p *partial) begin(address string, a *answer) error {
	p.said = partialState{
		Address: shown(address), ETag: a.Header.Get("ETag"), LastModified: a.Header.Get("Last-Modified"), Length: a.ContentLength,
	}
	if err := os.Truncate(p.path, 0); err != nil && !os.IsNotExist(err) {
		return err
	}
	b, err := json.Marshal(p.said)
	if err != nil {
		return err
	}
	return atomicfile.Write(p.path+".json", b)
}

// discard forgets what was downloaded.
func (p *partial) discard() error {
	p.said = partialState{}
	return errors.Join(removed(p.path+".json"), removed(p.path))
}

// removed removes a file, which need not be there.
func removed(path string) error {
	if err := os.Remove(path); !os.IsNotExist(err) {
		return err
	}
	return nil
}

// errUnchanged says that the server has the version that is kept.
var errUnchanged = errors.New("unchanged")

// statusError is an answer that is no file.
type statusError struct {
	address string
	status  int
}

func (e *statusError) Error() string {
	return fmt.Sprintf("%s answers %d %s", shown(e.address), e.status, http.StatusText(e.status))
}

// tooLong says that a server has more than a source may have.
func tooLong(address string, most int64) error {
	return &gaveUpError{fmt.Errorf("%s: %w, %s; if you trust it, say how much with --max-bytes", address, errTooLong, megabytes(most))}
}

// megabytes returns a bound for people.
func megabytes(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d MB", n>>20)
}

// leastProgress is how many bytes a connection must bring for the failures before it to be
// forgotten: with less, a server that cuts each off after a byte would never be given up.
const leastProgress = 256 << 10

// download fills p with the file at an address. It goes on where an earlier download of
// the same version stopped, and does so itself when the connection is cut. It returns
// errUnchanged when the server still has the version of have, which may be nil, and a
// *statusError for an answer that is no file. After any other error p can be resumed.
func (c *client) download(ctx context.Context, address string, p *partial, have *FileRecord, progress func(done, total int64)) error {
	furthest, failures := p.size(), 0
	for {
		err := c.attempt(ctx, address, p, have, progress)
		if errors.Is(err, errTooLong) {
			return errors.Join(tooLong(shown(address), c.most), p.discard())
		}
		if _, full := errors.AsType[*roomError](err); full {
			return err
		}
		var status *statusError
		if err == nil || errors.Is(err, errUnchanged) || errors.As(err, &status) || ctx.Err() != nil {
			return err
		}
		if _, broken := errors.AsType[*os.PathError](err); broken {
			return err // our own disk, not the server
		}
		if _, gaveUp := errors.AsType[*gaveUpError](err); gaveUp {
			return err
		}
		if now := p.size(); now >= furthest+leastProgress {
			furthest, failures = now, 0
		}
		if failures++; failures == mostTries {
			return fmt.Errorf("%s: %w, %d times without getting further; what came is kept, and the next fetch goes on from there", shown(address), err, failures)
		}
		if err := sleep(ctx, c.delay(failures)); err != nil {
			return err
		}
	}
}

// attempt asks for what p lacks and appends it. It is nil when p has all the server says
// there is.
func (c *client) attempt(ctx context.Context, address string, p *partial, have *FileRecord, progress func(done, total int64)) error {
	from := p.size()
	header := http.Header{"Accept-Encoding": {"identity"}}
	switch {
	case from > 0 && from == p.said.Length:
		return nil
	case from > 0:
		header.Set("Range", fmt.Sprintf("bytes=%d-", from))
		header.Set("If-Range", p.validator())
	case have != nil && have.Address == shown(address):
		setIf(header, "If-None-Match", have.ETag)
		setIf(header, "If-Modified-Since", have.LastModified)
	}
	a, err := c.get(ctx, address, header)
	if err != nil {
		return err
	}
	defer a.Close()
	switch a.StatusCode {
	case http.StatusNotModified:
		return errUnchanged
	case http.StatusPartialContent:
		var first, last int64
		if _, err := fmt.Sscanf(a.Header.Get("Content-Range"), "bytes %d-%d/", &first, &last); err != nil || first != from {
			return errors.Join(errors.New("the server sends another part than was asked for"), p.discard())
		}
	case http.StatusRequestedRangeNotSatisfiable:
		var whole int64
		if _, err := fmt.Sscanf(a.Header.Get("Content-Range"), "bytes */%d", &whole); err == nil && whole == from {
			return nil // all was there; the length that was told was wrong
		}
		return errors.Join(errors.New("the server has less than was downloaded"), p.discard())
	case http.StatusOK:
		if err := p.begin(address, a); err != nil {
			return err
		}
		from = 0
	default:
		return &statusError{address, a.StatusCode}
	}
	if p.said.Length > c.most || from > c.most {
		return errTooLong
	}
	left := c.most - from
	if p.said.Length >= 0 {
		left = p.said.Length - from // whatever the answer's own length is
		if err := p.room(left); err != nil {
			return err
		}
	}
	a.body.left = left
	said := p.said.Length
	if err := p.take(a, from, progress); !errors.Is(err, errTooLong) || said < 0 {
		return err
	}
	return errors.Join(errors.New("the server sends more than it said"), p.discard())
}

// setIf sets a header unless the value is empty.
func setIf(h http.Header, name, value string) {
	if value != "" {
		h.Set(name, value)
	}
}

// take appends a body to the file, which has from bytes.
func (p *partial) take(a *answer, from int64, progress func(done, total int64)) error {
	f, err := os.OpenFile(p.path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	told := &meteredWriter{to: f, done: from, total: max(p.said.Length, 0), progress: progress, room: p.room}
	_, err = io.Copy(told, a.Body)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil && p.said.Length >= 0 && told.done < p.said.Length {
		err = io.ErrUnexpectedEOF
	}
	progress(told.done, told.total)
	return err
}

// meteredWriter tells how many bytes were written, now and then.
type meteredWriter struct {
	to          io.Writer
	done, total int64
	next        time.Time
	progress    func(done, total int64)
	room        func(bytes int64) error
}

// Write passes p on, while the disk has room.
func (w *meteredWriter) Write(p []byte) (int, error) {
	if err := w.room(int64(len(p))); err != nil {
		return 0, err
	}
	n, err := w.to.Write(p)
	w.done += int64(n)
	if now := time.Now(); now.After(w.next) {
		w.next = now.Add(100 * time.Millisecond)
		w.progress(w.done, w.total)
	}
	return n, err
}
