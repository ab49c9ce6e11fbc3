// Package measure holds what the figures are made of: percentiles of durations
// and the memory of processes.
//
// It imports nothing of the house. Start reading at Percentiles.
package measure

import (
	"slices"
	"time"
)

// Percentiles of a number of measurements.
type Percentiles struct {
	P50 time.Duration `json:"p50_ns"`
	P95 time.Duration `json:"p95_ns"`
	P99 time.Duration `json:"p99_ns"`
	N   int           `json:"n"`
}

// PercentilesOf gives the percentiles of all of them, by nearest rank: each is a
// duration that was measured. It sorts what it is given.
func PercentilesOf(all []time.Duration) Percentiles {
	if len(all) == 0 {
		return Percentiles{}
	}
	slices.Sort(all)
	at := func(percent int) time.Duration { return all[(len(all)*percent+99)/100-1] }
	return Percentiles{P50: at(50), P95: at(95), P99: at(99), N: len(all)}
}

// Median gives the middle one of values, the lower of two, or the zero value of
// none. It sorts what it is given.
func Median[T int64 | float64 | time.Duration](values []T) T {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[(len(values)-1)/2]
}
