package atlas

import (
	"kinodex/internal/film"
	"kinodex/internal/ordered"
)

// What the statistics say (REQ F1-35, F1-36). A mean is nil when there is nothing
// it is the mean of; ratings have one decimal, scores two, returns two.
type (
	// Statistics are eleven objects.
	Statistics struct {
		Summary      StatsSummary               `json:"summary"`
		Genres       ordered.Map[StatsTally]    `json:"genres" doc:"By genre; a film counts for each of its own. As many as /api/v2/films?genre= finds."`
		Decades      ordered.Map[StatsTally]    `json:"decades" doc:"By decade, as 1990s; adds up to summary.with_year."`
		BudgetTiers  StatsTiers                 `json:"budgetTiers" doc:"By budget; adds up to summary.with_budget."`
		TopDirectors ordered.Map[StatsDirector] `json:"topDirectors" doc:"The fifty directors of at least five films with the best mean master score."`
		ScoreDist    ordered.Map[int]           `json:"scoreDist" doc:"Films by master score, in tens from the first number up to below the second; the last has 100. Adds up to summary.total_films."`
		RatingDist   ordered.Map[int]           `json:"ratingDist" doc:"Films by user rating, in ones; the last has 10. Adds up to summary.with_rating."`
		YearTrend    ordered.Map[StatsTally]    `json:"yearTrend" doc:"By year of release; adds up to summary.with_year."`
		Languages    ordered.Map[StatsLanguage] `json:"languages" doc:"By original language, ISO 639-1; adds up to summary.with_language."`
		BestPicture  ordered.Map[StatsWinner]   `json:"bestPicture" doc:"Best pictures, by the film's year of release."`
		ROIDecades   ordered.Map[StatsReturns]  `json:"roiDecades" doc:"Returns on the budget, by decade."`
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
	// StatsDirector is a director's films.
	StatsDirector struct {
		Rank int `json:"rank" minimum:"1" maximum:"50"`
		StatsTally
	}
	// StatsLanguage is a language's films.
	StatsLanguage struct {
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
		FilmdbID film.ID       `json:"filmdb_id" pattern:"^tt\\d+$"`
		Title    string        `json:"title"`
		Rating   *float64      `json:"filmdb_rating" nullable:"true"`
		Score    float64       `json:"master_score"`
		Others   []StatsWinner `json:"others,omitzero" doc:"Best pictures released in the same year, which were honoured in another."`
	}
	// StatsReturns is films with a known return.
	StatsReturns struct {
		Count     int      `json:"count" minimum:"1"`
		MedianROI *float64 `json:"median_roi" nullable:"true"`
		Gain      float64  `json:"profitable_share" minimum:"0" maximum:"1" doc:"The share of films that took more than they cost."`
	}
)
