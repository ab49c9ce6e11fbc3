package prompt

import (
	_ "embed"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/taste/feature"
	"kinodex/internal/text"
)

// dictionaryText has what people say of films in other languages, a row a meaning: the language (ISO
// 639-1), the English words that mean it, and the phrases, separated by commas. A word of a phrase that
// ends in * stands for all words that begin so, # for a number, ^ at the end for a word with a capital that
// the dictionary does not have, and which stays, and "phrase=words" for words of its own.
// Of the English words, # is the next of those numbers, "<like" and "<no" are said behind what they are of,
// and a comma ends a clause. No words at all mean nothing. "word=digits" with the English word # is a number
// in words, which is one only inside a phrase that has # (see numberIn). The language "en" has words of the
// others that English or titles have, too: they tell no language.
//
//go:embed dictionary.tsv
var dictionaryText string

// storyText has the words of other languages by which people tell what happens in a film, in rows like those of
// dictionaryText. They ask for nothing: in English they are compared with what is told of films.
//
//go:embed story.tsv
var storyText string

// translation is a phrase of another language and the English words that mean it.
type translation struct {
	phrase  []string // folded; see dictionaryText
	english []string
}

// dictionary is the translations of a language, by the first letter of their first word; those that
// begin with a number are under "".
type dictionary struct {
	byStart map[string][]translation
	numbers map[string]string  // digits by number word
	words   map[string]bool    // phrases of one whole word that tell the language
	shared  map[string]int     // in how many languages a word is a phrase, or the beginning of one
	story   func() *dictionary // it with the words of storyText, made when a text first needs them
}

// loan is how many languages a word is of that tells none of them: "thriller".
const loan = 3

// dictionaries returns the dictionaries by language.
var dictionaries = sync.OnceValue(func() map[string]*dictionary {
	all := map[string]*dictionary{}
	shared := map[string]int{} // how many languages by word
	counted := map[[2]string]bool{}
	for line := range strings.Lines(dictionaryText) {
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(cells) != 3 {
			continue
		}
		if cells[0] == "en" {
			for _, word := range strings.Split(cells[2], ", ") {
				shared[word] += loan
			}
			continue
		}
		d := all[cells[0]]
		if d == nil {
			d = &dictionary{byStart: map[string][]translation{}, numbers: map[string]string{}, words: map[string]bool{}}
			all[cells[0]] = d
		}
		for _, phrase := range strings.Split(cells[2], ", ") {
			english := cells[1]
			if own, words, ok := strings.Cut(phrase, "="); ok {
				phrase, english = own, words
				if cells[1] == "#" {
					d.numbers[text.Fold(phrase)] = english
					continue
				}
			}
			t := newTranslation(phrase, english)
			if stem := strings.TrimSuffix(t.phrase[0], "*"); len(t.phrase) == 1 && !counted[[2]string{cells[0], stem}] {
				counted[[2]string{cells[0], stem}] = true
				shared[stem]++
			}
			d.add(t)
			if len(t.phrase) == 1 && !strings.HasSuffix(phrase, "*") && !strings.HasPrefix(cells[1], t.phrase[0]) {
				d.words[t.phrase[0]] = true
			}
			if elided := strings.ReplaceAll(phrase, "'", ""); elided != phrase && !strings.ContainsAny(phrase, " *") {
				d.words[elided] = true // as a token has "d'azione"
			}
		}
	}
	for code, d := range all {
		d.shared = shared
		d.nameCountries(code)
		d.story = sync.OnceValue(func() *dictionary { return d.withStory(code) })
	}
	return all
})

// newTranslation returns a phrase as dictionaryText has it with its English words.
func newTranslation(phrase, english string) translation {
	return translation{strings.Fields(apostrophes.Replace(text.Fold(phrase))), strings.Fields(english)}
}

// add adds a translation behind those that begin with the same letter.
func (d *dictionary) add(t translation) {
	start := startOf(t.phrase[0])
	d.byStart[start] = append(d.byStart[start], t)
}

