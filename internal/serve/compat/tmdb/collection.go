package tmdb

import (
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
)

// collectionDetail is a collection with its films.
type collectionDetail struct {
	collection
	Overview string     `json:"overview"`
	Parts    []listItem `json:"parts"`
	Images   *images    `json:"images,omitempty"`
}

// wholeCollection answers /3/collection/{id}: the films of a collection, the oldest first. One that
// no film is of is none.
func wholeCollection(x *wire.Exchange, p *movieParams) error {
	id := number(p.ID)
	found, err := x.Visit.Films(app.FilmsQuestion{
		Query: film.Query{Filters: film.Filters{Collection: strconv.Itoa(id)}, Sort: film.Sort{Field: "year"}},
		Page:  film.Page{Limit: app.MaxPage}, View: detailed, Fields: localeOf(x).fields() + ",collection",
	}).Answer(x.Context())
	if err != nil {
		return err
	}
	all, err := filmsOf(x, &found.Records)
	if err != nil {
		return err
	}
	if len(all) == 0 || all[0].Collection == nil {
		return fault.New(fault.NotFound, "no film is of a collection of this number")
	}
	c := collection{ID: id, Name: all[0].Collection.Name}
	detail := collectionDetail{collection: c, Parts: newList(x.Visit, all, "movie")}
	if slices.Contains(strings.Split(p.Append, ","), "images") {
		detail.Images = &images{Backdrops: []image{}, Logos: []image{}, Posters: []image{}} // of which none is known
	}
	return x.AnswerJSON(detail)
}
