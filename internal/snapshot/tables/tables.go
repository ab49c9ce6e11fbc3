// Package tables writes the catalogue as files that analysts open: Parquet, for DuckDB,
// pandas, Polars and Spark, and SQLite, for Datasette and everything that speaks SQL.
//
// Both hold every film in the detail view with the same names and nulls as the
// interface, but for two differences: groups such as ratings are columns of the film
// (filmdb_rating, budget), and objects with free keys are lists (crew has department,
// name and job). The same catalogue gives the same bytes. The package imports catalog
// and film. Start reading at Row; docs/bulk.md describes the tables.
package tables

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// Rows counts the rows of a file by table; the nested lists of Parquet count as tables.
type Rows map[string]int64

// Tell is called with the number of films written so far. It may be nil.
type Tell func(done, total int64)

// Row is a film as a row. A pointer that is nil is null; a list is never null. The tags
// are those of parquet-go and name the columns of both formats.
type Row struct {
	FilmdbID         string   `parquet:"filmdb_id"`
	MoviedbID        *int64   `parquet:"moviedb_id,optional"`
	Title            string   `parquet:"title"`
	OriginalTitle    *string  `parquet:"original_title,optional"`
	Year             *int32   `parquet:"year,optional"`
	ReleaseDate      *int32   `parquet:"release_date,optional,date"`
	Runtime          *int32   `parquet:"runtime,optional"`
	MainGenre        *string  `parquet:"main_genre,optional,dict"`
	Genres           []string `parquet:"genres,list"`
	Director         *string  `parquet:"director,optional"`
	Language         *string  `parquet:"language,optional,dict"`
	Languages        []string `parquet:"languages,list"`
	Countries        []string `parquet:"countries,list"`
	Overview         *string  `parquet:"overview,optional"`
	Tagline          *string  `parquet:"tagline,optional"`
	Keywords         []string `parquet:"keywords,list"`
	FilmdbRating     *float64 `parquet:"filmdb_rating,optional"`
	FilmdbVotes      *int64   `parquet:"filmdb_votes,optional"`
	CriticsRating    *float64 `parquet:"critics_rating,optional"`
	MoviedbRating    *float64 `parquet:"moviedb_rating,optional"`
	MoviedbVotes     *int64   `parquet:"moviedb_votes,optional"`
	MasterScore      float64  `parquet:"master_score"`
	Budget           *int64   `parquet:"budget,optional"`
	WorldwideGross   *int64   `parquet:"worldwide_gross,optional"`
	ROI              *float64 `parquet:"roi,optional"`
	OriginalBudget   *int64   `parquet:"original_budget,optional"`
	OriginalCurrency *string  `parquet:"original_budget_currency,optional,dict"`
	OscarNoms        *int32   `parquet:"oscar_noms,optional"`
	OscarWins        *int32   `parquet:"oscar_wins,optional"`
	BestPicture      *string  `parquet:"best_picture,optional,dict"`
	CollectionID     *int64   `parquet:"collection_id,optional"`
	Collection       *string  `parquet:"collection,optional,dict"`

	Cast       []Role     `parquet:"cast,list"`
	Crew       []Credit   `parquet:"crew,list"`
	Companies  []Company  `parquet:"production_companies,list"`
	Watch      []Offer    `parquet:"watch_providers,list"`
	Provenance []Evidence `parquet:"provenance,list"`
	Titles     []Title    `parquet:"titles,list"`
	Releases   []Release  `parquet:"releases,list"`
	OtherIDs   []OtherID  `parquet:"external_ids,list"`
	BasedOn    []Work     `parquet:"based_on,list"`
	Videos     []Video    `parquet:"videos,list"`
	Images     []Image    `parquet:"images,list"`
}

// Role is one member of the cast, in billing order from 0.
type Role struct {
	Order           int32   `parquet:"order"`
	Name            string  `parquet:"name"`
	Character       *string `parquet:"character,optional"`
	MoviedbPersonID *int64  `parquet:"moviedb_person_id,optional"`
}

// Credit is one job of one person.
type Credit struct {
	Department string `parquet:"department,dict"`
	Name       string `parquet:"name"`
	Job        string `parquet:"job,dict"`
}

// Company is one that produced the film.
type Company struct {
	MoviedbID *int64  `parquet:"moviedb_id,optional"`
	Name      string  `parquet:"name"`
	Country   *string `parquet:"country,optional,dict"`
}

// Offer is a service that shows the film in a country; Kind is flatrate, rent or buy.
type Offer struct {
	Country string `parquet:"country,dict"`
	Kind    string `parquet:"kind,dict"`
	Service string `parquet:"service,dict"`
}

// Evidence says of one metric what it measures, where, when, and who says so.
type Evidence struct {
	Metric     string `parquet:"metric,dict"`
	MetricType string `parquet:"metric_type,dict"`
	Market     string `parquet:"market,dict"`
	Period     string `parquet:"period,dict"`
	Source     string `parquet:"source,dict"`
}

