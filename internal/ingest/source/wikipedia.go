package source

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"kinodex/internal/text"
)

// longestOpening is how many bytes of a plot may stand as the film's overview: as much as overviews of
// the movie database have at most.
const longestOpening = 1000

// leastOpening is how many bytes an opening has at least if there is more.
const leastOpening = 200

// wikipediaDocument reads the plot of one film as kinodex sources fetch keeps it. It makes two claims
// of it: the opening, with which somebody may be told what the film is about, and the rest, which
// tells more and gives the end away. The opening is whole sentences of the first paragraph, or of the
// first paragraphs if that has few words. A document without an id of the film database or without a
// plot is rejected.
func wikipediaDocument(s *sink) func(doc []byte) {
	return func(doc []byte) {
		v, whole := parseLiteral(doc)
		if !whole || v.kind != dict {
			s.reject(BadDocument, firstWords(doc))
			return
		}
		item, id := string(v.get("wikidata_id").text), s.titleID(v.get("imdb_id").text)
		var paragraphs []string
		for part := range bytes.SplitSeq(v.get("plot").text, []byte("\n")) {
			if p := s.wikiProse(part); p != "" {
				paragraphs = append(paragraphs, p)
			}
		}
		opening, rest := openingOf(paragraphs)
		switch {
		case id == 0:
			s.reject(NoID, item)
			return
		case opening == "":
			s.reject(NothingStated, item)
			return
		}
		for _, told := range []string{opening, rest} {
			c := s.newClaim()
			c.ID = id
			if page := v.get("page_id").number(); page > 0 {
				c.external("wikipedia", []byte(strconv.Itoa(page)))
			}
			if c.Overview = told; told != "" {
				s.emit()
			}
		}
	}
}

// markup matches what is a tag of HTML: plain text of articles has none.
var markup = regexp.MustCompile(`</?[a-zA-Z!][^<>]*>`)

// wikiProse returns a paragraph as prose does, without markup.
func (s *sink) wikiProse(b []byte) string {
	p := s.prose(b)
	if plain := markup.ReplaceAllString(p, " "); plain != p {
		s.repaired("markup")
		p = text.Clean(plain)
	}
	return p
}

// openingOf parts a story into its opening and the rest. If the first sentence is too long, the
// opening is its first words and " …", and the rest is the whole story.
func openingOf(paragraphs []string) (opening, rest string) {
	n := 0
	for n < len(paragraphs) && len(opening) < leastOpening {
		opening = strings.TrimPrefix(opening+" "+paragraphs[n], " ")
		n++
	}
	rest = strings.Join(paragraphs[n:], " ")
	begins, whole := text.Beginning(opening, longestOpening)
	switch {
	case !whole:
		return begins + " …", strings.TrimSuffix(opening+" "+rest, " ")
	case len(begins) < len(opening):
		rest = strings.TrimSuffix(strings.TrimPrefix(opening[len(begins):], " ")+" "+rest, " ")
	}
	return begins, rest
}
