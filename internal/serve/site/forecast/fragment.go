package forecast

import (
	"slices"

	"github.com/a-h/templ"

	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// Fragment returns a forecast as a part of another document: the estimates, the interval of the gross
// beside what the comparable films took, and those films. Links begin with prefix, which is that of the
// context it is rendered in. The library must have the comparable films.
func Fragment(prefix string, o *forecast.Outcome) templ.Component {
	of := app.Scenario{Outcome: o, Brief: &forecast.Brief{}}
	if o.Prediction.Gross != nil {
		of.Brief.Comparables = forecast.GrossRange(o.Comparables)
	}
	return fragment(&view{prefix: prefix, has: func(film.ID) bool { return true }, scenarios: priced([]app.Scenario{of})})
}

// briefColumns are how many columns of the comparables a narrow place has: to the gross.
const briefColumns = 5

// brief returns the comparables as they stand in a narrow place, with the unit of money told once.
func brief(films table.Table) table.Table {
	films.Columns, films.Stacks = slices.Clone(films.Columns[:briefColumns]), true
	for i := range films.Columns {
		films.Columns[i].Unit = ""
	}
	films.Caption += "; money in " + part.RealDollars
	for i := range films.Rows {
		films.Rows[i] = films.Rows[i][:briefColumns]
	}
	return films
}
