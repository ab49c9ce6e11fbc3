package v1

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
	"kinodex/internal/writersroom"
)

// aiAnswer is the answer of each tool of the writers' room: the result, and which engine made
// it (REQ K-06).
type aiAnswer[R any] struct {
	Data writersroom.Answer[R] `json:"data"`
}

// aiTool declares a tool of the writers' room. B is the type of its body in the description,
// R the type of its result. All bodies are read as aiFields. ask answers them; it is not
// called for a request that an Idempotency-Key repeats (REQ K-08).
type aiTool[B, R any] struct {
	id, name, summary, says string
	// body and result are of the example.
	body   string
	result R
	// files are the fields of a form; none for a tool that takes JSON only.
	files []string
	// styled is whether it names a guide, which may not exist.
	styled bool
	ask    func(ctx context.Context, v *app.Visit, b *aiFields) (*writersroom.Answer[R], error)
}

// aiSays ends the description of every tool.
const aiSays = " Without a language model the built-in engine answers, from measurements, guides and records: the same question gives the same answer. " +
	"With one, what it claims is held against the text. `model` says who answered. Needs the Studio plan and the scope ai; not part of the sandbox. The text is neither stored nor logged. At most 5 MiB."

// aiEngine is the engine that the examples name.
var aiEngine = writersroom.Engine{Provider: "builtin", Name: "kinodex-room-1", Deterministic: true}

// registerAITool adds the route POST /api/v1/ai/{name} of a tool, with its description. A
// tool with files takes a file or a form too. The body has at most app.MostText bytes. The
// route needs access.Needs.AI; its answers are kept by no cache, and may be asked for again
// with an Idempotency-Key (REQ K-08).
func registerAITool[B, R any](api wire.API, t aiTool[B, R]) {
	told, _ := json.Marshal(aiAnswer[R]{writersroom.Answer[R]{Result: t.result, Model: aiEngine}}) // plain values
	takes := openapi.Takes[B](api.Doc, true, t.body)
	if t.files != nil {
		takes = wire.TakesFiles[B](api.Doc, t.body, t.files...)
	}
	responses := map[string]*huma.Response{"200": openapi.Success[aiAnswer[R]](api.Doc, "What the tool answers.", told, "Deprecation", "Link")}
	if t.styled {
		responses["404"] = &huma.Response{Ref: "#/components/responses/NotFound"}
	}
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: t.id, Method: http.MethodPost, Path: "/api/v1/ai/" + t.name,
			Tags: []string{"writers' room"}, Summary: t.summary, Description: t.says + aiSays, RequestBody: takes, Responses: responses,
		},
		Need: access.Needs.AI, Private: true, Body: app.MostText, Files: t.files != nil, Repeatable: true,
		// Without a model an answer keeps a processor busy and no more; a model is
		// waited for, and what is measured before it has places of its own.
		Heavy: !api.App.HasModel(),
		Answer: func(x *wire.Exchange, _ *wire.None) error {
			fields, err := aiFieldsOf(x)
			if err != nil {
				return err
			}
			return x.AnswerIdempotent(func(ctx context.Context) (any, error) { return t.ask(ctx, x.Visit, fields) })
		},
	})
}

// registerAI adds all nine tools of the writers' room (REQ K-05).
func registerAI(api wire.API) {
	registerAIScripts(api)
	registerAIStyles(api)
	registerAIStories(api)
}
