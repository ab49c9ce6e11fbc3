package part

import (
	"cmp"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"kinodex/internal/film"
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

// sources are the families of sources of facts, in words.
var sources = map[string]string{
	"kinodex": "Kinodex, computed from the film's own record", "filmdb": "the film database", "moviedb": "the movie database",
	"academy_awards": "a table of Academy Awards", "box_office_charts": "charts of the box office", "streaming_catalogues": "catalogues of streaming services",
	"id_links": "a table of ids", "encyclopedia": "an encyclopedia", "open_corpus": "the open movie corpus of 2012", "wikidata": "Wikidata",
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
	"return_on_investment": "return on the budget", "stated": "as stated", "inferred": "inferred from companies and languages",
}

// provenance returns in words what a figure is, where, when and by whom.
func provenance(p *film.Provenance) string {
	words := []string{cmp.Or(measures[p.MetricType], strings.ReplaceAll(p.MetricType, "_", " "))}
	if p.Market != "" && p.Market != "worldwide" {
		words = append(words, CountryName(p.Market))
	} else if p.Market != "" {
		words = append(words, p.Market)
	}
	if p.Period != "" && p.Period != "unknown" {
		words = append(words, p.Period)
	}
	return "From " + SourceName(p.Source) + ": " + strings.Join(words, ", ") + "."
}

func known(name, code string) string {
	if name == "" || strings.HasPrefix(name, "Unknown") {
		return code
	}
	return name
}
