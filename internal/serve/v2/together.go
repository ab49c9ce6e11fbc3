package v2

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
	"kinodex/internal/taste/prompt"
)

// togetherBody is the body of /recommend/together (REQ F2-84). A nil Limit stands for 6.
type togetherBody struct {
	People    []app.Person `json:"people" minItems:"2" maxItems:"8" doc:"Those who want to watch a film together. Each says something in liked, prompt or ratings."`
	Minutes   *int         `json:"minutes,omitempty" nullable:"true" minimum:"1" maximum:"1000" doc:"The longest running time. A film whose running time is unknown is left out." example:"130"`
	Languages []string     `json:"languages,omitempty" maxItems:"30" doc:"Original languages, ISO 639-1, of which a film has one."`
	Genres    []string     `json:"genres,omitempty" maxItems:"30" doc:"Genres of which a film has one, in any case and by any usual name. One that no film has is an error."`
	Exclude   []string     `json:"exclude,omitempty" maxItems:"10000" doc:"Films not to recommend, by id, title, or title and year."`
	Limit     *int         `json:"limit,omitempty" nullable:"true" minimum:"1" maximum:"50" default:"6" doc:"How many films to recommend, at most."`
	Localized
}

// groupRecommendation is one film for a group (REQ F2-85).
type groupRecommendation struct {
	Film film.Raw[Film] `json:"film"`
	app.GroupFit
}

