package main

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

func TestEqualAreasAreEqualOnTheMap(t *testing.T) {
	// A field of one degree by one has an area in proportion to the cosine of its latitude.
	field := func(lat float64) float64 {
		return math.Abs(area([]point{project(point{10, lat}), project(point{11, lat}), project(point{11, lat + 1}), project(point{10, lat + 1})}))
	}
	for _, lat := range []float64{-50, 30, 60, 75} {
		got, want := field(lat)/field(0), math.Cos((lat+0.5)*math.Pi/180)/math.Cos(0.5*math.Pi/180)
		if math.Abs(got/want-1) > 0.01 {
			t.Errorf("at %v degrees a field has %.3f of the area, want %.3f", lat, got, want)
		}
	}
}

func TestARingAcross180DegreesIsCut(t *testing.T) {
	ring := unwrapped([]point{{170, 60}, {-170, 60}, {-170, 70}, {170, 70}})
	parts := cut([][]point{ring})
	if len(parts) != 2 {
		t.Fatalf("%d parts, want 2", len(parts))
	}
	for _, part := range parts {
		for _, p := range part {
			if p[0] < 0 || p[0] > width || math.Abs(p[0]-width/2) < width/4 {
				t.Errorf("a point at %v", p)
			}
		}
	}
}

func TestTheCommittedMap(t *testing.T) {
	data, err := os.ReadFile("../world.json")
	if err != nil {
		t.Fatal(err)
	}
	var w world
	if err := json.Unmarshal(data, &w); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range w.Countries {
		if c.Name == "" || c.Path == "" && len(c.Dot) != 2 || c.Code != "" && len(c.Code) != 2 || c.Code != "" && seen[c.Code] {
			t.Errorf("%q %q is without a shape, a name or a code of its own", c.Code, c.Name)
		}
		seen[c.Code] = true
	}
	for _, code := range []string{"US", "FR", "IN", "HK", "SG", "XK", "TW", "PS"} {
		if !seen[code] {
			t.Errorf("%s is missing", code)
		}
	}
	if len(w.Countries) < 230 || w.Width != width {
		t.Errorf("%d countries on a grid of %d", len(w.Countries), w.Width)
	}
}
