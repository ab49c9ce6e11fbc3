package writersroom

import (
	"context"
	"slices"
	"strings"

	"kinodex/internal/guide"
	"kinodex/internal/text"
)

// RewriteReading is what an engine makes of a scene.
type RewriteReading struct {
	Rewritten *string    `json:"rewritten" nullable:"true" doc:"The scene in the writer's manner; null where it was not rewritten."`
	Notes     []LineNote `json:"notes" doc:"What the manner asks of lines of this scene."`
}

// LineNote is what a guide's technique asks of a line.
type LineNote struct {
	Technique string  `json:"technique" doc:"Of the guide, or a tendency it states."`
	Line      *string `json:"line" nullable:"true" doc:"The line of the scene it is about; null when it is about the whole."`
	Note      string  `json:"note"`
}

// Style names a guide.
type Style struct {
	Name string `json:"name"`
	Slug string `json:"slug"`
}

// RewriteResult is a scene in a writer's manner, or what the manner asks of it.
type RewriteResult struct {
	Style     Style   `json:"style"`
	Available bool    `json:"available" doc:"Whether the scene was rewritten."`
	Reason    *string `json:"reason" nullable:"true" doc:"Why it was not."`
	RewriteReading
	Remarks []string `json:"remarks" doc:"How this was made."`
}

// notRewritten is why the built-in engine does not.
const notRewritten = "the built-in engine measures and compares; it does not write prose in anyone's voice, and does not pretend to. With a language model configured this tool rewrites the scene; the notes below are what the guide asks of its lines"

// Rewrite gives a scene in a writer's manner (REQ M-32).
func (r *Tools) Rewrite(ctx context.Context, _ Library, q Question) (*Answer[RewriteResult], error) {
	result := &RewriteResult{Style: Style{q.Style.Name, q.Style.Slug}, Remarks: []string{}}
	if r.model == nil {
		reason := notRewritten
		result.Reason = &reason
		result.RewriteReading.Notes = q.lineNotes()
		return &Answer[RewriteResult]{*result, builtIn}, nil
	}
	said, err := read[RewriteReading](ctx, r, "rewrite", q, q.sceneFigures(), q.Style)
	if err != nil {
		return nil, err
	}
	c := newChecker(q)
	result.RewriteReading = said.said
	result.RewriteReading.Notes = []LineNote{}
	for _, n := range said.said.Notes {
		known := c.claim(c.technique(n.Technique))
		if n.Line = c.quote(n.Line); known && n.Note != "" {
			result.RewriteReading.Notes = append(result.RewriteReading.Notes, n)
		}
	}
	result.Available = result.Rewritten != nil && strings.TrimSpace(*result.Rewritten) != ""
	if !result.Available {
		reason := "the language model did not rewrite it; its notes may say why"
		result.Rewritten, result.Reason = nil, &reason
	}
	result.Remarks = slices.Concat(result.Remarks, said.notes, c.notes())
	return &Answer[RewriteResult]{*result, said.by}, nil
}

// technique reports whether the guide names it.
func (c *checker) technique(name string) bool {
	asked := text.Fold(strings.Trim(name, ". "))
	return slices.ContainsFunc(c.q.Style.Techniques, func(t string) bool { return text.Fold(t) == asked })
}

// sceneFigures are the figures of a scene that a manner may be about.
func (m *Manuscript) sceneFigures() any {
	return struct {
		Measures []Measure `json:"measures"`
		Speakers []Speaker `json:"speakers"`
	}{m.measures(), m.speakers()}
}

// bullets are the guide's techniques with their text, in order.
func bullets(g *guide.Guide) map[string]string {
	said := map[string]string{}
	for line := range strings.Lines(g.Section("Signature techniques")) {
		name, rest, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "- **"), "**")
		if ok {
			said[strings.TrimSuffix(name, ".")] = strings.TrimSpace(strings.TrimPrefix(rest, "."))
		}
	}
	return said
}
