package embedding

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"kinodex/internal/catalog"
	"kinodex/internal/encoder"
)

// Projection is a matrix that cuts what the encoder makes to Size numbers, as the program carries it.
type Projection struct {
	Packed []byte
	Films  int     // that it was found from
	Kept   float64 // share of their variance that it keeps
}

// Fit finds the projection that keeps most of what the encoder makes of the texts of so many films, the
// best known of a catalogue: their mean, and the leading eigenvectors of their covariance.
func Fit(ctx context.Context, films *catalog.Catalog, most int) (*Projection, error) {
	b := NewBuilder(most)
	for d := range films.Len() {
		f, err := films.Film(catalog.Doc(d))
		if err != nil {
			return nil, err
		}
		b.Add(uint32(d), f)
	}
	b.cut()
	if len(b.texts) < Size {
		return nil, fmt.Errorf("%d films have a text, and %d components need more", len(b.texts), Size)
	}
	encoded := make([][]float32, len(b.texts))
	if err := each(ctx, len(b.texts), func(e *encoder.Encoder, i int) { encoded[i] = e.Encode(b.texts[i].text) }); err != nil {
		return nil, err
	}
	rows := mat.NewDense(len(encoded), encoder.Dimensions, nil)
	mean := make([]float64, encoder.Dimensions)
	for i, v := range encoded {
		for j, x := range v {
			rows.Set(i, j, float64(x))
			mean[j] += float64(x) / float64(len(encoded))
		}
	}
	var covariance mat.SymDense
	stat.CovarianceMatrix(&covariance, rows, nil)
	var eigen mat.EigenSym
	if !eigen.Factorize(&covariance, true) {
		return nil, errors.New("the covariance of the vectors has no eigenvectors")
	}
	return leading(&eigen, mean, len(encoded)), nil
}

// leading packs a mean and the eigenvectors of the greatest eigenvalues, which ascend.
func leading(eigen *mat.EigenSym, mean []float64, films int) *Projection {
	values, p := eigen.Values(nil), &Projection{Films: films}
	put := func(x float64) {
		p.Packed = binary.LittleEndian.AppendUint32(p.Packed, math.Float32bits(float32(x)))
	}
	for _, x := range mean {
		put(x)
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	total := 0.0
	for _, v := range values {
		total += v
	}
	for i := range Size {
		column := len(values) - 1 - i
		p.Kept += values[column] / total
		for j := range encoder.Dimensions {
			put(vectors.At(j, column))
		}
	}
	return p
}
