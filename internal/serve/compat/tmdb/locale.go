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
// region. What cannot be read is empty, which asks for nothing: they change how a film is
// told and never which films are (REQ F2-134, F2-135).
type locale struct {
	language string // ISO 639-1
	country  string // that of the language, ISO 3166-1: stated, or where most of its speakers are
	spoken   bool   // whether most people of the country speak the language
	region   string // where releases count, ISO 3166-1
}

func localeOf(x *wire.Exchange) (l locale) {
	sent := x.R.URL.Query()
	if tag, err := tags.Parse(sent.Get("language")); err == nil && tag != tags.Und {
		base, _ := tag.Base()
		country, _ := tag.Region()
		l.language, l.country = base.String(), country.String()
		most, _ := tags.Make("und-" + l.country).Base()
		l.spoken = most == base
	}
	if region, err := tags.ParseRegion(sent.Get("region")); err == nil && region.IsCountry() {
		l.region = region.String()
	}
	return l
}

// fields returns the fields of a film that a list needs to be told so.
func (l locale) fields() string {
	fields := listedFields
	if l.language != "" {
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
	if l.language != "" {
		original := or(f.OriginalTitle, f.Title)
		f.OriginalTitle, f.Title = &original, l.title(f)
	}
	if date := l.released(f); date != "" {
		f.ReleaseDate = &date
	}
}

// How well a title fits a locale, worst first. The original title of a film in the language is better
// than a title of another country.
const (
	unfit = iota
	elsewhere
	originally
	inCountry // where the language is spoken, though nobody states that of the title
	anywhere
	exactly
)

// title returns the title of the film that fits best, or the one it has.
func (l locale) title(f *film.Film) string {
	title, best := f.Title, unfit
	if or(f.Language, "") == l.language {
		title, best = or(f.OriginalTitle, f.Title), originally
	}
	for _, t := range f.Titles {
		if fit := l.fit(&t); fit > best {
			title, best = t.Title, fit
		}
	}
	return title
}

// fit tells how well a title fits. Titles of a festival, of a video or of work on the film fit
// nobody.
func (l locale) fit(t *film.Title) int {
	if kind := or(t.Kind, translated); kind != translated && kind != "original" {
		return unfit
	}
	spoken, country := or(t.Language, ""), or(t.Region, "")
	switch {
	case spoken == l.language && country == l.country:
		return exactly
	case spoken == l.language && country == "":
		return anywhere
	case spoken == "" && country == l.country && l.spoken:
		return inCountry
	case spoken == l.language:
		return elsewhere
	}
	return unfit
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
