package kinodex

import (
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"net/http"
	"net/url"
	"os"
	"strconv"
)

// DownloadSnapshot stores the file of all films, gzipped NDJSON, at a path and returns its
// manifest; with WithQuery("file", "parquet") or "sqlite" it stores them as tables. The file is
// there whole or not at all: what was loaded is kept beside it, in a file that ends in .part, and
// the next call goes on where it ended, if the snapshot is still the same. Length and digest are
// held against the manifest; ErrCorrupt says that they differ.
func (c *Client) DownloadSnapshot(ctx context.Context, path string, options ...RequestOption) (*SnapshotManifest, error) {
	if at, err := os.Stat(path); err == nil && at.IsDir() {
		return nil, fmt.Errorf("kinodex: the snapshot is stored as a file, and %s is a directory", path)
	}
	tries := 0
	for {
		snapshot, err := c.GetSnapshot(ctx, nil, options...)
		if err != nil {
			return nil, err
		}
		m := &snapshot.Manifest
		part := path + "." + m.SHA256[:min(12, len(m.SHA256))] + ".part"
		loaded, err := c.load(ctx, snapshot.DownloadURL, part, m)
		if err == nil {
			return m, os.Rename(part, path)
		}
		if loaded > 0 {
			tries = 0 // it goes on
		}
		tries++
		wait, again := c.again(err, tries)
		var answered *Error
		if errors.As(err, &answered) && answered.Status == http.StatusForbidden && tries <= c.maxRetries {
			wait, again = pause(tries), true // the link has expired: take a new one
		}
		var onDisk *os.PathError
		if !again || errors.Is(err, ErrCorrupt) || errors.As(err, &onDisk) {
			return nil, err
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// load adds what is missing to a part of the snapshot and checks the whole. It returns how
// many bytes it added.
func (c *Client) load(ctx context.Context, link, part string, m *SnapshotManifest) (added int64, err error) {
	file, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	digest := sha256.New()
	have, err := io.Copy(digest, file)
	if err != nil {
		return 0, err
	}
	if have < m.Bytes {
		if added, err = c.rest(ctx, link, file, digest, have); err != nil {
			return added, err
		}
	}
	size, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return added, err
	}
	wrong := ""
	if sum := hex.EncodeToString(digest.Sum(nil)); size != m.Bytes {
		wrong = fmt.Sprintf("it has %d bytes and not %d", size, m.Bytes)
	} else if sum != m.SHA256 {
		wrong = fmt.Sprintf("its SHA-256 is %s and not %s", sum, m.SHA256)
	}
	if wrong == "" {
		return added, file.Sync()
	}
	file.Close()
	if err := os.Remove(part); err != nil {
		return added, fmt.Errorf("%w: %s; %w", ErrCorrupt, wrong, err)
	}
	return added, fmt.Errorf("%w: %s; it was removed, call again to load it anew", ErrCorrupt, wrong)
}

// rest writes the bytes of a link from an offset on to a file and a digest.
func (c *Client) rest(ctx context.Context, link string, file *os.File, digest hash.Hash, have int64) (added int64, err error) {
	at, err := url.Parse(link)
	if err != nil {
		return 0, err
	}
	base, err := url.Parse(c.base + "/")
	if err != nil {
		return 0, err
	}
	ctx, cancel, stop := c.bounded(ctx)
	defer cancel(nil)
	out, err := http.NewRequestWithContext(ctx, http.MethodGet, base.ResolveReference(at).String(), nil)
	if err != nil {
		return 0, err
	}
	out.Header.Set("User-Agent", c.agent)
	out.Header.Set("Accept-Encoding", "identity")
	if have > 0 {
		out.Header.Set("Range", "bytes="+strconv.FormatInt(have, 10)+"-")
	}
	r, err := c.http.Do(out)
	if !stop() || err != nil {
		if err == nil {
			r.Body.Close()
		}
		return 0, cmp.Or(context.Cause(ctx), err)
	}
	defer r.Body.Close()
	switch {
	case r.StatusCode >= 400:
		body, _ := io.ReadAll(io.LimitReader(r.Body, 1<<16))
		return 0, readError(r, body)
	case r.StatusCode != http.StatusPartialContent && have > 0: // the whole file
		digest.Reset()
		if err := file.Truncate(0); err != nil {
			return 0, err
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return 0, err
		}
	}
	return io.Copy(io.MultiWriter(file, digest), r.Body)
}

// ReadSnapshot yields the films of a file that DownloadSnapshot stored, and an error last.
func ReadSnapshot(path string) iter.Seq2[FilmDetail, error] {
	return func(yield func(FilmDetail, error) bool) {
		if err := readSnapshot(path, yield); err != nil {
			yield(FilmDetail{}, fmt.Errorf("kinodex: the snapshot %s: %w", path, err))
		}
	}
}

// readSnapshot yields films until there are no more, or nobody wants more.
func readSnapshot(path string, yield func(FilmDetail, error) bool) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	for film, err := range decodeLines[FilmDetail](unpacked) {
		if err != nil {
			return err
		}
		if !yield(film, nil) {
			return nil
		}
	}
	return nil
}
