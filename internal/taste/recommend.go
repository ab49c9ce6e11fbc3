package taste

import (
	"maps"
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/taste/feature"
	"kinodex/internal/taste/prompt"

	"golang.org/x/text/language"
)

// How much the parts of a prompt count against each other.
const (
	themeWords   = 2.0 // what it is about, in keywords and words of synopses
	alikeWords   = 0.2 // likewise in words that mean the same
	themeSpace   = 0.9 // and among the latent themes
	moodWeight   = 0.8
	likeWeight   = 1.0 // of the similarity to liked films
	genreWeight  = 0.2 // of a genre that is not required
	personWeight = 0.3 // among films that have them: how much of them
	promptFame   = 2.5 // and when nothing but kinds, times, places and people is asked for,
	kindsFame    = 4.0 // since people then mean what is well known; chosen on dialogues
	promptLiked  = 1.0
	// meaningWeight is that of how near a synopsis is to the themes by meaning. Chosen by eye on fifty
	// prompts; what people liked is no better found by the mean of the vectors of their films
	// (hit@10 of dialogues .12 and .08 with weights of 1 and 3, .14 without).
	meaningWeight = 2.5
	// notedShare is how much of a wanted feature's weight a film gets that is noted to have it: as much as one
	// of whose keywords it is one of four.
	notedShare = 0.5
	// notedLike is what a film has that is noted to be all that the liked films are.
	notedLike = 1
	// earlierLike is how much of the weight of a film that is named in a conversation the one named
	// before it has: people go on from the last.
	earlierLike = 0.5
)

// candidatesPrompt is how many films are compared in full with a prompt, in each round.
const candidatesPrompt = 1500

// Request asks for films for a prompt.
type Request struct {
	Prompt string // at most 2,000 characters are meant to be sent
	// Filters say which films may be recommended at all; nil for all. They are
	// applied first and never relaxed. Its Text and Sort are not looked at.
	Filters *film.Query
	// Liked and Disliked are films beside those that the prompt names.
	Liked, Disliked []catalog.Doc
	Limit           int
}

// Picks are the answer to a request.
type Picks struct {
	Films      []Pick // best first, each once; all meet the filters
	Understood *prompt.Request
	// Unmet tells what of the prompt the last films do not answer; nil when all films
	// answer all of it.
	Unmet []UnmetConstraint
}

// factual are themes that a film either is or is not, though few records say so: who asks for films by women wants
// no others. Each has how many films must be known to be so for no others to be left: of old films, which are in black
// and white, records seldom say it.
var factual = map[string]int{"woman director": 1, "black and white": leastThemed, "stop motion": 1, "mockumentary": 1, "adult animation": 1}

// keepFactual leaves of some films those that are what a prompt asks for in fact. Where none is known to be so, all stay,
// and the prompt's Ignored tells it.
func (x *Taste) keepFactual(r *prompt.Reading, films docset.Set) {
	if r.Conversation {
		return
	}
	for _, t := range r.Themes {
		least := factual[t.Words]
		if least == 0 {
			continue
		}
		of := x.model.havingAny(t.Features)
		if known := films.CountCommon(of); known >= least {
			films.Intersect(films, of)
		} else if known == 0 && films.Count() > 0 {
			r.Request.Ignored = append(r.Request.Ignored, t.Words)
		}
	}
}

// Pick is a recommended film and one true sentence about it.
type Pick struct {
	Doc    catalog.Doc
	Reason string
}

