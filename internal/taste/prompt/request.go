package prompt

import (
	"reflect"

	"kinodex/internal/film"
)

// Reading is what a prompt asks for: in words, for whoever wrote it, and in the numbers of films
// and features that a ranking needs. Of each list of genres and people a film has one feature or
// more.
type Reading struct {
	Request      Request
	Conversation bool // it has several sentences; what is said is taste, more than a demand
	Movement     bool // a time of filmmaking is named: "French New Wave"
	// English are the words of a prompt in another language, as far as they are translated, folded; else empty.
	English string

	Liked, Disliked       []uint32 // films
	Genres, People        [][]uint32
	NotGenres, NotPeople  []uint32
	NotTogether           [][][]uint32 // of each, a film must not have one feature or more of every list
	Companies             []uint32     // one of them is enough
	NotCompanies          []uint32
	Composed              [][]uint32 // the films of each composer, ascending
	Moods, NotMoods       []*Mood
	Noted                 [][]string // tags of the notes that the phrases of moods name: of each one is enough
	Audience              []string   // tags of the notes that say whom a film suits, if that is said
	Themes                []Theme
	NotThemes             []uint32
	Settings, NotSettings []string // places
}

// Theme is a word or keyword that was asked for, and the features it may mean: a film with
// one of them has the theme.
type Theme struct {
	Words    string
	Features []uint32
	Alike    []uint32 // of words that mean the same, in no more than one step
	// Renamed says that the prompt has none of the words: "the same day over and over" is a time loop.
	Renamed bool
}

// Request is what a prompt asks for, as it was read, for whoever wrote it to see. Demands of the prompt are
// not relaxed but as Relaxed tells; moods, themes and liked films decide the order. Lists are
// nil when the prompt says nothing of the kind. Genres and people are spelled as in records.
type Request struct {
	Language     string       `json:"language,omitempty" doc:"The language of the prompt when it is not English, ISO 639-1. Of prompts in Chinese, French, German, Hindi, Italian, Japanese, Portuguese, Russian and Spanish the usual words for kinds, countries, times, lengths and what is not wanted are read; of others nothing."`
	Genres       []string     `json:"genres,omitempty" doc:"All must be there, one when any_genre is set."`
	AnyGenre     bool         `json:"any_genre,omitempty" doc:"One of the genres is enough."`
	NotGenres    []string     `json:"not_genres,omitempty"`
	Years        []Span       `json:"years,omitempty" doc:"The year must be in one of them."`
	NotYears     []Span       `json:"not_years,omitempty"`
	Runtime      *Span        `json:"runtime,omitempty" doc:"Minutes."`
	Votes        *NumberRange `json:"votes,omitempty" doc:"How many users rated it."`
	Rating       *NumberRange `json:"rating,omitempty" doc:"The user rating, 0 to 10."`
	Countries    []string     `json:"countries,omitempty" doc:"One must be there, ISO 3166-1 alpha-2."`
	NotCountries []string     `json:"not_countries,omitempty"`
	Languages    []string     `json:"languages,omitempty" doc:"One must be the original language, ISO 639-1."`
	NotLanguages []string     `json:"not_languages,omitempty"`
	SetIn        []string     `json:"set_in,omitempty" doc:"Where it is set, by keywords and synopsis: not where it was made."`
	NotSetIn     []string     `json:"not_set_in,omitempty"`
	People       []string     `json:"people,omitempty" doc:"All must have directed or acted in it, as the prompt says; one when any_person is set."`
	AnyPerson    bool         `json:"any_person,omitempty" doc:"One of the people is enough."`
	Roles        []PersonRole `json:"roles,omitempty" doc:"What those of people did of whom the prompt says it."`
	NotPeople    []string     `json:"not_people,omitempty"`
	Composers    []string     `json:"composers,omitempty" doc:"All must have written music for it."`
	Companies    []string     `json:"companies,omitempty" doc:"One must have produced it, in any of its records' spellings."`
	NotCompanies []string     `json:"not_companies,omitempty"`
	Like         []FilmRef    `json:"like,omitempty" doc:"Films to be like; they are not recommended."`
	Dislike      []FilmRef    `json:"dislike,omitempty" doc:"Films that are spoken of badly; they and what is most like them are not recommended."`
	Moods        []string     `json:"moods,omitempty" doc:"From the published list."`
	NotMoods     []string     `json:"not_moods,omitempty"`
	Themes       []string     `json:"themes,omitempty" doc:"Keywords, and words of synopses."`
	NotThemes    []string     `json:"not_themes,omitempty"`
	Words        string       `json:"words,omitempty" doc:"What is searched for among the films that meet the rest: of a text in a search what is left, of the description of one film all of it."`
	Acclaimed    bool         `json:"acclaimed,omitempty" doc:"Well rated."`
	Fame         string       `json:"fame,omitempty" enum:"famous,hidden"`
	Prizes       []string     `json:"prizes,omitempty" enum:"palme_dor,golden_lion,golden_bear,foreign_film_oscar,golden_globe,bafta,cesar,sundance" doc:"It has won one of them: the highest prize of Cannes, Venice, Berlin, the Academy's for a film not in English, a Golden Globe, BAFTA or César as best film, the grand jury prize of Sundance."`
	Oscars       string       `json:"oscars,omitempty" enum:"won,best_picture,nominated" doc:"best_picture: won as Best Picture."`
	Relaxed      []string     `json:"relaxed,omitempty" doc:"What no film had, and was given up: acclaimed, fame, genres, people (any of them will do)."`
	Fallback     bool         `json:"fallback,omitempty" doc:"No film answers the prompt: these are films within what let_go leaves of it."`
	Note         string       `json:"note,omitempty" doc:"One sentence for the reader when the prompt could not be answered as it stands."`
	Preferred    []string     `json:"preferred,omitempty" doc:"Which of genres, people, years, countries, languages and companies only order the answer: the prompt is a conversation that names films, or it describes one film from memory."`
	Unknown      []string     `json:"unknown,omitempty" doc:"Words that mean nothing here."`
	Ignored      []string     `json:"ignored,omitempty" doc:"What was not understood or had no effect, those of unknown included."`
}

