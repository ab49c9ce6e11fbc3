package sources

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kinodex/internal/atomicfile"
	"kinodex/internal/ingest/source"
)

// candidate is a file that may be kept.
type candidate struct {
	key    string // under which the state knows it
	path   string // where it lies now; keep moves it
	name   string // that it gets
	digest string // that it must have; "" for any
	format source.Format
	taken  time.Time  // when the source made it, for its time of change; zero when unknown
	kept   FileRecord // what else is known of it
}

// badError says why a file that came is not kept.
type badError struct{ reason error }

func (e *badError) Error() string { return e.reason.Error() }
func (e *badError) Unwrap() error { return e.reason }

// keep reads a file to its end and, when it is complete and of the right kind, makes it the
// one of its key. Otherwise it is a *badError, and what was kept stays. It reports whether
// the bytes differ from those that were kept.
func (s *Store) keep(ctx context.Context, o candidate) (changed bool, err error) {
	before := s.state.Files[o.key]
	k, err := s.judge(ctx, o, before)
	if err != nil {
		return false, err
	}
	if before != nil && before.SHA256 == k.SHA256 && s.has(before) {
		k.Name, k.FetchedAt = before.Name, before.FetchedAt
		s.state.Files[o.key] = k
		return false, errors.Join(s.save(), removed(o.path))
	}
	k.Name = filepath.Join(k.SHA256[:12], o.name)
	to := filepath.Join(s.dir, filesName, k.Name)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return false, err
	}
	if err := os.Rename(o.path, to); err != nil {
		return false, err
	}
	if !o.taken.IsZero() {
		if err := os.Chtimes(to, o.taken, o.taken); err != nil {
			return false, err
		}
	}
	if err := errors.Join(atomicfile.SyncDir(filepath.Dir(to)), atomicfile.SyncDir(filepath.Join(s.dir, filesName))); err != nil {
		return false, err
	}
	s.state.Files[o.key] = k
	if err := s.save(); err != nil {
		return false, err
	}
	s.sweep() // what it replaces
	return true, nil
}

// judge returns what is to be known of a file, or a *badError.
func (s *Store) judge(ctx context.Context, o candidate, before *FileRecord) (*FileRecord, error) {
	k := o.kept
	var err error
	if k.SHA256, k.Bytes, err = digestOf(o.path); err != nil {
		return nil, err
	}
	if o.digest != "" && k.SHA256 != o.digest {
		return nil, &badError{fmt.Errorf("its SHA-256 is %s, and %s was named", k.SHA256, o.digest)}
	}
	f, err := source.Open(o.path)
	if err != nil {
		return nil, err
	}
	if o.format == source.Unknown && before != nil {
		o.format = source.Format(before.Format)
	}
	if o.format != source.Unknown && f.Format != source.Unknown && f.Format != o.format {
		return nil, &badError{fmt.Errorf("it is recognised as %s and should be %s", f.Format, o.format)}
	}
	content, err := f.Check(ctx, nil)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, &badError{err}
	}
	if before != nil && content.Rows < before.Rows/2 && !s.o.AllowShrink {
		return nil, &badError{fmt.Errorf("it has %d rows and the one before has %d; --allow-shrink takes it all the same", content.Rows, before.Rows)}
	}
	k.Format, k.Rows = string(f.Format), content.Rows
	return &k, nil
}

// has reports whether a kept file is there, with all its bytes.
func (s *Store) has(k *FileRecord) bool {
	if k == nil || k.Name == "" {
		return false
	}
	info, err := os.Stat(filepath.Join(s.dir, filesName, k.Name))
	return err == nil && info.Size() == k.Bytes
}

// digestOf returns the SHA-256 of a file, in hexadecimal figures, and its length.
func digestOf(path string) (digest string, bytes int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), n, err
}

// dated returns a file's name with a month in it, which tells the build when it was taken:
// title.basics.2026-11.tsv.gz.
func dated(name string, at time.Time) string {
	stem, ext, _ := strings.Cut(name, ".tsv")
	if stem == name {
		return name
	}
	return stem + at.UTC().Format(".2006-01") + ".tsv" + ext
}
