package mcp

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

//go:embed prompts/*.md
var promptTexts embed.FS

// prompts are ready-made tasks that use the tools. The text of each is in prompts/,
// where {name} stands for an argument.
var prompts = []sdk.Prompt{
	{
		Name: "greenlight_memo", Title: "Write a greenlight memo",
		Description: "Should this project be made? A one-page memo from a forecast, its comparable films and what they suggest.",
		Arguments: []*sdk.PromptArgument{
			{Name: "title", Description: "The project's title.", Required: true},
			{Name: "genres", Description: "Genres, separated by commas."},
			{Name: "budget", Description: "US dollars."},
			{Name: "director", Description: "Who directs."},
			{Name: "cast", Description: "Names in billing order, separated by commas."},
			{Name: "synopsis", Description: "What the film is about."},
		},
	},
	{
		Name: "script_coverage", Title: "Cover a screenplay",
		Description: "Reader's coverage of a screenplay from its measured features, with the scenes that show each point.",
		Arguments: []*sdk.PromptArgument{
			{Name: "title", Description: "The screenplay's title.", Required: true},
			{Name: "focus", Description: "structure, dialogue or all."},
		},
	},
	{
		Name: "comparables_table", Title: "Make a table of comparable films",
		Description: "The films most like a project or a film, side by side: year, budget, gross, return, ratings, and why each is there.",
		Arguments: []*sdk.PromptArgument{
			{Name: "subject", Description: "A film's id or title, or a project in a sentence or two.", Required: true},
			{Name: "count", Description: "How many films; 8 when left out."},
		},
	},
}

// addPrompts adds the prompts to the SDK's server. It fails when the text of one is missing.
// Asking for a prompt is free.
func (c *Connector) addPrompts() error {
	for i := range prompts {
		p := &prompts[i]
		text, err := promptTexts.ReadFile("prompts/" + p.Name + ".md")
		if err != nil {
			return fmt.Errorf("the prompt %s: %w", p.Name, err)
		}
		c.server.AddPrompt(p, func(_ context.Context, r *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
			filled, err := fill(string(text), p.Arguments, r.Params.Arguments)
			if err != nil {
				return nil, err
			}
			return &sdk.GetPromptResult{
				Description: p.Description,
				Messages:    []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: filled}}},
			}, nil
		})
	}
	return nil
}

// fill returns the text of a prompt with the arguments put in. One that was left out is "not
// stated"; a required one that was left out, or is blank, is an error of the protocol.
func fill(text string, takes []*sdk.PromptArgument, given map[string]string) (string, error) {
	var pairs []string
	for _, a := range takes {
		value := strings.TrimSpace(given[a.Name])
		if value == "" && a.Required {
			return "", &jsonrpc.Error{Code: invalidParams, Message: "arguments." + a.Name + " is required"}
		}
		if value == "" {
			value = "not stated"
		}
		pairs = append(pairs, "{"+a.Name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(text), nil
}
