package tmdb

import (
	"slices"
	"strings"

	tags "golang.org/x/text/language"

	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
)

// locale is what a request says of whom an answer is for, with the parameters language and
// region. What cannot be read is zero, which asks for nothing: they change how a film is
// told and never which films are (REQ F2-134, F2-135).
type locale struct {
	film.Locale
	region string // where releases count, ISO 3166-1
}

func localeOf(x *wire.Exchange) (l locale) {
	sent := x.R.URL.Query()
	l.Locale, _ = film.ParseLocale(sent.Get("language"))
	if region, err := tags.ParseRegion(sent.Get("region")); err == nil && region.IsCountry() {
		l.region = region.String()
	}
	return l
}

// fields returns the fields of a film that a list needs to be told so.
func (l locale) fields() string {
	fields := listedFields
	if l.Locale != (film.Locale{}) {
		fields += ",titles"
	}
	if l.region != "" {
		fields += ",releases"
	}
	return fields
}

// apply gives a film the title of the language and the release date of the region, where its
// record has them. The original title stays.
func (l locale) apply(f *film.Film) {
	l.Apply(f)
	if date := l.released(f); date != "" {
		f.ReleaseDate = &date
	}
}

// released returns the first day of a film in the region's cinemas, else its first day there at
// all, "" when none is known.
func (l locale) released(f *film.Film) string {
	cinemas, all := "", ""
	for _, r := range f.Releases {
		if r.Date == nil || l.region == "" || r.Country != l.region {
			continue
		}
		all = earlier(all, *r.Date)
		if slices.Contains([]string{"", "limited", "theatrical"}, or(r.Kind, "")) {
			cinemas = earlier(cinemas, *r.Date)
		}
	}
	if cinemas != "" {
		return cinemas
	}
	return all
}

// earlier returns the earlier of two days, of which the first may be empty.
func earlier(a, b string) string {
	if a == "" || strings.Compare(b, a) < 0 {
		return b
	}
	return a
}

// filmsOf decodes films as the request wants them told.
func filmsOf(x *wire.Exchange, found *app.Records) ([]*film.Film, error) {
	all, err := found.Values(x.Base())
	if err != nil {
		return nil, err
	}
	l := localeOf(x)
	for _, f := range all {
		l.apply(f)
	}
	return all, nil
}

// filmOf decodes a film as the request wants it told.
func filmOf(x *wire.Exchange, found *app.Film) (*film.Film, error) {
	f, err := found.Value(x.Base())
	if err == nil {
		localeOf(x).apply(f)
	}
	return f, err
}
