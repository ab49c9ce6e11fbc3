package prompt

import (
	"strings"
	"sync"
	"unicode"
)

// scripts are the writing systems other than Latin, with the language that a prompt in them
// is taken for. Kana comes before Han, which Japanese uses too.
var scripts = []struct {
	table *unicode.RangeTable
	code  string // ISO 639-1
}{
	{unicode.Hiragana, "ja"}, {unicode.Katakana, "ja"}, {unicode.Hangul, "ko"}, {unicode.Han, "zh"}, {unicode.Cyrillic, "ru"}, {unicode.Greek, "el"},
	{unicode.Hebrew, "he"}, {unicode.Arabic, "ar"}, {unicode.Devanagari, "hi"}, {unicode.Bengali, "bn"}, {unicode.Tamil, "ta"}, {unicode.Thai, "th"},
}

// functionWords are frequent words of languages in Latin script, folded, that are no English
// words: articles, prepositions, pronouns, and what one asks for a film with.
var functionWords = map[string]string{
	"de": "der das den dem ein eine einen einem einer und oder aber nicht kein keine keinen ich mir mich suche suchen mochte wurde wurden gerne bitte " +
		"aus mit ohne fur uber von zum zur im ist sind auch wie etwas filme lustig lustiger lustigen spannend spannenden kannst empfehlen guten zwei " +
		"stunden wir sehen schauen nach auf",
	"fr": "jai ai j d l cest dun dune adore amour " +
		"le les un une des du et ou mais pas je tu nous vous il elle cherche voudrais veux avec sans pour dans sur est sont qui que quelque chose comme moins annees francais francaise drole recents heures de au aux ce cette regarder voir",
	"es": "el los las un una unos unas y o pero no yo quiero busco quisiera gustaria ver con para por en es son que como mas menos del al pelicula peliculas anos dos horas algo parecido noventa ochenta setenta de la comedia " +
		"donde cuando su sus muy ella esta este",
	"it": "il lo gli un uno una e ma non io voglio vorrei cerco vedere con senza per di del della degli dei nel negli anni che come piu meno sono film qualcosa commedia italiana divertente paura ore",
	"pt": "o os um uma uns umas e mas nao eu quero queria gostaria procuro ver assistir com sem para por em do da dos das que como mais menos filme filmes anos comedia brasileiro " +
		"pra pro vai num numa dele dela ele ela seu sua foi quando onde aquele aquela",
	"nl": "het een de en maar met niet geen ik wil graag zoek kijken zonder voor uit van naar zijn jaren uur leuke grappige spannende niets iets",
	"sv": "en ett och eller men inte jag vill se med utan for fran till ar som rolig spannande nagot film filmer talet",
	"da": "en et og eller men ikke jeg vil gerne se med uden for fra til er som sjov noget film dansk komedie",
	"no": "en et og eller men ikke jeg vil gjerne se med uten fra til er som morsom noe film norsk",
	"fi": "haluan haluaisin katsoa ja tai mutta ei hyva hyvan elokuva elokuvan elokuvia etsin hauska hauskan kiitos joka jossa",
	"pl": "i lub ale nie chce chcialbym szukam obejrzec z bez dla w na do jest film filmu filmy dobry dobrego wieczor cos lat jak",
	"tr": "bir ve veya ama degil istiyorum ariyorum izlemek icin ile gibi film filmi filmler komik korku guzel lerden lardan",
	"cs": "a nebo ale ne chci hledam film filmy neco jako bez s z na je dobry",
	"ro": "un o si sau dar nu vreau caut film filme cu fara din pentru este ca amuzant",
	"hu": "egy es vagy de nem szeretnek keresek film filmet valami mint nelkul vicces jo",
}

// sharedWords are those of functionWords that are English words, too, or stand in many English
// titles; they say nothing of the language.
const sharedWords = "film in an am so was a on no do die man me per as see for o i con y la le de el les un das der e la il s z do na ma w es ca se en met del sin"