// Recommend returns the films that fit the prompt best. No film fails a filter, nor a demand
// of the prompt but those that Understood.Relaxed and Unmet name. Without filters there may
// be fewer films than asked for, and none when nothing in the prompt means anything, or no film
// has anything of what it asks for. With filters there are as many as asked for, if so many pass and the prompt does not rule them
// out. The answer depends on the request and the library alone.
func (x *Taste) Recommend(q Request) *Picks {
	r := x.reader.Read(q.Prompt)
	if len(q.Liked) > 0 {
		likedBeside(r, q.Liked)
	}
	r.Disliked = append(r.Disliked, distinct(q.Disliked)...)
	recommending := &recommendation{x: x, r: r, typed: q.Prompt, limit: q.Limit, left: x.among(q.Filters), out: &Picks{Understood: &r.Request}}
	recommending.scratch = x.borrow()
	defer x.giveBack(recommending.scratch)
	narrowed := recommending.left.Count() < x.films.Len()
	d := x.constraintsOf(r)
	if described := recommending.describe(q.Prompt); !described && !r.Request.NotUnderstood() {
		found := x.relax(r, d, recommending.left)
		if differing(r) {
			found.Subtract(x.sequels(r.Liked))
		}
		x.keepFactual(r, found)
		for _, closer := range x.closest(r, found) {
			closer.Intersect(closer, recommending.left)
			recommending.pick(closer, scopeOf(r))
		}
		found.Intersect(found, recommending.left)
		recommending.pick(found, scopeOf(r))
		if scopeOf(r) == inside && !r.Conversation {
			found.Intersect(found, recommending.left)
			recommending.pick(x.telling(found, r.Themes), everywhere)
		}
	}
	if r.Request.Fallback = len(recommending.out.Films) == 0 && q.Limit > 0; narrowed || r.Request.Fallback {
		recommending.relaxDemands(d, narrowed)
	}
	r.Request.Fallback = r.Request.Fallback && len(recommending.out.Films) > 0
	if q.Limit > 0 {
		r.Request.Note = remark(&r.Request, len(recommending.out.Films), q.Limit)
	}
	return recommending.out
}

// likedBeside has films that are liked beside a prompt count like the films that it names, in no order.
func likedBeside(r *prompt.Reading, docs []catalog.Doc) {
	r.Liked = append(r.Liked, distinct(docs)...)
	slices.Sort(r.Liked)
	r.Liked = slices.Compact(r.Liked)
	r.Conversation = false
}

// differing reports whether a prompt asks for films like another that differ from it: "like Alien but
// funnier". In a conversation what is said of moods is taste.
func differing(r *prompt.Reading) bool {
	return len(r.Liked) > 0 && !r.Conversation && len(r.Moods)+len(r.NotMoods)+len(r.Genres)+len(r.Themes)+len(r.NotThemes) > 0
}

// closest returns those of some films that are closest to a prompt by what is no demand, the closest first, as
// new sets that overlap: of a mood by which they are to differ from another or that a genre is of by nature,
// native to the countries, with keywords for all themes, telling of all themes, of the rarest, of one. What somebody
// says in a conversation is taste, which only orders films.
func (x *Taste) closest(r *prompt.Reading, found docset.Set) (closer []docset.Set) {
	if r.Conversation {
		return nil
	}
	moody, natives := found, found
	if moods := x.decisive(r); len(moods) > 0 {
		moody = x.ofMoods(found, moods)
	}
	if against := x.against(r); len(against) > 0 {
		moody = slices.Clone(moody)
		moody.Subtract(x.model.havingAny(against))
	}
	if len(r.Request.Countries) > 0 {
		natives = x.native(found, r.Request.Countries)
	}
	add := func(films ...docset.Set) {
		both := slices.Clone(found)
		for _, f := range films {
			both.Intersect(both, f)
		}
		closer = append(closer, both)
	}
	noted := x.noted(found, r)
	var alike []docset.Set // to the films to be like, from which others differ
	if differing(r) {
		alike = x.ofKind(r.Liked)
	}
	for _, about := range x.about(found, x.subjects(r)) {
		for _, kind := range alike {
			add(about, natives, moody, kind)
		}
		for _, so := range noted {
			add(about, natives, moody, so)
		}
		add(about, natives, moody)
		add(about, natives)
	}
	for _, so := range noted {
		add(natives, moody, so)
	}
	if len(r.Moods)+len(r.Request.Countries) > 0 {
		add(natives, moody)
		add(moody)
		add(natives)
	}
	return closer
}

