package chart_test

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kinodex/internal/serve/site/chart"
)

// every returns one chart of each kind made of the same values and names; name gives the
// i-th name.
func every(values []float64, name func(i int) string, href string, log bool) map[string]chart.Chart {
	head := chart.Head{ID: "c", Title: name(0), Desc: name(1)}
	axis := chart.Axis{Name: name(2), Unit: name(3), Decimals: 1, Log: log}
	money := chart.Axis{Name: name(2), Format: chart.Money, Log: log}
	year := chart.Axis{Name: "Year", Format: chart.Year}
	at := func(i int) float64 { return values[i%len(values)] }
	strip := chart.Strip{Head: head, Category: name(4), Value: axis}
	norms := chart.Norms{Head: head, This: name(5), Group: name(6)}
	parts := chart.Parts{Head: head, Score: axis, StartName: name(7)}
	intervals := chart.Intervals{Head: head, Value: money}
	scatter := chart.Scatter{Head: head, X: money, Y: axis, Diagonal: name(8)}
	heat := chart.HeatMap{Head: head, RowName: name(1), Value: axis}
	world := chart.WorldMap{Head: head, Value: axis}
	network := chart.Network{Head: head, NodeValue: axis, EdgeValue: axis}
	distribution := chart.Distribution{Head: head, Value: axis, Count: axis, ThisName: name(3)}
	lines := chart.Lines{Head: head, X: year, Y: axis}
	timeline := chart.Timeline{Head: head, Y: axis, Area: money}
	presence := chart.Presence{Head: head}
	scenes := chart.Scenes{Head: head, Length: axis, Kinds: []string{name(1), name(2)}}
	arc := chart.Arc{Head: head, Value: axis, Values: values, Acts: []chart.Act{{Name: name(1), From: 0, To: 0.5}, {Name: name(2), From: 0.5, To: math.NaN()}}}
	rivers := chart.Rivers{Head: head, Share: chart.Axis{Name: name(1), Format: chart.Percent}}
	coverage := chart.Coverage{Head: head, RowName: name(0)}
	stack := chart.Stack{Head: head, Category: name(1), Value: axis, Parts: []chart.StackPart{{Name: name(2)}, {Name: name(3), Colour: 9}, {}}}
	series := chart.Series{Name: name(1), Href: href}
	colour := chart.Colour{Hex: "#336699", Name: name(2), Href: href, Shares: values}
	codes := strings.Fields("US FR MC SU XK")
	for i, v := range values {
		stack.Bars = append(stack.Bars, chart.StackBar{Label: name(i), Values: []float64{v, at(i + 1)}, Href: href})
		strip.Bars = append(strip.Bars, chart.Bar{Label: name(i), Value: v, Href: href, On: i == 0})
		norms.Features = append(norms.Features, chart.Feature{Axis: axis, Value: v, P10: at(i + 1), Median: at(i + 2), P90: at(i + 3), Percentile: v, Href: href})
		parts.Parts = append(parts.Parts, chart.Part{Name: name(i), Detail: name(i + 1), Points: v, Href: href})
		parts.Start, parts.Total = at(1), v
		intervals.Rows = append(intervals.Rows, chart.Interval{Label: name(i), Point: v, Ranges: []chart.Range{{Low: at(i + 1), High: at(i + 2), Level: v}, {Low: at(i), High: at(i + 1)}}, Href: href})
		scatter.Points = append(scatter.Points, chart.Point{Label: name(i), X: v, Y: at(i + 1), Href: href, Note: name(i + 2), On: i == 1})
		heat.Rows, heat.Columns = append(heat.Rows, name(i)), append(heat.Columns, name(i+1))
		heat.Cells = append(heat.Cells, []chart.HeatCell{{Value: v, N: i - 1, Low: at(i + 1), High: at(i + 2), Href: href}})
		world.Countries = append(world.Countries, chart.Country{Code: codes[i%len(codes)], Name: name(i), Value: v, Href: href, Note: name(i)})
		network.Nodes = append(network.Nodes, chart.Node{Label: name(i), Value: v, Href: href, Group: i - 1})
		network.Edges = append(network.Edges, chart.Edge{From: i, To: i - 1, Value: v}, chart.Edge{From: 0, To: i, Value: 1}, chart.Edge{From: i, To: 999, Value: 2})
		distribution.Bins = append(distribution.Bins, chart.Bin{Low: v, High: at(i + 1), Count: at(i + 2), Href: href})
		distribution.Quantiles = append(distribution.Quantiles, chart.Quantile{Name: name(i), Value: v})
		distribution.This = v
		series.Points = append(series.Points, chart.XY{X: float64(1990 + i), Y: v}, chart.XY{X: v, Y: at(i + 1)})
		timeline.Events = append(timeline.Events, chart.Event{Label: name(i), Year: 1990 * (i % 2), Y: v, Area: at(i + 1), Href: href, Note: name(i)})
		presence.Scenes, presence.SceneHrefs = append(presence.Scenes, name(i)), append(presence.SceneHrefs, href)
		presence.Characters = append(presence.Characters, chart.Present{Name: name(i), Scenes: []int{i, i, -1, 7}, Href: href})
		scenes.Scenes = append(scenes.Scenes, chart.Scene{Label: name(i), Length: v, Kind: i - 1, Href: href, Note: name(i), On: true})
		rivers.Periods = append(rivers.Periods, name(i))
		share := v
		coverage.Rows, coverage.Columns = append(coverage.Rows, name(i)), append(coverage.Columns, name(i+1))
		coverage.Cells = append(coverage.Cells, []chart.CoverageCell{chart.Shared(&share), {Known: i, Of: i * 2, Href: href}, {Known: -1, Of: -3}})
	}
	lines.Series = []chart.Series{series, {Name: name(3)}}
	multiples := chart.Multiples{Head: head, X: year, Y: axis, Series: lines.Series}
	bars := multiples
	bars.Bars = true
	lying := stack
	lying.Lying = true
	rivers.Colours = []chart.Colour{colour, {Hex: `"><script>`, Name: name(1), Shares: values}, {Hex: "#zzzzzz"}}
	return map[string]chart.Chart{
		"strip": strip, "norms": norms, "parts": parts, "intervals": intervals, "scatter": scatter, "heat": heat, "world": world,
		"network": network, "distribution": distribution, "lines": lines, "multiples": multiples, "bars": bars, "timeline": timeline,
		"presence": presence, "scenes": scenes, "arc": arc, "rivers": rivers, "coverage": coverage, "stack": stack, "lying": lying,
	}
}

