// Package disk keeps objects as files of a directory, and serves links to them
// that it signed itself.
//
// Keys are paths below the directory. An object is written beside its place,
// made durable and renamed into it. A link is the object's address under Prefix
// with the time it ends and an HMAC-SHA256 over all of it; Server answers it.
// The package imports blob and flock. Start reading at Open; links are in link.go.
package disk

import (
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

	"kinodex/internal/blob"
	"kinodex/internal/flock"
)

// Bucket is a directory of objects. It implements blob.Bucket.
type Bucket struct {
	root   *os.Root
	dir    string
	secret []byte
}

// partial is where objects are written before they are whole; no key leads there.
// Whoever writes there shares its lock.
const (
	partial     = ".partial"
	partialLock = "lock"
)

// Open opens the bucket in dir, creating it if need be, and removes what killed
// processes left half written. secret signs links; who
// shares it serves the links of the others. At least 16 bytes of it are wanted.
func Open(dir string, secret []byte) (*Bucket, error) {
	if len(secret) < 16 {
		return nil, fmt.Errorf("open bucket: a secret of %d bytes signs nothing; want 16 or more", len(secret))
	}
	if err := os.MkdirAll(filepath.Join(dir, partial), 0o755); err != nil {
		return nil, fmt.Errorf("open bucket: %w", err)
	}
	clearPartial(filepath.Join(dir, partial))
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open bucket: %w", err)
	}
	return &Bucket{root: root, dir: dir, secret: secret}, nil
}

// clearPartial removes what killed processes did not finish, unless somebody is
// writing: then the next who opens the bucket does.
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
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// Close lets go of the directory.
func (b *Bucket) Close() error { return b.root.Close() }

// Put stores an object.
func (b *Bucket) Put(ctx context.Context, key string, body io.Reader, size int64, contentType string) error {
	if err := blob.CheckKey(key); err != nil {
		return err
	}
	if err := b.put(ctx, key, body, size); err != nil {
		return fmt.Errorf("put object %s: %w", key, err)
	}
	return nil
}

func (b *Bucket) put(ctx context.Context, key string, body io.Reader, size int64) error {
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
	defer b.root.Remove(name) // after the rename there is nothing to remove
	n, err := io.Copy(f, reader{ctx, body})
	if err == nil && n != size {
		err = fmt.Errorf("got %d bytes of %d", n, size)
	}
	if err := errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	if dir := path.Dir(key); dir != "." {
		if err := b.root.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	return b.root.Rename(name, key)
}

// reader ends with its context.
type reader struct {
	ctx context.Context
	io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// Get opens an object.
func (b *Bucket) Get(_ context.Context, key string) (*blob.Object, error) {
	f, info, err := b.open(key)
	if err != nil {
		return nil, err
	}
	return &blob.Object{Info: info, Body: f}, nil
}

func (b *Bucket) open(key string) (*os.File, blob.Info, error) {
	if err := blob.CheckKey(key); err != nil {
		return nil, blob.Info{}, err
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
		f.Close()
		return nil, blob.Info{}, fmt.Errorf("object %s: %w", key, err)
	}
	return f, about(key, stat), nil
}

// about tells of a file. What an object is, its name tells.
func about(key string, stat fs.FileInfo) blob.Info {
	return blob.Info{
		Key: key, Size: stat.Size(), Modified: stat.ModTime().UTC(),
		ContentType: contentType(key),
	}
}

// contentType goes by the end of the key, as far as it is one the service
// stores, whatever the machine's own table says.
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
	case ".json":
		return "application/json"
	}
	return cmp.Or(mime.TypeByExtension(path.Ext(key)), "application/octet-stream")
}

// Stat tells of an object.
func (b *Bucket) Stat(_ context.Context, key string) (blob.Info, error) {
	f, info, err := b.open(key)
	if err != nil {
		return blob.Info{}, err
	}
	return info, f.Close()
}

// Delete removes an object.
func (b *Bucket) Delete(_ context.Context, key string) error {
	if err := blob.CheckKey(key); err != nil {
		return err
	}
	if err := b.root.Remove(key); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete object %s: %w", key, err)
	}
	return nil
}

// List yields objects in order of key.
func (b *Bucket) List(ctx context.Context, prefix string) iter.Seq2[blob.Info, error] {
	return func(yield func(blob.Info, error) bool) {
		err := b.walk(ctx, ".", prefix, yield)
		if err != nil && !errors.Is(err, fs.SkipAll) {
			yield(blob.Info{}, fmt.Errorf("list objects: %w", err))
		}
	}
}

// walk goes through a directory in order of whole keys, in which "a/b" comes after
// "a.b" but before "a0": a directory sorts as its name and a slash.
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