// about returns those of some films that are about themes, the surest first: that are noted to be about all, with keywords
// for all, telling of all, of the rarest, of the rarest by a synonym, of one; none without themes.
func (x *Taste) about(found docset.Set, themes []prompt.Theme) (rounds []docset.Set) {
	if len(themes) == 0 {
		return nil
	}
	all, any := slices.Clone(found), docset.New(x.films.Len())
	surely := slices.Clone(found)                       // those that are noted to be about a theme, where some are
	subject, manner := docset.Set(nil), docset.Set(nil) // of the rarest theme, and of the rarest by a synonym: "a true story"
	for _, t := range themes {
		telling := x.model.havingAny(slices.Concat(t.Features, t.Alike))
		rarest := &subject
		if len(prompt.NamesOf(t.Words)) > 1 {
			rarest = &manner
		} else if strings.Contains(t.Words, " ") {
			telling.Union(x.model.setIn(t.Words))
		}
		all.Intersect(all, telling)
		any.Union(telling)
		if noted := x.model.havingAny(slices.DeleteFunc(slices.Clone(t.Features), func(f uint32) bool { return x.model.KindOf(f) != feature.Note })); noted.CountCommon(found) > 0 {
			surely.Intersect(surely, noted)
		} else {
			surely.Intersect(surely, telling)
		}
		if *rarest == nil || telling.Count() < rarest.Count() {
			*rarest = telling
		}
	}
	return slices.DeleteFunc([]docset.Set{surely, x.tagged(found, themes), all, subject, manner, any}, func(s docset.Set) bool { return s == nil })
}

// ofKind returns the films that have all genres of one of some films, and then those that have two of them.
func (x *Taste) ofKind(films []uint32) []docset.Set {
	alike, near := docset.New(x.films.Len()), docset.New(x.films.Len())
	for _, d := range films {
		same, once := docset.Full(x.films.Len()), docset.New(x.films.Len())
		for _, genre := range x.model.OfKind(d, feature.Genre) {
			of := x.model.havingAny([]uint32{genre})
			same.Intersect(same, of)
			twice := slices.Clone(of)
			twice.Intersect(twice, once)
			near.Union(twice)
			once.Union(of)
		}
		alike.Union(same)
	}
	return []docset.Set{alike, near}
}

// subjects returns the themes that films should tell of: those that are keywords, since any word of a synopsis may
// be said by the way ("it freaked my son out"), or all where none is and no film to be like is named.
func (x *Taste) subjects(r *prompt.Reading) (themes []prompt.Theme) {
	styles := 0
	for _, t := range r.Themes {
		if t.IsStyle() {
			styles++
		} else if x.reader.Films(t) >= leastTagged {
			themes = append(themes, t)
		}
	}
	if len(themes) == 0 && len(r.Liked) == 0 && styles == 0 {
		return r.Themes
	}
	return themes
}

// leastTagged is how many films must have a keyword for films to be about it.
const leastTagged = 3

// decisive returns the moods that films should have a sign of: those by which they are to differ from another,
// else those that a genre is of by nature.
func (x *Taste) decisive(r *prompt.Reading) (moods []*prompt.Mood) {
	for _, mood := range r.Moods {
		if differing(r) || len(mood.Strict) > 0 {
			moods = append(moods, mood)
		}
	}
	return moods
}

// against returns the genres that films of the moods of a prompt seldom have; none of a mood of which one is asked
// for: "a slow thriller".
func (x *Taste) against(r *prompt.Reading) (genres []uint32) {
	for _, mood := range r.Moods {
		if slices.ContainsFunc(mood.Against, func(g string) bool { return x.wantsGenre(r, g) }) {
			continue
		}
		for _, g := range mood.Against {
			genres = append(genres, x.reader.Genre(g)...)
		}
	}
	return genres
}

// native returns those of some films of countries whose original language is the usual one of one of these
// countries, or that no other country produced: who asks for Spanish films does not mean an American one
// that was partly paid for in Spain.
func (x *Taste) native(films docset.Set, countries []string) docset.Set {
	usual := docset.New(x.films.Len())
	for _, code := range countries {
		region, err := language.ParseRegion(code)
		if err != nil {
			continue
		}
		tag, _ := language.Compose(language.Und, region)
		base, _ := tag.Base()
		produced := x.model.havingAny(x.model.places(feature.Country, []string{code}))
		produced.Intersect(produced, x.model.havingAny(x.model.places(feature.Language, []string{base.String()})))
		usual.Union(produced)
	}
	left := slices.Clone(films)
	for d := range films.All() {
		if !usual.Has(d) && len(x.model.OfKind(d, feature.Country)) > 1 {
			left.Remove(d)
		}
	}
	return left
}

// mostTold is how many films that have the words of a theme are looked at, the best first.
const mostTold = 1000