// withStory returns the dictionary of the words of storyText in a language, and behind them those of d.
func (d *dictionary) withStory(code string) *dictionary {
	all := &dictionary{byStart: map[string][]translation{}, numbers: d.numbers}
	for line := range strings.Lines(storyText) {
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if cells[0] != code {
			continue
		}
		for phrase := range strings.SplitSeq(cells[2], ", ") {
			all.add(newTranslation(phrase, cells[1]))
		}
	}
	for start, list := range d.byStart {
		all.byStart[start] = append(all.byStart[start], list...)
	}
	return all
}

// gloss returns a text in English, word by word, as far as the dictionary has it: what is said of the films that are asked
// for, and what happens in one. Of other words only names stay.
func (d *dictionary) gloss(prompt string, tokens []token) string {
	var words []string
	all := d.units(prompt, tokens)
	for i := 0; i < len(all); {
		t, _ := d.at(all, i)
		if t == nil {
			if all[i].token.capital {
				words = append(words, all[i].word)
			}
			i++
			continue
		}
		if i += len(t.phrase); t.phrase[len(t.phrase)-1] == "^" {
			i--
		}
		for _, w := range t.english {
			if w = strings.TrimPrefix(w, "<"); !strings.ContainsAny(w, "#,") {
				words = append(words, w)
			}
		}
	}
	return strings.Join(words, " ")
}

// nameCountries adds what a language calls countries, by CLDR, where the table has no word for them.
func (d *dictionary) nameCountries(code string) {
	regions := display.Regions(language.Make(code))
	for _, c := range countries {
		region, err := language.ParseRegion(c.code)
		if err != nil || regions == nil || c.words[0] == "" {
			continue
		}
		name := strings.Fields(text.Fold(regions.Name(region)))
		if len(name) == 0 || unspaced(firstRune(name[0])) {
			continue
		}
		start := startOf(name[0])
		same := func(t translation) bool { return slices.Equal(t.phrase, name) }
		if !slices.ContainsFunc(d.byStart[start], same) {
			d.byStart[start] = append(d.byStart[start], translation{name, strings.Fields(c.words[0])})
		}
	}
}

// apostrophes separate words in the languages of the dictionary.
var apostrophes = strings.NewReplacer("'", " ", "’", " ")

// startOf returns the key of a word in dictionary.byStart.
func startOf(word string) string {
	if word == "#" {
		return ""
	}
	word = strings.TrimSuffix(word, "*")
	_, n := utf8.DecodeRuneInString(word)
	return word[:n]
}

// titleWord stands for the title of a film that was found while translating.
const titleWord = "#title"

// unit is a word of a prompt in another language, as the dictionary has words.
type unit struct {
	word  string
	token token // that it is of
	first bool  // it is the first of its token
}

// units splits the tokens of a prompt further: at apostrophes, between digits and letters, and where a
// script has no blanks, into the longest phrases of the dictionary.
func (d *dictionary) units(prompt string, tokens []token) (all []unit) {
	for _, t := range tokens {
		if t.inner && len(all) > 0 && all[len(all)-1].token.from == t.from {
			continue // its word is whole in the token before
		}
		whole := text.Fold(prompt[t.from:t.to])
		if t.quote > 0 || clockTime(whole) {
			whole = ""
			all = append(all, unit{t.word, t, true})
		}
		for _, part := range strings.Fields(apostrophes.Replace(whole)) {
			for part = strings.TrimLeft(part, "・·"); part != ""; part = strings.TrimLeft(part, "・·") {
				n := d.cut(part)
				all = append(all, unit{part[:n], t, strings.HasPrefix(whole, part)})
				part = part[n:]
			}
		}
	}
	return all
}

// clockTime reports whether a word is a length such as 1h30.
func clockTime(word string) bool {
	_, after, ok := strings.Cut(word, "h")
	return ok && word[0] >= '0' && word[0] <= '9' && strings.Trim(after, "0123456789") == ""
}

