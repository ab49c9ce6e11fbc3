package part

import (
	"cmp"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// LanguageName returns the English name of a language by its ISO 639-1 code, or the code.
func LanguageName(code string) string {
	tag, err := language.Parse(code)
	if err != nil {
		return code
	}
	return known(display.English.Languages().Name(tag), code)
}

// CountryName returns the English name of a country by its ISO 3166-1 code of two letters, or
// the code.
func CountryName(code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return code
	}
	return known(display.English.Regions().Name(region), code)
}

// sources are the families of sources of facts, by the names that people know where the terms of
// the source ask for its name (docs/data/sources.md), in words elsewhere.
var sources = map[string]string{
	"kinodex": "Kinodex, computed from the film's own record", "filmdb": "IMDb", "moviedb": "TMDB",
	"academy_awards": "a table of Academy Awards", "box_office_charts": "charts of the box office", "streaming_catalogues": "catalogues of streaming services",
	"id_links": "a table of ids", "encyclopedia": "an encyclopedia", "open_corpus": "the open movie corpus of 2012", "wikidata": "Wikidata",
	"wikipedia": "Wikipedia",
}

// joined ends the name of a source whose row had no id.
const joined = " (joined)"

// SourceName returns the name of a source of facts that provenance names, in words.
func SourceName(code string) string {
	family, byTitle := strings.CutSuffix(code, joined)
	name := cmp.Or(sources[family], family)
	if byTitle {
		name += ", matched by title and year"
	}
	return name
}

// measures are kinds of measures that provenance names and that need other words.
var measures = map[string]string{
	"critic_weighted_average": "weighted mean of critics", "critic_percent_positive": "share of positive reviews", "composite": "composite score",
	"composite_prior": "composite score without a rating of any weight", "duration_minutes": "running time", "reported_budget": "reported budget",
	"return_on_investment": "return on the budget", "stated": "as stated", "quoted_cc_by_sa": "quoted under CC BY-SA 4.0", "inferred": "inferred from companies and languages",
}

// MeasureName returns in words what a figure is, as its provenance names it.
func MeasureName(code string) string {
	return cmp.Or(measures[code], strings.ReplaceAll(code, "_", " "))
}

// MarketName returns the market that a figure covers: a country, or "worldwide".
func MarketName(code string) string {
	if code == "" || code == "worldwide" {
		return code
	}
	return CountryName(code)
}

func known(name, code string) string {
	if name == "" || strings.HasPrefix(name, "Unknown") {
		return code
	}
	return name
}
