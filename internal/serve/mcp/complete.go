package mcp

import (
	"context"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/guide"
	"kinodex/internal/writersroom"
)

// mostCompletions is how many values the protocol allows in one answer.
const mostCompletions = 100

// complete returns values for an argument that is being typed: disciplines and slugs of
// guides, and the focus of coverage. They begin with what was typed, in any case. For other
// arguments there are none; that is no error. It is free.
func (c *Connector) complete(_ context.Context, r *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
	var all []string
	asked := r.Params
	switch {
	case asked.Ref.Type == "ref/prompt" && asked.Argument.Name == "focus":
		all = writersroom.Foci
	case asked.Ref.URI == "guide://{discipline}/{slug}" && asked.Argument.Name == "discipline":
		all = disciplines
	case asked.Ref.URI == "guide://{discipline}/{slug}" && asked.Argument.Name == "slug":
		all = c.slugs(asked.Context)
	}
	typed := strings.ToLower(asked.Argument.Value)
	found := []string{}
	for _, value := range all {
		if strings.HasPrefix(value, typed) {
			found = append(found, value)
		}
	}
	total := len(found)
	found = found[:min(total, mostCompletions)]
	return &sdk.CompleteResult{Completion: sdk.CompletionResultDetails{
		Values: found, Total: total, HasMore: total > len(found),
	}}, nil
}

// slugs returns the slugs of guides, sorted, each once: those of the discipline that was
// chosen already, or of all.
func (c *Connector) slugs(chosen *sdk.CompleteContext) (all []string) {
	of := disciplines
	if chosen != nil && slices.Contains(disciplines, chosen.Arguments["discipline"]) {
		of = []string{chosen.Arguments["discipline"]}
	}
	for _, discipline := range of {
		for _, g := range c.app.ListGuides(guide.Discipline(discipline)) {
			all = append(all, g.Slug)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
