package prompt

import (
	"slices"
	"strings"
)

// denial is a part of a clause that the words behind it rule out: "horror is a no-go".
type denial struct{ from, is, end int } // words: the first ruled out, the first of "is a no-go", the first behind

// denialWords rule out what stands in front of them, where a form of "be" or nothing stands between,
// folded.
var denialWords = slices.Concat(unliked, []string{
	"no go", "out of the question", "not an option", "no option", "off the table", "hard pass", "out", "banned", "forbidden", "not welcome", "unwelcome", "not wanted", "unwanted", "not allowed",
	"dealbreaker", "deal breaker", "turn off", "no thanks", "no thank you", "need not apply", "not necessary", "not required", "excluded", "ruled out", "not happening", "not what i want",
	"not what i am after", "not what i am looking for", "to be avoided", "best avoided", "too much for me", "no good for me", "out of it", "out of this", "can wait", "does nothing for me",
	"do nothing for me", "never again", "nope", "verboten", "taboo", "red flag", "step too far", "not work for me", "not do it for me", "where i draw the line", "stress me out",
	"stresses me out", "not what i need", "not needed", "not on my list", "off limits", "off my list", "prohibited", "not bother", "none please", "crossed off", "has to go", "have to go",
	"must go", "can take a hike", "overdone", "done to death", "played out", "i can not bear", "not tonight", "not today", "not this time", "not again", "no chance", "a big no no",
	"non starter", "bad idea", "not count", "does not count", "season is over", "not the topic", "not the subject", "not the point", "not the focus", "not the main thing", "not the main topic",
	"not interest me", "never interested me", "not interest us", "not appeal to me", "not appeal to us", "not excite me", "not grab me", "not float my boat", "ought to be banned",
	"should be banned", "should be illegal", "a miss", "a wide berth", "can do one", "make my skin crawl", "makes my skin crawl", "off the menu", "off the cards", "the last thing i need",
	"the last thing we need", "the last thing i want", "the last thing we want", "too close to home", "had their day", "had its day", "does my head in", "do my head in",
	"more than i can stomach", "more than i can take", "more than i can bear", "a bridge too far", "getting old", "grate on me", "grates on me", "rub me up the wrong way",
	"rubs me up the wrong way", "outstayed their welcome", "outstayed its welcome", "surplus to requirements", "the night off", "a rest", "too much for", "wear thin", "lost their charm",
	"lost its charm", "can jog on", "are wasted on", "is wasted on", "lost me", "off the list", "wears thin", "wearing thin", "for other people", "not on the menu", "we will pass on",
	"i will pass on", "to someone else", "to somebody else", "not included", "not invited", "feel like homework", "feels like homework", "feel like a chore", "feels like a chore",
})

// denialEnds rule out what stands in front of them in a clause that they end, folded: "the 80s I detest".
var denialEnds = []string{"hard no", "firm no", "big no", "no no", "a hard no", "no", "no way", "never ever", "nope", "nah", "absolutely not", "definitely not", "certainly not", "rather not", "please no", "hell no",
	"god no", "no thanks", "no thank you", "not so much",
	"under no circumstances", "is not", "are not", "i hate", "we hate", "i detest", "i loathe", "i despise", "i dislike", "i can not stand", "i can not take", "i can do without",
	"we can do without", "i could do without", "i can live without", "i could live without", "i am not into", "i am tired of", "i am sick of", "i am done with", "i do not want", "we do not want",
	"i do not like", "we do not like", "i do not do", "i do not need", "i refuse", "i would skip", "aside", "is over", "are over", "less so", "can go", "i am fed up with", "we are fed up with", "i have had enough of",
	"we have had enough of", "i am bored of", "i am over", "once too often", "one time too many", "one too many",
	"less ok", "less okay", "not ok", "not okay", "it can not be", "it must not be", "it should not be"}

// denialEndsNot stand in front of an end that rules nothing out, folded: "yes or no".
var denialEndsNot = strings.Fields("or and say says said oh dr why joking jokes that what who how if")

// annoyances, in front of "me" or "us", say that somebody dislikes what does so: "musicals bore me". annoyingVerbs do
// where one of annoyingEffects follows in the clause: "clowns give me nightmares". All are folded.
var (
	annoyances = strings.Fields(`bore bores bored annoy annoys annoyed irritate irritates depress depresses exhaust exhausts upset upsets disgust disgusts drain drains infuriate infuriates
		repel repels disturb disturbs nauseate nauseates offend offends disappoint disappoints bug bugs creep creeps gross grosses tire tires freak freaks trigger triggers`)
	annoyingVerbs   = strings.Fields("make makes made give gives gave put puts drive drives drove send sends turn turns leave leaves get gets got")
	annoyingEffects = strings.Fields(`sick cringe yawn ill angry sleepy anxious uncomfortable wall queasy nauseous itch squirm gag puke vomit throw dizzy headache headaches hives nightmares creeps anxiety migraine
		ick jitters asleep sleep crazy mad nuts insane bonkers cold indifferent off nerves furious miserable sad depressed grumpy rash claustrophobic seasick scream leave hide fidget snooze despair`)
)

