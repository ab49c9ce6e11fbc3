package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinodex/internal/film"
)

// readingCopy reads a copy of a file of testdata that was last written in the
// given year.
func readingCopy(t *testing.T, name string, year int) told {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, body, 0o600); err != nil {
		t.Fatal(err)
	}
	written := time.Date(year, 6, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(path, written, written); err != nil {
		t.Fatal(err)
	}
	return readingFile(t, path)
}

func companyNames(c *Claim) []string {
	var names []string
	for _, company := range c.Companies {
		names = append(names, company.Name)
	}
	return names
}

func peopleNames(people []Person) []string {
	var names []string
	for _, p := range people {
		names = append(names, p.Name)
	}
	return names
}

func TestTheFullTableIsReadWithItsPlainLists(t *testing.T) {
	got := readingCopy(t, "moviedb_full.csv", 2025)
	got.is(t, MoviedbFull, 8)
	got.rejected(t, ShiftedColumns)
	c := got.claims[0]
	same(t, "ids", []any{c.ID.String(), c.MoviedbID}, []any{"tt1375666", 27205})
	same(t, "genres", c.Genres, []string{"Action", "Sci-Fi", "Adventure"})
	same(t, "companies", companyNames(&c), []string{"Legendary Pictures", "Syncopy", "Warner Bros. Pictures"})
	same(t, "countries", c.Countries, []string{"GB", "US"})
	same(t, "languages", c.Languages, []string{"en", "fr", "ja", "sw"})
	same(t, "keywords", c.Keywords, []string{"rescue", "mission", "dream", "airplane", "paris", "france", "virtual reality"})
	same(t, "figures", []any{c.MoviedbRating, c.MoviedbVotes, c.Budget.Amount, c.WorldGross.Amount, c.Runtime}, []any{8.364, 34495, int64(160_000_000), int64(825_532_764), 148})
	firms := got.claims[2]
	same(t, "companies with commas in their names", companyNames(&firms), []string{"Metro-Goldwyn-Mayer, Inc.", "Toho Co., Ltd.", "Hemdale"})
	same(t, "states that are gone", firms.Countries, []string{"SU", "DD", "TW"})
	same(t, "languages", []any{firms.Language, firms.Languages}, []any{"zh", []string{"zh", "ht"}})
	same(t, "not shown, not for all, rumoured", []bool{got.claims[3].Unreleased, got.claims[4].Adult, got.claims[5].Unreleased}, []bool{true, true, true})
	odd := got.claims[7]
	same(t, "quotes and lines", []string{odd.Title, odd.Overview}, []string{`A "Quoted" Title`, `A first line, and a "second" one.`})
	same(t, "money that is none", []film.Amount{odd.Budget, odd.WorldGross}, []film.Amount{{}, {}})
	same(t, "lists with faults", []any{odd.Genres, companyNames(&odd), odd.Languages, odd.Language, odd.Keywords},
		[]any{[]string{"Drama"}, []string{"Studio"}, []string(nil), "", []string{"ii", "sea"}})
	same(t, "period", got.file.Period, "2024-02")
}

func TestTheDailyTableIsReadWithItsPeopleAndRatings(t *testing.T) {
	got := readingCopy(t, "moviedb_daily.csv", 2025)
	got.is(t, MoviedbDaily, 3)
	c := got.claims[0]
	same(t, "genres", c.Genres, []string{"Drama", "Comedy", "Romance"})
	same(t, "companies", companyNames(&c), []string{"Cre Film", "FilmNation Entertainment, LLC"})
	same(t, "languages by their own names", c.Languages, []string{"en", "ru", "hy"})
	var cast []string
	for _, p := range c.Cast {
		cast = append(cast, p.Name)
	}
	same(t, "cast", cast, []string{"Mikey Madison", "Mark Eydelshteyn", "Yura Borisov", "Sammy Davis, Jr."})
	same(t, "directors", peopleNames(got.claims[1].Directors), []string{"Lana Wachowski", "Lilly Wachowski"})
	same(t, "writers", peopleNames(c.Writers), []string{"Sean Baker"})
	crew := got.claims[1].Crew
	var jobs []string
	for _, j := range crew {
		jobs = append(jobs, j.Department+": "+j.Job+" "+j.Name)
	}
	same(t, "crew", jobs, []string{"camera: Director of Photography Bill Pope", "production: Producer Joel Silver", "sound: Original Music Composer Don Davis"})
	same(t, "the film database's rating", []any{c.FilmdbRating, c.FilmdbVotes, c.MoviedbRating, c.MoviedbVotes}, []any{7.4, 250123, 7.067, 3021})
	same(t, "in production", got.claims[2].Unreleased, true)
	same(t, "period", got.file.Period, "2024-10")
}

func TestThePeriodIsNeverYoungerThanTheFile(t *testing.T) {
	same(t, "written before its newest films", readingCopy(t, "moviedb_full.csv", 2023).file.Period, "2019-05")
	same(t, "written before all", readingCopy(t, "moviedb_full.csv", 1980).file.Period, "unknown")
}

