package prompt

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

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
	f := r.anybody(key)
	return len(f) > 0 && r.ix.Prominence(f[0]) >= plainProminence
}

// anybody returns who has a full name and directs or acts, or writes where nobody known does: films are
// made of what novelists wrote, too.
func (r *parser) anybody(key string) []uint32 {
	f := r.ix.Called(key, feature.Director, feature.Actor)
	if len(f) == 0 || r.ix.Prominence(f[0]) < plainProminence {
		if w, ok := r.writer(key); ok {
			return []uint32{w}
		}
	}
	return f
}

// writer returns the known writer of a full name, and whether there is one.
func (r *parser) writer(key string) (uint32, bool) {
	w, ok := r.ix.Feature(feature.Writer, text.Fold(key))
	return w, ok && r.ix.Prominence(w) >= plainProminence
}

// readPerson takes a name of two to four words, or a last name, and reports whether there was
// one. Behind a cue any full name is taken, elsewhere that of somebody with plainProminence.
// A last name is taken behind a cue, before 's, with a capital letter, and before "film" or
// "movie".
func (r *parser) readPerson() bool {
	if r.tokens[r.i].inner || r.cue == aboutCue {
		return r.readWriter()
	}
	if r.readSiblings() {
		return true
	}
	if f, n := r.translatedName(); n > 0 {
		r.career(f)
		r.i += n
		r.notePerson(f)
		return true
	}
	if r.readComposer() {
		return true
	}
	for n := longestName; n >= 2; n-- {
		key, ok := r.source(n)
		if !ok || r.unlikeName(n) {
			continue
		}
		if f := r.called(key); len(f) > 0 && (r.cue != noCue && (r.cue != likeCue || !r.weak) || r.ix.Prominence(f[0]) >= plainProminence) {
			r.career(f)
			r.i += n
			r.notePerson(f)
			return true
		}
	}
	return r.readHalfName() || r.readSurname() || r.readFirstName()
}

// leastFirst is how many letters a first name has that tells somebody.
const leastFirst = 3

// firstNameLead is how many times as prominent as all others of a first name somebody is who is meant by it alone.
const firstNameLead = 4

// readFirstName takes the first name of somebody whom nearly everybody knows by it, behind "with" or "by": "anything with
// Denzel".
func (r *parser) readFirstName() bool {
	t := r.tokens[r.i]
	if r.cue != withCue && r.cue != byCue || !t.capital || len(t.word) < leastFirst || r.lex.says(t.word) || r.lex.common[t.word] || r.i+1 < len(r.tokens) && r.tokens[r.i+1].capital {
		return false
	}
	var best, next float32
	var who uint32
	for i := r.ix.Names.Search(t.word + " "); i < r.ix.Names.Len() && strings.HasPrefix(string(r.ix.Names.At(i)), t.word+" "); i++ {
		f := r.ix.NameFeatures[i]
		if k := r.ix.KindOf(f); k != feature.Director && k != feature.Actor {
			continue
		}
		switch p := r.ix.Prominence(f); {
		case p > best && (best == 0 || r.ix.Spelling(f) != r.ix.Spelling(who)):
			best, next, who = p, best, f
		case p > best:
			best, who = p, f
		case r.ix.Spelling(f) != r.ix.Spelling(who):
			next = max(next, p)
		}
	}
	if best < surelyProminent || best < firstNameLead*next {
		return false
	}
	r.i++
	r.notePerson([]uint32{who})
	return true
}

// translatedName returns who has the name that the words from here on are, and how many those are, where they all
// stand for one word of another language: "宫崎骏". It is nobody and 0 where they are no name.
func (r *parser) translatedName() ([]uint32, int) {
	if r.English == "" {
		return nil, 0
	}
	n := 1
	for r.i+n < len(r.tokens) && r.tokens[r.i+n].from == r.tokens[r.i].from && n < longestName {
		n++
	}
	for ; n > 1; n-- { // words behind a name may be of the same word: "黒澤明の映画"
		name, _ := r.join(n)
		if f := r.ix.Called(feature.TitleKey(name), r.roles()...); len(f) > 0 {
			return f, n
		}
	}
	return nil, 0
}

// musicNouns are the words behind a composer, folded: "a Hans Zimmer score".
var musicNouns = strings.Fields("score scores soundtrack soundtracks music")

// mostComposers is how many names are looked for among composers in a prompt, since each takes a search.
const mostComposers = 6

