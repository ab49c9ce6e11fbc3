package taste

import (
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/taste/prompt"
	"kinodex/internal/text"
)

// A text is the description of one film when it has this many words that say what a film is about, but
// not what kind of film it is. Wishes for a kind of films seldom have more than three.
const (
	leastTelling = 4
	// leastStory is how many there are where so many words tell, ordinary ones among them, as tell surely.
	leastStory = 2
	// leastPlaced is how many there are in a search that says beside them only where: "two hitmen hiding in Bruges".
	leastPlaced = 3
	// leastAlone is how many there are where nothing else is said.
	leastAlone = 2
	// leastTranslated is how many there are in another language, where asking for a film is hard to tell from telling of one.
	leastTranslated = 4
	// surelyTelling is how many there are, where nobody's doings are told, for what the film is said to be
	// only to order the answer, and for a film that is named in passing not to be what is wished for.
	surelyTelling = 6
	// longStory is how many there are where a film that is named in a text that is typed into a search is
	// named in passing, whatever word stands in front. A prompt of so many may be a conversation of films.
	longStory = 12
)

// telling are the words by which people tell what somebody does in a film, folded.
var telling = strings.Fields("he she him his her hers himself herself they them their themselves who whose somebody someone")

// somebody are words for whom a film is about, folded.
var somebody = strings.Fields("man woman guy girl boy lady kid child couple family detective cop soldier teacher doctor writer")

// onlyLacks reports whether a text says of films nothing but what they are not about.
func onlyLacks(r *prompt.Reading) bool {
	said := r.Request
	said.NotThemes = nil
	return len(r.Request.NotThemes) > 0 && len(r.Request.Ignored) == 0 && said.Empty()
}

// together are words by which people speak of themselves who watch, folded.
var together = strings.Fields("we us our")

// narrating are the words behind which people tell what happens in a film, folded.
var narrating = strings.Fields("where who whose")

// severalFilms are words for films that are asked for, not for one that is told of, folded.
var severalFilms = strings.Fields("movies films thrillers comedies dramas westerns documentaries romcoms musicals horrors")

// onlyPlaced reports whether a text asks for nothing but places and themes.
func onlyPlaced(r *prompt.Reading) bool {
	said := r.Request
	said.Countries, said.SetIn, said.Themes, said.Ignored, said.Unknown = nil, nil, nil, nil, nil
	return said.Empty()
}

// comparing are the words by which people say that a film is to be like another, folded.
var comparing = strings.Fields("like similar reminds reminiscent loved liked enjoyed love favorite favourite fan vein style same hated hate")

// asking are words by which people ask for any film at all, folded.
var asking = strings.Fields("recommend recommendation recommendations suggest suggestion suggestions advise good great nice best better cool amazing awesome fun favorite favourite " +
	"tonight today tomorrow evening weekend night day week watch watching watched " +
	"see seen show bored boring surprise want need wish new old classic ever time thing things anything nothing everything help mood kind sort idea ideas random hello hi hey thanks thank idk dunno whatever anyway lol")

// wishing are words and phrases by which people ask for films to watch, and recalling words by which they ask for one
// that they have seen, folded.
var (
	wishing = []string{"pls", "plz", "please", "ideally", "preferably", "preferable", "pref", "tonight", "i want", "we want", "want a", "want something", "need a film", "need a movie",
		"i need", "if possible",
		"would be a bonus", "movie night", "film night", "sleepover", "to fall asleep", "idk", "where do i start", "where to start", "just want", "i cant stand", "i can t stand", "bonus if", "she likes", "he likes", "they like", "first date",
		"date night", "watch something", "watching with", "in the mood for", "preferred", "give me", "gimme", "find me", "show me", "pick me", "i m looking for", "im looking for", "we re looking for", "i m after", "im after", "got any",
		"could i see", "would do", "are welcome", "is welcome", "are fine", "is fine", "fair game", "i fancy", "craving", "i like my", "and i m in", "time for some", "i d like", "id like", "to show my", "are coming over", "in the background",
		"bring it on", "yes please"}
	recalling = strings.Fields("remember remembered remembering recall saw seen help title called name named forgot forgotten find identify figure")
)

// wished reports whether a text asks for films to watch, whatever it tells of them: "scary but no gore pls", "Something
// gentle with landscapes".
func wished(typed string) bool {
	if says(typed, recalling...) {
		return false
	}
	folded := " " + strings.Join(text.Words(text.Fold(typed)), " ") + " "
	return strings.HasPrefix(folded, " something ") || strings.HasPrefix(folded, " looking for ") || strings.Contains(typed, ". Something ") ||
		slices.ContainsFunc(wishing, func(w string) bool { return strings.Contains(folded, " "+w+" ") })
}

