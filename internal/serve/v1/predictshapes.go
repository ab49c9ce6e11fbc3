package v1

import (
	"fmt"

	"kinodex/internal/forecast"
	"kinodex/internal/serve/wire"
)

// The answer of /predict.

// predictAnswer is the answer of /predict (REQ R-18). Meta is nil outside the sandbox.
type predictAnswer struct {
	Data *forecast.Outcome `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// comparableExample is a comparable of the example, without what tells why.
func comparableExample(id, title string, year, budget, gross int, similarity float64) string {
	return fmt.Sprintf(`,{"filmdb_id":%q,"title":%q,"year":%d,"genres":["Crime","Thriller"],"budget":%d,"worldwide_gross":%d,"roi":%.2f,"filmdb_rating":6.7,"master_score":58.1,"similarity":%.2f,`+
		`"reasons":["Same genres: Crime, Thriller."],"parts":{"genres":1,"budget":0.6,"synopsis":0.05,"people":0,"era":0.4,"origin":null},"effect_on_gross":0}`,
		id, title, year, budget, gross, float64(gross-budget)/float64(budget), similarity)
}

// The figures of the example, and all but one of its films, are made up.
var predictExample = `{"data":{"project":{"title":"The Brass Key","genres":["Crime","Thriller"],"budget":40000000,"director":"Carol Reed","cast":["Joseph Cotten"]},` +
	`"prediction":{"estimated_worldwide_gross":61000000,"estimated_filmdb_rating":6.6,"estimated_master_score":54.2,"estimated_roi":0.53,"confidence":"medium","comparable_count":5,` +
	`"intervals":{"worldwide_gross":{"p10":12000000,"p50":61000000,"p90":170000000},"roi":{"p10":-0.7,"p50":0.53,"p90":3.25},"filmdb_rating":{"p10":5.6,"p50":6.6,"p90":7.5},"master_score":{"p10":33.1,"p50":54.2,"p90":74.9}},` +
	`"commercial_release":{"least_gross":500000,"chance":0.97},"chances":{"at_least_budget":0.63,"at_least_twice_budget":0.36},` +
	`"unconditional":{"worldwide_gross":{"p10":7900000,"p50":59000000,"p90":168000000},"chances":{"at_least_budget":0.61,"at_least_twice_budget":0.35}},"budget_band":"high","as_of":2026},` +
	`"audience":{"primary_demographic":"Adults, 18 to 49, by convention of genre: 5 of 5 comparables are of Action, Thriller, Crime or Mystery (The Third Man (1949), The Long Fuse (2016)).",` +
	`"release_strategy":"A wide release at home, then abroad: the comparable in the middle, Night Ferry (2019), took $64,200,000 worldwide in 2025 dollars.",` +
	`"marketing_budget_estimate":"Marketing, about $4,000,000: a tenth of the budget and no more, since the estimate does not cover the budget: half of ` +
	`the gross of $61,000,000 is less; the comparable in the middle, Night Ferry (2019), took $64,200,000 in 2025 dollars.",` +
	`"audience_reception_forecast":"Fairly received: 6.6 of 10, four times in five between 5.6 and 7.5; the best rated comparable is The Third Man (1949) with 8.1."},` +
	`"marketing":["Place it beside The Third Man (1949), the most similar of 5 comparables (0.61): it took $14,400,000 worldwide on a budget of $6,760,000 in 2025 dollars and is rated 8.1.",` +
	`"Lead with Carol Reed, who directed The Third Man (1949), which took $14,400,000 worldwide in 2025 dollars.",` +
	`"Mind the risk: 1 of 5 comparables took less worldwide than they cost, such as Saltworks (2011): $41,500,000 on a budget of $54,400,000 in 2025 dollars."],` +
	`"comparables":[{"filmdb_id":"tt0041959","title":"The Third Man","year":1949,"genres":["Film-Noir","Mystery","Thriller"],"budget":500000,"worldwide_gross":1067364,"roi":1.13,"filmdb_rating":8.1,"master_score":88.4,"similarity":0.61,` +
	`"reasons":["Directed by Carol Reed, too.","Joseph Cotten is in the cast of both.","Same genres: Thriller."],"parts":{"genres":0.25,"budget":0.1,"synopsis":0.08,"people":1,"era":0.14,"origin":null},"effect_on_gross":-210000}` +
	comparableExample("tt0000201", "The Long Fuse", 2016, 42_000_000, 96_000_000, 0.58) + comparableExample("tt0000202", "Night Ferry", 2019, 35_000_000, 51_000_000, 0.57) +
	comparableExample("tt0000203", "Saltworks", 2011, 38_000_000, 29_000_000, 0.55) + comparableExample("tt0000204", "A Locked Room", 2021, 44_000_000, 70_000_000, 0.54) + `],` +
	`"warnings":[]}}`
