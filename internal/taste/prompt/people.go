package prompt

import (
	"slices"
	"strings"

	"kinodex/internal/taste/feature"
	"kinodex/internal/text"
)

// plainProminence is how prominent somebody must be to be recognised by full name without a
// cue.
const plainProminence = 2.0

// person reports whether the next n words are the full name of somebody known.
func (r *parser) person(n int) bool {
	if n < 2 {
		return false
	}
	key, ok := r.source(n)
	if !ok {
		return false
	}
	f := r.ix.Called(key, feature.Director, feature.Actor)
	return len(f) > 0 && r.ix.Prominence(f[0]) >= plainProminence
}

// readPerson takes a name of two to four words, or a last name, and reports whether there was
// one. Behind a cue any full name is taken, elsewhere that of somebody with plainProminence.
// A last name is taken behind a cue, before 's, with a capital letter, and before "film" or
// "movie".
func (r *parser) readPerson() bool {
	if r.tokens[r.i].inner || r.cue == aboutCue {
		return false
	}
	if r.readSiblings() {
		return true
	}
	for n := 4; n >= 2; n-- {
		key, ok := r.source(n)
		if !ok || r.onlyFillers(n) {
			continue
		}
		if f := r.called(key); len(f) > 0 && (r.cue != noCue && (r.cue != likeCue || !r.weak) || r.ix.Prominence(f[0]) >= plainProminence) {
			r.i += n
			r.notePerson(f)
			return true
		}
	}
	return r.readSurname()
}

// onlyFillers reports whether the next n words are all fillers or words of the lexicon,
// without a capital letter: then they are no name.
func (r *parser) onlyFillers(n int) bool {
	for _, t := range r.tokens[r.i : r.i+n] {
		if !r.lex.fillers[t.word] && !r.lex.says(t.word) || t.capital {
			return false
		}
	}
	return true
}

// called returns the people of a full name, in the roles that the cue allows.
func (r *parser) called(key string) []uint32 {
	f := r.ix.Called(key, r.roles()...)
	if r.cue == writerCue {
		if w, ok := r.ix.Feature(feature.Writer, text.Fold(key)); ok {
			return []uint32{w}
		}
	}
	if len(f) == 0 && r.cue != noCue && r.cue != writerCue && r.cue != musicCue {
		if f = r.ix.Called(key, feature.Director, feature.Actor); len(f) > 0 && r.ix.Prominence(f[0]) < plainProminence {
			f = nil
		}
	}
	return f
}

// readSurname takes the last name of somebody prominent.
func (r *parser) readSurname() bool {
	t := r.tokens[r.i]
	if t.word == "" || r.lex.says(t.word) || r.lex.fillers[t.word] && !(t.capital && r.cue == byCue) || r.i > 0 && t.dashed {
		return false
	}
	next := strings.TrimSuffix(r.word(r.i+1), "s")
	cued := r.cue != noCue && r.cue != likeCue
	switch {
	case cued && (t.capital || r.cue == byCue && !r.lex.common[t.word]), t.owner && !r.lex.common[t.word]:
	case t.capital && (r.headNoun(next) || r.lex.genres[next] != nil) && !r.lex.common[t.word]:
	case (r.headNoun(r.word(r.i+1)) || r.word(r.i-1) == "early" || r.word(r.i-1) == "late") && t.capital && !r.lex.common[t.word]:
	case t.capital && r.not.on && !r.lex.common[t.word] && !r.shouted && len(r.themeOf(t.word)) == 0:
	case t.capital && r.clauseStart(r.i) && r.endsClause(r.i) && len(r.themeOf(t.word)) == 0:
	case t.capital && r.cue == likeCue && r.endsAfter(1) && !r.sentenceStart(r.i) && !r.lex.common[t.word]:
	default:
		return false
	}
	f := r.ix.Surnamed(t.word, r.roles()...)
	if len(f) == 0 && cued {
		f = r.ix.Surnamed(t.word, feature.Director, feature.Actor)
	}
	if len(f) == 0 || r.cue == withCue && !t.capital {
		return false
	}
	r.i++
	r.notePerson(f)
	return true
}

// themeOf returns the keywords of a word that many films have.
func (r *parser) themeOf(w string) (many []uint32) {
	for _, f := range r.ix.Called(w, feature.Keyword) {
		if docs, _ := r.ix.With(f); len(docs) >= commonTheme {
			many = append(many, f)
		}
	}
	return many
}

// readSiblings takes "Coen brothers" and the like: two people of a last name who direct.
func (r *parser) readSiblings() bool {
	if w := r.word(r.i + 1); w != "brothers" && w != "sisters" && w != "siblings" {
		return false
	}
	key := r.word(r.i)
	found := false
	last := r.ix.Surnames.Search(key)
	for i := last; i < r.ix.Surnames.Len() && string(r.ix.Surnames.At(i)) == key; i++ {
		if f := r.ix.SurnameFeatures[i]; r.ix.KindOf(f) == feature.Director {
			r.notePersonKeeping([]uint32{f})
			found = true
		}
	}
	if found {
		r.i += 2
		r.ruledOut()
	}
	return found
}

// roles returns the kinds of people that the cue allows: directors behind "by", actors behind
// "with", both without a cue.
func (r *parser) roles() []feature.Kind {
	switch r.cue {
	case byCue:
		return []feature.Kind{feature.Director}
	case withCue:
		return []feature.Kind{feature.Actor}
	case writerCue, musicCue:
		return nil
	}
	return []feature.Kind{feature.Director, feature.Actor}
}

// notePerson notes somebody who must, or under a negation must not, have made the film.
// features has one feature or more, all of one name; it is changed.
func (r *parser) notePerson(features []uint32) {
	r.notePersonKeeping(features)
	r.ruledOut()
	if r.cue != noCue && r.cue != byCue && r.cue != withCue && r.cue != writerCue {
		r.cue = noCue
	}
}

// notePersonKeeping is notePerson without an effect on the negation.
func (r *parser) notePersonKeeping(features []uint32) {
	// Without a cue the role is the one they are better known in, unless they are
	// known in both.
	best := features[0]
	for _, f := range features {
		if r.ix.Prominence(f) > r.ix.Prominence(best) {
			best = f
		}
	}
	name := r.ix.Spelling(best)
	if r.not.on {
		for _, k := range []feature.Kind{feature.Director, feature.Actor, feature.Writer} { // in any role
			if f, ok := r.ix.Feature(k, text.Fold(name)); ok {
				r.NotPeople = append(r.NotPeople, f)
			}
		}
		if !slices.Contains(r.Request.NotPeople, name) {
			r.Request.NotPeople = append(r.Request.NotPeople, name)
		}
		return
	}
	if slices.Contains(r.Request.People, name) {
		return
	}
	features = slices.DeleteFunc(features, func(f uint32) bool { return r.ix.Prominence(f) < r.ix.Prominence(best)/4 })
	if len(r.People) > 0 && r.word(r.i-1) != "" && r.alternative() {
		r.Request.AnyPerson = true
	}
	r.People = append(r.People, features)
	r.Request.People = append(r.Request.People, name)
	role := ""
	switch r.cue {
	case byCue:
		role = "director"
	case withCue:
		role = "actor"
	case writerCue:
		role = "writer"
	}
	if role != "" {
		r.Request.Roles = append(r.Request.Roles, PersonRole{Name: name, Role: role})
	}
}

// alternative reports whether "or" stands at most five words before here.
func (r *parser) alternative() bool {
	for j := r.i - 1; j >= max(0, r.i-6); j-- {
		if r.word(j) == "or" {
			return true
		}
	}
	return false
}