// annoyed are those whom something annoys, folded.
var annoyed = strings.Fields("me us my our him her them gran granny grandma mum mom dad everyone everybody")

// filmFaults say, behind a form of "be" at the end of a clause, that somebody dislikes what is so: "westerns are boring".
var filmFaults = strings.Fields(`overrated boring tedious dull awful terrible dreadful horrible unbearable insufferable annoying exhausting pointless stupid ridiculous tiresome stale unacceptable rubbish garbage
	trash lame cheesy irritating depressing vile atrocious dire naff crap pants`)

// degrees may stand in front of filmFaults, folded.
var degrees = strings.Fields("so too very really quite pretty rather extremely incredibly bit")

// dismissals follow "can" where something is told to go away: "superheroes can get lost".
var dismissals = strings.Fields("go stay rot burn jump get sod bugger shove buzz hop remain rest keep")

// complaintStops stand in clauses that tell of a film, or ask for one, and complain of nothing, folded.
var complaintStops = strings.Fields("that which where who something anything film movie one want need give show make if i we you not never")

// readComplaints finds what somebody dislikes by what it does to them, what they find it to be, or where it may go.
func (r *parser) readComplaints() {
	for i := 1; i < len(r.tokens); i++ {
		is, ok := r.complaintAt(i)
		if !ok {
			continue
		}
		from, end := r.denied(is), r.lastOfClause(i)+1
		told := slices.ContainsFunc(r.tokens[from:is], func(t token) bool { return slices.Contains(complaintStops, t.word) })
		if from < is && !told && !slices.Contains(complaintStops, r.word(from-1)) {
			r.denials = append(r.denials, denial{from, is, end})
		}
	}
}

// complaintAt reports whether a complaint of what stands in front has its verb or last word at the i-th word, and
// returns its first word.
func (r *parser) complaintAt(i int) (is int, ok bool) {
	if r.clauseStart(i) {
		return 0, false
	}
	switch w := r.word(i); {
	case slices.Contains(annoyed, r.word(i+1)) && !r.endsClause(i) && slices.Contains(annoyances, w):
		return i, true
	case slices.Contains(annoyingVerbs, w) && (r.word(i+1) == "on" || slices.Contains(annoyed, r.word(i+1))):
		for j := i + 2; j < min(i+7, len(r.tokens)) && r.tokens[j].clause == r.tokens[i].clause; j++ {
			if slices.Contains(annoyingEffects, r.word(j)) {
				return i, true
			}
		}
	case slices.Contains(filmFaults, w) && r.endsClause(i):
		for is = i; (slices.Contains(denialLinks, r.word(is-1)) || slices.Contains(degrees, r.word(is-1))) && !r.clauseStart(is); is-- {
		}
		return is, is < i
	case w == "can" && slices.Contains(dismissals, r.word(i+1)):
		return i, true
	}
	return 0, false
}

// rejections say, behind a condition, that nothing that meets it is wanted, folded: "if it has a dragon in it, I'm out".
var rejections = []string{"i am out", "count me out", "i will scream", "i will leave", "i am leaving", "i will pass", "no thanks", "no thank you", "not interested", "i am not interested", "i will turn it off",
	"i will switch off", "forget it", "not for me", "i do not want it", "i am gone", "we are out"}

// conditions begin what a rejection behind it rules out, folded.
var conditions = []string{"if it has", "if it is", "if it involves", "if it contains", "if there is", "if there are", "if they have", "if you suggest", "if it stars", "if it was made by", "if i see one more",
	"if i see another", "if i have to see", "if i hear one more", "if i hear another", "if there is one more", "if there is another", "if it was made", "if it came out", "if it is from", "if i have to see another",
	"if i have to sit through", "if i have to watch", "if it is another", "if it is yet another"}

// finalDenial returns how many words from the i-th on rule out the clause that they end, or the question in front of
// the sentence that they begin; 0 where none do.
func (r *parser) finalDenial(i int) int {
	if r.sentenceStart(i) && strings.Contains(r.between(i), "?") && r.namesOnly(i) {
		return r.phraseAt(i, denialReplies)
	}
	n := r.phraseAt(i, denialEnds)
	if n == 0 || !r.endsClause(i+n-1) || r.clauseStart(i) || r.tokens[i].capital && r.word(i) != "i" || slices.Contains(denialEndsNot, r.word(i-1)) {
		return 0
	}
	return n
}

