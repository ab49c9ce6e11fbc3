package part

import (
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

func known(name, code string) string {
	if name == "" || strings.HasPrefix(name, "Unknown") {
		return code
	}
	return name
}
