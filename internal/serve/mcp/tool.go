package mcp

import (
	"context"
	"encoding/json"
	"reflect"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/access"
	"kinodex/internal/app"
)

// tool is one of the seventeen.
type tool struct {
	name, title string
	about       string // by which an agent chooses it
	takes       []argument
	need        access.Need
	// heavy is set when an answer keeps a processor busy for long.
	heavy bool
	// made is set when a language model may have made the answer: then asking again
	// may give another.
	made bool
	// rest says how to read what a cut answer lacks. Of a tool that takes part and
	// offset, these say so and rest is empty.
	rest string
	// output is the type of the answer, a struct: its schema is made from its tags.
	output reflect.Type
	// answer appends the payload, a JSON object.
	answer func(ctx context.Context, c *call, dst []byte) ([]byte, error)
}

// call is one call of a tool: who asks, what, and where the service is reached.
type call struct {
	arguments
	visit *app.Visit
	base  string
}

// described returns the tool as tools/list shows it (REQ M-16).
func (t *tool) described() *sdk.Tool {
	closed := false
	return &sdk.Tool{
		Name: t.name, Title: t.title, Description: t.about,
		InputSchema:  json.RawMessage(schemaOf(t.takes)),
		OutputSchema: t.outputSchema(),
		Annotations: &sdk.ToolAnnotations{
			ReadOnlyHint: true, IdempotentHint: !t.made, OpenWorldHint: &closed,
		},
	}
}
