package forecast

import (
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"kinodex/internal/text"
)

// places knows countries and languages by their English names, folded. Values are codes of
// two letters.
type places struct {
	countryNames, languageNames map[string]string
}

// otherNames are names in use beside those of the tables.
var otherNames = places{
	map[string]string{
		"united states of america": "US", "america": "US", "great britain": "GB", "england": "GB", "korea": "KR",
		"holland": "NL", "czech republic": "CZ", "hong kong": "HK", "macao": "MO", "turkey": "TR", "soviet union": "SU",
	},
	map[string]string{"mandarin": "zh", "cantonese": "zh", "farsi": "fa", "norwegian": "no", "tagalog": "tl"},
}

// newPlaces makes the tables.
func newPlaces() *places {
	p := &places{map[string]string{}, map[string]string{}}
	for a := byte('a'); a <= 'z'; a++ {
		for b := byte('a'); b <= 'z'; b++ {
			code := string([]byte{a, b})
			if base, err := language.ParseBase(code); err == nil {
				p.languageNames[text.Fold(display.English.Languages().Name(base))] = code
			}
			if region, err := language.ParseRegion(code); err == nil && region.IsCountry() && region.String() == strings.ToUpper(code) {
				p.countryNames[text.Fold(display.English.Regions().Name(region))] = region.String()
			}
		}
	}
	for name, code := range otherNames.countryNames {
		p.countryNames[name] = code
	}
	for name, code := range otherNames.languageNames {
		p.languageNames[name] = code
	}
	delete(p.countryNames, "")
	delete(p.languageNames, "")
	return p
}

// countries returns the codes of some countries, given by ISO code or English name, and
// what is none's.
func (p *places) countries(names []string) (found []uint16, unknown []string) {
	return lookUp(names, p.countryNames, func(code string) string {
		region, err := language.ParseRegion(code)
		if err != nil || !region.IsCountry() {
			return ""
		}
		return region.Canonicalize().String()
	})
}

// languages is countries of languages.
func (p *places) languages(names []string) (found []uint16, unknown []string) {
	return lookUp(names, p.languageNames, func(code string) string {
		base, err := language.ParseBase(code)
		if err != nil {
			return ""
		}
		return base.String()
	})
}

// lookUp returns the codes of names, of which those of two or three letters may be codes
// themselves. Blank names are passed over.
func lookUp(names []string, known map[string]string, parse func(string) string) (found []uint16, unknown []string) {
	var all []string
	for _, name := range names {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		code := known[text.Fold(name)]
		if code == "" && len(name) <= 3 {
			code = parse(name)
		}
		if len(code) != 2 {
			unknown = append(unknown, name)
		} else if !slices.Contains(all, code) {
			all = append(all, code)
		}
	}
	return codes(all), unknown
}
