package taste

import "kinodex/internal/film"

// Understood is how a prompt was read, for whoever wrote it to see. Demands of the prompt are
// not relaxed but as Relaxed tells; moods, themes and liked films decide the order. Lists are
// nil when the prompt says nothing of the kind. Genres and people are spelled as in records.
type Understood struct {
	Genres        []string `json:"genres,omitempty" doc:"All must be there."`
	NotGenres     []string `json:"not_genres,omitempty"`
	Years         []Span   `json:"years,omitempty" doc:"The year must be in one of them."`
	NotYears      []Span   `json:"not_years,omitempty"`
	Runtime       *Span    `json:"runtime,omitempty" doc:"Minutes."`
	Countries     []string `json:"countries,omitempty" doc:"One must be there, ISO 3166-1 alpha-2."`
	NotCountries  []string `json:"not_countries,omitempty"`
	Languages     []string `json:"languages,omitempty" doc:"One must be the original language, ISO 639-1."`
	NotLanguages  []string `json:"not_languages,omitempty"`
	People        []string `json:"people,omitempty" doc:"All must have directed or acted in it, as the prompt says."`
	NotPeople     []string `json:"not_people,omitempty"`
	Like          []Named  `json:"like,omitempty" doc:"Films to be like; they are not recommended."`
	Moods         []string `json:"moods,omitempty" doc:"From the published list."`
	NotMoods      []string `json:"not_moods,omitempty"`
	Themes        []string `json:"themes,omitempty" doc:"Keywords, and words of synopses."`
	NotThemes     []string `json:"not_themes,omitempty"`
	Acclaimed     bool     `json:"acclaimed,omitempty" doc:"Well rated."`
	Fame          string   `json:"fame,omitempty" enum:"famous,hidden"`
	Oscars        string   `json:"oscars,omitempty" enum:"won,nominated"`
	Relaxed       []string `json:"relaxed,omitempty" doc:"What no film had, and was given up: acclaimed, fame, genres (any of them will do)."`
	Unknown       []string `json:"unknown,omitempty" doc:"Words that mean nothing here."`
	nothingWanted bool     // the prompt has no word that asks for anything
}

// Span is a range, both ends included; an end that is nil is open.
type Span struct {
	From *int `json:"from,omitempty"`
	To   *int `json:"to,omitempty"`
}

// has reports whether a number lies in the span.
func (s Span) has(n int) bool { return (s.From == nil || n >= *s.From) && (s.To == nil || n <= *s.To) }

// span returns the range from one number to another, both included.
func span(from, to int) Span { return Span{&from, &to} }

// since returns the range that begins with a number and has no end.
func since(from int) Span { return Span{From: &from} }

// until returns the range that ends with a number and has no beginning.
func until(to int) Span { return Span{To: &to} }

// intersect narrows the span to what both have. Spans that do not overlap give one that has no
// number. o is not changed, but its ends may be shared.
func (s *Span) intersect(o Span) {
	if o.From != nil && (s.From == nil || *o.From > *s.From) {
		s.From = o.From
	}
	if o.To != nil && (s.To == nil || *o.To < *s.To) {
		s.To = o.To
	}
}

// Named is a film by id and title.
type Named struct {
	ID    film.ID `json:"filmdb_id"`
	Title string  `json:"title"`
}