// readRejections finds what is ruled out by a condition: "if it has a dragon in it, I'm out".
func (r *parser) readRejections() {
	for i := range r.tokens {
		n := r.phraseAt(i, conditions)
		if n == 0 {
			continue
		}
		for j := i + n + 1; j < len(r.tokens) && r.tokens[j].sentence == r.tokens[i].sentence; j++ {
			if m := r.phraseAt(j, rejections); m > 0 {
				r.denials = append(r.denials, denial{i + n, j, j + m})
				break
			}
		}
	}
}

// denialAnswers rule out what a question in front of them names: "horror? no thanks", folded.
var denialAnswers = []string{"never again", "best not", "ugh pass", "wide berth please", "none of those", "not while", "under no circumstances", "certainly not", "no way", "nah", "never ever", "no thanks", "no thank you",
	"not for me", "not for us", "nope", "never", "pass", "hard pass", "hard no", "please no", "not again", "absolutely not",
	"definitely not", "god no", "no", "thanks but no thanks"}

// unliked say that something is not what somebody likes, folded: "never been my cup of tea".
var unliked = func() (all []string) {
	for _, is := range []string{"not", "not really", "not exactly", "not quite", "never", "never been", "never really been", "hardly"} {
		for _, what := range []string{"for me", "for us", "my cup of tea", "our cup of tea", "my thing", "our thing", "my bag", "my jam", "my scene", "my style", "my genre", "my taste", "my speed"} {
			all = append(all, is+" "+what)
		}
	}
	return all
}()

// denialReplies begin a sentence that rules out what a question in front of it names, folded: "musicals? I'd sooner …".
var denialReplies = []string{"i would sooner", "i would rather", "i think not", "not me", "in my house", "not in my house", "not likely", "over my dead body", "not on your life", "do me a favour", "spare me",
	"do not even think", "do not get me started", "enough", "enough already", "not if i can help it", "i am too old", "i am too tired", "not again", "thanks but no thanks"}

// denialLinks may stand between what is ruled out and denialWords, folded.
var denialLinks = strings.Fields("is are was were be would will just simply really totally absolutely definitely completely strictly such all a an the also still")

// denialStops stand in front of what a denial rules out: what is before them is not meant, folded.
var denialStops = strings.Fields("but though although however please fine good great want wants like love loved enjoy watch prefer give show i we because since so yet recommend suggest without no not nothing keep leave")

// readDenials finds the parts of the prompt that words behind them rule out.
func (r *parser) readDenials() {
	r.readRejections()
	r.readComplaints()
	r.readDismissals()
	for i := 1; i < len(r.tokens); i++ {
		n, from := r.phraseAt(i, denialWords), i
		if m := r.finalDenial(i); m > n {
			r.denials = append(r.denials, denial{r.denied(i), i, i + m})
			continue
		}
		switch {
		case r.clauseStart(i):
			if n = r.replyAt(i); n == 0 {
				continue
			}
			if from = r.listBefore(i); from < i {
				r.denials = append(r.denials, denial{from, i, i + n})
				continue
			}
		case r.word(i) == "free" && r.tokens[i].dashed: // "gore-free"
			r.denials = append(r.denials, denial{i - 1, i, i + 1})
			continue
		case n == 0 || n == 1 && !r.endsClause(i) && (r.word(i) == "out" || !slices.Contains(denialLinks[:4], r.word(i-1))):
			continue
		}
		for from > 0 && !r.clauseStart(from) && slices.Contains(denialLinks, r.word(from-1)) {
			from--
		}
		if from == i && !r.clauseStart(i) && n == 1 && r.word(i) == "out" && !r.tokens[i-1].owner && !slices.Contains([]string{"leave", "keep", "count", "rule"}, r.word(r.denied(from)-1)) { // "to hang out"
			continue
		}
		d := denial{r.denied(from), from, i + n}
		if tells := func(t token) bool { return t.word == "where" || t.word == "which" }; slices.ContainsFunc(r.tokens[d.from:max(d.from, d.is)], tells) {
			continue // what is told of a place: "a town where dancing is forbidden"
		}
		if d.from < d.is {
			r.denials = append(r.denials, d)
			i = d.end - 1
		}
	}
}

// abandoned say that somebody did not like the film that was named right in front, folded.
var abandoned = []string{"gave up", "gave up halfway", "turned it off", "switched it off", "walked out", "fell asleep", "again"}

// deniedPronouns stand for what is named in the clause in front, folded, and afterwards may follow them there.
var (
	deniedPronouns = strings.Fields("them it those these that")
	afterwards     = strings.Fields("now anymore lately tonight please today")
)

// longestDismissal is how many words a phrase that rules out has at most, with the pronoun behind it.
const longestDismissal = 8

