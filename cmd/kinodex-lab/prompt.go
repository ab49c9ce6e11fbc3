package main

import (
	"encoding/json"
	"errors"

	"kinodex/internal/cli"
	"kinodex/internal/library"
	"kinodex/internal/taste/prompt"
)

// PromptCmd shows how a prompt for recommendations is read.
type PromptCmd struct {
	libraryFlag
	JSON   bool   `name:"json" help:"Print what was understood as JSON, without the rules."`
	Prompt string `arg:"" help:"The prompt, in quotes."`
}

// Run prints which rule read which words, or what was understood.
func (c PromptCmd) Run(g *cli.Streams) error {
	return c.with(func(lib *library.Library) error {
		if lib.Taste == nil {
			return errors.New("the library has too few films for recommendations; build one with more films")
		}
		if !c.JSON {
			return prompt.WriteTrace(g.Out, lib.Taste.Trace(c.Prompt))
		}
		out := json.NewEncoder(g.Out)
		out.SetIndent("", "  ")
		return out.Encode(lib.Taste.Understand(c.Prompt))
	})
}