// cut returns how many bytes of a word are its first unit, at least those of its first character.
func (d *dictionary) cut(word string) int {
	if clockTime(word) {
		return len(word)
	}
	digits := len(word) - len(strings.TrimLeft(word, "0123456789"))
	if digits > 0 {
		return digits
	}
	first, _ := utf8.DecodeRuneInString(word)
	if !unspaced(first) {
		for i, r := range word {
			if i > 0 && (unicode.IsDigit(r) || unspaced(r)) { // a digit of another script may be the first
				return i
			}
		}
		return len(word)
	}
	if n := d.cutNumbered(word); n > 0 {
		return n
	}
	longest := func(word string) (n int) {
		for _, t := range d.byStart[startOf(word)] {
			if len(t.phrase) == 1 && len(t.phrase[0]) > n && strings.HasPrefix(word, t.phrase[0]) {
				n = len(t.phrase[0])
			}
		}
		return n
	}
	if n := longest(word); n > 0 {
		return n
	}
	for i, r := range word {
		if i > 0 && (unicode.IsDigit(r) || longest(word[i:]) > 0 || d.cutNumbered(word[i:]) > 0) {
			return i
		}
	}
	return len(word)
}

// cutNumbered returns how many bytes the first part has of a phrase with a number that a word without
// blanks begins with, as 近十年 does; 0 when it begins with none.
func (d *dictionary) cutNumbered(word string) (first int) {
	for _, start := range []string{startOf(word), ""} {
		for _, t := range d.byStart[start] {
			if len(t.phrase) == 1 || !slices.Contains(t.phrase, "#") {
				continue
			}
			rest, n := word, 0
			for i, part := range t.phrase {
				n = len(part)
				if part == "#" {
					n = d.numberLength(rest)
				} else if !strings.HasPrefix(rest, part) {
					n = 0
				}
				if n == 0 {
					break
				}
				if rest = rest[n:]; i == 0 {
					first = n
				}
			}
			if n > 0 {
				return first
			}
		}
	}
	return 0
}

// numberLength returns how many bytes of a word are a number, in digits or as the longest number word.
func (d *dictionary) numberLength(word string) int {
	n := len(word) - len(strings.TrimLeft(word, "0123456789"))
	for w := range d.numbers {
		if len(w) > n && strings.HasPrefix(word, w) {
			n = len(w)
		}
	}
	return n
}

// has reports whether a word is a phrase of the dictionary, or begins as one does, that is not English,
// too.
func (d *dictionary) has(word string) bool {
	if d.words[word] {
		return d.shared[word] < loan
	}
	for _, t := range d.byStart[startOf(word)] {
		if stem, ok := strings.CutSuffix(t.phrase[0], "*"); ok && len(t.phrase) == 1 && len(stem) >= leastStem && d.shared[stem] < loan && strings.HasPrefix(word, stem) && !strings.HasPrefix(strings.Join(t.english, " "), stem) {
			return true
		}
	}
	return false
}

// hasPhrase reports whether a text is a phrase of one word of the dictionary.
func (d *dictionary) hasPhrase(typed string) bool {
	word := strings.TrimSpace(text.Fold(typed))
	return word != "" && slices.ContainsFunc(d.byStart[startOf(word)], func(t translation) bool { return len(t.phrase) == 1 && t.phrase[0] == word })
}

// leastStem is how many bytes the beginning of a word must have to tell its language.
const leastStem = 5

// unspaced reports whether a script writes words without blanks between them.
func unspaced(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }

// at returns the translation of the i-th unit and those behind it, and the numbers in it; nil for none. Of
// several the one of most words counts, and then the one of most letters: a word before its beginning.
func (d *dictionary) at(all []unit, i int) (found *translation, numbers []string) {
	most := 0
	for _, start := range []string{startOf(all[i].word), ""} {
		list := d.byStart[start]
		for k := range list {
			t := &list[k]
			if i+len(t.phrase) > len(all) || found != nil && len(t.phrase) < len(found.phrase) {
				continue
			}
			if n, letters, ok := d.matches(t, all[i:]); ok && (found == nil || len(t.phrase) > len(found.phrase) || letters > most) {
				found, numbers, most = t, n, letters
			}
		}
	}
	return found, numbers
}

