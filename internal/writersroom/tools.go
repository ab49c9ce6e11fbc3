// Package writersroom is the nine tools that look at a screenplay with a
// writer's eye: coverage, notes towards a rewrite, comparison with a writer's
// manner and the search for the nearest one, a trailer, loglines, a visual
// treatment, casting, and everything that can be measured at once.
//
// Each tool has two engines with one form of result. The built-in engine works
// from measurements, guides and records alone: the same question gives the same
// answer, and what cannot be told from those it says it cannot tell. With a
// language model, the model is given the text and the measurements, and writes
// what needs reading; what it claims is held against the text, and what cannot be
// found there is left out. Either way the figures in a result are measured.
//
// What was submitted is in no log, no error and no file. The package imports
// catalog, guide, llm, people, research, screenplay and what lies below. Start
// reading at Tools, then Manuscript; coverage.go is a whole tool from its result
// to its notes, ask.go how a model is asked.
package writersroom

import (
	"kinodex/internal/catalog"
	"kinodex/internal/guide"
	"kinodex/internal/llm"
	"kinodex/internal/people"
	"kinodex/internal/research"
)

// Tools are the nine tools. They are safe for concurrent use.
type Tools struct {
	guides   *guide.Guides
	model    llm.Model // nil for the built-in engine
	profiles profileCache
}

// New makes the tools with these guides. A nil model leaves it to the built-in
// engine.
func New(guides *guide.Guides, model llm.Model) *Tools {
	return &Tools{guides: guides, model: model}
}

// HasModel reports whether a language model answers, rather than the built-in engine.
func (r *Tools) HasModel() bool { return r.model != nil }

// Library is what of a library generation the tools look things up in. All parts are
// required; they may be empty.
type Library struct {
	Films    *catalog.Catalog
	Research *research.Set
	People   *people.Collection
}

// Answer is what a tool answers: a result of type R, and which engine made it. It
// shares nothing with the question that may change.
type Answer[R any] struct {
	Result R      `json:"result"`
	Model  Engine `json:"model"`
}

// Engine is who answered.
type Engine struct {
	Provider      string `json:"provider" doc:"Who runs the language model; builtin for the built-in engine." example:"builtin"`
	Name          string `json:"name" doc:"The model, or the version of the built-in engine." example:"kinodex-room-1"`
	Deterministic bool   `json:"deterministic" doc:"Whether the same question gives the same answer, from the same library."`
}

// builtIn is the built-in engine. Its number rises when its answers change.
var builtIn = Engine{Provider: "builtin", Name: "kinodex-room-1", Deterministic: true}
