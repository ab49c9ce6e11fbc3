// Command worldgen makes world.json, the shapes of the world map, from the files
// countries-110m.json and countries-50m.json of the npm package world-atlas 2.0.2
// (Natural Earth 4.1.0):
//
//	npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
//	go run ./internal/serve/site/chart/worldgen package > internal/serve/site/chart/world.json
//
// It projects the countries of the first file (Equal Earth), leaves out Antarctica, cuts
// rings at 180°, drops points that nobody could see, and joins them with ISO 3166-1
// alpha-2 codes by their number. Countries that only the second file has, or that are
// hardly seen, get the middle of their largest part, for a dot. Borders are Natural
// Earth's, as published: who holds a territory in fact.
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/text/language"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: worldgen PACKAGE > world.json")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "worldgen:", err)
		os.Exit(1)
	}
}

// world is what the file has: a grid of points, 0 to Width and 0 to Height.
type world struct {
	Width     int       `json:"width"`
	Height    int       `json:"height"`
	Countries []country `json:"countries"`
}

// country is one country: its shape as the commands of a path, or none, and the place of
// its dot, or none.
type country struct {
	Code string `json:"code,omitempty"`
	Name string `json:"name"`
	Path string `json:"path,omitempty"`
	Dot  []int  `json:"dot,omitempty"`
}

func run(folder string) error {
	coarse, err := read(filepath.Join(folder, "countries-110m.json"))
	if err != nil {
		return err
	}
	fine, err := read(filepath.Join(folder, "countries-50m.json"))
	if err != nil {
		return err
	}
	coarse.simplify(visible)
	w := world{Width: width, Height: int(math.Ceil(bottom))}
	drawn := map[string]bool{}
	for _, g := range coarse.Objects.Countries.Geometries {
		if g.ID == "010" { // Antarctica
			continue
		}
		c := country{Code: g.code(), Name: g.Properties.Name}
		parts := cut(coarse.polygons(g))
		c.Path = pathOf(parts)
		if largest, area := biggest(parts); area < small {
			c.Dot = dotOf(largest)
		}
		drawn[c.Code] = true
		w.Countries = append(w.Countries, c)
	}
	for _, g := range fine.Objects.Countries.Geometries {
		if code := g.code(); code != "" && !drawn[code] && g.ID != "010" {
			largest, _ := biggest(cut(fine.polygons(g)))
			w.Countries = append(w.Countries, country{Code: code, Name: g.Properties.Name, Dot: dotOf(largest)})
			drawn[code] = true
		}
	}
	slices.SortFunc(w.Countries, func(a, b country) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Name, b.Name))
	})
	return write(w)
}

// write prints one country a line.
func write(w world) error {
	fmt.Printf("{\"width\":%d,\"height\":%d,\"countries\":[\n", w.Width, w.Height)
	for i, c := range w.Countries {
		line, err := json.Marshal(c)
		if err != nil {
			return err
		}
		end := ","
		if i == len(w.Countries)-1 {
			end = ""
		}
		fmt.Printf("%s%s\n", line, end)
	}
	fmt.Println("]}")
	return nil
}

// code returns the alpha-2 code that goes with a geometry's number. Kosovo has none in
// ISO 3166-1 and goes by XK, as in most catalogues; two others have none at all.
func (g geometry) code() string {
	if g.Properties.Name == "Kosovo" {
		return "XK"
	}
	n, err := strconv.Atoi(g.ID)
	if err != nil {
		return ""
	}
	region, err := language.EncodeM49(n)
	if err != nil {
		return ""
	}
	return region.String()
}
