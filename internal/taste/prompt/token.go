package prompt

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/text"
)

// token is a word, a number or a sign of comparison of a prompt.
type token struct {
	word     string // folded; a number without commas between its digits
	from, to int    // the bytes of the prompt that it was read from
	inner    bool   // the second word of a contraction: no title or name begins here
	owner    bool   // it ended in 's, which was cut off
	capital  bool   // it began with a capital letter
	upper    bool   // two letters or more, all capital
	dashed   bool   // a dash joins it to the word before
	clause   int    // which clause it is in: clauses end at commas, brackets, full stops, …
	sentence int    // which sentence
	film     uint32 // it stands for the title of a film, by its number plus one; 0 for none
	foreign  bool   // a word of another language that nobody translated
	quote    int    // which quotation it is in, from 1; 0 for none
}

// mostTokens bounds the work a prompt makes; what is beyond is not read.
const mostTokens = 600

// contractions are words of two, without the apostrophe or as a whole, and what they stand
// for. Those with an apostrophe that are not here are split by their ending.
var contractions = map[string]string{
	"dont": "do not", "doesnt": "does not", "didnt": "did not", "isnt": "is not", "arent": "are not", "wasnt": "was not", "werent": "were not",
	"cant": "can not", "cannot": "can not", "couldnt": "could not", "wont": "will not", "wouldnt": "would not", "shouldnt": "should not",
	"havent": "have not", "hasnt": "has not", "hadnt": "had not", "aint": "is not", "im": "i am", "ive": "i have",
}

// shorthand are the words of chat for others, folded. In capital letters they may be names and titles.
var shorthand = map[string]string{
	"n": "and", "u": "you", "ur": "your", "tonite": "tonight", "2nite": "tonight", "2night": "tonight", "gf": "girlfriend", "bf": "boyfriend", "fave": "favorite", "faves": "favorites", "luv": "love",
	"cuz": "because", "bc": "because", "abt": "about", "smth": "something", "smthn": "something", "smthin": "something", "tmrw": "tomorrow", "tmw": "tomorrow", "sth": "something", "somthing": "something",
	"sumthing": "something", "suprise": "surprise", "comming": "coming", "wanna": "want", "gimme": "give", "pref": "preferably", "prefs": "preferably",
}

// endings are the second words of contractions with an apostrophe.
var endings = []struct{ end, word string }{{"'ve", "have"}, {"'re", "are"}, {"'ll", "will"}, {"'d", "would"}, {"'m", "am"}}

// scanner splits a prompt into tokens.
type scanner struct {
	prompt                   string
	at                       int
	all                      []token
	clause, sentence, quotes int
	quote                    int
	single                   bool // the open quotation began with an apostrophe
	dash                     bool // a dash stands right before
}

// tokens returns the words of a prompt in order, at most mostTokens. "1h45", "80s", "10,000",
// "7.5" and "<=" are one token each; a contraction is two, and n't is "not".
func tokens(prompt string) []token {
	s := &scanner{prompt: prompt}
	for s.at < len(prompt) && len(s.all) < mostTokens {
		r, size := utf8.DecodeRuneInString(prompt[s.at:])
		switch {
		case wordRune(r):
			s.word()
			continue
		default:
			s.mark(r, size)
		}
		s.at += size
	}
	return comparedWith(slashed(prompt, s.all[:min(len(s.all), mostTokens)]))
}

// slashed reads "w/o" as "without", "w/" and "w" as "with", and "4" before somebody as "for".
func slashed(prompt string, all []token) []token {
	for i := 0; i < len(all); i++ {
		t := &all[i]
		if t.word == "4" && i+1 < len(all) && slices.Contains(forWhom, all[i+1].word) {
			t.word = "for"
		}
		if t.word != "w" || t.capital || i+1 == len(all) || all[i+1].clause != t.clause {
			continue
		}
		t.word, t.capital = "with", false
		if all[i+1].word == "o" && all[i+1].from == t.to+1 && prompt[t.to] == '/' {
			t.word, t.to = "without", all[i+1].to
			all = slices.Delete(all, i+1, i+2)
		}
	}
	return all
}

