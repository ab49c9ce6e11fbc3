// Package plain parses a screenplay that has no markup but its layout, or what is
// left of it. It works as a reader does, from the whole to the line:
//
//  1. lines: where each begins and ends, its indentation, the blank lines above
//     it; tags, entities and odd characters cleaned off (line.go,
//     clean.go, html.go), lost spaces between words put back
//     (glued.go);
//  2. furniture: page numbers, CONTINUED (furniture.go), running heads
//     (heads.go), and the title page (title.go);
//  3. habits of the document: what a blank line means in it, how wide its
//     dialogue runs, which names its cues carry, what each indentation column
//     holds (habit.go);
//  4. labels: the likeliest sequence of line labels, given what each line looks
//     like and what stands around it (look.go, feature.go,
//     label.go; the weights are trained: weights.go). This is done
//     twice: the first time without the habits, which are learned from its
//     result; the second with them. So a script that lost its indentation, its
//     blank lines or both is read by what remains;
//  5. elements: lines of one label joined (build.go).
//
// In a transcript, a line of NAME: speech is divided into two before it is
// looked at (transcript.go). What follows no form at all is action
// (doubt.go).
//
// Start reading at Parse.
package plain

import (
	"kinodex/internal/screenplay"
)

// Parse parses a script by its layout. It never fails. The time taken is linear in
// the length of the text.
func Parse(source string) *screenplay.Script {
	s := &screenplay.Script{Source: source, Format: screenplay.Plain}
	p := readDocument(source)
	if p.tooLong {
		s.Elements = []screenplay.Element{{Kind: screenplay.Action, Start: p.first, End: p.last, Text: source[p.first:p.last]}}
		s.Assemble()
		return s
	}
	p.restoreSpaces()
	p.markArtifacts()
	p.markTitle()
	p.splitTranscript()
	p.extractSurfaces()
	p.labelLines()
	p.build(s)
	s.Assemble()
	return s
}
