package source

import (
	"bytes"
	"strings"
)

// Tables of the movie database that others keep up to date write lists as plain
// names between commas, which names of firms and people hold too.

// nameSuffixes are what follows a comma inside a name, in lower case without
// dots and blanks.
var nameSuffixes = words(`inc incorporated ltd limited llc llp lp plc co corp corporation company pty ptyltd
	pvt pvtltd ltda lda gmbh mbh ag kg ohg sa sas sarl sl slu slne srl spa sc scrl sapi sadecv sapidecv bv nv vof
	ab as aps oy oyj ou kft zrt rt sro doo dd ad ood eood spzoo kk jsc ooo ltdco
	jr sr ii iii iv`)

// plainNames cuts a cell into a list of names, at bars when there are any and else at
// commas. What can only be the end of a name ("Inc.", "Jr.") stays with the name before it.
func plainNames(cell []byte) literal {
	sep := []byte(",")
	if bytes.IndexByte(cell, '|') >= 0 {
		sep = []byte("|")
	}
	as := literal{kind: list}
	start := 0 // of the name at hand
	for at := 0; at <= len(cell); {
		end := len(cell)
		if i := bytes.Index(cell[at:], sep); i >= 0 {
			end = at + i
		}
		part := bytes.TrimSpace(cell[at:end])
		switch n := len(as.items); {
		case len(part) == 0:
		case n > 0 && isNameSuffix(part):
			as.items[n-1].text = bytes.TrimSpace(cell[start:end])
		default:
			start = at
			as.items = append(as.items, literal{kind: written, text: part})
		}
		at = end + 1
	}
	return as
}

// isNameSuffix reports whether a part between commas can only be the end of the name
// before it.
// Upper and lower case, dots, blanks and slashes do not matter.
func isNameSuffix(part []byte) bool {
	if len(part) > 16 {
		return false
	}
	return nameSuffixes[strings.NewReplacer(".", "", " ", "", "/", "").Replace(strings.ToLower(string(part)))]
}

// plainPeople returns a function that adds to a claim the people of the columns that some
// tables of the movie database have: names alone. It must be called before the first row is
// read; columns that the table lacks add nobody.
func (s *sheet) plainPeople() func(*Claim) {
	cast, director, writers := s.col("cast"), s.col("director"), s.col("writers")
	crew := []struct {
		column          column
		department, job string
	}{
		{s.col("director_of_photography"), "camera", "Director of Photography"},
		{s.col("producers"), "production", "Producer"},
		{s.col("music_composer"), "sound", "Original Music Composer"},
	}
	return func(c *Claim) {
		s.credits(c, s.literal(s.cell(cast)), literal{})
		for _, p := range s.plainNamed(director) {
			c.Directors = appendPerson(c.Directors, p)
		}
		for _, p := range s.plainNamed(writers) {
			c.Writers = appendPerson(c.Writers, p)
		}
		for _, from := range crew {
			for _, p := range s.plainNamed(from.column) {
				c.Crew = append(c.Crew, Job{Person: p, Department: from.department, Job: from.job})
			}
		}
	}
}

// plainNamed returns the people of a column, in order; nil when there are none.
func (s *sheet) plainNamed(c column) []Person {
	var list []Person
	s.literal(s.cell(c)).each(func(item literal) {
		if p := s.person(item); p.Name != "" {
			list = append(list, p)
		}
	})
	return list
}

// filmdbRatings returns a function that sets the film database's rating, 0 to 10, and votes
// where a table of the movie database has them. It must be called before the first row is
// read.
func (s *sheet) filmdbRatings() func(*Claim) {
	rating, votes := s.col("imdb_rating"), s.col("imdb_votes")
	return func(c *Claim) {
		c.FilmdbRating, c.FilmdbVotes = s.rating(s.cell(rating), 10), s.whole(s.cell(votes))
	}
}
