package mcp

import (
	"context"
	"encoding/json"
	"reflect"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/param"
	"kinodex/internal/serve/schema"
)

// tool is one of the seventeen.
type tool struct {
	name, title string
	about       string // by which an agent chooses it
	takes       []param.Field
	need        access.Need
	// heavy is set when an answer keeps a processor busy for long.
	heavy bool
	// made is set when a language model may have made the answer: then asking again
	// may give another.
	made bool
	// viewed is set when people may be shown an answer (F2-159).
	viewed bool
	// cited is set when assistants that read text alone use the tool.
	cited bool
	// rest says how to read what a cut answer lacks. Of a tool that takes part and
	// offset, these say so and rest is empty.
	rest string
	// output is the type of the answer, a struct: its schema is made from its tags.
	output reflect.Type
	// brief is what a concise answer keeps; nil where every answer is whole.
	brief *keep
	// prepare reads the arguments that were sent, and returns what appends the payload, a JSON
	// object.
	prepare func(sent []byte) (answer, error)
}

// answer appends the payload of a call, whose arguments it knows.
type answer func(ctx context.Context, c *call, dst []byte) ([]byte, error)

// call is one call of a tool: who asks, and where the service is reached.
type call struct {
	visit *app.Visit
	base  string
	// declared is the version of the protocol that the request declares; empty for none.
	declared string
	// views are set where the client shows people what is answered; view is what it shows.
	views *Views
	view  string
}

// takes returns a tool that takes the arguments of T, a struct of package param, and is
// answered by a function of them. Faults name the argument and what it may be; nothing is
// clamped (REQ M-38). null is the same as left out. Arguments that the tool does not take are
// refused: an answer that leaves a condition out misleads (REQ M-16).
func takes[T any](t tool, f func(ctx context.Context, c *call, in T, dst []byte) ([]byte, error)) tool {
	reader := param.NewReader[T](param.Mode{Agents: true, Object: "arguments"})
	t.takes = reader.Fields
	t.prepare = func(sent []byte) (answer, error) {
		in, err := reader.Read(sent)
		if err != nil {
			return nil, t.withFinderHint(err, sent)
		}
		return func(ctx context.Context, c *call, dst []byte) ([]byte, error) { return f(ctx, c, in, dst) }, nil
	}
	return t
}

// nothing is the arguments of a tool that takes none.
type nothing struct{}

// filmArgument is the argument of tools about one film.
type filmArgument struct {
	ID string `json:"id" alias:"ids,filmdb_id,film_id,film,imdb_id" minLength:"1" maxLength:"100" doc:"A film's id, such as tt0041959."`
}

// described returns the tool as tools/list shows it (REQ M-16).
func (t *tool) described(of *schema.Outliner) *sdk.Tool {
	closed := false
	return &sdk.Tool{
		Name: t.name, Title: t.title, Description: t.about,
		InputSchema:  json.RawMessage(schemaOf(t.takes)),
		OutputSchema: t.outputSchema(of),
		Annotations: &sdk.ToolAnnotations{
			ReadOnlyHint: true, IdempotentHint: !t.made, OpenWorldHint: &closed,
		},
	}
}
