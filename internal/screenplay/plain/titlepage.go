package plain

import (
	"regexp"
	"slices"
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/text"
)

// A title page is looked for in the first titleLines lines, before the first
// heading or FADE IN.
const titleLines = 60

// markTitle sets the title page apart: everything before the film begins, down
// to the last line that only a title page has.
func (p *document) markTitle() {
	last, prose := -1, 0
	for i := range min(len(p.lines), titleLines) {
		l := &p.lines[i]
		if l.role == artifactLine {
			continue
		}
		if isScriptStart(l.text) {
			break
		}
		if len(l.text) > 45 && l.blanks == 0 {
			if prose++; prose == 2 {
				break // a paragraph
			}
		} else {
			prose = 0
		}
		if isTitlePageLine(l.text) {
			last = i
		}
	}
	for i := 0; i <= last; i++ {
		if p.lines[i].role == scriptLine {
			p.lines[i].role = titleLine
		}
	}
}

// isScriptStart reports the lines that a film begins with.
func isScriptStart(s string) bool {
	if screenplay.IsHeading(s) {
		return true
	}
	return strings.HasPrefix(s, "FADE IN") || strings.HasPrefix(s, "FADE UP") || strings.HasPrefix(s, "Fade in") ||
		strings.HasPrefix(s, "OVER BLACK") || strings.HasPrefix(s, "BLACK SCREEN") || strings.HasPrefix(s, "OPEN ON")
}

// isTitlePageLine reports lines that only a title page has: who wrote it, which
// draft it is, whose it is.
func isTitlePageLine(s string) bool {
	if len(s) > 100 {
		return false
	}
	s = strings.Trim(s, lineMarks)
	low := strings.ToLower(s)
	switch low {
	case "by", "written by", "screenplay by", "story by", "written and directed by", "a screenplay by", "an original screenplay by",
		"original screenplay by", "screenplay", "an original screenplay", "original screenplay", "shooting script", "final draft",
		"first draft", "second draft", "third draft", "shooting draft", "teleplay by", "adapted by", "production draft", "final shooting script",
		"revised draft", "based on the novel by", "based on the book by", "directed by":
		return true
	}
	for _, mark := range [...]string{"written by ", "screenplay by ", "story by ", "based on ", "copyright", "all rights reserved",
		"registered wga", "wga ", "©", "written & directed"} {
		if strings.HasPrefix(low, mark) {
			return true
		}
	}
	if name, by := cutPrefixFold(s, "by "); by && len(s) < 60 && namesOnly(name) {
		return true
	}
	return isRevision(s) || isDate(low)
}

// namesOnly reports whether no word begins with a small ASCII letter, but for
// "and", "de", "von" and "van".
func namesOnly(s string) bool {
	for word := range strings.FieldsSeq(s) {
		if b := word[0]; b >= 'a' && b <= 'z' && word != "and" && word != "de" && word != "von" && word != "van" {
			return false
		}
	}
	return true
}

// isDate reports a line that is a date: "march 3, 1997", "3/12/97", "10-3-97".
// low is the line in lower case.
func isDate(low string) bool {
	if len(low) > 24 || !strings.ContainsAny(low, "0123456789") {
		return false
	}
	slashes, digits, others := 0, 0, 0
	for i := range len(low) {
		switch b := low[i]; {
		case b >= '0' && b <= '9':
			digits++
		case b == '/' || b == '-' || b == '.':
			slashes++
		default:
			others++
		}
	}
	if others == 0 {
		return slashes == 2 && digits >= 4
	}
	for _, month := range [...]string{"january", "february", "march", "april", "may ", "june", "july", "august", "september", "october",
		"november", "december", "jan ", "feb ", "aug ", "sept ", "oct ", "nov ", "dec "} {
		if strings.Contains(low, month) {
			return digits >= 4
		}
	}
	return false
}

// titleMarks are what typists put around a title.
const titleMarks = "\"“”_* "

// lineMarks are what typists put around any other line of a title page.
const lineMarks = " .:-*()[]\""

// draftLine matches a line, in lower case, that says which draft this is, whoever made it:
// "revised draft by", "2nd draft", "shooting script - may 1998", "revisions by".
var draftLine = regexp.MustCompile(`^(the )?((revised|final|first|second|third|fourth|fifth|shooting|production|current|early|rough|working|original|white|blue|pink|\d+(st|nd|rd|th)) )+(draft|script|screenplay|revisions?|rewrite|polish)\b|^(draft|revised|revisions?|rewrites?|rewritten|polish)( (no\.?|#)? ?\d|:| by| dated?| \d|$)`)

// titleFields returns the fields of the title page, nil without one: the title
// is what stands before the first line that only title pages have, the author
// what follows "written by".
func (p *document) titleFields() []screenplay.Field {
	var fields []screenplay.Field
	var title, author []string
	byline, done := false, false
	for i := range p.lines {
		l := &p.lines[i]
		if l.role == scriptLine {
			break
		}
		if l.role != titleLine {
			continue
		}
		low := strings.ToLower(strings.Trim(l.text, lineMarks))
		name, by := cutByline(l.text)
		switch {
		case len(title) > 0 && draftLine.MatchString(low):
			byline, done = false, true // who revised a draft is not who wrote the film
		case by && len(author) == 0:
			byline, done = true, true
			if name != "" {
				author = append(author, name)
				byline = false
			}
		case isTitlePageLine(l.text):
			byline, done = false, true
			if isDate(low) {
				fields = append(fields, screenplay.Field{Key: "draft date", Value: l.text})
			}
		case byline && len(author) < 4 && (len(author) == 0 || l.blanks == 0 || low == "and" || low == "&"):
			author = append(author, l.text)
		case !done && len(title) < 3:
			// A title that is printed on the cover and on the page stands twice.
			if key := text.Key(l.text); key != text.Key(strings.Join(title, " ")) && !slices.ContainsFunc(title, func(t string) bool { return text.Key(t) == key }) {
				title = append(title, strings.Trim(l.text, titleMarks))
			}
		default:
			byline = false
		}
	}
	var all []screenplay.Field
	if len(title) > 0 {
		all = append(all, screenplay.Field{Key: "title", Value: strings.Trim(strings.Join(title, " "), titleMarks)})
	}
	if len(author) > 0 {
		all = append(all, screenplay.Field{Key: "author", Value: strings.Join(author, " ")})
	}
	return append(all, fields...)
}

// cutByline takes words that introduce an author, such as "written by", off the
// front of a line. For a short line that ends with such words name is empty and ok
// true.
func cutByline(typed string) (name string, ok bool) {
	line := strings.Trim(typed, lineMarks)
	for _, mark := range [...]string{"written and directed by", "written by", "screenplay by", "by"} {
		if rest, ok := cutPrefixFold(line, mark); ok && (rest == "" || rest[0] == ' ' || rest[0] == ':') {
			if name = strings.TrimLeft(rest, " :"); abbreviated.MatchString(name) && strings.Contains(typed, name+".") {
				name += "."
			}
			return name, true
		}
		if at := len(line) - len(mark); at > 0 && at+len(mark) < 40 && line[at-1] == ' ' && strings.EqualFold(line[at:], mark) {
			return "", true
		}
	}
	return "", false
}

// cutPrefixFold is strings.CutPrefix in any case. It never compares places in two
// foldings of a text: lower case can have more bytes than capitals, and fewer.
func cutPrefixFold(s, prefix string) (rest string, ok bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// abbreviated matches a name that a stop at its end is part of.
var abbreviated = regexp.MustCompile(` ([JS][rR]|\p{Lu})$`)