func TestWhateverTheValuesPicturesAreSound(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	plain := func(i int) string { return fmt.Sprint("name ", i) }
	long := func(i int) string {
		return strings.Repeat("Very long name that goes on and on ", 20) + strings.Repeat("x", 300)
	}
	rtl := func(i int) string { return "مستند (" + fmt.Sprint(i) + ") שלום \u202e abc" }
	markup := func(i int) string {
		return "</title><script>alert('x')</script>&\"'<a href=\"javascript:x\">\x00\x1b\n\xff" + fmt.Sprint(i)
	}
	for name, c := range map[string]struct {
		values []float64
		name   func(int) string
		href   string
	}{
		"nothing":         {nil, plain, ""},
		"one value":       {[]float64{7}, plain, "/x"},
		"one zero":        {[]float64{0}, plain, ""},
		"equal values":    {[]float64{3, 3, 3, 3}, plain, "/x"},
		"zeros":           {[]float64{0, 0, 0}, plain, ""},
		"unknown":         {[]float64{nan}, plain, ""},
		"unknown, all":    {[]float64{nan, nan, nan}, plain, "/x"},
		"infinite":        {[]float64{inf, -inf, nan, 2, 5}, plain, "/x"},
		"infinite, all":   {[]float64{inf, inf}, plain, ""},
		"zero and below":  {[]float64{0, -5, 12, -0.001, 3}, plain, "/x"},
		"below zero":      {[]float64{-5, -7}, plain, ""},
		"far and near":    {[]float64{1e300, -1e300, 5e-324, 1, math.MaxFloat64}, plain, ""},
		"hardly apart":    {[]float64{1, 1 + 1e-15, 1 + 2e-15}, plain, ""},
		"very small":      {[]float64{1e-12, 2e-12, 3e-13}, plain, ""},
		"great":           {[]float64{9e14, 1e15, 8e14}, plain, ""},
		"shares":          {[]float64{0.2, 0.5, 0.3, 1, 0}, plain, "?a=b&c=d"},
		"long names":      {[]float64{1, 2, 3, 40}, long, "/x"},
		"right to left":   {[]float64{1, 2, 3, 40}, rtl, "/x"},
		"markup":          {[]float64{1, 2, 3, 40}, markup, "/x?a=\"><script>"},
		"a script's link": {[]float64{1, 2}, plain, "javascript:alert(1)"},
		"no names":        {[]float64{1, 2, 3}, func(int) string { return "" }, "/x"},
		"many":            {many(60), plain, "/x"},
	} {
		for _, log := range []bool{false, true} {
			for kind, picture := range every(c.values, c.name, c.href, log) {
				label := fmt.Sprintf("%s of %s (log %v)", kind, name, log)
				svg := picture.SVG()
				if c.href != "/x?a=\"><script>" && name != "markup" {
					wellFormed(t, label, svg)
				} else {
					sound(t, label, svg)
				}
				inSight(t, label, svg)
				if strings.Contains(svg, "\u202e") || strings.Contains(svg, "href=\"javascript") {
					t.Errorf("%s lets through what it must not", label)
				}
				if err := picture.Table().WriteCSV(io.Discard); err != nil {
					t.Errorf("%s: %v", label, err)
				}
				for _, row := range picture.Table().Rows {
					for _, cell := range row {
						if forbidden.MatchString(cell.Text) && name != "markup" {
							t.Errorf("%s has a cell %q", label, cell.Text)
						}
					}
				}
			}
		}
	}
}

