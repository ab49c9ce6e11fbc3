package v1

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/guide"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// writerStyle is a guide to a writer (REQ AC-02). styleProfile is a guide to a director or a
// cinematographer, which has no slug of its own (REQ AC-04). Content is Markdown.
type (
	writerStyle struct {
		Name     string `json:"name"`
		Slug     string `json:"slug" doc:"The name in lower case with hyphens."`
		Filename string `json:"filename"`
		Content  string `json:"content" doc:"The guide, Markdown."`
	}
	styleProfile struct {
		Name     string `json:"name"`
		Filename string `json:"filename" doc:"The name's slug with the ending .md."`
		Content  string `json:"content" doc:"The guide, Markdown."`
	}
)

// writerStyles has all guides to writers, in order of slug. Styles is never nil.
type writerStyles struct {
	Styles []writerStyle `json:"styles" doc:"All guides, in order of slug."`
}

// writerStylesAnswer is the answer of GET /styles/writers (REQ AC-01). Meta is nil outside
// the sandbox.
type writerStylesAnswer struct {
	Data writerStyles      `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// stylesMeta counts the guides. There are no pages: Total is the number of guides in the
// answer (REQ AC-04).
type stylesMeta struct {
	Total   int      `json:"total" minimum:"0" doc:"All guides, which are all here."`
	Ignored []string `json:"ignored,omitempty" doc:"Names of parameters that were sent and that this path does not have."`
	Sandbox bool     `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
}

// stylesAnswer is the answer of GET /styles/directors and GET /styles/cinematographers (REQ
// AC-03). Data is never nil.
type stylesAnswer struct {
	Data []styleProfile `json:"data" doc:"All guides, in order of name's slug."`
	Meta stylesMeta     `json:"meta"`
}

const (
	contentExample      = `"content":"## In one page\n\nPeople who want something ask for something else.\n"`
	writerStylesExample = `{"data":{"styles":[{"name":"Billy Wilder","slug":"billy-wilder","filename":"billy-wilder.md",` + contentExample + `}]}}`
	stylesExample       = `{"data":[{"name":"Agnès Varda","filename":"agnes-varda.md",` + contentExample + `}],"meta":{"total":1}}`
)

// registerStyles adds GET /styles/writers, GET /styles/directors and GET
// /styles/cinematographers. Each costs one request.
func registerStyles(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "listWriterGuides", Method: http.MethodGet, Path: "/api/v1/styles/writers",
			Tags: []string{"styles"}, Summary: "Style guides of screenwriters",
			Description: "All craft guides of screenwriters: how they build a script, with films as evidence.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[writerStylesAnswer](api.Doc, "The guides.", []byte(writerStylesExample), "Deprecation", "Link"),
			},
		},
		Need:   access.Needs.Guides,
		Tables: true,
		Answer: writers,
	})
	for _, d := range []struct {
		guide.Discipline
		id, summary string
	}{
		{guide.Directors, "listDirectorGuides", "Style guides of directors"},
		{guide.Cinematographers, "listCinematographerGuides", "Style guides of cinematographers"},
	} {
		wire.Handle(api, wire.Route[wire.None]{
			Operation: huma.Operation{
				OperationID: d.id, Method: http.MethodGet, Path: "/api/v1/styles/" + string(d.Discipline),
				Tags: []string{"styles"}, Summary: d.summary,
				Description: "All craft guides of " + string(d.Discipline) + ": how they work, with films as evidence.",
				Responses: map[string]*huma.Response{
					"200": openapi.Success[stylesAnswer](api.Doc, "The guides.", []byte(stylesExample), "Deprecation", "Link"),
				},
			},
			Need:   access.Needs.Guides,
			Tables: true,
			Answer: func(x *wire.Exchange, _ *wire.None) error { return profiles(x, d.Discipline) },
		})
	}
}

// writers answers GET /styles/writers with every guide to a writer.
func writers(x *wire.Exchange, _ *wire.None) error {
	guides, err := x.Visit.Guides(x.Context(), guide.Writers)
	if err != nil {
		return err
	}
	found := writerStylesAnswer{Data: writerStyles{make([]writerStyle, len(guides))}, Meta: x.SandboxMeta()}
	for i, g := range guides {
		found.Data.Styles[i] = writerStyle{g.Name, g.Slug, g.Filename, g.Content}
	}
	if x.CSV() {
		return wire.AnswerRows(x, found.Data.Styles, wire.Place{Total: len(guides)})
	}
	return x.AnswerJSON(found)
}

// profiles answers with every guide of a discipline, in order of slug.
func profiles(x *wire.Exchange, d guide.Discipline) error {
	guides, err := x.Visit.Guides(x.Context(), d)
	if err != nil {
		return err
	}
	found := stylesAnswer{make([]styleProfile, len(guides)), stylesMeta{len(guides), x.Ignored, x.Visit.Bill().Sandbox}}
	for i, g := range guides {
		found.Data[i] = styleProfile{g.Name, g.Filename, g.Content}
	}
	if x.CSV() {
		return wire.AnswerRows(x, found.Data, wire.Place{Total: len(guides)})
	}
	return x.AnswerJSON(found)
}
