package main

import (
	"math"
	"strconv"
	"strings"
)

const (
	width   = 1920 // of the grid
	north   = 84.0 // the latitude of its upper edge
	south   = -57.0
	visible = 3.0  // the least area of a bend that is kept, on the grid
	small   = 70.0 // a country of less area gets a dot too
)

var (
	unit   = width / (2 * math.Pi / (equalEarthM * equalEarth[0]))
	top    = equalEarthY(north) * unit
	bottom = top - equalEarthY(south)*unit
)

// The polynomial of the Equal Earth projection (Šavrič, Patterson, Jenny 2018).
var equalEarth = [4]float64{1.340264, -0.081106, 0.000893, 0.003796}

var equalEarthM = math.Sqrt(3) / 2

// project returns the place on the grid of a longitude and latitude.
func project(p point) point {
	t := math.Asin(equalEarthM * math.Sin(p[1]*math.Pi/180))
	t2 := t * t
	t6 := t2 * t2 * t2
	a := equalEarth
	x := p[0] * math.Pi / 180 * math.Cos(t) / (equalEarthM * (a[0] + 3*a[1]*t2 + t6*(7*a[2]+9*a[3]*t2)))
	return point{width/2 + x*unit, top - equalEarthY(p[1])*unit}
}

func equalEarthY(latitude float64) float64 {
	t := math.Asin(equalEarthM * math.Sin(latitude*math.Pi/180))
	t2 := t * t
	a := equalEarth
	return t * (a[0] + a[1]*t2 + t2*t2*t2*(a[2]+a[3]*t2))
}

// cut returns rings on the grid; a ring that crosses 180° becomes two.
func cut(rings [][]point) [][]point {
	var all [][]point
	for _, ring := range rings {
		for _, turn := range []float64{-360, 0, 360} {
			moved := make([]point, len(ring))
			for i, p := range ring {
				moved[i] = point{p[0] + turn, p[1]}
			}
			part := clip(clip(moved, 180, 1), -180, -1)
			if len(part) < 3 {
				continue
			}
			for i, p := range part {
				part[i] = project(p)
			}
			all = append(all, part)
		}
	}
	return all
}

// clip keeps what lies on one side of a meridian (Sutherland and Hodgman 1974).
func clip(ring []point, meridian, side float64) []point {
	var out []point
	for i, b := range ring {
		a := ring[(i+len(ring)-1)%len(ring)]
		inA, inB := side*a[0] <= side*meridian, side*b[0] <= side*meridian
		if inA != inB {
			part := (meridian - a[0]) / (b[0] - a[0])
			out = append(out, point{meridian, a[1] + part*(b[1]-a[1])})
		}
		if inB {
			out = append(out, b)
		}
	}
	return out
}

// area returns twice the signed area of a ring.
func area(ring []point) float64 {
	sum := 0.0
	for i, b := range ring {
		a := ring[(i+len(ring)-1)%len(ring)]
		sum += a[0]*b[1] - b[0]*a[1]
	}
	return sum
}

// biggest returns the ring of the greatest area, and that.
func biggest(rings [][]point) ([]point, float64) {
	var best []point
	most := -1.0
	for _, r := range rings {
		if a := math.Abs(area(r)) / 2; a > most {
			best, most = r, a
		}
	}
	return best, most
}

// dotOf returns the middle of a ring's bounds.
func dotOf(ring []point) []int {
	low, high := ring[0], ring[0]
	for _, p := range ring {
		for k := range p {
			low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
		}
	}
	return []int{int(math.Round((low[0] + high[0]) / 2)), int(math.Round((low[1] + high[1]) / 2))}
}

// pathOf returns rings as commands of a path, in whole steps.
func pathOf(rings [][]point) string {
	var b strings.Builder
	for _, ring := range rings {
		var x, y int
		steps := 0
		var part strings.Builder
		for i, p := range ring {
			px, py := int(math.Round(p[0])), int(math.Round(p[1]))
			switch {
			case i == 0:
				part.WriteString("M" + strconv.Itoa(px) + " " + strconv.Itoa(py) + "l")
			case px == x && py == y:
				continue
			default:
				part.WriteString(step(px-x, steps > 0) + step(py-y, true))
				steps++
			}
			x, y = px, py
		}
		if steps >= 2 {
			b.WriteString(part.String() + "z")
		}
	}
	return b.String()
}

// step writes a number, with a space if it must be told from the one before.
func step(v int, apart bool) string {
	if apart && v >= 0 {
		return " " + strconv.Itoa(v)
	}
	return strconv.Itoa(v)
}