// matches reports whether some units begin with a phrase, and returns the numbers in it and how many bytes
// of its words the phrase has.
func (d *dictionary) matches(t *translation, all []unit) (numbers []string, letters int, ok bool) {
	for j, want := range t.phrase {
		u := all[j]
		if u.token.quote > 0 || j > 0 && u.token.clause != all[0].token.clause {
			return nil, 0, false
		}
		stem, begins := strings.CutSuffix(want, "*")
		switch {
		case want == "^":
			if !u.first || !u.token.capital || d.known(all, j) {
				return nil, 0, false
			}
		case want == "#":
			n := d.numberIn(t, j, u.word)
			if n == "" {
				return nil, 0, false
			}
			numbers = append(numbers, n)
		case u.word == want, begins && strings.HasPrefix(u.word, stem):
			letters += len(stem)
		default:
			return nil, 0, false
		}
	}
	return numbers, letters, true
}

// numberIn returns the number that a word is at the j-th place of a phrase, "" for none. A number in words is
// one only where the phrase goes on and means more than the number: "about two brothers" bounds nothing.
func (d *dictionary) numberIn(t *translation, j int, word string) string {
	if isNumber(word) {
		return word
	}
	if j+1 < len(t.phrase) && (len(t.english) != 1 || t.english[0] != "#") {
		return d.numbers[word]
	}
	return ""
}

func isNumber(word string) bool { return strings.Trim(word, "0123456789.") == "" }

// translate replaces the words of a prompt in another language by the English ones that mean the same,
// as far as the dictionary of the language has them, and reports whether there is one. Titles of films
// behind a word like "like", and names, stay as they are.
func (r *parser) translate(code string) bool {
	d := dictionaries()[code]
	if d == nil {
		return false
	}
	all := d.units(r.prompt, r.tokens)
	var out []token
	last, clauses, liked, not := -1, 0, false, false // last: where in out the last thing begins that words behind it may be of
	starts := make([]int, len(all))                  // by unit, where in out its words begin
	add := func(of token, word string) {
		t := token{word: word, from: of.from, to: of.to, clause: of.clause + clauses, sentence: of.sentence}
		out = append(out, t)
	}
	for i := 0; i < len(all); {
		u := all[i]
		starts[i] = len(out)
		if film, n := r.titleIn(d, all, i, liked || not && u.token.capital); n > 0 {
			last = len(out)
			add(u.token, titleWord)
			out[last].film, out[last].to = film+1, all[i+n-1].token.to
			i, liked = i+n, false
			continue
		}
		t, numbers := d.at(all, i)
		if t == nil {
			if i == 0 || all[i-1].token.from != u.token.from || last < 0 || d.known(all, i-1) {
				last = len(out)
			}
			kept := keptToken(u)
			kept.clause += clauses
			out = append(out, kept)
			i++
			continue
		}
		if i += len(t.phrase); t.phrase[len(t.phrase)-1] == "^" {
			i--
		}
		switch english := t.english; {
		case len(english) == 0:
		case english[0] == ",":
			clauses++
		case strings.HasPrefix(english[0], "<"):
			if film, from := r.titleBefore(all[:i-len(t.phrase)], starts); film > 0 && english[0] == "<like" {
				last = starts[from]
				out = append(out[:last], token{word: titleWord, film: film, from: all[from].token.from, to: u.token.to, clause: u.token.clause + clauses, sentence: u.token.sentence})
			}
			if last >= 0 {
				out = r.putBefore(english[0][1:], out, last)
				clauses++
				last = -1
			}
		default:
			last = len(out)
			for _, w := range withNumbers(english, numbers) {
				add(u.token, w)
			}
			liked, not = english[0] == "like" || english[0] == "watch", english[0] == "not" || english[0] == "no"
			continue
		}
		liked, not = liked && len(t.english) == 0, not && len(t.english) == 0
	}
	r.English = d.story().gloss(r.prompt, r.tokens)
	r.tokens = out[:min(len(out), mostTokens)] // a translation may be longer
	return true
}

// withNumbers returns the English words of a phrase with the numbers of it in place of the signs for these.
func withNumbers(english, numbers []string) []string {
	words := slices.Clone(english)
	for i, w := range words {
		if strings.Contains(w, "#") && len(numbers) > 0 {
			words[i], numbers = strings.Replace(w, "#", numbers[0], 1), numbers[1:]
		}
	}
	return words
}