// comparedWith puts "like" in front of what stands before it with a dash: "Amélie-like films" are films like Amélie.
func comparedWith(all []token) []token {
	for i := 1; i < len(all); i++ {
		t := all[i]
		if !t.dashed || t.word != "like" && t.word != "esque" || slices.Contains(likeThings, all[i-1].word) {
			continue
		}
		from := i - 1
		for from > 0 && all[from].capital && all[from-1].capital && all[from-1].clause == t.clause {
			from--
		}
		at := all[from].from
		copy(all[from+1:i+1], all[from:i])
		for j := i + 1; j < len(all); j++ { // what follows is no part of the title
			all[j].clause++
		}
		all[from] = token{word: "like", from: at, to: at, clause: t.clause, sentence: t.sentence, quote: t.quote}
	}
	return all
}

// likeThings are words in front of "-like" that name no film, folded.
var likeThings = strings.Fields("dream child life trance game documentary doc god fairy tale play stage human")

// forWhom are words for whom a film is to be seen with, and those in front of such words, folded.
var forWhom = strings.Fields("me my us our the a an kids children him her them mom dad family tonight")

// wordRune reports whether r can be inside a word.
func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

// after returns the rune that is n bytes on from here, or a space at the end.
func (s *scanner) after(n int) rune {
	if s.at+n >= len(s.prompt) {
		return ' '
	}
	r, _ := utf8.DecodeRuneInString(s.prompt[s.at+n:])
	return r
}

// before returns the rune in front of here, or a space at the beginning.
func (s *scanner) before() rune {
	if s.at == 0 {
		return ' '
	}
	r, _ := utf8.DecodeLastRuneInString(s.prompt[:s.at])
	return r
}

// mark takes what is no word: the ends of clauses and sentences, quotation marks, signs.
func (s *scanner) mark(r rune, size int) {
	joined := false
	switch r {
	case ',', ';', ':', '(', ')', '[', ']', '–', '—', '、', '，', '；', '：', '（', '）':
		s.clause++
	case '.', '!', '?', '\n', '…', '。', '！', '？', '।', '¿', '¡':
		if r != '.' || !s.abbreviated() {
			s.clause++
			s.sentence++
		}
	case '"', '“', '”', '«', '»', '„', '「', '」', '『', '』', '《', '》':
		s.turnQuote(false)
	case '\'', '‘', '’':
		s.apostrophe(r)
	case '-', '‑':
		if joined = wordRune(s.before()) && wordRune(s.after(size)); !joined {
			s.clause++
		}
	case '<', '>', '≤', '≥', '+', '&', '=':
		s.sign(r)
	case '/':
		if unicode.IsDigit(s.before()) && unicode.IsDigit(s.after(1)) {
			s.add(token{word: "of", from: s.at, to: s.at + 1, inner: true})
		}
	}
	s.dash = joined
}

// abbreviated reports whether a full stop here ends no sentence: behind an initial or a short
// title, or inside a word.
func (s *scanner) abbreviated() bool {
	if len(s.all) == 0 {
		return true
	}
	last := &s.all[len(s.all)-1]
	if next := s.after(1); wordRune(next) { // "J.J.", but "I liked it.Thanks"
		return !(unicode.IsUpper(next) && unicode.IsLower(s.before()) && last.to-last.from > 3)
	}
	switch last.word {
	case "vol", "mr", "mrs", "ms", "dr", "jr", "sr", "st", "vs", "no", "min", "mins":
		return last.to == s.at && (last.word != "no" || unicode.IsDigit(s.after(2)))
	}
	return last.to == s.at && last.to-last.from == 1 && last.capital
}

// apostrophe opens a quotation in front of a word when it is closed later, and closes one.
func (s *scanner) apostrophe(r rune) {
	switch {
	case s.quote > 0 && s.single:
		s.turnQuote(true)
	case s.quote == 0 && !wordRune(s.before()) && unicode.IsLetter(s.after(utf8.RuneLen(r))):
		rest := s.prompt[s.at+utf8.RuneLen(r):]
		for i, c := range rest {
			if c != '\'' && c != '’' {
				continue
			}
			if next, _ := utf8.DecodeRuneInString(rest[i+utf8.RuneLen(c):]); !wordRune(next) {
				s.turnQuote(true)
				return
			}
		}
	}
}

