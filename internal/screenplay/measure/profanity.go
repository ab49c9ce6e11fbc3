package measure

import (
	"slices"
	"strings"
)

// profaneWords and profaneStems are the list of strong language, our own: obscene
// words, slurs and strong curses as they occur in dialogue. A stem counts with
// whatever ending follows it. Words that are as often innocent are left out
// (hell, God, Dick as a name, cock of a gun, fag of a cigarette).
var profaneWords = []string{
	"arse", "arses", "ass", "asses", "bollocks", "bugger", "buggered", "crap", "crappy", "cum",
	"dammit", "damn", "damned", "damnit", "dickless", "dumbass", "fatass", "hardass", "jackass",
	"kike", "kikes", "piss", "pissed", "pissing", "prick", "pricks", "pussies", "pussy",
	"smartass", "spic", "spics", "tit", "tits", "turd", "turds", "twat", "twats", "wop", "wops",
}

var profaneStems = []string{
	"arsehole", "asshole", "assfuck", "badass", "bastard", "bitch", "bullshit", "chickenshit", "clusterfuck",
	"cocksuck", "cunt", "dickhead", "dipshit", "dogshit", "dumbfuck", "faggot", "fuck", "goddam", "god-dam", "horseshit",
	"jerkoff", "mindfuck", "mothafuck", "motherfuck", "mother-fuck", "muthafuck", "nigga", "nigger", "shit", "slut",
	"wank", "whore",
}

// falsePositives are words that begin like a stem and mean something else.
var falsePositives = []string{"shitake", "shittah", "shittim", "shittimwood"}

// longestStem bounds how much of a word can decide.
const longestStem = 12

// isProfane reports whether a lower-case word is on the list of strong
// language.
func isProfane(word []byte) bool {
	if len(word) < 3 || !mayBeginProfane(word[0]) {
		return false
	}
	w := string(word[:min(len(word), longestStem)])
	if _, listed := slices.BinarySearch(profaneWords, string(word)); listed {
		return true
	}
	for _, stem := range profaneStems {
		if strings.HasPrefix(w, stem) {
			return !slices.Contains(falsePositives, string(word))
		}
	}
	return false
}

// mayBeginProfane reports whether a word on the list may begin with c. It is a
// cheap test before the list is searched.
func mayBeginProfane(c byte) bool {
	switch c {
	case 'a', 'b', 'c', 'd', 'f', 'g', 'h', 'j', 'k', 'm', 'n', 'p', 's', 't', 'w':
		return true
	}
	return false
}