// sound is wellFormed for pictures whose names are markup themselves, and hence have all
// that is forbidden, as text.
func sound(t *testing.T, label, svg string) {
	t.Helper()
	if strings.Contains(svg, "<script") || strings.Contains(svg, "\x00") {
		t.Errorf("%s has markup of its names", label)
	}
	wellFormed(t, label, forbidden.ReplaceAllString(svg, ""))
}

func many(n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = float64((i*7919)%997) / 10
	}
	return values
}

var (
	viewBox = regexp.MustCompile(`viewBox="0 0 (\d+) (\d+)"`)
	places  = regexp.MustCompile(`\s(x|y|x1|x2|y1|y2|cx|cy)="([^"]*)"`)
)

// inSight fails if a mark lies outside the picture.
func inSight(t *testing.T, label, svg string) {
	t.Helper()
	box := viewBox.FindStringSubmatch(svg)
	if box == nil {
		t.Fatalf("%s has no view box", label)
	}
	width, _ := strconv.ParseFloat(box[1], 64)
	height, _ := strconv.ParseFloat(box[2], 64)
	if height > 12000 || height < 20 {
		t.Errorf("%s is %v high", label, height)
	}
	for _, m := range places.FindAllStringSubmatch(svg, -1) {
		v, err := strconv.ParseFloat(m[2], 64)
		edge := width
		if strings.Contains(m[1], "y") {
			edge = height
		}
		if err != nil || v < -1 || v > edge+1 {
			t.Errorf("%s has %s=%q in a picture of %v by %v", label, m[1], m[2], width, height)
			return
		}
	}
}

func TestAnUnknownValueIsNotDrawnAndReadsUnknown(t *testing.T) {
	svg := chart.Strip{Value: chart.Axis{Unit: "films"}, Bars: []chart.Bar{{Label: "a", Value: 3}, {Label: "b", Value: chart.Unknown()}}}.SVG()
	if n := strings.Count(svg, `class="f1"`); n != 1 || !strings.Contains(svg, "b: unknown") {
		t.Errorf("%d bars: %s", n, svg)
	}
	if !strings.Contains(svg, `aria-labelledby="chart-t"`) {
		t.Errorf("without an ID: %.150s", svg)
	}
}

func TestManyLinksAreNoTabStops(t *testing.T) {
	for n, want := range map[int]int{chart.MaxTabStops: 0, chart.MaxTabStops + 1: chart.MaxTabStops + 1} {
		s := chart.Strip{}
		for range n {
			s.Bars = append(s.Bars, chart.Bar{Label: "a", Value: 1, Href: "/"})
		}
		if got := strings.Count(s.SVG(), `tabindex="-1"`); got != want {
			t.Errorf("%d links: %d are no tab stops, want %d", n, got, want)
		}
	}
}

func TestKnown(t *testing.T) {
	n, f := int64(5), 2.5
	if chart.Known(&n) != 5 || chart.Known(&f) != 2.5 || !math.IsNaN(chart.Known[int](nil)) {
		t.Error("Known")
	}
}