// readComposer takes the full name of somebody who wrote the music of films, behind "music by" or before
// "score".
func (r *parser) readComposer() bool {
	if r.not.on {
		return false
	}
	for n := longestName; n >= 2; n-- {
		behind := slices.Contains(musicNouns, r.word(r.i+n))
		name, ok := r.join(n)
		if !ok || r.cue != musicCue && !behind || r.unlikeName(n) {
			continue
		}
		if r.composersSought++; r.composersSought > mostComposers {
			return false
		}
		films, spelled := r.films.ComposedBy(name)
		if len(films) == 0 {
			continue
		}
		slices.Sort(films)
		r.Composed = append(r.Composed, films)
		r.noteWord(&r.Request.Composers, spelled)
		if r.i += n; behind {
			r.i++
		}
		return true
	}
	return false
}

// NamesPerson reports whether a text in another script asks for nothing but films of somebody: "黒澤明".
func (r *Reader) NamesPerson(text string) bool {
	if !strings.ContainsFunc(text, func(c rune) bool { return unicode.IsLetter(c) && !unicode.Is(unicode.Latin, c) }) {
		return false
	}
	q := r.Read(text).Request
	return q.Language != "" && len(q.People) > 0 && len(q.Ignored) == 0
}

// longestName is how many words the name of a person has at most.
const longestName = 4

// readHalfName takes the first two or three words of the longer name of a well-known director, where one alone
// has them: "nuri bilge".
func (r *parser) readHalfName() bool {
	for n := 3; n >= 2; n-- {
		key, ok := r.source(n)
		if !ok || r.unlikeName(n) {
			continue
		}
		var who uint32
		found := 0
		for i := r.ix.Names.Search(key + " "); i < r.ix.Names.Len() && strings.HasPrefix(string(r.ix.Names.At(i)), key+" "); i++ {
			if f := r.ix.NameFeatures[i]; r.ix.KindOf(f) == feature.Director && r.ix.Prominence(f) >= plainProminence {
				who, found = f, found+1
			}
		}
		if found == 1 {
			r.career([]uint32{who})
			r.i += n
			r.notePerson([]uint32{who})
			return true
		}
	}
	return false
}

