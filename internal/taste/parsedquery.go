package taste

import (
	"cmp"
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/taste/feature"
	"kinodex/internal/taste/prompt"
	"kinodex/internal/text"
)

// ParsedQuery is what a text that is typed into a search asks for where it is no title and no name: "French
// comedies from the 60s under 100 minutes".
type ParsedQuery struct {
	prompt.Request // Words are what is left to search for among the films

	films     docset.Set   // that meet the request
	first     []docset.Set // films of each come before others
	ranked    []film.Scored
	described *film.Description
	marked    bool // some word tells that films of a kind are asked for
	whole     bool // all words are understood, say a kind and more, and films are about each theme
	alone     bool // the text is the name of a company or a prize, or of a person in another script
}

const (
	// mostLeft is how many words that mean nothing here a wish has at most.
	mostLeft = 2
	// leastTold is how many words that tell something a text has that no film has all words of, and that
	// asks for nothing by its words, for it to tell of a film.
	leastTold = 2
	// leastOfOne is how many words tell something of a text that is about one film.
	leastOfOne = 2
	// leadWeight is what a film that is to come first has beside 1 for all words of a description.
	leadWeight = 5
	// mostThemes is how many themes a wish has at most where films have all words of the text: with more it
	// tells of one of these.
	mostThemes = 2
)

// ParseQuery reads a text as a wish. It returns nil where the text asks for nothing but words, or for what
// no film meets, and where it rather tells of a film than of a kind of them.
func (x *Taste) ParseQuery(typed string) *ParsedQuery {
	return x.parse(x.read(typed), typed)
}

// read reads a text that is typed into a search.
func (x *Taste) read(typed string) *prompt.Reading {
	r := x.reader.Read(typed)
	r.Request.Acclaimed = r.Request.Acclaimed || strings.HasPrefix(text.Fold(typed), "best of ")
	return r
}

// parse returns what ParseQuery does of a text that was read.
func (x *Taste) parse(r *prompt.Reading, typed string) *ParsedQuery {
	if q := x.description(r, typed, true); q != nil {
		return q
	}
	q := x.kindOfFilms(r, typed)
	if q != nil {
		q.marked = marked(r, typed) || len(r.Liked) > 0
		x.order(q, r, typed)
	}
	return q
}

// kindOfFilms returns what a text asks for that asks for a kind of films; nil where it does not, or no
// film is of the kind.
func (x *Taste) kindOfFilms(r *prompt.Reading, typed string) *ParsedQuery {
	if speaksOfFilm(r, typed) || onlyLacks(r) && !says(typed, "film", "films", "movie", "movies", "something", "anything") {
		return nil // "you can't handle the truth" is no wish
	}
	asks := x.asksFor(r) || len(r.Moods)+len(r.Liked) > 0
	if !asks && len(r.Themes) == 0 {
		return nil
	}
	must := x.constraintsOf(r)
	q := &ParsedQuery{films: x.model.satisfying(must, docset.Full(x.films.Len()))}
	if within := must.filmsOf("set_in"); len(within) > 0 && q.films.Count() < leastThemed { // few records say where a film is set
		if !slices.ContainsFunc(within, func(films docset.Set) bool { return films.Count() > 0 }) {
			return nil // and none that it is there
		}
		q.first = append(q.first, within...)
		must.drop("set_in")
		q.films = x.model.satisfying(must, docset.Full(x.films.Len()))
	}
	if differing(r) {
		q.films.Subtract(x.sequels(r.Liked))
	}
	q.whole, q.alone = whole(&r.Request) || r.Movement && len(r.Request.Ignored) == 0, alone(&r.Request)
	x.keepFactual(r, q.films)
	if !x.keepThemed(q, r, typed, asks) {
		return nil
	}
	for _, mood := range r.Moods {
		x.narrow(q.films, x.signsOf(mood))
	}
	words := strings.Join(r.Request.Unknown, " ")
	weak := len(r.Request.Genres)+len(r.Moods)+len(r.Request.Years) == 0 && r.Request.Runtime == nil && len(r.People)+len(r.Companies) == 0 && !r.Request.Acclaimed
	if q.films.Count() == 0 || weak && words != "" && !says(typed, "film", "films", "movie", "movies") {
		return nil
	}
	q.Request, q.Words = r.Request, words
	q.Unknown, q.Ignored = nil, nil
	for _, w := range r.Request.Ignored { // those that mean nothing are searched for
		if !slices.Contains(r.Request.Unknown, w) {
			q.Ignored = append(q.Ignored, w)
		}
	}
	return q
}

