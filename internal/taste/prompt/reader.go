package prompt

import (
	"slices"
	"strings"
	"sync"

	"kinodex/internal/catalog"
	"kinodex/internal/taste/feature"
)

// Reader reads prompts with what is known of a library's films. It may be used by several
// goroutines.
type Reader struct {
	ix        *feature.Index
	films     *catalog.Catalog
	lex       *lexicon
	titles    []titleRule
	negations []negationForm
	negators  []negator
	subjects  func() []string // words of usual keywords
}

// NewReader returns a reader that knows the films of a catalogue by their features. Both stay the
// caller's and must stay open as long as the reader is used.
func NewReader(ix *feature.Index, films *catalog.Catalog) *Reader {
	subjects := sync.OnceValue(func() []string { return wordsOfKeywords(ix) })
	return &Reader{ix: ix, films: films, lex: words(), titles: titleRules, negations: negationForms, negators: negators, subjects: subjects}
}

// parser is a prompt that is being read, word by word, from left to right. At each word
// the longest thing that starts there is taken: a title, an age, an amount, years, a name, a
// place, a phrase of the lexicon, a keyword. Any other word is a theme or says nothing.
// Instructions in a prompt are words like all others. The read… methods take words and report
// whether they did; without it they leave the place as it is. docs/api/recommend.md publishes
// what is understood. A parser serves one goroutine.
type parser struct {
	*Reader
	Reading

	prompt string
	tokens []token
	i      int
	trace  *trace // nil for none

	composersSought int // names that were looked for among composers

	denials   []denial
	not       negation // what is said here is ruled out
	dislike   bool     // by a word of disliking, which titles follow
	idle      bool     // what is said here is of no matter, to the end of the clause
	spoken    bool     // it is said of a film that is spoken of, and wishes nothing
	chat      bool     // the sentence is conversation: its words are no themes
	cue       cue      // of the words before
	cueAt     int      // where it was said
	weak      bool     // the cue is that somebody likes what follows, which may be any thing
	lastTitle int      // where the title ended that was read last, in this sentence
	plainNot  bool     // something is ruled out by "not", "no" or the like, and not for others
	shouted   bool     // capital letters say nothing: most words have one

	genreAt  []int         // where the words of each of genres ended
	wishes   map[wish]bool // false: negated
	years    []Span
	bounds   Span // of years: after, before
	movement Span // the years of a movement, where no others are asked for
	notYears []Span
	runtime  Span
	newer    bool // than the liked films
	older    bool
	shorter  bool
	longer   bool
}

// cue is what words say of what is behind them: a director, an actor, a writer, a composer, a
// film to be like, what a film is about.
type cue uint8

const (
	noCue cue = iota
	byCue
	withCue
	writerCue
	musicCue
	likeCue
	aboutCue
)

// Read returns what a prompt asks for, as it was understood. It never fails; of a longer prompt
// the first mostTokens words are read. Of a prompt in another language what the dictionary has is read.
func (r *Reader) Read(prompt string) *Reading {
	return r.read(prompt, nil)
}

// read is Read with a trace; nil for none.
func (r *Reader) read(prompt string, t *trace) *Reading {
	p := &parser{Reader: r, prompt: prompt, tokens: tokens(prompt), wishes: map[wish]bool{}, trace: t}
	p.Conversation = len(p.tokens) > 0 && p.tokens[len(p.tokens)-1].sentence >= conversation-1
	if code := promptLanguage(prompt, p.tokens, p.lex); code != "" && !p.isTitle() {
		p.Request.Language = code
		p.note("language", 0)
		if p.translate(code) {
			p.parse()
		}
	} else {
		p.parse()
	}
	return &p.Reading
}

// parse reads the words in their order, and then what they say together.
func (r *parser) parse() {
	r.shouted = r.capitals()
	r.correctWords()
	r.chat = r.conversational()
	r.readDenials()
	for r.i < len(r.tokens) {
		from := r.i
		r.scope()
		r.note("scope", from)
		if from = r.i; from < len(r.tokens) {
			r.note(r.step(), from)
		}
	}
	for _, c := range conclusions {
		c.conclude(r)
		r.note(c.name, len(r.tokens))
	}
}

