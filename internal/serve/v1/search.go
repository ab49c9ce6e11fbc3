package v1

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/film"
	"kinodex/internal/search"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
	"kinodex/internal/taste/prompt"
)

// searchParams are those of REQ. What is out of range is 400 and never clamped.
type searchParams struct {
	Q     string `query:"q" required:"true" maxLength:"500" allowed:"text of 2 to 500 characters" doc:"Required. A title, names, or words that occur in titles, overview, keywords, genres, cast or crew; white space aside at least two characters." example:"vienna noir"`
	Type  string `query:"type" enum:"all,films,scripts,synopsis" default:"all" doc:"films: every film that matches; synopsis: those whose overview or tagline has all the words; scripts: those with an analysed screenplay; all: every film once, as its synopsis where that is what matched, and its script behind it."`
	Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"How many results to answer with."`
}

// searchMeta counts the results, of which the answer has the best (REQ R-05). DidYouMean is
// empty unless only a typo led to the first result (REQ R-13).
type searchMeta struct {
	Total      int             `json:"total" minimum:"0" doc:"All results there are."`
	Returned   int             `json:"returned" minimum:"0" maximum:"100" doc:"Those in this answer, the best."`
	Query      string          `json:"query" doc:"q, as it was sent."`
	Type       string          `json:"type" enum:"all,films,scripts,synopsis"`
	DidYouMean string          `json:"did_you_mean,omitempty" doc:"The title of the first result, when only a typo led to it, or the name that was meant."`
	Match      string          `json:"match,omitempty" enum:"most" doc:"What the results have of the words of q, when that is not all of them."`
	MatchNote  string          `json:"match_note,omitempty" doc:"The same in a sentence."`
	Understood *prompt.Request `json:"understood,omitempty" doc:"What q asks for beside words, where it is a wish and no title."`
	Ignored    []string        `json:"ignored,omitempty" doc:"Names of parameters that were sent and that this path does not have."`
	Sandbox    bool            `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
}

// searchAnswer is the answer of /search, the best result first.
type searchAnswer struct {
	Data []search.Result `json:"data"`
	Meta searchMeta      `json:"meta"`
}

const searchExample = `{"data":[{"type":"film","title":"The Third Man","year":"1949","match_field":"title","match_snippet":"The Third Man","score":1,` +
	`"data":{"filmdb_id":"tt0041959","moviedb_id":1092,"genres":["Film-Noir","Mystery","Thriller"],` +
	`"overview":"A writer of pulp novels comes to occupied Vienna and finds that the friend who invited him is dead, or said to be.","vote_average":7.8}}],` +
	`"meta":{"total":1,"returned":1,"query":"thrid man","type":"films","did_you_mean":"The Third Man"}}`

// registerSearch adds GET /search. It costs one request, also when nothing is found.
func registerSearch(api wire.API) {
	wire.Handle(api, wire.Route[searchParams]{
		Operation: huma.Operation{
			OperationID: "searchCatalog", Method: http.MethodGet, Path: "/api/v1/search",
			Tags: []string{"search"}, Summary: "Search everything",
			Description: "Films, analysed screenplays and synopses that have all the words, the most relevant first. " +
				"Case, accents and marks do not count, nor whether a numeral is in digits, Roman or in words; " +
				"a title or name that is misspelt finds the well-known one that is meant. " +
				"Where few films have all the words, those that have most of them follow, and meta.match says so. Nothing found is an empty list.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[searchAnswer](api.Doc, "What was found.", []byte(searchExample), "Deprecation", "Link"),
			},
		},
		Need:   access.Needs.Search,
		Tables: true,
		Answer: searchAll,
	})
}

// searchAll answers GET /search with films, screenplays and synopses, best first (REQ R-06).
// Nothing found is 200 with an empty list (REQ R-14).
func searchAll(x *wire.Exchange, p *searchParams) error {
	q := search.Question{Text: p.Q, Type: search.Type(p.Type), Limit: p.Limit}
	found, err := x.Visit.Search(x.Context(), q)
	if err != nil {
		return err
	}
	if x.CSV() {
		return wire.AnswerRows(x, found.Results(), wire.Place{Total: found.Total})
	}
	meta := searchMeta{
		Total: found.Total, Returned: len(found.Rows), Query: p.Q, Type: string(found.Type), DidYouMean: found.DidYouMean,
		Understood: found.Understood, Ignored: x.Ignored, Sandbox: x.Visit.Bill().Sandbox,
	}
	if found.Match != film.MatchAll {
		meta.Match, meta.MatchNote = string(found.Match), found.Match.Note(found.Total)
	}
	return x.AnswerJSON(searchAnswer{found.Results(), meta})
}