// telling returns those of some films that have the words of each theme somewhere: few records have a keyword
// for what a synopsis says, "the First World War".
func (x *Taste) telling(films docset.Set, themes []prompt.Theme) docset.Set {
	left := slices.Clone(films)
	for _, t := range themes {
		told := docset.New(x.films.Len())
		q := film.Query{Text: t.Words, Match: film.MatchAll}
		for _, d := range x.films.Find(&q, film.Page{Limit: mostTold}).Docs {
			told.Add(uint32(d))
		}
		left.Intersect(left, told)
	}
	return left
}

// tagged returns those of some films that have a keyword or genre for each of several themes that have one:
// who names two things wants films about both, and a word of a synopsis may be said by the way. It returns
// none for fewer themes.
func (x *Taste) tagged(films docset.Set, themes []prompt.Theme) docset.Set {
	left, several := slices.Clone(films), 0
	for _, t := range themes {
		if x.reader.Films(t) > 0 {
			left.Intersect(left, x.tags(t.Features))
			several++
		}
	}
	if several < 2 {
		return nil
	}
	return left
}

// leastMoody is how many films of a mood must be left for the others to stand behind them.
const leastMoody = 20

// ofMoods returns those of some films that have a sign of each mood: a genre that is of it by nature, or
// one of its keywords. Of a mood that no genre is of, one of the genres does where few have a keyword.
func (x *Taste) ofMoods(films docset.Set, moods []*prompt.Mood) docset.Set {
	left := slices.Clone(films)
	for _, mood := range moods {
		some := x.model.havingAny(x.signs(mood.Strict, mood))
		if left.CountCommon(some) < leastMoody {
			some = x.model.havingAny(x.signsOf(mood))
		}
		left.Intersect(left, some)
	}
	return left
}

// noted returns those of some films that are tagged as a prompt asks for in feeling and style, and for whom: first with tags
// of the words that it uses, then with any of the same moods. It returns none where a prompt asks for nothing of that.
func (x *Taste) noted(films docset.Set, r *prompt.Reading) (all []docset.Set) {
	var ofMoods [][]string
	for _, mood := range r.Moods {
		if len(mood.Tags) > 0 {
			ofMoods = append(ofMoods, mood.Tags)
		}
	}
	for _, asked := range [][][]string{r.Noted, ofMoods} {
		var wanted [][]uint32
		for _, tags := range asked {
			wanted = append(wanted, x.model.Noted(tags...))
		}
		if len(r.Audience) > 0 {
			wanted = append(wanted, x.model.Noted(r.Audience...))
		}
		for _, t := range r.Themes {
			if t.IsStyle() {
				wanted = append(wanted, t.Features)
			}
		}
		if len(wanted) == 0 {
			continue
		}
		left := slices.Clone(films)
		for _, any := range wanted {
			left.Intersect(left, x.model.havingAny(any))
		}
		all = append(all, left)
	}
	return all
}

// sequels returns the films whose titles begin with the words of that of one of some films, the last of
// which may have a plural's s, and that share somebody with it: who asks for something like it knows them.
func (x *Taste) sequels(of []uint32) docset.Set {
	m, found := x.model, docset.New(x.films.Len())
	for _, film := range of {
		key, _ := seriesTitle(feature.TitleKey(x.title(film)))
		people := slices.Concat(m.OfKind(film, feature.Director), m.OfKind(film, feature.Actor))
		for i := m.Titles.Search(key); i < m.Titles.Len(); i++ {
			rest, begins := strings.CutPrefix(string(m.Titles.At(i)), key)
			if !begins {
				break
			}
			d := m.TitleDocs[i]
			whole := rest == "" || rest == "s" || rest[0] == ' '
			if whole && d != film && len(m.having(d, feature.Director, people))+len(m.having(d, feature.Actor, people)) > 0 {
				found.Add(d)
			}
		}
	}
	return found
}

// Understand returns how a prompt is read, without looking for films.
func (x *Taste) Understand(prompt string) *prompt.Request { return &x.reader.Read(prompt).Request }

// Trace returns what the rules of the grammar made of the words of a prompt, in their order.
func (x *Taste) Trace(text string) []prompt.Step {
	_, steps := x.reader.Trace(text)
	return steps
}

