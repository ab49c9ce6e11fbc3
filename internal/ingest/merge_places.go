package ingest

import (
	"slices"
	"strings"

	"kinodex/internal/film"
)

// How a film's countries are known, as the metric type of their provenance.
const (
	countriesStated   = "stated"
	countriesInferred = "inferred"
)

// places sets the languages (ISO 639-1), the original one first, and the countries
// (ISO 3166-1 alpha-2).
func (m *merger) places(f *film.Film, g group) {
	spoken := m.best(g, "languages", func(s *statement) bool { return len(codes(s.Languages, lower)) > 0 })
	original := m.contested(g, "language", func(s *statement) string {
		if len(s.Language) == 2 {
			return lower(s.Language)
		}
		return ""
	})
	if spoken != nil {
		f.Languages = codes(spoken.Languages, lower)
	}
	if original != nil {
		language := lower(original.Language)
		f.Language = &language
	}
	m.countries(f, g, original, spoken)
	if original == nil && len(f.Languages) > 0 {
		f.Language = likelyLanguage(f)
	}
	if f.Language != nil {
		f.Languages = append([]string{*f.Language}, slices.DeleteFunc(f.Languages, func(l string) bool { return l == *f.Language })...)
	}
}

// likelyLanguage returns the original language of a film of which only the spoken ones are
// known, of which there must be one or more: the only one; or the first, if it is the first
// country's own; or that of the only country, if it is spoken. It is nil otherwise.
func likelyLanguage(f *film.Film) *string {
	first, home := f.Languages[0], ""
	if len(f.Countries) > 0 {
		home = tongues[f.Countries[0]]
	}
	switch {
	case len(f.Languages) == 1 || home == first:
		return &first
	case len(f.Countries) == 1 && slices.Contains(f.Languages, home):
		return &home
	}
	return nil
}

// tongues holds, by country, the language that nearly all of its films are in.
var tongues = map[string]string{
	"US": "en", "GB": "en", "AU": "en", "NZ": "en", "IE": "en", "FR": "fr", "IT": "it", "DE": "de", "AT": "de",
	"ES": "es", "MX": "es", "AR": "es", "CL": "es", "CO": "es", "CU": "es", "PE": "es", "VE": "es", "UY": "es",
	"BR": "pt", "PT": "pt", "RU": "ru", "SU": "ru", "JP": "ja", "KR": "ko", "CN": "zh", "TW": "zh", "HK": "zh",
	"IN": "hi", "EG": "ar", "TR": "tr", "IR": "fa", "IL": "he", "GR": "el", "HU": "hu", "PL": "pl", "CZ": "cs",
	"SE": "sv", "DK": "da", "NO": "no", "FI": "fi", "IS": "is", "NL": "nl", "TH": "th", "VN": "vi", "ID": "id",
	"PH": "tl", "RO": "ro", "BG": "bg", "RS": "sr", "HR": "hr",
}

// countries sets the countries: the stated ones, or one inferred from the language, the
// companies or the directors. Provenance says which. Without any it leaves them empty.
func (m *merger) countries(f *film.Film, g group, original, spoken *statement) {
	if s := m.best(g, "countries", func(s *statement) bool { return len(codes(s.Countries, upper)) > 0 }); s != nil {
		f.Countries = m.origins(g, s)
		m.provenance(f, "countries", countriesStated, worldwide, s)
		return
	}
	if s := m.best(g, "companies", func(s *statement) bool { return companyCountry(s) != "" }); s != nil {
		f.Countries = []string{companyCountry(s)}
		m.provenance(f, "countries", countriesInferred, worldwide, s)
		return
	}
	language, s := "", original
	switch {
	case original != nil && len(f.Languages) <= 1:
		language = *f.Language
	case original == nil && len(f.Languages) == 1:
		language, s = f.Languages[0], spoken
	}
	country := homes[language]
	if country == "" {
		country, s = m.peoplesHome(g, languageOf(f))
	}
	if country != "" {
		f.Countries = []string{country}
		m.provenance(f, "countries", countriesInferred, worldwide, s)
	}
}

// languageOf returns the film's original language, or the only one spoken, "" when neither is
// known.
func languageOf(f *film.Film) string {
	switch {
	case f.Language != nil:
		return *f.Language
	case len(f.Languages) == 1:
		return f.Languages[0]
	}
	return ""
}

// origins returns the countries of the best row. When it names only one, those of the next
// best row that names that one among others follow, since some tables keep the first only.
func (m *merger) origins(g group, best *statement) []string {
	countries := codes(best.Countries, upper)
	if len(countries) > 1 {
		return countries
	}
	for _, i := range m.ordered(g, "countries") {
		more := codes(g[i].Countries, upper)
		if len(more) > 1 && slices.Contains(more, countries[0]) && !g[i].joined.inferred() {
			return unique(append(countries, more...), upper)
		}
	}
	return countries
}

// companyCountry returns the country of the row's companies when all that have a country have
// the same one, and "" otherwise.
func companyCountry(s *statement) string {
	country := ""
	for _, c := range s.Companies {
		switch {
		case c.Country == nil || len(*c.Country) != 2:
		case country == "":
			country = upper(*c.Country)
		case country != upper(*c.Country):
			return ""
		}
	}
	return country
}

// homes holds, by language, the country that nearly all films in it come from, so that the
// country may be inferred when nothing states it. English, French, Spanish, German,
// Portuguese, Arabic, Chinese, Dutch, Russian, Bengali and Urdu are not in
// it: their films come from several countries.
var homes = map[string]string{
	"ja": "JP", "ko": "KR", "hi": "IN", "te": "IN", "ml": "IN", "kn": "IN", "mr": "IN", "gu": "IN", "ta": "IN", "pa": "IN",
	"th": "TH", "vi": "VN", "id": "ID", "tl": "PH", "tr": "TR", "fa": "IR", "he": "IL", "el": "GR",
	"hu": "HU", "pl": "PL", "cs": "CZ", "bg": "BG", "fi": "FI", "sv": "SE", "da": "DK", "no": "NO",
	"is": "IS", "et": "EE", "lv": "LV", "lt": "LT", "ka": "GE", "hy": "AM", "it": "IT", "si": "LK",
	"ne": "NP", "km": "KH", "mn": "MN", "kk": "KZ", "uk": "UA", "sl": "SI",
}

// codes returns the codes of two letters in the list, in the case that form gives, each once
// and in order. Anything else is left out.
func codes(list []string, form func(string) string) []string {
	var kept []string
	for _, c := range list {
		if c = form(strings.TrimSpace(c)); len(c) == 2 && !slices.Contains(kept, c) {
			kept = append(kept, c)
		}
	}
	return kept
}

// lower and upper return a code in lower and in upper case.
func lower(s string) string { return strings.ToLower(s) }
func upper(s string) string { return strings.ToUpper(s) }
