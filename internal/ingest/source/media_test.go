package source

import (
	"fmt"
	"strings"
	"testing"

	"kinodex/internal/film"
)

const recordHead = `{"fetched_at":"2026-11-01T00:00:00Z","id":5,"imdb_id":"tt0000105","title":"A","original_title":"A","overview":"","release_date":"2001-02-03","vote_average":1,"vote_count":1,`

// REQ F2-80, F2-81
func TestRecordsGiveVideosAndPictures(t *testing.T) {
	got := reading(t, "r.ndjson", recordHead+`"backdrop_path":"/backdropOwn.jpg",`+
		`"videos":{"results":[{"id":"5c9294240e0a267cd516835f","iso_639_1":"en","iso_3166_1":"US","key":"BdJKm16Co6M","name":"A | Official Trailer","site":"YouTube","size":1080,"type":"Trailer","official":true,"published_at":"2014-10-02T19:20:22.000Z"},`+
		`{"iso_639_1":"xx","key":"123","name":"","site":"Vimeo","type":"Behind the Scenes","official":false,"published_at":"soon"},{"key":"BdJKm16Co6M","site":"YouTube","type":"Clip"},`+
		`{"key":"9","site":"YouTube","type":"Recap"},{"key":"<b>","site":"YouTube"},{"key":"8"}]},`+
		`"images":{"backdrops":[{"aspect_ratio":1.778,"height":2160,"iso_639_1":null,"file_path":"/wideone.jpg","vote_average":5.3,"vote_count":9,"width":3840}],`+
		`"logos":[{"height":-1,"iso_639_1":"en","file_path":"/logoone.svg","width":999999},{"file_path":"http://elsewhere.example/x.png"}],`+
		`"posters":[{"iso_639_1":"fr","file_path":"/poster1.jpg","width":2000,"height":3000},{"iso_639_1":"fr","file_path":"/poster1.jpg"},`+
		`{"iso_639_1":"fr","file_path":"/poster2.jpg"},{"iso_639_1":"fr","file_path":"/poster3.jpg"},{"iso_639_1":"de","file_path":"/poster4.jpg"}]}}`+"\n"+
		recordHead+`"backdrop_path":"/backdropOwn.jpg","images":{"backdrops":[],"posters":null},"videos":{"results":[]}}`+"\n")
	got.is(t, MoviedbRecord, 2)
	yes, no := true, false
	same(t, "videos", got.claims[0].Videos, []film.Video{
		{Site: "YouTube", Key: "BdJKm16Co6M", Name: film.Known("A | Official Trailer"), Kind: film.Known("trailer"), Language: film.Known("en"), Official: &yes, PublishedAt: film.Known("2014-10-02T19:20:22Z")},
		{Site: "Vimeo", Key: "123", Kind: film.Known("behind_the_scenes"), Official: &no}, {Site: "YouTube", Key: "9"},
	})
	same(t, "pictures", got.claims[0].Images, []film.Image{
		{Kind: "backdrop", URL: ImageServer + "original/wideone.jpg", Width: film.Known(3840), Height: film.Known(2160)}, {Kind: "logo", URL: ImageServer + "original/logoone.svg", Language: film.Known("en")},
		{Kind: "poster", URL: ImageServer + "original/poster1.jpg", Language: film.Known("fr"), Width: film.Known(2000), Height: film.Known(3000)},
		{Kind: "poster", URL: ImageServer + "original/poster2.jpg", Language: film.Known("fr")},
		{Kind: "poster", URL: ImageServer + "original/poster4.jpg", Language: film.Known("de")},
	})
	got.repaired(t, "video_unreadable", 2)
	got.repaired(t, "picture_address", 1)
	same(t, "its own backdrop", got.claims[1].Images, []film.Image{{Kind: "backdrop", URL: ImageServer + "original/backdropOwn.jpg"}})
	same(t, "no videos", got.claims[1].Videos, []film.Video(nil))
}