// remark returns the sentence that tells whoever wrote the prompt that it could not be answered
// as it stands, or by one film alone; "" otherwise. found is how many films there are of the limit.
func remark(u *prompt.Request, found, limit int) string {
	well := ""
	if found > 0 {
		well = " These are well-known films that pass the filters."
	}
	switch {
	case u.NotUnderstood() && u.Language != "":
		return "The prompt seems to be in " + prompt.LanguageName(u.Language) + ", and nothing in it was understood. Say it in English, or name a film to be like." + well
	case u.NotUnderstood():
		return "Nothing in the prompt was understood. Name a kind of film, a time, a country, a person, or a film to be like." + well
	case found == 0:
		return "No film has what the prompt asks for. Leave something out."
	case found == 1 && limit > 1 && u.Words != "":
		return film.MatchAny.Note(found)
	case u.Fallback:
		return "No film answers all of the prompt, so these are films within what could be kept of it."
	}
	return ""
}

// among returns the films that pass the filters, as a set that the caller owns; all films for
// nil.
func (x *Taste) among(q *film.Query) docset.Set {
	if q == nil {
		return docset.Full(x.films.Len())
	}
	return x.films.Matching(q.Filters)
}

// relax returns the films of among that meet the constraints. When none does, it drops, in
// this order, that they are well rated, that they are well or little known, that they have all
// of the people and all of the genres instead of any, and names in Relaxed what it dropped. It changes d.
// When there is still no film, Relaxed is nil, the set is empty and d is as before.
func (x *Taste) relax(r *prompt.Reading, d *constraints, among docset.Set) docset.Set {
	found, demands := x.model.satisfying(d, among), slices.Clone(d.demands)
	for _, relaxation := range []struct {
		name string
		can  bool
		do   func()
	}{
		{"acclaimed", d.has("acclaimed"), func() { d.drop("acclaimed") }},
		{"fame", d.has("fame"), func() { d.drop("fame") }},
		{"people", len(d.filmsOf("people")) > 1, func() { d.anyOf("people") }},
		{"genres", len(d.filmsOf("genres")) > 1, func() { d.anyOf("genres") }},
	} {
		if !relaxation.can || found.Count() > 0 {
			continue
		}
		relaxation.do()
		found = x.model.satisfying(d, among)
		r.Request.Relaxed = append(r.Request.Relaxed, relaxation.name)
	}
	if found.Count() == 0 {
		r.Request.Relaxed, d.demands = nil, demands
	}
	return found
}

// candidateScope is where candidates are looked for.
type candidateScope uint8

const (
	everywhere candidateScope = iota
	// nearby is among the films that share something with what is wanted, and
	// everywhere when those are not enough.
	nearby
	// inside is among those films alone: any other would be off the point.
	inside
	// anything is everywhere, films of which next to nothing is known included.
	anything
)

// scopeOf returns where candidates are looked for. When films to be like are named,
// those that share something come first. When nothing but themes was asked for, a film must
// have one.
func scopeOf(r *prompt.Reading) candidateScope {
	switch {
	case len(r.Liked) > 0:
		return nearby
	case len(r.Themes) > 0 && len(r.People)+len(r.Genres)+len(r.Moods) == 0:
		return inside
	}
	return everywhere
}

// promptProfile returns what a prompt wishes for, beside the constraints. The caller owns it.
func (x *Taste) promptProfile(r *prompt.Reading) *profile {
	m := x.model
	p := &profile{fame: promptFame, quality: promptLiked, finders: uint32(m.Films), present: true}
	if len(r.Themes)+len(r.Moods) == 0 {
		p.fame = kindsFame
	}
	switch {
	case r.Request.Fame == "hidden":
		p.fame = -0.3
	}
	if r.Request.Acclaimed {
		p.quality = 3
	}
	wants := map[uint32]float32{}
	var order []uint32
	want := func(f uint32, weight float32) {
		if _, met := wants[f]; !met {
			order = append(order, f)
		}
		wants[f] += weight
	}
	m.wantThemes(r, p, want)
	for _, mood := range r.Moods {
		x.wantMood(mood, want, moodWeight)
	}
	for _, mood := range r.NotMoods {
		x.wantMood(mood, want, -moodWeight)
	}
	for _, any := range r.People {
		for _, f := range any {
			want(f, personWeight)
		}
	}
	for _, any := range r.Genres {
		for _, f := range any {
			if slices.Contains(r.Request.Preferred, "genres") || r.Request.AnyGenre {
				want(f, genreWeight)
			}
		}
	}
	m.wantLikes(r, p, want)
	for _, f := range order {
		if m.KindOf(f) == feature.Note {
			if r.Conversation { // what is said of moods and themes is taste, which keywords tell better
				continue
			}
			films, _ := m.With(f)
			for _, d := range films {
				p.bonus = append(p.bonus, scoredFilm{d, wants[f] * notedShare})
			}
			continue
		}
		p.features = append(p.features, weightedFeature{f, wants[f]})
	}
	return p
}

