package pack

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// write makes a file with a section of every kind.
func write(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.pack")
	w, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w.Section("words")
	w.WriteString("heat ")
	w.Write([]byte("and dust"))
	w.Section("nothing")
	PutSection(w, "years", []uint32{1915, 1994, 2023})
	w.Section("scores")
	Put(w, 7.5)
	Put(w, math.NaN(), -1)
	PutSection(w, "signed", []int16{-3, 4})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatWasWrittenIsRead(t *testing.T) {
	f, err := Open(write(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if b, err := f.Bytes("words"); err != nil || string(b) != "heat and dust" {
		t.Errorf("words = %q, %v", b, err)
	}
	if b, err := f.Bytes("nothing"); err != nil || len(b) != 0 {
		t.Errorf("nothing = %q, %v", b, err)
	}
	if v, err := Numbers[uint32](f, "years"); err != nil || !slices.Equal(v, []uint32{1915, 1994, 2023}) {
		t.Errorf("years = %v, %v", v, err)
	}
	if v, err := Numbers[float64](f, "scores"); err != nil || len(v) != 3 || v[0] != 7.5 || !math.IsNaN(v[1]) || v[2] != -1 {
		t.Errorf("scores = %v, %v", v, err)
	}
	if v, err := Numbers[int16](f, "signed"); err != nil || !slices.Equal(v, []int16{-3, 4}) {
		t.Errorf("signed = %v, %v", v, err)
	}
	if got := f.Names(); !slices.Equal(got, []string{"nothing", "scores", "signed", "words", "years"}) {
		t.Errorf("names = %v", got)
	}
	if err := f.Verify(); err != nil {
		t.Error(err)
	}
}

func TestSectionsAreAligned(t *testing.T) {
	f, err := Open(write(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for name, s := range f.sections {
		if s.offset%align != 0 {
			t.Errorf("%s lies at %d", name, s.offset)
		}
	}
}

func TestASectionThatIsNotWhatIsAskedForIsAnError(t *testing.T) {
	f, err := Open(write(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Bytes("absent"); !errors.Is(err, ErrDamaged) {
		t.Errorf("an absent section: %v", err)
	}
	if _, err := Numbers[uint64](f, "words"); !errors.Is(err, ErrDamaged) {
		t.Errorf("13 bytes as uint64s: %v", err)
	}
}

func TestWriterRefusesAndRemembers(t *testing.T) {
	for name, misuse := range map[string]func(w *Writer){
		"write before a section": func(w *Writer) { w.Write([]byte("x")) },
		"a name twice":           func(w *Writer) { w.Section("a"); w.Section("a") },
		"no name":                func(w *Writer) { w.Section("") },
	} {
		w, err := Create(filepath.Join(t.TempDir(), "a.pack"))
		if err != nil {
			t.Fatal(err)
		}
		misuse(w)
		if w.Section("b") == nil || w.Close() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestAnUnfinishedFileDoesNotOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pack")
	w, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w.Section("a")
	w.Write(make([]byte, 1<<20))
	if _, err := Open(path, Options{}); !errors.Is(err, ErrDamaged) {
		t.Errorf("while writing: %v", err)
	}
	w.Abort()
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after Abort: %v", err)
	}
}

func TestDamageIsFound(t *testing.T) {
	path := write(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range whole {
		if err := os.WriteFile(path, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if f, err := Open(path, Options{}); err == nil {
			f.Close()
			t.Fatalf("opened when cut to %d of %d bytes", cut, len(whole))
		}
	}
	for i := range whole {
		hurt := slices.Clone(whole)
		hurt[i] ^= 0x10
		if padding(t, whole, i) {
			continue
		}
		if err := os.WriteFile(path, hurt, 0o600); err != nil {
			t.Fatal(err)
		}
		if f, err := Open(path, Options{}); err == nil {
			f.Close()
			t.Fatalf("opened although byte %d is wrong", i)
		}
	}
}

// padding reports whether byte i belongs to nothing.
func padding(t *testing.T, whole []byte, i int) bool {
	if i < headerSize {
		return i >= 40
	}
	f := &File{data: whole}
	if err := f.read(Options{}); err != nil {
		t.Fatal(err)
	}
	at := binary.LittleEndian.Uint64(whole[16:])
	if uint64(i) >= at {
		return false
	}
	for _, s := range f.sections {
		if uint64(i) >= s.offset && uint64(i) < s.offset+s.length {
			return false
		}
	}
	return true
}

func TestASkippedChecksumIsLeftToVerify(t *testing.T) {
	path := write(t)
	whole, _ := os.ReadFile(path)
	whole[headerSize] ^= 1 // the first byte of "words"
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path, Options{SkipChecksum: []string{"words"}})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Verify(); !errors.Is(err, ErrDamaged) {
		t.Errorf("Verify: %v", err)
	}
}

func TestReadingIntoMemoryIsTheSameAsMapping(t *testing.T) {
	path := write(t)
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, _ := file.Stat()
	data, unmap, err := readFile(file, int(info.Size()))
	if err != nil {
		t.Fatal(err)
	}
	f := &File{data: data, unmap: unmap}
	defer f.Close()
	if err := f.read(Options{}); err != nil {
		t.Fatal(err)
	}
	if v, err := Numbers[uint32](f, "years"); err != nil || !slices.Equal(v, []uint32{1915, 1994, 2023}) {
		t.Errorf("years = %v, %v", v, err)
	}
}

// FuzzOpen opens files whose header and directory checksums are right although
// their content is anything.
func FuzzOpen(f *testing.F) {
	whole, err := os.ReadFile(write(f))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole, false)
	f.Add(whole[:70], true)
	for _, i := range []int{12, 16, 24, 70, len(whole) - 3, len(whole) - 30} {
		hurt := slices.Clone(whole)
		hurt[i] ^= 0xff
		f.Add(hurt, true)
	}
	path := filepath.Join(f.TempDir(), "fuzz.pack")
	f.Fuzz(func(t *testing.T, b []byte, resign bool) {
		if resign && len(b) >= headerSize {
			b = slices.Clone(b)
			if at := binary.LittleEndian.Uint64(b[16:]); at < uint64(len(b)) {
				binary.LittleEndian.PutUint32(b[32:], crc32.Checksum(b[at:], castagnoli))
			}
			binary.LittleEndian.PutUint32(b[36:], crc32.Checksum(b[:36], castagnoli))
		}
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path, Options{SkipChecksum: []string{"words", "years"}})
		if err != nil {
			return
		}
		defer f.Close()
		f.Verify()
		var sum uint64
		for _, name := range f.Names() {
			bytes, err := f.Bytes(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range bytes {
				sum += uint64(c)
			}
			Numbers[uint16](f, name)
			Numbers[uint64](f, name)
		}
	})
}
