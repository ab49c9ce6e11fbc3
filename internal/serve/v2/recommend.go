package v2

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/param"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
	"kinodex/internal/taste"
	"kinodex/internal/taste/prompt"
)

// recommendBody is the body of /recommend (REQ F2-43). A nil Limit stands for 6, nil Filters
// for no condition.
type recommendBody struct {
	Prompt  string         `json:"prompt" minLength:"1" maxLength:"2000" doc:"What you would like to see, in your own words: kinds, moods, times, places, people, lengths, films to be like, and what it must not be." example:"a slow Japanese ghost story from the sixties, not too long"`
	Limit   *int           `json:"limit,omitempty" nullable:"true" minimum:"1" maximum:"50" default:"6" doc:"How many films to recommend, at most."`
	Filters *filmsToFilter `json:"filters,omitempty" nullable:"true" doc:"Which films may be recommended at all, applied first and never relaxed. The keys mean what they mean in the list of films; any other is an error."`
	Localized
}

// filmsToFilter are the filters of a recommendation, all of which every film must pass (REQ
// F2-45, F2-46).
type filmsToFilter struct{ film.Filters }

// filters reads them. An unknown filter is refused: one that was mistyped and ignored would
// let every film through.
var filters = param.NewReader[film.Filters](param.Mode{Closed: true, Object: "filters", Prefix: "filters."})

// UnmarshalJSON refuses an unknown filter, and a value of a wrong type, as a fault of
// filters.<name> (REQ F2-46).
func (f *filmsToFilter) UnmarshalJSON(b []byte) (err error) {
	f.Filters, err = filters.Read(b)
	return err
}

// TransformSchema describes both ways of writing a decade.
func (filmsToFilter) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	decade := s.Properties["decade"]
	s.Properties["decade"] = &huma.Schema{Description: decade.Description, AnyOf: []*huma.Schema{
		{Type: huma.TypeString, Pattern: `^\d{4}[sS]?$`, Examples: []any{"1990s"}}, {Type: huma.TypeInteger, Examples: []any{1990}},
	}}
	return s
}

// recommendation is one recommendation (REQ F2-44).
type recommendation struct {
	Film   film.Raw[Film] `json:"film"`
	Reason string         `json:"reason" doc:"One short sentence of what in the film's record answers the prompt."`
}

// recommendParams are the parameters beside the body. An empty Explain stands for no trace.
type recommendParams struct {
	Explain string `query:"explain" enum:"prompt" doc:"Also tell which rule read which words of the prompt, under meta.trace." example:"prompt"`
}

// recommendMeta says how the text was understood, and which demands of it the last films do
// not meet. Unmet and UnknownGenres are left out when they are empty.
type recommendMeta struct {
	Understood    prompt.Request          `json:"understood" doc:"How the prompt was read. What is not here had no effect."`
	Unmet         []taste.UnmetConstraint `json:"let_go,omitempty" doc:"What of the prompt the last films do not answer: among those that pass the filters too few answer all of it."`
	UnknownGenres []catalog.UnknownGenre  `json:"unknown_genres,omitempty" doc:"The genres of the filters that no film has, with those they may have been."`
	Sandbox       bool                    `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
	Trace         []prompt.Step           `json:"trace,omitempty" doc:"What the rules of the grammar made of the words, in their order, when explain asks for it. Names of rules may change at any time."`
}

// recommendAnswer is the answer of /recommend, best film first.
type recommendAnswer struct {
	Data []recommendation `json:"data"`
	Meta recommendMeta    `json:"meta"`
}

// registerRecommend adds POST /recommend. It needs the Producer plan and costs one request
// (REQ A-10). No cache keeps an answer (REQ F2-53).
func registerRecommend(api wire.API) {
	wire.Handle(api, wire.Route[recommendParams]{
		Operation: huma.Operation{
			OperationID: "recommendFilms", Method: http.MethodPost, Path: "/api/v2/recommend",
			Tags: []string{"recommendations"}, Summary: "Recommend films for a text",
			Description: "Films that fit a text, the best first, each with one sentence that its record bears out. " +
				"The same text gives the same films from the same library; no language model is involved, and instructions in the text are words like all others. " +
				"Without filters, what the text demands is never relaxed, except as meta.understood.relaxed tells: so there may be fewer films than asked for. " +
				"When no film is left, or the text is in another language than English, the answer is well-known films, and meta.understood.note says so. " +
				"Among films that pass filters there are as many as asked for, if so many pass: meta.let_go tells what of the text the last of them do not answer. What the text rules out stays out.",
			RequestBody: openapi.Takes[recommendBody](api.Doc, true,
				`{"prompt":"a tense thriller from the forties, set in Vienna, nothing too long","limit":3,"filters":{"min_rating":7}}`),
			Responses: map[string]*huma.Response{"200": openapi.Success[recommendAnswer](api.Doc, "The recommendations.", recommendExample())},
		},
		Need: access.Needs.Recommend, Private: true, Body: wire.JSONBody, Answer: recommend,
	})
}

// recommend answers with films for a text, the best first; fewer than asked for when fewer
// pass the filters (REQ F2-48). No language model has a part in it: the same question gets
// the same answer from the same library (REQ F2-49).
func recommend(x *wire.Exchange, p *recommendParams) error {
	var body recommendBody
	if err := x.Decode(&body); err != nil {
		return err
	}
	q := app.RecommendQuestion{Prompt: body.Prompt, Limit: 6}
	if body.Limit != nil {
		q.Limit = *body.Limit
	}
	if body.Filters != nil {
		q.Filters = &film.Query{Filters: body.Filters.Filters}
	}
	l, err := body.locale()
	if err != nil {
		return err
	}
	found, err := x.Visit.Recommend(x.Context(), q)
	if err != nil {
		return err
	}
	found.Localize(l)
	answer := recommendAnswer{
		Data: make([]recommendation, found.Len()),
		Meta: recommendMeta{Understood: *found.Understood, Unmet: found.Unmet, UnknownGenres: found.UnknownGenres, Sandbox: x.Visit.Bill().Sandbox},
	}
	if p.Explain != "" {
		answer.Meta.Trace = found.Trace()
	}
	for i, f := range app.Encoded[Film](&found.Records) {
		answer.Data[i] = recommendation{f, found.Reason(i)}
	}
	return x.AnswerJSON(answer)
}

// similarExample returns the example answer of similar films.
func similarExample() []byte {
	b, _ := json.Marshal(map[string]any{
		"data": []json.RawMessage{example(film.List)},
		"meta": similarMeta{Source: taste.Content, Count: 1, RequestedLimit: 20},
	})
	return b
}

// recommendExample returns the example answer of a recommendation.
func recommendExample() []byte {
	from, to, most := 1940, 1949, 125
	b, _ := json.Marshal(map[string]any{
		"data": []map[string]any{{
			"film":   example(film.List),
			"reason": "Film-Noir, Mystery and Thriller from 1949, with the keyword “vienna”, 104 minutes long.",
		}},
		"meta": recommendMeta{Understood: prompt.Request{
			Genres: []string{"Thriller"}, Years: []prompt.Span{{From: &from, To: &to}}, Runtime: &prompt.Span{To: &most},
			Moods: []string{"tense"}, Themes: []string{"vienna"},
		}},
	})
	return b
}
