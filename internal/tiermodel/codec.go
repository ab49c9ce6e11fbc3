package tiermodel

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	"kinodex/internal/stat"
)

// format begins every encoded model, but for the version of the format, which is the
// byte after it. History:
//
//	1  the first
//	2  oblique trees and a ridge regression
//
// Models of version 1 are read, too; they have neither.
const format = "KXGRADE"

const formatVersion = 2

// ErrDamaged says that bytes are not an encoded model.
var ErrDamaged = errors.New("not an encoded tier model")

// Encode returns the model as bytes, little-endian: format; names; parameters and
// facts of the training; the ridge regression with the directions of oblique trees;
// standards, coefficients and intercepts of the logistic regression; importances; and
// the trees, each as its number of nodes and, for
// every node in the order of branch, its feature and threshold, or the mark of
// its leaf. The same model gives the same bytes.
func (m *Model) Encode() []byte {
	b := append([]byte(format), m.formatVersion())
	b = appendCount(b, len(m.Features))
	for _, n := range m.Features {
		b = appendString(b, n)
	}
	t := m.Training
	b = binary.LittleEndian.AppendUint64(b, t.Params.Seed)
	balance := 0
	if t.Params.Balance {
		balance = 1
	}
	for _, n := range []int{t.Params.Trees, t.Params.MinLeaf, t.Params.MaxDepth, t.Params.SplitFeatures,
		balance, t.Params.Folds, t.Samples, t.Groups[High], t.Groups[Mid], t.Groups[Low]} {
		b = appendCount(b, n)
	}
	b = appendNumbers(b, t.Params.Penalty, t.MacroF1)
	if m.Ridge != nil {
		b = m.appendRidge(b)
	}
	b = append(b, t.Digest[:]...)
	for j, s := range m.Logistic.Standards {
		b = appendNumbers(b, s.Mean, s.SD)
		b = appendNumbers(b, m.Logistic.Coefficients[j][:]...)
	}
	b = appendNumbers(b, m.Logistic.Intercept[:]...)
	b = appendNumbers(b, m.Forest.importances...)
	for t := range m.Forest.Trees() {
		tree := m.Forest.branches(t)
		b = appendCount(b, len(tree))
		for _, n := range tree {
			b = append(b, n.feature)
			if n.feature < leaf {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(n.threshold))
			}
		}
	}
	return b
}

// formatVersion is the version the model is written in: that of a model without a ridge
// regression is 1.
func (m *Model) formatVersion() byte {
	if m.Ridge == nil {
		return 1
	}
	return formatVersion
}

// Decode reads what Encode wrote. Anything else gives an error with ErrDamaged
// in its chain, and never takes more memory than some times its own length.
func Decode(b []byte) (*Model, error) {
	r := &reader{rest: b}
	m, err := r.model()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return m, nil
}

// appendCount appends a whole number that is not negative.
func appendCount(b []byte, n int) []byte {
	return binary.LittleEndian.AppendUint32(b, uint32(n))
}

// appendString appends a string after its length.
func appendString(b []byte, s string) []byte {
	return append(appendCount(b, len(s)), s...)
}

