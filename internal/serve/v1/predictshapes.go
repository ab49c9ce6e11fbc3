package v1

import (
	"kinodex/internal/forecast"
	"kinodex/internal/serve/wire"
)

// The answer of /predict.

// predictAnswer is the answer of /predict (REQ R-18). Meta is nil outside the sandbox.
type predictAnswer struct {
	Data forecast.Outcome  `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// The figures of the example belong to no film.
const predictExample = `{"data":{"project":{"title":"The Brass Key","genres":["Crime","Thriller"],"budget":40000000,"director":"Carol Reed","cast":["Joseph Cotten"]},` +
	`"prediction":{"estimated_worldwide_gross":61000000,"estimated_filmdb_rating":6.6,"estimated_master_score":54.2,"estimated_roi":0.53,"confidence":"low","comparable_count":1,` +
	`"intervals":{"worldwide_gross":{"p10":12000000,"p50":61000000,"p90":170000000},"roi":{"p10":-0.7,"p50":0.53,"p90":3.25},"filmdb_rating":{"p10":5.6,"p50":6.6,"p90":7.5},"master_score":{"p10":33.1,"p50":54.2,"p90":74.9}},` +
	`"commercial_release":{"least_gross":500000,"chance":0.97},"budget_band":"high","as_of":2024},` +
	`"audience":{"primary_demographic":"Adults, 18 to 49, by convention of genre: 1 of 1 comparables are Action, Thriller, Crime, Mystery (The Third Man (1949)).",` +
	`"release_strategy":"Festivals and a limited release, with home viewing soon after: the comparable in the middle, The Third Man (1949), took $1,067,364 worldwide.",` +
	`"marketing_budget_estimate":"About $4,000,000: a tenth of the budget, since half of the estimated gross of $61,000,000 leaves no more to spend without a loss; the comparable in the middle, The Third Man (1949), took $1,067,364.",` +
	`"audience_reception_forecast":"Fairly received: 6.6 of 10, four times in five between 5.6 and 7.5; the best rated comparable is The Third Man (1949) with 8.1."},` +
	`"marketing":["Place it beside The Third Man (1949), the most similar of 1 comparables (0.61): it took $1,067,364 worldwide and is rated 8.1.",` +
	`"Lead with Carol Reed, who directed The Third Man (1949), which took $1,067,364 worldwide.",` +
	`"Weigh the spending with care: of no comparable the budget is known, so none tells whether it paid."],` +
	`"comparables":[{"filmdb_id":"tt0041959","title":"The Third Man","year":1949,"genres":["Film-Noir","Mystery","Thriller"],"budget":null,"worldwide_gross":1067364,"roi":null,"filmdb_rating":8.1,"master_score":88.4,"similarity":0.61,` +
	`"reasons":["Directed by Carol Reed, too.","Joseph Cotten is in the cast of both.","Same genres: Thriller."],"parts":{"genres":0.25,"budget":null,"synopsis":null,"people":0.85,"era":0.14},"effect_on_gross":-210000}],` +
	`"warnings":[]}}`
