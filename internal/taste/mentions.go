package taste

import (
	"slices"
	"strings"

	"kinodex/internal/catalog"
)

// readQuotedTitle takes a quotation that is the title of a film, which is then one to be like.
// It reports false, and takes nothing, for a quotation that is no title, for one under a
// negation, and where none begins.
func (r *promptReader) readQuotedTitle() bool {
	q := r.tokens[r.i].quote
	if q == 0 || r.i > 0 && r.tokens[r.i-1].quote == q {
		return false
	}
	n := 1
	for r.i+n < len(r.tokens) && r.tokens[r.i+n].quote == q {
		n++
	}
	title, _ := r.join(n)
	if d, ok := r.x.titled(title, 0); ok && !r.negated {
		r.like(uint32(d))
		r.i += n
		return true
	}
	return false
}

// The least fame of a film whose title is not in quotation marks, by the number of its words.
// A less known film is not meant: "like it was yesterday" is about no film.
const (
	oneWordFame  = 0.55
	moreWordFame = 0.30
)

// readTitles takes the titles behind a cue, as in "like Heat, Collateral and Thief", and
// reports whether there was one. Under a negation they are taken and not noted.
func (r *promptReader) readTitles() bool {
	any := false
	for {
		n, d := r.titleHere()
		if n == 0 {
			return any
		}
		if !r.negated {
			r.like(d)
		}
		any = true
		r.i += n
		if w := r.at(0); w == "and" || w == "or" {
			r.i++
			if n, _ := r.titleHere(); n == 0 {
				r.i--
				return any
			}
		} else if r.i >= len(r.tokens) || r.tokens[r.i].clause == r.tokens[r.i-1].clause || !r.tokens[r.i].capital {
			return any
		}
	}
}

// titleHere returns how many words the longest title has that starts here, ten at most, and
// its film; 0 words when there is none. A year behind the title belongs to it when the film
// is of that year. It takes nothing.
func (r *promptReader) titleHere() (int, uint32) {
	for n := 10; n >= 1; n-- {
		key, ok := r.join(n)
		if !ok {
			continue
		}
		d, found := r.x.titled(key, r.yearBehind(n))
		if !found {
			d, found = r.x.titled(key, 0)
		}
		least := float32(moreWordFame)
		if n == 1 {
			least = oneWordFame
			if !r.tokens[r.i].capital && (r.lex.says(key) || r.lex.fillers[key]) {
				continue
			}
		}
		if found && r.m.fame[d] >= least && !r.onlyFillers(n) {
			if r.yearBehind(n) == int(r.m.year[d]) && r.yearBehind(n) > 0 {
				n++
			}
			return n, uint32(d)
		}
	}
	return 0, 0
}

// yearBehind returns the year that stands behind the next n words, 0 when none does.
func (r *promptReader) yearBehind(n int) int {
	if y, ok := parseYear(r.at(n)); ok {
		return y
	}
	return 0
}

// onlyFillers reports whether the next n words are all fillers or words of the lexicon,
// without a capital letter: then they are no title or name.
func (r *promptReader) onlyFillers(n int) bool {
	for _, t := range r.tokens[r.i : r.i+n] {
		if !r.lex.fillers[t.word] && !r.lex.says(t.word) || t.capital {
			return false
		}
	}
	return true
}

// like notes a film to be like. A film that is noted already is not noted again.
func (r *promptReader) like(d uint32) {
	if slices.Contains(r.liked, d) {
		return
	}
	r.liked = append(r.liked, d)
	r.out.Like = append(r.out.Like, Named{r.x.films.ID(catalog.Doc(d)), r.x.title(d)})
}

// plainProminence is how prominent somebody must be to be recognised by full name without a
// cue.
const plainProminence = 2.0

// readPerson takes a name of two to four words, or a last name, and reports whether there was
// one. Behind a cue any full name is taken, elsewhere that of somebody with plainProminence.
// A last name is taken behind a cue, before 's, and, with a capital letter, before "film" or
// "movie".
func (r *promptReader) readPerson() bool {
	for n := 4; n >= 2; n-- {
		key, ok := r.join(n)
		if !ok || r.onlyFillers(n) {
			continue
		}
		if f := r.m.called(key, r.roles()...); len(f) > 0 && (r.cue != noCue || r.m.prominence(f[0]) >= plainProminence) {
			r.person(f)
			r.i += n
			return true
		}
	}
	w := r.at(0)
	if w == "" || r.lex.says(w) || r.lex.fillers[w] {
		return false
	}
	next := strings.TrimSuffix(r.at(1), "s")
	if r.cue == noCue && !r.tokens[r.i].owner && (next != "film" && next != "movie" || !r.tokens[r.i].capital) {
		return false
	}
	if f := r.m.surnamed(w, r.roles()...); len(f) > 0 && !(r.cue == withCue && !r.tokens[r.i].capital) {
		r.person(f)
		r.i++
		return true
	}
	return false
}

// roles returns the kinds of people that the cue allows: directors behind "by" and "like",
// actors behind "with", both without a cue.
func (r *promptReader) roles() []kind {
	switch r.cue {
	case byCue:
		return []kind{director}
	case withCue:
		return []kind{actor}
	case likeCue:
		return []kind{director}
	}
	return []kind{director, actor}
}

// person notes somebody who must, or under a negation must not, have made the film. features
// has one feature or more, all of one name; it is changed.
func (r *promptReader) person(features []uint32) {
	// Without a cue the role is the one they are better known in, unless they are
	// known in both.
	best := features[0]
	for _, f := range features {
		if r.m.prominence(f) > r.m.prominence(best) {
			best = f
		}
	}
	features = slices.DeleteFunc(features, func(f uint32) bool { return r.m.prominence(f) < r.m.prominence(best)/4 })
	name := r.m.spelling(best)
	if r.negated {
		r.notPeople = append(r.notPeople, features...)
		r.out.NotPeople = append(r.out.NotPeople, name)
		return
	}
	r.people = append(r.people, features)
	r.out.People = append(r.out.People, name)
}
