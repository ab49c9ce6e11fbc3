package encoder

// matrix is a view of numbers in rows, of which each begins stride numbers behind the one
// before.
type matrix struct {
	data               []float32
	rows, cols, stride int
}

// dense returns the matrix whose rows lie one after another.
func dense(data []float32, cols int) matrix {
	return matrix{data: data, rows: len(data) / cols, cols: cols, stride: cols}
}

func (m matrix) row(i int) []float32 {
	return m.data[i*m.stride : i*m.stride+m.cols]
}

// columns returns a view of n columns from the one at first.
func (m matrix) columns(first, n int) matrix {
	return matrix{data: m.data[first:], rows: m.rows, cols: n, stride: m.stride}
}

// reshape returns a dense matrix of as many rows in the room of m, which has at least as many
// columns.
func (m matrix) reshape(cols int) matrix {
	return dense(m.data[:m.rows*cols], cols)
}

// transpose writes the columns of m as the rows of dst.
func (m matrix) transpose(dst matrix) {
	for i := range m.rows {
		for j, x := range m.row(i) {
			dst.data[j*dst.stride+i] = x
		}
	}
}

// multiplyBlocked sets y to x times the transpose of w: every number of y is the dot product of
// a row of x and a row of w. It works on blocks of four rows by four, so that each number that
// is read is used four times.
func multiplyBlocked(y, x, w matrix) {
	i := 0
	for ; i+4 <= x.rows; i += 4 {
		j := 0
		for ; j+4 <= w.rows; j += 4 {
			multiplyBlock(y, x, w, i, j)
		}
		for ; j < w.rows; j++ {
			for k := i; k < i+4; k++ {
				y.row(k)[j] = dotUnrolled(x.row(k), w.row(j))
			}
		}
	}
	for ; i < x.rows; i++ {
		row := y.row(i)
		for j := range w.rows {
			row[j] = dotUnrolled(x.row(i), w.row(j))
		}
	}
}

// multiplyBlock sets the four by four numbers of y at row i and column j. The sums are
// variables and not an array because the compiler keeps only variables in registers.
func multiplyBlock(y, x, w matrix, i, j int) {
	x0, x1, x2, x3 := x.row(i), x.row(i+1), x.row(i+2), x.row(i+3)
	w0, w1, w2, w3 := w.row(j), w.row(j+1), w.row(j+2), w.row(j+3)
	n := len(x0) // of all eight rows, which the compiler must know to leave out bounds checks
	x1, x2, x3, w0, w1, w2, w3 = x1[:n], x2[:n], x3[:n], w0[:n], w1[:n], w2[:n], w3[:n]
	var s00, s01, s02, s03, s10, s11, s12, s13, s20, s21, s22, s23, s30, s31, s32, s33 float32
	for k := range x0 {
		a, b, c, d := w0[k], w1[k], w2[k], w3[k]
		v := x0[k]
		s00, s01, s02, s03 = s00+v*a, s01+v*b, s02+v*c, s03+v*d
		v = x1[k]
		s10, s11, s12, s13 = s10+v*a, s11+v*b, s12+v*c, s13+v*d
		v = x2[k]
		s20, s21, s22, s23 = s20+v*a, s21+v*b, s22+v*c, s23+v*d
		v = x3[k]
		s30, s31, s32, s33 = s30+v*a, s31+v*b, s32+v*c, s33+v*d
	}
	copy(y.row(i)[j:], []float32{s00, s01, s02, s03})
	copy(y.row(i + 1)[j:], []float32{s10, s11, s12, s13})
	copy(y.row(i + 2)[j:], []float32{s20, s21, s22, s23})
	copy(y.row(i + 3)[j:], []float32{s30, s31, s32, s33})
}

// dotUnrolled has four sums, so that no addition waits for the one before.
func dotUnrolled(x, y []float32) float32 {
	var a, b, c, d float32
	for len(x) >= 4 && len(y) >= 4 {
		a += x[0] * y[0]
		b += x[1] * y[1]
		c += x[2] * y[2]
		d += x[3] * y[3]
		x, y = x[4:], y[4:]
	}
	for i, v := range x {
		a += v * y[i]
	}
	return (a + b) + (c + d)
}
