package source

import (
	"bytes"
	"math"

	"kinodex/internal/film"
)

// The film database's own tables: tabs and \N as it publishes them, or the
// comma form with empty cells that others made of them.

// titleKinds maps the words of the column titleType. A row with any other word has lost a
// column; a row with none is Unstated.
var titleKinds = map[string]Kind{
	"movie": Movie, "tvMovie": TVMovie, "short": Short, "tvShort": Short,
	"tvSeries": Series, "tvEpisode": Episode, "tvMiniSeries": Series, "tvSpecial": Series,
	"tvPilot": Series, "video": Video, "videoGame": OtherKind, "radioSeries": OtherKind,
	"radioEpisode": OtherKind, "podcastSeries": OtherKind, "podcastEpisode": OtherKind,
	"audiobook": OtherKind, "musicVideo": OtherKind,
}

// titleBasics reads the table of titles. A row whose type is unknown or whose adult
// flag is longer than one character has lost a column.
// A row without an id or without any title is rejected.
func titleBasics(s *sheet) (row, flush func()) {
	id, kind := s.col("tconst"), s.col("titleType")
	primary, original := s.col("primaryTitle"), s.col("originalTitle")
	adult, year, runtime, genres := s.col("isAdult"), s.col("startYear"), s.col("runtimeMinutes"), s.col("genres")
	return func() {
		tt := s.titleID(s.cell(id))
		if tt == 0 {
			s.reject(NoID, string(s.cell(id)))
			return
		}
		if s.passes(tt) {
			return
		}
		word := s.cell(kind)
		k, ok := titleKinds[string(word)]
		if flag := s.cell(adult); !ok && len(word) > 0 || len(flag) > 1 {
			s.reject(ShiftedColumns, "type or adult flag out of place")
			return
		}
		c := s.newClaim()
		c.ID, c.Kind = tt, k
		c.Title, c.OriginalTitle = s.prose(s.cell(primary)), s.prose(s.cell(original))
		c.Adult = string(s.cell(adult)) == "1"
		c.Year, c.Runtime = s.year(s.cell(year)), s.minutes(s.cell(runtime))
		s.genres(c, bytes.Split(s.cell(genres), []byte(",")))
		if c.Title == "" && c.OriginalTitle == "" {
			s.reject(NoTitle, "")
			return
		}
		s.emit()
	}, nil
}

// titleRatings reads the table of ratings, above 0 to 10, and votes. A row without a rating
// is rejected; one without votes is not.
func titleRatings(s *sheet) (row, flush func()) {
	id, rating, votes := s.col("tconst"), s.col("averageRating"), s.col("numVotes")
	return func() {
		c := s.newClaim()
		if c.ID = s.titleID(s.cell(id)); s.passes(c.ID) {
			return
		}
		c.FilmdbRating, c.FilmdbVotes = s.rating(s.cell(rating), 10), s.whole(s.cell(votes))
		switch {
		case c.ID == 0:
			s.reject(NoID, string(s.cell(id)))
		case c.FilmdbRating == 0:
			s.reject(NothingStated, "rating")
		default:
			s.emit()
		}
	}, nil
}

// titleCrew reads the table of directors and writers, who have an id and no name here: see
// ReadNames.
func titleCrew(s *sheet) (row, flush func()) {
	id, directors, writers := s.col("tconst"), s.col("directors"), s.col("writers")
	return func() {
		c := s.newClaim()
		if c.ID = s.titleID(s.cell(id)); s.passes(c.ID) {
			return
		}
		c.Directors, c.Writers = nameless(s.cell(directors)), nameless(s.cell(writers))
		switch {
		case c.ID == 0:
			s.reject(NoID, string(s.cell(id)))
		case c.Directors == nil && c.Writers == nil:
			s.reject(NothingStated, "directors and writers")
		default:
			s.emit()
		}
	}, nil
}

// nameless returns the people of ids between commas, without names; nil when there
// is none.
// What is no id of a person is left out.
func nameless(ids []byte) []Person {
	if len(ids) == 0 {
		return nil
	}
	var list []Person
	for id := range bytes.SplitSeq(ids, []byte(",")) {
		if id := parseNameID(bytes.TrimSpace(id)); id != 0 {
			list = append(list, Person{NamedbID: id})
		}
	}
	return list
}

