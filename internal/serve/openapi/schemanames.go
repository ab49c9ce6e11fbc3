package openapi

import (
	"path"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// schemaName names a type in the description, as a person would who reads a client made
// from it: what schemaNames says, or else the type's own name, in which an Answer is a
// Response and a Body a Request. Types of the writers' room begin with Script, so that it
// may have a Role.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	from := path.Base(t.PkgPath())
	for _, known := range []string{t.Name(), name} {
		if other, ok := schemaNames[from+"."+known]; ok {
			return other
		}
	}
	if result, ok := strings.CutPrefix(name, "AiAnswer"); ok {
		return schemaNames["writersroom."+result] + "Response"
	}
	if from == "writersroom" {
		if result, ok := strings.CutPrefix(name, "Answer"); ok {
			return schemaNames["writersroom."+result] + "Answer"
		}
		return "Script" + name
	}
	if of, ok := strings.CutSuffix(name, "Answer"); ok {
		return of + "Response"
	}
	if of, ok := strings.CutSuffix(name, "Body"); ok {
		return of + "Request"
	}
	return name
}

// schemaNames are the types whose name in the description is not made by schemaName's
// rules, by package and name. What both versions of the interface have ends in V1 where
// it is that of version 1.
var schemaNames = map[string]string{
	"wire.Error": "ErrorResponse",

	"v1.Film": "FilmV1", "v1.FilmAnswer": "FilmResponseV1", "v1.FilmsAnswer": "FilmsResponseV1", "v1.FilmsMeta": "FilmsMetaV1",

	"film.Amount": "CurrencyAmount", "film.Awards": "FilmAwards", "film.Company": "ProductionCompany", "film.Credit": "CrewCredit",
	"film.Links": "FilmLinks", "film.Money": "BoxOffice", "film.Poster": "FilmPoster", "film.Provenance": "MetricProvenance", "film.Ratings": "FilmRatings",
	"film.Role": "CastMember", "film.Watching": "WatchProviders", "film.Title": "FilmTitle", "film.Release": "FilmRelease", "film.Collection": "FilmCollection",
	"film.Work": "SourceWork", "film.Video": "FilmVideo", "film.Image": "FilmImage",
	"v2.BatchAnswer": "FilmBatchResponse", "v2.BatchBody": "FilmBatchRequest", "v2.BatchItem": "FilmBatchItem", "v2.BatchMeta": "FilmBatchMeta", "v2.ItemError": "FilmBatchError",
	"v2.FilmsParams": "FilmsRequest", "v2.Explanation": "Explained", "v2.FoundAnswer": "FoundFilmResponse", "v2.RandomAnswer": "RandomFilmResponse", "v2.RandomMeta": "RandomFilmMeta",
	"v2.ChangesStep": "CatalogChanges", "snapshot.FilmChange": "FilmChange", "snapshot.Kind": "FilmChangeKind", "v2.SnapshotData": "Snapshot", "snapshot.File": "SnapshotFile", "tables.Licence": "SourceLicence",
	"catalog.Count": "FacetCount",

	"taste.Picked": "RecommendedFilm", "v2.Recommendation": "RecommendedFilm", "prompt.Request": "UnderstoodPrompt", "prompt.NumberRange": "NumberRange",
	"prompt.PersonRole": "PersonInRole", "prompt.FilmRef": "NamedFilm", "taste.UnmetConstraint": "UnmetConstraint", "prompt.Span": "YearRange",
	"taste.Suggestion": "TasteRecommendation", "taste.Penalty": "RecommendationPenalty", "taste.Profile": "TasteProfile",
	"taste.Input": "TasteInput", "taste.Effect": "DislikeEffect",
	"app.Suggestions": "TasteRecommendations", "v1.SuggestBody": "TasteRecommendationsRequest", "v1.SuggestAnswer": "TasteRecommendationsResponse",
	"app.RatingsReport": "RatingsRead", "ratings.SeenFilm": "RatedFilm",
	"app.Person": "GroupPerson", "app.Vetoes": "GroupVetoes", "app.PersonFit": "GroupPersonFit", "app.PersonRead": "GroupPersonRead",
	"v2.TogetherBody": "GroupRecommendationsRequest", "v2.TogetherAnswer": "GroupRecommendationsResponse", "v2.TogetherMeta": "GroupRecommendationsMeta",

	"forecast.Outcome": "ProjectForecast", "forecast.Prediction": "OutcomePrediction", "forecast.Comparable": "ComparableFilm", "forecast.Range": "ValueRange",
	"forecast.Intervals": "PredictionIntervals", "forecast.Chances": "RecoupmentChances", "forecast.Release": "CommercialRelease", "forecast.Unconditional": "UnconditionalForecast",
	"forecast.Audience": "AudienceForecast", "v1.PredictAnswer": "ProjectForecastResponse",

	"research.Probabilities": "ClassProbabilities", "research.ByClass[float64]": "ClassCoefficients", "research.ByClass[*float64]": "ClassMeasures", "research.ByClassBool": "ClassFlags",
	"research.Correlations": "FeatureCorrelations", "v1.CorrelationsAnswer": "FeatureCorrelationsResponse",
	"research.Draft": "ScreenplayDraft", "research.Definition": "FeatureDefinition", "research.Stats": "FeatureStatistics",
	"research.Regression": "LogisticRegression", "research.Evaluation": "ModelEvaluation", "research.TierProfile": "TierProfile",
	"research.Act": "ScreenplayAct", "research.Character": "ScreenplayCharacter", "research.Scene": "ScreenplayScene", "research.Place": "ScenePlace",
	"research.Change": "FeatureChange", "research.Comparison": "FeatureComparison", "research.Delta": "FeatureDelta",
	"research.Evidence": "SceneEvidence", "research.Move": "TierMove", "research.WhatMoves": "TierMoves", "research.SceneOf": "SceneHeading",
	"research.Insight": "CorrelationInsight", "research.Series": "ScriptSeries",
	"app.Analysis": "ScreenplayAnalysis", "v1.AnalysisAnswer": "ScreenplayAnalysisResponse", "wire.ScriptBody": "ScreenplayRequest",
	"app.Advice": "ScreenplayAdvice", "v2.AdviceAnswer": "ScreenplayAdviceResponse", "app.AdviceProse": "AdviceProse", "app.WrittenPoint": "AdviceProsePoint", "advice.Point": "AdvicePoint",
	"advice.Middle": "AdviceMiddle", "advice.Scene": "AdviceScene", "advice.Near": "AdviceNear", "advice.Example": "AdviceExample", "advice.Passage": "AdvicePassage",
	"advice.Change": "AdviceChange", "advice.Amount": "AdviceAmount",
	"app.Comparison": "DraftComparison", "v1.ComparisonAnswer": "DraftComparisonResponse", "v1.DraftsBody": "DraftComparisonRequest",
	"app.Model": "TierModel", "v1.ModelAnswer": "TierModelResponse",
	"app.Receipt": "AnalysisReceipt", "app.ReceiptRules": "ReceiptRules",

	"atlas.World": "Atlas", "atlas.WorldCoverage": "OriginCoverage", "atlas.WorldTotals": "AtlasTotals", "atlas.Country": "AtlasCountry", "atlas.CountryFilm": "AtlasFilm",
	"atlas.Coverage": "DataCoverage", "v2.CoverageAnswer": "DataCoverageResponse", "atlas.CoverageGroup": "DataCoverageGroup",
	"atlas.Statistics": "CatalogStatistics", "v1.StatsAnswer": "CatalogStatisticsResponse",
	"atlas.StatsLanguage": "NamedStatistics", "atlas.StatsDirector": "RankedStatistics", "atlas.StatsReturns": "ReturnStatistics", "atlas.StatsSummary": "StatisticsSummary",
	"atlas.StatsTally": "CountStatistics", "atlas.StatsTier": "BudgetTierStatistics", "atlas.StatsTiers": "BudgetTiers", "atlas.StatsWinner": "BestPictureWinner",

	"people.CareerStats": "CareerStatistics", "people.Actor": "Actor",
	"search.Result": "SearchResult", "search.ResultData": "SearchResultFilm",
	"v1.StyleProfile": "StyleGuide", "v1.StylesAnswer": "StyleGuidesResponse", "v1.StylesMeta": "StyleGuidesMeta",
	"v1.WriterStyle": "WriterGuide", "v1.WriterStyles": "WriterGuides", "v1.WriterStylesAnswer": "WriterGuidesResponse",

	"app.PosterRow": "PosterOfFilm", "app.PosterCritique": "PosterCritique", "app.PosterProse": "PosterProse", "v1.PosterBody": "PosterRequest",
	"poster.Reading": "PosterReading", "vision.Reading": "PosterReading", "poster.Figures": "PosterStatistics", "poster.Batch": "PosterBatch", "poster.Coverage": "PosterCoverage",
	"poster.CoverageGroup": "PosterCoverageGroup", "poster.Depth": "PosterDesign", "poster.Genome": "PosterLayouts", "poster.Strand": "PosterLayout",
	"poster.Sentiment": "PosterMoods", "poster.Feeling": "PosterMoodFigures", "poster.Lettering": "LetteringFigures",
	"poster.Marketing": "MarketingEffect", "poster.MarketingPart": "MarketingEffectPart", "poster.Suggestion": "DesignSuggestion",
	"vision.Color": "PosterColor", "vision.Composition": "PosterComposition", "vision.Era": "PosterEra", "vision.Face": "PosterFace", "vision.Focus": "FocalPoint",
	"poster.Hue": "ColorShare", "vision.Mood": "PosterMood", "vision.Palette": "PosterPalette", "vision.Point": "PosterPoint", "vision.Quality": "DesignQuality",
	"vision.QualityPart": "DesignQualityPart", "vision.Size": "PosterSize", "vision.Text": "PosterText", "vision.TextBlock": "PosterTextBlock",
	"vision.Typography": "PosterTypography", "vision.GenreSignal": "PosterGenreSignal",

	"identity.Me": "Account", "v1.MeAnswer": "AccountResponse", "identity.Key": "APIKey", "v1.KeyAnswer": "APIKeyResponse", "v1.KeysAnswer": "APIKeysResponse",
	"identity.NewKey": "NewAPIKey", "v1.NewKeyAnswer": "NewAPIKeyResponse", "v1.KeyOrder": "APIKeyRequest", "v1.KeyChange": "APIKeyChange", "v1.OwnKey": "OwnAPIKeyRequest",
	"v1.Rotation": "APIKeyRotation", "identity.Event": "AuditEvent", "v1.AuditAnswer": "AuditEventsResponse", "v1.AuditMeta": "AuditEventsMeta",
	"v1.Health": "ServiceHealth", "v1.KeysMeta": "APIKeysMeta",

	"writersroom.CastResult": "CastSuggestions", "writersroom.CompareStyleResult": "StyleComparison", "writersroom.CoverageResult": "ScriptCoverage",
	"writersroom.DeepResult": "DeepAnalysis", "writersroom.LoglineResult": "Loglines", "writersroom.RewriteResult": "RewrittenScene",
	"writersroom.StyleMatchResult": "StyleMatches", "writersroom.TrailerResult": "TrailerConcept", "writersroom.VisualResult": "VisualTreatment",
	"writersroom.TendencyCheck": "ScriptTendencyHeld", "writersroom.Engine": "LanguageModel",
	"v1.AiCastBody": "CastSuggestionsRequest", "v1.AiCompareBody": "StyleComparisonRequest", "v1.AiCoverageBody": "ScriptCoverageRequest", "v1.AiLoglineBody": "LoglinesRequest",
	"v1.AiMatchBody": "StyleMatchesRequest", "v1.AiRewriteBody": "RewrittenSceneRequest", "v1.AiTrailerBody": "TrailerConceptRequest", "v1.AiVisualBody": "VisualTreatmentRequest",
	"v1.AITextBody": "DeepAnalysisRequest", "v1.AIText": "DeepAnalysisRequest",
}
