package chart_test

import (
	"fmt"
	"strings"

	"kinodex/internal/serve/site/chart"
)

// A picture and its table come from the same values.
func Example() {
	byDecade := chart.Strip{
		Head:     chart.Head{ID: "decades", Title: "Films by decade", Desc: "More films in each decade."},
		Category: "Decade", Value: chart.Axis{Name: "Films", Unit: "films"},
		Bars: []chart.Bar{{Label: "1930s", Value: 1200}, {Label: "1940s", Value: 1800, Href: "/films?decade=1940"}},
	}
	svg := byDecade.SVG()
	fmt.Println(strings.Count(svg, "<rect"), byDecade.Scrolls(), strings.Contains(svg, "1940s: 1,800 films"))
	for _, row := range byDecade.Table().Rows {
		fmt.Println(row[0].Text, row[1].Text)
	}
	// Output:
	// 4 false true
	// 1930s 1,200
	// 1940s 1,800
}
