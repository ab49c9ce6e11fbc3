package tiermodel

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"
)

func trained(t testing.TB) *Model {
	t.Helper()
	p := quick()
	p.Trees = 6
	m, err := Train(names(4), drawn(20, 4, 1, 1), p)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAModelIsReadAsItWasWritten(t *testing.T) {
	m := trained(t)
	b := m.Encode()
	read, err := Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(read, m) {
		t.Error("the model that was read is another")
	}
	if !bytes.Equal(read.Encode(), b) || read.Version() != m.Version() {
		t.Error("the bytes of the model that was read are others")
	}
}

func TestTheVersionIsThatOfTheContent(t *testing.T) {
	m := trained(t)
	same, other := trained(t), trained(t)
	other.Logistic.Intercept[0] += 1e-12
	if len(m.Version()) != 16 || same.Version() != m.Version() || other.Version() == m.Version() {
		t.Errorf("versions %s, %s and %s", m.Version(), same.Version(), other.Version())
	}
}

func TestATrainingLeavesItsTraces(t *testing.T) { // REQ S-36, S-39
	samples := drawn(20, 4, 1, 1)
	m := trained(t)
	tr := m.Training
	if tr.Samples != 60 || tr.Groups != [Classes]int{20, 20, 20} || tr.Params.Trees != 6 || m.Forest.Trees() != 6 {
		t.Errorf("training %+v", tr)
	}
	if tr.MacroF1 <= 0 || tr.MacroF1 >= 1 {
		t.Errorf("macro-F1 %v", tr.MacroF1)
	}
	if tr.Digest != digest(names(4), samples) {
		t.Error("the digest is not that of the samples")
	}
	samples[7].X[2] += 1e-9
	if tr.Digest == digest(names(4), samples) {
		t.Error("other samples have the same digest")
	}
	e, err := Evaluate(t.Context(), drawn(20, 4, 1, 1), tr.Params, Protocol{Seed: tr.Params.Seed, Repeats: 1})
	if err != nil {
		t.Fatal(err)
	}
	if e.Forest.Mean() != tr.MacroF1 {
		t.Errorf("an evaluation with the same seed finds %v, the training %v", e.Forest.Mean(), tr.MacroF1)
	}
}

func TestDamagedModelsAreRefused(t *testing.T) {
	whole := trained(t).Encode()
	for n := range whole {
		if _, err := Decode(whole[:n]); !errors.Is(err, ErrDamaged) {
			t.Fatalf("%d of %d bytes are read: %v", n, len(whole), err)
		}
	}
	at := func(i int, b ...byte) func([]byte) []byte {
		return func(all []byte) []byte { copy(all[i:], b); return all }
	}
	firstTree := bytes.LastIndex(whole, appendNumbers(nil, trained(t).Forest.importances...)) + 4*8
	for name, change := range map[string]func([]byte) []byte{
		"another format":         at(len(format), 9),
		"no features":            at(len(format)+1, 0, 0, 0, 0),
		"a feature too many":     at(len(format)+1, 251),
		"a name without end":     at(len(format)+5, 255, 255, 255, 255),
		"two names alike":        func(b []byte) []byte { return bytes.Replace(b, []byte("feature 1"), []byte("feature 0"), 1) },
		"a name of no letters":   func(b []byte) []byte { return bytes.Replace(b, []byte("feature 1"), []byte("feature \xff"), 1) },
		"an endless tree":        at(firstTree, 255, 255, 255, 255),
		"a tree without nodes":   at(firstTree, 0, 0, 0, 0),
		"a feature of no name":   at(firstTree+4, 6),
		"a root that is a leaf":  at(firstTree+4, leaf),
		"a leaf of no class":     at(firstTree+4, 255, 255),
		"an infinite threshold":  at(firstTree+5, 0, 0, 0x80, 0x7f),
		"more bytes than needed": func(b []byte) []byte { return append(b, 0) },
		"an importance above 1":  at(firstTree-8, appendNumbers(nil, 1.5)...),
		"no trees": func(b []byte) []byte {
			i := bytes.Index(b, []byte("feature 3")) + 9 + 8
			copy(b[i:], make([]byte, 4))
			return b
		},
		"an infinite coefficient": func(b []byte) []byte {
			return bytes.Replace(b, appendNumbers(nil, trained(t).Logistic.Intercept[0]), appendNumbers(nil, math.Inf(1)), 1)
		},
	} {
		b := change(slices.Clone(whole))
		if bytes.Equal(b, whole) {
			t.Errorf("%s: nothing was changed", name)
		}
		if _, err := Decode(b); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is read is whole: it votes, and is written as it was read.
func FuzzDecode(f *testing.F) {
	f.Add(trained(f).Encode())
	one := quick()
	one.Trees = 1
	if m, err := Train(names(1), drawn(8, 1, 3, 1), one); err == nil {
		f.Add(m.Encode())
	}
	f.Add([]byte(format))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := Decode(b)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Fatalf("an error of another kind: %v", err)
			}
			return
		}
		if !bytes.Equal(m.Encode(), b) {
			t.Fatal("the model is written otherwise than it was read")
		}
		x := make([]float64, len(m.Features))
		p := m.Predict(x)
		if p.Votes[0]+p.Votes[1]+p.Votes[2] != m.Forest.Trees() {
			t.Fatalf("votes %v of %d trees", p.Votes, m.Forest.Trees())
		}
		m.Logistic.Chances(x)
	})
}
