package prompt

import (
	"slices"
	"strings"
)

// negation is how far what is said is not wanted.
type negation struct {
	on    bool
	bare  bool // begun by "not" alone, which ends at "and" before a mood
	items int  // what was noted under it
	one   bool // it is about the next thing alone
	until int  // the word at which it ends, where that is known: see denials; else 0
}

// negator are phrases that rule out what follows, folded.
type negator struct {
	name    string
	phrases []string
	bare    bool // the negation ends at "and" before a mood
	one     bool // it is about the next thing alone
	titles  bool // a title that follows is of a film that is disliked
	why     string
}

// negators are all of them. The longest phrase that stands somewhere counts.
var negators = []negator{
	{name: "not a degree", bare: true, one: true, phrases: []string{"non", "not too", "not so", "not very"},
		why: "\"Not too long and funny\" is to be funny."},
	{name: "not", bare: true, titles: true, phrases: []string{"not", "not like", "not a fan of", "not a big fan of", "not a huge fan of", "not in the mood for",
		"not care for", "not enjoy", "not keen on", "not big on", "not crazy about", "not one for", "not a lover of", "no fan of", "not up for"},
		why: "Things and films are ruled out alike: \"not Titanic\"."},
	{name: "not wanted", bare: true, phrases: []string{"not another", "not into", "not want", "not interested in"},
		why: "What is not wanted is a kind of film; a title behind it needs as much evidence as elsewhere."},
	{name: "dislike", titles: true, phrases: []string{"hate", "hates", "hated", "dislike", "dislikes", "disliked", "detest", "loathe", "can not stand", "could not stand", "never liked",
		"had enough", "seen enough", "not sit through", "than sit through", "made to sit through", "had to sit through", "sitting through", "suffer through", "nobody needs", "no one needs", "who needs", "nobody needs yet another", "nobody needs another",
		"no one needs another", "tired of", "sick of", "worn out", "allergic to", "bores me", "done with", "bored of", "had enough of", "enough of", "none of", "free of", "devoid of", "outside of", "steer clear of",
		"ban", "veto", "boycott", "not abide", "not tolerate", "last thing i want is", "last thing i need is", "last thing we want is", "last thing we need is", "last thing i want to see is",
		"less keen on", "not so keen on", "less fond of", "fed up to the back teeth with", "up to here with", "life is too short for", "seen too many", "watched too many", "seen so many", "watched so many", "overdose of",
		"overload of", "rather die than", "suspicious of", "averse to", "eyes at", "scared of", "afraid of", "frightened of", "terrified of", "squeamish about", "faint at", "faints at", "opposite of", "sworn off", "gone off",
		"nobody wants", "no one wants", "anything bar", "everything bar",
		"except", "except for", "anything but", "anyone but", "anybody but", "anywhere but", "has banned", "have banned", "we banned", "i banned", "ruled out", "pay me to sit through", "pay me to watch",
		"pay me to see", "make me sit through", "make me watch", "without seeing another", "over my dead body will we watch", "i am so over", "we are so over", "a horror of", "not in the market for",
		"no offence to", "thumbs down to", "ixnay on", "anyone who suggests", "nightmares from", "nightmares about", "gone right off", "bored to death of", "bored to death by", "everything but", "all but", "instead of",
		"rather than", "other than", "rather not", "unlike", "nothing like",
		"oh great another", "oh good another", "oh joy another", "you can keep your", "you can keep the", "why would anyone suggest", "why would you suggest", "why do you keep suggesting",
		"nowhere near", "film bar", "films bar", "movie bar", "movies bar", "watch paint dry than", "outgrown", "grown out of", "anyone who recommends", "whoever suggests", "whoever recommends",
		"falls asleep in", "fall asleep in", "fell asleep in", "falls asleep during", "fall asleep during", "fell asleep during", "sleeps through", "slept through", "dozes off in", "lifes too short for"},
		why: "People say so of films as much as of kinds of films."},
	{name: "without", phrases: []string{"no", "no more", "without", "nothing", "never", "except from", "avoid", "avoiding", "despise", "minus", "excluding", "exclude", "omit", "omitting",
		"neither", "nor", "nobody gets", "no one gets", "hardly any", "barely any", "scarcely any", "next to no",
		"besides", "apart from", "aside from", "can not bear", "bored with", "bored by", "fed up with", "am over", "over with", "free from", "lacking", "lacks", "skip", "leave out", "left out",
		"could do without", "can do without", "stay away from", "spare me", "hold the", "ditch", "forget", "zero", "not handle", "not do", "never ever",
		"not take", "not deal with", "not stomach", "not be doing with", "not be bothered with", "through with", "had it with", "had my fill of", "overdosed on", "burned out on", "burnt out on",
		"weary of", "sick to death of", "not one more", "not a single", "not any", "absolutely no", "nil", "sans", "barring", "save for", "leaving out", "leave aside", "setting aside",
		"drop the", "dump the", "lose the", "cut the", "cut out", "kill the", "save me from", "keep me away from", "keep away from", "keep clear of", "stay clear of",
		"in no way", "by no means", "under no circumstances", "on no account", "please no", "god no", "hell no", "no room for", "no place for",
		"no time for", "no patience for", "no stomach for", "no interest in", "zero interest in", "little interest in", "no desire for", "no appetite for", "no need for", "no use for",
		"no love for", "lost interest in", "not bother with", "not show me", "not give me", "not suggest", "not recommend", "not even mention", "not start with", "stop with the",
		"enough with the", "refuse to watch", "enough already with", "not put up with", "zero tolerance for", "no tolerance for", "not bring me", "not send me", "not offer me", "stop suggesting",
		"stop recommending",
		"refuse", "refuses", "will not watch", "would never watch", "would not watch", "never watch", "never again", "object to", "dread", "bored to tears by", "put off by", "turned off by", "pass on",
		"hard pass on", "no to", "a no to", "not touch", "am not after", "are not after", "not looking for", "not here for", "not keen to see", "not want to see", "not want any", "not want anything with", "can live without",
		"could live without", "happy without", "better without", "rid of", "clear of", "as long as there is no", "as long as there are no", "so long as there is no",
		"lay off", "lay off the", "go easy on the", "hide everything", "hide anything", "hide all", "filter out", "filter out the", "zero tolerance policy on", "zero tolerance policy for",
		"queasy from", "sick from", "dizzy from", "low on", "swap", "swap out", "trade"},
		why: "What a film is to lack is no film."},
}

