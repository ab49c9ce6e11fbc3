package part

import (
	"fmt"
	"net/url"

	"kinodex/internal/serve/table"
)

// Preset is a list of films that has a name.
type Preset struct {
	Name, About string
	Set         []string // names and values of parameters of the list of films
}

// What the presets ask for. A gem has a rating that films of many more votes have.
const (
	LovedRating = 7.5
	KnownVotes  = 1_000 // with fewer, a rating says little
	GemVotes    = 25_000
	ShortFilm   = 90 // minutes
)

// HiddenGems are films that few people rated, and rated well.
var HiddenGems = Preset{"Hidden gems", fmt.Sprintf("Rated %g or better by %s to %s people.", LovedRating, table.Number(KnownVotes, 0), table.Number(GemVotes, 0)),
	[]string{"min_rating", fmt.Sprint(LovedRating), "min_votes", fmt.Sprint(KnownVotes), "max_votes", fmt.Sprint(GemVotes), "sort", "master_score:desc"}}

// ShortAndLoved are films for an evening that is short.
var ShortAndLoved = Preset{"Short and loved", fmt.Sprintf("At most %d minutes long and rated %g or better.", ShortFilm, LovedRating),
	[]string{"max_runtime", fmt.Sprint(ShortFilm), "min_rating", fmt.Sprint(LovedRating), "min_votes", fmt.Sprint(KnownVotes), "sort", "master_score:desc"}}

// BestOf are the films of a year, the best first.
func BestOf(year int) Preset {
	return Preset{fmt.Sprint("Best of ", year), fmt.Sprintf("Films of %d, the best master score first.", year),
		[]string{"year_min", fmt.Sprint(year), "year_max", fmt.Sprint(year), "sort", "master_score:desc"}}
}

// Path returns the address of the list.
func (p Preset) Path() string { return Address("/films", p.Set...) }

// Is reports whether a query asks for the list and nothing else.
func (p Preset) Is(q url.Values) bool { return Address("/films", p.Set...) == "/films?"+q.Encode() }