// pass reads one kind of thing: it takes words, or leaves the place as it is and reports false.
type pass struct {
	name  string
	read  func(*parser) bool
	keeps func(*parser) bool // the cue holds for what is behind; nil for never
}

func always(*parser) bool       { return true }
func whileAbout(r *parser) bool { return r.cue == aboutCue }

// passes are tried in this order at each word. What is longer or more certain comes first: a title
// may hold any word, the digits of an age are no year, and words that are left are themes.
var passes = []pass{
	{"title", (*parser).readMention, always},
	{"age", (*parser).readAge, whileAbout},
	{"amount", (*parser).readAmount, nil},
	{"years", (*parser).readYears, nil},
	{"setting", (*parser).readSetting, nil},
	{"negation", (*parser).readNegation, always},
	{"seen", (*parser).readSeen, always},
	{"cue", (*parser).readCue, always},
	{"company", (*parser).readCompany, nil},
	{"movement", (*parser).readMovement, nil},
	{"synonym", (*parser).readSynonym, nil},
	{"person", (*parser).readPerson, nil},
	{"no matter", (*parser).readIdle, nil},
	{"foreign", (*parser).readForeign, nil},
	{"phrase", (*parser).readPhrase, nil},
	{"misspelt", (*parser).readMisspelt, nil},
	{"word", (*parser).readWord, nil},
}

// knownPasses are those for what is said of a film that is spoken of.
var knownPasses = []pass{
	{"title", (*parser).readMention, always},
	{"cue", (*parser).readCue, always},
}

// conclusions are drawn when all words are read, in this order.
var conclusions = []struct {
	name     string
	conclude func(*parser)
}{
	{"preferred", (*parser).concludePreferred},
	{"people", (*parser).concludePeople},
	{"situation", (*parser).concludeSituation},
	{"contradictions", (*parser).concludeContradictions},
	{"wishes", (*parser).concludeWishes},
	{"ignored", (*parser).concludeIgnored},
}

// step reads what stands at the current word, and returns the name of the pass that took it; "" for
// a word that says nothing.
func (r *parser) step() string {
	known := r.aboutKnown()
	if r.trace != nil {
		r.trace.row = "" // of a title in a question
	}
	list := passes
	if known {
		list = knownPasses
	}
	for i := range list {
		p := &list[i]
		if !p.read(r) {
			continue
		}
		if (p.keeps == nil || !p.keeps(r)) && !r.joins(r.i) {
			r.cue = noCue
		}
		return p.name
	}
	at := r.i
	r.i++
	if !r.keepsCue(at) && (known || !r.joins(r.i)) {
		if r.cue == byCue || r.cue == writerCue || r.cue == musicCue {
			r.ignore(r.cueAt, at)
		}
		r.cue = noCue
	} else if !known && !r.chat && !r.idle && !r.Conversation && slices.Contains(toldWords, r.word(at)) {
		r.ignore(at, at)
	}
	return ""
}

// ignore notes the words from one to another, which said what a film should be and had no effect.
func (r *parser) ignore(from, to int) {
	var words []string
	for i := from; i <= to; i++ {
		words = append(words, r.word(i))
	}
	r.noteWord(&r.Request.Ignored, strings.Join(words, " "))
}

// toldWords are common words that tell something of a film where they stand in a wish, folded: there
// is nothing to find them by, but whoever wrote them is told so.
var toldWords = strings.Fields(`woman women lady ladies man men guy girl boy dad mom mum mother father sister brother daughter son husband wife girlfriend boyfriend child teen talks talk talking talked ends ended
	ending wins win won loses lose dies die cries plays learn learns hero villain role twist room house town city car phone job plan plans deal trip`)

// conversation is how many sentences a prompt has that is one: what is said there is taste, more
// than a demand, and its words are seldom themes.
const conversation = 3

