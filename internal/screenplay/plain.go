package screenplay

// parsePlain reads a script that has no markup but its layout, or what is left
// of it. It works as a reader does, from the whole to the line:
//
//  1. lines: where each begins and ends, its indentation, the blank lines above
//     it; tags, entities and odd characters cleaned off (plain_line.go,
//     plain_clean.go, plain_html.go), lost spaces between words put back
//     (plain_glued.go);
//  2. furniture: page numbers, CONTINUED (plain_furniture.go), running heads
//     (plain_heads.go), and the title page (plain_title.go);
//  3. habits of the document: what a blank line means in it, how wide its
//     dialogue runs, which names its cues carry, what each indentation column
//     holds (plain_habit.go);
//  4. labels: the likeliest sequence of line labels, given what each line looks
//     like and what stands around it (plain_look.go, plain_feature.go,
//     plain_label.go; the weights are trained: plain_weights.go). This is done
//     twice: the first time without the habits, which are learned from its
//     result; the second with them. So a script that lost its indentation, its
//     blank lines or both is read by what remains;
//  5. elements: lines of one label joined (plain_build.go).
//
// In a transcript, a line of NAME: speech is divided into two before it is
// looked at (plain_transcript.go). What follows no form at all is action
// (plain_doubt.go). The time taken is linear in the length of the text.
func parsePlain(source string) *Script {
	s := &Script{Source: source, Format: Plain}
	p := readPage(source)
	if p.endless {
		s.Elements = []Element{{Kind: Action, Start: p.first, End: p.last, Text: source[p.first:p.last]}}
		s.assemble()
		return s
	}
	p.restoreSpaces()
	p.markFurniture()
	p.markTitle()
	p.splitTranscript()
	p.look()
	p.label()
	p.build(s)
	s.assemble()
	return s
}