// keepThemed leaves of the films of a wish those that have its themes, as far as many have, or a few of somebody's films
// tell of them. asks says that the wish has conditions; of one that has none it reports false where a theme is a
// word, of which nothing tells that films are about it.
func (x *Taste) keepThemed(q *ParsedQuery, r *prompt.Reading, typed string, asks bool) bool {
	told := docset.New(x.films.Len())
	for _, t := range r.Themes {
		if x.narrow(q.films, t.Features) {
			continue
		}
		told.Union(x.model.havingAny(slices.Concat(t.Features, t.Alike)))
		told.Union(x.telling(q.films, []prompt.Theme{t}))
		if q.whole = q.whole && x.reader.Films(t) >= leastThemed; asks {
			continue
		}
		if !says(typed, "films", "movies") || !x.tellOf(q.films, t) {
			return false
		}
	}
	least := leastMentioning
	if len(r.People)+len(r.Companies) > 0 { // of a few by somebody one is meant
		least = 1
	}
	if q.films.CountCommon(told) >= least {
		q.films.Intersect(q.films, told)
	}
	return true
}

// tellOf leaves of some films those that tell of a theme, unless there are none, and reports whether it did.
func (x *Taste) tellOf(films docset.Set, t prompt.Theme) bool {
	told := x.model.havingAny(slices.Concat(t.Features, t.Alike))
	if films.CountCommon(told) == 0 {
		return false
	}
	films.Intersect(films, told)
	return true
}

// speaksOfFilm reports whether a text speaks of a film without comparing with it or excluding it, or has many words
// that mean nothing here.
func speaksOfFilm(r *prompt.Reading, typed string) bool {
	return len(r.Disliked) > 0 && !says(typed, excluding...) || len(r.Request.Unknown) > mostLeft || len(r.Liked) > 0 && !says(typed, comparing...)
}

// excluding are the words by which a search rules out a film, folded; others may be of a title: "10 things i hate
// about you".
var excluding = strings.Fields("not except without besides but excluding minus")

// whole reports whether all words of a text are understood, and say of what kind or by whom films are
// and more: "korean revenge thriller", "robin williams drama".
func whole(r *prompt.Request) bool {
	return len(r.Unknown)+len(r.Ignored) == 0 && (ofKind(r) || len(r.Like) > 0)
}

// ofKind reports whether a text says of what kind or by whom films are and more, whatever else it says.
func ofKind(r *prompt.Request) bool {
	if len(r.Themes) > mostThemes {
		return false
	}
	kind, said := 0, 0
	for _, n := range []int{len(r.Genres), len(r.Moods), len(r.People), len(r.Companies), len(r.Prizes)} {
		kind += min(n, 1)
	}
	for _, n := range []int{len(r.Countries) + len(r.Languages), len(r.Years), len(r.SetIn), len(r.Themes)} {
		said += min(n, 1)
	}
	return kind > 0 && kind+said > 1
}

// alone reports whether a text is nothing but the name of a company or a prize, "pixar", or asks for somebody in another
// language, and all of it is understood: no title has the words of "фильмы Хичкока".
func alone(r *prompt.Request) bool {
	if r.Language != "" && len(r.People) > 0 && len(r.Ignored) == 0 {
		return true
	}
	rest := *r
	rest.Companies, rest.Prizes = nil, nil
	return len(r.Companies)+len(r.Prizes) == 1 && rest.Empty()
}

