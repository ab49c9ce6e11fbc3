package ingest

import "kinodex/internal/ingest/source"

// Precedence is the rule for every field, in the order the fields are decided.
func Precedence() []Rule {
	return []Rule{
		{Field: "kind", Formats: formats(
			source.TitleBasics, source.YearlyDetails, source.SearchList, source.SearchDetails),
			Note: "film, series, short, …; the film database's word before any other"},
		{Field: "title", Formats: formats(
			source.TitleBasics, source.YearlyDetails, source.SearchList, source.PosterIndex, source.FiveThousand,
			source.MoviedbDaily, source.MoviedbFull, source.MoviedbYear, source.FullCrawl, source.ChartCrawl,
			source.ListingCrawl, source.MoviedbFilm, source.Moviedb5000, source.MoviedbDump, source.SmallCrawl,
			source.MoviedbGenreIDs, source.ServiceTitles),
			Note: "the title in English where there is one"},
		{Field: "original_title", Formats: formats(
			source.TitleBasics, source.MoviedbDaily, source.MoviedbFull, source.MoviedbYear, source.MoviedbGenreIDs,
			source.Moviedb5000, source.SmallCrawl, source.MoviedbFilm, source.MoviedbDump)},
		{Field: "year", Formats: formats(
			source.YearlyDetails, source.TitleBasics, source.SearchList, source.PosterIndex, source.FiveThousand,
			source.MoviedbDaily, source.MoviedbFull, source.MoviedbYear, source.FullCrawl, source.ChartCrawl,
			source.ListingCrawl, source.MoviedbFilm, source.Moviedb5000, source.MoviedbDump, source.SmallCrawl,
			source.MoviedbGenreIDs, source.ServiceTitles),
			Note: "the film database dates the first showing, the movie database often a later one"},
		{Field: "release_date", Formats: formats(
			source.ChartCrawl, source.ListingCrawl, source.MoviedbDaily, source.MoviedbFull, source.MoviedbYear,
			source.FullCrawl, source.SmallCrawl, source.MoviedbFilm, source.MoviedbGenreIDs, source.Moviedb5000,
			source.MoviedbDump, source.YearlyDetails, source.SearchDetails, source.PosterIndex, source.BudgetTable),
			Note: "a date more than two years from the film's year is not taken"},
		{Field: "runtime", Formats: formats(
			source.TitleBasics, source.YearlyDetails, source.SearchList, source.MoviedbDaily, source.MoviedbFull,
			source.MoviedbYear, source.FullCrawl, source.ChartCrawl, source.SmallCrawl, source.MoviedbFilm,
			source.Moviedb5000, source.MoviedbDump, source.PosterIndex, source.FiveThousand, source.ServiceTitles,
			source.ServicesTable, source.CorpusMetadata),
			Note: "unless it stands alone and two other sources agree within 3 minutes: then theirs"},
		{Field: "genres", Formats: formats(
			source.TitleBasics, source.YearlyDetails, source.SearchList, source.PosterIndex, source.FiveThousand,
			source.FullCrawl, source.MoviedbDaily, source.MoviedbFull, source.MoviedbYear, source.ChartCrawl,
			source.ListingCrawl, source.MoviedbFilm, source.MoviedbDump, source.MoviedbGenreIDs, source.ServiceTitles,
			source.ServicesTable, source.EncyclopediaFilm, source.CorpusMetadata),
			Note: "one source's list, in its order; all words are of one vocabulary"},
		{Field: "overview", Formats: formats(
			source.FullCrawl, source.ChartCrawl, source.ListingCrawl, source.MoviedbDaily, source.MoviedbFull,
			source.MoviedbYear, source.SmallCrawl, source.MoviedbFilm, source.MoviedbDump, source.Moviedb5000,
			source.YearlyDetails, source.SearchList, source.PosterIndex, source.ServiceTitles, source.EncyclopediaFilm),
			Note: "the movie database, then plots of the film database, then others; one that its source cut short only for want of a whole one"},
		{Field: "tagline", Formats: formats(
			source.FullCrawl, source.ChartCrawl, source.MoviedbDaily, source.MoviedbFull, source.MoviedbYear,
			source.SmallCrawl, source.MoviedbFilm, source.MoviedbDump, source.Moviedb5000)},
		{Field: "language", Formats: formats(
			source.MoviedbDaily, source.MoviedbFull, source.MoviedbYear, source.MoviedbGenreIDs, source.Moviedb5000,
			source.MoviedbFilm, source.MoviedbDump, source.FiveThousand, source.YearlyDetails),
			Note: "for want of a stated original language, the only spoken one, or the country's own if it is spoken first or the country is the only one"},
		{Field: "languages", Formats: formats(
			source.YearlyDetails, source.PosterIndex, source.MoviedbDaily, source.MoviedbFull, source.MoviedbYear,
			source.SmallCrawl, source.MoviedbFilm, source.MoviedbDump, source.ServicesTable, source.CorpusMetadata),
			Note: "the original one is put first"},
		{Field: "countries", Formats: formats(
			source.YearlyDetails, source.SearchDetails, source.PosterIndex, source.FiveThousand, source.FullCrawl,
			source.MoviedbDaily, source.MoviedbFull, source.MoviedbYear, source.MoviedbFilm, source.MoviedbDump,
			source.ServiceTitles, source.ServicesTable, source.CorpusMetadata),
			Note: "the first country is the best source's; a source that names one only is completed by the next that names it too"},
		{Field: "companies", Formats: formats(
			source.MoviedbYear, source.MoviedbFilm, source.MoviedbDump, source.MoviedbDaily, source.MoviedbFull,
			source.FullCrawl, source.YearlyDetails),
			Note: "those with ids and countries first"},
		{Field: "director", Formats: formats(
			source.YearlyDetails, source.SearchList, source.TitleCrew, source.TitlePrincipals, source.FullCrawl,
			source.CreditsTable, source.MoviedbDaily, source.ServiceCredits, source.ChartCrawl, source.PosterIndex,
			source.FiveThousand, source.ServicesTable, source.EncyclopediaFilm),
			Note: "a list is taken whole or not at all"},
		{Field: "writers", Formats: formats(
			source.YearlyDetails, source.TitleCrew, source.TitlePrincipals, source.MoviedbDaily, source.PosterIndex)},
		{Field: "cast", Formats: formats(
			source.FullCrawl, source.CreditsTable, source.ServiceCredits, source.ChartCrawl, source.MoviedbDaily,
			source.YearlyDetails, source.TitlePrincipals, source.SearchList, source.SmallCrawl, source.PosterIndex,
			source.FiveThousand),
			Note: "the fullest billing of a row with an id; this order decides between equals and who supplies characters"},
		{Field: "crew", Formats: formats(
			source.FullCrawl, source.CreditsTable, source.TitlePrincipals, source.MoviedbDaily),
			Note: "credits of all sources with ids are united; where none names who photographed the film, the Academy's nominees for its cinematography did"},
		{Field: "ratings.filmdb", Formats: formats(
			source.TitleRatings, source.YearlyDetails, source.MoviedbDaily, source.SearchDetails, source.SearchList,
			source.ServiceTitles, source.PosterIndex, source.FiveThousand, source.ServicesTable),
			NewestOf: source.TitleRatings,
			Note:     "rating and votes of one source and time"},
		{Field: "ratings.critics", Formats: formats(
			source.YearlyDetails, source.SearchList, source.PosterIndex, source.ServicesTable),
			Note: "a weighted average before a percentage of favourable reviews"},
		{Field: "ratings.moviedb", Formats: formats(
			source.ChartCrawl, source.MoviedbDaily, source.MoviedbFull, source.MoviedbYear, source.FullCrawl,
			source.SmallCrawl, source.MoviedbFilm, source.MoviedbGenreIDs, source.Moviedb5000, source.MoviedbDump,
			source.ListingCrawl, source.ServiceTitles),
			Note: "the newest with votes, then those without"},
		{Field: "budget", Formats: formats(
			source.YearlyDetails, source.SearchDetails, source.BudgetTable, source.FullCrawl, source.ChartCrawl,
			source.MoviedbDaily, source.MoviedbFull, source.MoviedbYear, source.MoviedbFilm, source.Moviedb5000,
			source.MoviedbDump, source.FiveThousand),
			Note: "US dollars only; see money"},
		{Field: "worldwide_gross", Formats: formats(
			source.YearlyDetails, source.SearchDetails, source.BudgetTable, source.GrossTable, source.FullCrawl,
			source.ChartCrawl, source.MoviedbDaily, source.MoviedbFull, source.MoviedbYear, source.MoviedbFilm,
			source.Moviedb5000, source.MoviedbDump, source.CorpusMetadata),
			Note: "not less than the domestic gross, nor so small that it must be a revival's; see money"},
		{Field: "poster", Formats: formats(
			source.ListingCrawl, source.ChartCrawl, source.FullCrawl, source.MoviedbDaily, source.MoviedbFull,
			source.MoviedbYear, source.MoviedbFilm, source.MoviedbDump, source.SearchDetails, source.PosterIndex)},
		{Field: "moviedb_id", Formats: formats(
			source.MoviedbYear, source.MoviedbDaily, source.MoviedbFull, source.ChartCrawl, source.FullCrawl,
			source.ListingCrawl, source.MoviedbFilm, source.MoviedbDump, source.IDLinks),
			Note: "for which of two contested pairs is believed, see identity"},
	}
}

func formats(list ...source.Format) []source.Format { return list }
