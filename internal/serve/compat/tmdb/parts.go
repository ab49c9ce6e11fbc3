package tmdb

import (
	"kinodex/internal/app"
	"kinodex/internal/film"
)

// Parts of what is told of a film. ID is its number, 0 where the part stands in the answer
// about the film.

// keywords are what a film is about.
type keywords struct {
	ID       int     `json:"id,omitempty"`
	Keywords []genre `json:"keywords"`
}

func newKeywords(_ *app.Visit, f *film.Film) keywords {
	all := keywords{Keywords: []genre{}}
	for _, name := range f.Keywords {
		all.Keywords = append(all.Keywords, genre{ownNumber(name), name})
	}
	return all
}

// images are a film's pictures; of most we know only where they are.
type images struct {
	ID        int     `json:"id,omitempty"`
	Backdrops []image `json:"backdrops"`
	Logos     []image `json:"logos"`
	Posters   []image `json:"posters"`
}

// image is a picture. Its size in pixels is not known, which is 0.
type image struct {
	AspectRatio float64 `json:"aspect_ratio"`
	FilePath    string  `json:"file_path"`
	Height      int     `json:"height"`
	Language    *string `json:"iso_639_1"`
	VoteAverage float64 `json:"vote_average"`
	VoteCount   int     `json:"vote_count"`
	Width       int     `json:"width"`
}

func newImages(_ *app.Visit, f *film.Film) images {
	all := images{Backdrops: []image{}, Logos: []image{}, Posters: []image{}}
	if path := posterOf(f); path != nil {
		all.Posters = append(all.Posters, image{FilePath: *path})
	}
	return all
}

// results is a part that we have nothing for.
type results struct {
	ID      int        `json:"id,omitempty"`
	Results []struct{} `json:"results"`
}

func noResults(*app.Visit, *film.Film) results { return results{Results: []struct{}{}} }

// titles are other titles by country, which we do not know.
type titles struct {
	ID     int        `json:"id,omitempty"`
	Titles []struct{} `json:"titles"`
}

func noTitles(*app.Visit, *film.Film) titles { return titles{Titles: []struct{}{}} }

// releases are release dates in the shape that release_dates has replaced.
type releases struct {
	ID        int        `json:"id,omitempty"`
	Countries []struct{} `json:"countries"`
}

func noReleases(*app.Visit, *film.Film) releases { return releases{Countries: []struct{}{}} }

// translations are texts in other languages, which we have none of.
type translations struct {
	ID           int        `json:"id,omitempty"`
	Translations []struct{} `json:"translations"`
}

func noTranslations(*app.Visit, *film.Film) translations {
	return translations{Translations: []struct{}{}}
}

// externalIDs are a film's ids elsewhere.
type externalIDs struct {
	ID          int     `json:"id,omitempty"`
	IMDbID      film.ID `json:"imdb_id"`
	WikidataID  *string `json:"wikidata_id"`
	FacebookID  *string `json:"facebook_id"`
	InstagramID *string `json:"instagram_id"`
	TwitterID   *string `json:"twitter_id"`
}

func newExternalIDs(_ *app.Visit, f *film.Film) externalIDs { return externalIDs{IMDbID: f.ID} }

// watch says where a film can be seen, by country.
type watch struct {
	ID      int                   `json:"id,omitempty"`
	Results map[string]watchTerms `json:"results"`
}

// watchTerms are where a film can be seen in a country, by the terms. A nil list is left out.
type watchTerms struct {
	Link     string     `json:"link"`
	Flatrate []provider `json:"flatrate,omitempty"`
	Rent     []provider `json:"rent,omitempty"`
	Buy      []provider `json:"buy,omitempty"`
}

// provider is a service that shows films.
type provider struct {
	LogoPath *string `json:"logo_path"`
	ID       int     `json:"provider_id"`
	Name     string  `json:"provider_name"`
	Priority int     `json:"display_priority"`
}

func newWatch(_ *app.Visit, f *film.Film) watch {
	all := watch{Results: map[string]watchTerms{}}
	for code, w := range f.WatchProviders {
		all.Results[code] = watchTerms{Flatrate: providers(w.Flatrate), Rent: providers(w.Rent), Buy: providers(w.Buy)}
	}
	return all
}

func providers(names []string) (all []provider) {
	for i, name := range names {
		all = append(all, provider{ID: ownNumber(name), Name: name, Priority: i})
	}
	return all
}
