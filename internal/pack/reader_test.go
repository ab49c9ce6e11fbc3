package pack

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// saved writes a file with a section of every shape that a Reader knows.
func saved(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.pack")
	err := Save(path, func(w *Writer) error {
		PutSection(w, "numbers", []uint32{4, 1, 2, 0, 3, 2})
		PutSection(w, "shares", []float64{0, 0.5, 1})
		PutSection(w, "unknown", []float64{0, math.NaN()})
		PutSection(w, "starts", []uint32{0, 2, 2, 5})
		PutSection(w, "ends", []uint64{2, 2, 5})
		PutSection(w, "falling", []uint32{0, 3, 2, 5})
		w.PutStrings("pool", "first", 3, func(i int) string { return []string{"a", "", "ccc"}[i] })
		w.PutJSON("about", map[string]int{"version": 3})
		PutSection(w, "nothing", []uint32(nil))
		return w.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAReaderGivesWhatWasWritten(t *testing.T) {
	f, err := Load(saved(t), Options{}, func(r *Reader) {
		if v := Below[uint32](r, "numbers", Any, 5); !slices.Equal(v, []uint32{4, 1, 2, 0, 3, 2}) {
			t.Errorf("numbers: %v", v)
		}
		if v := Between[float64](r, "shares", 3, 0, 1); len(v) != 3 {
			t.Errorf("shares: %v", v)
		}
		if a, b := Starts[uint32](r, "starts", 3, 5), Starts[uint32](r, "starts", Any, 5); len(a) != 4 || !slices.Equal(a, b) {
			t.Errorf("starts: %v and %v", a, b)
		}
		if v := Ends[uint64](r, "ends", 3, 5); len(v) != 3 {
			t.Errorf("ends: %v", v)
		}
		if v := Ends[uint32](r, "nothing", 0, 0); len(v) != 0 {
			t.Errorf("no ends: %v", v)
		}
		s := r.Strings("pool", "first", Any)
		if s.Len() != 3 || s.Text(0) != "a" || s.Text(1) != "" || s.Text(2) != "ccc" {
			t.Errorf("strings: %q, %v", s.Pool, s.First)
		}
		var about struct{ Version int }
		if r.JSON("about", &about); about.Version != 3 {
			t.Errorf("JSON: %+v", about)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

func TestAReaderRefusesWhatDoesNotFit(t *testing.T) {
	path := saved(t)
	for name, read := range map[string]func(r *Reader){
		"no such section":      func(r *Reader) { Column[byte](r, "numbers2", Any) },
		"another length":       func(r *Reader) { Column[uint32](r, "numbers", 5) },
		"a part of a number":   func(r *Reader) { Column[uint64](r, "first", Any); Column[uint64](r, "pool", Any) },
		"a number too great":   func(r *Reader) { Below[uint32](r, "numbers", Any, 4) },
		"below nothing":        func(r *Reader) { Below[uint32](r, "numbers", Any, -1) },
		"too great":            func(r *Reader) { Between[float64](r, "shares", Any, 0, 0.9) },
		"too small":            func(r *Reader) { Between[float64](r, "shares", Any, 0.1, 1) },
		"not a number":         func(r *Reader) { Between[float64](r, "unknown", Any, -1, 1) },
		"starts of fewer":      func(r *Reader) { Starts[uint32](r, "starts", 2, 5) },
		"starts of less":       func(r *Reader) { Starts[uint32](r, "starts", 3, 4) },
		"starts that fall":     func(r *Reader) { Starts[uint32](r, "falling", 3, 5) },
		"starts not at 0":      func(r *Reader) { Starts[uint64](r, "ends", Any, 5) },
		"starts of none":       func(r *Reader) { Starts[uint32](r, "nothing", Any, 0) },
		"ends of less":         func(r *Reader) { Ends[uint64](r, "ends", 3, 4) },
		"ends that fall":       func(r *Reader) { Ends[uint32](r, "falling", 4, 5) },
		"ends of nothing":      func(r *Reader) { Ends[uint32](r, "nothing", 0, 1) },
		"strings of another":   func(r *Reader) { r.Strings("numbers", "first", Any) },
		"other than so many":   func(r *Reader) { r.Strings("pool", "first", 2) },
		"no JSON":              func(r *Reader) { r.JSON("pool", &struct{}{}) },
		"a thing not required": func(r *Reader) { r.Require(false, "thing") },
	} {
		f, err := Load(path, Options{}, func(r *Reader) {
			read(r)
			if v := Column[uint32](r, "numbers", Any); v != nil {
				t.Errorf("%s: reading goes on", name)
			}
		})
		if !errors.Is(err, ErrDamaged) || f != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := Load(path, Options{}, func(r *Reader) { r.RequireVersion("test", 3, 4) })
	if err == nil || errors.Is(err, ErrDamaged) {
		t.Errorf("another version: %v", err)
	}
}

func TestTheFirstWrongItemIsNamed(t *testing.T) {
	r := NewReader(&File{path: "a.pack"})
	below := func(limit int) bool {
		return r.RequireEach(1000, func(i int) bool { return i < limit }, "item %s %d", "of many")
	}
	if n := testing.AllocsPerRun(5, func() { below(1000) }); n > 1 || r.Err() != nil {
		t.Errorf("%v allocations for a thousand right items, %v", n, r.Err())
	}
	if below(700) || below(600) {
		t.Error("wrong items passed")
	}
	if err := r.Err(); !errors.Is(err, ErrDamaged) || !strings.HasSuffix(err.Error(), "item of many 700") {
		t.Error(err)
	}
}

func TestWhatIsNotSavedLeavesNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pack")
	for name, write := range map[string]func(w *Writer) error{
		"an error of the caller": func(*Writer) error { return errors.New("no") },
		"an error of the writer": func(w *Writer) error { w.Section(""); return nil },
		"no JSON":                func(w *Writer) error { w.PutJSON("a", math.NaN()); return nil },
	} {
		if err := Save(path, write); err == nil {
			t.Errorf("%s: saved", name)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s: a file is left", name)
		}
	}
}

func TestAFileInsideAnotherIsReadAsItself(t *testing.T) {
	whole, err := os.ReadFile(saved(t))
	if err != nil {
		t.Fatal(err)
	}
	var numbers []uint32
	read := func(r *Reader) { numbers = Column[uint32](r, "numbers", Any) }
	if err := LoadFrom("a", whole, read); err != nil || !slices.Equal(numbers, []uint32{4, 1, 2, 0, 3, 2}) {
		t.Errorf("%v, %v", numbers, err)
	}
	shifted := append([]byte{0}, whole...)[1:]
	if err := LoadFrom("a", shifted, read); err != nil || !slices.Equal(numbers, []uint32{4, 1, 2, 0, 3, 2}) {
		t.Errorf("at another place: %v, %v", numbers, err)
	}
	hurt := slices.Clone(whole)
	hurt[headerSize]++
	for name, in := range map[string][]byte{"nothing": nil, "cut": whole[:len(whole)-1], "changed": hurt} {
		if err := LoadFrom("a", in, read); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	wanting := func(r *Reader) { Column[uint32](r, "no such section", Any) }
	if err := LoadFrom("a", whole, wanting); !errors.Is(err, ErrDamaged) {
		t.Errorf("without its section: %v", err)
	}
}