// Empty reports whether no word of the prompt says what a film should be.
func (r *Request) Empty() bool {
	said := *r // without what says how the prompt was read, or how what else it says is meant
	said.Language, said.Words, said.Note, said.Fallback, said.AnyGenre, said.AnyPerson = "", "", "", false, false, false
	said.Roles, said.Relaxed, said.Preferred, said.Unknown, said.Ignored = nil, nil, nil, nil, nil
	for _, v := range reflect.ValueOf(said).Fields() {
		if v.Kind() == reflect.Slice && v.Len() > 0 || v.Kind() != reflect.Slice && !v.IsZero() {
			return false
		}
	}
	return true
}

// NotUnderstood reports whether the prompt says something, and nothing of it was understood or compared with films.
func (r *Request) NotUnderstood() bool {
	return r.Empty() && r.Words == "" && (len(r.Unknown) > 0 || r.Language != "")
}

// Span is a range, both ends included; an end that is nil is open.
type Span struct {
	From *int `json:"from,omitempty"`
	To   *int `json:"to,omitempty"`
}

// Has reports whether a number lies in the span.
func (s Span) Has(n int) bool { return (s.From == nil || n >= *s.From) && (s.To == nil || n <= *s.To) }

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

// NumberRange is a range of numbers. An end is included, unless Above or Below says otherwise.
type NumberRange struct {
	From  *float64 `json:"from,omitempty"`
	To    *float64 `json:"to,omitempty"`
	Above bool     `json:"above,omitempty" doc:"More than from, not from itself."`
	Below bool     `json:"below,omitempty" doc:"Less than to, not to itself."`
}

// narrowed returns the range with one bound more; s may be nil for no bound yet.
func (s *NumberRange) narrowed(is relation, value float64) *NumberRange {
	n := NumberRange{}
	if s != nil {
		n = *s
	}
	switch is {
	case below, atMost:
		n.To, n.Below = &value, is == below
	case above, atLeast:
		n.From, n.Above = &value, is == above
	default:
		n.From, n.To = &value, &value
	}
	return &n
}

// Has reports whether a number lies in the range; every number does for nil.
func (s *NumberRange) Has(v float64) bool {
	return s == nil || (s.From == nil || v > *s.From || v == *s.From && !s.Above) && (s.To == nil || v < *s.To || v == *s.To && !s.Below)
}

// FilmRef is a film by id and title.
type FilmRef struct {
	ID    film.ID `json:"filmdb_id"`
	Title string  `json:"title"`
}

// PersonRole is somebody and what they did.
type PersonRole struct {
	Name string `json:"name"`
	Role string `json:"role" enum:"director,actor,writer"`
}