// concludePreferred notes that genres and people are no demands in a conversation of several turns that names
// films.
func (r *parser) concludePreferred() {
	if !r.Conversation || len(r.Liked) == 0 || !r.takesTurns() {
		return
	}
	if len(r.Genres) > 0 {
		r.Request.Preferred = append(r.Request.Preferred, "genres")
	}
	if len(r.People) > 0 {
		r.Request.Preferred = append(r.Request.Preferred, "people")
	}
}

// takesTurns reports whether a conversation has several turns, a line each, or so many sentences: who writes three in a
// row makes one wish.
func (r *parser) takesTurns() bool {
	return strings.Contains(strings.TrimSpace(r.prompt), "\n") || r.tokens[len(r.tokens)-1].sentence >= manyTurns-1
}

// manyTurns is how many sentences in one line are several turns.
const manyTurns = 6

// concludeContradictions drops what is ruled out where the same is asked for: a country, "Korean thrillers, no Korean
// romances"; a theme, since a "Christmas movie that is not about Christmas" has to do with it; and a genre, "my girlfriend
// wants a musical, I hate musicals", unless "not", "no" or the like rules it out. What is to be "scary but not too scary" is
// neither violent nor disturbing.
func (r *parser) concludeContradictions() {
	if scary := moodNamed("scary"); slices.Contains(r.Moods, scary) && slices.Contains(r.NotMoods, scary) { // but not too scary
		r.NotMoods = slices.DeleteFunc(r.NotMoods, func(m *Mood) bool { return m == scary })
		r.Request.NotMoods = slices.DeleteFunc(r.Request.NotMoods, func(name string) bool { return name == scary.name })
		r.spare("violent", "disturbing")
	}
	r.Request.NotCountries = slices.DeleteFunc(r.Request.NotCountries, func(c string) bool { return slices.Contains(r.Request.Countries, c) })
	for _, t := range r.Themes {
		if i := slices.Index(r.Request.NotThemes, t.Words); i >= 0 {
			r.Request.NotThemes = slices.Delete(r.Request.NotThemes, i, i+1)
			of := append(r.inTitles(t.Words), t.Features...)
			r.NotThemes = slices.DeleteFunc(r.NotThemes, func(f uint32) bool { return slices.Contains(of, f) })
		}
	}
	for _, g := range r.Request.Genres {
		if i := slices.Index(r.Request.NotGenres, g); i >= 0 && !r.plainNot {
			r.Request.NotGenres = slices.Delete(r.Request.NotGenres, i, i+1)
			of := r.Genre(g)
			r.NotGenres = slices.DeleteFunc(r.NotGenres, func(f uint32) bool { return slices.Contains(of, f) })
		}
	}
}

// joins reports whether a list may go on at the i-th word: "and" or "or" is there.
func (r *parser) joins(i int) bool {
	return slices.Contains([]string{"and", "or", "both", "either"}, r.word(i))
}

// keepsCue reports whether the i-th word, which says nothing itself, leaves a cue in force: "by
// the great …", "my favourite movie is …".
func (r *parser) keepsCue(i int) bool {
	w := r.tokens[i].word
	_, n := r.numberAt(i)
	return r.cue != noCue && (slices.Contains(cueKeepers, w) || r.cue == aboutCue && n == 1)
}

// cueKeepers are words that may stand between a cue and what it is of, folded.
var cueKeepers = strings.Fields(`the a an movie movies film films flick called titled named is are was were be been would of by both either and or also watching seeing saw seen watched
	my his her their our its maybe probably definitely actually honestly say like as with have just recently really lately last first director actor actress actors directors original new old great all any your either`)

// capitals reports whether capital letters tell nothing in this prompt: more than two thirds of
// its words have one, and there are more than four.
func (r *parser) capitals() bool {
	n := 0
	for _, t := range r.tokens {
		if t.capital {
			n++
		}
	}
	return len(r.tokens) > 4 && 3*n > 2*len(r.tokens) && !strings.ContainsAny(r.prompt, "(,\"")
}

