package source

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// The bounds of what a row lists of videos, pictures and works. The movie database orders
// pictures by how they are rated.
const (
	mostVideos   = 60
	mostImages   = 12 // of a kind
	mostLanguage = 2  // of a kind and language
	mostWorks    = 20
	mostLabels   = 10 // of a work, of each kind
)

// backdrop and trailer are kinds that rows without the parts state, too.
const (
	backdrop = "backdrop"
	trailer  = "trailer"
)

// videoKinds maps the movie database's types of videos, folded.
var videoKinds = map[string]string{
	"trailer": trailer, "teaser": "teaser", "clip": "clip", "featurette": "featurette",
	"behind the scenes": "behind_the_scenes", "bloopers": "bloopers", "opening credits": "opening_credits",
}

var (
	// videoKey is what a site's id of a video looks like.
	videoKey = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	// videoSite is what the name of a site looks like.
	videoSite = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9 .]{0,39}$`)
)

// documentVideos adds the part "videos" of the movie database's interface, or the key of the
// one trailer that a crawl kept of it. A video without a site or a key is left out.
func (s *sink) documentVideos(c *Claim, v literal) {
	v.get("videos").get("results").each(func(item literal) {
		one := film.Video{
			Site: string(item.get("site").text), Key: string(item.get("key").text), Name: film.Known(s.prose(item.get("name").text)),
			Kind:     film.Known(videoKinds[text.Fold(string(item.get("type").text))]),
			Language: film.Known(LanguageCode(string(item.get("iso_639_1").text))), PublishedAt: film.Known(momentOf(item.get("published_at").text)),
		}
		if flag := item.get("official"); flag.kind == bare && isFlag(flag.text) {
			official := truth(flag.text)
			one.Official = &official
		}
		s.addVideo(c, one)
	})
	if key := v.get("trailer_key").text; len(key) == 11 { // as keys of YouTube are, the one site of the crawl
		s.addVideo(c, film.Video{Site: "YouTube", Key: string(key), Kind: film.Known(trailer)})
	}
}

// addVideo adds a video to the claim, unless it has the same one or as many as it may.
func (s *sink) addVideo(c *Claim, one film.Video) {
	switch {
	case !videoSite.MatchString(one.Site) || !videoKey.MatchString(one.Key):
		s.repaired("video_unreadable")
	case slices.ContainsFunc(c.Videos, func(have film.Video) bool { return have.Site == one.Site && have.Key == one.Key }):
	case len(c.Videos) == mostVideos:
		s.repaired("videos_left_out")
	default:
		c.Videos = append(c.Videos, one)
	}
}

// momentOf returns a time in UTC as RFC 3339, "" for what is none.
func momentOf(b []byte) string {
	at, err := time.Parse(time.RFC3339, string(b))
	if err != nil || at.Year() < 1990 {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// documentImages adds the part "images" of the movie database's interface, and the one backdrop
// that the film itself names when the part has none.
func (s *sink) documentImages(c *Claim, v literal) {
	part := v.get("images")
	for _, of := range []struct{ member, kind string }{{"backdrops", backdrop}, {"logos", "logo"}, {"posters", "poster"}} {
		part.get(of.member).each(func(item literal) {
			s.addImage(c, film.Image{
				Kind: of.kind, URL: s.picture(item.get("file_path").text), Language: film.Known(LanguageCode(string(item.get("iso_639_1").text))),
				Width: film.Known(pixels(item.get("width"))), Height: film.Known(pixels(item.get("height"))),
			})
		})
	}
	if slices.ContainsFunc(c.Images, func(i film.Image) bool { return i.Kind == backdrop }) {
		return
	}
	for _, member := range []string{"backdrop_path", "backdrop_url"} {
		s.addImage(c, film.Image{Kind: backdrop, URL: s.picture(stated(v.get(member)))})
	}
}

// addImage adds a picture to the claim, unless it has the same one, two of its kind and
// language, or as many of its kind as it may.
func (s *sink) addImage(c *Claim, one film.Image) {
	kind, language := 0, 0
	for _, have := range c.Images {
		if have.URL == one.URL {
			return
		}
		if have.Kind == one.Kind {
			kind++
			if film.Value(have.Language) == film.Value(one.Language) {
				language++
			}
		}
	}
	if one.URL != "" && kind < mostImages && language < mostLanguage {
		c.Images = append(c.Images, one)
	}
}

// picture returns the address of a picture on the movie database's server, in full size, "" for
// none. What is neither a path nor an address there is counted.
func (s *sink) picture(b []byte) string {
	path := pathOf(b)
	if path == "" && len(b) > 0 && !strings.HasSuffix(string(b), "null") {
		s.repaired("picture_address")
	}
	if path == "" {
		return ""
	}
	return ImageServer + "original" + path
}

// longestSide is the longest that a side of a picture can be, in pixels.
const longestSide = 20_000

// pixels returns the side of a picture, 0 for what cannot be one.
func pixels(v literal) int {
	if n := v.number(); n > 0 && n <= longestSide {
		return n
	}
	return 0
}

// wikidataWorks returns what a film is based on. An item without an id is left out.
func (s *sink) wikidataWorks(v literal) (works []film.Work) {
	v.each(func(item literal) {
		one := film.Work{ID: string(item.get("wikidata_id").text), Title: film.Known(s.prose(item.get("label").text)), Authors: s.labels(item.get("authors"))}
		if !wikidataItem.MatchString(one.ID) || len(works) == mostWorks {
			return
		}
		// A form ("novel") tells more than the class ("literary work").
		if kinds := append(s.labels(item.get("forms")), s.labels(item.get("classes"))...); len(kinds) > 0 {
			one.Kind = kinds[0]
		}
		works = append(works, one)
	})
	return works
}

// labels returns what the items of a list are called in English; those without a name are left
// out.
func (s *sink) labels(v literal) (names []string) {
	v.each(func(item literal) {
		if name := s.prose(item.get("label").text); name != "" && len(names) < mostLabels {
			names = append(names, name)
		}
	})
	return names
}

// wikidataItem is what Wikidata's id of an item looks like.
var wikidataItem = regexp.MustCompile(`^Q[1-9][0-9]{0,11}$`)
