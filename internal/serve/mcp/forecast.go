package mcp

import (
	"context"
	"reflect"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/forecast"
)

// forecastTools returns the tool that forecasts a project (REQ M-28).
func forecastTools() []tool {
	return []tool{takes(tool{
		name: "predict_project_outcome", title: "Forecast a project",
		about: "Forecast of a film that is not made yet, by earlier films: gross, rating, score and return with intervals that hold four in five, comparable films, audience, marketing. " +
			"Without a budget no return. No language model: same project, same answer.",
		need: access.Needs.Predict, heavy: true, rest: "Read the comparable films with get_film.", output: reflect.TypeFor[forecast.Outcome](), brief: briefOutcome, viewed: true,
	}, predict)}
}

// forecastArguments are a project, and how much is told of its forecast.
type forecastArguments struct {
	forecast.Project
	detailArgument
}

// predict answers predict_project_outcome. No language model has a part in it (REQ M-36).
func predict(ctx context.Context, c *call, in forecastArguments, dst []byte) ([]byte, error) {
	found, err := c.visit.Predict(ctx, app.PredictQuestion{Project: in.Project})
	if err != nil {
		return nil, err
	}
	if c.views != nil {
		if c.view, err = c.views.Forecast(ctx, c.base, found); err != nil {
			return nil, err
		}
	}
	return c.told(dst, found, in.detailArgument, briefOutcome)
}