// negatorAt returns the negator whose phrase stands at the i-th word, and how many words it has;
// nil when none does.
func (r *parser) negatorAt(i int) (is *negator, n int) {
	for j := range r.negators {
		if m := r.phraseAt(i, r.negators[j].phrases); m > n {
			is, n = &r.negators[j], m
		}
	}
	return is, n
}

// negationForm is a way in which people begin or end a negation, or say that something is of no
// matter.
type negationForm struct {
	name    string
	phrases []string                    // the longest counts; nil for those of negators
	when    func(r *parser, n int) bool // the n words of the phrase are there; nil for always
	then    func(r *parser, n int)      // takes them; nil when they are no negation
	why     string
}

// negationForms are all forms. The first that holds counts.
var negationForms = []negationForm{
	{name: "not only", then: (*parser).include,
		phrases: []string{"not only", "not just", "not merely", "not simply", "not to mention", "not enough of", "not get enough of", "can not get enough of", "never seen anything like",
			"not seen anything like"},
		why: "More is wanted than what follows, which is not ruled out."},
	{name: "no objection", then: (*parser).skip,
		phrases: []string{"not say no to", "never say no to", "not turn down", "not pass up", "never not in the mood for", "never not", "not want to not", "why not", "why do not we", "not go wrong with",
			"hardly go wrong with", "hardly fail with", "not tired of", "never tire of", "never tired of", "not sick of", "not bored of", "not complain about", "not complaining about",
			"not hear me complain about", "not hear me complaining about", "impossible to dislike", "impossible to hate", "impossible not to", "nothing to say against", "no hurry", "no rush",
			"kill you to", "no harm in", "not object to", "not mad at", "never let me down", "never disappoints", "never fails", "hard pushed to find", "hard pressed to find",
			"never get enough of", "can never get enough of", "can never have enough", "never enough", "never too many", "never too much", "no such thing as too many",
			"no such thing as too much", "nothing beats", "nothing tops", "nothing quite like", "nothing like a good", "nothing like an old", "nothing better than", "no better than",
			"not live without", "not do without", "not resist",
			"not kick", "who does not love", "who would not love", "not go amiss", "would not hurt", "no such thing as a bad", "never had a bad", "not hold back on", "not skimp on", "not worry about",
			"not worry", "without a doubt", "without doubt", "no doubt", "no end of", "no shortage of", "not be happier with", "not be happier", "never have too many", "never have too much", "nothing would please me more than",
			"nothing pleases me more than", "nothing makes me happier than", "not beat", "not agree", "not agree on", "hate how much i love", "is nothing like", "never misses", "never miss", "not enough", "not a proper", "not twist my arm",
			"not have to twist my arm for", "not stop asking for", "never gets old", "never get old", "not saying", "no reason not to", "not a day goes by without", "hardly a day goes by without",
			"day goes by without", "not half", "last thing i watched was", "not a bad", "never go wrong", "a crime not to", "be a crime not to", "be rude not to", "be silly not to",
			"be wrong not to", "be a shame not to", "be a sin not to", "not a day goes by that i do not think about", "could say no to", "can say no to", "would say no to", "ever say no to", "can not not", "not be happy until",
			"not rest until", "not sleep until", "not ashamed to admit", "not ashamed to say", "not too proud to", "not leave out", "not skip", "not you dare leave out", "not dare leave out", "not you dare skip", "not you dare forget",
			"be lying if i said i did not want", "be lying if i said i did not like", "be lying if i said i did not love"},
		why: "What follows is wanted."},
	{name: "no matter", then: (*parser).disregard,
		phrases: []string{
			"nothing wrong with", "nothing against", "no objection to", "no objections to", "not opposed to", "not averse to", "not against", "no issue with", "no issues with", "no problem with",
			"not afraid of", "not bothered by", "not scared of", "not put off by",
			"not mind", "not care about", "not care if", "not care what", "not care which", "not care how", "not care who", "not care where", "not care when", "not matter", "no matter", "not have to", "not need to", "not necessarily",
			"not picky", "not be picky",
			"no preference", "not sure",
			"not know", "no idea", "not seen", "not watched", "never seen", "never watched", "never heard", "not heard", "not yet", "or not", "not bad", "no problem", "no worries",
			"not remember", "not think of", "not decide", "not watch a lot", "not watch many", "not watch much", "not see many", "not see a lot", "not wait", "no longer have",
			"not find", "not get to",
			"not see it", "never knew", "never saw", "not stop", "not heard of", "not been", "not able", "not as far", "not sure if", "not that i", "not that i hate", "not that i dislike", "not that we hate", "is fine", "are fine",
		},
		why: "What follows in the clause is neither wanted nor ruled out."},
	{name: "who asks", phrases: whoAsks, when: (*parser).tellsOfSelf, then: (*parser).disregard,
		why: "\"I'm a retired engineer and want …\" tells of whoever asks, and not of films."},
	{name: "answer", phrases: []string{"no"}, when: (*parser).answersNo, then: (*parser).skip,
		why: "\"No, a comedy\" wants a comedy."},
	{name: "less", phrases: []string{"less", "fewer"}, when: (*parser).lessens, then: (*parser).lessen,
		why: "\"Less violent\" rules the mood out; \"less than\" is a bound."},
	{name: "too much", phrases: []string{"too", "way too", "far too", "much too", "bit too", "little too", "kinda too"}, when: func(r *parser, n int) bool { return r.tooMuch(r.i + n - 1) }, then: (*parser).lessen,
		why: "\"Jurassic Park is too scary for her\" rules the mood out."},
	{name: "not necessarily", phrases: []string{"not", "no"}, when: func(r *parser, _ int) bool { return r.inClause("necessarily") }, then: (*parser).disregard,
		why: "\"Not about music necessarily\" rules nothing out."},
	{name: "denied of a known film", phrases: []string{"not"}, when: func(r *parser, _ int) bool { return r.deniedOfKnown() }, then: func(r *parser, _ int) { r.spoken = true },
		why: "\"It was not scary\" tells of a film that was seen."},
	{name: "denied twice", when: (*parser).deniesTwice, then: func(r *parser, n int) { r.not = negation{}; r.i += n },
		why: "\"Not Christmas without Die Hard\" and \"there isn't a western I don't love\" want what they name."},
	{name: "ruled out", then: (*parser).negate,
		why: "See negators."},
	{name: "swapped for", phrases: []string{"for"}, when: func(r *parser, _ int) bool { return r.not.items > 0 && r.before("swap", "trade") },
		then: func(r *parser, n int) { r.not = negation{}; r.i += n },
		why:  "\"Swap the cowboys for astronauts\" wants astronauts."},
	{name: "nobody does", phrases: []string{"nobody", "no one", "noone"}, when: (*parser).nobodyDoes, then: (*parser).lessen,
		why: "\"As long as nobody sings\" rules out what is sung."},
	{name: "but", phrases: []string{"but", "however", "though", "although", "yet", "as long as it is", "so long as it is", "as long as there is", "as long as there are"},
		when: func(r *parser, n int) bool {
			if r.word(r.i) == "yet" && r.word(r.i+n) == "another" {
				return false
			}
			return !slices.Contains([]string{"anything", "everything", "all", "anyone", "anybody", "everyone", "everybody", "anywhere"}, r.word(r.i-1))
		},
		then: func(r *parser, n int) { r.not, r.idle = negation{}, false; r.i += n },
		why:  "What follows is wanted again."},
	{name: "preferred over", phrases: []string{"over", "than"}, when: func(r *parser, _ int) bool { return r.prefers() },
		then: func(r *parser, n int) { r.lessen(n); r.dislike, r.cue = true, likeCue },
		why:  "\"I prefer funny over slow\" wants nothing slow."},
	{name: "more than", phrases: []string{"than"}, when: func(r *parser, _ int) bool { return r.moreThan() },
		then: func(r *parser, n int) { r.not = negation{on: true, one: true}; r.i += n },
		why:  "\"More robots than murder\" wants no murder."},
	{name: "rather", phrases: []string{"just", "only", "give", "prefer", "please", "instead", "maybe", "perhaps", "possibly", "preferably", "ideally", "pick", "find",
		"show"}, when: func(r *parser, _ int) bool { return r.not.items > 0 && r.not.until <= r.i },
		then: func(r *parser, n int) { r.not = negation{}; r.i += n },
		why:  "Behind what was ruled out these words begin a wish: \"no horror, just a comedy\"."},
}

