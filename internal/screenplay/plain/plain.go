// Package plain parses a screenplay that has no markup but its layout, or what is
// left of it. It goes from the whole document to the line:
//
//  1. Lines (document.go): where each begins and ends, its indentation, the blank
//     lines above it. Tags, entities and odd characters are cleaned off (clean.go,
//     html.go), and lost spaces between words are restored by word segmentation
//     with a unigram model (segment.go, trie.go).
//  2. Page artifacts: page numbers, CONTINUED (artifact.go), running heads
//     (running_head.go); and the title page (titlepage.go).
//  3. Layout statistics of the document (layout.go): what a blank line means in
//     it, how wide its dialogue is, which names its cues carry, which labels each
//     indentation column holds.
//  4. Labels: the best sequence of line labels, by Viterbi decoding of a linear
//     chain whose weights an averaged perceptron learned (surface.go, feature.go,
//     viterbi.go, weights.go). It is decoded twice: first without the layout
//     statistics that need labels, then with those that the first labels give.
//     So a script that lost its indentation, its blank lines or both is parsed by
//     what remains.
//  5. Elements (build.go): lines of one label joined.
//
// Speeches that stand side by side are put one after the other before they are
// labelled (dual.go). In a transcript, a line of NAME: speech is divided into a cue and a speech
// before it is labelled (transcript.go). A text that has no form at all is action
// from beginning to end (plausibility.go).
//
// The word list words.txt and the weights weights.bin are learned from
// screenplays by TestTrainPlain. They are read once, at the first use, and never
// changed. Start reading at Parse.
package plain

import (
	"kinodex/internal/screenplay"
)

// Parse parses a script by its layout. It never fails and never panics, whatever
// the bytes are: a text that is no screenplay becomes action (REQ S-10), and so
// does a text of more than maxLines lines, as one element. Offsets of elements
// point into source, which is not copied.
//
// Time and memory are linear in the length of the text. Equal texts give equal
// scripts on every machine. Parse may be called from any number of goroutines.
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
	p.splitDualDialogue()
	p.splitTranscript()
	p.extractSurfaces()
	p.labelLines()
	p.build(s)
	s.Assemble()
	return s
}