// What speaks for a film beside the words of a description, where 1 is what the film has of which the
// words tell most. Chosen on the development half of package eval/descriptions: people remember a
// country better than a time.
const (
	describedPlace  = 0.4
	describedGenres = 0.2 // all of them together, as of
	describedPeople = 0.35
	describedYears  = 0.2
	describedTheme  = 0.4 // which the text has no word of
)

// describes reports whether a text tells of one film in somebody's own words, rather than of a kind
// of films, and whether it surely does. searched says that it is typed into a search.
func (x *Taste) describes(r *prompt.Reading, typed string, searched bool) (does, surely bool) {
	if r.Request.Language != "" {
		return x.describesTranslated(r)
	}
	if wished(typed) {
		return false, false
	}
	tells := says(typed, telling...)
	told := toldWords(r, typed, tells, searched)
	words, story := catalog.TellingWords(told), x.reader.StoryWords(typed)
	narrated := tells && narrates(typed, story, searched)
	if words >= leastStory && (story >= surelyTelling && (tells || !says(typed, together...)) || narrated) && !r.Conversation {
		words = max(words, leastTelling) // ordinary words tell, too, but chat
	}
	if onlyLacks(r) && says(typed, somebody...) && !r.Conversation { // "a man with no memory"
		return catalog.TellingWords(strings.Join(r.Request.NotThemes, " ")) >= leastAlone, true
	}
	least := leastTelling
	switch {
	case !tells && says(typed, severalFilms...): // "thrillers with a tiny cast"
		least = surelyTelling
	case searched && len(r.Request.SetIn)+len(r.Request.Countries) > 0 && onlyPlaced(r) && !says(typed, kinds...):
		least = leastPlaced
	}
	surely = words >= surelyTelling || words >= leastTelling && tells || least == leastPlaced
	inPassing := searched && story >= longStory
	if len(r.Liked)+len(r.Disliked) > 0 && (!surely || says(typed, comparing...)) && !inPassing {
		return false, false
	}
	return words >= least || words >= leastAlone && r.Request.Empty() && !r.Conversation, surely
}

// toldWords returns the words of a text that may tell what happens in a film. tells says that the text tells of somebody's
// doings.
func toldWords(r *prompt.Reading, typed string, tells, searched bool) string {
	if r.Request.Empty() || tells && says(typed, narrating...) && len(r.Request.SetIn) > 0 {
		return strings.Join(slices.DeleteFunc(text.Words(text.Fold(typed)), func(w string) bool { return slices.Contains(asking, w) }), " ")
	}
	all := slices.Concat(r.Request.Themes, r.Request.SetIn, r.Request.Ignored)
	if says(typed, narrating...) || searched && !says(typed, kinds...) && len(r.Request.NotGenres) == 0 {
		all = append(all, r.Request.NotThemes...) // of a film that is told of, what it lacks is told, too
	}
	for i, t := range all {
		if first, _, several := strings.Cut(t, " "); several && !tells { // one thing that films are about: "coming of age"
			all[i] = first
		}
	}
	return strings.Join(all, " ")
}

// askingTranslated are words of wishes in the English of texts in other languages, folded.
var askingTranslated = strings.Fields("watch weekend evening tonight date kids aged recommend")

// describesTranslated does what describes does for a text in another language, of which the words that tell something are
// counted in English. One that asks for more than a film is said to be when it is remembered is a wish, unless it surely
// tells of a film.
func (x *Taste) describesTranslated(r *prompt.Reading) (does, surely bool) {
	asks := r.Request
	asks.Language, asks.Genres, asks.Themes, asks.SetIn, asks.Countries, asks.Languages, asks.Years, asks.People, asks.Roles = "", nil, nil, nil, nil, nil, nil, nil, nil
	asks.AnyGenre, asks.AnyPerson, asks.Unknown, asks.Ignored = false, false, nil, nil
	words := x.reader.StoryWords(r.English)
	if words >= surelyTelling { // what is felt and lacked there is told, too
		asks.Moods, asks.NotThemes, asks.NotSetIn = nil, nil, nil
		if !says(r.English, comparing...) {
			asks.Like = nil
		}
	}
	switch {
	case words < leastTranslated && !(r.Request.NotUnderstood() && words >= leastPlaced), says(r.English, askingTranslated...):
		return false, false
	case !asks.Empty():
		_, sure := x.films.Confident(r.English, &film.Description{Similar: x.similarTo(r.English)}, docset.Full(x.films.Len()))
		does = sure && (len(r.Liked) == 0 || !says(r.English, comparing...))
		return does, does
	}
	return true, words >= surelyTelling
}

// narrates reports whether a text tells what happens in a film, in so many words that may tell a story.
func narrates(typed string, story int, searched bool) bool {
	return says(typed, narrating...) && (story >= leastTelling || searched && story >= leastTelling-1 && !says(typed, severalFilms...))
}