// parseNameID returns the film database's id of a person: nm and digits whose number is not 0
// and fits 32 bits. Anything else is 0. It does not ask whether anybody has that id.
func parseNameID(b []byte) NameID {
	digits, ok := bytes.CutPrefix(b, []byte("nm"))
	if !ok || len(digits) == 0 {
		return 0
	}
	n := uint64(0)
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0
		}
		if n = n*10 + uint64(c-'0'); n > math.MaxUint32 {
			return 0
		}
	}
	return NameID(n)
}

// principalJobs maps the categories of principals that are crew to a
// department and the name of the job when the row has none.
// A category that is neither here nor one of cast, directors and writers is left out.
var principalJobs = map[string][2]string{
	"producer":            {"production", "Producer"},
	"composer":            {"sound", "Original Music Composer"},
	"cinematographer":     {"camera", "Director of Photography"},
	"editor":              {"editing", "Editor"},
	"production_designer": {"art", "Production Design"},
	"casting_director":    {"production", "Casting"},
}

// titlePrincipals reads the table of principals. The rows of one title stand together and
// become one claim, which is emitted when another title begins or the table ends: flush must
// be called. People have ids and no names. Order is the column ordering less 1, at least 0.
func titlePrincipals(s *sheet) (row, flush func()) {
	id, order, person := s.col("tconst"), s.col("ordering"), s.col("nconst")
	category, job, characters := s.col("category"), s.col("job"), s.col("characters")
	var open film.ID
	flush = func() {
		if open != 0 {
			s.emit()
		}
		open = 0
	}
	return func() {
		tt, nm := s.titleID(s.cell(id)), parseNameID(s.cell(person))
		if tt == 0 || nm == 0 {
			s.reject(NoID, string(s.cell(id))+" "+string(s.cell(person)))
			return
		}
		if s.passes(tt) {
			return
		}
		if tt != open {
			flush()
			s.newClaim().ID = tt
			open = tt
		}
		c, who := &s.claim, Person{NamedbID: nm}
		switch word := string(s.cell(category)); word {
		case "actor", "actress", "self":
			names, _ := parseLiteral(s.cell(characters))
			character := ""
			names.each(func(v literal) {
				if name := s.prose(v.text); name != "" {
					character += " / " + name
				}
			})
			c.Cast = append(c.Cast, Part{Person: who, Character: trimJoin(character), Order: max(s.whole(s.cell(order))-1, 0)})
		case "director":
			c.Directors = append(c.Directors, who)
		case "writer":
			c.Writers = append(c.Writers, who)
		default:
			if to, ok := principalJobs[word]; ok {
				name := s.prose(s.cell(job))
				if name == "" {
					name = to[1]
				}
				c.Crew = append(c.Crew, Job{Person: who, Department: to[0], Job: name})
			} else {
				s.repaired("archive_footage")
			}
		}
	}, flush
}

// trimJoin returns a joined text without the " / " with which it begins; "" when nothing was
// joined.
func trimJoin(s string) string {
	if len(s) > 3 {
		return s[3:]
	}
	return ""
}

// nameBasics reads the table of names: an id of a person, a name, and the films
// somebody is known for, which may be none. A row without id or name is rejected. An error
// of emit ends the reading.
func nameBasics(s *sheet, emit func(Name) error) func() {
	id, name, knownFor := s.col("nconst"), s.col("primaryName"), s.col("knownForTitles")
	return func() {
		nm, who := parseNameID(s.cell(id)), s.prose(s.cell(name))
		if nm == 0 || who == "" {
			s.reject(NoID, string(s.cell(id)))
			return
		}
		row := Name{ID: nm, Name: who}
		for part := range bytes.SplitSeq(s.cell(knownFor), []byte(",")) {
			if tt := idIn(part); tt != 0 {
				row.KnownFor = append(row.KnownFor, tt)
			}
		}
		s.tally.Claims++
		s.err = emit(row)
	}
}
