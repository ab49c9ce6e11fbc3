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
	Genre          string        `query:"genre" json:"genre,omitempty" nullable:"true" maxLength:"500" alias:"category" doc:"Names of genres, any case, separated by commas; all must match. Other usual names are understood: scifi, science fiction, noir. meta.unknown_genres names those that no film has." brief:"Drama,Crime: all must match. Of an unknown one, meta.unknown_genres tells the nearest." example:"Drama,Crime"`
	Decade         Decade        `query:"decade" json:"decade,omitempty" nullable:"true" allowed:"a decade such as 1990s or 1990" doc:"A decade, as 1990s or 1990." example:"1940s"`
	YearMin        *float64      `query:"year_min" json:"year_min,omitempty" nullable:"true" format:"int32" whole:"true" beyond:"accept" alias:"year,from,since,after,min_year,year_from,start_year,release_year" allowed:"a number" doc:"The first year of release." example:"1940"`
	YearMax        *float64      `query:"year_max" json:"year_max,omitempty" nullable:"true" format:"int32" whole:"true" beyond:"accept" alias:"year,to,until,before,max_year,year_to,end_year,release_year" allowed:"a number" doc:"The last year of release." example:"1959"`
	MinRating      *float64      `query:"min_rating" json:"min_rating,omitempty" nullable:"true" minimum:"0" maximum:"10" beyond:"accept" alias:"rating,rating_min" allowed:"a number (ratings run from 0 to 10)" doc:"The least user rating." brief:"The least user rating, 0 to 10." example:"7.5"`
	MinScore       *float64      `query:"min_score" json:"min_score,omitempty" nullable:"true" minimum:"0" maximum:"100" beyond:"accept" alias:"score,score_min,master_score" allowed:"a number (scores run from 0 to 100)" doc:"The least master score." brief:"The least master score, 0 to 100." example:"60"`
	MinVotes       *float64      `query:"min_votes" json:"min_votes,omitempty" nullable:"true" format:"int32" alias:"votes,votes_min" allowed:"a number of votes" doc:"The least number of user votes." brief:"-" example:"1000"`
	Director       string        `query:"director" json:"director,omitempty" nullable:"true" maxLength:"500" doc:"Part of a director's name, any case." example:"reed"`
	Actor          string        `query:"actor" json:"actor,omitempty" nullable:"true" maxLength:"500" alias:"cast,person,star" doc:"Part of the name of anyone in the cast, any case." example:"cotten"`
	Language       string        `query:"language" json:"language,omitempty" nullable:"true" alias:"lang,original_language" doc:"Original language, ISO 639-1." brief:"Original language, ISO 639-1: en." example:"en"`
	Country        string        `query:"country" json:"country,omitempty" nullable:"true" alias:"countries,country_code,origin" doc:"A country it was made in, ISO 3166-1 alpha-2." brief:"A country it was made in, ISO 3166-1: KR." example:"GB"`
	Collection     string        `query:"collection" json:"collection,omitempty" nullable:"true" maxLength:"500" alias:"franchise,series,collection_id" doc:"A series of films: the movie database's id of it, or its whole name in any case, with or without Collection at its end." brief:"A series of films, by name or id." example:"Toy Story"`
	Certification  string        `query:"certification" json:"certification,omitempty" nullable:"true" maxLength:"500" alias:"certificate,rated,mpaa,content_rating,age_rating" doc:"For whom a film is: a mark with its country before it, as GB:12A. Without a country it is the United States'. Of several between commas a film must have one." brief:"PG-13, or with a country GB:12A." example:"PG,GB:12A"`
	ReleasedAfter  string        `query:"released_after" json:"released_after,omitempty" nullable:"true" alias:"release_date_min,released_from,released_since" allowed:"a day such as 1999-12-31, a month such as 1999-12, or a year" doc:"The first day of release_date, that day included. Of a month or year it is the first day." brief:"-" example:"1948"`
	ReleasedBefore string        `query:"released_before" json:"released_before,omitempty" nullable:"true" alias:"release_date_max,released_to,released_until" allowed:"a day such as 1999-12-31, a month such as 1999-12, or a year" doc:"The last day of release_date, that day included. Of a month or year it is the last day." brief:"-" example:"1949-06"`
	Released       ReleaseWindow `query:"released" json:"released,omitempty" nullable:"true" enum:"recent,upcoming" alias:"release" doc:"recent keeps the films whose release_date is one of the 90 days up to the day on which the library was built, upcoming those of later days." brief:"-" example:"recent"`

	HasPoster bool `query:"has_poster" json:"has_poster,omitempty" nullable:"true" alias:"poster" doc:"true keeps only films that have a poster." brief:"-" example:"true"`
}

// Query returns the filters as a query. A decade that cannot be read is a fault of decade;
// everything else is for Check.
func (f *Filters) Query() (q Query, err error) {
	q = Query{
		Genres: ParseGenres(f.Genre), YearMin: f.YearMin, YearMax: f.YearMax,
		MinRating: f.MinRating, MinScore: f.MinScore, MinVotes: f.MinVotes,
		Director: f.Director, Actor: f.Actor, Language: f.Language, Country: f.Country, HasPoster: f.HasPoster,
		Collection: f.Collection, Certification: f.Certification, ReleasedAfter: f.ReleasedAfter, ReleasedBefore: f.ReleasedBefore, Released: f.Released,
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
