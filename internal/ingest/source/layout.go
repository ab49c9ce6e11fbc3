package source

import (
	"path/filepath"
	"regexp"
	"slices"
)

// Format names one shape of file. Merging may rank formats of one family.
type Format string

// The formats that can be recognised.
const (
	Unknown Format = ""

	// The film database's own tables, and tables made of its pages.
	TitleBasics     Format = "title_basics"
	TitleRatings    Format = "title_ratings"
	TitleCrew       Format = "title_crew"
	TitlePrincipals Format = "title_principals"
	TitleAkas       Format = "title_akas"
	TitleEpisode    Format = "title_episode"
	NameBasics      Format = "name_basics" // read with ReadNames
	YearlyDetails   Format = "yearly_details"
	SearchList      Format = "search_list"
	SearchDetails   Format = "search_details"
	FiveThousand    Format = "five_thousand"
	PosterIndex     Format = "poster_index"
	// The movie database's films: tables, credits, and documents.
	MoviedbYear     Format = "moviedb_year"
	MoviedbDump     Format = "moviedb_dump"
	Moviedb5000     Format = "moviedb_5000"
	MoviedbFull     Format = "moviedb_full"
	MoviedbDaily    Format = "moviedb_daily"
	MoviedbGenreIDs Format = "moviedb_genre_ids"
	CreditsTable    Format = "moviedb_credits"
	KeywordsTable   Format = "moviedb_keywords"
	FullCrawl       Format = "moviedb_full_crawl"
	ChartCrawl      Format = "moviedb_chart_crawl"
	ListingCrawl    Format = "moviedb_listing_crawl"
	SmallCrawl      Format = "moviedb_small_crawl"
	MoviedbFilm     Format = "moviedb_film" // as its own interface answers
	// What kinodex sources fetch keeps of the movie database.
	MoviedbRecord     Format = "moviedb_record"
	MoviedbCollection Format = "moviedb_collection"
	MoviedbIDs        Format = "moviedb_ids"
	// The rest.
	AwardsTable      Format = "awards"
	BudgetTable      Format = "budgets"
	GrossTable       Format = "grosses"
	ChartTotals      Format = "chart_totals"
	ChartWeekends    Format = "chart_weekends"
	ChartFilms       Format = "chart_films"
	ServiceTitles    Format = "service_titles"
	ServiceCredits   Format = "service_credits"
	ServicesTable    Format = "services_table"
	IDLinks          Format = "id_links"
	RaterTable       Format = "rater_table"
	EncyclopediaFilm Format = "encyclopedia_film"
	CorpusMetadata   Format = "corpus_metadata"
	WikidataFilm     Format = "wikidata_film"
	WikipediaPlot    Format = "wikipedia_plot"

	PosterPictures Format = "poster_pictures"
)

// Formats returns the formats that files are recognised as by their content.
// They are in the order in which they are tried. A format that several layouts have is
// listed as often.
func Formats() []Format {
	var all []Format
	for _, l := range layouts {
		all = append(all, l.format)
	}
	return all
}

// SourceOf returns the family of the files of a format, one of Sources.
func SourceOf(f Format) string {
	for _, l := range layouts {
		if l.format == f {
			return l.source
		}
	}
	return ""
}

// layout is one recognisable shape and the way to read it: table for rows
// under a header, document for JSON values, headless for rows without one.
type layout struct {
	format Format
	source string
	period string // when such files were taken, unless their name says
	dated  bool   // unless either says, the newest film tells when
	unused string // why the shape is recognised but not read

	columns  []string // the header has all of these …
	without  []string // … and none of these
	keys     []string // the JSON object has all of these keys …
	only     bool     // … and no other
	headless func(cells [][]byte) bool
	ragged   bool // rows may lack trailing cells

	table    func(*sheet) (row, flush func())
	document func(*sink) func(doc []byte)
	names    func(*sheet, func(Name) error) func()
}

// layoutOfHeader returns the first layout that fits the first row of a table; nil when none
// does. A table without a header is recognised by the cells of that row.
func layoutOfHeader(header []string, cells [][]byte) *layout {
	has := func(column string) bool { return slices.Contains(header, column) }
	for _, l := range layouts {
		switch {
		case l.headless != nil:
			if l.headless(cells) {
				return l
			}
		case l.columns != nil && all(l.columns, has) && !slices.ContainsFunc(l.without, has):
			return l
		}
	}
	return nil
}

// layoutOfKeys returns the first layout all of whose keys a JSON object has; nil when none
// fits. Further keys do not matter, unless a layout has no other.
func layoutOfKeys(keys map[string]bool) *layout {
	for _, l := range layouts {
		if l.keys != nil && all(l.keys, func(k string) bool { return keys[k] }) && (!l.only || len(keys) == len(l.keys)) {
			return l
		}
	}
	return nil
}

// all reports whether ok holds for every item; true for an empty list.
func all(list []string, ok func(string) bool) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !ok(s) })
}

// pictures is the layout of JPEG files: they are recognised and not read, so that a report
// gives the reason.
var pictures = &layout{format: PosterPictures, source: Filmdb,
	unused: "poster pictures say nothing that a film record holds"}

// unknownPeriod is the period of a file that does not tell when it was taken.
const unknownPeriod = "unknown"

// Names may say when a file was taken; nothing else is read from a name.
var (
	monthHint   = regexp.MustCompile(`(?:^|[._-])((?:19|20)\d\d-(?:0[1-9]|1[0-2]))(?:[._-]|$)`)
	ratingsHint = regexp.MustCompile(`ratings_((?:19|20)\d\d)\.`)
	excerptHint = regexp.MustCompile(`_((?:19|20)\d\d)$`)
)

// period returns when a file was taken, "YYYY-MM" or "YYYY", or unknownPeriod. The first of
// these that is there counts: a month in the file's name (title.ratings.2017-12); for
// TitleRatings a year after "ratings_"; the layout's own period; a year behind an underscore
// at the end of the folder's name (tsv_excerpt_2022, not ml-latest-2017). Years in the names
// of yearly tables are those of the films and say nothing.
func period(l *layout, path string) string {
	name := filepath.Base(path)
	if m := monthHint.FindStringSubmatch(name); m != nil {
		return m[1]
	}
	if l.format == TitleRatings {
		if m := ratingsHint.FindStringSubmatch(name); m != nil {
			return m[1]
		}
	}
	if l.period != "" {
		return l.period
	}
	if m := excerptHint.FindStringSubmatch(filepath.Base(filepath.Dir(path))); m != nil {
		return m[1]
	}
	return unknownPeriod
}