// unclearWords are the words of sharedWords, and languagesOf the languages of each of functionWords.
var (
	unclearWords = sync.OnceValue(func() map[string]bool {
		unclear := map[string]bool{}
		for _, w := range strings.Fields(sharedWords) {
			unclear[w] = true
		}
		return unclear
	})
	languagesOf = sync.OnceValue(func() map[string][]string {
		of := map[string][]string{}
		for code, words := range functionWords {
			for _, w := range strings.Fields(words) {
				of[w] = append(of[w], code)
			}
		}
		return of
	})
)

// promptLanguage returns the ISO 639-1 code of the language a prompt is in, "" for English and
// when it cannot be told. Words in quotation marks and those of English decide nothing but
// that it is English.
func promptLanguage(prompt string, tokens []token, lex *lexicon) string {
	if code := scriptOf(prompt); code != "" {
		return hanLanguage(prompt, code)
	}
	english, unclear := 0, unclearWords()
	said := map[string]bool{}
	for i, t := range tokens {
		if t.quote > 0 || t.inner || len(t.word) == 1 && i+1 < len(tokens) && tokens[i+1].dashed { // "J-horror"
			continue
		}
		if (lex.fillers[t.word] || lex.common[t.word]) && !unclear[t.word] {
			english++
		}
		said[t.word] = true
	}
	best, most := "", 0
	content := translatable(tokens, lex, unclear)
	if n := content["hi"]; n > 1 { // in Latin letters
		best, most = "hi", 3*n
	}
	function, telling := functionWordsOf(said, lex)
	for code := range functionWords {
		n, sure := function[code]+content[code], telling[code]+content[code]
		if sure == 0 || n < 2 && (n == 0 || len(tokens) > 2) {
			continue
		}
		if score := 2*n + sure; score > most {
			best, most = code, score
		} else if score == most {
			best = min(best, code)
		}
	}
	if best == "" || most <= 3*english {
		return ""
	}
	return best
}

// functionWordsOf returns, by language, how many function words of it are said that are none of English, or say nothing
// of the language, and how many of the first alone.
func functionWordsOf(said map[string]bool, lex *lexicon) (function, telling map[string]int) {
	function, telling = map[string]int{}, map[string]int{}
	unclear := unclearWords()
	for w := range said {
		known := lex.fillers[w] || lex.common[w]
		for _, code := range languagesOf()[w] {
			if unclear[w] || !known {
				function[code]++
			}
			if !unclear[w] && !known {
				telling[code]++
			}
		}
	}
	return function, telling
}

// translatable returns, by language, how many words of a prompt its dictionary has that are none of
// English.
func translatable(tokens []token, lex *lexicon, unclear map[string]bool) map[string]int {
	counts := map[string]int{}
	for _, t := range tokens {
		if t.quote > 0 || len(t.word) < 2 || lex.fillers[t.word] || lex.common[t.word] || lex.parts[t.word] || unclear[t.word] {
			continue
		}
		for code, d := range dictionaries() {
			if d.has(t.word) {
				counts[code]++
			}
		}
	}
	return counts
}

// hanLanguage returns the language of a prompt whose script is that of a language: Japanese where it is a name in
// Chinese characters that only the Japanese dictionary has.
func hanLanguage(prompt, code string) string {
	if code == "zh" && dictionaries()["ja"].hasPhrase(prompt) && !dictionaries()["zh"].hasPhrase(prompt) {
		return "ja"
	}
	return code
}

// scriptOf returns the language of the script that most letters of a prompt are in, "" when
// that is Latin.
func scriptOf(prompt string) string {
	if strings.Contains(prompt, "映画") { // the Japanese word for films has Chinese letters
		return "ja"
	}
	counts := map[string]int{}
	latin := 0
	for _, r := range prompt {
		if r < 0x250 {
			if unicode.IsLetter(r) {
				latin++
			}
			continue
		}
		for _, s := range scripts {
			if unicode.Is(s.table, r) {
				counts[s.code]++
				break
			}
		}
	}
	if counts["ja"] > 0 && counts["zh"] > 0 {
		counts["ja"] += counts["zh"]
	}
	best, most := "", 0
	for _, s := range scripts {
		if counts[s.code] > most {
			best, most = s.code, counts[s.code]
		}
	}
	if 2*most < latin { // letters of other scripts carry more
		return ""
	}
	return best
}
