package film

import (
	"encoding/binary"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"kinodex/internal/fault"
	"kinodex/internal/film/filmtest"
)

func ptr[T any](v T) *T { return &v }

// heat is a film with something in every field.
func heat() *Film {
	f := new(Film)
	if err := json.Unmarshal([]byte(filmtest.Film(filmtest.Full)), f); err != nil {
		panic(err)
	}
	return f
}

// A field that the sample film lacks would be held by no test of the views.
func TestTheSampleFilmHasEveryField(t *testing.T) {
	lacking := map[string]bool{}
	var look func(name string, v reflect.Value)
	look = func(name string, v reflect.Value) {
		if _, seen := lacking[name]; !seen {
			lacking[name] = true
		}
		if v.IsZero() {
			return
		}
		lacking[name] = false
		switch v.Kind() {
		case reflect.Pointer:
			look(name, v.Elem())
		case reflect.Struct:
			for i := range v.NumField() {
				look(name+"."+v.Type().Field(i).Name, v.Field(i))
			}
		case reflect.Slice:
			for i := range v.Len() {
				look(name, v.Index(i))
			}
		case reflect.Map:
			for _, key := range v.MapKeys() {
				look(name, v.MapIndex(key))
			}
		}
	}
	look("Film", reflect.ValueOf(*heat()))
	for name, lacks := range lacking {
		if lacks {
			t.Errorf("the film %s of filmtest has no %s", filmtest.Full, name)
		}
	}
}

