package v2

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/param"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// scenariosBody is the body of /forecast/scenarios (REQ F2-110).
type scenariosBody struct {
	Scenarios []forecast.Project `json:"scenarios" minItems:"1" maxItems:"4" doc:"Variants of a project, each whole. All are of the year of the first."`
	forecast.Choice
}

// scenariosMeta says what the answer cost.
type scenariosMeta struct {
	Cost    int  `json:"cost" minimum:"1" maximum:"4" doc:"The requests that the answer cost, one a scenario."`
	Sandbox bool `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
}

// scenariosAnswer has the scenarios in the order in which they were sent.
type scenariosAnswer struct {
	Data []app.Scenario `json:"data"`
	Meta scenariosMeta  `json:"meta"`
}

// registerScenarios adds POST /forecast/scenarios, a heavy route. No cache keeps an answer, and
// nothing of the body is stored.
func registerScenarios(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "forecastScenarios", Method: http.MethodPost, Path: "/api/v2/forecast/scenarios",
			Tags: []string{"forecast"}, Summary: "Forecast up to four scenarios of a project",
			Description: "What may become of one to four variants of a film that is not made yet, side by side: another budget, cast or month. " +
				"Each costs what POST /api/v1/predict costs and has the same outcome. All are paid for, or none. " +
				"The brief adds the chances of one, two and three budgets, what each input does to the estimate, what the comparables took, and whom a name means that no earlier film has. " +
				"Comparables can be removed and pinned. An error names the scenario, as in scenarios[1].budget, and costs nothing. Nothing that is sent is stored.",
			RequestBody: openapi.Takes[scenariosBody](api.Doc, true,
				`{"scenarios":[{"title":"The Brass Key","genres":["Crime","Thriller"],"budget":40000000,"director":"Carol Reed"},`+
					`{"title":"The Brass Key","genres":["Crime","Thriller"],"budget":80000000,"director":"Carol Reed"}],"pinned":["tt0041959"]}`),
			Responses: map[string]*huma.Response{"200": openapi.Success[scenariosAnswer](api.Doc, "The scenarios, in the order in which they were sent.", scenariosExample())},
		},
		Need: access.Needs.Predict, Private: true, Heavy: true, Body: wire.JSONBody, Answer: scenarios,
	})
}

var (
	// scenarioProjects reads a scenario.
	scenarioProjects = param.NewReader[forecast.Project](param.Mode{Closed: true})
	scenariosMembers = append([]string{"scenarios"}, membersOf(reflect.TypeFor[forecast.Choice]())...)
)

// scenarios answers with what may become of each scenario.
func scenarios(x *wire.Exchange, _ *wire.None) error {
	var members map[string]json.RawMessage
	var sent struct {
		Scenarios       []json.RawMessage `json:"scenarios"`
		Removed, Pinned []string
	}
	if err := x.Decode(&members); err != nil {
		return err
	}
	if err := checkMembers("", members, scenariosMembers); err != nil {
		return err
	}
	if err := x.Decode(&sent); err != nil {
		return err
	}
	var q app.ScenariosQuestion
	for i, raw := range sent.Scenarios[:min(len(sent.Scenarios), app.MostScenarios+1)] {
		if !bytes.HasPrefix(raw, []byte("{")) {
			return fault.Param(fmt.Sprintf("scenarios[%d]", i), "an object with the fields of a project")
		}
		p, err := scenarioProjects.Read(raw)
		if err != nil {
			return app.InScenario(i, err)
		}
		q.Projects = append(q.Projects, p)
	}
	var err error
	if q.Choice.Removed, err = chosenFilms("removed", sent.Removed); err != nil {
		return err
	}
	if q.Choice.Pinned, err = chosenFilms("pinned", sent.Pinned); err != nil {
		return err
	}
	all, err := x.Visit.PredictScenarios(x.Context(), q)
	if err != nil {
		return err
	}
	return x.AnswerJSON(scenariosAnswer{all, scenariosMeta{len(all), x.Visit.Bill().Sandbox}})
}

// chosenFilms reads ids of films. A fault names the first that is none.
func chosenFilms(name string, ids []string) (films []film.ID, err error) {
	for i, text := range ids {
		id, ok := film.ParseID(text)
		if !ok {
			return nil, fault.Param(fmt.Sprintf("%s[%d]", name, i), "the id of a film, such as tt0041959")
		}
		films = append(films, id)
	}
	return films, nil
}

// scenariosExample returns the example answer, with made-up figures.
func scenariosExample() []byte {
	budget, chance, once, twice, roi, rating, master := 40_000_000.0, 0.97, 0.63, 0.36, 0.53, 6.6, 54.2
	gross, without, effect, band, director := int64(61_000_000), int64(52_000_000), int64(9_000_000), "high", "Carol Red"
	chances := forecast.Chances{Once: &once, Twice: &twice}
	took, unknown := forecast.MoneyRange{P10: 12_000_000, P50: gross, P90: 170_000_000}, "Unknown: no earlier film is enough like the project to tell."
	answer := scenariosAnswer{Meta: scenariosMeta{Cost: 1}, Data: []app.Scenario{{
		Project: forecast.Project{Title: "The Brass Key", Genres: []string{"Crime", "Thriller"}, Budget: &budget, Director: director},
		Outcome: &forecast.Outcome{
			Project: forecast.ProjectEcho{Title: "The Brass Key", Genres: []string{"Crime", "Thriller"}, Budget: &budget, Director: &director, Cast: []string{}},
			Prediction: forecast.Prediction{
				Gross: &gross, Rating: &rating, MasterScore: &master, ROI: &roi, Confidence: forecast.Medium,
				Intervals: forecast.Intervals{
					Gross: &took, ROI: &forecast.Range{P10: -0.7, P50: roi, P90: 3.25}, Rating: &forecast.Range{P10: 5.6, P50: rating, P90: 7.5}, MasterScore: &forecast.Range{P10: 33.1, P50: master, P90: 74.9}},
				Release: forecast.Release{Least: forecast.Released, Chance: &chance}, Chances: chances,
				Unconditional: &forecast.Unconditional{Gross: took, Chances: chances}, Band: &band, AsOf: 2026},
			Audience:    forecast.Audience{PrimaryDemographic: unknown, ReleaseStrategy: unknown, MarketingBudgetEstimate: unknown, AudienceReceptionForecast: unknown},
			Marketing:   []string{"State a synopsis: films about the same things are looked for.", "State the cast: their earlier films are counted.", "State the month of release."},
			Comparables: []forecast.Comparable{}, Warnings: []string{},
		},
		Brief: &forecast.Brief{
			PriceYear: forecast.PriceYear,
			Chances: []forecast.BudgetChance{{Outcome: "below_budget", Released: 0.37, Regardless: 0.39}, {Outcome: "at_least_budget", Released: once, Regardless: 0.61},
				{Outcome: "at_least_twice_budget", Released: twice, Regardless: 0.35}, {Outcome: "at_least_three_times_budget", Released: 0.21, Regardless: 0.2}},
			Comparables: &forecast.MoneyRange{P10: 9_000_000, P50: 55_000_000, P90: 210_000_000},
			Drivers: []forecast.Driver{{Input: "genres", Without: &without, Effect: &effect,
				Says: fmt.Sprintf("Stating the genres raises the estimate by 17 %%: without the genres, the same models estimate $52,000,000 (%d dollars).", forecast.PriceYear)}},
			Unknown: []forecast.Unknown{{Input: "director", Name: director, DidYouMean: "Carol Reed"}},
			Removed: []forecast.Chosen{}, Pinned: []forecast.Chosen{{ID: 41959, Title: "The Third Man", Year: 1949}},
		},
	}}}
	b, _ := json.Marshal(answer)
	return b
}