// whoAsks begin what people tell of themselves, and selfLikings are words by which they tell there what they like, folded.
var (
	whoAsks     = []string{"i am a", "i am an", "i am the", "we are a", "i work as", "i work in", "i work at", "i work for", "i used to be a", "i used to work", "my husband is a", "my wife is a", "my dad is a", "my mum is a", "my mom is a"}
	selfLikings = strings.Fields("fan fans sucker lover lovers addict buff nut freak geek nerd junkie person bit little mood family families kids children couple group big huge massive sort kind love like tired sick bored afraid scared fond dead")
)

// tellsOfSelf reports whether the next n words begin what whoever asks is, and not what they like.
func (r *parser) tellsOfSelf(n int) bool {
	for i := r.i + n; i < len(r.tokens) && r.tokens[i].clause == r.tokens[r.i].clause && !r.turnsToWish(i); i++ {
		if slices.Contains(selfLikings, r.word(i)) {
			return false
		}
	}
	return !r.endsClause(r.i + n - 1)
}

// turnsToWish reports whether somebody who told of themselves goes on with a wish at the i-th word: "and I'd like …".
func (r *parser) turnsToWish(i int) bool {
	joins := slices.Contains([]string{"and", "so", "but", "who"}, r.word(i))
	return joins && slices.Contains([]string{"i", "we", "want", "wants", "need", "needs", "would", "looking", "love", "loves", "like", "likes"}, r.word(i+1))
}