// order makes the order of a wish, where it has themes, moods or countries and no words to search for: as
// well as films fit them, in the rounds of recommendations (closest), and behind the best fits by how well known
// they are.
func (x *Taste) order(q *ParsedQuery, r *prompt.Reading, typed string) {
	first := q.first
	if len(r.Themes)+len(r.Moods)+len(r.Request.Countries)+len(r.Liked)+len(first) == 0 || q.Words != "" {
		return
	}
	p := x.promptProfile(r)
	x.wantMeaning(r, typed, p)
	s := x.borrow()
	defer x.giveBack(s)
	var least, most float32
	scores := map[uint32]float32{}
	where := everywhere
	if len(r.Liked) > 0 {
		where = inside // who asks for films like one does not mean all films
	}
	for _, b := range x.model.rankAmong(p, s, q.films, where, candidatesPrompt, candidatesPrompt) {
		least, most = min(least, b.score), max(most, b.score)
		scores[b.doc] = b.score
	}
	if where == inside {
		q.films = docset.New(x.films.Len())
		for d := range scores {
			q.films.Add(d)
		}
	}
	rounds, step := x.closest(r, q.films), most-least+2
	q.ranked = make([]film.Scored, 0, q.films.Count())
	for d := range q.films.All() {
		score, ok := scores[d]
		if !ok {
			score = least - 2 + x.model.Fame[d]
		}
		for _, set := range first {
			if !set.Has(d) {
				score -= step * float32(len(rounds)+1)
			}
		}
		round := slices.IndexFunc(rounds, func(closer docset.Set) bool { return closer.Has(d) })
		if round < 0 {
			round = len(rounds)
		}
		score -= step * float32(round)
		q.ranked = append(q.ranked, film.Scored{Film: d, Score: score})
	}
}

// leastThemed is how many films must be left that have a theme for it to be a condition, and leastMentioning how many
// that have one of several, or any of its words.
const (
	leastThemed     = 10
	leastMentioning = 5
)

// narrow leaves of some films those that have one of some keywords or genres, unless these are next to
// none, and reports whether it did.
func (x *Taste) narrow(films docset.Set, features []uint32) bool {
	some := x.tags(features)
	if films.CountCommon(some) < leastThemed {
		return false
	}
	films.Intersect(films, some)
	return true
}

// tags returns the films that have one of the keywords and genres among some features.
func (x *Taste) tags(features []uint32) docset.Set {
	return x.model.havingAny(slices.DeleteFunc(slices.Clone(features), func(f uint32) bool {
		k := x.model.KindOf(f)
		return k != feature.Keyword && k != feature.Note && k != feature.Genre
	}))
}

// signsOf returns the genres that are of a mood by nature, or else all genres of it, and its keywords.
func (x *Taste) signsOf(mood *prompt.Mood) []uint32 {
	if len(mood.Strict) == 0 {
		return x.signs(mood.Genres, mood)
	}
	return x.signs(mood.Strict, mood)
}

// signs returns some genres and the keywords of a mood.
func (x *Taste) signs(genres []string, mood *prompt.Mood) (features []uint32) {
	for _, g := range genres {
		features = append(features, x.reader.Genre(g)...)
	}
	for _, k := range mood.Keywords {
		features = append(features, x.model.Called(feature.TitleKey(k), feature.Keyword)...)
	}
	if len(mood.Strict) == 0 { // else the genre says it better
		features = append(features, x.model.Noted(mood.Tags...)...)
	}
	return features
}

// says reports whether a text has one of some words.
func says(typed string, words ...string) bool {
	return slices.ContainsFunc(text.Words(text.Fold(typed)), func(w string) bool { return slices.Contains(words, w) })
}

// asksFor reports whether a reading has a condition on films.
func (x *Taste) asksFor(r *prompt.Reading) bool {
	conditions := r.Request
	conditions.Dislike = nil
	conditions.Themes, conditions.Moods, conditions.Unknown, conditions.Ignored, conditions.Language = nil, nil, nil, nil, ""
	return !conditions.Empty()
}

// kinds are words for films of a kind that are seldom said of one, folded.
var kinds = strings.Fields("film films movie movies comedies thrillers dramas westerns musicals documentaries romances mysteries horrors biopics romcoms cartoons bollywood nollywood adaptations adaptation adapted based about")

