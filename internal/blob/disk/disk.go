// Package disk stores objects as files of a directory, and serves links to them that it
// signs itself.
//
// Keys are paths below the directory. An object is written to a temporary file, synced,
// and renamed to its path. A link is the object's address below Prefix with the time it
// expires and an HMAC-SHA256 over all of it; Server answers it. The package imports blob
// and flock. Start reading at Open; links are in link.go.
package disk

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"mime"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/flock"
)

// Bucket is a directory of objects. It implements blob.Bucket; see there for what its
// methods promise. Several processes may have the same directory open.
type Bucket struct {
	root   *os.Root // no key or symbolic link leads out of it
	dir    string
	secret []byte // signs links
}

// partial is the directory of objects that are being written. No key leads there, since
// it begins with a dot. Every writer holds a shared lock on partialLock.
const (
	partial     = ".partial"
	partialLock = "lock"
	// conditionalLock is held exclusively by who compares and replaces, who holds
	// partialLock too: so nobody removes the file while it is locked.
	conditionalLock = "conditional"
)

// Open opens the bucket in dir, which it creates if need be, and removes what killed
// processes left half written. secret signs links, so processes that share it answer
// each other's links; fewer than 16 bytes are an error. Close ends it.
func Open(dir string, secret []byte) (*Bucket, error) {
	if len(secret) < 16 {
		return nil, fmt.Errorf("open bucket: a secret of %d bytes signs nothing; want 16 or more", len(secret))
	}
	if err := os.MkdirAll(filepath.Join(dir, partial), 0o755); err != nil {
		return nil, fmt.Errorf("open bucket: %w", err)
	}
	clearPartial(filepath.Join(dir, partial))
	// Below a Root, no symbolic link leads out of the directory.
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open bucket: %w", err)
	}
	return &Bucket{root: root, dir: dir, secret: secret}, nil
}