// deniesTwice reports whether the next n words deny what is denied already in the clause, "not … without", or again
// behind what they are about, "not a … I do not".
func (r *parser) deniesTwice(n int) bool {
	if r.word(r.i) == "without" {
		return r.not.items == 0 && r.clauseHasBefore(r.i, "not", "no", "never", "hardly")
	}
	if !slices.Contains([]string{"is", "are", "hardly"}, r.word(r.i-1)) || r.word(r.i-2) != "there" {
		return false
	}
	for i := r.i + n; i < len(r.tokens) && r.tokens[i].sentence == r.tokens[r.i].sentence; i++ {
		if r.word(i) == "not" {
			return slices.Contains([]string{"do", "would", "have", "did"}, r.word(i-1)) || slices.Contains([]string{"love", "like", "enjoy", "watch"}, r.word(i+1))
		}
	}
	return false
}

// moreThan reports whether what stands between "more" in front and "than", the next word, is no adjective: then
// a thing is compared with another, and no film is to be more so.
func (r *parser) moreThan() bool {
	for i := r.i - 1; i >= 0 && r.tokens[i].clause == r.tokens[r.i].clause; i-- {
		if r.word(i) != "more" {
			continue
		}
		_, n := r.numberAt(r.i + 1)
		w := r.word(i + 1)
		moods := r.lex.moods[w] == nil || r.lex.moods[r.word(r.i+1)] != nil // "more sad than exciting"
		return n == 0 && i+1 < r.i && moods && r.lex.wishes[w] == noWish && !r.not.on
	}
	return false
}

