package film

import (
	"encoding/json"
	"fmt"
)

// Filters are the conditions on films that lists, recommendations and the connector take, by
// their names (REQ F2-20 to F2-28, F2-45, M-19). A nil number is no condition, an empty text
// neither. What is out of range is compared as sent; the connector refuses it. The aliases
// are names that clients send by mistake: they are refused, and the error says which
// parameter was meant (REQ G-10). docs/decisions/0065 and package param explain the tags.
type Filters struct {
	Genre     string   `query:"genre" json:"genre,omitempty" nullable:"true" maxLength:"500" alias:"category" doc:"Names of genres, any case, separated by commas; all must match. Other usual names are understood: scifi, science fiction, noir. meta.unknown_genres names those that no film has." brief:"Drama,Crime: all must match. Of an unknown one, meta.unknown_genres tells the nearest." example:"Drama,Crime"`
	Decade    Decade   `query:"decade" json:"decade,omitempty" nullable:"true" allowed:"a decade such as 1990s or 1990" doc:"A decade, as 1990s or 1990." example:"1940s"`
	YearMin   *float64 `query:"year_min" json:"year_min,omitempty" nullable:"true" format:"int32" whole:"true" beyond:"accept" alias:"year,from,since,after,min_year" allowed:"a number" doc:"The first year of release." example:"1940"`
	YearMax   *float64 `query:"year_max" json:"year_max,omitempty" nullable:"true" format:"int32" whole:"true" beyond:"accept" alias:"year,to,until,before,max_year" allowed:"a number" doc:"The last year of release." example:"1959"`
	MinRating *float64 `query:"min_rating" json:"min_rating,omitempty" nullable:"true" minimum:"0" maximum:"10" beyond:"accept" alias:"rating,rating_min" allowed:"a number (ratings run from 0 to 10)" doc:"The least user rating." brief:"The least user rating, 0 to 10." example:"7.5"`
	MinScore  *float64 `query:"min_score" json:"min_score,omitempty" nullable:"true" minimum:"0" maximum:"100" beyond:"accept" alias:"score,score_min,master_score" allowed:"a number (scores run from 0 to 100)" doc:"The least master score." brief:"The least master score, 0 to 100." example:"60"`
	MinVotes  *float64 `query:"min_votes" json:"min_votes,omitempty" nullable:"true" format:"int32" alias:"votes,votes_min" allowed:"a number of votes" doc:"The least number of user votes." brief:"-" example:"1000"`
	Director  string   `query:"director" json:"director,omitempty" nullable:"true" maxLength:"500" doc:"Part of a director's name, any case." example:"reed"`
	Actor     string   `query:"actor" json:"actor,omitempty" nullable:"true" maxLength:"500" alias:"cast,person,star" doc:"Part of the name of anyone in the cast, any case." example:"cotten"`
	Language  string   `query:"language" json:"language,omitempty" nullable:"true" alias:"lang,original_language" doc:"Original language, ISO 639-1." brief:"Original language, ISO 639-1: en." example:"en"`
	Country   string   `query:"country" json:"country,omitempty" nullable:"true" alias:"countries,country_code,origin" doc:"A country it was made in, ISO 3166-1 alpha-2." brief:"A country it was made in, ISO 3166-1: KR." example:"GB"`
	HasPoster bool     `query:"has_poster" json:"has_poster,omitempty" nullable:"true" alias:"poster" doc:"true keeps only films that have a poster." brief:"-" example:"true"`
}

// Query returns the filters as a query. A decade that cannot be read is a fault of decade;
// everything else is for Check.
func (f *Filters) Query() (q Query, err error) {
	q = Query{
		Genres: ParseGenres(f.Genre), YearMin: f.YearMin, YearMax: f.YearMax,
		MinRating: f.MinRating, MinScore: f.MinScore, MinVotes: f.MinVotes,
		Director: f.Director, Actor: f.Actor, Language: f.Language, Country: f.Country, HasPoster: f.HasPoster,
	}
	q.Decade, err = f.Decade.First()
	return q, err
}

// Decade is a decade as it is written: 1990s or 1990; empty for none. In JSON it may also be a
// number.
type Decade string

// UnmarshalJSON reads "1990s", "1990" and 1990. Whether it is a decade is for First to say.
func (d *Decade) UnmarshalJSON(b []byte) error {
	var n json.Number
	if json.Unmarshal(b, (*string)(d)) == nil {
		return nil
	}
	if err := json.Unmarshal(b, &n); err != nil {
		return fmt.Errorf("read a decade: %w", err)
	}
	*d = Decade(n)
	return nil
}

// First returns the decade's first year, nil for none. What is no decade is a fault of
// decade.
func (d Decade) First() (*int, error) {
	if d == "" {
		return nil, nil
	}
	first, err := ParseDecade(string(d))
	return &first, err
}
