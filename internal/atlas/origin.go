package atlas

import (
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"kinodex/internal/film"
)

// Stated is the metric type, in the provenance of a film's countries, of those
// that a source states. Of any other kind they were inferred when the library was
// built: from the country of every company that produced the film, or from its
// language where that is spoken in the films of one country nearly alone.
const Stated = "stated"

// origin gives the country a film counts for, the first that is listed, and
// whether a source states it. A film without one counts for none: English,
// French, Spanish and other languages of many countries tell of no country.
func origin(f *film.Film) (country code, verified bool) {
	if len(f.Countries) == 0 {
		return none, false
	}
	country = codeOf(f.Countries[0])
	return country, country != none && f.Provenance["countries"].MetricType == Stated
}

// code is a country's ISO 3166-1 alpha-2 code as a number, ordered as the letters
// are.
type code uint16

// none is the code of no country.
const none code = 0

// codeOf gives the code that s is, none unless it is two capital letters.
func codeOf(s string) code {
	if len(s) != 2 || s[0] < 'A' || s[0] > 'Z' || s[1] < 'A' || s[1] > 'Z' {
		return none
	}
	return code(s[0])<<8 | code(s[1])
}

// String gives the letters.
func (c code) String() string {
	if c == none {
		return ""
	}
	return string([]byte{byte(c >> 8), byte(c)})
}

// former are countries that films come from and maps no longer show, by the code
// ISO 3166-1 had for them (ISO 3166-3).
var former = map[string]string{
	"SU": "Soviet Union", "YU": "Yugoslavia", "CS": "Czechoslovakia", "DD": "East Germany", "AN": "Netherlands Antilles",
	"BU": "Burma", "ZR": "Zaire", "VD": "North Vietnam", "YD": "South Yemen", "TP": "East Timor",
}

// short are names that are shorter in use than in the tables.
var short = map[string]string{
	"HK": "Hong Kong", "MO": "Macao", "PS": "Palestine", "MM": "Myanmar", "CD": "DR Congo", "CG": "Congo",
}

// countryName gives the English name of a country, its code when it has none.
// code is in capitals. It is called once a country, when a file is opened.
func countryName(code string) string {
	for _, names := range []map[string]string{former, short} {
		if name := names[code]; name != "" {
			return name
		}
	}
	region, err := language.ParseRegion(code)
	if err != nil || !region.IsCountry() {
		return code
	}
	if name := display.English.Regions().Name(region); name != "" {
		return name
	}
	return code
}

// languageName gives the English name of a language by its ISO 639-1 code, the
// code when it has none.
func languageName(code string) string {
	base, err := language.ParseBase(code)
	if err != nil {
		return code
	}
	if name := display.English.Languages().Name(base); name != "" {
		return name
	}
	return code
}
