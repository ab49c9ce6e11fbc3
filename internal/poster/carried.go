package poster

import (
	"encoding/json"
	"fmt"

	"kinodex/internal/film"
	"kinodex/internal/poster/vision"
)

// CarriedReading is what was read of a film's poster, without the picture: it is not in
// the bucket, and nothing says that it was.
type CarriedReading struct {
	Film film.ID `json:"filmdb_id"`
	// Analysis is a vision.Reading whose Origin is vision.Carried.
	Analysis json.RawMessage `json:"analysis"`
}

// Carried gives the reading of a film's poster as it goes elsewhere, without the
// picture; false when there is none, or none by the present method.
// The analysis is a copy, good after Close.
func (x *Collection) Carried(id film.ID) (c CarriedReading, ok bool, err error) {
	i, ok := x.Find(id)
	if !ok {
		return c, false, nil
	}
	r, err := decode(x.readings.at(i))
	if r == nil || err != nil {
		return c, false, err
	}
	r.Origin = vision.Carried
	c.Film = id
	c.Analysis, err = json.Marshal(r)
	return c, err == nil, err
}

// WithCarried gives the stored posters and, for the films that have none, the
// readings that are carried. It does not change s, which may be nil. A reading by
// another method is left out.
func (s *StoredPosters) WithCarried(all []CarriedReading) (*StoredPosters, error) {
	both := &StoredPosters{posters: make(map[film.ID]storedPoster, len(all)+s.Len())}
	for _, c := range all {
		r, err := decode(c.Analysis)
		switch {
		case err != nil:
			return nil, fmt.Errorf("the carried reading of %s: %w", c.Film, err)
		case r == nil:
			continue
		case r.Origin != vision.Carried:
			return nil, fmt.Errorf("the reading of %s does not say that it is carried", c.Film)
		}
		both.posters[c.Film] = storedPoster{analysis: c.Analysis, reading: r}
	}
	if s == nil {
		return both, nil
	}
	both.Damaged = s.Damaged
	for id, p := range s.posters {
		both.posters[id] = p
	}
	return both, nil
}