// prefers reports whether something is preferred earlier in the clause, and no amount follows.
func (r *parser) prefers() bool {
	if _, n := r.numberAt(r.i + 1); n > 0 && r.word(r.i+1) != "a" || r.tokens[r.i].clause != r.tokens[max(0, r.i-1)].clause {
		return false
	}
	always := slices.Contains([]string{"any", "every"}, r.word(r.lastOfClause(r.i)-1)) && r.before("take", "pick", "choose", "have") // "over that any day"
	return always || r.before("prefer", "prefers", "preferring", "rather", "sooner")
}

// clauseHasBefore reports whether one of some words stands in front of the i-th in its clause.
func (r *parser) clauseHasBefore(i int, words ...string) bool {
	return slices.ContainsFunc(r.tokens[r.firstOfClause(i):i], func(t token) bool { return slices.Contains(words, t.word) })
}

// firstOfClause returns the first word of the clause of the i-th.
func (r *parser) firstOfClause(i int) int {
	for !r.clauseStart(i) {
		i--
	}
	return i
}

// lastOfClause returns the last word of the clause of the i-th.
func (r *parser) lastOfClause(i int) int {
	for !r.endsClause(i) {
		i++
	}
	return i
}

// nobodyDoes reports whether what follows the next n words, "nobody", is done by somebody in films.
func (r *parser) nobodyDoes(n int) bool {
	w := r.word(r.i + n)
	return strings.HasSuffix(w, "s") && !r.lex.common[w] && !r.lex.fillers[w] && (r.endsClause(r.i+n) || r.clauseStart(r.i) || slices.Contains([]string{"as", "where", "if", "and"}, r.word(r.i-1)))
}

// phraseAt returns how many words the longest of some phrases has that stands at the i-th
// word; 0 when none does.
func (r *parser) phraseAt(i int, phrases []string) (n int) {
	w := r.word(i)
	for _, p := range phrases {
		if w == "" || !strings.HasPrefix(p, w) { // most are told by their first word
			continue
		}
		if m := strings.Count(p, " ") + 1; m > n && r.is(i, strings.Fields(p)...) {
			n = m
		}
	}
	return n
}

// negated reports whether what is read here is ruled out.
func (r *parser) negated() bool { return r.not.on }

// bounded ends a negation that was about a bound of years or an amount, or a film, unless more is
// known to be ruled out.
func (r *parser) bounded() {
	if r.not.until <= r.i {
		r.not = negation{}
	}
}

// ruledOut notes that something was read under the negation, if there is one, and ends it when
// it was about one thing.
func (r *parser) ruledOut() {
	if !r.not.on {
		return
	}
	if r.not.items++; r.not.one && !r.degreesGoOn() {
		r.not = negation{}
	}
}

// degreesGoOn reports whether another degree is ruled out behind the one that was read: "not too sad or too long".
func (r *parser) degreesGoOn() bool {
	return slices.Contains([]string{"or", "nor"}, r.word(r.i)) && slices.Contains([]string{"too", "so", "very"}, r.word(r.i+1))
}

// readNegation takes a phrase that begins or ends a negation, or says that something is of no
// matter, and reports whether there was one.
func (r *parser) readNegation() bool {
	two, _ := r.join(2)
	if _, n := r.synonymAt(r.i); n > 1 || r.phraseAt(r.i, occasions) > 1 || r.lex.moods[two] != nil { // "no dialogue", "that will not bore the adults", "non stop"
		return false
	}
	for i := range r.negations {
		f := &r.negations[i]
		n := 0
		if f.phrases == nil {
			_, n = r.negatorAt(r.i)
		} else {
			n = r.phraseAt(r.i, f.phrases)
		}
		if n == 0 || f.when != nil && !f.when(r, n) {
			continue
		}
		if f.then == nil {
			return false
		}
		f.then(r, n)
		r.by(f.name)
		return true
	}
	return false
}