// REQ F2-80, F2-81: a film may have thousands of pictures.
func TestVideosAndPicturesOfARowAreBounded(t *testing.T) {
	var videos, posters []string
	for i := range 200 {
		videos = append(videos, fmt.Sprintf(`{"site":"YouTube","key":"k%d"}`, i))
		posters = append(posters, fmt.Sprintf(`{"iso_639_1":%q,"file_path":"/poster%d.jpg"}`, []string{"en", "fr", "de", "it", "es", "ru", "ja", "ko", "zh"}[i%9], i))
	}
	got := reading(t, "r.ndjson", recordHead+`"videos":{"results":[`+strings.Join(videos, ",")+`]},"images":{"posters":[`+strings.Join(posters, ",")+`]}}`+"\n")
	got.is(t, MoviedbRecord, 1)
	if c := got.claims[0]; len(c.Videos) != mostVideos || len(c.Images) != mostImages {
		t.Errorf("%d videos, %d pictures", len(c.Videos), len(c.Images))
	}
	got.repaired(t, "videos_left_out", 200-mostVideos)
}

// REQ F2-80, F2-81
func TestCrawlsAndTablesGiveATrailerAndABackdrop(t *testing.T) {
	const crawl = `{"tmdb_id":7,"imdb_id":"tt0000107","title":"C","overview":"","release_date":"2001-02-03","poster_url":null,"cast":[],`
	got := reading(t, "c.json", crawl+`"backdrop_url":"https://image.tmdb.org/t/p/w1280/lvyU838cy3m0.jpg","trailer_key":"zztJyEY8VuQ"}`)
	got.is(t, ChartCrawl, 1)
	same(t, "trailer", got.claims[0].Videos, []film.Video{{Site: "YouTube", Key: "zztJyEY8VuQ", Kind: film.Known("trailer")}})
	same(t, "backdrop", got.claims[0].Images, []film.Image{{Kind: "backdrop", URL: ImageServer + "original/lvyU838cy3m0.jpg"}})
	bare := reading(t, "c.json", crawl+`"backdrop_url":null,"trailer_key":null}`)
	same(t, "none", [2]int{len(bare.claims[0].Videos), len(bare.claims[0].Images)}, [2]int{})

	table := reading(t, "final_2015.csv", yearHead+"tt0000602,0.0,/backdrop6.jpg,,0.0,[],,268254,en,T,,0.6,,[],[],2001-01-02,0.0,0.0,[],Released,,T,0.0,3.0,1.0,PG\r\n")
	table.is(t, MoviedbYear, 1)
	same(t, "table", table.claims[0].Images, []film.Image{{Kind: "backdrop", URL: ImageServer + "original/backdrop6.jpg"}})
}

// REQ F2-79
func TestWikidataSaysWhatAFilmIsBasedOn(t *testing.T) {
	got := reading(t, "w.ndjson", `{"wikidata_id":"Q83495","imdb_id":"tt0000105","based_on":[{"wikidata_id":"Q2870","label":"Gone with the Wind",`+
		`"authors":[{"wikidata_id":"Q173540","label":"Margaret Mitchell"},{"wikidata_id":"Q8"}],"forms":[{"wikidata_id":"Q8261","label":"novel"}],`+
		`"classes":[{"wikidata_id":"Q7725634","label":"literary work"}]},{"wikidata_id":"Q9","classes":[{"wikidata_id":"Q11424","label":"film"}]},`+
		`{"wikidata_id":"L5"},{"label":"No id"}]}`+"\n"+
		`{"wikidata_id":null,"imdb_id":"tt0000106","based_on":[{"wikidata_id":"Q7"}]}`+"\n")
	got.is(t, WikidataFilm, 2)
	same(t, "works", got.claims[0].BasedOn, []film.Work{{ID: "Q2870", Title: film.Known("Gone with the Wind"), Kind: "novel", Authors: []string{"Margaret Mitchell"}}, {ID: "Q9", Kind: "film"}})
	same(t, "that alone", got.claims[1].BasedOn, []film.Work{{ID: "Q7"}})
}