// description returns what a text asks for that describes a film; nil for one that describes none, or
// where no film may be it.
func (x *Taste) description(r *prompt.Reading, typed string, searched bool) *ParsedQuery {
	does, surely := x.describes(r, typed, searched)
	if !does {
		return nil
	}
	if r.English != "" {
		typed = r.English
	}
	return x.descriptionOf(r, typed, surely)
}

// descriptionOf returns what a text asks for whose words are searched for as those of a description;
// nil where no film may be it. What the film is said to be only speaks for films when the text is surely
// a description, or no film is so, since memory errs; what it is said not to be, and bounds in numbers,
// rule films out.
func (x *Taste) descriptionOf(r *prompt.Reading, typed string, surely bool) *ParsedQuery {
	q := &ParsedQuery{Request: r.Request, described: &film.Description{}}
	q.Words, q.Unknown, q.Ignored = typed, nil, nil
	for _, t := range r.Themes {
		if t.Renamed {
			keywords := slices.DeleteFunc(slices.Clone(t.Features), func(f uint32) bool { return !x.model.IsSubject(f) })
			q.described.Evidence = append(q.described.Evidence, film.Evidence{Films: x.model.havingAny(keywords), Weight: describedTheme})
		}
	}
	if !surely {
		q.described.Similar = x.similarTo(typed)
		_, surely = x.films.Confident(typed, &film.Description{Similar: q.described.Similar}, docset.Full(x.films.Len()))
	}
	if !surely {
		if q.films = x.model.satisfying(x.constraintsOf(r), docset.Full(x.films.Len())); q.films.Count() > 0 {
			return q
		}
	}
	// What does not happen in a film is told of it, too.
	q.Like, q.Dislike, q.NotThemes, q.NotSetIn = nil, nil, nil, nil
	read := *r
	read.Liked, read.Disliked, read.NotThemes, read.NotSettings = nil, nil, nil, nil
	read.Request.NotThemes, read.Request.NotSetIn = nil, nil
	if says(typed, telling...) || says(typed, narrating...) { // "to find who killed his wife"
		q.NotMoods, read.NotMoods, read.Request.NotMoods = nil, nil, nil
	}
	must := x.constraintsOf(&read)
	x.addEvidence(q, r, must)
	must.drop("years", "genres", "people", "set_in", "countries", "languages", "companies", "composers", "prizes")
	if q.films = x.model.satisfying(must, docset.Full(x.films.Len())); q.films.Count() == 0 {
		return nil
	}
	return q
}

// compareMeaning has a description compare films by the meaning of its text, unless it does already.
func (x *Taste) compareMeaning(q *ParsedQuery) {
	if q.described.Similar == nil {
		q.described.Similar = x.similarTo(q.Words)
	}
}

// similarTo returns how near films are to the meaning of a text; nil without the sentence encoder.
func (x *Taste) similarTo(typed string) []film.Similarity {
	if !x.UsesEncoder() {
		return nil
	}
	return x.model.vectors.Similar(typed)
}

// addEvidence makes evidence of what a film is said to be.
func (x *Taste) addEvidence(q *ParsedQuery, r *prompt.Reading, said *constraints) {
	for _, is := range said.demands {
		switch is.what {
		case "years":
			made := docset.Full(x.films.Len())
			is.filter(made)
			x.speak(q, "years", describedYears, made)
		case "countries", "languages":
			x.speak(q, is.what, describedPlace, is.films)
		}
	}
	for _, s := range []struct {
		what   string
		any    [][]uint32 // of each list one
		weight float32
	}{{"genres", r.Genres, describedGenres}, {"people", r.People, describedPeople}, {"companies", [][]uint32{r.Companies}, describedPeople}} {
		for _, any := range s.any {
			if len(any) > 0 {
				x.speak(q, s.what, s.weight/float32(len(s.any)), x.model.havingAny(any))
			}
		}
	}
}

// speak adds evidence, and notes that what it follows from only orders the answer.
func (x *Taste) speak(q *ParsedQuery, what string, weight float32, films docset.Set) {
	q.described.Evidence = append(q.described.Evidence, film.Evidence{Films: films, Weight: weight})
	if !slices.Contains(q.Preferred, what) {
		q.Preferred = append(q.Preferred, what)
	}
}

// describe picks films for a text that describes one, and reports whether there are any.
func (p *recommendation) describe(typed string) bool {
	q := p.x.description(p.r, typed, false)
	if q == nil {
		return false
	}
	q.films.Intersect(q.films, p.left)
	p.x.compareMeaning(q)
	question := q.Narrow(film.Query{})
	found := p.x.films.Find(&question, film.Page{Limit: p.limit}).Docs
	if len(found) == 0 {
		return false
	}
	sentence := p.x.describedSentences(p.r, q.Words, q.described.Similar)
	for _, d := range found {
		p.out.Films = append(p.out.Films, Pick{d, sentence(uint32(d))})
		p.left.Remove(uint32(d))
	}
	p.r.Request = q.Request
	return true
}