// readDismissals finds what the clause behind it rules out by a pronoun: "binged slashers, can't stomach them now"; by
// what came of it: "tried Interstellar, gave up"; or by wonder: "nazis, again?".
func (r *parser) readDismissals() {
	for i := 1; i < len(r.tokens); i++ {
		end := r.dismissedUntil(i)
		start := i
		for end > 0 && start > 0 && !r.clauseStart(start) && r.word(start) != "so" { // "so none of that please"
			start--
		}
		if end == 0 || !r.endsClause(end-1) || i-start > 2 || r.sentenceStart(start) {
			continue
		}
		if from := r.denied(start); from < start {
			r.denials = append(r.denials, denial{from, start, end})
		}
	}
}

// dismissedUntil returns the word behind those from the i-th on that dismiss what stands in front of them; 0 for none.
func (r *parser) dismissedUntil(i int) int {
	if n := r.phraseAt(i, abandoned); n > 0 && r.clauseStart(i) && (r.word(i) != "again" || strings.Contains(r.between(i+1), "?")) {
		return i + n
	}
	pronoun := func(t token) bool { return slices.Contains(deniedPronouns, t.word) && t.clause == r.tokens[i].clause }
	if !slices.ContainsFunc(r.tokens[i:min(len(r.tokens), i+longestDismissal)], pronoun) { // most words cost no look at the phrases
		return 0
	}
	_, n := r.negatorAt(i)
	if n == 0 || i+n >= len(r.tokens) || !pronoun(r.tokens[i+n]) {
		return 0
	}
	if end := i + n + 1; !r.endsClause(end-1) && slices.Contains(afterwards, r.word(end)) {
		return end + 1
	}
	return i + n + 1
}

// replyAt returns how many words from the i-th on, which begins a clause, reply to what stands in front of it and rule it
// out; 0 where none do.
func (r *parser) replyAt(i int) int {
	if n := r.phraseAt(i, dismissed); n > 0 && r.sentenceStart(i) && r.sentenceEnds(i+n) {
		return n
	}
	if r.sentenceStart(i) && !strings.Contains(r.between(i), "?") {
		return 0
	}
	n := r.phraseAt(i, denialAnswers)
	if n == 0 || !r.endsClause(i+n-1) || !r.namesOnly(i) {
		return 0
	}
	return n
}

// dismissed are whole sentences that rule out what the sentence in front names, folded: "We saw three war films. Enough."
var dismissed = []string{"enough", "enough already", "no more", "never again", "none of those", "none of that", "hard pass"}

// sentenceEnds reports whether a sentence ends in front of the i-th word.
func (r *parser) sentenceEnds(i int) bool { return i >= len(r.tokens) || r.sentenceStart(i) }

// mostListed is how many words each part of a list has at most that a reply rules out.
const mostListed = 2

// listBefore returns the first word of the list that ends in front of the i-th, which begins a reply: "cults, sects:
// wide berth please"; i where there is none.
func (r *parser) listBefore(i int) int {
	parts, from := 0, i
	for from > 0 && r.tokens[from-1].sentence == r.tokens[i-1].sentence {
		start := r.firstOfClause(from - 1)
		if from-start > mostListed || slices.ContainsFunc(r.tokens[start:from], func(t token) bool { return slices.Contains(denialStops, t.word) }) {
			break
		}
		parts, from = parts+1, start
	}
	if parts < 2 {
		return i
	}
	return from
}

// namesOnly reports whether the clause in front of the i-th word, and where a sentence begins there the sentence, asks
// nothing and only names something: "horror?", but not "have you seen Alien?".
func (r *parser) namesOnly(i int) bool {
	n, within := 0, r.sentenceStart(i)
	for j := i - 1; j >= 0 && r.tokens[j].sentence == r.tokens[i-1].sentence && (within || r.tokens[j].clause == r.tokens[i-1].clause); j-- {
		w := r.word(j)
		if n++; n > 4 || slices.Contains(questionVerbs, w) || slices.Contains(subjectWords, w) || slices.Contains([]string{"have", "do", "can", "could", "any", "got", "you"}, w) {
			return false
		}
	}
	return n > 0
}

// denied returns the first word of what a denial rules out whose own words begin at the i-th: of a
// list, all where the verb is a plural's, else the last.
func (r *parser) denied(i int) int {
	from := i
	for from > 0 {
		w := r.word(from - 1)
		joins := w == "and" && (r.word(i) == "is" || r.word(i) == "was" || r.tokens[i-1].owner)
		if slices.Contains(denialStops, w) || joins || from < i && r.clauseStart(from) {
			break
		}
		from--
	}
	if from == i-1 && slices.Contains(filmPronouns, r.word(from)) {
		return i
	}
	return from
}
