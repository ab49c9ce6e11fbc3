package chart_test

import (
	"strings"
	"testing"

	"kinodex/internal/serve/site/chart"
)

func nations() chart.WorldMap {
	m := chart.WorldMap{
		Head:  chart.Head{ID: "world", Title: "Films by country", Desc: "Most films are of the United States."},
		Value: chart.Axis{Name: "Films", Unit: "films", Log: true},
	}
	n := 41000.0
	for _, code := range strings.Fields("US FR IN GB JP DE IT CA ES HK KR RU MX BR SE AR AU DK PL CN BE NL TR EG IR IE NO FI GR IL PT TW NZ RO HU AT CH CZ TH PH ID NG ZA CL SG LU XK BF PS CU FJ BT LK MC") {
		m.Countries = append(m.Countries, chart.Country{Code: code, Value: float64(int(n)), Href: "/atlas?country=" + code})
		n *= 0.85
	}
	return m
}

func TestWorldMap(t *testing.T) {
	m := nations()
	m.Countries = append(m.Countries, chart.Country{Code: "SU", Name: "Soviet Union", Value: 3120}, chart.Country{Code: "TD", Name: "Chad", Value: 0},
		chart.Country{Code: "GL", Value: chart.Unknown()})
	golden(t, "worldmap", m)
	m.Value.Log = false
	m.Size = chart.Medium
	golden(t, "worldmap-quantiles", m)
}

func TestWhatIsNotOnTheMapIsNamed(t *testing.T) {
	m := nations()
	m.Countries = append(m.Countries, chart.Country{Code: "SU", Name: "Soviet Union", Value: 3120}, chart.Country{Code: "", Value: 7})
	svg := m.SVG()
	if !strings.Contains(svg, "Not on the map: Soviet Union 3,120; without a country 7.") {
		t.Errorf("the Soviet Union is not named: %.200s", svg[strings.LastIndex(svg, "Not on"):])
	}
	if strings.Contains(svg, "Somaliland: 7") || !strings.Contains(svg, "Somaliland: unknown") {
		t.Error("a country without a code got the value of another")
	}
}
