package tmdb

import (
	"math"
	"slices"

	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/serve/site/part"
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
		all.Keywords = append(all.Keywords, genre{film.NumberOf(name), name})
	}
	return all
}

// images are a film's pictures; of some we know only where they are.
type images struct {
	ID        int     `json:"id,omitempty"`
	Backdrops []image `json:"backdrops"`
	Logos     []image `json:"logos"`
	Posters   []image `json:"posters"`
}

// image is a picture. A size in pixels that is not known is 0.
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
	own := posterOf(f)
	if own != nil {
		all.Posters = append(all.Posters, image{FilePath: *own})
	}
	for _, i := range f.Images {
		path := picture(&i.URL)
		if path == nil || own != nil && *path == *own {
			continue
		}
		one := image{FilePath: *path, Height: or(i.Height, 0), Width: or(i.Width, 0), Language: i.Language}
		if one.Height > 0 {
			one.AspectRatio = math.Round(1000*float64(one.Width)/float64(one.Height)) / 1000
		}
		switch i.Kind {
		case backdrop:
			all.Backdrops = append(all.Backdrops, one)
		case "logo":
			all.Logos = append(all.Logos, one)
		case "poster":
			all.Posters = append(all.Posters, one)
		}
	}
	return all
}

// backdrop is the kind of pictures that stand behind a film's page.
const backdrop = "backdrop"

// backdropOf returns the path of a film's best backdrop, nil when it has none.
func backdropOf(f *film.Film) *string {
	for _, i := range f.Images {
		if i.Kind == backdrop {
			return picture(&i.URL)
		}
	}
	return nil
}

// videos are a film's trailers, clips and the like.
type videos struct {
	ID      int     `json:"id,omitempty"`
	Results []video `json:"results"`
}

// video is one that another site has. Its size is not known, which is 0. Whether it is official
// and when it was published are left out where nobody says so: typed clients cannot read an
// empty time.
type video struct {
	Language  string `json:"iso_639_1"`
	Country   string `json:"iso_3166_1"`
	Name      string `json:"name"`
	Key       string `json:"key"`
	Site      string `json:"site"`
	Size      int    `json:"size"`
	Type      string `json:"type"`
	Official  *bool  `json:"official,omitempty"`
	Published string `json:"published_at,omitempty"`
	ID        string `json:"id"`
}

// videoTypes are the kinds of film.VideoKinds as they are written here.
var videoTypes = map[string]string{
	"trailer": "Trailer", "teaser": "Teaser", "clip": "Clip", "featurette": "Featurette", "behind_the_scenes": "Behind the Scenes",
	"bloopers": "Bloopers", "opening_credits": "Opening Credits",
}

func newVideos(_ *app.Visit, f *film.Film) videos {
	all := videos{Results: []video{}}
	for i, v := range f.Videos {
		all.Results = append(all.Results, video{
			Language: or(v.Language, ""), Name: or(v.Name, ""), Key: v.Key, Site: v.Site, Type: videoTypes[or(v.Kind, "")],
			Official: v.Official, Published: or(v.PublishedAt, ""), ID: creditID(f.ID, "video", i),
		})
	}
	return all
}

// releaseDates are the releases of a film by country.
type releaseDates struct {
	ID      int               `json:"id,omitempty"`
	Results []countryReleases `json:"results"`
}

// countryReleases are the releases in one country.
type countryReleases struct {
	Country string    `json:"iso_3166_1"`
	Dates   []release `json:"release_dates"`
}

// release is one release. Type is a place in film.ReleaseKinds, from 1, and 0 where nobody
// says how the film was released. The date is left out where nobody says when: typed clients
// cannot read an empty one.
type release struct {
	Certification string   `json:"certification"`
	Descriptors   []string `json:"descriptors"`
	Language      string   `json:"iso_639_1"`
	Note          string   `json:"note"`
	Date          string   `json:"release_date,omitempty"`
	Type          int      `json:"type"`
}

