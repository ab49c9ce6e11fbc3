package tmdb

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/poster"
	"kinodex/internal/serve/wire"
)

// Pictures. In their answers a picture is a path, which clients put behind the address that
// /3/configuration names and a size. Ours is /tmdb/t/p/, which leads on to where the picture
// is: at their own servers under the same path, among our stored posters, or elsewhere, by the
// id of the film.

// theirPictures is where pictures of theirs are.
const theirPictures = "https://image.tmdb.org/t/p/"

// The sizes that clients may ask for. small are those that the small version of a stored poster
// is enough for.
var (
	posterSizes  = []string{"w92", "w154", "w185", "w342", "w500", "w780", "original"}
	profileSizes = []string{"w45", "w185", "h632", "original"}
	otherSizes   = []string{"w300", "w780", "w1280", "original"}
	small        = []string{"w45", "w92", "w154", "w185"}
)

var (
	theirFile  = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}\.(jpg|png|svg|webp)$`)
	storedFile = regexp.MustCompile(`^[0-9a-f]{16}\.jpg$`)
	filmFile   = regexp.MustCompile(`^(tt[0-9]{7,9})\.jpg$`)
	anySize    = regexp.MustCompile(`^([wh][0-9]{2,4}(_and_h[0-9]{2,4})?(_[a-z0-9_]{1,30})?|original)$`)
)

// picture returns the path of a picture by its address; nil when it is neither theirs nor ours.
func picture(address *string) *string {
	if address == nil {
		return nil
	}
	u, err := url.Parse(*address)
	if err != nil {
		return nil
	}
	name := u.Path[strings.LastIndexByte(u.Path, '/')+1:]
	switch {
	case strings.HasPrefix(*address, theirPictures) && theirFile.MatchString(name):
	case strings.HasSuffix(u.Path, poster.Prefix+name):
		name = strings.TrimSuffix(strings.TrimSuffix(name, "-full.jpg"), "-mini.jpg") + ".jpg"
		if !storedFile.MatchString(name) {
			return nil
		}
	default:
		return nil
	}
	name = "/" + name
	return &name
}

// posterOf returns the path of a film's poster, nil when it has none.
func posterOf(f *film.Film) *string {
	path := picture(f.Poster.URL)
	if path == nil && f.Poster.URL != nil {
		path = new(string)
		*path = "/" + f.ID.String() + ".jpg"
	}
	return path
}

type imageParams struct {
	Size string `path:"size"`
	File string `path:"file"`
}

// image leads to a picture. It is for everyone, as theirs are: browsers ask without a key. The
// poster of a film is looked up as for a reader of pages, within the bounds for these.
func (s *service) image(x *wire.Exchange, p *imageParams) error {
	missing := fault.New(fault.NotFound, "there is no such picture")
	if !anySize.MatchString(p.Size) {
		return missing
	}
	mini := slices.Contains(small, p.Size)
	if storedFile.MatchString(p.File) {
		version := "-full.jpg"
		if mini {
			version = "-mini.jpg"
		}
		x.Redirect(x.Base() + poster.Prefix + strings.TrimSuffix(p.File, ".jpg") + version)
		return nil
	}
	named := filmFile.FindStringSubmatch(p.File)
	if named == nil {
		if !theirFile.MatchString(p.File) {
			return missing
		}
		x.Redirect(theirPictures + p.Size + "/" + p.File)
		return nil
	}
	if err := x.OpenVisit(s.app, access.SiteReader(x.Address())); err != nil {
		return err
	}
	found, err := x.Visit.Pictured(named[1]).Answer(x.Context())
	if err != nil {
		return err
	}
	f, err := found.Value(x.Base())
	if err != nil {
		return err
	}
	address := f.PosterFull
	if mini {
		address = f.PosterMini
	}
	if address == nil {
		address = f.Poster.URL
	}
	if address == nil {
		return missing
	}
	x.Redirect(*address)
	return nil
}

// pictures is where pictures are and in which sizes.
type pictures struct {
	Base     string   `json:"base_url"`
	Secure   string   `json:"secure_base_url"`
	Backdrop []string `json:"backdrop_sizes"`
	Logo     []string `json:"logo_sizes"`
	Poster   []string `json:"poster_sizes"`
	Profile  []string `json:"profile_sizes"`
	Still    []string `json:"still_sizes"`
}

// configuration answers /3/configuration, which costs nothing.
func configuration(x *wire.Exchange, _ *wire.None) error {
	at := x.Base() + Prefix + "/t/p/"
	return x.AnswerJSON(struct {
		Images     pictures `json:"images"`
		ChangeKeys []string `json:"change_keys"`
	}{pictures{at, at, otherSizes, posterSizes, posterSizes, profileSizes, otherSizes}, []string{}})
}