// turnQuote opens a quotation, or closes the one that is open.
func (s *scanner) turnQuote(single bool) {
	if s.quote > 0 {
		s.quote = 0
		return
	}
	s.quotes++
	s.quote, s.single = s.quotes, single
}

// sign takes a sign of comparison, "<=" as one, and & as "and".
func (s *scanner) sign(r rune) {
	word := map[rune]string{'<': "<", '>': ">", '≤': "<=", '≥': ">=", '&': "and"}[r]
	switch {
	case r == '=' && len(s.all) > 0 && s.all[len(s.all)-1].to == s.at && strings.ContainsAny(s.all[len(s.all)-1].word, "<>"):
		s.all[len(s.all)-1].word += "="
	case r == '+' && unicode.IsDigit(s.before()):
		s.add(token{word: "or"}, token{word: "more"})
	case word != "":
		s.add(token{word: word})
	}
}

// add appends tokens that are at the current place, in the current clause.
func (s *scanner) add(tokens ...token) {
	for i, t := range tokens {
		t.clause, t.sentence, t.quote = s.clause, s.sentence, s.quote
		if t.to == 0 {
			t.from, t.to = s.at, s.at+1
		}
		t.inner = t.inner || i > 0
		s.all = append(s.all, t)
	}
}

// word takes letters and digits, with the apostrophes inside them and the points, commas and
// colons between digits.
func (s *scanner) word() {
	from := s.at
	for s.at < len(s.prompt) {
		r, size := utf8.DecodeRuneInString(s.prompt[s.at:])
		inside := wordRune(r)
		if !inside && s.at > from {
			digits := unicode.IsDigit(s.before()) && unicode.IsDigit(s.after(size))
			inside = digits && (r == '.' || r == ',' && s.thousands() || r == ':' && s.at-from == 1) ||
				(r == '\'' || r == '’') && unicode.IsLetter(s.after(size)) ||
				(r == '・' || r == '·') && unspaced(s.before()) && unspaced(s.after(size)) // トム・ハンクス
		}
		if !inside {
			break
		}
		s.at += size
	}
	raw := s.prompt[from:s.at]
	first, _ := utf8.DecodeRuneInString(raw)
	t := token{from: from, to: s.at, capital: unicode.IsUpper(first), dashed: s.dash}
	t.upper = utf8.RuneCountInString(raw) > 1 && strings.ToUpper(raw) == raw && t.capital
	s.dash = false
	// Accents that stand on no letter fold to nothing.
	if word := strings.TrimLeft(strings.ReplaceAll(text.Fold(raw), "’", "'"), "'"); word != "" {
		s.split(t, word)
	}
}

// thousands reports whether three digits and no more follow the comma here.
func (s *scanner) thousands() bool {
	n := 0
	for _, r := range s.prompt[s.at+1:] {
		if !unicode.IsDigit(r) {
			break
		}
		n++
	}
	return n == 3
}

// split adds a folded word as one token, or as those of its contraction.
func (s *scanner) split(t token, word string) {
	two := contractions[strings.ReplaceAll(word, "'", "")]
	switch {
	case t.upper && (word == "us" || word == "u.s" || word == "u.s.a"):
		word = "usa"
	case two != "":
	case strings.HasSuffix(word, "n't") && word != "n't":
		two = strings.TrimSuffix(word, "n't") + " not"
	case strings.HasSuffix(word, "'s"):
		if word = strings.TrimSuffix(word, "'s"); unicode.IsDigit(rune(word[max(0, len(word)-1)])) {
			word += "s" // 1950's
		} else {
			t.owner = true
		}
	default:
		for _, e := range endings {
			if base, ok := strings.CutSuffix(word, e.end); ok && base != "" {
				two = base + " " + e.word
			}
		}
	}
	if a, b, ok := strings.Cut(two, " "); ok {
		second := t
		second.word, second.dashed = b, false
		t.word = a
		s.add(t, second)
		return
	}
	if unicode.IsDigit(rune(word[0])) {
		word = strings.ReplaceAll(word, ",", "")
	} else {
		word = strings.ReplaceAll(strings.ReplaceAll(word, "'", ""), ".", "")
	}
	if full := shorthand[word]; full != "" && !t.capital {
		word = full
	}
	t.word = word
	s.add(t)
}