// word returns the i-th word, "" before the first and after the last.
func (r *parser) word(i int) string {
	if i < 0 || i >= len(r.tokens) {
		return ""
	}
	return r.tokens[i].word
}

// between returns what stands in the prompt between the word before the i-th and that one; nothing
// between two words that were translated from one.
func (r *parser) between(i int) string {
	if i <= 0 || i >= len(r.tokens) || r.tokens[i].from < r.tokens[i-1].to {
		return ""
	}
	return r.prompt[r.tokens[i-1].to:r.tokens[i].from]
}

// is reports whether some words stand at the i-th place, one after the other, in one sentence.
func (r *parser) is(i int, words ...string) bool {
	if i < 0 || i+len(words) > len(r.tokens) {
		return false
	}
	for j, w := range words {
		if r.tokens[i+j].word != w || r.tokens[i+j].sentence != r.tokens[i].sentence {
			return false
		}
	}
	return true
}

// join returns n words from the current one with a blank between them; false when there are
// not so many left in the sentence.
func (r *parser) join(n int) (string, bool) {
	if n < 1 || r.i+n > len(r.tokens) || r.tokens[r.i+n-1].sentence != r.tokens[r.i].sentence {
		return "", false
	}
	if n == 1 {
		return r.tokens[r.i].word, true
	}
	var b strings.Builder
	for j, t := range r.tokens[r.i : r.i+n] {
		if j > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.word)
	}
	return b.String(), true
}

// longestTitle is how many bytes of a prompt are read as a title or name at most: words without blanks between
// them are all of one.
const longestTitle = 300

// source returns n words from the current one as titleKey gives what was written; false when
// there are not so many, when they are longer than longestTitle, or when they begin or end inside a contraction.
func (r *parser) source(n int) (string, bool) {
	if n < 1 || r.i+n > len(r.tokens) || r.tokens[r.i].inner || r.i+n < len(r.tokens) && r.tokens[r.i+n].inner && r.tokens[r.i+n].from == r.tokens[r.i+n-1].from ||
		r.tokens[r.i+n-1].to-r.tokens[r.i].from > longestTitle {
		return "", false
	}
	return feature.TitleKey(r.prompt[r.tokens[r.i].from:r.tokens[r.i+n-1].to]), true
}

// cues are the words before a name, a film, a theme or a place.
var cues = map[cue][]string{
	byCue: {"directed by", "director", "directors", "by", "films of", "movies of", "film of", "movie of", "work of", "works of", "director is", "directors are", "filmmaker", "made by", "films from director"},
	withCue: {"starring", "with", "featuring", "stars", "actor", "actors", "actress", "actresses", "actor is", "actress is", "acted by", "played by", "films where", "movies where", "movie where",
		"films in which", "alongside"},
	writerCue: {"written by", "screenplay by", "script by", "writer", "screenwriter", "scripted by", "penned by"},
	musicCue:  {"music by", "scored by", "score by", "composed by", "soundtrack by", "composer"},
	likeCue: {"similar to", "e g", "reminiscent of", "vein of", "style of", "spirit of", "such as", "than", "remind me of", "reminds me of", "remind of", "like", "likes", "love", "loves", "loved", "loving", "liked", "enjoy", "enjoys", "enjoyed",
		"adore", "adored", "watched", "watching", "watch", "rewatched", "saw", "seen", "seeing", "see", "fan of", "fans of", "along the lines of", "lines of", "comparable to", "akin to", "close to", "cross between", "mix of", "mix between",
		"as good as", "favorite", "favourite", "favorites", "favourites", "grew up on", "grew up with", "called", "titled", "prefer", "watch after",
		"see after", "finished", "checked out", "into", "mood for", "alike", "equivalent of", "top three", "top five",
		"i found", "i thought", "we thought", "original"},
	aboutCue: {"about", "involving", "involves", "dealing with", "deals with", "concerning", "on the subject of", "involve", "contains", "contain",
		"containing", "includes", "include", "including", "based on", "theme of", "themes of", "obsessed with", "crazy about", "revolving around", "centered on", "focused on", "focuses on", "related to",
		"on the topic of", "story of"},
}

