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
	"kinodex/internal/film"
	"kinodex/internal/poster"
	"kinodex/internal/poster/look"
	"kinodex/internal/serve/wire"
	"kinodex/internal/writersroom"
)

// pictureBody is how many bytes the body of /posters/analyze may have (REQ L-08).
const pictureBody = 15 << 20

// pictureTypes are those of mime_type (REQ P-04).
var pictureTypes = []string{"image/jpeg", "image/png", "image/webp"}

// posterBody is what /posters/analyze is sent.
type posterBody struct {
	Image encodedPicture `json:"image_b64"`
	Type  *string        `json:"mime_type,omitempty" enum:"image/jpeg,image/png,image/webp" doc:"What the picture is; image/jpeg when left out, or what a data URI says. It must be what the picture's first bytes show."`
}

// encodedPicture is a picture in base64, with or without the start of a data URI.
type encodedPicture struct {
	bytes []byte
	said  string // the type that a data URI told; empty without one
}

// Schema says what is sent.
func (encodedPicture) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, MinLength: new(1), ContentEncoding: "base64",
		Description: "The picture in base64, at most 10 MiB of it and 8,000 pixels a side; the start of a data URI (data:image/png;base64,) may stand before it. It is read and forgotten: not stored, not logged.",
	}
}

const (
	pictureField   = "image_b64"
	pictureAllowed = "a JPEG, PNG or WebP picture in base64, of at most 10 MiB"
)

// UnmarshalJSON decodes straight from the body: the text of a picture is not worth
// a second copy.
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

// question checks what is not about the picture itself.
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

// posterCritique is what is said of a picture (REQ P-05, P-06).
type posterCritique struct {
	Analysis    string                 `json:"analysis" doc:"The reading in sentences, made by rules; no language model read the picture."`
	Prose       *app.PosterProse       `json:"prose" nullable:"true" doc:"What a language model says of the picture; null when the service has none, or when it failed, which warnings tell. Everything else in the answer is made without it."`
	Composition look.Composition       `json:"composition"`
	Genres      []look.GenreSignal     `json:"genre_signals" doc:"Those of the reading; empty when the model does not beat its baseline, which reading.genre_note tells."`
	Marketing   poster.Marketing       `json:"marketing_effectiveness"`
	Design      float64                `json:"design_quality_score" minimum:"0" maximum:"100"`
	Comparable  []app.ComparablePoster `json:"comparable_posters" doc:"The posters nearest to it of all that were read, nearest first."`
	Suggestions []poster.Suggestion    `json:"improvement_suggestions" doc:"By stated rules, what falls shortest first."`
	Reading     *look.Reading          `json:"reading" doc:"Everything that was measured, as poster-analysis tells it of a film's poster."`
	Warnings    []string               `json:"warnings" doc:"Why there is no prose though the service has a language model; else empty."`
}

type posterCritiqueAnswer struct {
	Data posterCritique    `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

func registerAnalyzePoster(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "v1-posters-analyze", Method: http.MethodPost, Path: "/api/v1/posters/analyze",
			Tags: []string{"posters"}, Summary: "Analyse a poster",
			Description: "Reads a picture as the films' posters were read, by deterministic measurement: the same picture gives the same answer. Says what follows from it by stated rules, and which posters of films are nearest. Where the service has a language model, that adds prose, which may differ from time to time; the picture is then sent to it, made small. Needs the Studio plan; not part of the sandbox. The picture is neither stored nor logged.",
			RequestBody: wire.Takes[posterBody](api.Doc, true, posterBodyExample),
			Responses: map[string]*huma.Response{
				"200": wire.Success[posterCritiqueAnswer](api.Doc, "What the picture shows.", posterCritiqueExample(), "Deprecation", "Link"),
			},
		},
		Need: access.Needs.PosterAnalyze, Private: true, Heavy: true, Body: pictureBody, Answer: analyzePoster,
	})
}

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
	told := tellCritique(found, x.Base())
	prose, warnings := found.Describe(x.Context())
	told.Prose, told.Warnings = prose, append(told.Warnings, warnings...)
	if err := x.Context().Err(); err != nil {
		return err
	}
	b, err := json.Marshal(told)
	if err != nil {
		return err
	}
	return tell(x, b)
}

func tellCritique(c *app.PosterCritique, base string) posterCritique {
	for i := range c.Comparable {
		if at := c.Comparable[i].Poster; at != nil {
			*at = strings.Replace(*at, string(film.BaseMark), base, 1)
		}
	}
	genres := c.Reading.GenreSignals
	if genres == nil {
		genres = []look.GenreSignal{}
	}
	return posterCritique{
		Analysis: c.Text, Composition: c.Reading.Composition, Genres: genres, Marketing: c.Marketing,
		Design: c.Reading.DesignQuality.Score, Comparable: c.Comparable, Suggestions: c.Suggestions, Reading: c.Reading,
		Warnings: []string{},
	}
}

// posterBodyExample is one blue pixel.
const posterBodyExample = `{"image_b64":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNQCDgAAAHEATHdwxSRAAAAAElFTkSuQmCC","mime_type":"image/png"}`

func posterCritiqueExample() []byte {
	r := wire.ExampleReading()
	example := tellCritique(&app.PosterCritique{
		Reading: r, Critique: poster.Criticise(r),
		Comparable: []app.ComparablePoster{{
			FilmdbID: "tt0041959", Title: "The Third Man", Year: wire.ExampleFilm().Year,
			Poster: new("https://kinodex.example/posters/5f2c9a0112345678-full.jpg"), Distance: 0.214,
		}},
	}, "")
	example.Prose = &app.PosterProse{
		Text:  "A man's shadow fills a wall above an empty street, drawn in two flat tones with the title set small at the foot. The hard light and the wet stones promise a thriller.",
		Model: writersroom.Engine{Provider: "openai-compatible", Name: "a-vision-model"},
	}
	b, _ := json.Marshal(posterCritiqueAnswer{Data: example})
	return b
}