// Title is another title of a film.
type Title struct {
	Title    string  `parquet:"title"`
	Region   *string `parquet:"region,optional,dict"`
	Language *string `parquet:"language,optional,dict"`
	Kind     *string `parquet:"kind,optional,dict"`
	Source   string  `parquet:"source,dict"`
}

// Release is a release in a country. Date is YYYY-MM-DD.
type Release struct {
	Country       string  `parquet:"country,dict"`
	Date          *string `parquet:"date,optional"`
	Certification *string `parquet:"certification,optional,dict"`
	Kind          *string `parquet:"kind,optional,dict"`
	Source        string  `parquet:"source,dict"`
}

// OtherID is the id of a film in a database other than those that have a column.
type OtherID struct {
	Database string `parquet:"database,dict"`
	ID       string `parquet:"id"`
	Source   string `parquet:"source,dict"`
}

// Work is something that the film is based on; the id is Wikidata's. Authors have a comma and a
// space between them, as directors have.
type Work struct {
	ID      string  `parquet:"id"`
	Title   *string `parquet:"title,optional"`
	Kind    *string `parquet:"kind,optional,dict"`
	Authors *string `parquet:"authors,optional"`
	Source  string  `parquet:"source,dict"`
}

// Video is a trailer, a clip or the like on another site. PublishedAt is RFC 3339, in UTC.
type Video struct {
	Site        string  `parquet:"site,dict"`
	Key         string  `parquet:"key"`
	Name        *string `parquet:"name,optional"`
	Kind        *string `parquet:"kind,optional,dict"`
	Language    *string `parquet:"language,optional,dict"`
	Official    *bool   `parquet:"official,optional"`
	PublishedAt *string `parquet:"published_at,optional"`
	Source      string  `parquet:"source,dict"`
}

// Image is a picture at its source; width and height are in pixels.
type Image struct {
	Kind     string  `parquet:"kind,dict"`
	URL      string  `parquet:"url"`
	Width    *int32  `parquet:"width,optional"`
	Height   *int32  `parquet:"height,optional"`
	Language *string `parquet:"language,optional,dict"`
	Source   string  `parquet:"source,dict"`
}

// rowOf returns the row of a film.
func rowOf(f *film.Film) Row {
	r := Row{
		FilmdbID: f.ID.String(), MoviedbID: widened(f.ExternalIDs.MoviedbID),
		Title: f.Title, OriginalTitle: f.OriginalTitle, Year: narrowed(f.Year), ReleaseDate: days(f.ReleaseDate), Runtime: narrowed(f.Runtime),
		Genres: f.Genres, Director: f.Director, Language: f.Language, Languages: f.Languages, Countries: f.Countries,
		Overview: f.Overview, Tagline: f.Tagline, Keywords: f.Keywords,
		FilmdbRating: f.Ratings.Filmdb, FilmdbVotes: widened(f.Ratings.FilmdbVotes), CriticsRating: f.Ratings.Critics,
		MoviedbRating: f.Ratings.Moviedb, MoviedbVotes: widened(f.Ratings.MoviedbVotes), MasterScore: f.Ratings.MasterScore,
		Budget: f.BoxOffice.Budget, WorldwideGross: f.BoxOffice.WorldwideGross, ROI: f.BoxOffice.ROI,
		OscarNoms: narrowed(f.Awards.OscarNoms), OscarWins: narrowed(f.Awards.OscarWins), BestPicture: f.Awards.BestPicture,
	}
	if len(f.Genres) > 0 {
		r.MainGenre = &f.Genres[0]
	}
	if b := f.BoxOffice.BudgetOriginal; b != nil {
		r.OriginalBudget, r.OriginalCurrency = &b.Amount, &b.Currency
	}
	for _, c := range f.Cast {
		r.Cast = append(r.Cast, Role{int32(c.Order), c.Name, c.Character, widened(c.MoviedbPersonID)})
	}
	for _, department := range film.Departments {
		for _, c := range f.CrewSummary[department] {
			r.Crew = append(r.Crew, Credit{department, c.Name, c.Job})
		}
	}
	for _, c := range f.ProductionCompanies {
		r.Companies = append(r.Companies, Company{widened(c.ID), c.Name, c.Country})
	}
	if s := f.Collection; s != nil {
		r.CollectionID, r.Collection = widened(&s.ID), &s.Name
	}
	for _, t := range f.Titles {
		r.Titles = append(r.Titles, Title(t))
	}
	for _, release := range f.Releases {
		r.Releases = append(r.Releases, Release(release))
	}
	for _, id := range f.ExternalIDs.Others {
		r.OtherIDs = append(r.OtherIDs, OtherID(id))
	}
	for _, w := range f.BasedOn {
		r.BasedOn = append(r.BasedOn, Work{w.ID, w.Title, stated(w.Kind), stated(strings.Join(w.Authors, ", ")), w.Source})
	}
	for _, v := range f.Videos {
		r.Videos = append(r.Videos, Video(v))
	}
	for _, i := range f.Images {
		r.Images = append(r.Images, Image{i.Kind, i.URL, narrowed(i.Width), narrowed(i.Height), i.Language, i.Source})
	}
	r.Watch, r.Provenance = offersOf(f), evidenceOf(f)
	return r
}

