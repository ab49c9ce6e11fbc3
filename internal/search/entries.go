package search

import (
	"bytes"
	"iter"
	"math/bits"
	"strings"
)

// entry is one of a list: a keyword, or a name with a job.
type entry struct{ text, job []byte }

// listMatch is what a list has of the words.
type listMatch struct {
	held     uint64 // by all entries
	together uint64 // by the one entry that has most
	entries  []entry
	each     []uint64 // beside entries, the words each has
}

// enough is how many entries are looked at closer. More have a word only when it
// is one that everybody's name has.
const enough = 32

// among finds the words in the entries of a list.
func (e *evidence) among(list iter.Seq[entry], words uint64, stemmed bool) (in listMatch) {
	for each := range list {
		held := e.words.in(each.text, stemmed) & words
		if held == 0 {
			continue
		}
		in.held |= held
		if len(in.entries) < enough || held&^in.covered() != 0 {
			in.entries, in.each = append(in.entries, each), append(in.each, held)
		}
		if bits.OnesCount64(held) > bits.OnesCount64(in.together) {
			in.together = held
		}
		if held == words {
			break // nothing says more than this one
		}
	}
	return in
}

func (in *listMatch) covered() (held uint64) {
	for _, h := range in.each {
		held |= h
	}
	return held
}

// quote gives the fewest entries that have all the words found, those with most
// of them first.
func (in *listMatch) quote() string {
	var b strings.Builder
	for missing := in.held; missing != 0; {
		best, most := -1, 0
		for i, held := range in.each {
			if n := bits.OnesCount64(held & missing); n > most {
				best, most = i, n
			}
		}
		if best < 0 {
			break
		}
		missing &^= in.each[best]
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.Write(in.entries[best].text)
		if job := in.entries[best].job; len(job) > 0 {
			b.WriteString(" (")
			b.Write(job)
			b.WriteByte(')')
		}
	}
	return excerpt([]byte(b.String()), span{})
}

// listed gives the strings of a field that is a list of them.
func listed(f filmRecord, field int) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		for rest := f.value(field); len(rest) > 0; {
			var s []byte
			if s, rest = firstString(rest); s == nil || !yield(entry{text: s}) {
				return
			}
		}
	}
}

// castNames gives the names of the cast.
func castNames(f filmRecord) iter.Seq[entry] { return named(f.value(castField)) }

// crewNames gives the names of the crew with their jobs, then those who directed,
// which some sources state alone.
func crewNames(f filmRecord) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		for e := range named(f.value(crewField)) {
			if !yield(e) {
				return
			}
		}
		for e := range directors(f) {
			if !yield(e) {
				return
			}
		}
	}
}

// directors gives the names of those who directed.
func directors(f filmRecord) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		for name := range bytes.SplitSeq(f.text(directorField), []byte(", ")) {
			if len(name) > 0 && !yield(entry{name, []byte("Director")}) {
				return
			}
		}
	}
}

// otherTitles gives what the film is called elsewhere.
func otherTitles(f filmRecord) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for rest := f.value(titlesField); ; {
			_, behind, ok := bytes.Cut(rest, titleStart)
			if !ok {
				return
			}
			title, after := firstString(behind)
			if rest = after; len(title) > 0 && !yield(title) {
				return
			}
		}
	}
}

// titleStart is the start of an encoded title, before the quote of the text.
var titleStart = []byte(`{"title":`)

// The start of an encoded person, and of the job that may follow the name. Quotes
// inside a string are escaped, so neither can stand in one.
var (
	personStart = []byte(`{"name":"`)
	jobStart    = []byte(`,"job":"`)
)

// named gives the names in encoded people, with their jobs.
func named(people []byte) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		for {
			at := bytes.Index(people, personStart)
			if at < 0 {
				return
			}
			var e entry
			if e.text, people = firstString(people[at+len(personStart)-1:]); e.text == nil {
				return
			}
			if bytes.HasPrefix(people, jobStart) {
				e.job, people = firstString(people[len(jobStart)-1:])
			}
			if !yield(e) {
				return
			}
		}
	}
}
