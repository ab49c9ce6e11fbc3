package serve_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"kinodex/internal/app"
	"kinodex/internal/apptest"
)

// Many films for the price of one, in order, each with what was asked and what
// was found.
func TestBatches(t *testing.T) {
	t.Parallel()
	s := open(t)
	a := s.post("/api/v2/films/batch", `{"films": ["tt0000101", {"filmdb_id":"TT0000110"}, {"moviedb_id": 520},
		{"title": "the crossing", "year": 1984}, "tt9999999", "nonsense", {"title":"The Crossing","year":1985}]}`)
	a.is(200).has("X-RateLimit-Remaining", "9999").has("ETag", "")
	var got struct {
		Data []struct {
			Query json.RawMessage
			Film  *struct {
				ID   string `json:"filmdb_id"`
				Cast []any
			}
			Error *struct{ Code, Message string }
		}
		Meta struct{ Requested, Found int }
	}
	if err := json.Unmarshal(a.body, &got); err != nil {
		t.Fatal(err)
	}
	want := []string{apptest.Crossing, apptest.Ensemble, apptest.It, apptest.CrossingTwin, "", "", ""}
	if len(got.Data) != len(want) || got.Meta.Requested != 7 || got.Meta.Found != 4 {
		t.Fatalf("%d items, meta %+v", len(got.Data), got.Meta)
	}
	for i, item := range got.Data {
		switch {
		case want[i] == "":
			if item.Film != nil || item.Error == nil || item.Error.Code != "film_not_found" {
				t.Errorf("item %d: %+v", i, item)
			}
		case item.Error != nil || item.Film == nil || item.Film.ID != want[i]:
			t.Errorf("item %d: %+v, want %s", i, item, want[i])
		}
	}
	if string(got.Data[2].Query) != `{"moviedb_id": 520}` || string(got.Data[4].Query) != `"tt9999999"` {
		t.Errorf("queries are not echoed: %s, %s", got.Data[2].Query, got.Data[4].Query)
	}
	if len(got.Data[1].Film.Cast) != 5 {
		t.Errorf("%d in the cast of a film in list mode", len(got.Data[1].Film.Cast))
	}
	detail := s.post("/api/v2/films/batch", `{"films":["`+apptest.Ensemble+`"],"mode":"detail"}`).is(200)
	film := strings.TrimSuffix(strings.TrimPrefix(string(s.get("/api/v2/films/"+apptest.Ensemble).body), `{"data":`), "}")
	if !strings.Contains(string(detail.body), film) {
		t.Error("a batch in detail mode differs from the detail")
	}
	part := s.post("/api/v2/films/batch", `{"films":["tt0000101"],"fields":"year"}`).is(200)
	if want := `{"data":[{"query":"tt0000101","film":{"filmdb_id":"tt0000101","year":1948},"error":null}],"meta":{"requested":1,"found":1}}`; string(part.body) != want {
		t.Errorf("%s, want %s", part.body, want)
	}
	var hundred []string
	for i := range 100 {
		hundred = append(hundred, fmt.Sprintf(`"tt%07d"`, 101+i))
	}
	s.post("/api/v2/films/batch", `{"films":[`+strings.Join(hundred, ",")+`]}`).is(200)
}

// Fields are named in a list, too.
func TestFieldsOfABatchMayBeAList(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, c := range []struct{ list, text string }{
		{`["year","ratings.filmdb"]`, `"year,ratings.filmdb"`}, {`["title"]`, `"title"`}, {`["title, year"]`, `"title,year"`}, {`[]`, `""`}, {`null`, `""`},
	} {
		body := func(fields string) string {
			return `{"films":["` + apptest.Crossing + `","tt9999999"],"fields":` + fields + `}`
		}
		list, text := s.post("/api/v2/films/batch", body(c.list)).is(200), s.post("/api/v2/films/batch", body(c.text)).is(200)
		if string(list.body) != string(text.body) {
			t.Errorf("%s answers %s, %s answers %s", c.list, list.body, c.text, text.body)
		}
	}
	for _, fields := range []string{`5`, `{"title":1}`, `["title",5]`, `["title",null]`, `[["title"]]`} {
		if e := s.post("/api/v2/films/batch", `{"films":["tt0000101"],"fields":`+fields+`}`).fails(400, "invalid_parameter"); e.Param != "fields" {
			t.Errorf("%s: %+v", fields, e)
		}
	}
}

// REQ F2-61: a string of a batch is read as one of ids; what is none is told its form, in one text.
func TestItemsOfABatchAreReferences(t *testing.T) {
	t.Parallel()
	s := open(t)
	var got struct {
		Data []struct {
			Film *struct {
				ID string `json:"filmdb_id"`
			}
			Error *struct{ Message string }
		}
	}
	a := s.post("/api/v2/films/batch", `{"films":["moviedb:520","filmdb:tt0000101","wikidata:Q110"," tt0000101","moviedb:999999","tt9999999","The Crossing","113277",{"title":"It","year":1800}]}`).is(200)
	if err := json.Unmarshal(a.body, &got); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{apptest.It, apptest.Crossing, apptest.Ensemble, apptest.Crossing} {
		if film := got.Data[i].Film; film == nil || film.ID != want {
			t.Errorf("item %d: %+v, want %s", i, film, want)
		}
	}
	const form = "no film has this id: it must be " + app.ReferenceForm
	for i, want := range map[int]string{4: "no film has this id", 5: "no film has this id", 6: form, 7: form, 8: "no film has this title and year"} {
		if e := got.Data[i].Error; e == nil || e.Message != want {
			t.Errorf("item %d: %+v, want %q", i, e, want)
		}
	}
	for _, item := range []string{`603`, `{"title":"Heat"}`, `{}`, `null`, `["tt1"]`} {
		e := s.post("/api/v2/films/batch", `{"films":[`+item+`]}`).fails(400, "invalid_parameter")
		if e.Param != "films[0]" || !strings.Contains(e.Allowed, app.ReferenceForm) || !strings.Contains(e.Allowed, "both title and year") {
			t.Errorf("%s: %+v", item, e)
		}
	}
}
