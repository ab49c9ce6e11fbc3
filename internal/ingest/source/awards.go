package source

import (
	"bytes"
	"strings"

	"kinodex/internal/film"
)

// awards reads the table of Academy Award nominations, one claim a film and
// nomination: a nomination for several films ("tt1|tt2") counts for each. The
// table is separated by tabs whatever its name says, and rows end where their
// last filled cell does. Honours that nobody is nominated for (technical,
// special) and nominations of people for no film are rejected by name.
func awards(s *sheet) (row, flush func()) {
	year, class, category := s.col("Year"), s.col("Class"), s.col("CanonicalCategory", "Category")
	ids, winner := s.col("FilmId"), s.col("Winner")
	names, people := s.col("Nominees"), s.col("NomineeIds")
	return func() {
		first, last := awardYears(s.cell(year))
		kind := string(s.cell(class))
		name := strings.ToUpper(s.prose(s.cell(category)))
		switch {
		case first == 0 || name == "":
			s.reject(ShiftedColumns, "no year or category")
			return
		case kind == "SciTech" || kind == "Special":
			s.reject(NotCompetitive, name)
			return
		case len(s.cell(ids)) == 0:
			s.reject(NoFilm, name)
			return
		}
		won := truth(s.cell(winner))
		nominees := s.nominees(s.cell(names), s.cell(people))
		var done []film.ID
		for part := range bytes.SplitSeq(s.cell(ids), []byte("|")) {
			id := idIn(part)
			if id == 0 || contains(done, id) {
				continue
			}
			done = append(done, id)
			c := s.newClaim()
			c.ID = id
			c.Nominations = []Nomination{{Category: name, Won: won, FirstYear: first, LastYear: last}}
			c.Nominees = nominees
			s.emit()
		}
		if len(done) == 0 {
			s.reject(NoID, string(s.cell(ids)))
		}
	}, nil
}

// nominees returns the people of a nomination, in the order of the cell, each with name and
// film database id. Names and ids are separated by bars and belong together by place; when
// there are not as many of one as of the other it is nil. Companies, and people without an
// id, are left out.
func (s *sheet) nominees(names, ids []byte) []Person {
	all, numbers := bytes.Split(names, []byte("|")), bytes.Split(ids, []byte("|"))
	if len(all) != len(numbers) {
		return nil
	}
	var list []Person
	for i, nm := range numbers {
		if who, id := s.prose(all[i]), parseNameID(nm); id != 0 && who != "" {
			list = append(list, Person{Name: who, NamedbID: id})
		}
	}
	return list
}

// contains reports whether the list has the id.
func contains(list []film.ID, id film.ID) bool {
	for _, have := range list {
		if have == id {
			return true
		}
	}
	return false
}

// awardYears returns the film years of a ceremony: of "1994" that year twice, of "1932/33"
// 1932 and 1933. A second year that does not follow the first is ignored. Both are 0 when b
// does not begin with a year.
func awardYears(b []byte) (first, last int) {
	head, tail, double := bytes.Cut(b, []byte("/"))
	if first = yearOf(head); first == 0 || !double {
		return first, first
	}
	if len(tail) == 2 && wholeNumber(tail) == (first+1)%100 {
		return first, first + 1
	}
	return first, first
}
