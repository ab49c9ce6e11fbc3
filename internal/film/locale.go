package film

import (
	"encoding/binary"
	"encoding/json"
	"slices"

	tags "golang.org/x/text/language"

	"kinodex/internal/fault"
)

// Locale is the language in which titles of films are told, and the country of those who read
// them. The zero Locale asks for no language.
type Locale struct {
	language string // ISO 639-1
	country  string // ISO 3166-1: stated, or where most of the speakers are
	spoken   bool   // whether most people of the country speak the language
}

// LocaleForm says what a locale may be, for faults.
const LocaleForm = "a language (ISO 639-1), such as pt, or a language with a country (ISO 3166-1), such as pt-BR"

// maxTag is how long a language tag is at most that programs must take (RFC 5646, 4.4.1).
const maxTag = 35

// LocaleOf reads the parameter by which somebody asks for titles of a language, title_language in every
// dialect. An empty one asks for none; another that names no language is a fault of the parameter.
func LocaleOf(titleLanguage string) (Locale, error) {
	l, ok := ParseLocale(titleLanguage)
	if !ok && titleLanguage != "" {
		return l, fault.Param("title_language", LocaleForm)
	}
	return l, nil
}

// ParseLocale reads a language tag (BCP 47). It reports false for one without a language that ISO
// 639-1 has, as titles have.
func ParseLocale(tag string) (Locale, bool) {
	if len(tag) > maxTag {
		return Locale{}, false
	}
	read, err := tags.Parse(tag)
	base, sure := read.Base()
	if err != nil || sure != tags.Exact || len(base.String()) != len("pt") {
		return Locale{}, false
	}
	country, _ := read.Region()
	most, _ := tags.Make("und-" + country.String()).Base()
	return Locale{base.String(), country.String(), most == base}, true
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

// Title returns the title of the film that fits best, or the one it has (REQ F2-134). The film must
// have the fields of titles.
func (l Locale) Title(f *Film) string {
	if l == (Locale{}) {
		return f.Title
	}
	title, best := f.Title, unfit
	if Value(f.Language) == l.language {
		title, best = f.titleAtHome(), originally
	}
	for i := range f.Titles {
		if fit := l.fit(&f.Titles[i]); fit > best {
			title, best = f.Titles[i].Title, fit
		}
	}
	return title
}

// titleAtHome returns the title in the film's own language.
func (f *Film) titleAtHome() string {
	if f.OriginalTitle != nil {
		return *f.OriginalTitle
	}
	return f.Title
}

// Apply gives the film the title of the locale. Its title in its own language stays, or becomes,
// its original title.
func (l Locale) Apply(f *Film) {
	original, title := f.titleAtHome(), l.Title(f)
	if title != f.Title {
		f.OriginalTitle = &original
	}
	f.Title = title
}

// fit tells how well a title fits. Titles of a festival, of a video or of work on the film fit
// nobody.
func (l Locale) fit(t *Title) int {
	if kind := Value(t.Kind); kind != "" && kind != "translation" && kind != "original" {
		return unfit
	}
	spoken, country := Value(t.Language), Value(t.Region)
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

// The fields of a record that Localized reads and writes: the first ones of both views.
var (
	titleField    = slices.Index(fieldNames[Detail], "title")
	originalField = slices.Index(fieldNames[Detail], "original_title")
	languageField = slices.Index(fieldNames[Detail], "language")
	titlesField   = slices.Index(fieldNames[Detail], "titles")
)

// Localized returns the record with the title of a locale, as Locale.Apply gives it. detail is the
// same film's record of the detail view, which alone has all titles. A record that has the title
// already, and one of the flat view, is returned as it is.
func (r Record) Localized(l Locale, detail Record) Record {
	ended := len(r.Ends) / 4
	if l == (Locale{}) || ended != List.Ended() && ended != Detail.Ended() {
		return r
	}
	f := Film{Title: detail.Text(titleField), OriginalTitle: Known(detail.Text(originalField)), Language: Known(detail.Text(languageField))}
	_ = json.Unmarshal(detail.Value(titlesField), &f.Titles) // an error means damage: then there are none
	before := f.Title
	if l.Apply(&f); f.Title == before {
		return r
	}
	end := func(field int) uint32 { return binary.LittleEndian.Uint32(r.Ends[4*field:]) }
	from, to := end(titleField-1), end(originalField)
	if from > to || int(to) > len(r.JSON) { // damaged
		return r
	}
	e := encoder{slices.Grow(slices.Clone(r.JSON[:from]), len(r.JSON)-int(from)+len(f.Title)+len(before))}
	e.raw(`,"title":`)
	e.text(f.Title)
	title := uint32(len(e.buf))
	e.raw(`,"original_title":`)
	e.text(*f.OriginalTitle)
	moved := uint32(len(e.buf)) - to
	titled := Record{append(e.buf, r.JSON[to:]...), make([]byte, 0, len(r.Ends))}
	for field := range ended {
		at := end(field)
		switch {
		case field == titleField:
			at = title
		case field > titleField:
			at += moved
		}
		titled.Ends = binary.LittleEndian.AppendUint32(titled.Ends, at)
	}
	return titled
}