// offersOf lists who shows a film, by country and then kind.
func offersOf(f *film.Film) (all []Offer) {
	for _, country := range slices.Sorted(maps.Keys(f.WatchProviders)) {
		w := f.WatchProviders[country]
		for _, kind := range []struct {
			name     string
			services []string
		}{{"flatrate", w.Flatrate}, {"rent", w.Rent}, {"buy", w.Buy}} {
			for _, service := range kind.services {
				all = append(all, Offer{country, kind.name, service})
			}
		}
	}
	return all
}

// evidenceOf lists the provenance of a film by metric.
func evidenceOf(f *film.Film) (all []Evidence) {
	for _, metric := range slices.Sorted(maps.Keys(f.Provenance)) {
		p := f.Provenance[metric]
		all = append(all, Evidence{metric, p.MetricType, p.Market, p.Period, p.Source})
	}
	return all
}

// stated returns a text, nil for "".
func stated(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// days returns a date as the number of days since 1970-01-01, as Parquet's DATE; nil for
// none.
func days(date *string) *int32 {
	if date == nil {
		return nil
	}
	at, err := time.Parse(time.DateOnly, *date)
	if err != nil {
		return nil
	}
	n := int32(at.Unix() / (24 * 60 * 60))
	return &n
}

func narrowed(n *int) *int32 {
	if n == nil {
		return nil
	}
	v := int32(*n)
	return &v
}

func widened(n *int) *int64 {
	if n == nil {
		return nil
	}
	v := int64(*n)
	return &v
}

// count adds the lists of a row to the counts.
func (n Rows) count(r *Row) {
	n["films"]++
	n["cast"] += int64(len(r.Cast))
	n["crew"] += int64(len(r.Crew))
	n["production_companies"] += int64(len(r.Companies))
	n["watch_providers"] += int64(len(r.Watch))
	n["provenance"] += int64(len(r.Provenance))
	n["titles"] += int64(len(r.Titles))
	n["releases"] += int64(len(r.Releases))
	n["external_ids"] += int64(len(r.OtherIDs))
	n["based_on"] += int64(len(r.BasedOn))
	n["videos"] += int64(len(r.Videos))
	n["images"] += int64(len(r.Images))
}

// each calls write with the id and the row of every film, in the order of docs.
func each(ctx context.Context, c *catalog.Catalog, docs []catalog.Doc, tell Tell, write func(film.ID, *Row) error) (Rows, error) {
	rows := Rows{}
	for i, d := range docs {
		if i%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if tell != nil {
				tell(int64(i), int64(len(docs)))
			}
		}
		f, err := c.Film(d)
		if err != nil {
			return nil, err
		}
		r := rowOf(f)
		rows.count(&r)
		if err := write(f.ID, &r); err != nil {
			return nil, fmt.Errorf("write %s: %w", f.ID, err)
		}
	}
	if tell != nil {
		tell(int64(len(docs)), int64(len(docs)))
	}
	return rows, nil
}

// byID returns the films of a catalogue in order of id, which is that of documents.
func byID(c *catalog.Catalog) []catalog.Doc {
	docs := make([]catalog.Doc, c.Len())
	for i := range docs {
		docs[i] = catalog.Doc(i)
	}
	return docs
}

// byDecadeAndGenre returns the films by decade, main genre, year and id; what is unknown
// comes last. Row groups then hold few years and mostly one genre, and a reader that
// asks for a year or a main genre skips the others by their statistics.
func byDecadeAndGenre(c *catalog.Catalog) []catalog.Doc {
	type key struct {
		year  int
		genre string
	}
	keys := make([]key, c.Len())
	genres := slices.Index(film.Flat.Fields(), "genres")
	for i := range keys {
		year, ok := c.Number("year", catalog.Doc(i))
		if !ok {
			year = 1e6
		}
		main, _, _ := strings.Cut(c.Record(catalog.Doc(i), film.Flat).Text(genres), ", ")
		keys[i] = key{int(year), main}
	}
	docs := byID(c)
	slices.SortStableFunc(docs, func(a, b catalog.Doc) int {
		x, y := keys[a], keys[b]
		return cmp.Or(cmp.Compare(x.year/10, y.year/10), cmp.Compare(x.genre, y.genre), cmp.Compare(x.year, y.year))
	})
	return docs
}
