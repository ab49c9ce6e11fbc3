package param

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/fault"
)

// Shared is embedded, as parameters are that several doors have.
type Shared struct {
	Score *float64 `query:"score" json:"score,omitempty" minimum:"0" maximum:"10" beyond:"accept" doc:"Long." brief:"Short."`
	Year  *float64 `query:"year" json:"year,omitempty" whole:"true" beyond:"accept"`
	Votes *float64 `json:"votes,omitempty" brief:"-"`
}

type asked struct {
	Name  string   `json:"name" noun:"a name" minLength:"1" maxLength:"5"`
	Kind  string   `json:"kind,omitempty" enum:"Red,green"`
	Names []string `json:"names,omitempty" rest:"list" needed:"true" minItems:"1" maxItems:"2" itemMaxLength:"3"`
	Limit int      `json:"limit,omitempty" minimum:"1" maximum:"9" default:"3"`
	Flag  bool     `json:"flag,omitempty"`
	Other int
	Shared
}

func (asked) Describe() map[string]string { return map[string]string{"kind": "Made."} }

var (
	agents = NewReader[asked](Mode{Agents: true, Object: "arguments"})
	closed = NewReader[asked](Mode{Closed: true, Object: "body", Prefix: "body."})
)

// REQ L-06, E-12, M-16, M-38: what JSON becomes, and in which words it is refused.
func TestJSONIsRead(t *testing.T) {
	for body, want := range map[string]func(asked) bool{
		`{"name":"Åsa","names":["é"]}`:                           func(a asked) bool { return a.Limit == 3 && a.Kind == "" && a.Score == nil },
		`{"name":"a","names":["b"],"limit":null,"x":null}`:       func(a asked) bool { return a.Limit == 3 },
		`{"name":"a","names":["b"],"kind":"RED","flag":true}`:    func(a asked) bool { return a.Kind == "Red" && a.Flag },
		`{"name":"a","names":["b"],"score":10,"year":1990.0}`:    func(a asked) bool { return *a.Score == 10 && *a.Year == 1990 },
		`{"name":"a","names":["b"],"limit":9.0,"_":{}}`:          func(a asked) bool { return a.Limit == 9 && a.Other == 0 },
		`{"name":"a","names":["b"],"votes":null,"kind":"green"}`: func(a asked) bool { return a.Votes == nil },
		`{"name":"a","list":"b, ,c"}`:                            func(a asked) bool { return slices.Equal(a.Names, []string{"b", "c"}) },
		`{"name":"a","list":5,"names":["b"]}`:                    func(a asked) bool { return slices.Equal(a.Names, []string{"b"}) },
	} {
		if got, err := agents.Read([]byte(body)); err != nil || !want(got) {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
	}
	for body, want := range map[string]string{
		`[]`:                                       "arguments must be an object",
		`{}`:                                       "name is required: a name of 1 to 5 characters",
		`{"name":""}`:                              "name must be a name of 1 to 5 characters",
		`{"name":"éééééé"}`:                        "name must be a name of 1 to 5 characters",
		`{"name":5}`:                               "name must be a name of 1 to 5 characters",
		`{"name":"a"}`:                             "names is required: a list of 1 to 2 texts",
		`{"name":"a","names":[null]}`:              "names must be a list of 1 to 2 texts",
		`{"name":"a","names":["abcd"]}`:            "names must be a list of 1 to 2 texts",
		`{"name":"a","kind":"blue"}`:               "kind must be one of Red, green",
		`{"name":"a","names":["b"],"limit":10}`:    "limit must be an integer from 1 to 9",
		`{"name":"a","names":["b"],"limit":1.5}`:   "limit must be an integer from 1 to 9",
		`{"name":"a","names":["b"],"flag":"yes"}`:  "flag must be true or false",
		`{"name":"a","names":["b"],"score":11}`:    "score must be a number from 0 to 10",
		`{"name":"a","names":["b"],"year":1990.5}`: "year must be an integer",
		`{"name":"a","names":["b"],"score":1e400}`: "score must be a number from 0 to 10",
		`{"name":"a","list":["b"]}`:                "list must be a list of 1 to 2 texts",
		`{"nmae":5,"z":1,"name":5}`:                "there is no argument nmae here; did you mean name",
		`{"Other":5}`:                              "there is no argument Other here; there are name, kind, names, limit, flag, score, year",
		`{"votes":5}`:                              "there is no argument votes here; there are name, kind, names, limit, flag, score, year",
	} {
		if _, err := agents.Read([]byte(body)); err == nil || !strings.HasPrefix(fault.From(err).Message, strings.Split(want, ":")[0]) || !strings.HasSuffix(want, fault.From(err).Allowed) {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}

// REQ F2-46: where every name counts, one that is none is refused, and bounds are as loose as
// the tags say.
func TestAClosedObject(t *testing.T) {
	if got, err := closed.Read([]byte(`{"name":"a","score":11,"year":1990.5,"votes":5}`)); err != nil || *got.Score != 11 || *got.Year != 1990.5 || *got.Votes != 5 {
		t.Errorf("%+v, %v", got, err)
	}
	_, err := closed.Read([]byte(`{"name":"a","zz":1,"nmae":"b"}`))
	if f := fault.From(err); f.Param != "body.nmae" || !strings.Contains(f.Allowed, "name, kind, names, limit, flag, score") {
		t.Errorf("%v", err)
	}
}

// What was made in another way holds to the same bounds.
func TestCheck(t *testing.T) {
	fields := Of(reflect.TypeFor[asked](), "json")
	eleven := 11.0
	for name, c := range map[string]struct {
		asked asked
		param string
	}{
		"nothing":     {asked{}, "name"},
		"blank":       {asked{Name: " "}, "name"},
		"long":        {asked{Name: "abcdef"}, "name"},
		"a long list": {asked{Name: "a", Names: []string{"a", "b", "c"}}, "names"},
		"a long item": {asked{Name: "a", Names: []string{"abcd"}}, "names"},
		"a number":    {asked{Name: "a", Names: []string{"a"}, Limit: 10}, "limit"},
		"a pointer":   {asked{Name: "a", Names: []string{"a"}, Shared: Shared{Score: &eleven}}, "score"},
		"no such":     {asked{Name: "a", Kind: "blue"}, "kind"},
	} {
		if err := Check(fields, &c.asked); fault.From(err) == nil || fault.From(err).Param != c.param {
			t.Errorf("%s: %v, want a fault of %s", name, err, c.param)
		}
	}
	if err := Check(fields, &asked{Name: "a", Names: []string{"abc"}, Limit: 9}); err != nil {
		t.Error(err)
	}
}

// Agents are told in few words, and of nothing that is not meant for them.
func TestWhatAgentsAreTold(t *testing.T) {
	told := map[string]string{}
	for _, f := range agents.Fields {
		told[f.Name] = f.Doc
	}
	if _, ok := told["votes"]; ok || told["score"] != "Short." || told["kind"] != "Made." {
		t.Errorf("%v", told)
	}
}

// No object whatever makes reading panic, and what is read holds to its bounds.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`{"name":"a","names":["b"]}`, `{"limit":1e9}`, `null`, `{"names":[[]]}`, `{"score":-0}`} {
		f.Add([]byte(seed))
	}
	fields := Of(reflect.TypeFor[asked](), "json")
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := agents.Read(body)
		switch {
		case err != nil && fault.From(err) == nil:
			t.Fatalf("%q: %v", body, err)
		case err == nil && strings.TrimSpace(got.Name) != "" && Check(fields, &got) != nil && (got.Score == nil || *got.Score != 0):
			again, _ := json.Marshal(got)
			t.Fatalf("%q became %s: %v", body, again, Check(fields, &got))
		}
	})
}