// marked reports whether something in the text tells that it asks for a kind of films, and not for one
// with these words: a word for films of a kind, a condition that no word of a film says, or another
// language.
func marked(of *prompt.Reading, typed string) bool {
	r := &of.Request
	decade := slices.ContainsFunc(r.Years, func(s prompt.Span) bool { return s.From == nil || s.To == nil || *s.From < *s.To })
	return says(typed, kinds...) || decade || r.Language != "" || r.Runtime != nil || r.Rating != nil || r.Votes != nil || r.Acclaimed || r.Fame != "" || r.Oscars != "" || len(r.Prizes) > 0 ||
		len(r.NotGenres)+len(r.NotYears)+len(r.NotCountries)+len(r.NotLanguages)+len(r.NotPeople)+len(r.NotThemes)+len(r.NotMoods)+len(r.NotCompanies)+len(r.Companies)+len(r.Dislike) > 0
}

// parsedOrTold returns what a text asks for, or else what it tells of a film where no film has all its words, and the text
// that was read so, in English.
func (x *Taste) parsedOrTold(r *prompt.Reading, typed string, as catalog.FoundAs, total int) (*ParsedQuery, string) {
	q := x.parse(r, typed)
	if q == nil && as <= catalog.FoundByFew && (x.mayDescribe(r, typed) || r.Request.Language == "" && len(r.Liked) == 0 && ofOne(typed)) {
		q = x.descriptionOf(r, typed, true)
	}
	if q == nil && r.English != "" && total == 0 {
		if q = x.descriptionOf(r, r.English, true); q != nil { // any of its words, rather than no film
			return q, r.English
		}
	}
	return q, typed
}

// Meant returns what ParseQuery does, ready to search with, for a text that is no title and no name. It
// returns nil also where films have all words of the text, and nothing tells for sure that it is a wish.
// The best of the films that have all words are told. They come first where they are so few that one of
// them is meant, as do those whose title has all words.
func (x *Taste) Meant(typed string, as catalog.FoundAs, total int, best []catalog.Doc) *ParsedQuery {
	r := x.read(typed)
	q, typed := x.parsedOrTold(r, typed, as, total)
	few := best
	if total > MostMeant || as < catalog.FoundWhole {
		few = nil
	}
	if q != nil && q.whole && as >= catalog.FoundInTitle {
		few = x.titled(typed, best)
	}
	if q != nil && q.whole && len(q.Like) > 0 {
		few = nil // they have the words by chance
	}
	if d, ok := x.toldFilm(q, r, typed); ok && as <= catalog.FoundByFew {
		q.lead([]catalog.Doc{d}, x.model.Fame)
		return q
	}
	switch {
	case q == nil:
		return nil
	case x.subject(typed):
		x.addTitled(q, typed)
		if titled := x.titled(typed, best); len(titled) > 0 && as == catalog.FoundAsTitle {
			q.lead(titled[:1], x.model.Fame)
		}
	case len(best) > 0 && x.leads(q, typed, as, best[0]):
		q.lead(best[:1], x.model.Fame)
	case q.alone, q.whole && r.Movement:
	case as == catalog.FoundInKnownTitle && len(few) == 0:
		return nil
	case len(few) > 0:
		if !q.whole && !x.themed(q) {
			return nil
		}
		q.lead(few, x.model.Fame)
	case q.whole && as < catalog.FoundInTitle:
	case as >= catalog.FoundByFew && (!q.marked || q.described != nil || len(q.Themes) > mostThemes):
		return nil
	}
	if q.described != nil {
		x.compareMeaning(q)
	}
	return q
}

// toldFilm returns the film that a text tells of, in enough words, which was read as a wish, where one is far ahead of all
// others that meet the wish: "italian film about a boy and a projectionist". It comes first.
func (x *Taste) toldFilm(q *ParsedQuery, r *prompt.Reading, typed string) (catalog.Doc, bool) {
	if q == nil || q.described != nil || q.Words != "" || len(r.Liked) > 0 || len(r.Themes) < 2 || catalog.TellingWords(typed) < leastTelling || wished(typed) || says(typed, severalFilms...) {
		return 0, false
	}
	return x.films.Confident(typed, &film.Description{Similar: x.similarTo(typed)}, q.films)
}

// ofOne reports whether a text is about one film that somebody remembers: "the one where he has tattoos".
func ofOne(typed string) bool {
	return says(typed, narrating...) && !says(typed, severalFilms...) && !wished(typed) && catalog.TellingWords(typed) >= leastOfOne
}

