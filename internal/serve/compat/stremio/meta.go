package stremio

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/site/cover"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/wire"
)

// preview is a film in a catalogue, in the protocol's names. What is not known is left out, as
// the protocol has it.
type preview struct {
	ID          string   `json:"id"`
	Type        string   `json:"type"`
	Name        string   `json:"name"`
	Poster      string   `json:"poster,omitempty"`
	Shape       string   `json:"posterShape"`
	ReleaseInfo string   `json:"releaseInfo,omitempty"`
	Genres      []string `json:"genres,omitempty"`
	Rating      string   `json:"imdbRating,omitempty"`
	Runtime     string   `json:"runtime,omitempty"`
	Director    []string `json:"director,omitempty"`
	Description string   `json:"description,omitempty"`
}

// previewFields are the fields of a listed film that preview needs.
const previewFields = "title,year,runtime,genres,director,overview,ratings.filmdb,poster,poster_mini_url"

// described is a film with all that is told of one.
type described struct {
	preview
	Released   string    `json:"released,omitempty"`
	Year       string    `json:"year,omitempty"`
	Cast       []string  `json:"cast,omitempty"`
	Writer     []string  `json:"writer,omitempty"`
	Country    string    `json:"country,omitempty"`
	Language   string    `json:"language,omitempty"`
	Background string    `json:"background,omitempty"`
	Logo       string    `json:"logo,omitempty"`
	Trailers   []trailer `json:"trailers,omitempty"`
	Links      []link    `json:"links"`
}

// trailer is a video of YouTube, by its id there.
type trailer struct {
	Source string `json:"source"`
	Type   string `json:"type"`
}

// link leads to another page of Stremio, or of ours. Links of one category stand together.
type link struct {
	Name     string `json:"name"`
	Category string `json:"category"`
	URL      string `json:"url"`
}

// mainCast is how many of the cast are told.
const mainCast = 12

// meta answers for a film.
func (s *service) meta(x *wire.Exchange, p *resource) error {
	id, ok := p.name(p.ID)
	if !ok {
		return fault.New(fault.NotFound, "there is nothing of this type; films are at %s/meta/movie/tt0041959.json", Prefix)
	}
	found, err := x.Visit.Film(id, film.Detail).Answer(x.Context())
	if err != nil {
		return err
	}
	f, err := found.Value(x.Base())
	if err != nil {
		return err
	}
	return x.AnswerJSON(struct {
		Meta described `json:"meta"`
		caching
	}{s.describe(x, f), cached})
}

// newPreview returns a film of a list.
func (s *service) newPreview(x *wire.Exchange, f *film.Film) preview {
	p := preview{
		ID: f.ID.String(), Type: movie, Name: f.Title, Poster: s.poster(x, f), Shape: "poster",
		Genres: f.Genres, Director: directors(f), Description: film.Value(f.AttributedOverview()),
	}
	if f.Year != nil {
		p.ReleaseInfo = strconv.Itoa(*f.Year)
	}
	if f.Ratings.Filmdb != nil {
		p.Rating = strconv.FormatFloat(*f.Ratings.Filmdb, 'f', 1, 64)
	}
	if f.Runtime != nil {
		p.Runtime = strconv.Itoa(*f.Runtime) + " min"
	}
	return p
}

// poster returns the address of a film's poster: that of our own copy, else that of the film's
// record, else that of the cover which stands in its place on our pages. It is empty where there
// are neither posters nor pages.
func (s *service) poster(x *wire.Exchange, f *film.Film) string {
	if stored := part.StoredPoster(f); stored != "" {
		return stored
	}
	if address := film.Value(f.Poster.URL); address != "" || !s.pages {
		return address
	}
	return x.Base() + "/covers/" + f.ID.String() + ".svg?v=" + x.Visit.CoverSeal(f.ID, cover.Version)
}

// directors returns the names of those who directed a film.
func directors(f *film.Film) []string {
	if f.Director == nil {
		return nil
	}
	return strings.Split(*f.Director, ", ")
}

// describe returns a film of the detail view.
func (s *service) describe(x *wire.Exchange, f *film.Film) described {
	d := described{preview: s.newPreview(x, f), Writer: f.CrewSummary.Names("writing")}
	d.Year = d.ReleaseInfo
	if day, err := time.Parse(time.DateOnly, film.Value(f.ReleaseDate)); err == nil {
		d.Released = day.Format("2006-01-02T15:04:05.000Z")
	}
	if f.PosterFull != nil && part.StoredPoster(f) != "" {
		d.Poster = *f.PosterFull
	}
	for _, r := range f.Cast[:min(len(f.Cast), mainCast)] {
		d.Cast = append(d.Cast, r.Name)
	}
	d.Country = named(f.Countries, part.CountryName)
	d.Language = named(f.Languages, part.LanguageName)
	d.Background, d.Logo = picture(f, "backdrop"), picture(f, "logo")
	for _, v := range f.Videos {
		if kind := trailerKinds[film.Value(v.Kind)]; v.Site == "YouTube" && kind != "" {
			d.Trailers = append(d.Trailers, trailer{v.Key, kind})
		}
	}
	d.Links = s.links(x, f, &d)
	return d
}

// trailerKinds are the kinds of videos that the protocol knows, by ours.
var trailerKinds = map[string]string{"trailer": "Trailer", "teaser": "Trailer", "clip": "Clip"}

// picture returns the address of a film's first picture of a kind, empty for none.
func picture(f *film.Film, kind string) string {
	for _, i := range f.Images {
		if i.Kind == kind {
			return i.URL
		}
	}
	return ""
}

func named(codes []string, name func(code string) string) string {
	names := make([]string, len(codes))
	for i, code := range codes {
		names[i] = name(code)
	}
	return strings.Join(names, ", ")
}

// links returns where a film leads: genres to their catalogue, people to a search for their names,
// and to the film's page. The protocol keeps the categories imdb, share and similar for itself.
func (s *service) links(x *wire.Exchange, f *film.Film, d *described) []link {
	all := []link{}
	for _, g := range f.Genres {
		all = append(all, link{g, "Genres", genreLink(x, g)})
	}
	for _, of := range []struct {
		category string
		names    []string
	}{{"Directors", d.Director}, {"Writers", d.Writer}, {"Cast", d.Cast}} {
		for _, name := range of.names {
			all = append(all, link{name, of.category, searchLink(name)})
		}
	}
	if s.pages {
		all = append(all, link{"Page of the film", "Kinodex", x.Base() + part.FilmPath(f.ID, f.Title)})
	}
	return all
}

func searchLink(words string) string { return "stremio:///search?search=" + escape(words) }

// escape writes a text as a value of Stremio's links, which have no + for a blank.
func escape(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// genreLink leads to the best known films of a genre. Such a link names the address of the add-on;
// for the holder of a key, whose address no answer repeats, it is a search.
func genreLink(x *wire.Exchange, genre string) string {
	if keyed(x) {
		return searchLink(genre)
	}
	return "stremio:///discover/" + escape(x.Base()+Prefix+"/"+manifestFile) + "/" + movie + "/" + catalogs[0].id + "?genre=" + escape(genre)
}