// A table of a known shape may be a newer edition than the one it is known by.
func TestANewerEditionOfAnOldDumpSaysSo(t *testing.T) {
	const head = "imdb_id,id,original_title,title,release_date,genres,spoken_languages,vote_average,vote_count\n"
	old := reading(t, "m.csv", head+"tt0000701,1,T,T,2016-10-30,\"Drama, War\",English,7.7,50\n")
	old.is(t, MoviedbDump, 1)
	same(t, "the edition known", old.file.Period, "2017")
	same(t, "plain genres", old.claims[0].Genres, []string{"Drama", "War"})
	newer := reading(t, "m.csv", head+"tt0000701,1,T,T,2024-10-30,Drama|War,English|fr,7.7,50\ntt0000702,2,U,U,2099-10-30,Drama,English,7.7,50\n")
	same(t, "a newer one", newer.file.Period, "2024-10")
	same(t, "lists between bars", []any{newer.claims[0].Genres, newer.claims[0].Languages}, []any{[]string{"Drama", "War"}, []string{"en", "fr"}})
}

func TestCountriesAndLanguagesOfTheMovieDatabaseAreKnown(t *testing.T) {
	for name, want := range map[string]string{
		"Bosnia and Herzegovina": "BA", "Cote D'Ivoire": "CI", "Lao People's Democratic Republic": "LA", "Libyan Arab Jamahiriya": "LY",
		"Palestinian Territory": "PS", "Serbia and Montenegro": "YU", "Holy See": "VA", "Syrian Arab Republic": "SY", "Macedonia": "MK",
		"East Germany": "DD", "Soviet Union": "SU", "Czechoslovakia": "CS", "Yugoslavia": "YU", "Northern Ireland": "GB", "Russia": "RU",
		"Netherlands Antilles": "AN", "Kosovo": "XK", "Timor-Leste": "TL", "St. Lucia": "LC", "St. Kitts and Nevis": "KN",
		"US Virgin Islands": "VI", "Congo": "CG", "Czech Republic": "CZ", "Swaziland": "SZ", "Cape Verde": "CV", "Burma": "MM",
		"St. Vincent and the Grenadines": "VC", "Falkland Islands": "FK", "Micronesia": "FM", "Brunei Darussalam": "BN",
		"Wallis and Futuna Islands": "WF", "Pitcairn Island": "PN", "St. Helena": "SH", "Faeroe Islands": "FO", "Macao": "MO",
		"South Georgia and the South Sandwich Islands": "GS", "St. Pierre and Miquelon": "PM", "Svalbard & Jan Mayen Islands": "SJ",
		"British Indian Ocean Territory": "IO", "Cocos  Islands": "CC", "Guinea-Bissau": "GW", "Reunion": "RE",
	} {
		if got := moviedbCountry(name); got != want {
			t.Errorf("%s is %q, want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"Haitian; Haitian Creole": "ht", "Norwegian Bokmål": "nb", "Letzeburgesch": "lb", "Ossetian; Ossetic": "os", "Chichewa; Nyanja": "ny",
		"Pushto": "ps", "Raeto-Romance": "rm", "Sinhalese": "si", "Serbo-Croatian": "sh", "Moldavian": "ro", "Gaelic": "gd", "Kalaallisut": "kl",
		"Uighur": "ug", "Mandarin": "zh", "Cantonese": "zh", "Tigrinya": "ti", "Kirghiz": "ky", "Slavic": "cu", "Marshall": "mh", "Norwegian Nynorsk": "nn",
		"Français": "fr", "Deutsch": "de", "Español": "es", "Português": "pt", "Italiano": "it", "日本語": "ja", "普通话": "zh", "广州话 / 廣州話": "zh",
		"한국어/조선말": "ko", "हिन्दी": "hi", "Pусский": "ru", "العربية": "ar", "svenska": "sv", "Nederlands": "nl", "Dansk": "da", "suomi": "fi",
		"Norsk": "no", "Polski": "pl", "Türkçe": "tr", "ελληνικά": "el", "עִבְרִית": "he", "Český": "cs", "Magyar": "hu", "Română": "ro",
		"ภาษาไทย": "th", "Tiếng Việt": "vi", "Bahasa indonesia": "id", "Bahasa melayu": "ms", "فارسی": "fa", "Український": "uk", "Hrvatski": "hr",
		"Srpski": "sr", "Bosanski": "bs", "Català": "ca", "Íslenska": "is", "Slovenčina": "sk", "Slovenščina": "sl", "български език": "bg",
		"Eesti": "et", "Latviešu": "lv", "Lietuvių": "lt", "shqip": "sq", "தமிழ்": "ta", "తెలుగు": "te", "বাংলা": "bn", "اردو": "ur",
		"ਪੰਜਾਬੀ": "pa", "ქართული": "ka", "қазақ": "kk", "Gaeilge": "ga", "Galego": "gl", "euskera": "eu", "Cymraeg": "cy", "Kiswahili": "sw",
		"isiZulu": "zu", "پښتو": "ps", "Malti": "mt", "Bokmål": "nb", "Soomaali": "so", "ozbek": "uz", "Azərbaycan": "az", "беларуская мова": "be",
		"Bamanankan": "bm", "Fulfulde": "ff", "Èʋegbe": "ee",
	} {
		if got := LanguageCode(name); got != want {
			t.Errorf("%s is %q, want %s", name, got, want)
		}
	}
}

func FuzzPlainNames(f *testing.F) {
	for _, cell := range []string{"Action, Drama", "A|B", "Metro-Goldwyn-Mayer, Inc., Toho Co., Ltd.", ",Inc.", ", ,", "|", "Inc."} {
		f.Add(cell)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		rest := cell
		plainNames([]byte(cell)).each(func(item literal) {
			at := strings.Index(rest, string(item.text))
			if len(item.text) == 0 || at < 0 {
				t.Fatalf("%q gives %q, which is not in it in its place", cell, item.text)
			}
			rest = rest[at+len(item.text):]
		})
	})
}