// appendNumbers appends the bits of float64s.
func appendNumbers(b []byte, all ...float64) []byte {
	for _, x := range all {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}

// reader takes bytes apart. After the first thing that is wrong it gives zeros,
// and err tells what it was.
type reader struct {
	rest []byte
	err  error
}

// fail keeps the first error.
func (r *reader) fail(why string) {
	if r.err == nil {
		r.err = errors.New(why)
		r.rest = nil
	}
}

// take returns the next n bytes, nil when there are fewer.
func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.fail("it ends too early")
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// count reads a whole number below 2^32.
func (r *reader) count() int {
	if b := r.take(4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// number reads a finite number.
func (r *reader) number() float64 {
	b := r.take(8)
	if b == nil {
		return 0
	}
	x := math.Float64frombits(binary.LittleEndian.Uint64(b))
	if !stat.Finite(x) {
		r.fail("a number is not finite")
		return 0
	}
	return x
}

// name reads a string after its length in bytes; it must be UTF-8.
func (r *reader) name() string {
	b := r.take(r.count())
	if !utf8.Valid(b) {
		r.fail("a name is not UTF-8")
	}
	return string(b)
}

// model reads a whole model and checks that nothing follows it.
func (r *reader) model() (*Model, error) {
	if string(r.take(len(format))) != format {
		return nil, errors.New("it does not begin like one")
	}
	version := byte(0)
	if b := r.take(1); b != nil {
		version = b[0]
	}
	if version != 1 && version != formatVersion {
		return nil, fmt.Errorf("its format is %d, and this program reads 1 to %d", version, formatVersion)
	}
	m := &Model{Forest: &Forest{}, Logistic: &Logistic{}}
	n := r.count()
	if n < 1 || n > maxFeatures {
		return nil, fmt.Errorf("%d features", n)
	}
	for range n {
		m.Features = append(m.Features, r.name())
	}
	if err := checkNames(m.Features); r.err == nil && err != nil {
		return nil, err
	}
	r.training(&m.Training)
	if version > 1 {
		r.ridge(m)
	}
	copy(m.Training.Digest[:], r.take(len(m.Training.Digest)))
	for range n {
		s := Standard{Mean: r.number(), SD: r.number()}
		if s.SD < 0 {
			r.fail("a spread is negative")
		}
		m.Logistic.Standards = append(m.Logistic.Standards, s)
		m.Logistic.Coefficients = append(m.Logistic.Coefficients, r.threeNumbers())
	}
	m.Logistic.Intercept = r.threeNumbers()
	m.Forest.features = n
	for range n {
		x := r.number()
		if x < 0 || x > 1 {
			r.fail("an importance is not a share")
		}
		m.Forest.importances = append(m.Forest.importances, x)
	}
	for t := 0; t < m.Training.Params.Trees && r.err == nil; t++ {
		if err := m.Forest.addTree(r.tree()); r.err == nil && err != nil {
			return nil, err
		}
	}
	if r.err == nil && len(r.rest) > 0 {
		r.fail("it goes on after its end")
	}
	return m, r.err
}

// threeNumbers reads one number for each class.
func (r *reader) threeNumbers() [Classes]float64 {
	return [Classes]float64{r.number(), r.number(), r.number()}
}

// training reads parameters and facts of a training, and checks their ranges.
func (r *reader) training(t *Training) {
	if b := r.take(8); b != nil {
		t.Params.Seed = binary.LittleEndian.Uint64(b)
	}
	p := &t.Params
	p.Trees, p.MinLeaf, p.MaxDepth, p.SplitFeatures = r.count(), r.count(), r.count(), r.count()
	balance := r.count()
	if balance > 1 {
		r.fail("neither balanced nor not")
	}
	p.Balance = balance == 1
	p.Folds, t.Samples = r.count(), r.count()
	t.Groups = [Classes]int{r.count(), r.count(), r.count()}
	p.Penalty, t.MacroF1 = r.number(), r.number()
	if err := p.Check(); err != nil {
		r.fail(err.Error())
	}
	if t.MacroF1 < 0 || t.MacroF1 > 1 {
		r.fail("a macro-F1 is not a share")
	}
}

// tree reads one tree; whether it is a whole one, addTree finds out.
func (r *reader) tree() []branch {
	n := r.count()
	if n > len(r.rest) { // a node takes a byte at least
		r.fail("a tree is longer than the bytes")
		return nil
	}
	tree := make([]branch, n)
	for i := range tree {
		b := r.take(1)
		if b == nil {
			return nil
		}
		tree[i].feature = b[0]
		if b[0] < leaf {
			if b := r.take(4); b != nil {
				tree[i].threshold = math.Float32frombits(binary.LittleEndian.Uint32(b))
			}
		}
	}
	return tree
}
