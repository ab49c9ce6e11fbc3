package chart_test

import (
	"fmt"
	"strings"
	"testing"

	"kinodex/internal/serve/site/chart"
)

func TestStack(t *testing.T) {
	minutes := chart.Stack{
		Head:     chart.Head{ID: "minutes", Title: "Requests a minute", Desc: "Most are answered."},
		Category: "Minute", Value: chart.Axis{Name: "Requests", Unit: "requests"},
		Parts: []chart.StackPart{{Name: "Answered"}, {Name: "Rejected"}, {Name: "Failed", Colour: 4}},
	}
	for i := range 60 {
		minutes.Bars = append(minutes.Bars, chart.StackBar{Label: fmt.Sprintf("%02d:%02d", 21+i/50, (i+10)%60), Values: []float64{float64(40 + i*i%31), float64(i % 7), float64(i / 50)}})
	}
	golden(t, "stack", minutes)
	golden(t, "stack-small", minutes.At(chart.Small))
	routes := chart.Stack{
		Head: chart.Head{ID: "routes", Title: "Errors by route"}, Category: "Route", Value: chart.Axis{Name: "Requests", Unit: "requests"}, Lying: true,
		Parts: []chart.StackPart{{Name: "Rejected", Colour: 2}, {Name: "Failed", Colour: 4}},
		Bars: []chart.StackBar{
			{Label: "/api/v2/films/{id}", Values: []float64{40, 2}, Href: "/docs"}, {Label: strings.Repeat("/a/long/route", 6), Values: []float64{7, 0}}, {Label: "/films", Values: []float64{chart.Unknown(), 1}},
		},
	}
	golden(t, "stack-lying", routes)
	table := routes.Table()
	if len(table.Columns) != 3 || table.Columns[2].Heading() != "Failed (requests)" || table.Rows[2][1].Known() || table.Rows[0][0].Href != "/docs" {
		t.Errorf("%+v", table)
	}
}
