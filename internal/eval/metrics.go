package eval

import (
	"cmp"
	"math"
	"slices"
)

// AUC returns the area under the ROC curve: the chance that a positive has a
// higher score than a negative, ties counting half. It is 0.5 when all are
// positive, or none. The slices are of equal length; time is O(n log n).
func AUC(scores []float64, positive []bool) float64 {
	var sum, yes float64
	for i, rank := range meanRanks(scores) {
		if positive[i] {
			sum += rank + 1
			yes++
		}
	}
	no := float64(len(scores)) - yes
	if yes == 0 || no == 0 {
		return 0.5
	}
	return (sum - yes*(yes+1)/2) / (yes * no)
}

// Spearman returns Spearman's rank correlation of two slices of equal length, in
// -1 to 1; equal values share their mean rank. It is 1 when neither side varies
// and 0 when only one does.
func Spearman(x, y []float64) float64 {
	a, b := meanRanks(x), meanRanks(y)
	middle := float64(len(a)-1) / 2
	var both, left, right float64
	for i := range a {
		both += (a[i] - middle) * (b[i] - middle)
		left += (a[i] - middle) * (a[i] - middle)
		right += (b[i] - middle) * (b[i] - middle)
	}
	if left == 0 && right == 0 {
		return 1
	}
	if left == 0 || right == 0 {
		return 0
	}
	return both / math.Sqrt(left*right)
}

// meanRanks returns the rank of each value, from 0; equal values share the mean of
// their ranks.
func meanRanks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	ranks := make([]float64, len(values))
	for lo := 0; lo < len(order); {
		hi := lo
		for hi < len(order) && values[order[hi]] == values[order[lo]] {
			hi++
		}
		for _, i := range order[lo:hi] {
			ranks[i] = float64(lo+hi-1) / 2
		}
		lo = hi
	}
	return ranks
}
