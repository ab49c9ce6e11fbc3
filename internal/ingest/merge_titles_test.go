package ingest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// told writes titles, releases and collection in short, null as "-".
func told(f *film.Film) (titles, releases string) {
	or := func(s *string) string {
		if s == nil {
			return "-"
		}
		return *s
	}
	var a, b []string
	for _, t := range f.Titles {
		a = append(a, strings.Join([]string{t.Title, or(t.Region), or(t.Language), or(t.Kind), t.Source}, " "))
	}
	for _, r := range f.Releases {
		b = append(b, strings.Join([]string{r.Country, or(r.Date), or(r.Certification), or(r.Kind), r.Source}, " "))
	}
	return strings.Join(a, "; "), strings.Join(b, "; ")
}

// REQ F2-70
func TestOtherTitlesAreOneOfEachPlaceAndNoneTwice(t *testing.T) {
	film := firstFilm(t,
		one(source.TitleBasics, "2026", basics(1, func(c *source.Claim) { c.Title, c.OriginalTitle = "Seven Samurai", "Shichinin no samurai" })),
		one(source.MoviedbRecord, "2026", source.Claim{ID: 1, Title: "7 Samurai", OriginalTitle: "七人の侍", Language: "ja", Titles: []film.Title{
			{Title: "Die sieben Samurai", Region: film.Known("DE")}, {Title: "Sieben", Region: film.Known("DE")}, {Title: "Les Sept Samouraïs", Region: film.Known("FR"), Language: film.Known("fr"), Kind: film.Known("translation")},
			{Title: "SEVEN SAMURAI", Region: film.Known("GB")},
		}}),
		one(source.TitleAkas, "2026", source.Claim{ID: 1, Titles: []film.Title{
			{Title: "Shichinin no samurai", Kind: film.Known("original")}, {Title: "Die 7 Samurai", Region: film.Known("DE")},
			{Title: "The Magnificent Seven", Region: film.Known("US"), Kind: film.Known("working")}, {Title: "les sept samourais", Region: film.Known("CA")},
		}}),
	)
	got, _ := told(film)
	want := "Die 7 Samurai DE - - filmdb; les sept samourais CA - - filmdb; 7 Samurai - - - moviedb; 七人の侍 - ja original moviedb; The Magnificent Seven US - working filmdb"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// REQ F2-149: labels of Wikidata add the languages that no other source has a title in.
func TestLabelsOfWikidataFillTitles(t *testing.T) {
	in := func(language, title string) film.Title {
		return film.Title{Title: title, Language: &language, Kind: film.Known("translation")}
	}
	f := firstFilm(t,
		one(source.TitleBasics, "2026", basics(1, func(c *source.Claim) { c.Title, c.OriginalTitle = "Seven Samurai", "Shichinin no samurai" })),
		one(source.WikidataFilm, "2026", source.Claim{ID: 1, Titles: []film.Title{in("de", "Die 7 Samurai"), in("en", "Seven samurai"), in("ru", "Семь самураев"), in("zh", "七武士")}}),
		one(source.TitleAkas, "2026", source.Claim{ID: 1, Titles: []film.Title{{Title: "Die 7 Samurai", Region: film.Known("DE")}}}),
	)
	if got, _ := told(f); got != "Die 7 Samurai DE - - filmdb; Семь самураев - ru translation wikidata; 七武士 - zh translation wikidata" {
		t.Errorf("got %s", got)
	}
}

// REQ F2-70
func TestOtherTitlesAreBoundedAndThePlainOnesStay(t *testing.T) {
	var titles []film.Title
	for i := range 200 {
		kind := "working"
		if i%10 == 0 {
			kind = ""
		}
		titles = append(titles, film.Title{Title: fmt.Sprintf("Name %d", i), Kind: film.Known(kind)})
	}
	f := firstFilm(t, one(source.TitleBasics, "2026", basics(1)), one(source.TitleAkas, "2026", source.Claim{ID: 1, Titles: titles}))
	plain := 0
	for _, title := range f.Titles {
		if title.Kind == nil {
			plain++
		}
	}
	if len(f.Titles) != mostTitles || plain != 20 {
		t.Errorf("%d titles, %d of them plain", len(f.Titles), plain)
	}
}

// REQ F2-71
func TestReleasesAreTheEarliestOfEachKindOfTheBestRow(t *testing.T) {
	f := firstFilm(t,
		one(source.TitleBasics, "2026", basics(1)),
		one(source.MoviedbRecord, "2026", source.Claim{ID: 1, Releases: []film.Release{
			{Country: "US", Date: film.Known("2010-05-03"), Kind: film.Known("theatrical")}, {Country: "US", Date: film.Known("2010-05-01"), Certification: film.Known("R"), Kind: film.Known("theatrical")},
			{Country: "US", Date: film.Known("2010-04-01"), Kind: film.Known("premiere")}, {Country: "FR", Date: film.Known("2010-06-01"), Certification: film.Known("12"), Kind: film.Known("theatrical")},
		}}),
		one(source.SearchDetails, "2023", source.Claim{ID: 1, Releases: []film.Release{{Country: "US", Date: film.Known("2009-01-01")}, {Country: "DE", Date: film.Known("2010-07-01")}}}),
		one(source.YearlyDetails, "2025", source.Claim{ID: 1, Releases: []film.Release{{Country: "US", Certification: film.Known("PG-13")}, {Country: "DE", Certification: film.Known("16")}}}),
	)
	_, got := told(f)
	want := "DE 2010-07-01 - - filmdb; DE - 16 - filmdb; FR 2010-06-01 12 theatrical moviedb; US 2010-04-01 - premiere moviedb; US 2010-05-01 R theatrical moviedb"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if bare := firstFilm(t, one(source.TitleBasics, "2026", basics(1))); bare.Titles != nil || bare.Releases != nil || bare.Collection != nil {
		t.Errorf("nothing is stated, and the film has %v, %v, %v", bare.Titles, bare.Releases, bare.Collection)
	}
}

// REQ F2-77
func TestIdsElsewhereAreThoseOfTheBestRows(t *testing.T) {
	f := firstFilm(t,
		one(source.TitleBasics, "2026", basics(1)),
		one(source.MoviedbRecord, "2026", source.Claim{ID: 1, Externals: []film.ExternalID{{Database: "wikidata", ID: "Q1"}}}),
		one(source.WikidataFilm, "2026", source.Claim{ID: 1, Externals: []film.ExternalID{{Database: "metacritic", ID: "movie/a"}, {Database: "wikidata", ID: "Q2"}}}),
	)
	want := []film.ExternalID{{Database: "wikidata", ID: "Q2", Source: "wikidata"}, {Database: "metacritic", ID: "movie/a", Source: "wikidata"}}
	if !slices.Equal(f.ExternalIDs.Others, want) {
		t.Errorf("got %+v", f.ExternalIDs.Others)
	}
	if bare := firstFilm(t, one(source.TitleBasics, "2026", basics(1))); bare.ExternalIDs.Others != nil {
		t.Errorf("nothing is stated, and the film has %v", bare.ExternalIDs.Others)
	}
}

// REQ F2-72
func TestTheBestRowNamesTheCollection(t *testing.T) {
	f := firstFilm(t,
		one(source.TitleBasics, "2026", basics(1)),
		one(source.MoviedbYear, "2023", source.Claim{ID: 1, Collection: &film.Collection{ID: 5, Name: "Old"}}),
		one(source.MoviedbRecord, "2026", source.Claim{ID: 1, Collection: &film.Collection{ID: 6, Name: "The Collection"}}),
	)
	if f.Collection == nil || *f.Collection != (film.Collection{ID: 6, Name: "The Collection", Source: "moviedb"}) {
		t.Errorf("got %+v", f.Collection)
	}
}