func newReleaseDates(_ *app.Visit, f *film.Film) releaseDates {
	all := releaseDates{Results: []countryReleases{}}
	for _, r := range f.Releases { // ordered by country
		if last := len(all.Results) - 1; last < 0 || all.Results[last].Country != r.Country {
			all.Results = append(all.Results, countryReleases{Country: r.Country})
		}
		one := release{Certification: or(r.Certification, ""), Descriptors: []string{}}
		if r.Date != nil {
			one.Date = *r.Date + "T00:00:00.000Z"
		}
		if r.Kind != nil {
			one.Type = slices.Index(film.ReleaseKinds, *r.Kind) + 1
		}
		in := &all.Results[len(all.Results)-1]
		in.Dates = append(in.Dates, one)
	}
	return all
}

// titles are what a film is called in other countries.
type titles struct {
	ID     int     `json:"id,omitempty"`
	Titles []title `json:"titles"`
}

// title is a title in a country. Type says what is particular about it, empty for nothing.
type title struct {
	Country string `json:"iso_3166_1"`
	Title   string `json:"title"`
	Type    string `json:"type"`
}

// newTitles returns the titles of countries; translations are a part of their own.
func newTitles(_ *app.Visit, f *film.Film) titles {
	all := titles{Titles: []title{}}
	for _, t := range f.Titles {
		if t.Region != nil && or(t.Kind, "") != translated {
			all.Titles = append(all.Titles, title{*t.Region, t.Title, or(t.Kind, "")})
		}
	}
	return all
}

// releases are release dates in the shape that release_dates has replaced: one of each country.
type releases struct {
	ID        int              `json:"id,omitempty"`
	Countries []countryRelease `json:"countries"`
}

// countryRelease is the release in a country. The date is left out as in release.
type countryRelease struct {
	Certification string   `json:"certification"`
	Descriptors   []string `json:"descriptors"`
	Country       string   `json:"iso_3166_1"`
	Primary       bool     `json:"primary"`
	Date          string   `json:"release_date,omitempty"`
}

func newReleases(_ *app.Visit, f *film.Film) releases {
	all := releases{Countries: []countryRelease{}}
	for _, r := range f.Releases { // ordered by country
		last := len(all.Countries) - 1
		if last < 0 || all.Countries[last].Country != r.Country {
			all.Countries = append(all.Countries, countryRelease{Descriptors: []string{}, Country: r.Country})
			last++
		}
		one := &all.Countries[last]
		if date := or(r.Date, ""); one.Date == "" || date != "" && date < one.Date {
			one.Date = date
		}
		if one.Certification == "" {
			one.Certification = or(r.Certification, "")
		}
	}
	return all
}

// translations are texts in other languages, of which we know titles.
type translations struct {
	ID           int           `json:"id,omitempty"`
	Translations []translation `json:"translations"`
}

// translation is a language with the texts in it. The country is empty where the title is that
// of a language as a whole.
type translation struct {
	Country     string          `json:"iso_3166_1"`
	Code        string          `json:"iso_639_1"`
	Name        string          `json:"name"`
	EnglishName string          `json:"english_name"`
	Data        translatedTexts `json:"data"`
}

// translatedTexts are the texts of a film in a language.
type translatedTexts struct {
	Homepage string `json:"homepage"`
	Overview string `json:"overview"`
	Runtime  int    `json:"runtime"`
	Tagline  string `json:"tagline"`
	Title    string `json:"title"`
}

// translated is the kind of titles that are translations.
const translated = "translation"

func newTranslations(_ *app.Visit, f *film.Film) translations {
	all := translations{Translations: []translation{}}
	for _, t := range f.Titles {
		if t.Language == nil || or(t.Kind, "") != translated {
			continue
		}
		name := part.LanguageName(*t.Language)
		all.Translations = append(all.Translations, translation{or(t.Region, ""), *t.Language, name, name, translatedTexts{Title: t.Title}})
	}
	return all
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

func newExternalIDs(_ *app.Visit, f *film.Film) externalIDs {
	all := externalIDs{IMDbID: f.ID}
	for _, x := range f.ExternalIDs.Others {
		if x.Database == "wikidata" {
			all.WikidataID = &x.ID
		}
	}
	return all
}

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
		all = append(all, provider{ID: film.NumberOf(name), Name: name, Priority: i})
	}
	return all
}