// keptToken returns the token of a unit that has no translation, as it was written.
func keptToken(u unit) token {
	kept := u.token
	if kept.word = u.word; !unspaced(firstRune(u.word)) && len(u.word) < len(u.token.word) {
		kept.capital = u.first && kept.capital
	}
	kept.foreign = !isNumber(u.word)
	return kept
}

// titleBefore returns the film, plus one, that has the last of some units as its title, as many as possible, and the first
// of these units; 0 for none. starts has where the words of each unit begin, as far as it was translated alone.
func (r *parser) titleBefore(all []unit, starts []int) (film uint32, from int) {
	for from := max(0, len(all)-mostTitle); from < len(all); from++ {
		if all[from].token.clause != all[len(all)-1].token.clause || from > 0 && starts[from] < starts[from-1] {
			continue
		}
		var title strings.Builder
		for i, u := range all[from:] {
			if i > 0 && !unspaced(firstRune(u.word)) {
				title.WriteByte(' ')
			}
			title.WriteString(u.word)
		}
		if film := r.filmCalled(title.String(), true); film > 0 {
			return film, from
		}
	}
	return 0, 0
}

// putBefore returns the tokens with a word in front of what begins at a place and goes on to the end.
func (r *parser) putBefore(word string, out []token, at int) []token {
	before := out[at]
	return slices.Insert(out, at, token{word: word, from: before.from, to: before.to, clause: before.clause, sentence: before.sentence})
}

// known reports whether the dictionary has a phrase at the i-th unit.
func (d *dictionary) known(all []unit, i int) bool {
	t, _ := d.at(all, i)
	return t != nil
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }

// titleIn returns the film whose title stands at the i-th unit, and how many units it has; 0 when none
// does. Behind a word like "like" it may be any that films are called by, elsewhere it must be in
// quotation marks, or have two words and capital letters.
func (r *parser) titleIn(d *dictionary, all []unit, i int, liked bool) (film uint32, n int) {
	quote := all[i].token.quote
	if quote > 0 {
		for n = 1; i+n < len(all) && all[i+n].token.quote == quote; n++ {
		}
		return r.titleOfUnits(all[i:i+n], true)
	}
	for n = min(mostTitle, len(all)-i); n >= 1; n-- {
		run := all[i : i+n]
		parted := !unspaced(firstRune(run[0].word)) && (!run[0].first || i+n < len(all) && all[i+n].token.from == run[n-1].token.from)
		// A word in front of another with a capital is rather a name: "David Lynch".
		named := n == 1 && i+1 < len(all) && all[i+1].token.clause == run[0].token.clause && all[i+1].token.capital && !d.known(all, i+1)
		if run[n-1].token.clause != run[0].token.clause || parted || n == 1 && d.known(all, i) || named {
			continue
		}
		cued := liked && (run[0].token.capital || n > 1 || unspaced(firstRune(run[0].word)))
		if !cued && (n == 1 || !run[0].token.capital || !run[n-1].token.capital) {
			continue
		}
		if film, n := r.titleOfUnits(run, liked); n > 0 && (cued || r.ix.Fame[film] >= aloneFame) {
			return film, n
		}
	}
	return 0, 0
}

// titleOfUnits returns the film that some units are the title of, and how many they are. loose says
// that what the film is called elsewhere counts, too.
func (r *parser) titleOfUnits(run []unit, loose bool) (film uint32, n int) {
	source := r.prompt[run[0].token.from:run[len(run)-1].token.to]
	if unspaced(firstRune(run[0].word)) {
		source = ""
		for _, u := range run {
			source += u.word
		}
	}
	if d := r.filmCalled(source, loose); d > 0 {
		return d - 1, len(run)
	}
	return 0, 0
}

// filmCalled returns the number of a well-known film by its title, or if loose is set by what it is
// called elsewhere, plus one; 0 for none.
func (r *parser) filmCalled(source string, loose bool) uint32 {
	if d, ok := r.ix.Titled(feature.TitleKey(source), 0); ok && r.ix.Fame[d] >= cuedFame {
		return d + 1
	}
	if loose {
		if d, ok := r.films.CalledElsewhere(source); ok && r.ix.Fame[d] >= cuedFame {
			return uint32(d) + 1
		}
	}
	return 0
}
