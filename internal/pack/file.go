package pack

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// File is an open file. Its methods may be called from several goroutines; the
// slices they give lie in the mapped file, must not be written to, and must not
// be used after Close.
type File struct {
	path     string
	data     []byte
	unmap    func() error
	sections map[string]section
}

// Options say how a file is opened. The zero Options check everything.
type Options struct {
	// SkipChecksum names the sections whose bytes are not read at Open, because
	// they are many and few of them will be wanted. Verify reads them.
	SkipChecksum []string
}

// Open maps the file and checks header, directory and checksums. A file that
// is not what Close wrote gives an error with ErrDamaged in its chain.
func Open(path string, o Options) (*File, error) {
	if err := checkHost(); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening a library file: %w", err)
	}
	defer file.Close() // a mapping outlives the descriptor
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("opening a library file: %w", err)
	}
	size := info.Size()
	if !info.Mode().IsRegular() || size < headerSize || size != int64(int(size)) {
		return nil, fmt.Errorf("%s: %w", path, damaged("%d bytes", size))
	}
	data, unmap, err := mapFile(file, int(size))
	if err != nil {
		return nil, fmt.Errorf("mapping %s: %w", path, err)
	}
	f := &File{path: path, data: data, unmap: unmap}
	if err := Guard(func() error { return f.read(o) }); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// Close ends the mapping.
func (f *File) Close() error {
	if f.unmap == nil {
		return nil
	}
	unmap := f.unmap
	f.unmap, f.data, f.sections = nil, nil, nil
	return unmap()
}

// Verify reads every section and compares its checksum.
func (f *File) Verify() error {
	all := make([]section, 0, len(f.sections))
	for _, s := range f.sections {
		all = append(all, s)
	}
	if err := f.check(all); err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	return nil
}

// Names are the names of the sections, sorted.
func (f *File) Names() []string {
	names := make([]string, 0, len(f.sections))
	for n := range f.sections {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Bytes gives a section as bytes.
func (f *File) Bytes(name string) ([]byte, error) {
	s, ok := f.sections[name]
	if !ok {
		return nil, fmt.Errorf("%s: %w", f.path, damaged("no section %s", name))
	}
	return f.data[s.offset : s.offset+s.length : s.offset+s.length], nil
}

// Numbers gives a section as numbers of any kind. A section whose length is not
// a whole number of them is damaged.
func Numbers[T Number](f *File, name string) ([]T, error) {
	b, err := f.Bytes(name)
	if err != nil {
		return nil, err
	}
	if len(b) == 0 {
		return nil, nil
	}
	var t T
	n := int(unsafe.Sizeof(t))
	if len(b)%n != 0 || uintptr(unsafe.Pointer(&b[0]))%uintptr(n) != 0 {
		return nil, fmt.Errorf("%s: %w", f.path, damaged("section %s has %d bytes, not a multiple of %d", name, len(b), n))
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), len(b)/n), nil
}

// read checks header and directory and fills f.sections.
func (f *File) read(o Options) error {
	le := binary.LittleEndian
	h := f.data[:headerSize]
	if string(h[:8]) != magic {
		return damaged("not a library file, or one whose writing did not finish")
	}
	if v := le.Uint32(h[8:]); v != Version {
		return fmt.Errorf("format version %d, this program reads version %d", v, Version)
	}
	if crc32.Checksum(h[:36], castagnoli) != le.Uint32(h[36:]) {
		return damaged("header checksum")
	}
	at, length := le.Uint64(h[16:]), le.Uint64(h[24:])
	size := uint64(len(f.data))
	if at < headerSize || at > size || length != size-at {
		return damaged("directory out of place")
	}
	dir := f.data[at:]
	if crc32.Checksum(dir, castagnoli) != le.Uint32(h[32:]) {
		return damaged("directory checksum")
	}
	f.sections = map[string]section{}
	var checked []section
	free := uint64(headerSize) // sections lie in order and do not overlap
	for range le.Uint32(h[12:]) {
		s, rest, ok := readEntry(dir)
		if !ok || s.offset%align != 0 || s.offset < free || s.offset > at || s.length > at-s.offset {
			return damaged("directory entry")
		}
		if _, twice := f.sections[s.name]; twice {
			return damaged("section %q twice", s.name)
		}
		f.sections[s.name], dir, free = s, rest, s.offset+s.length
		if !slices.Contains(o.SkipChecksum, s.name) {
			checked = append(checked, s)
		}
	}
	if len(dir) > 0 {
		return damaged("directory longer than its entries")
	}
	return f.check(checked)
}

func readEntry(dir []byte) (s section, rest []byte, ok bool) {
	if len(dir) < entrySize {
		return s, nil, false
	}
	n := int(binary.LittleEndian.Uint16(dir[20:]))
	if n == 0 || n > maxName || len(dir) < entrySize+n {
		return s, nil, false
	}
	s.offset = binary.LittleEndian.Uint64(dir)
	s.length = binary.LittleEndian.Uint64(dir[8:])
	s.sum = binary.LittleEndian.Uint32(dir[16:])
	s.name = string(dir[entrySize : entrySize+n])
	return s, dir[entrySize+n:], true
}

// check compares the checksums of sections, on every processor: at Open nobody
// has anything better to do.
func (f *File) check(sections []section) error {
	var next atomic.Int64
	var wrong atomic.Pointer[error]
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(sections)) {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(sections)); i = next.Add(1) - 1 {
				if err := Guard(func() error { return f.checkOne(&sections[i]) }); err != nil {
					wrong.Store(&err)
				}
			}
		})
	}
	all.Wait()
	if err := wrong.Load(); err != nil {
		return *err
	}
	return nil
}

func (f *File) checkOne(s *section) error {
	if crc32.Checksum(f.data[s.offset:s.offset+s.length], castagnoli) != s.sum {
		return damaged("checksum of section %q", s.name)
	}
	return nil
}
