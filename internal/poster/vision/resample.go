package vision

import "math"

// A kernel is a resampling filter: its weight at a distance, in target pixels
// when shrinking and in source pixels when enlarging, and how far it reaches.
type kernel struct {
	reach float64
	at    func(float64) float64
}

// triangle is bilinear interpolation, and its area average when shrinking: no
// ringing, so measurements stay within the range of the pixels.
var triangle = kernel{1, func(t float64) float64 { return 1 - t }}

// catmullRom is the sharper cubic of the same name (B=0, C=1/2), for renditions.
var catmullRom = kernel{2, func(t float64) float64 {
	if t < 1 {
		return (1.5*t-2.5)*t*t + 1
	}
	return ((-0.5*t+2.5)*t-4)*t + 2
}}

const weightBits = 14 // of a weight's fraction

// taps are the source pixels one target pixel is made of: weights, which sum
// to 1<<weightBits, for the pixels from first on.
type taps struct {
	first   int
	weights []int32
}

// tapsOf gives the taps of each of n target pixels made of m source pixels.
// Weights of a pixel sum to exactly 1<<weightBits: a plain picture stays plain. Pixels
// beyond the edge are left out and the rest weighed up.
func (k kernel) tapsOf(m, n int) []taps {
	scale := float64(m) / float64(n)
	stretch := max(scale, 1)
	out := make([]taps, n)
	for i := range out {
		center := (float64(i)+0.5)*scale - 0.5
		first := max(0, int(math.Ceil(center-k.reach*stretch)))
		last := min(m-1, int(math.Floor(center+k.reach*stretch)))
		first, last = min(first, m-1), max(last, 0)
		weights := make([]float64, last-first+1)
		sum := 0.0
		for j := range weights {
			weights[j] = k.at(min(k.reach, math.Abs(float64(first+j)-center)/stretch))
			sum += weights[j]
		}
		t := taps{first, make([]int32, len(weights))}
		if sum == 0 {
			weights[0], sum = 1, 1
		}
		rest, largest := int32(1<<weightBits), 0
		for j, w := range weights {
			t.weights[j] = int32(math.Round(w / sum * (1 << weightBits)))
			rest -= t.weights[j]
			if t.weights[j] > t.weights[largest] {
				largest = j
			}
		}
		t.weights[largest] += rest
		out[i] = t
	}
	return out
}

// A source is rows of 8-bit samples: one channel, or red, green and blue by
// turns. A row may be used until the next is asked for.
type source struct {
	w, h, channels int
	row            func(y int) []uint8
}

// resample gives the source as w×h pixels. It works in whole numbers, on
// values as they are encoded, so that every machine gives the same pixels; and
// it holds only the rows it needs.
// It is separable: rows first, then columns. Rows of the source are asked for once each,
// in order; out is a new slice of channels·w·h bytes.
func (k kernel) resample(src source, w, h int) []uint8 {
	width := src.channels * w
	out := make([]uint8, width*h)
	across, down := k.tapsOf(src.w, w), k.tapsOf(src.h, h)
	most := 0
	for _, t := range down {
		most = max(most, len(t.weights))
	}
	ring := make([][]int32, most)
	for i := range ring {
		ring[i] = make([]int32, width)
	}
	shrink := shrinkOne
	if src.channels == 3 {
		shrink = shrinkThree
	}
	sum := make([]int32, width)
	next := 0 // the first source row that is not in the ring yet
	for y, t := range down {
		for next = max(next, t.first); next < t.first+len(t.weights); next++ {
			shrink(src.row(next), across, ring[next%most])
		}
		clear(sum)
		for j, weight := range t.weights {
			line := ring[(t.first+j)%most][:len(sum)]
			for i := range sum {
				sum[i] += weight * line[i]
			}
		}
		dst := out[width*y : width*(y+1)]
		const shift = weightBits + 6
		for i, s := range sum {
			dst[i] = uint8(min(max((s+1<<(shift-1))>>shift, 0), 255))
		}
	}
	return out
}

// shift leaves resampled rows with 6 bits of fraction.
const shift = weightBits - 6

// shrinkOne resamples a row of one channel.
func shrinkOne(src []uint8, across []taps, dst []int32) {
	for x := range across {
		t := &across[x]
		w := t.weights
		p := src[t.first:][:len(w)]
		var sum int32
		switch len(w) { // the usual lengths, unrolled
		case 4:
			sum = w[0]*int32(p[0]) + w[1]*int32(p[1]) + w[2]*int32(p[2]) + w[3]*int32(p[3])
		case 3:
			sum = w[0]*int32(p[0]) + w[1]*int32(p[1]) + w[2]*int32(p[2])
		default:
			for j, weight := range w {
				sum += weight * int32(p[j])
			}
		}
		dst[x] = sum >> shift
	}
}

// shrinkThree resamples a row of three channels.
func shrinkThree(src []uint8, across []taps, dst []int32) {
	for x := range across {
		t := &across[x]
		var r, g, b int32
		p := src[3*t.first : 3*(t.first+len(t.weights))]
		for j, weight := range t.weights {
			q := p[3*j : 3*j+3 : 3*j+3]
			r += weight * int32(q[0])
			g += weight * int32(q[1])
			b += weight * int32(q[2])
		}
		dst[3*x], dst[3*x+1], dst[3*x+2] = r>>shift, g>>shift, b>>shift
	}
}
