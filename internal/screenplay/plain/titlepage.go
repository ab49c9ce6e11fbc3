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
			if b, by := cutByline(l.text); by && b.name == "" {
				last = p.namesUnder(i)
			}
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
	low := strings.ToLower(strings.Trim(s, lineMarks))
	if isCredit(low) {
		return true
	}
	if b, by := cutByline(s); by && len(s) < 60 && (b.name != "" && namesOnly(b.name) || b.name == "" && !b.bare) {
		return true
	}
	return isRevision(s) || isDate(low)
}

// isCredit reports a line, in lower case, that is or begins with words that say who made
// it, what it is or whose.
func isCredit(low string) bool {
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
	return false
}

// namesUnder returns the last line of the names that a byline on line i is followed by, i
// without one.
func (p *document) namesUnder(i int) int {
	for next := i + 1; next < len(p.lines) && mayBeName(p.lines[next].text); next += 2 {
		i = next
		if next+1 == len(p.lines) || !isAnd(p.lines[next+1].text) {
			break
		}
	}
	return i
}

// isAnd reports a line that joins the names above and below it.
func isAnd(s string) bool { return s == "&" || strings.EqualFold(s, "and") }

// mayBeName reports a line that can be who "written by" above it names.
func mayBeName(s string) bool {
	return len(s) < 60 && namesOnly(s) && !isScriptStart(s) && !strings.HasSuffix(s, ":")
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
var draftLine = regexp.MustCompile(`^(the )?((revised|new|latest|final|first|second|third|fourth|fifth|shooting|production|current|early|rough|` +
	`working|original|white|blue|pink|yellow|green|\d+(st|nd|rd|th)) )+(draft|script|screenplay|revisions?|rewrite|polish)\b` +
	`|^(draft|revised|revisions?|rewrites?|rewritten|polish)( (no\.?|#)? ?\d|:| by| dated?| pages\b| \d|$)`)

// TitleFields returns the fields of a title page, of which the text is nothing but the lines.
func TitleFields(text string) []screenplay.Field {
	p := readDocument(text)
	for i := range p.lines {
		p.lines[i].role = titleLine
	}
	return p.titleFields()
}

// titleFields returns the fields of the title page, nil without one: the title
// is what stands before the first line that only title pages have, the author
// what follows "written by".
func (p *document) titleFields() []screenplay.Field {
	var fields []screenplay.Field
	var title, author []string
	var credit byline
	named, done := false, false // a name is awaited; the title is over
	block, address := 0, false  // where the lines that stand together begin in title, and whether they are an address
	for i := range p.lines {
		l := &p.lines[i]
		if l.role == scriptLine {
			break
		}
		if l.role != titleLine {
			continue
		}
		if l.blanks > 0 {
			block, address = len(title), false
		}
		low := strings.ToLower(strings.Trim(l.text, lineMarks))
		b, by := cutByline(l.text)
		// A bare "by" in a page that has a byline yet to come is of the title: PASSED BY.
		ofTitle := by && b.bare && len(title) == 0 && p.hasBylineAfter(i)
		switch {
		case draftLine.MatchString(low):
			named, done = false, done || len(title) > 0 // who revised a draft is not who wrote the film
		case otherCredit.MatchString(low):
			named, done = false, done || len(title) > 0
		case by && !ofTitle && (len(author) == 0 || credit.weak && !b.weak):
			credit, author = b, nil
			named, done = b.name == "", !b.weak || len(title) > 0
			if b.name != "" {
				author = []string{b.name}
			}
		case isTitlePageLine(l.text) && !ofTitle && (done || len(title) > 0 || !mayBeTitle(l.text)):
			named, done = false, done || len(title) > 0
			if isDate(low) {
				fields = append(fields, screenplay.Field{Key: "draft date", Value: l.text})
			}
		case address || contactLine.MatchString(l.text):
			named, address = false, true
			if !done {
				title = title[:min(block, len(title))]
			}
		case named && len(author) < 4 && (len(author) == 0 || isAnd(low) || isAnd(author[len(author)-1]) || l.blanks == 0 && !strings.ContainsAny(low, "0123456789@")):
			author = append(author, l.text)
		case !done && len(title) < 3:
			t := strings.Trim(workingTitle.ReplaceAllString(l.text, ""), titleMarks)
			// A title that is printed on the cover and on the page stands twice.
			if key := text.Key(t); t != "" && key != text.Key(strings.Join(title, " ")) && !slices.ContainsFunc(title, func(t string) bool { return text.Key(t) == key }) {
				title = append(title, t)
			}
		default:
			named = false
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

// hasBylineAfter reports whether the title page says who wrote the film below line i.
func (p *document) hasBylineAfter(i int) bool {
	for _, l := range p.lines[i+1:] {
		if l.role == scriptLine {
			break
		}
		if _, by := cutByline(l.text); by && l.role == titleLine {
			return true
		}
	}
	return false
}

// byline is a line that says who wrote the film.
type byline struct {
	name string // empty when it stands on the next line
	bare bool   // no word but "by" says what was done
	weak bool   // who made the film need not have written it
}

// bylineForm matches words that introduce an author, such as "written by".
var bylineForm = regexp.MustCompile(`(?i)^(?:(?:an?|the) )?(?:original )?(written(?: (?:and|&) directed)?|(?:story (?:and|&) )?screenplay|script|teleplay|(film|movie|created|(?:screen )?story))? ?\bby(?:[ :]+|$)`)

// cutByline takes words that introduce an author off the front of a line. A short
// line that ends with such words has them all, and no name.
// Places are of the line itself: in lower case, letters can have more bytes, or fewer.
func cutByline(typed string) (b byline, ok bool) {
	line := strings.Trim(typed, lineMarks)
	m := bylineForm.FindStringSubmatchIndex(line)
	if m == nil {
		at := len(line) - len(" by")
		return byline{bare: true}, at > 0 && len(line) < 40 && strings.EqualFold(line[at:], " by")
	}
	b = byline{name: line[m[1]:], bare: m[2] < 0, weak: m[4] >= 0}
	if abbreviated.MatchString(b.name) && strings.Contains(typed, b.name+".") {
		b.name += "."
	}
	return b, true
}

// abbreviated matches a name that a stop at its end is part of.
var abbreviated = regexp.MustCompile(` ([JS][rR]|\p{Lu})$`)

// otherCredit matches a line, in lower case, that credits what the film was made from, or
// other work on it than writing, or that a bare "by" completes.
var otherCredit = regexp.MustCompile(`^(directed|produced|music|edited) by\b|^(based (up)?on|inspired by|suggested by|adapted from) ` +
	`|^from (the|an?) (\w+ )?(novel|novella|book|play|stage play|story|short story|memoir|article|comic|graphic novel) (by|of)\b` +
	`|^(written( and directed)?|an? (film|movie|script|teleplay))$`)

// contactLine matches a line that only an address has: a town with its code, a telephone
// number, a mailbox. A street is not enough, films are called after them.
var contactLine = regexp.MustCompile(`\b[A-Z]{2},? \d{5}(-\d{4})?$|\(?\b\d{3}\)?[-. ]{1,2}\d{3}[-. ]\d{4}\b|\S@\S+\.\w`)

// workingTitle matches what is said of a title that may change.
var workingTitle = regexp.MustCompile(`(?i)\s*[(\[]\s*working title\s*[)\]]\s*$`)

// mayBeTitle reports a line in capitals in which a word of a revision is the only sign of
// a title page, as in SHOOTING STARS.
func mayBeTitle(s string) bool {
	low := strings.ToLower(strings.Trim(s, lineMarks))
	return isRevision(s) && !strings.ContainsAny(s, "0123456789") && !isCredit(low)
}