// readWriter takes the full name of a writer whom films are based on, and reports whether it is there.
func (r *parser) readWriter() bool {
	if r.tokens[r.i].inner || !r.is(r.i-2, "based", "on") && !r.is(r.i-2, "adapted", "from") && !r.is(r.i-2, "adaptations", "of") {
		return false
	}
	for n := 4; n >= 2; n-- {
		key, ok := r.source(n)
		if !ok || r.onlyFillers(n) {
			continue
		}
		if w, ok := r.writer(key); ok {
			r.i += n
			r.notePerson([]uint32{w})
			r.cue = noCue
			return true
		}
	}
	return false
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

// unlikeName reports whether each of the next n words is a filler, a common word or one of the lexicon, and none
// has a capital letter: "a man", which is what an actor calls himself.
func (r *parser) unlikeName(n int) bool {
	return !slices.ContainsFunc(r.tokens[r.i:r.i+n], func(t token) bool {
		return t.capital || !r.lex.fillers[t.word] && !r.lex.common[t.word] && !r.lex.says(t.word)
	})
}

// called returns the people of a full name, in the roles that the cue allows.
func (r *parser) called(key string) []uint32 {
	f := r.ix.Called(key, r.roles()...)
	if r.cue == noCue {
		f = r.anybody(key)
	}
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

// readSeveral takes the last name of a known director in the plural, all of whose films were seen, "all the Miyazakis", or
// a title of which somebody has seen all parts: "all the rockys and creeds".
func (r *parser) readSeveral() bool {
	one, several := strings.CutSuffix(r.word(r.i), "s")
	if !several || len(one) < leastSpelled-1 || r.word(r.i-1) != "the" && r.word(r.i-1) != "and" || !r.seenAll() {
		return false
	}
	f := r.ix.Surnamed(one, feature.Director)
	if !r.tokens[r.i].capital || len(f) == 0 || r.ix.Prominence(f[0]) < plainProminence {
		film := r.filmCalled(one, false)
		if film > 0 {
			r.i++
			r.unlike(film - 1)
		}
		return film > 0
	}
	r.i++
	r.notePerson(f)
	return true
}

// readSurname takes the last name of somebody prominent.
func (r *parser) readSurname() bool {
	t := r.tokens[r.i]
	if r.readSeveral() {
		return true
	}
	if t.word == "" || r.lex.says(t.word) || r.lex.fillers[t.word] && !(t.capital && r.cue == byCue) || r.i > 0 && t.dashed {
		return false
	}
	next := strings.TrimSuffix(r.word(r.i+1), "s")
	cued := r.cue != noCue && r.cue != likeCue
	switch {
	case t.capital && !r.lex.common[t.word] && r.byDirector() && (r.endsClause(r.i) || r.headNoun(next) || slices.Contains(misspeltEnds, r.word(r.i+1))):
	case cued && (t.capital || r.cue == byCue && !r.lex.common[t.word]), t.owner && !r.lex.common[t.word]:
	case t.capital && (r.headNoun(next) || r.lex.genres[next] != nil) && !r.lex.common[t.word]:
	case (r.headNoun(r.word(r.i+1)) || r.word(r.i-1) == "early" || r.word(r.i-1) == "late") && t.capital && !r.lex.common[t.word]:
	case t.capital && r.not.on && !r.lex.common[t.word] && !r.shouted && len(r.themeOf(t.word)) == 0:
	case t.capital && !r.lex.common[t.word] && r.tooMuchOf() && r.directorNamed(plainProminence):
	case t.capital && r.clauseStart(r.i) && r.endsClause(r.i) && len(r.themeOf(t.word)) == 0:
	case r.plainSurname(), t.capital && r.ofWhom():
	case t.capital && r.cue == likeCue && r.endsAfter(1) && !r.sentenceStart(r.i) && !r.lex.common[t.word]:
	default:
		return false
	}
	f := r.surnamed(t.word, cued)
	if len(f) == 0 || r.cue == withCue && !t.capital {
		return false
	}
	r.career(f)
	if r.tooMuchOf() {
		r.not = negation{on: true, one: true}
	}
	r.i++
	r.notePerson(f)
	return true
}

// surnamed returns who has a last name in the roles that the cue allows, and in any where it allows none; of whom
// somebody rules out, a well-known director: "other than Chaplin and Keaton".
func (r *parser) surnamed(word string, cued bool) []uint32 {
	if r.not.on && r.directorNamed(plainProminence) {
		return r.ix.Surnamed(word, feature.Director)
	}
	f := r.ix.Surnamed(word, r.roles()...)
	if len(f) == 0 && cued {
		f = r.ix.Surnamed(word, feature.Director, feature.Actor)
	}
	return f
}

// tooMuchOf reports whether there is too much of something in the films of whom the next word is the last
// name: "Bergman is too heavy for me".
func (r *parser) tooMuchOf() bool {
	i := r.i + 1
	if !r.is(i, "is") || r.not.on {
		return false
	}
	for i++; slices.Contains([]string{"a", "bit", "little", "way", "far", "much", "just"}, r.word(i)); i++ {
	}
	return r.word(i) == "too" && len(r.lex.moods[r.word(i+1)]) > 0
}

// leastCareer is how many films somebody must have made for some of them to be early or late ones.
const leastCareer = 6

// career bounds the years to those of the first or last third of the films of whom is read, where "early" or
// "late" stands in front: "early Kubrick".
func (r *parser) career(features []uint32) {
	part := r.word(r.i - 1)
	if part != "early" && part != "late" && part != "later" || r.not.on {
		return
	}
	best := slices.MaxFunc(features, func(a, b uint32) int { return cmp.Compare(r.ix.Prominence(a), r.ix.Prominence(b)) })
	docs, _ := r.ix.With(best)
	var made []int
	for _, d := range docs {
		if y := int(r.ix.Year[d]); y > 0 {
			made = append(made, y)
		}
	}
	slices.Sort(made)
	switch n := len(made); {
	case n < leastCareer:
	case part == "early":
		r.bounds.intersect(until(made[(n-1)/3]))
	default:
		r.bounds.intersect(since(made[n-1-(n-1)/3]))
	}
}

// surelyProminent is how prominent a director must be for the last name to tell without a capital letter.
const surelyProminent = 4.0

// shortestPlot is how many words of a prompt may tell what happens in a film.
const shortestPlot = 6

// plainSurname reports whether the next word is the last name of a director whom nearly everybody knows, in
// a prompt without capital letters, and nothing else: "hitchcock 1950s".
func (r *parser) plainSurname() bool {
	w := r.word(r.i)
	if before := r.word(r.i - 1); (before == "a" || before == "an") && len(r.tokens) > shortestPlot && !r.headNoun(r.word(r.i+1)) {
		return false // "his father is a miner"
	}
	if r.lex.common[w] || len(w) < leastSpelled || r.keywordFilms(r.ix.Called(w, feature.Keyword)) >= plainTheme || slices.ContainsFunc(r.tokens, func(t token) bool { return t.capital }) {
		return false
	}
	return r.directorNamed(surelyProminent)
}

// directorNamed reports whether the next word is the last name of a director who is so prominent.
func (r *parser) directorNamed(least float32) bool {
	f := r.ix.Surnamed(r.word(r.i), feature.Director)
	return len(f) > 0 && r.ix.Prominence(f[0]) >= least
}

// ofWhom reports whether the next word is the last name of a known director behind words that tell that
// several films are spoken of: "all of Hitchcock", "which Bergman".
func (r *parser) ofWhom() bool {
	w := r.word(r.i - 1)
	several := slices.Contains([]string{"which", "all", "some", "every", "more", "most", "much"}, w) || w == "of" && slices.Contains([]string{"all", "most", "some", "much", "lots"}, r.word(r.i-2))
	return several && !r.lex.common[r.word(r.i)] && r.directorNamed(plainProminence)
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
	if r.not.on || r.seenAll() {
		r.ruleOutPerson(name)
		if r.seenAll() {
			r.likeFilmsOf(best)
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

// ruleOutPerson rules out the films of somebody, in any role.
func (r *parser) ruleOutPerson(name string) {
	for _, k := range []feature.Kind{feature.Director, feature.Actor, feature.Writer} {
		if f, ok := r.ix.Feature(k, text.Fold(name)); ok {
			r.NotPeople = append(r.NotPeople, f)
		}
	}
	if !slices.Contains(r.Request.NotPeople, name) {
		r.Request.NotPeople = append(r.Request.NotPeople, name)
	}
}

// seenAll reports whether it is told earlier in the clause that all films of whom is read were seen: "I have
// watched everything by Kurosawa".
func (r *parser) seenAll() bool {
	all := false
	for i := r.i - 1; i >= 0 && r.tokens[i].clause == r.tokens[r.i-1].clause; i-- {
		switch w := r.word(i); {
		case slices.Contains([]string{"all", "everything", "every"}, w):
			all = true
		case all && slices.Contains([]string{"seen", "watched", "saw"}, w):
			return true
		}
	}
	return false
}

// likenedFilms is how many films of somebody stand for them.
const likenedFilms = 3

// likeFilmsOf likes the best-known films of somebody, of the genres asked for so far, which stand for what the film is
// to be like.
func (r *parser) likeFilmsOf(who uint32) {
	docs, _ := r.ix.With(who)
	films := slices.DeleteFunc(slices.Clone(docs), func(d uint32) bool {
		return slices.ContainsFunc(r.Genres, func(any []uint32) bool {
			return !slices.ContainsFunc(r.ix.OfKind(d, feature.Genre), func(f uint32) bool { return slices.Contains(any, f) })
		})
	})
	slices.SortStableFunc(films, func(a, b uint32) int { return cmp.Compare(r.ix.Fame[b], r.ix.Fame[a]) })
	for _, d := range films[:min(len(films), likenedFilms)] {
		r.like(d)
	}
}

// concludePeople makes of somebody or a company that is asked for and ruled out ("as weird as Lynch, but not by
// him") the films that are to be like theirs.
func (r *parser) concludePeople() {
	if r.asksWhoElse() {
		for _, name := range r.Request.People {
			r.ruleOutPerson(name)
		}
	}
	for i := len(r.Request.People) - 1; i >= 0; i-- {
		name := r.Request.People[i]
		if !slices.Contains(r.Request.NotPeople, name) || len(r.People) != len(r.Request.People) {
			continue
		}
		r.likeFilmsOf(r.People[i][0])
		r.People, r.Request.People = slices.Delete(r.People, i, i+1), slices.Delete(r.Request.People, i, i+1)
		r.Request.Roles = slices.DeleteFunc(r.Request.Roles, func(p PersonRole) bool { return p.Name == name })
	}
	for i := len(r.Request.Companies) - 1; i >= 0; i-- {
		if name := r.Request.Companies[i]; slices.Contains(r.Request.NotCompanies, name) {
			r.likeFilmsOf(slices.MaxFunc(r.NotCompanies, func(a, b uint32) int { return cmp.Compare(r.filmsWith(a), r.filmsWith(b)) }))
			r.Companies = slices.DeleteFunc(r.Companies, func(f uint32) bool { return slices.Contains(r.NotCompanies, f) })
			r.Request.Companies = slices.Delete(r.Request.Companies, i, i+1)
		}
	}
	if len(r.Companies) == 0 {
		r.Companies = nil // none is asked for
	}
}

// others are phrases by which people ask for films of others than those they name, folded.
var others = []string{"who else", "anyone else", "anybody else", "other directors", "another director", "other filmmakers", "similar directors", "by other people", "from other directors"}

// asksWhoElse reports whether the prompt asks for films like those of somebody by others.
func (r *parser) asksWhoElse() bool {
	for i := range r.tokens {
		if r.phraseAt(i, others) > 0 {
			return true
		}
	}
	return false
}

// filmsWith returns how many films have a feature.
func (r *Reader) filmsWith(f uint32) int {
	docs, _ := r.ix.With(f)
	return len(docs)
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