// readCue takes a cue, and reports whether there was one. The longest phrase counts. The cue
// holds for what is read next.
func (r *parser) readCue() bool {
	best, n := noCue, 0
	for c, phrases := range cues {
		if m := r.phraseAt(r.i, phrases); m > n {
			best, n = c, m
		}
	}
	if m := r.lastSeen(); m > n {
		best, n = likeCue, m
	}
	if n == 1 && r.word(r.i) == "watching" && !r.clauseStart(r.i) && !r.before(watchers...) { // a girl, "watching ants"
		return false
	}
	if n == 1 && best == aboutCue && r.word(r.i) == "about" && slices.Contains(aboutNothing, r.word(r.i-1)) {
		r.i++
		r.cue = noCue
		return true
	}
	for m := n + 1; n > 0 && m <= 3; m++ { // "love story" is no cue
		if phrase, ok := r.join(m); ok && r.lex.says(phrase) {
			return false
		}
	}
	if _, m := r.synonymAt(r.i); n == 0 || m > n || r.phraseAt(r.i, occasions) > n { // "directed by a woman"
		return false
	}
	if best == likeCue && r.word(r.i) == "like" && r.not.on && r.not.items == 0 {
		r.dislike = true
	}
	r.cue, r.weak, r.cueAt = best, best == likeCue && r.liking(), r.i
	r.i += n
	return true
}

// watchers are the words in front of "watching" with which somebody tells what they saw or want to see, folded.
var watchers = strings.Fields("i we me us my am been was were after love loved like liked enjoy enjoyed enjoying finished started keep kept recommend worth mind for by just recently of is you")

// aboutNothing are the words in front of "about" that make it say nothing of what a film is about:
// "how about a comedy", "I was thinking about a thriller".
var aboutNothing = strings.Fields("how what thinking think thought talking talk excited sure")

// likingVerbs say that somebody likes a thing, which may be a film or what films are about.
var likingVerbs = strings.Fields("like likes love loves loved liked enjoy enjoys enjoyed adore prefer into fan fans mood loving")

// comparing are the words that stand before "like" where films are compared.
var comparing = strings.Fields("something smth smthg sth anything movie movies film films more one ones stuff story nothing looking just much thing similar is be along tastes comedy thriller horror drama sci fi western romance action")

// liking reports whether the cue here is a verb of liking, not a comparison.
func (r *parser) liking() bool {
	return slices.Contains(likingVerbs, r.word(r.i)) && !(r.word(r.i) == "like" && (slices.Contains(comparing, r.word(r.i-1)) || r.i == 0 || r.clauseStart(r.i)))
}

// conversational reports whether the sentence at the current word is talk that asks for
// nothing: somebody is its subject, and no word wishes, likes or tells of a film.
func (r *parser) conversational() bool {
	subject := false
	if r.i >= len(r.tokens) {
		return false
	}
	sentence, n := r.tokens[r.i].sentence, 0
	for i := r.i; i < len(r.tokens) && r.tokens[i].sentence == sentence; i++ {
		w := r.tokens[i].word
		n++
		if slices.Contains(requestWords, w) && !(w == "about" && (r.endsClause(i) || r.word(i+1) == "and")) {
			return false
		}
		if r.lex.genres[w] != nil {
			return false
		}
		subject = subject || slices.Contains(subjectWords, w)
	}
	return subject
}

// subjectWords are pronouns and questions that begin what is said in conversation, folded.
var subjectWords = strings.Fields("i we you he she they it its is who when what where how thanks thank hi hello hey okay ok yes yeah lol haha sure cool my your")

// requestWords are the words by which somebody asks for a film or says what they like, folded.
var requestWords = strings.Fields(`want wants like likes love loves loved liked need looking look prefer mood recommend suggest find give show interested obsessed fan enjoy enjoys favorite favourite
	favorites favourites preferably ideally about hate tired avoid search seeking hoping something anything craving film movie movies set mostly mainly prefer into suggestions`)
