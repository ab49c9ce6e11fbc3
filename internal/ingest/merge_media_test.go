package ingest

import (
	"fmt"
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// REQ F2-79 to F2-81: each is what one source says, and nothing where none does.
func TestVideosPicturesAndWorksAreThoseOfTheBestRow(t *testing.T) {
	yes := true
	f := firstFilm(t,
		one(source.TitleBasics, "2026", basics(1)),
		one(source.ChartCrawl, "2026", source.Claim{ID: 1, Videos: []film.Video{{Site: "YouTube", Key: "old"}}, Images: []film.Image{{Kind: "backdrop", URL: source.ImageServer + "original/old.jpg"}}}),
		one(source.MoviedbRecord, "2026", source.Claim{
			ID: 1,
			Videos: []film.Video{
				{Site: "YouTube", Key: "unknown"}, {Site: "YouTube", Key: "clip", Kind: film.Known("clip"), Official: &yes}, {Site: "YouTube", Key: "fan", Kind: film.Known("trailer")},
				{Site: "Vimeo", Key: "1", Name: film.Known("Trailer"), Kind: film.Known("trailer"), Language: film.Known("en"), Official: &yes, PublishedAt: film.Known("2014-10-02T19:20:22Z")},
			},
			Images: []film.Image{{Kind: "poster", URL: source.ImageServer + "original/p.jpg", Language: film.Known("fr")}, {Kind: "backdrop", URL: source.ImageServer + "original/b.jpg", Width: film.Known(3840), Height: film.Known(2160)}},
		}),
		one(source.WikidataFilm, "2026", source.Claim{ID: 1, BasedOn: []film.Work{{ID: "Q2870", Title: film.Known("The Novel"), Kind: "novel", Authors: []string{"Ann Author", "Bo Writer"}}, {ID: "Q9"}}}),
	)
	var keys []string
	for _, v := range f.Videos {
		keys = append(keys, v.Key)
	}
	if !slices.Equal(keys, []string{"1", "fan", "clip", "unknown"}) {
		t.Errorf("videos %v", keys)
	}
	if v := f.Videos[0]; v.Site != "Vimeo" || *v.Name != "Trailer" || *v.Kind != "trailer" || *v.Language != "en" || !*v.Official || *v.PublishedAt != "2014-10-02T19:20:22Z" || v.Source != "moviedb" {
		t.Errorf("the trailer is %+v", v)
	}
	if v := f.Videos[3]; v.Kind != nil || v.Name != nil || v.Official != nil || v.PublishedAt != nil {
		t.Errorf("what nobody says is stated: %+v", v)
	}
	if len(f.Images) != 2 || f.Images[0].URL != "https://image.tmdb.org/t/p/original/b.jpg" || *f.Images[0].Width != 3840 || f.Images[0].Language != nil || f.Images[1].Height != nil || *f.Images[1].Language != "fr" {
		t.Errorf("pictures %+v", f.Images)
	}
	if len(f.BasedOn) != 2 || f.BasedOn[0].ID != "Q2870" || *f.BasedOn[0].Title != "The Novel" || f.BasedOn[1].Title != nil ||
		f.BasedOn[0].Described() != "The Novel (novel by Ann Author, Bo Writer)" || f.BasedOn[1].Kind != "" || f.BasedOn[1].Authors != nil ||
		f.BasedOn[0].Source != "wikidata" {
		t.Errorf("based on %+v", f.BasedOn)
	}
	if bare := firstFilm(t, one(source.TitleBasics, "2026", basics(1))); bare.Videos != nil || bare.Images != nil || bare.BasedOn != nil {
		t.Errorf("nothing is stated, and the film has %+v, %+v, %+v", bare.Videos, bare.Images, bare.BasedOn)
	}
}

// REQ F2-80
func TestVideosAreBoundedAndTrailersStay(t *testing.T) {
	var videos []film.Video
	for i := range 50 {
		videos = append(videos, film.Video{Site: "YouTube", Key: fmt.Sprint(i), Kind: film.Known([]string{"clip", "trailer"}[i/45])})
	}
	f := firstFilm(t, one(source.TitleBasics, "2026", basics(1)), one(source.MoviedbRecord, "2026", source.Claim{ID: 1, Videos: videos}))
	if len(f.Videos) != mostVideos || f.Videos[4].Key != "49" || film.VideoKinds[0] != *f.Videos[0].Kind {
		t.Errorf("%d videos, the fifth %+v", len(f.Videos), f.Videos[4])
	}
}
