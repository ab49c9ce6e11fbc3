package v1

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
	"kinodex/internal/writersroom"
)

// pictureBody is how many bytes the body of /posters/analyze may have (REQ L-08).
const pictureBody = 15 << 20

// pictureTypes are those of mime_type (REQ P-04).
var pictureTypes = []string{"image/jpeg", "image/png", "image/webp"}

// posterBody is the body of /posters/analyze (REQ P-04). A nil Type stands for the type of
// the data URI, or for image/jpeg without one.
type posterBody struct {
	Image encodedPicture `json:"image_b64"`
	Type  *string        `json:"mime_type,omitempty" enum:"image/jpeg,image/png,image/webp" doc:"What the picture is; image/jpeg when left out, or what a data URI says. It must be what the picture's first bytes show."`
}

// encodedPicture is a picture in standard base64 with padding (RFC 4648, section 4), with or
// without the start of a data URI (RFC 2397).
type encodedPicture struct {
	bytes []byte
	said  string // the media type in a data URI; empty without one
}

// Schema describes the string that is sent.
func (encodedPicture) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, MinLength: new(1), ContentEncoding: "base64",
		Description: "The picture in base64, at most 10 MiB of it and 8,000 pixels a side; the start of a data URI (data:image/png;base64,) may stand before it. It is read and forgotten: not stored, not logged.",
	}
}

const (
	// pictureField and pictureAllowed are what faults of the picture name.
	pictureField   = "image_b64"
	pictureAllowed = "a JPEG, PNG or WebP picture in base64, of at most 10 MiB"
)

// UnmarshalJSON decodes straight from the body, without a copy of the text. null leaves the
// picture empty. A text that would decode to more than app.MostPicture bytes is a fault of
// kind TooLarge, before memory for the picture is taken. All other errors are faults of kind
// InvalidParameter. All name image_b64.
func (p *encodedPicture) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	if len(b) < 2 || b[0] != '"' {
		return fault.Param(pictureField, "of type string")
	}
	text := b[1 : len(b)-1]
	if bytes.IndexByte(text, '\\') >= 0 { // some escape every slash
		var plain string
		if err := json.Unmarshal(b, &plain); err != nil {
			return fault.Param(pictureField, pictureAllowed)
		}
		text = []byte(plain)
	}
	if uri, ok := bytes.CutPrefix(text, []byte("data:")); ok {
		start, rest, ok := bytes.Cut(uri[:min(len(uri), 200)], []byte(";base64,"))
		if !ok {
			return fault.Param(pictureField, pictureAllowed)
		}
		p.said, _, _ = strings.Cut(string(start), ";")
		text = uri[len(uri[:min(len(uri), 200)])-len(rest):]
	}
	if base64.StdEncoding.DecodedLen(len(text)) > app.MostPicture+3 {
		f := fault.New(fault.TooLarge, "%s may hold a picture of at most %d bytes", pictureField, app.MostPicture)
		f.Param, f.Allowed = pictureField, pictureAllowed
		return f
	}
	var err error
	if p.bytes, err = base64.StdEncoding.AppendDecode(nil, text); err != nil {
		return fault.Param(pictureField, pictureAllowed)
	}
	return nil
}

// question returns the body as a question. A missing picture is a fault of image_b64. A type
// that is not one of pictureTypes, or differs from the data URI's, is a fault of mime_type.
// The picture itself is checked by the application (REQ P-07).
func (b *posterBody) question() (q app.AnalyzePosterQuestion, err error) {
	q = app.AnalyzePosterQuestion{Field: pictureField, Image: b.Image.bytes, Type: b.Image.said}
	if len(q.Image) == 0 {
		return q, fault.Missing(pictureField, pictureAllowed)
	}
	switch {
	case b.Type != nil && q.Type != "" && *b.Type != q.Type:
		return q, fault.Param("mime_type", "what the data URI says, or left out")
	case b.Type != nil:
		q.Type = *b.Type
	case q.Type == "":
		q.Type = pictureTypes[0]
	}
	for _, t := range pictureTypes {
		if q.Type == t {
			return q, nil
		}
	}
	return q, fault.Param("mime_type", "one of "+strings.Join(pictureTypes, ", "))
}

// posterCritiqueAnswer is the answer of /posters/analyze (REQ P-05, P-06). Meta is always
// nil: the sandbox does not have the route.
type posterCritiqueAnswer struct {
	Data *app.PosterCritique `json:"data"`
	Meta *wire.SandboxMeta   `json:"meta,omitempty"`
}

// registerAnalyzePoster adds POST /posters/analyze, a heavy route with a body of up to
// pictureBody bytes. It needs the Studio plan and costs one request (REQ P-03). No cache
// keeps an answer.
func registerAnalyzePoster(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "analyzePoster", Method: http.MethodPost, Path: "/api/v1/posters/analyze",
			Tags: []string{"posters"}, Summary: "Analyse a poster",
			Description: "Reads a picture as the films' posters were read, by deterministic measurement: the same picture gives the same answer. " +
				"Says what follows from it by stated rules, and which posters of films are nearest. " +
				"Where the service has a language model, that adds prose, which may differ from time to time; the picture is then sent to it, made small. " +
				"Needs the Studio plan; not part of the sandbox. The picture is neither stored nor logged.",
			RequestBody: openapi.Takes[posterBody](api.Doc, true, posterBodyExample),
			Responses: map[string]*huma.Response{
				"200": openapi.Success[posterCritiqueAnswer](api.Doc, "What the picture shows.", posterCritiqueExample(), "Deprecation", "Link"),
			},
		},
		Need: access.Needs.PosterAnalyze, Private: true, Heavy: true, Body: pictureBody, Answer: analyzePoster,
	})
}

// analyzePoster answers with the critique of a picture. It leaves its place for heavy work
// before a language model is asked, which takes long but no processor. A model that fails is
// a warning in the answer and no error (REQ K-07).
func analyzePoster(x *wire.Exchange, _ *wire.None) error {
	var body posterBody
	if err := x.Decode(&body); err != nil {
		return err
	}
	q, err := body.question()
	if err != nil {
		return err
	}
	found, err := x.Visit.AnalyzePoster(x.Context(), q)
	if err != nil {
		return err
	}
	x.Leave() // to wait for a model takes no place from those who measure
	found.Describe(x.Context())
	if err := x.Context().Err(); err != nil {
		return err
	}
	return x.AnswerJSON(posterCritiqueAnswer{found, x.SandboxMeta()})
}

// posterBodyExample is one blue pixel.
const posterBodyExample = `{"image_b64":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNQCDgAAAHEATHdwxSRAAAAAElFTkSuQmCC","mime_type":"image/png"}`

// posterCritiqueExample returns an example made of the types, with figures of no poster.
func posterCritiqueExample() []byte {
	example := app.CritiqueOf(openapi.ExampleReading(), []app.ComparablePoster{{
		FilmdbID: 41959, Title: "The Third Man", Year: openapi.ExampleFilm().Year, Poster: []byte(examplePoster), Distance: 0.214,
	}})
	example.Prose = &app.PosterProse{
		Text:  "A man's shadow fills a wall above an empty street, drawn in two flat tones with the title set small at the foot. The hard light and the wet stones promise a thriller.",
		Model: writersroom.Engine{Provider: "openai-compatible", Name: "a-vision-model"},
	}
	b, _ := json.Marshal(posterCritiqueAnswer{Data: example})
	return b
}
