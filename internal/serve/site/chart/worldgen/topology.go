package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
)

// topology is a file of TopoJSON: arcs that the shapes of neighbours share.
type topology struct {
	Transform struct{ Scale, Translate [2]float64 }
	Arcs      [][][2]float64
	Objects   struct {
		Countries struct{ Geometries []geometry }
	}
}

type geometry struct {
	Type       string
	ID         string
	Arcs       json.RawMessage
	Properties struct{ Name string }
}

// point is a longitude and a latitude in degrees, or a place on the grid.
type point = [2]float64

func read(name string) (*topology, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	t := &topology{}
	if err := json.Unmarshal(data, t); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	for _, arc := range t.Arcs {
		x, y := 0.0, 0.0
		for i, d := range arc {
			x, y = x+d[0], y+d[1]
			arc[i] = point{
				x*t.Transform.Scale[0] + t.Transform.Translate[0],
				y*t.Transform.Scale[1] + t.Transform.Translate[1],
			}
		}
	}
	return t, nil
}

// simplify drops the points of arcs that change the picture by less than an area, on the
// grid. Neighbours share arcs, so that no gap opens between them.
func (t *topology) simplify(area float64) {
	for i, arc := range t.Arcs {
		t.Arcs[i] = simplified(unwrapped(arc), area)
	}
}

// simplified drops, again and again, the point whose triangle with its neighbours is the
// least (Visvalingam and Whyatt 1993).
func simplified(arc []point, area float64) []point {
	floor := 2
	if arc[0] == arc[len(arc)-1] {
		floor = 4
	}
	for len(arc) > floor {
		least, at := math.Inf(1), 0
		for i := 1; i < len(arc)-1; i++ {
			if a := math.Abs(triangle(project(arc[i-1]), project(arc[i]), project(arc[i+1]))); a < least {
				least, at = a, i
			}
		}
		if least >= area {
			break
		}
		arc = append(arc[:at], arc[at+1:]...)
	}
	return arc
}

func triangle(a, b, c point) float64 {
	return ((b[0]-a[0])*(c[1]-a[1]) - (c[0]-a[0])*(b[1]-a[1])) / 2
}

// polygons returns the outer rings of a geometry; the one hole of the world, Lesotho, is
// drawn by Lesotho.
func (t *topology) polygons(g geometry) [][]point {
	var rings [][]int
	if g.Type == "Polygon" {
		var polygon [][]int
		if json.Unmarshal(g.Arcs, &polygon) == nil {
			rings = append(rings, polygon...)
		}
	} else {
		var polygons [][][]int
		if json.Unmarshal(g.Arcs, &polygons) == nil {
			for _, polygon := range polygons {
				rings = append(rings, polygon...)
			}
		}
	}
	var all [][]point
	for _, ring := range rings {
		all = append(all, t.ring(ring))
	}
	return all
}

// ring joins arcs; one with a negative number, ^n, runs backwards.
func (t *topology) ring(arcs []int) []point {
	var ring []point
	for _, n := range arcs {
		var arc []point
		if n >= 0 {
			arc = append(arc, t.Arcs[n]...)
		} else {
			for i := len(t.Arcs[^n]) - 1; i >= 0; i-- {
				arc = append(arc, t.Arcs[^n][i])
			}
		}
		if len(ring) > 0 {
			arc = arc[1:]
		}
		ring = append(ring, arc...)
	}
	return unwrapped(ring)
}

// unwrapped returns the line with longitudes that never jump by a turn, so that they may
// leave the range from -180 to 180.
func unwrapped(line []point) []point {
	out := append([]point(nil), line...)
	for i := 1; i < len(out); i++ {
		out[i][0] += 360 * math.Round((out[i-1][0]-out[i][0])/360)
	}
	return out
}