// Every sample is a film, of which each member is a field.
func TestSamplesHaveNoOtherMembers(t *testing.T) {
	for _, text := range append(filmtest.Catalogue(), filmtest.Film(filmtest.Example), filmtest.Film(filmtest.Full)) {
		d := json.NewDecoder(strings.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(new(Film)); err != nil {
			t.Errorf("%v: %s", err, text)
		}
	}
}

func record(t *testing.T, v View, f *Film) Record {
	t.Helper()
	b, ends := v.Append([]byte("before"), nil, f)
	if len(ends) != v.Ended() {
		t.Fatalf("%s: %d ends encoded, of %d fields", v, len(ends), v.Ended())
	}
	r := Record{JSON: b[len("before"):]}
	for _, e := range ends {
		r.Ends = binary.LittleEndian.AppendUint32(r.Ends, e)
	}
	return r
}

func TestDetailViewDecodesToTheSameFilm(t *testing.T) { // REQ F2-01, F2-03, F2-12, F2-16
	want := heat()
	b := record(t, Detail, want).AppendTo(nil, nil, "")
	got := new(Film)
	if err := json.Unmarshal(b, got); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	want.Links.Self, want.Links.Similar = "/api/v2/films/tt0113277", ptr("/api/v2/films/tt0113277/similar")
	want.Links.PosterAnalysis = ptr("/api/v2/films/tt0113277/poster/analysis")
	want.Ratings.MasterScore = 88.13 // two decimals, REQ G-17
	want.WatchProviders["US"] = Watching{Flatrate: []string{"Netflix"}, Rent: []string{}, Buy: []string{}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// A film whose maker left its own id out of the ids elsewhere is encoded with it, so
// that every record can be decoded.
func TestARecordNamesItsFilmAmongTheIdsElsewhere(t *testing.T) { // REQ F2-12
	record, _ := Detail.Append(nil, nil, &Film{ID: 42})
	var back Film
	if err := json.Unmarshal(record, &back); err != nil {
		t.Fatal(err)
	}
	if back.ExternalIDs.FilmdbID != 42 {
		t.Errorf("the film's own id elsewhere is %v", back.ExternalIDs.FilmdbID)
	}
}

func TestViewsHaveTheStatedFieldsInOrder(t *testing.T) { // REQ F1-01, F2-02, F2-09, F2-13
	for _, v := range Views {
		for _, f := range []*Film{heat(), {ID: 1, Title: "bare"}} {
			r := record(t, v, f)
			for i, name := range v.Fields() {
				if !strings.HasPrefix(string(r.field(i)), `"`+name+`":`) {
					t.Errorf("%s: field %d is %.40s, want %s", v, i, r.field(i), name)
				}
				if !json.Valid(appendBased(nil, r.Value(i), "b")) {
					t.Errorf("%s: %s is not JSON: %s", v, name, r.Value(i))
				}
			}
		}
	}
}

// REQ F2-82: a record of a library that was built before there were the last fields of the
// detail view is answered with them, empty, whichever of them it lacks.
func TestALaterFieldThatARecordLacksIsEmpty(t *testing.T) {
	whole := record(t, Detail, heat())
	later := Detail.Fields()[Detail.Ended():]
	if strings.Join(later, " ") != "based_on videos images" || List.Ended() != len(List.Fields()) || Flat.Ended() != len(Flat.Fields()) {
		t.Fatalf("later fields: %v", later)
	}
	for has := range len(later) + 1 {
		short := Record{Ends: whole.Ends, JSON: append([]byte(nil), whole.JSON...)}
		for i := len(later) - 1; i >= has; i-- {
			short.JSON = append(short.JSON[:len(short.JSON)-len(whole.field(Detail.Ended()+i))-2], '}')
		}
		if has < len(later) && strings.Contains(string(short.JSON), `"`+later[has]+`":`) || !json.Valid(appendBased(nil, short.JSON, "")) {
			t.Fatalf("%d later fields: %s", has, short.JSON)
		}
		var want map[string]any
		if err := json.Unmarshal(whole.AppendTo(nil, nil, "http://h"), &want); err != nil {
			t.Fatal(err)
		}
		for _, name := range later[has:] {
			want[name] = []any{}
		}
		var got, encoded map[string]any
		if err := json.Unmarshal(short.AppendTo(nil, nil, "http://h"), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d later fields: %v, %v", has, got, err)
		}
		if err := json.Unmarshal(appendBased(nil, short.Encoded(nil), "http://h"), &encoded); err != nil || !reflect.DeepEqual(encoded, want) {
			t.Errorf("%d later fields, encoded: %v, %v", has, encoded, err)
		}
		for i, name := range later {
			p, err := Detail.Project(name)
			if err != nil {
				t.Fatal(err)
			}
			value := string(whole.Value(Detail.Ended() + i))
			if i >= has {
				value = "[]"
			}
			if got, want := string(short.AppendTo(nil, p, "")), `{"filmdb_id":"tt0113277","`+name+`":`+value+`}`; got != want {
				t.Errorf("%d later fields, projected: %s, want %s", has, got, want)
			}
		}
	}
}

func TestMissingValuesAreNull(t *testing.T) { // REQ G-16, F1-05, F2-06
	var list, flat map[string]any
	bare := &Film{ID: 7, Title: "Bare"}
	for v, m := range map[View]*map[string]any{List: &list, Flat: &flat} {
		if err := json.Unmarshal(record(t, v, bare).AppendTo(nil, nil, ""), m); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"year", "runtime", "overview", "tagline", "language", "director"} {
		if v, ok := list[name]; !ok || v != nil {
			t.Errorf("list view: %s = %v, want null", name, v)
		}
		if v, ok := flat[name]; !ok || v != nil {
			t.Errorf("flat view: %s = %v, want null", name, v)
		}
	}
	if flat["genres"] != nil {
		t.Errorf("flat genres = %v, want null", flat["genres"])
	}
	for _, name := range []string{"cast", "keywords"} {
		if a, ok := flat[name].([]any); !ok || len(a) != 0 {
			t.Errorf("flat %s = %v, want []", name, flat[name])
		}
	}
	want := map[string]any{"url": nil, "source": nil}
	if !reflect.DeepEqual(list["poster"], want) {
		t.Errorf("poster = %v, want %v", list["poster"], want)
	}
}

func TestFlatViewHasNumbersWhereStated(t *testing.T) { // REQ F1-03, G-17
	var flat map[string]any
	if err := json.Unmarshal(record(t, Flat, heat()).AppendTo(nil, nil, ""), &flat); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"year", "runtime", "oscar_noms", "oscar_wins", "budget", "worldwide_gross"} {
		if n, ok := flat[name].(float64); !ok || n != float64(int64(n)) {
			t.Errorf("%s = %v, want an integer", name, flat[name])
		}
	}
	for _, name := range []string{"filmdb_rating", "critic_score", "moviedb_rating", "master_score", "roi"} {
		if _, ok := flat[name].(float64); !ok {
			t.Errorf("%s = %v, want a number", name, flat[name])
		}
	}
}

func TestFlatViewJoinsAndNames(t *testing.T) { // REQ F1-02, F1-04
	var flat struct {
		Genres string
		Crew   []string
		Cast   []string
	}
	if err := json.Unmarshal(record(t, Flat, heat()).AppendTo(nil, nil, ""), &flat); err != nil {
		t.Fatal(err)
	}
	if flat.Genres != "Action, Crime" {
		t.Errorf("genres = %q", flat.Genres)
	}
	if want := []string{"Michael Mann (Director)", "Deborah L. Scott (Costume Design)"}; !reflect.DeepEqual(flat.Crew, want) {
		t.Errorf("crew = %q, want %q", flat.Crew, want)
	}
	if len(flat.Cast) != 6 {
		t.Errorf("cast has %d, want all 6", len(flat.Cast))
	}
}

func TestListViewCutsCastAndCrew(t *testing.T) { // REQ F2-08
	var list struct {
		Cast        []Role
		CrewSummary Crew `json:"crew_summary"`
	}
	if err := json.Unmarshal(record(t, List, heat()).AppendTo(nil, nil, ""), &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Cast) != TopCast {
		t.Errorf("cast has %d, want %d", len(list.Cast), TopCast)
	}
	if _, ok := list.CrewSummary["costume"]; ok || len(list.CrewSummary["directing"]) != 1 {
		t.Errorf("crew = %v, want the key departments only", list.CrewSummary)
	}
}

func TestProjection(t *testing.T) { // REQ F1-21 to F1-23, F2-30
	for _, c := range []struct {
		view   View
		fields string
		want   string
	}{
		{List, "title,year", `{"filmdb_id":"tt0113277","title":"Heat \"quoted\" \\ <b>","year":1995}`},
		{List, " year , nonsense ", `{"filmdb_id":"tt0113277","year":1995}`},
		{List, "ratings.filmdb,ratings.master_score", `{"filmdb_id":"tt0113277","ratings":{"filmdb":8.3,"master_score":88.13}}`},
		{List, "box_office.budget_original", `{"filmdb_id":"tt0113277","box_office":{"budget_original":{"amount":5,"currency":"FRF"}}}`},
		{List, "crew_summary.directing", `{"filmdb_id":"tt0113277","crew_summary":{"directing":[{"name":"Michael Mann","job":"Director"}]}}`},
		{List, "ratings.filmdb,ratings", `{"filmdb_id":"tt0113277","ratings":` +
			`{"filmdb":8.3,"filmdb_votes":700000,"critics":76,"moviedb":7.9,"moviedb_votes":7000,"master_score":88.13}}`},
		{List, "links.self", `{"filmdb_id":"tt0113277","links":{"self":"http://h/api/v2/films/tt0113277"}}`},
		{Flat, "t,y,ir", `{"filmdb_id":"tt0113277","title":"Heat \"quoted\" \\ <b>","year":1995,"filmdb_rating":8.3}`},
		{Flat, "id", `{"filmdb_id":"tt0113277"}`},
	} {
		p, err := c.view.Project(c.fields)
		if err != nil {
			t.Errorf("%s %q: %v", c.view, c.fields, err)
			continue
		}
		if got := string(record(t, c.view, heat()).AppendTo(nil, p, "http://h")); got != c.want {
			t.Errorf("%s %q:\n got %s\nwant %s", c.view, c.fields, got, c.want)
		}
	}
}

func TestProjectionOfNothingKnownIsRefused(t *testing.T) { // REQ F1-22
	for _, fields := range []string{"nonsense", ",,", "ratings.nonsense", "id"} {
		_, err := List.Project(fields)
		if !fault.Is(err, fault.InvalidParameter) || fault.From(err).Param != "fields" {
			t.Errorf("%q: %v, want a fault of fields", fields, err)
		}
	}
	if p, err := Flat.Project(""); p != nil || err != nil {
		t.Errorf("no fields: %v, %v, want all", p, err)
	}
}

func TestEveryProjectionOfEveryFieldIsJSON(t *testing.T) {
	for _, v := range Views {
		for _, f := range viewFields[v] {
			names := []string{f.name}
			for _, key := range f.keys {
				names = append(names, f.name+"."+key)
			}
			for _, n := range names {
				p, err := v.Project(n)
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range []*Film{heat(), {ID: 1, Title: "bare"}} {
					if b := record(t, v, f).AppendTo(nil, p, "http://h"); !json.Valid(b) {
						t.Errorf("%s %s: %s", v, n, b)
					}
				}
			}
		}
	}
}

func BenchmarkRecordAppend(b *testing.B) {
	enc, ends := List.Append(nil, nil, heat())
	r := Record{JSON: enc}
	for _, e := range ends {
		r.Ends = binary.LittleEndian.AppendUint32(r.Ends, e)
	}
	some, _ := List.Project("title,year,ratings.filmdb")
	for name, p := range map[string]*Projection{"whole": nil, "projected": some} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				buf = r.AppendTo(buf[:0], p, "http://localhost:8080")
			}
		})
	}
}