// wantThemes calls want for the features of every theme, with weights by rarity, and sets the
// profile's place among the latent themes.
func (m *model) wantThemes(r *prompt.Reading, p *profile, want func(uint32, float32)) {
	total := 0.0
	for _, t := range r.Themes {
		total += m.themeRarity(t)
	}
	for _, t := range r.Themes {
		share := float32(themeWords * m.themeRarity(t) / total)
		for _, f := range t.Features {
			want(f, share*float32(len(r.Themes)))
			m.addTerm(&p.theme, f)
		}
		for _, f := range t.Alike {
			want(f, share*alikeWords*float32(len(r.Themes)))
		}
	}
	if len(r.Themes) > 0 {
		unit(&p.theme)
		p.themes = themeSpace
	}
}

// leastSaid is how many words of a prompt that may tell a story are enough to compare the whole prompt with
// films, where none of them was taken for what the films are to be about.
const leastSaid = 2

// wantMeaning sets how near films are by meaning to the words of a prompt that say what they are about; to
// the whole prompt where only ordinary words do: "a strong older woman as the lead". Beside films to
// be like they are compared with the synopses of these, but not in a conversation, where films are taste;
// where they are to differ from them they may be of any time.
func (x *Taste) wantMeaning(r *prompt.Reading, typed string, p *profile) {
	if differing(r) {
		p.era = 0
	}
	if len(r.Liked) > 0 && !r.Conversation && x.UsesEncoder() {
		p.similar = x.model.vectors.SimilarTo(r.Liked)
	}
	x.wantUnlike(r, p)
	if len(r.Liked) > 0 || r.Conversation {
		return
	}
	words := strings.Join(slices.Concat(r.Request.Themes, r.Request.Ignored), " ")
	if words == "" && len(r.Request.NotThemes) == 0 && x.reader.StoryWords(typed) >= leastSaid {
		words, p.fame = typed, promptFame
	}
	if words == "" {
		for _, mood := range r.Moods {
			words = strings.TrimSpace(words + " " + mood.Meaning)
		}
	}
	if words != "" {
		p.similar = x.similarTo(words)
	}
}

// wantUnlike makes films fit less the nearer they are by meaning to the themes that a prompt rules out.
func (x *Taste) wantUnlike(r *prompt.Reading, p *profile) {
	if len(r.Request.NotThemes) > 0 {
		p.unlike = x.similarTo(strings.Join(r.Request.NotThemes, " "))
	}
}

// themeRarity returns the rarity of a theme's rarest feature, at least 0.1.
func (m *model) themeRarity(t prompt.Theme) float64 {
	best := 0.1
	for _, f := range t.Features {
		films, _ := m.With(f)
		best = max(best, feature.Rarity(m.Films, len(films)))
	}
	return best
}

// addTerm adds a feature's vector among the latent themes to v, times its rarity. A feature
// without such a vector adds nothing.
func (m *model) addTerm(v *[dims]float32, f uint32) {
	i, ok := slices.BinarySearch(m.termFeatures, f)
	if !ok {
		return
	}
	w := m.termScale[i] * float32(feature.Rarity(m.Films, int(m.PostFirst[f+1]-m.PostFirst[f])))
	for j, x := range m.termThemes[i*dims : (i+1)*dims] {
		v[j] += w * float32(x) / 127
	}
}

// wantMood calls want for what films of a mood have: genres with weight, keywords with half
// of it, plot words with a quarter. A weight below 0 avoids them.
func (x *Taste) wantMood(of *prompt.Mood, want func(uint32, float32), weight float32) {
	for _, g := range of.Genres {
		for _, f := range x.reader.Genre(g) {
			want(f, weight)
		}
	}
	for _, k := range slices.Concat(of.Keywords, of.Tags) {
		for _, f := range x.model.Called(feature.TitleKey(k), feature.Keyword) {
			want(f, weight/2)
		}
	}
	for _, w := range of.Plot {
		if f, ok := x.model.Feature(feature.PlotWord, feature.PlotStem(w)); ok {
			want(f, weight/4)
		}
	}
}

