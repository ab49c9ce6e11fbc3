package source

import (
	"bytes"
	"regexp"
	"strings"
)

// encyclopediaDocument reads one American film of an encyclopedia's lists by
// decade: title, year, cast, genres and the article's first paragraph. Who
// directed is read from that paragraph where it says so plainly, so that
// namesakes of a year can be told apart.
func encyclopediaDocument(s *sink) func(doc []byte) {
	return func(doc []byte) {
		v, whole := parseLiteral(doc)
		if !whole {
			s.reject(BadDocument, firstWords(doc))
			return
		}
		c := s.newClaim()
		c.Title, c.Year = s.prose(v.get("title").text), yearOf(v.get("year").text)
		switch {
		case c.Title == "":
			s.reject(NoTitle, "")
			return
		case c.Year == 0:
			s.reject(NoID, "no year to join by: "+c.Title)
			return
		}
		v.get("cast").each(func(item literal) {
			if name := s.nameOf(item); name != "" {
				c.Cast = append(c.Cast, Part{Person: Person{Name: name}, Order: len(c.Cast)})
			}
		})
		v.get("genres").each(func(item literal) {
			s.genre(c, string(item.text), true)
		})
		s.overview(c, v.get("extract").text)
		c.Directors = DirectorsIn(c.Overview)
		s.emit()
	}
}

// directedBy matches "directed by" and one to three plain names after it, which must be
// followed by a mark or a word that ends a list of names. Group 1 holds the names.
var directedBy = regexp.MustCompile(`\bdirected by (` + plainName + `(?:(?:, | and |, and )` + plainName + `){0,2})(?:[,.;(]| and | starring| from| for| with| based| written| in )`)

// plainName matches two to four words with a capital letter first, separated by blanks.
const plainName = `\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3}`

// DirectorsIn returns the people who a text says directed a film, the first it names so, in its
// order; nil when it names none. They have names and no ids.
func DirectorsIn(overview string) []Person {
	m := directedBy.FindStringSubmatch(overview)
	if m == nil {
		return nil
	}
	var list []Person
	for name := range strings.SplitSeq(strings.NewReplacer(", and ", "|", " and ", "|", ", ", "|").Replace(m[1]), "|") {
		list = append(list, Person{Name: strings.TrimSuffix(name, ".")})
	}
	return list
}

// isCorpus reports whether a row is one of the open corpus, which has no header: nine cells,
// of which the second is an id that begins with /m/ and the last a dict.
func isCorpus(cells [][]byte) bool {
	return len(cells) == 9 && bytes.HasPrefix(cells[1], []byte("/m/")) && bytes.HasPrefix(cells[8], []byte("{"))
}

// corpus reads the metadata of an open corpus of 2012, columns by place: title, date,
// revenue in US dollars, length in minutes, and dicts of languages, countries and genres.
// It has no ids of ours, so a row without title and year is rejected. A genre outside our
// vocabulary becomes a keyword.
func corpus(s *sheet) (row, flush func()) {
	const title, released, revenue, runtime, languages, countries, genres = 2, 3, 4, 5, 6, 7, 8
	return func() {
		if !isCorpus(s.cells) {
			s.reject(ShiftedColumns, "not nine cells in their places")
			return
		}
		c := s.newClaim()
		c.Title, c.Year = s.prose(s.cell(title)), s.year(s.cell(released))
		c.ReleaseDate = isoDate(s.cell(released))
		switch {
		case c.Title == "":
			s.reject(NoTitle, "")
			return
		case c.Year == 0:
			s.reject(NoID, "no year to join by: "+c.Title)
			return
		}
		c.WorldGross, c.Runtime = s.dollars(s.cell(revenue)), s.minutes(s.cell(runtime))
		c.Languages = s.languages(s.values(s.cell(languages)))
		c.Countries = s.countries(s.values(s.cell(countries)))
		words := s.values(s.cell(genres))
		for i, g := range words {
			words[i] = corpusGenre(g)
		}
		s.genreNames(c, words, true)
		s.emit()
	}, nil
}

// corpusGenre returns a genre of the corpus in words that genreWords or kindWords know. Words
// that tell no genre give "none"; any other word is returned as it is.
func corpusGenre(g string) string {
	switch g {
	case "Short Film":
		return "Short"
	case "Television movie":
		return "TV Movie"
	case "Silent film", "World cinema", "Indie", "Film":
		return "none"
	case "Action/Adventure":
		return "Action & Adventure"
	}
	return g
}

// values returns the texts of a dict's values, in order and without empty ones; nil when the
// cell is no dict. Keys are ignored.
func (s *sink) values(cell []byte) []string {
	v := s.literal(cell)
	var list []string
	for i := 1; v.kind == dict && i < len(v.items); i += 2 {
		if t := s.prose(v.items[i].text); t != "" {
			list = append(list, t)
		}
	}
	return list
}