// leads reports whether the best film for a text comes before what the text asks for: it has all words, as
// few do, and the text is not understood whole, or the text has its title.
func (x *Taste) leads(q *ParsedQuery, typed string, as catalog.FoundAs, best catalog.Doc) bool {
	switch {
	case as > catalog.FoundByFew:
		return false
	case as == catalog.FoundByFew && !q.whole && (q.described != nil || x.themed(q) || ofKind(&q.Request)):
		return true
	}
	return len(q.Like) == 0 && x.namedIn(typed, best)
}

// namedIn reports whether a text has all words of the title of a film, which are two or more.
func (x *Taste) namedIn(typed string, d catalog.Doc) bool {
	title, said := text.Words(text.Fold(x.films.Title(d))), text.Words(text.Fold(typed))
	return len(title) > 1 && !slices.ContainsFunc(title, func(w string) bool { return !slices.Contains(said, w) })
}

// titled returns those of some films whose title has all words of a text, in any of their forms.
func (x *Taste) titled(typed string, films []catalog.Doc) (titled []catalog.Doc) {
	for _, d := range films {
		var stems []string
		for _, w := range text.Words(text.Fold(x.films.Title(d))) {
			stems = append(stems, text.Stem(w))
		}
		if !slices.ContainsFunc(text.Words(text.Fold(typed)), func(w string) bool { return !slices.Contains(stems, text.Stem(w)) }) {
			titled = append(titled, d)
		}
	}
	return titled
}

// mayDescribe reports whether a text that asks for no kind of films has enough words to tell of a film, and few
// that mean nothing here.
func (x *Taste) mayDescribe(r *prompt.Reading, typed string) bool {
	compares := len(r.Disliked) > 0 || len(r.Liked) > 0 && says(typed, comparing...)
	kind := *r
	kind.Request.Like = nil
	return !x.asksFor(&kind) && catalog.TellingWords(typed) >= leastTold && !compares && len(r.Request.Unknown) <= mostLeft && r.Request.Language == ""
}

// lead puts films first, whether or not they meet the wish. Where the wish has no order, the others follow
// by fame; one with words to search for is left as it is.
func (w *ParsedQuery) lead(first []catalog.Doc, fame []float32) {
	if w.described != nil {
		films := docset.New(len(fame))
		for _, d := range first {
			films.Add(uint32(d))
		}
		w.described.Evidence = append(w.described.Evidence, film.Evidence{Films: films, Weight: leadWeight})
		w.films = slices.Clone(w.films)
		w.films.Union(films)
		return
	}
	if w.Words != "" {
		return
	}
	if w.ranked == nil {
		for d := range w.films.All() {
			w.ranked = append(w.ranked, film.Scored{Film: d, Score: fame[d]})
		}
	}
	most := float32(0)
	for _, f := range w.ranked {
		most = max(most, f.Score)
	}
	w.films = slices.Clone(w.films)
	for i, d := range first {
		lead := film.Scored{Film: uint32(d), Score: most + float32(len(first)-i)}
		at, has := slices.BinarySearchFunc(w.ranked, lead.Film, func(f film.Scored, doc uint32) int { return cmp.Compare(f.Film, doc) })
		if has {
			w.ranked[at] = lead
			continue
		}
		w.ranked = slices.Insert(w.ranked, at, lead)
		w.films.Add(lead.Film)
	}
}

// themed reports whether a wish is for films with several themes and nothing else.
func (x *Taste) themed(q *ParsedQuery) bool {
	rest := q.Request
	rest.Themes = nil
	return len(q.Themes) > 1 && q.described == nil && rest.Empty()
}

// Narrow makes a question about films one for what the wish asks for, and its words. Without an order
// of its own, the films that fit best come first, or the best known ones where the wish has no themes
// and no moods, or the best rated where those are asked for.
func (w *ParsedQuery) Narrow(q film.Query) film.Query {
	q.Text, q.Within, q.Description, q.Ranked = w.Words, w.films, w.described, w.ranked
	if q.Sort.Field == "" && w.described == nil && w.ranked == nil && len(text.Words(w.Words)) == 0 {
		q.Sort = film.Sort{Field: "filmdb_votes", Desc: true}
		if w.Acclaimed {
			q.Sort.Field = "master_score"
		}
	}
	return q
}