// wantLikes makes the profile that of somebody who likes the films that are to be like, beside
// what is asked for. Unless years are asked for it has their era. In a conversation the films that
// are named last count for most.
func (m *model) wantLikes(r *prompt.Reading, p *profile, want func(uint32, float32)) {
	if len(r.Liked) == 0 {
		return
	}
	counts := ones(len(r.Liked))
	if r.Conversation {
		for i := len(counts) - 2; i >= 0; i-- {
			counts[i] = earlierLike * counts[i+1]
		}
	}
	likes := m.taste(r.Liked, counts, 0)
	for _, x := range likes.features {
		want(x.feature, likeWeight*x.weight)
	}
	for i := range likes.theme {
		p.theme[i] += likes.theme[i]
	}
	unit(&p.theme)
	p.themes = max(p.themes, likes.themes)
	p.bonus = append(m.mostLike(r.Liked, counts), m.taggedLike(r.Liked, counts)...)
	p.fame, p.quality, p.finders, p.present = likes.fame, likes.quality, likes.finders, likes.present
	if len(r.Request.Years) == 0 {
		p.years, p.era = likes.years, likes.era
	}
}

// taggedLike returns how much of the tags of liked films others have, by rarity, of notedLike for one with all of them.
func (m *model) taggedLike(liked []uint32, counts []float32) []scoredFilm {
	wants, total := map[uint32]float32{}, float32(0)
	for i, d := range liked {
		for _, tag := range m.TagsOf[d] {
			films, _ := m.With(tag)
			if len(films) > 1 {
				w := counts[i] * float32(feature.Rarity(m.Films, len(films)))
				wants[tag] += w
				total += w
			}
		}
	}
	shares := map[uint32]float32{}
	for _, tag := range slices.Sorted(maps.Keys(wants)) { // in one order, since sums of fractions depend on it
		films, _ := m.With(tag)
		for _, d := range films {
			shares[d] += notedLike * wants[tag] / total
		}
	}
	var all []scoredFilm
	for _, d := range slices.Sorted(maps.Keys(shares)) {
		all = append(all, scoredFilm{d, shares[d]})
	}
	return all
}

// addMeaning adds to fits and bonus how near films are by meaning to what is wanted, and takes from them how near
// they are to what is ruled out. Inside, only films that share something with what is wanted are changed.
func (s *scratch) addMeaning(p *profile, where candidateScope) {
	for _, x := range p.similar {
		if x.Cosine <= 0 || where == inside && s.fits[x.Film] == 0 {
			continue
		}
		if s.fits[x.Film] == 0 {
			s.touched = append(s.touched, x.Film)
		}
		s.fits[x.Film] += meaningWeight * x.Cosine
		s.bonus[x.Film] += meaningWeight * x.Cosine
	}
	for _, x := range p.unlike {
		if x.Cosine <= 0 {
			continue
		}
		if s.fits[x.Film] != 0 {
			s.fits[x.Film] -= meaningWeight * x.Cosine
		}
		s.bonus[x.Film] -= meaningWeight * x.Cosine
	}
}

// rankAmong returns the k films of among that fit the profile best, best first. Films of which
// too little is known are left out unless where is anything. The result is valid until the
// next ranking with s.
func (m *model) rankAmong(p *profile, s *scratch, among docset.Set, where candidateScope, candidates, k int) []scoredFilm {
	m.find(p, s, p.bonus)
	s.addMeaning(p, where)
	s.keys = s.keys[:0]
	consider := func(d uint32) {
		if m.flags[d]&hasContent != 0 || where == anything {
			s.keys = append(s.keys, docset.Key(s.fits[d]+p.prior(m, d), d))
		}
	}
	for _, d := range s.touched {
		if (where == nearby || where == inside) && among.Has(d) {
			consider(d)
		}
	}
	if where == everywhere || where == anything || where == nearby && len(s.keys) < candidates {
		s.keys = s.keys[:0]
		for d := range among.All() {
			consider(d)
		}
	}
	for _, d := range s.touched {
		s.fits[d] = 0
	}
	best := m.compare(p, s, candidates, k)
	for _, e := range p.bonus {
		s.bonus[e.doc] = 0
	}
	for _, similar := range [][]film.Similarity{p.similar, p.unlike} {
		for _, x := range similar {
			s.bonus[x.Film] = 0
		}
	}
	return best
}
