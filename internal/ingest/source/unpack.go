package source

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// damage is a fault of the file itself: a broken archive or stream.
// Read reports it as a reject; it never leaves the package.
type damage struct{ cause error }

// Error and Unwrap make a damage an error with its cause in the chain.
func (d *damage) Error() string { return fmt.Sprintf("damaged: %v", d.cause) }
func (d *damage) Unwrap() error { return d.cause }

// member is one stream of rows or documents: a plain file, or one inside an
// archive. Its reader is valid until the walk goes on.
type member struct {
	file *File
	name string // path inside the archive, empty for a plain file
	r    *bufio.Reader
}

// label returns what Origin.File says: the file's base name and, for a member of an archive,
// a colon and the member's path.
func (m *member) label() string {
	if m.name == "" {
		return m.file.Name
	}
	return m.file.Name + ":" + m.name
}

const (
	peekSize  = 1 << 20 // what recognition may look at, and the read buffer
	maxLayers = 4       // .tar.xz is one layer, .csv.gz inside a zip two
)

// meter counts the bytes read from disk, before decompression. A nil meter counts nothing.
type meter struct {
	ctx      context.Context
	n        atomic.Int64
	told     int64
	progress func(int64)
}

// progressStep is how many bytes pass between two calls of progress.
const progressStep = 256 << 10

// add counts n bytes and returns the context's error, so that a read stops at the next
// block. progress hears the total at most once in progressStep bytes.
func (m *meter) add(n int) error {
	if m == nil {
		return nil
	}
	total := m.n.Add(int64(n))
	if m.progress != nil && total-m.told >= progressStep {
		m.told = total
		m.progress(total)
	}
	return m.ctx.Err()
}

// meteredFile is a file whose reads are metered.
type meteredFile struct {
	*os.File
	meter *meter
}

// Read and ReadAt count the bytes and stop with the context's error once it has
// ended.
func (c meteredFile) Read(p []byte) (int, error) {
	n, err := c.File.Read(p)
	if stop := c.meter.add(n); stop != nil {
		return n, stop
	}
	return n, err
}

func (c meteredFile) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.File.ReadAt(p, off)
	if stop := c.meter.add(n); stop != nil {
		return n, stop
	}
	return n, err
}

// members calls visit for each stream in the file, one at a time and in the order of the
// archive, whatever it is compressed with. A plain file is one stream. An error of visit
// ends it and is returned; a broken archive or stream is a damage. The file is closed when
// members returns.
func (f *File) members(meter *meter, visit func(*member) error) error {
	file, err := os.Open(f.Path)
	if err != nil {
		return err
	}
	defer file.Close()
	in := meteredFile{file, meter}
	r := bufio.NewReaderSize(in, peekSize)
	if head, _ := r.Peek(4); bytes.Equal(head, []byte("PK\x03\x04")) {
		return f.zipMembers(in, visit)
	}
	return f.walk("", r, 0, visit)
}

// walk removes compression from r, up to maxLayers, and visits the members of a tar archive
// or the stream itself.
func (f *File) walk(name string, r *bufio.Reader, layers int, visit func(*member) error) error {
	unpacked, packed, err := unpack(r)
	switch {
	case err != nil:
		return &damage{err}
	case packed && layers >= maxLayers:
		return &damage{errors.New("wrapped too often")}
	case packed:
		defer unpacked.Close()
		return f.walk(name, bufio.NewReaderSize(unpacked, peekSize), layers+1, visit)
	case isTar(r):
		return f.tarMembers(r, layers, visit)
	}
	return visit(&member{file: f, name: name, r: r})
}

// unpack returns the decompressed stream when r begins with the magic bytes of gzip, xz,
// Zstandard or bzip2. It reports false for any other stream, of which nothing is consumed. The
// caller closes what it gets. Memory is bounded: 64 MiB of dictionary for xz, 256 MiB for
// Zstandard.
func unpack(r *bufio.Reader) (io.ReadCloser, bool, error) {
	head, _ := r.Peek(6)
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(r)
		return z, true, err
	case bytes.HasPrefix(head, []byte("\xfd7zXZ\x00")):
		z, err := xz.ReaderConfig{DictCap: 64 << 20}.NewReader(r)
		return io.NopCloser(z), true, err
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(256<<20))
		if err != nil {
			return nil, true, err
		}
		return z.IOReadCloser(), true, nil
	case bytes.HasPrefix(head, []byte("BZh")):
		return io.NopCloser(bzip2.NewReader(r)), true, nil
	}
	return nil, false, nil
}

// isTar reports whether the stream begins with a tar header: "ustar" at byte 257
// (POSIX.1-1988 and later).
func isTar(r *bufio.Reader) bool {
	head, _ := r.Peek(265)
	return len(head) == 265 && bytes.Equal(head[257:262], []byte("ustar"))
}

// tarMembers visits the regular files of a tar archive in its order. Links, directories and
// devices are passed over.
func (f *File) tarMembers(r *bufio.Reader, layers int, visit func(*member) error) error {
	archive := tar.NewReader(r)
	body := bufio.NewReaderSize(nil, peekSize)
	for {
		header, err := archive.Next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return &damage{err}
		case header.Typeflag != tar.TypeReg:
			continue
		}
		body.Reset(archive)
		if err := f.inside(header.Name, body, layers, visit); err != nil {
			return err
		}
	}
}

// inside visits one archive member, whose compression is removed. An archive inside an
// archive is visited as it stands, and then recognised as nothing.
func (f *File) inside(name string, r *bufio.Reader, layers int, visit func(*member) error) error {
	unpacked, packed, err := unpack(r)
	switch {
	case err != nil || packed && layers >= maxLayers:
		return visit(&member{file: f, name: name, r: r})
	case packed:
		defer unpacked.Close()
		return f.inside(name, bufio.NewReaderSize(unpacked, peekSize), layers+1, visit)
	}
	return visit(&member{file: f, name: name, r: r})
}

// zipMembers visits the files of a zip archive in the order of its directory.
// Directories are passed over.
func (f *File) zipMembers(in meteredFile, visit func(*member) error) error {
	archive, err := zip.NewReader(in, f.Size)
	if err != nil {
		return &damage{err}
	}
	for _, entry := range archive.File {
		if entry.FileInfo().IsDir() {
			continue
		}
		body, err := entry.Open()
		if err != nil {
			return &damage{err}
		}
		err = f.inside(entry.Name, bufio.NewReaderSize(body, peekSize), 1, visit)
		body.Close()
		if err != nil {
			return err
		}
	}
	return nil
}
