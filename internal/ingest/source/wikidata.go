package source

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"kinodex/internal/film"
)

// wikidataIDs are the databases whose ids Wikidata states, by property.
var wikidataIDs = map[string]string{"P6127": "letterboxd", "P1712": "metacritic", "P1258": "rottentomatoes"}

// WikidataLanguages are the languages in which Wikidata is asked what films are called, ISO 639-1:
// of those with most speakers the thirty in which it has labels of many films.
var WikidataLanguages = []string{
	"ar", "bn", "de", "el", "en", "es", "fa", "fr", "he", "hi", "id", "it", "ja", "ko", "ml",
	"mr", "nl", "pl", "pt", "ro", "ru", "sv", "ta", "te", "th", "tr", "uk", "ur", "vi", "zh",
}

// wikidataDocument reads one film of Wikidata as kinodex sources fetch keeps it: ids,
// countries, languages, money, who directed it, what it is based on and what it is called. What else it says (awards, series)
// a film record has no place for. Of several budgets, and of several sums for the
// world, the one in US dollars counts, and of those the largest. A document without an id
// of the film database, or with nothing beside it, is rejected.
func wikidataDocument(s *sink) func(doc []byte) {
	return func(doc []byte) {
		v, whole := parseLiteral(doc)
		if !whole || v.kind != dict {
			s.reject(BadDocument, firstWords(doc))
			return
		}
		c := s.newClaim()
		c.ID, c.MoviedbID = s.titleID(v.get("imdb_id").text), v.get("moviedb_id").number()
		c.external("wikidata", v.get("wikidata_id").text)
		for property, database := range wikidataIDs {
			c.external(database, v.get("external_ids").get(property).text)
		}
		slices.SortFunc(c.Externals, func(a, b film.ExternalID) int { return strings.Compare(a.Database, b.Database) })
		c.Countries = s.moviedbCountries(v.get("countries"))
		c.Languages = s.moviedbLanguages(v.get("languages"))
		c.BasedOn = s.wikidataWorks(v.get("based_on"))
		s.wikidataLabels(c, v.get("labels"))
		v.get("directors").each(func(item literal) {
			c.Directors = appendPerson(c.Directors, Person{Name: s.prose(item.get("label").text)})
		})
		c.Budget = s.wikidataSum(v.get("budget"), "", wholeWorld)
		c.WorldGross = s.wikidataSum(v.get("box_office"), "", wholeWorld)
		c.DomesticGross = s.wikidataSum(v.get("box_office"), "Q30")
		switch {
		case c.ID == 0:
			s.reject(NoID, string(v.get("wikidata_id").text))
		case c.MoviedbID == 0 && c.Externals == nil && c.Countries == nil && c.Languages == nil && c.BasedOn == nil && c.Titles == nil && c.Directors == nil && c.Budget.Amount == 0 && c.WorldGross.Amount == 0 && c.DomesticGross.Amount == 0:
			s.reject(NothingStated, string(v.get("wikidata_id").text))
		default:
			s.emit()
		}
	}
}

// wikidataLabels adds what the film is called in other languages than its own as translations, and
// in its own as a plain title.
func (s *sink) wikidataLabels(c *Claim, labels literal) {
	for _, language := range WikidataLanguages {
		t := film.Title{Title: s.prose(labels.get(language).text), Language: film.Known(language)}
		if t.Title == "" {
			continue
		}
		if !slices.Contains(c.Languages, language) {
			t.Kind = film.Known("translation")
		}
		s.addTitle(c, t)
	}
}

// externalID is what an id in another database looks like: Q42198, m/heat, movie/heat-1995. It
// has at most longestExternalID characters, which are counted elsewhere, as of a certificate.
var externalID = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N}_/.%-]*$`)

const longestExternalID = 100

// external adds an id in another database; what cannot be one is left out.
func (c *Claim) external(database string, id []byte) {
	if utf8.RuneCount(id) <= longestExternalID && externalID.Match(id) {
		c.Externals = append(c.Externals, film.ExternalID{Database: database, ID: string(id)})
	}
}

// wholeWorld is the item of sums that are for all places.
const wholeWorld = "Q13780930"

// wikidataSum returns the sum of a list for one of the places; "" is that of a sum without
// a place.
func (s *sink) wikidataSum(v literal, places ...string) film.Amount {
	var best film.Amount
	v.each(func(item literal) {
		if !slices.Contains(places, string(item.get("place").text)) {
			return
		}
		sum := s.money(item.get("amount").text, currencyOf(item.get("currency").text))
		dollars, better := sum.Currency == "USD", best.Currency != "USD"
		if sum.Amount > 0 && (best.Amount == 0 || dollars && better || dollars != better && sum.Amount > best.Amount) {
			best = sum
		}
	})
	return best
}
