package tiermodel

import "math"

// Standard says where a feature lies and how far it spreads, to make it
// comparable with others: (x − Mean) / SD.
type Standard struct {
	Mean float64
	// SD is the population standard deviation (the divisor is n); 0 for a
	// feature that never varies, whose standardised value is always 0.
	SD float64
}

// Of standardises a value.
func (s Standard) Of(x float64) float64 {
	if s.SD == 0 {
		return 0
	}
	return (x - s.Mean) / s.SD
}

// standardsOf measures every feature, in two passes so that large values of
// small spread lose nothing.
func standardsOf(x [][]float64) []Standard {
	all := make([]Standard, len(x[0]))
	n := float64(len(x))
	for j := range all {
		var s, squared float64
		for _, row := range x {
			s += row[j] / n
		}
		varies := false
		for _, row := range x {
			d := row[j] - s
			squared += float64(d * d)
			varies = varies || row[j] != x[0][j]
		}
		all[j].Mean = s
		if varies {
			all[j].SD = math.Sqrt(squared / n)
		}
	}
	return all
}
