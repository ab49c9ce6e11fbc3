package docs

import (
	"cmp"
	"slices"
	"strings"

	"kinodex/internal/serve/site/docs/manual"
	"kinodex/internal/serve/site/docs/reference"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/wire"
	"kinodex/internal/text"
)

// index is what the documentation's search looks through: some thousand passages, few enough
// to be read one by one for every question. It does not change.
type index struct{ passages []passage }

// passage is a place in the documentation: a section of a document, an operation or an error.
type passage struct {
	Title, Where, Address string
	Text                  string
	audience              manual.Audience
	title, where, text    string // folded, with spaces around
}

// The pages that are no documents, by what one looks for there.
var ownPages = []struct{ title, address, says string }{
	{startTitle + ": get an API key", "/docs/start", startSays},
	{connectTitle, "/docs/connect", connectSays},
	{limitsTitle, "/docs/limits", limitsSays},
	{"Errors", errorsPage, "The codes of errors, with their statuses and what to do about them."},
}

// newIndex collects the passages of the pages, the manual, the reference and the error table.
func newIndex(m *manual.Manual, r *reference.Reference) (*index, error) {
	ix := &index{}
	for _, own := range ownPages {
		ix.add(manual.Users, own.title, contents.Name, own.address, own.says)
	}
	for _, g := range m.Groups() {
		for _, d := range g.Documents {
			p, err := d.Page()
			if err != nil {
				return nil, err
			}
			for _, s := range p.Sections {
				at, title := d.Address, d.Title
				if s.ID != "" {
					at, title = at+"#"+s.ID, s.Title
				}
				ix.add(g.Audience(), title, d.Title, at, s.Text)
			}
		}
	}
	for _, g := range r.Groups {
		for _, o := range g.Operations {
			said := []string{o.Method + " " + o.Path, o.Description}
			for _, p := range o.Parameters {
				said = append(said, p.Name+": "+p.Says)
			}
			ix.add(manual.Users, o.Summary, "Reference, "+g.Title, o.Address(), strings.Join(said, "\n"))
		}
	}
	for _, c := range wire.Codes() {
		ix.add(manual.Users, string(c.Kind), "Errors", reference.DocsAddress(c.Kind), c.Meaning)
	}
	return ix, nil
}

// add adds a passage, unless it says nothing.
func (ix *index) add(audience manual.Audience, title, where, address, said string) {
	if strings.TrimSpace(said) == "" && title == where {
		return
	}
	ix.passages = append(ix.passages, passage{title, where, address, said, audience, spaced(title), spaced(where), spaced(said)})
}

// spaced returns the folded words of a text with spaces around each.
func spaced(s string) string { return " " + strings.Join(slices.Collect(text.Tokens(s)), " ") + " " }

// match is a passage that answers a question, with the part of it that has the words.
type match struct {
	passage
	Excerpt string
}

// mostFound is how many passages an answer has.
const mostFound = 30

// find returns the passages that have all words of a question, each as the beginning of a
// word; the best first: those with the words in their title, then those with more of them. What
// is for users comes before what says as much to others, and what is for those who change the
// program comes last.
func (ix *index) find(question string) []match {
	words := slices.Compact(slices.Sorted(text.Tokens(question)))
	if len(words) == 0 {
		return nil
	}
	type candidate struct {
		at, score int
		audience  manual.Audience
	}
	var hits []candidate
	for i, p := range ix.passages {
		if score := p.score(words); score > 0 {
			hits = append(hits, candidate{i, score, max(p.audience, manual.Readers)}) // users' have their bonus
		}
	}
	slices.SortStableFunc(hits, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.audience, b.audience), cmp.Compare(b.score, a.score))
	})
	var all []match
	for _, h := range hits[:min(len(hits), mostFound)] {
		all = append(all, match{ix.passages[h.at], excerpt(ix.passages[h.at].Text, words)})
	}
	return all
}

// What words count for a passage: much in its title, more if whole, something in the title of its
// document, little in its text; and what it counts that the passage is for users.
const (
	titleWeight = 20
	wholeWeight = 10
	whereWeight = 10
	mostInText  = 5
	usersWeight = 25
)

// score says how well a passage answers; 0 when a word is missing.
func (p *passage) score(words []string) int {
	total := 0
	if p.audience == manual.Users {
		total = usersWeight
	}
	for _, w := range words {
		inTitle, inWhere, inText := strings.Contains(p.title, " "+w), strings.Contains(p.where, " "+w), strings.Count(p.text, " "+w)
		if !inTitle && !inWhere && inText == 0 {
			return 0
		}
		total += min(inText, mostInText)
		if inTitle {
			total += titleWeight
		}
		if strings.Contains(p.title, " "+w+" ") {
			total += wholeWeight
		}
		if inWhere && p.where != p.title {
			total += whereWeight
		}
	}
	return total
}

// excerpt returns the line of a text that has most of the words, cut to a length that is
// quickly read.
func excerpt(said string, words []string) string {
	best, most := "", -1
	for line := range strings.Lines(said) {
		folded, n := spaced(line), 0
		for _, w := range words {
			n += min(strings.Count(folded, " "+w), 1)
		}
		if n > most {
			best, most = strings.TrimSpace(line), n
		}
	}
	return cut(best, 220)
}

// longestQuestion is how many bytes of a question are looked at.
const longestQuestion = 200

// search shows what the documentation says about some words.
func (f *family) search(v *page.View) error {
	ix, err := f.index()
	if err != nil {
		return err
	}
	question := strings.ToValidUTF8(v.Query().Get("q"), "")
	question = question[:min(len(question), longestQuestion)]
	question = strings.ToValidUTF8(question, "")
	return v.Answer(page.Answer{
		Title: "Search the documentation", Content: searchPage(question, ix.find(question)),
	})
}