// include takes n words like "not only": what follows is wanted beside other things. Unless "but"
// tells what those are, or it is a film that is compared with, it has no effect.
func (r *parser) include(n int) {
	r.i += n
	r.not = negation{}
	switch last := r.word(r.i - 1); {
	case last == "like":
		r.cue = likeCue
	case last != "of" && !r.clauseHas("but"):
		r.idle = true
	}
}

// disregard takes n words that say that what follows is of no matter.
func (r *parser) disregard(n int) {
	r.i += n
	r.idle = true
}

// skip takes n words that say nothing.
func (r *parser) skip(n int) { r.i += n }

// answersNo reports whether the next n words, which are "no", are an answer.
func (r *parser) answersNo(n int) bool {
	return r.endsClause(r.i) || slices.Contains([]string{"i", "thanks", "thank", "actually", "wait", "sorry"}, r.word(r.i+n)) && r.tokens[r.i+n].sentence == r.tokens[r.i].sentence
}

// lessens reports whether "less" stands before a mood, or behind "but" before one word that a film can have
// less of: "like Titanic but less sentimental".
func (r *parser) lessens(n int) bool {
	w := r.word(r.i + n)
	if r.lex.moods[w] != nil {
		return true
	}
	return w != "" && (r.word(r.i-1) == "but" || r.clauseStart(r.i)) && !r.lex.fillers[w] && !r.lex.common[w] && r.lex.wishes[w] == noWish &&
		(r.endsClause(r.i+n) || slices.Contains([]string{"and", "or"}, r.word(r.i+n+1)))
}

// tooMuch reports whether "too", the i-th word, stands before a mood that there may be too much of, and nothing
// is negated: "too funny" is praise.
func (r *parser) tooMuch(i int) bool {
	of := r.lex.moods[r.word(i+1)]
	praise := r.clauseHasBefore(i, "no") // "no musical is too corny for me"
	return len(of) > 0 && of[0].name != "funny" && of[0].name != "exciting" && !r.not.on && !praise
}

// inClause reports whether a word stands in the rest of the clause.
func (r *parser) inClause(w string) bool {
	for i := r.i; i < len(r.tokens) && r.tokens[i].clause == r.tokens[r.i].clause; i++ {
		if r.word(i) == w {
			return true
		}
	}
	return false
}

// lessen takes n words that rule out the mood behind them.
func (r *parser) lessen(n int) {
	r.not = negation{on: true, one: true}
	r.i += n
	r.skipArticles()
}

// negate takes the n words of a negator.
func (r *parser) negate(n int) {
	is, _ := r.negatorAt(r.i)
	r.by(is.name)
	who := r.word(r.i-1) == "who" && slices.Contains([]string{"people", "those", "someone", "somebody", "anyone", "anybody", "everyone"}, r.word(r.i-2))
	r.plainNot = r.plainNot || is.name != "dislike" && !who
	r.not = negation{on: true, bare: is.bare, one: is.one}
	r.dislike, r.cue = is.titles, noCue
	if is.titles {
		r.cue = likeCue
	}
	r.i += n
	if strings.HasPrefix(strings.TrimSpace(r.between(r.i)), ":") { // "don't want: …"
		for r.not.until = r.i; r.not.until < len(r.tokens) && r.tokens[r.not.until].sentence == r.tokens[r.i].sentence; r.not.until++ {
		}
	}
	r.skipArticles()
}

// skipArticles takes the words that may stand between a negator and what it rules out.
func (r *parser) skipArticles() {
	for slices.Contains([]string{"a", "an", "the", "any", "that", "too", "so", "very", "really", "all"}, r.word(r.i)) && !r.tokens[r.i].capital {
		r.i++
	}
}

// endsClause reports whether the i-th word is the last of its clause.
func (r *parser) endsClause(i int) bool {
	return i+1 >= len(r.tokens) || r.tokens[i+1].clause != r.tokens[i].clause
}

