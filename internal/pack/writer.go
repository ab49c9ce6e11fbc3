package pack

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"unsafe"
)

// Writer writes a file section by section. An error stays: every later call
// gives it again, so that a caller may write much and ask once, at Close.
type Writer struct {
	path     string
	file     *os.File
	buf      *bufio.Writer
	offset   uint64 // where the next byte goes
	sections []section
	names    map[string]bool
	open     bool // the last section is being written
	err      error
}

type section struct {
	name           string
	offset, length uint64
	sum            uint32
}

// Create makes the file, emptying it when it is there. It opens only after
// Close.
func Create(path string) (*Writer, error) {
	if err := checkHost(); err != nil {
		return nil, err
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("creating a library file: %w", err)
	}
	w := &Writer{path: path, file: f, buf: bufio.NewWriterSize(f, 1<<18), names: map[string]bool{}}
	w.put(make([]byte, headerSize))
	return w, w.err
}

// Section ends the section being written and starts the named one. Names are
// unique in a file and have 1 to 255 bytes.
func (w *Writer) Section(name string) error {
	if w.err != nil {
		return w.err
	}
	if len(name) == 0 || len(name) > maxName || w.names[name] {
		w.err = fmt.Errorf("%s: %q cannot name another section", w.path, name)
		return w.err
	}
	w.names[name] = true
	w.pad()
	w.open = true
	w.sections = append(w.sections, section{name: name, offset: w.offset})
	return w.err
}

// Write appends bytes to the current section.
func (w *Writer) Write(p []byte) (int, error) {
	if w.err == nil && !w.open {
		w.err = fmt.Errorf("%s: written to before a section was started", w.path)
	}
	if w.err != nil {
		return 0, w.err
	}
	s := &w.sections[len(w.sections)-1]
	s.sum = crc32.Update(s.sum, castagnoli, p)
	s.length += uint64(len(p))
	w.put(p)
	return len(p), w.err
}

// WriteString appends the bytes of s to the current section.
func (w *Writer) WriteString(s string) (int, error) {
	return w.Write(unsafe.Slice(unsafe.StringData(s), len(s))) // Write changes no byte
}

// Put appends numbers to the current section.
func Put[T Number](w *Writer, values ...T) error {
	_, err := w.Write(bytesOf(values))
	return err
}

// PutSection writes a whole section of numbers.
func PutSection[T Number](w *Writer, name string, values []T) error {
	if err := w.Section(name); err != nil {
		return err
	}
	return Put(w, values...)
}

// PutJSON writes a section that holds the value as JSON.
func (w *Writer) PutJSON(name string, value any) error {
	b, err := json.Marshal(value)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("%s: section %s: %w", w.path, name, err)
	}
	return PutSection(w, name, b)
}

// Save writes the file at path: it creates it, lets write fill it and closes it.
// If any of that fails, no file is left.
func Save(path string, write func(*Writer) error) error {
	w, err := Create(path)
	if err != nil {
		return err
	}
	if err := write(w); err != nil {
		w.Abort()
		return err
	}
	if err := w.Close(); err != nil {
		_ = os.Remove(path)
		return err
	}
	return nil
}

// Len is how many bytes the current section has so far.
func (w *Writer) Len() uint64 {
	if !w.open {
		return 0
	}
	return w.sections[len(w.sections)-1].length
}

// Err is the error that stopped the writing, if any.
func (w *Writer) Err() error { return w.err }

// Close writes the directory and the header and brings the file safely to the
// disk. Without it the file does not open.
func (w *Writer) Close() error {
	if w.file == nil {
		return w.err
	}
	w.pad()
	var dir []byte
	for _, s := range w.sections {
		dir = binary.LittleEndian.AppendUint64(dir, s.offset)
		dir = binary.LittleEndian.AppendUint64(dir, s.length)
		dir = binary.LittleEndian.AppendUint32(dir, s.sum)
		dir = binary.LittleEndian.AppendUint16(dir, uint16(len(s.name)))
		dir = append(dir, s.name...)
	}
	at := w.offset
	w.put(dir)
	if w.err == nil {
		w.err = w.buf.Flush()
	}
	if w.err == nil {
		// The data must be on the disk before the header that vouches for it.
		w.err = w.file.Sync()
	}
	if w.err == nil {
		_, w.err = w.file.WriteAt(header(len(w.sections), at, dir), 0)
	}
	if w.err == nil {
		w.err = w.file.Sync()
	}
	w.err = errors.Join(w.err, w.file.Close())
	w.file = nil
	return w.err
}

// Abort gives the file up and removes it. After Close it does nothing.
func (w *Writer) Abort() {
	if w.file == nil {
		return
	}
	_ = w.file.Close()
	_ = os.Remove(w.path)
	w.file, w.err = nil, fmt.Errorf("%s: given up", w.path)
}

func header(sections int, at uint64, dir []byte) []byte {
	h := append(make([]byte, 0, headerSize), magic...)
	h = binary.LittleEndian.AppendUint32(h, Version)
	h = binary.LittleEndian.AppendUint32(h, uint32(sections))
	h = binary.LittleEndian.AppendUint64(h, at)
	h = binary.LittleEndian.AppendUint64(h, uint64(len(dir)))
	h = binary.LittleEndian.AppendUint32(h, crc32.Checksum(dir, castagnoli))
	h = binary.LittleEndian.AppendUint32(h, crc32.Checksum(h, castagnoli))
	return append(h, make([]byte, headerSize-len(h))...)
}

func (w *Writer) pad() {
	var zeros [align]byte
	if n := w.offset % align; n != 0 {
		w.put(zeros[n:])
	}
}

func (w *Writer) put(p []byte) {
	if w.err != nil {
		return
	}
	if _, err := w.buf.Write(p); err != nil {
		w.err = fmt.Errorf("writing a library file: %w", err)
	}
	w.offset += uint64(len(p))
}
