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
	return []tool{{
		name: "predict_project_outcome", title: "Forecast a project",
		about: "What may become of a film that is not made yet, judged by earlier films: gross, user rating, master score and return with intervals that hold four of five films, comparable films, audience, marketing notes. " +
			"Without a budget there is no return and little confidence. No language model: the same project gives the same answer.",
		takes: []argument{
			text("title", forecast.MostTitle, "The project's title.").needed(),
			texts("genres", forecast.MostGenres, "Genres, such as Crime and Thriller."),
			number("budget", forecast.LeastBudget, forecast.MostBudget, "US dollars."),
			text("director", forecast.MostName, "Several are separated by commas."),
			texts("cast", forecast.MostCast, "Names in billing order."),
			text("synopsis", forecast.MostSynopsis, "What the film is about."),
			texts("companies", forecast.MostCompanies, "Who produces it."),
			texts("writers", forecast.MostWriters, ""),
			texts("countries", forecast.MostOrigins, "Codes or names, the main one first."),
			texts("languages", forecast.MostOrigins, "Codes or names, the main one first."),
			integer("runtime", forecast.LeastRuntime, forecast.MostRuntime, "Minutes."),
			integer("year", forecast.EarliestYear, forecast.LatestYear, "Of release."),
			integer("month", 1, 12, "Of release."),
			text("franchise", forecast.MostTitle, "Its series."),
			text("source_material", forecast.MostTitle, "The work it is based on."),
		},
		need: access.Needs.Predict, heavy: true, rest: "Read the comparable films with get_film.", output: reflect.TypeFor[forecast.Outcome](), answer: predict,
	}}
}

// predict answers predict_project_outcome. No language model has a part in it (REQ M-36).
func predict(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	found, err := c.visit.Predict(ctx, app.PredictQuestion{Project: forecast.Project{
		Title: c.text("title"), Genres: c.texts("genres"), Budget: c.number("budget"),
		Director: c.text("director"), Cast: c.texts("cast"), Synopsis: c.text("synopsis"),
		Companies: c.texts("companies"), Writers: c.texts("writers"), Countries: c.texts("countries"), Languages: c.texts("languages"),
		Franchise: c.text("franchise"), Source: c.text("source_material"),
		Runtime: c.integer("runtime"), Year: c.integer("year"), Month: c.integer("month"),
	}})
	if err != nil {
		return nil, err
	}
	return c.encode(dst, found)
}
