package forecast

import (
	"github.com/a-h/templ"

	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
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