// clauseHas reports whether a word stands in the rest of the clause or the next one.
func (r *parser) clauseHas(w string) bool {
	for i := r.i; i < len(r.tokens) && r.tokens[i].clause <= r.tokens[min(r.i, len(r.tokens)-1)].clause+1; i++ {
		if r.tokens[i].word == w {
			return true
		}
	}
	return false
}

// positiveStarts begin, behind what was ruled out, something that is wanted again: "no musicals // from the 90s".
var positiveStarts = []string{"from", "set", "starring", "by", "directed", "under", "over", "before", "after", "since", "rated", "with", "about", "made", "featuring", "that", "which", "in", "between",
	"up", "at", "newer", "older", "released", "shorter", "longer", "i", "we", "you", "something"}

// scope ends a negation, or that something is of no matter, at the end of its clause, unless a
// list of what is not wanted goes on there, and where something else begins.
func (r *parser) scope() {
	for _, d := range r.denials {
		switch {
		case r.i == d.from:
			r.not, r.dislike, r.idle = negation{on: true, until: d.is}, true, false
		case r.i >= d.is && r.i < d.end:
			r.i, r.not, r.dislike, r.cue = d.end, negation{}, false, noCue
		}
	}
	if r.i == 0 || r.i >= len(r.tokens) {
		return
	}
	t, last := r.tokens[r.i], r.tokens[r.i-1]
	if r.not.until > r.i {
		return
	}
	if t.sentence != last.sentence && r.not.items > 0 && r.goesOn() {
		return
	}
	if t.sentence != last.sentence {
		r.not, r.idle, r.spoken, r.dislike, r.cue, r.lastTitle = negation{}, false, false, false, noCue, 0
		r.chat = r.conversational()
		return
	}
	if r.idle && r.turnsToWish(r.i) { // "I'm a nurse and I'd like …"
		r.idle = false
	}
	if t.clause != last.clause {
		r.idle = false
		if r.not.on && !(r.not.items > 0 && r.listGoesOn()) && r.not.items > 0 {
			r.not = negation{}
		} else if r.not.on && r.not.items == 0 && !r.listGoesOn() {
			r.not = negation{}
		}
	}
	if !r.not.on {
		return
	}
	switch w := t.word; {
	case w == "by" && strings.HasSuffix(last.word, "ed"): // "not narrated by somebody"
	case r.not.items > 0 && slices.Contains(positiveStarts, w) && !r.alternates(): // "nothing weird or with robots" goes on
		r.not = negation{}
	case r.not.items > 0 && r.not.bare && w == "and" && (r.lex.moods[r.word(r.i+1)] != nil || r.lex.wishes[r.word(r.i+1)] != noWish):
		r.not = negation{}
	}
}

// goesOn reports whether the sentence that begins here adds to what was ruled out right before: "No Disney. And Pixar
// neither."
func (r *parser) goesOn() bool {
	end := r.i
	for end+1 < len(r.tokens) && r.tokens[end+1].sentence == r.tokens[r.i].sentence {
		end++
	}
	w := r.word(r.i)
	return w == "nor" || w == "or" || w == "and" && slices.Contains([]string{"too", "neither", "either", "well"}, r.word(end))
}

// alternates reports whether "or" or "nor" stands right in front, or in front of a word for any film.
func (r *parser) alternates() bool {
	i := r.i - 1
	if slices.Contains([]string{"anything", "films", "movies", "stuff"}, r.word(i)) {
		i--
	}
	return r.word(i) == "or" || r.word(i) == "nor"
}

// listGoesOn reports whether the clauses from here on have at most four words each up to an
// "or" or "nor", as in "no horror, gore or ghosts".
func (r *parser) listGoesOn() bool {
	for i, start := r.i, r.i; i < len(r.tokens); i++ {
		if r.tokens[i].clause != r.tokens[max(start, i-1)].clause {
			start = i
		}
		if i-start > 3 || r.tokens[i].sentence != r.tokens[r.i].sentence {
			return false
		}
		switch r.tokens[i].word {
		case "or", "nor":
			return true
		case "but", "no", "not", "with", "and", "nothing", "without", "maybe", "perhaps", "possibly", "preferably", "ideally", "from", "under", "set", "starring", "give", "less", "more", "over", "rated", "at", "newer", "older", "before", "after",
			"like", "i", "max", "something":
			return false
		}
		if w := r.tokens[i].word; w[0] >= '0' && w[0] <= '9' {
			return false
		}
	}
	return false
}
