package v2

import "kinodex/internal/film"

// Localized has the parameter of routes whose films have titles of a language (REQ F2-148). Its name
// is not language, by which films are filtered: docs/decisions/0132. It is exported because schemas
// leave out the members of embedded types that are not.
type Localized struct {
	TitleLanguage string `query:"title_language" json:"title_language,omitempty" nullable:"true" alias:"title_lang,titles_in,locale" doc:"Language of title (ISO 639-1), also with a country. A film without a title in this language keeps its usual one. original_title is then the title in the film's own language. The films and their order stay the same." example:"pt-BR"`
}

// locale returns the locale of the titles; the zero one when none is asked for.
func (p Localized) locale() (film.Locale, error) { return film.LocaleOf(p.TitleLanguage) }