// DropWords makes the words of a wish ones that had no effect, for when no film has them, and reports
// whether it did: without its words nothing is left of a description.
func (w *ParsedQuery) DropWords() bool {
	if w.Words == "" || w.described != nil {
		return false
	}
	w.Ignored, w.Words = append(w.Ignored, w.Words), ""
	return true
}

// Description returns what is known of the film that the text describes; nil where it describes none.
func (w *ParsedQuery) Description() *film.Description { return w.described }

// Ranked returns the films that meet the wish with how well they fit; nil where it does not say.
func (w *ParsedQuery) Ranked() []film.Scored { return w.ranked }

// Films returns the films that meet the wish.
func (w *ParsedQuery) Films() docset.Set { return w.films }

// MayMean reports whether a text that is found so may be a wish: it is no title and no name, but by chance
// that of a company, a movement or a prize, or of somebody in another script, which sounds like a title.
func (x *Taste) MayMean(typed string, as catalog.FoundAs) bool {
	if as != catalog.FoundAsTitle {
		return true
	}
	if x.subject(typed) {
		return true
	}
	_, called := x.films.CalledElsewhere(typed)
	return !called && (x.reader.NamesMakers(text.Fold(typed)) || x.reader.NamesPerson(typed))
}

// leastSubject is how many films are noted to be about a word for it to be a subject of films, where it is all that is
// typed and no film that anybody knows has it as its title.
const leastSubject = 10

// knownTitle is how well known a film is whose title one word is, rather than a subject: about 3,000 votes.
const knownTitle = 0.53

// subject reports whether a text is one word that films are about, and neither a known title nor somebody's name: "chess".
func (x *Taste) subject(typed string) bool {
	key := feature.TitleKey(typed)
	if strings.Contains(key, " ") || len(x.model.Called(key, feature.Director, feature.Actor)) > 0 {
		return false
	}
	for _, d := range x.model.WithTitle(key) {
		if x.model.Fame[d] >= knownTitle {
			return false
		}
	}
	return x.model.havingAny(x.model.Noted(key, key+"s")).Count() >= leastSubject
}

// addTitled adds to a wish that has an order the films with a word in their titles, behind the others.
func (x *Taste) addTitled(q *ParsedQuery, word string) {
	f, ok := x.model.Feature(feature.TitleWord, feature.TitleKey(word))
	if !ok || q.ranked == nil {
		return
	}
	least := float32(0)
	for _, r := range q.ranked {
		least = min(least, r.Score)
	}
	q.films = slices.Clone(q.films)
	titled, _ := x.model.With(f)
	for _, d := range titled {
		if !q.films.Has(d) {
			q.films.Add(d)
			q.ranked = append(q.ranked, film.Scored{Film: d, Score: least - 2 + x.model.Fame[d]})
		}
	}
	slices.SortFunc(q.ranked, func(a, b film.Scored) int { return cmp.Compare(a.Film, b.Film) })
}

// MostMeant is how many films that have all words of a text are so few that one of them is meant.
const MostMeant = 3

// Find returns a page of the films that match a question, as the catalogue does. Where the text is a
// wish, and MatchAuto asks for it to be read, it sets the question to what the wish asks for, returns
// the films that meet it, and tells what was understood; nil where it is none. Words that no such film
// has are told among those that had no effect.
func (x *Taste) Find(q *film.Query, p film.Page) (catalog.ResultPage, *ParsedQuery) {
	found := x.films.Find(q, p)
	if q.Match != film.MatchAuto || !x.MayMean(q.Text, found.As) || q.Text == "" {
		return found, nil
	}
	best := found.Docs
	if p.Offset > 0 || p.After != nil || p.Limit < MostMeant {
		best = x.films.Find(q, film.Page{Limit: MostMeant}).Docs
	}
	best = best[:min(len(best), MostMeant)]
	wish := x.Meant(q.Text, found.As, found.Total, best)
	if wish == nil {
		return found, nil
	}
	narrowed := wish.Narrow(*q)
	page := x.films.Find(&narrowed, p)
	if page.Total == 0 && wish.DropWords() {
		narrowed = wish.Narrow(*q)
		page = x.films.Find(&narrowed, p)
	}
	if page.Total == 0 {
		return found, nil
	}
	*q = narrowed
	return page, wish
}
