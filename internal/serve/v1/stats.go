package v1

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/serve/wire"
)

// The shapes of the statistics (REQ F1-35, F1-36). The bytes are written by
// package atlas; a test holds the two together.
type (
	// Statistics are eleven objects.
	Statistics struct {
		Summary      StatsSummary            `json:"summary"`
		Genres       map[string]StatsTally   `json:"genres" doc:"By genre; a film counts for each of its own. As many as /api/v2/films?genre= finds."`
		Decades      map[string]StatsTally   `json:"decades" doc:"By decade, as 1990s; adds up to summary.with_year."`
		BudgetTiers  StatsTiers              `json:"budgetTiers" doc:"By budget; adds up to summary.with_budget."`
		TopDirectors map[string]StatsRanked  `json:"topDirectors" doc:"The fifty directors of at least five films with the best mean master score."`
		ScoreDist    map[string]int          `json:"scoreDist" doc:"Films by master score, in tens from the first number up to below the second; the last has 100. Adds up to summary.total_films."`
		RatingDist   map[string]int          `json:"ratingDist" doc:"Films by user rating, in ones; the last has 10. Adds up to summary.with_rating."`
		YearTrend    map[string]StatsTally   `json:"yearTrend" doc:"By year of release; adds up to summary.with_year."`
		Languages    map[string]StatsNamed   `json:"languages" doc:"By original language, ISO 639-1; adds up to summary.with_language."`
		BestPicture  map[string]StatsWinner  `json:"bestPicture" doc:"Best pictures, by the film's year of release."`
		ROIDecades   map[string]StatsReturns `json:"roiDecades" doc:"Returns on the budget, by decade."`
	}
	// StatsSummary is about all films.
	StatsSummary struct {
		TotalFilms   int      `json:"total_films" minimum:"0"`
		YearMin      *int     `json:"year_min" nullable:"true"`
		YearMax      *int     `json:"year_max" nullable:"true"`
		AvgRating    *float64 `json:"avg_rating" nullable:"true" doc:"Mean user rating of the films that have one."`
		AvgScore     *float64 `json:"avg_score" nullable:"true" doc:"Mean master score."`
		WithYear     int      `json:"with_year" minimum:"0" doc:"Films of which the year is known."`
		WithRating   int      `json:"with_rating" minimum:"0"`
		WithLanguage int      `json:"with_language" minimum:"0"`
		WithBudget   int      `json:"with_budget" minimum:"0"`
		WithGross    int      `json:"with_gross" minimum:"0"`
		WithROI      int      `json:"with_roi" minimum:"0"`
	}
	// StatsTally is what films add up to.
	StatsTally struct {
		Count     int      `json:"count" minimum:"0"`
		AvgRating *float64 `json:"avg_rating" nullable:"true"`
		AvgScore  *float64 `json:"avg_score" nullable:"true"`
	}
	// StatsRanked is a director's films.
	StatsRanked struct {
		Rank int `json:"rank" minimum:"1" maximum:"50"`
		StatsTally
	}
	// StatsNamed is a language's films.
	StatsNamed struct {
		Name string `json:"name"`
		StatsTally
	}
	// StatsTiers are the tiers of the budget.
	StatsTiers struct {
		Micro       StatsTier `json:"micro"`
		Low         StatsTier `json:"low"`
		Mid         StatsTier `json:"mid"`
		High        StatsTier `json:"high"`
		Blockbuster StatsTier `json:"blockbuster"`
	}
	// StatsTier is the films of a range of budgets.
	StatsTier struct {
		From  int64  `json:"budget_from" doc:"The least budget, US dollars."`
		Below *int64 `json:"budget_below" nullable:"true" doc:"The budget of the next tier."`
		StatsTally
		MedianROI *float64 `json:"median_roi" nullable:"true"`
	}
	// StatsWinner is a best picture; Others are those of the same year of release.
	StatsWinner struct {
		FilmdbID string        `json:"filmdb_id" pattern:"^tt\\d+$"`
		Title    string        `json:"title"`
		Rating   *float64      `json:"filmdb_rating" nullable:"true"`
		Score    float64       `json:"master_score"`
		Others   []StatsWinner `json:"others,omitempty" doc:"Best pictures released in the same year, which were honoured in another."`
	}
	// StatsReturns is films with a known return.
	StatsReturns struct {
		Count     int      `json:"count" minimum:"1"`
		MedianROI *float64 `json:"median_roi" nullable:"true"`
		Gain      float64  `json:"profitable_share" minimum:"0" maximum:"1" doc:"The share of films that took more than they cost."`
	}
)

type statsAnswer struct {
	Data Statistics        `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

const (
	statsTier    = `,"count":0,"avg_rating":null,"avg_score":null,"median_roi":null}`
	statsExample = `{"data":{"summary":{"total_films":1,"year_min":1949,"year_max":1949,"avg_rating":8.1,"avg_score":88.4,` +
		`"with_year":1,"with_rating":1,"with_language":1,"with_budget":0,"with_gross":1,"with_roi":0},` +
		`"genres":{"Film-Noir":{"count":1,"avg_rating":8.1,"avg_score":88.4}},"decades":{"1940s":{"count":1,"avg_rating":8.1,"avg_score":88.4}},` +
		`"budgetTiers":{"micro":{"budget_from":0,"budget_below":1000000` + statsTier + `,"low":{"budget_from":1000000,"budget_below":10000000` + statsTier +
		`,"mid":{"budget_from":10000000,"budget_below":40000000` + statsTier + `,"high":{"budget_from":40000000,"budget_below":100000000` + statsTier +
		`,"blockbuster":{"budget_from":100000000,"budget_below":null` + statsTier + `},"topDirectors":{},` +
		`"scoreDist":{"80-90":1},"ratingDist":{"8-9":1},"yearTrend":{"1949":{"count":1,"avg_rating":8.1,"avg_score":88.4}},` +
		`"languages":{"en":{"name":"English","count":1,"avg_rating":8.1,"avg_score":88.4}},"bestPicture":{},"roiDecades":{}}}`
)

func registerStats(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "v1-stats", Method: http.MethodGet, Path: "/api/v1/stats",
			Tags: []string{"statistics"}, Summary: "Statistics of the catalogue",
			Description: "All films counted and averaged in eleven ways. Counted when the library is built, so it costs nothing to ask.",
			Responses: map[string]*huma.Response{
				"200": wire.Success[statsAnswer](api.Doc, "The statistics.", []byte(statsExample), "Deprecation", "Link"),
			},
		},
		Need:   access.Needs.Stats,
		Answer: allStats,
	})
}

func allStats(x *wire.Exchange, _ *wire.None) error {
	found, err := x.Visit.Stats(x.Context())
	if err != nil {
		return err
	}
	b := append(x.Body(), `{"data":`...)
	x.Answer(x.AppendSandbox(append(b, found...)))
	return nil
}