// clearPartial removes what killed processes did not finish, unless somebody is writing:
// then it is left to the next Open.
func clearPartial(dir string) {
	if !flock.Sound {
		return
	}
	lock, err := flock.Exclusive(filepath.Join(dir, partialLock))
	if err != nil {
		return
	}
	defer lock.Close()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.Name() != partialLock {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// Close releases the directory. Open objects stay open; every later call of another
// method fails.
func (b *Bucket) Close() error { return b.root.Close() }

// Put stores an object. contentType is ignored: the key's extension decides (see
// contentType).
func (b *Bucket) Put(ctx context.Context, key string, body io.Reader, size int64, contentType string) error {
	if err := blob.CheckKey(key); err != nil {
		return err
	}
	if err := b.put(ctx, key, body, size, time.Time{}); err != nil {
		return fmt.Errorf("put object %s: %w", key, err)
	}
	return nil
}

// PutIf stores an object unless it was changed. Where files cannot be locked
// (flock.Sound), two processes may both succeed.
func (b *Bucket) PutIf(ctx context.Context, key string, body []byte, contentType, match string) (string, error) {
	if err := blob.CheckKey(key); err != nil {
		return "", err
	}
	etag, err := b.putIf(ctx, key, body, match)
	if err != nil {
		return "", fmt.Errorf("put object %s: %w", key, err)
	}
	return etag, nil
}

// putIf compares and replaces under a lock. The new file is later than the old one,
// however coarse the clock is, since its time is part of its ETag.
func (b *Bucket) putIf(ctx context.Context, key string, body []byte, match string) (string, error) {
	writing, err := flock.Shared(filepath.Join(b.dir, partial, partialLock))
	if err != nil {
		return "", err
	}
	defer writing.Close()
	lock, err := b.lockConditional(ctx)
	if err != nil {
		return "", err
	}
	defer lock.Close()
	was, err := b.Stat(ctx, key)
	if err != nil && !errors.Is(err, blob.ErrNotFound) {
		return "", err
	}
	if was.ETag != match {
		return "", blob.ErrChanged
	}
	if err := b.put(ctx, key, bytes.NewReader(body), int64(len(body)), was.Modified); err != nil {
		return "", err
	}
	is, err := b.Stat(ctx, key)
	return is.ETag, err
}

// lockConditional waits for the lock of those who compare and replace.
func (b *Bucket) lockConditional(ctx context.Context) (io.Closer, error) {
	for {
		lock, err := flock.Exclusive(filepath.Join(b.dir, partial, conditionalLock))
		if !errors.Is(err, flock.ErrHeld) {
			return lock, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// put writes a temporary file and renames it. Its time of modification is later than
// after, unless that is zero.
func (b *Bucket) put(ctx context.Context, key string, body io.Reader, size int64, after time.Time) error {
	dir := filepath.Join(b.dir, partial)
	lock, err := flock.Shared(filepath.Join(dir, partialLock))
	if err != nil {
		return err
	}
	defer lock.Close()
	f, err := os.CreateTemp(dir, "*")
	if err != nil {
		return err
	}
	name := path.Join(partial, filepath.Base(f.Name()))
	defer b.root.Remove(name) // fails after the rename, when there is nothing to remove
	// The size is checked, since a body that was cut may end without an error.
	n, err := io.Copy(f, reader{ctx, body})
	if err == nil && n != size {
		err = fmt.Errorf("got %d bytes of %d", n, size)
	}
	if err := errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	if now := time.Now(); !after.IsZero() {
		if !now.After(after) {
			now = after.Add(time.Microsecond)
		}
		if err := b.root.Chtimes(name, now, now); err != nil {
			return err
		}
	}
	if dir := path.Dir(key); dir != "." {
		if err := b.root.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	return b.root.Rename(name, key)
}

// reader is a Reader that fails once its context has ended.
type reader struct {
	ctx context.Context
	io.Reader
}

// Read reads, unless the context has ended.
func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// Get opens an object: what was there when it was opened, even if it is replaced.
// The caller must close its Body.
func (b *Bucket) Get(_ context.Context, key string) (*blob.Object, error) {
	f, info, err := b.open(key)
	if err != nil {
		return nil, err
	}
	return &blob.Object{Info: info, Body: f}, nil
}

// GetFrom opens an object from an offset on.
func (b *Bucket) GetFrom(ctx context.Context, key string, offset int64) (*blob.Object, error) {
	o, err := b.Get(ctx, key)
	if err != nil {
		return nil, err
	}
	if offset < 0 || offset > 0 && offset >= o.Size {
		err = fmt.Errorf("object %s has %d bytes and none at %d", key, o.Size, offset)
	} else {
		_, err = o.Body.(io.Seeker).Seek(offset, io.SeekStart)
	}
	if err != nil {
		o.Body.Close()
		return nil, err
	}
	return o, nil
}

// open opens the file of a key. Only regular files are objects.
func (b *Bucket) open(key string) (*os.File, blob.Info, error) {
	if err := blob.CheckKey(key); err != nil {
		return nil, blob.Info{}, err
	}
	// A pipe of the name would hold up whoever opens it.
	if stat, err := b.root.Stat(key); err == nil && !stat.Mode().IsRegular() {
		return nil, blob.Info{}, fmt.Errorf("object %s: %w", key, blob.ErrNotFound)
	}
	f, err := b.root.Open(key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, blob.Info{}, fmt.Errorf("object %s: %w", key, blob.ErrNotFound)
	}
	if err != nil {
		return nil, blob.Info{}, fmt.Errorf("open object %s: %w", key, err)
	}
	stat, err := f.Stat()
	if err == nil && !stat.Mode().IsRegular() {
		err = blob.ErrNotFound
	}
	if err != nil {
		_ = f.Close()
		return nil, blob.Info{}, fmt.Errorf("object %s: %w", key, err)
	}
	return f, about(key, stat), nil
}

// about returns the Info of a file.
func about(key string, stat fs.FileInfo) blob.Info {
	return blob.Info{
		Key: key, Size: stat.Size(), Modified: stat.ModTime().UTC(),
		ContentType: contentType(key),
		ETag:        fmt.Sprintf("%x-%x", stat.ModTime().UnixNano(), stat.Size()),
	}
}

// contentType returns the content type of a key by its extension: for what the service
// stores the same on every machine, for anything else by the machine's own table.
func contentType(key string) string {
	switch path.Ext(key) {
	case ".webp":
		return "image/webp"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".png":
		return "image/png"
	case ".gz":
		return "application/gzip"
	case ".parquet":
		return "application/vnd.apache.parquet"
	case ".sqlite":
		return "application/vnd.sqlite3"
	case ".json":
		return "application/json"
	}
	return cmp.Or(mime.TypeByExtension(path.Ext(key)), "application/octet-stream")
}

// Stat describes an object. Its Modified is when it was put, which replacing it changes.
func (b *Bucket) Stat(_ context.Context, key string) (blob.Info, error) {
	f, info, err := b.open(key)
	if err != nil {
		return blob.Info{}, err
	}
	return info, f.Close()
}

// Delete removes an object. Its directory stays.
func (b *Bucket) Delete(_ context.Context, key string) error {
	if err := blob.CheckKey(key); err != nil {
		return err
	}
	if err := b.root.Remove(key); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete object %s: %w", key, err)
	}
	return nil
}

// List yields objects in order of key. An object that is deleted meanwhile may be left
// out.
func (b *Bucket) List(ctx context.Context, prefix string) iter.Seq2[blob.Info, error] {
	return func(yield func(blob.Info, error) bool) {
		err := b.walk(ctx, ".", prefix, yield)
		if err != nil && !errors.Is(err, fs.SkipAll) {
			yield(blob.Info{}, fmt.Errorf("list objects: %w", err))
		}
	}
}

// walk yields the objects of a directory in order of whole keys, in which "a/b" comes
// after "a.b" but before "a0": a directory sorts as its name with a slash. It returns
// fs.SkipAll when yield wants no more.
func (b *Bucket) walk(ctx context.Context, dir, prefix string, yield func(blob.Info, error) bool) error {
	entries, err := fs.ReadDir(b.root.FS(), dir)
	if err != nil {
		return err
	}
	sortAsKeys(entries)
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		// Names that begin with a dot are no keys: they are partial, or somebody else's.
		key := path.Join(dir, e.Name())
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if e.IsDir() {
			if below := key + "/"; strings.HasPrefix(below, prefix) || strings.HasPrefix(prefix, below) {
				if err := b.walk(ctx, key, prefix, yield); err != nil {
					return err
				}
			}
			continue
		}
		if !strings.HasPrefix(key, prefix) {
			continue
		}
		stat, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted meanwhile
		}
		if err != nil {
			return err
		}
		if !yield(about(key, stat), nil) {
			return fs.SkipAll
		}
	}
	return nil
}
