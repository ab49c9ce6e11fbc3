package film

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// What the detail view encodes, and what encoding/json makes of a film, is read without
// encoding/json.
func TestDecodeReadsWhatIsEncoded(t *testing.T) {
	bare, full := &Film{ID: 1, Title: "bare"}, heat()
	bare.ExternalIDs.FilmdbID = bare.ID
	for _, f := range []*Film{full, bare, {ID: 2, ExternalIDs: ExternalIDs{FilmdbID: 2}, CrewSummary: Crew{}, Keywords: []string{}, Images: []Image{}}} {
		marshalled, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, encoded := range [][]byte{record(t, Detail, f).AppendTo(nil, nil, ""), record(t, List, f).AppendTo(nil, nil, ""), marshalled} {
			var got, want Film
			if err := json.Unmarshal(encoded, &want); err != nil {
				t.Fatal(err)
			}
			d := decoder{string(encoded)}
			if !readFilm(&d, reflect.ValueOf(&got).Elem()) || len(d.rest) > 0 {
				t.Errorf("given up before %.40q of\n%s", d.rest, encoded)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		}
	}
}

// oddFilms are films as the views do not encode them, and what is no film.
var oddFilms = []string{
	``, `null`, `{}`, `[]`, `{"title":"a"} `, ` {"title":"a"}`, "{\"title\":\"a\"}\n", `{"title":"a"}x`, `{"title":"a",}`, `{,"title":"a"}`,
	`{"title":null}`, `{"title":1}`, `{"TITLE":"a"}`, `{"title":"a","year":1999,"title":"b"}`, `{"year":1999,"title":"b"}`, `{"unknown":1,"title":"b"}`,
	`{"title":"\u00e9\ud83d\ude00\n\"\\"}`, `{"title":"\ud83d"}`, "{\"title\":\"\xff\"}", "{\"title\":\"a\x01\"}", `{"title":"\x"}`, `{"title":"a`, `{"title":"a\"}`,
	`{"year":1999.0}`, `{"year":1e3}`, `{"year":01}`, `{"year":-0}`, `{"year":-}`, `{"year":99999999999999999999}`, `{"year":+1}`, `{"year":1_0}`, `{"year":0x10}`,
	`{"ratings":{"filmdb":7.25,"critics":-1}}`, `{"ratings":{"filmdb":.5}}`, `{"ratings":{"filmdb":5.}}`, `{"ratings":{"filmdb":1e400}}`, `{"ratings":{"filmdb":NaN}}`,
	`{"filmdb_id":"tt0000001"}`, `{"filmdb_id":"TT1"}`, `{"filmdb_id":"1"}`, `{"filmdb_id":null}`, `{"genres":null}`, `{"genres":[]}`, `{"genres":["a","b"]}`, `{"genres":["a",]}`, `{"genres":["a" ,"b"]}`,
	`{"crew_summary":null}`, `{"crew_summary":{}}`, `{"crew_summary":{"art":[{"name":"a","job":"b"}]}}`, `{"crew_summary":{"art":[],"art":[{"name":"a","job":"b"}]}}`, `{"crew_summary":{"art":null,}}`, `{"crew_summary":}}`, `{"crew_summary":{,}}`,
	`{"box_office":{"budget_original":null}}`, `{"box_office":{"budget_original":{"amount":1,"currency":"FRF"}}}`, `{"box_office":null}`,
	`{"videos":[{"official":true},{"official":false},{"official":null}]}`, `{"videos":[{"official":tru}]}`, `{"cast":[{"name":"a"},{"order":1}]}`,
}

// FuzzDecode holds Decode against json.Unmarshal, which it must not differ from.
func FuzzDecode(f *testing.F) {
	for _, odd := range oddFilms {
		f.Add([]byte(odd))
	}
	marshalled, _ := json.Marshal(heat())
	f.Add(marshalled)
	f.Add([]byte(strings.Replace(string(marshalled), `"US"`, `"U\u0053"`, -1)))
	f.Fuzz(func(t *testing.T, encoded []byte) {
		var want Film
		wrong := json.Unmarshal(encoded, &want)
		got, err := Decode(string(encoded))
		if (err != nil) != (wrong != nil) {
			t.Fatalf("%v, encoding/json: %v", err, wrong)
		}
		if err == nil && !reflect.DeepEqual(*got, want) {
			t.Errorf("got  %+v\nwant %+v", *got, want)
		}
	})
}

// BenchmarkDecode compares Decode with json.Unmarshal.
func BenchmarkDecode(b *testing.B) {
	record, _ := Detail.Append(nil, nil, heat())
	encoded := appendBased(nil, record, "")
	text := string(encoded)
	for name, decode := range map[string]func() error{
		"Decode":    func() error { _, err := Decode(text); return err },
		"Unmarshal": func() error { return json.Unmarshal(encoded, new(Film)) },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(encoded)))
			for b.Loop() {
				if err := decode(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
