package sources

import (
	"strings"

	"kinodex/internal/text"
)

// longestPlot is how many bytes of a plot are kept. Wikipedia asks its authors for 400 to 700 words,
// some 4,000 bytes.
const longestPlot = 12 << 10

// plotHeadings are the headings of a section that tells the story, folded.
var plotHeadings = map[string]bool{"plot": true, "plot summary": true, "synopsis": true, "story": true}

// plotOf returns the section of an article that tells the story, as paragraphs with a line feed
// between them and without the headings in it; "" if there is none. The article is plain text with
// headings between equals signs. Of several such sections it is the first. One that is longer than
// longestPlot ends with the last sentence that has room.
func plotOf(article string) string {
	var plot strings.Builder
	inside := false
	for line := range strings.Lines(article) {
		line = strings.TrimSpace(line)
		if title, level := headingOf(line); level > 0 {
			if level <= 2 {
				if inside && plot.Len() > 0 {
					break
				}
				inside = level == 2 && plotHeadings[text.Fold(title)]
			}
			continue
		}
		if !inside || line == "" {
			continue
		}
		if plot.Len() > 0 {
			plot.WriteByte('\n')
		}
		plot.WriteString(line)
		if plot.Len() > longestPlot {
			within, _ := text.Beginning(plot.String(), longestPlot)
			return within
		}
	}
	return plot.String()
}

// headingOf returns the title and level of a heading: "== Plot ==" is one of level 2. The level is 0
// of what is none.
func headingOf(line string) (title string, level int) {
	inner := strings.Trim(line, "=")
	if title = strings.TrimSpace(inner); title == "" {
		return "", 0
	}
	before := strings.Index(line, inner)
	return title, min(before, len(line)-before-len(inner))
}