// togetherMeta says how everybody was understood, and why there are no films when there are none.
type togetherMeta struct {
	People     []app.PersonRead `json:"people" doc:"How each person was understood, in the order in which they were sent."`
	Left       int              `json:"left" minimum:"0" doc:"The films that pass the conditions and the vetoes, and that nobody named, has seen or ruled out."`
	Unresolved []string         `json:"unresolved,omitempty" doc:"The titles of exclude that are no film's."`
	Note       string           `json:"note,omitempty" doc:"When there are no films: one sentence on why, and one on what to do."`
	Sandbox    bool             `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
}

// togetherAnswer is the answer of /recommend/together, best film first.
type togetherAnswer struct {
	Data []groupRecommendation `json:"data"`
	Meta togetherMeta          `json:"meta"`
}

// registerTogether adds POST /recommend/together. It needs what /recommend does. No cache keeps an
// answer, and nothing of the body is stored (REQ F2-88).
func registerTogether(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "recommendTogether", Method: http.MethodPost, Path: "/api/v2/recommend/together",
			Tags: []string{"recommendations"}, Summary: "Recommend films for several people",
			Description: "Films that two to eight people can watch together, the best first. For every person each film has a fit from 0 to 1 and one reason, and it has the mean and the least of the fits: " +
				"both decide the order, and a film that suits anybody less than 0.3 is left out. " +
				"Vetoes and conditions hold for every film, and so does what a prompt rules out; what a prompt demands otherwise lowers the fit for the person where a film does not meet it, as unmet tells. " +
				"No film that somebody likes, names or has rated is recommended. When there are no films, meta.note says why. Nothing that is sent is stored.",
			RequestBody: openapi.Takes[togetherBody](api.Doc, true,
				`{"people":[{"name":"Ida","liked":["Brief Encounter (1945)","Odd Man Out (1947)"],"prompt":"a love story"},`+
					`{"name":"Karl","prompt":"a tense thriller, nothing too long","vetoes":{"genres":["Horror"],"people":["Mel Gibson"]}},`+
					`{"prompt":"before 1960","ratings":[{"title":"The Third Man","year":1949,"rating":9},{"title":"Oliver!","year":1968,"rating":3}],"vetoes":{"films":["Oliver!"]}}],`+
					`"minutes":130,"languages":["en","fr"],"limit":3}`),
			Responses: map[string]*huma.Response{"200": openapi.Success[togetherAnswer](api.Doc, "The recommendations.", togetherExample())},
		},
		Need: access.Needs.Recommend, Private: true, Body: wire.JSONBody, Answer: together,
	})
}

// together answers with films for several people, best first; with none, and a note, when no film
// suits everybody (REQ F2-86).
func together(x *wire.Exchange, _ *wire.None) error {
	var body togetherBody
	var sent sentPeople
	if err := x.Decode(&body); err != nil {
		return err
	}
	if err := x.Decode(&sent); err != nil {
		return err
	}
	if err := sent.check(); err != nil {
		return err
	}
	q := app.TogetherQuestion{People: body.People, Minutes: body.Minutes, Languages: body.Languages, Genres: body.Genres, Exclude: body.Exclude, Limit: 6}
	if body.Limit != nil {
		q.Limit = *body.Limit
	}
	l, err := body.locale()
	if err != nil {
		return err
	}
	found, err := x.Visit.Together(x.Context(), q)
	if err != nil {
		return err
	}
	found.Localize(l)
	answer := togetherAnswer{
		Data: make([]groupRecommendation, found.Len()),
		Meta: togetherMeta{found.People, found.Left, found.Unresolved, found.Note, x.Visit.Bill().Sandbox},
	}
	for i, f := range app.Encoded[Film](&found.Records) {
		answer.Data[i] = groupRecommendation{f, found.Fit(i)}
	}
	return x.AnswerJSON(answer)
}

// sentPeople are the people of a body with the members that were sent.
type sentPeople struct {
	People []map[string]json.RawMessage `json:"people"`
}

// What a person and vetoes may have.
var (
	personMembers = membersOf(reflect.TypeFor[app.Person]())
	vetoesMembers = membersOf(reflect.TypeFor[app.Vetoes]())
)

// membersOf returns the names of a struct's members in JSON.
func membersOf(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "-" {
			names = append(names, name)
		}
	}
	return names
}

// check refuses members that a person or vetoes do not have: a veto that was mistyped and ignored
// would let through what somebody refuses.
func (s *sentPeople) check() error {
	for i, person := range s.People {
		at := fmt.Sprintf("people[%d].", i)
		if err := checkMembers(at, person, personMembers); err != nil {
			return err
		}
		for name, raw := range person {
			var vetoes map[string]json.RawMessage
			if strings.EqualFold(name, "vetoes") && json.Unmarshal(raw, &vetoes) == nil {
				if err := checkMembers(at+"vetoes.", vetoes, vetoesMembers); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// checkMembers refuses the first member, in the order of their names, that is none of some.
func checkMembers(at string, members map[string]json.RawMessage, some []string) error {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.ContainsFunc(some, func(known string) bool { return strings.EqualFold(known, name) }) {
			return fault.Param(at+name, "absent; there are: "+strings.Join(some, ", "))
		}
	}
	return nil
}

// togetherExample returns the example answer of a recommendation for several people.
func togetherExample() []byte {
	most, last, mean, deviation := 125, 1959, 6.0, 3.0
	b, _ := json.Marshal(map[string]any{
		"data": []map[string]any{{
			"film": example(film.List), "mean": 0.786, "least": 0.446,
			"people": []app.PersonFit{
				{Name: "Ida", Fit: 0.446, Reason: "Film-Noir, Mystery and Thriller from 1949, directed by Carol Reed like Odd Man Out.", Unmet: []string{"genres"}},
				{Name: "Karl", Fit: 0.97, Reason: "Film-Noir, Mystery and Thriller from 1949, 104 minutes long."},
				{Fit: 0.941, Reason: "Film-Noir, Mystery and Thriller from 1949, rated 8.1."},
			},
		}},
		"meta": togetherMeta{Left: 1204, People: []app.PersonRead{
			{Name: "Ida", Liked: 2, Understood: &prompt.Request{Genres: []string{"Romance"}}, Unresolved: []string{}},
			{Name: "Karl", Understood: &prompt.Request{Genres: []string{"Thriller"}, Runtime: &prompt.Span{To: &most}, Moods: []string{"tense"}}, Unresolved: []string{}},
			{Liked: 1, Understood: &prompt.Request{Years: []prompt.Span{{To: &last}}}, Unresolved: []string{}, Ratings: &app.RatingsReport{Rows: 2, ByTitle: 2, Unmatched: []app.UnmatchedRating{}, Mean: &mean, Deviation: &deviation, Liked: 1}},
		}},
	})
	return b
}
