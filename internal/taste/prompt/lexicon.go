package prompt

import (
	"slices"
	"strings"
	"sync"
)

// The lexicon: what words in a prompt mean. It is data; docs/api/recommend.md
// lists it for readers.

// Mood is a way a film feels. words are what people say; any of the genres, keywords and plot
// words of a film speaks for the mood. A film that is not to be so has none of the keywords
// and none of the strict genres.
type Mood struct {
	name     string
	words    []string // as people say it, folded
	Genres   []string
	Strict   []string // genres that are so by nature
	Keywords []string
	Tags     []string // of the notes on well-known films: those that are surely so
	NotTags  []string // those of films that are also too much so for who wants none
	Plot     []string
	Unless   []string // genres of films that are so, though none is by nature, which a film lacks that is not to be so
	Told     bool     // a story is so, and no documentary
	Meaning  string   // a sentence that tells of such a film, for moods that hardly a record states
	Against  []string // genres of films that are seldom so, which come behind others
}

// moods are all moods.
var moods = []Mood{
	{name: "funny", words: []string{"funny", "funnier", "hilarious", "makes me laugh", "make me laugh", "make us laugh", "made me laugh", "witty",
		"humorous", "humor", "humour", "laugh", "laughs", "comic", "lighthearted", "light hearted", "something light", "anything light", "light film", "light movie", "light films", "light movies", "lighter", "sillier", "wittier", "silly", "goofy"},
		Genres: []string{"Comedy"}, Strict: []string{"Comedy"}, Keywords: []string{"slapstick", "satire", "parody", "screwball comedy", "farce", "buddy comedy"},
		Tags: []string{"laugh-out-loud", "witty dialogue", "dumb fun", "deadpan humour", "quirky"},
		Told: true},
	{name: "dark", words: []string{"dark", "darker", "bleak", "grim", "gritty", "grittier", "bleaker", "gloomier", "noirish", "nihilistic", "cynical"},
		Genres: []string{"Crime", "Film-Noir", "Thriller"}, Strict: []string{"Film-Noir"}, Keywords: []string{"dark comedy", "black comedy", "neo-noir", "tragedy", "murder", "serial killer", "revenge"},
		Tags: []string{"bleak", "disturbing", "black humour", "gothic"},
		Plot: []string{"murder", "revenge", "corrupt"}},
	{name: "scary", words: []string{"scary", "scarier", "creepy", "creepier", "spookier", "scare me", "scares me", "freak me out", "freak us out", "freak you out", "freaks me out", "scare", "scares", "terrifying",
		"frightening", "spooky", "horrifying", "chilling"},
		Genres: []string{"Horror"}, Strict: []string{"Horror"}, Keywords: []string{"supernatural horror", "slasher", "haunted house", "ghost", "psychological horror", "slasher horror"},
		Tags: []string{"terrifying", "creepy", "jump scares"},
		Plot: []string{"haunted", "terror"}, Told: true},
	{name: "violent", words: []string{"violent", "violence", "bloody", "bloodier", "gorier", "bloodshed", "blood", "brutal", "graphic"},
		Genres: []string{"Action"}, Strict: []string{"Action", "Horror", "War"},
		Keywords: []string{"gore", "violence", "splatter", "slasher", "slasher horror", "murder", "serial killer", "torture", "splatter horror",
			"one-person army action", "gangster", "gang war", "drug cartel", "shootout", "massacre", "police brutality", "prison riot",
			"hostage", "hostage situation", "riot", "rape", "gun violence", "drug dealer", "drug trafficking", "mafia", "hitman", "assassin", "gunfight", "stabbing", "mass murder", "genocide",
			"death squad"},
		Tags: []string{"gore", "graphic violence", "torture", "sexual violence"},
		Plot: []string{"brutal", "killer", "massacre"}},
	{name: "sad", words: []string{"sad", "sadder", "melancholic", "melancholy", "tearjerker", "tear jerker", "heartbreaking", "tragic", "depressing",
		"weepy", "moving", "feel like crying", "want to cry", "need to cry", "good cry", "proper cry", "crying", "emotional", "makes me cry", "make me cry", "cry", "heavy", "tear jerkers", "tearjerkers", "sad movie"},
		Genres: []string{"Drama"}, Keywords: []string{"tragedy", "melodrama", "grief", "loss of loved one", "terminal illness", "tragic romance"},
		Tags: []string{"tearjerker", "sad ending", "melancholic", "bleak"},
		Plot: []string{"grief", "dying",
			"loss"}, Unless: []string{"War"}, Told: true, Meaning: "A heartbreaking story of love, grief and loss."},
	{name: "uplifting", words: []string{"uplifting", "feel good", "feelgood", "cheer me up", "cheer us up", "cheers me up", "cheers us up", "cheer up", "heartwarming", "heart warming",
		"happy", "happier", "joyful", "joyous", "good mood", "better mood", "warm", "warmer", "sweeter", "cheerful", "inspiring", "inspirational", "hopeful", "wholesome", "cozy", "cosy", "comforting", "sweet",
		"gentle", "gentler", "relaxing", "soothing",
		"feel ok again", "feel okay again", "feel better", "feel good again", "feel hopeful", "like a hug", "pick me up", "pick us up", "lift my spirits", "lift our spirits",
		"restores my faith", "restore my faith"},
		Genres: []string{"Comedy", "Family", "Music"}, Keywords: []string{"feel-good romance", "friendship", "inspirational", "coming of age", "coming-of-age", "feel good"},
		Tags:    []string{"feel-good", "heartwarming", "cosy", "gentle", "inspirational", "hopeful ending"},
		NotTags: []string{"happy ending"}, Plot: []string{"friendship", "dream",
			"love"}, Told: true, Against: []string{"Action", "Crime", "Horror", "Thriller", "War"},
		Meaning: "A heartwarming story of friendship, hope and kindness."},
	{name: "romantic", words: []string{"romantic", "love story", "love stories", "swoony", "date night", "fall in love", "falls in love", "falling in love", "fell in love"},
		Genres: []string{"Romance"}, Strict: []string{"Romance"}, Keywords: []string{"love", "romantic comedy", "tragic romance", "feel-good romance", "steamy romance"}, Plot: []string{"love"}, Told: true},
	{name: "tense", words: []string{"tense", "tenser", "suspenseful", "suspense", "gripping", "nail biting", "edge of my seat", "edge of your seat", "thrilling", "intense", "nerve racking", "nerve wracking"},
		Genres: []string{"Thriller"}, Strict: []string{"Thriller"}, Keywords: []string{"psychological thriller", "cat and mouse", "hostage", "kidnapping", "conspiracy thriller", "suspense mystery"},
		Tags: []string{"suspenseful", "cat and mouse"},
		Plot: []string{"hunt",
			"trapped", "hostage"}, Told: true},
	{name: "mind-bending", words: []string{"mind bending", "mindbending", "mind blowing", "mindblowing", "trippy", "surreal", "weird", "weirder", "strange", "stranger", "bizarre", "twisty", "plot twist", "plot twists", "plot twist ending",
		"twist ending", "twist endings", "surprise ending", "twist at the end", "twist in the end", "with a twist", "big twist", "great twist", "good twist", "crazy twist", "shocking twist", "never see coming", "not see coming",
		"unreliable narrator", "unreliable narrators", "confusing", "dreamlike", "psychedelic"},
		Genres: []string{"Mystery", "Sci-Fi"}, Keywords: []string{"surrealism", "plot twist", "dream", "parallel universe", "alternate reality",
			"time travel", "amnesia", "mind-bending", "psychological thriller", "experimental film", "art film"},
		Tags: []string{"mind-bending", "puzzle film", "surreal", "dreamlike", "plot twist"},
		Plot: []string{"reality", "dream", "memory"}},
	{name: "thought-provoking", words: []string{"arty", "artsy", "thought provoking", "makes me think", "make me think", "makes you think", "make you think", "makes us think", "make us think",
		"intelligent", "smart", "smarter", "thoughtful", "cerebral", "philosophical", "deep", "profound", "intellectual"},
		Genres: []string{"Drama"}, Keywords: []string{"philosophy", "existentialism", "political drama", "psychological drama", "moral dilemma", "art film", "dystopia"},
		Tags: []string{"thought-provoking", "philosophical"},
		Plot: []string{"truth", "society", "meaning"}},
	{name: "exciting", words: []string{"exciting", "faster", "louder", "action packed", "fast paced", "thrills", "adrenaline", "explosive", "high octane",
		"non stop", "nonstop", "brain off", "brains off", "turn my brain off", "turn off my brain", "switch my brain off", "switch off my brain", "turn our brains off",
		"switch off our brains", "brainless", "mindless", "dumb fun", "popcorn movie",
		"popcorn movies", "popcorn film", "popcorn flick"},
		Genres: []string{"Action", "Adventure"}, Strict: []string{"Action"}, Keywords: []string{"car chase", "martial arts", "superhero", "one-person army action", "action thrillers"},
		Tags: []string{"adrenaline", "fast-paced"},
		Plot: []string{"chase", "fight"}, Told: true},
	{name: "epic", words: []string{"epic", "sweeping", "grand", "spectacular"},
		Genres: []string{"Adventure", "History", "War"}, Keywords: []string{"epic", "adventure epic", "historical epic", "war epic", "fantasy epic", "sci-fi epic"},
		Tags: []string{"epic"},
		Plot: []string{"empire", "kingdom"}},
	{name: "slow", words: []string{"slow", "slower", "calmer", "quieter", "slow burn", "slow paced", "meditative", "contemplative", "quiet", "atmospheric", "calm"},
		Genres: []string{"Drama"}, Keywords: []string{"slow cinema", "art film", "slice of life", "psychological drama", "meditative"},
		Tags: []string{"slow-paced", "meditative", "gentle"},
		Plot: []string{"solitude",
			"memory"}, Against: []string{"Action", "Crime", "Horror", "Thriller", "War"},
		Meaning: "A quiet, gentle story of everyday life."},
	{name: "quirky", words: []string{"quirky", "offbeat", "eccentric", "whimsical", "charming"},
		Genres: []string{"Comedy"}, Keywords: []string{"quirky comedy", "dark comedy", "eccentric", "black comedy", "indie"},
		Tags: []string{"quirky", "whimsical", "deadpan humour"},
		Plot: []string{"eccentric", "odd"}},
	{name: "sexy", words: []string{"sexy", "erotic", "steamy", "sensual", "sex", "sexual", "nudity"},
		Genres: []string{"Romance"}, Keywords: []string{"erotic thriller", "erotica", "steamy romance", "softcore", "nudity", "sex"},
		Tags: []string{"sexy", "sex scenes"},
		Plot: []string{"seduction", "affair", "sexual"}},
	{name: "nostalgic", words: []string{"nostalgic", "nostalgia"},
		Genres: []string{"Drama", "Comedy"}, Keywords: []string{"nostalgia", "coming of age", "coming-of-age", "period piece", "teen"},
		Tags: []string{"nostalgic"},
		Plot: []string{"childhood", "summer"}},
	{name: "disturbing", words: []string{"disturbing", "shocking", "unsettling", "sick", "twisted"},
		Genres: []string{"Horror", "Thriller"}, Strict: []string{"Horror"}, Keywords: []string{"psychological horror", "body horror", "torture", "cannibalism", "serial killer"},
		Tags: []string{"disturbing"},
		Plot: []string{"sadistic", "madness"}},
}

// moodTags are the tags of the notes that single phrases of moods name, folded, where the mood has others beside.
var moodTags = map[string][]string{
	"tearjerker": weepy, "tear jerker": weepy, "tearjerkers": weepy, "tear jerkers": weepy, "feel like crying": weepy, "want to cry": weepy, "need to cry": weepy, "good cry": weepy, "proper cry": weepy, "crying": weepy,
	"makes me cry": weepy, "make me cry": weepy, "cry": weepy, "heartbreaking": weepy, "weepy": weepy,
	"melancholic": {"melancholic", "bittersweet"}, "melancholy": {"melancholic", "bittersweet"}, "depressing": {"bleak", "sad ending"},
	"cozy": {"cosy"}, "cosy": {"cosy"}, "comforting": {"cosy", "gentle"}, "gentle": {"gentle", "cosy"}, "gentler": {"gentle", "cosy"}, "relaxing": {"gentle", "cosy"}, "soothing": {"gentle", "cosy"},
	"inspiring": {"inspirational"}, "inspirational": {"inspirational"}, "feel good": {"feel-good"}, "feelgood": {"feel-good"}, "heartwarming": {"heartwarming"}, "heart warming": {"heartwarming"}, "wholesome": {"heartwarming", "cosy"},
	"hopeful": hopeful, "feel hopeful": hopeful, "feel better": hopeful, "feel ok again": hopeful, "feel okay again": hopeful, "feel good again": hopeful,
	"plot twist": twisted, "plot twists": twisted, "plot twist ending": twisted, "twist ending": twisted, "twist endings": twisted, "surprise ending": twisted, "twist at the end": twisted, "twist in the end": twisted,
	"with a twist": twisted, "big twist": twisted, "great twist": twisted, "good twist": twisted, "crazy twist": twisted, "shocking twist": twisted, "never see coming": twisted, "not see coming": twisted, "twisty": twisted,
	"surreal": {"surreal", "dreamlike"}, "weird": {"surreal", "absurdist"}, "bizarre": {"surreal", "absurdist"}, "strange": {"surreal", "dreamlike"}, "dreamlike": {"dreamlike"}, "trippy": {"surreal", "mind-bending"},
	"psychedelic": {"surreal", "mind-bending"}, "unreliable narrator": {"unreliable narrator"}, "unreliable narrators": {"unreliable narrator"},
	"mind bending": {"mind-bending"}, "mindbending": {"mind-bending"}, "mind blowing": {"mind-bending", "plot twist"}, "mindblowing": {"mind-bending", "plot twist"}, "confusing": {"puzzle film", "mind-bending"},
	"witty": {"witty dialogue"}, "wittier": {"witty dialogue"}, "hilarious": {"laugh-out-loud"}, "makes me laugh": {"laugh-out-loud"}, "make me laugh": {"laugh-out-loud"}, "make us laugh": {"laugh-out-loud"},
	"silly": {"dumb fun", "laugh-out-loud"}, "goofy": {"dumb fun", "laugh-out-loud"},
	"lighthearted": lightly, "light hearted": lightly, "something light": lightly, "anything light": lightly, "light film": lightly, "light movie": lightly, "light films": lightly, "light movies": lightly, "lighter": lightly,
	"creepy": {"creepy"}, "creepier": {"creepy"}, "terrifying": {"terrifying"}, "bleak": {"bleak"}, "bleaker": {"bleak"},
	"brain off": mindless, "brains off": mindless, "turn my brain off": mindless, "turn off my brain": mindless, "switch my brain off": mindless, "switch off my brain": mindless, "turn our brains off": mindless,
	"switch off our brains": mindless, "brainless": mindless, "mindless": mindless, "dumb fun": mindless, "popcorn movie": mindless, "popcorn movies": mindless, "popcorn film": mindless, "popcorn flick": mindless,
	"non stop": {"adrenaline"}, "nonstop": {"adrenaline"}, "adrenaline": {"adrenaline"}, "action packed": {"adrenaline"}, "fast paced": {"fast-paced"},
	"slow burn": {"slow burn"}, "meditative": {"meditative"}, "contemplative": {"meditative"}, "atmospheric": {"atmospheric"}, "quiet": {"gentle", "meditative", "slow-paced"},
	"whimsical": {"whimsical"}, "charming": {"whimsical", "heartwarming"}, "quirky": {"quirky"}, "offbeat": {"quirky"}, "gritty": {"realistic", "bleak"}, "philosophical": {"philosophical"},
}

// Tags that many phrases of moodTags name.
var (
	weepy    = []string{"tearjerker"}
	hopeful  = []string{"hopeful ending", "heartwarming", "happy ending"}
	twisted  = []string{"plot twist", "shocking ending"}
	lightly  = []string{"feel-good", "laugh-out-loud", "cosy", "whimsical"}
	mindless = []string{"dumb fun", "adrenaline"}
)

// genreWords are the names of genres as people say them, folded, by genre. A phrase may name
// several genres.
var genreWords = map[string][]string{
	"Action":      {"action", "action film", "action movie"},
	"Adventure":   {"adventure", "adventures", "adventurous", "swashbuckler"},
	"Animation":   {"animation", "animated", "cartoon", "cartoons", "anime"},
	"Biography":   {"biography", "biographical", "biopic", "biopics"},
	"Comedy":      {"comedy", "comedies", "comedic", "romcom", "romcoms", "rom com", "rom coms", "romantic comedy", "romantic comedies", "dramedy"},
	"Crime":       {"crime", "crimes"},
	"Documentary": {"documentary", "documentaries", "documentarys", "docs"},
	"Drama":       {"drama", "dramas", "dramatic", "dramedy"},
	"Family": {"family", "family film", "family films", "kids film", "kids films", "kid movie", "for my kids", "for our kids", "with my kids",
		"with the kids", "with kids", "with children", "for my children", "kids stuff", "family movie", "family movies", "whole family", "for kids",
		"for the kids", "for children", "childrens", "kids movie", "kids movies", "family friendly", "kid friendly"},
	"Fantasy":   {"fantasy", "fairy tale", "fairytale"},
	"Film-Noir": {"noir", "film noir", "noirs"},
	"History":   {"historical", "history film", "history films"},
	"Horror":    {"horror", "horrors", "slasher", "slashers"},
	"Musical":   {"musical", "musicals"},
	"Mystery":   {"mystery", "mysteries", "whodunit", "whodunnit", "detective story", "murder mystery", "murder mysteries"},
	"Romance":   {"romance", "romances", "romcom", "romcoms", "rom com", "rom coms", "romantic comedy", "romantic comedies"},
	"Sci-Fi":    {"sci fi", "scifi", "science fiction", "sf"},
	"Sport":     {"sport", "sports"},
	"Thriller":  {"thriller", "thrillers"},
	"War":       {"war", "war film", "war movie", "war films", "war movies", "war dramas", "wartime"},
	"Western":   {"western", "westerns"},
}

// wish is what a word asks of how well known, how good, how long or how old a film is.
type wish uint8

const (
	noWish wish = iota
	acclaimed
	famous
	hidden
	classic
	oscarWon
	bestPicture
	oscarNamed
	short
	long
	recent
	old
)

// wishWords are the phrases of each wish, folded. A phrase belongs to one wish.
var wishWords = map[wish][]string{
	acclaimed: {"highly rated", "well rated", "top rated", "best rated", "acclaimed", "critically acclaimed", "best", "greatest", "masterpiece", "masterpieces", "must see", "highest rated", "award winning", "highly acclaimed",
		"well reviewed", "critics liked it", "critics loved it", "critics like", "critics love", "loved by critics",
		"prize winner", "prize winners",
		"award winner", "award winners", "goya winner", "goya winners", "festival winner", "festival winners", "won awards", "won many awards", "won prizes", "won a prize"},
	famous: {"famous", "popular", "blockbuster", "blockbusters", "well known", "mainstream", "big budget", "everyone knows", "box office hit"},
	hidden: {"hidden gem", "hidden gems", "underrated", "lesser known", "less known", "obscure", "overlooked", "under the radar", "little known", "unknown", "forgotten", "under seen", "nobody has heard of",
		"no one has heard of", "nobody heard of", "nobody knows", "no one knows", "you have never heard of", "nobody has seen",
		"nobody talked about", "no one talked about", "nobody talks about", "no one talks about", "nobody saw", "no one saw", "slipped through the cracks", "flew under the radar", "underseen"},
	classic: {"classic", "classics"},
	oscarWon: {"oscar winning", "oscar winner", "oscar winners", "academy award winning", "academy award winner", "won an oscar", "won oscars", "oscars",
		"oscar best", "oscars best", "oscar for best", "academy award for best", "oscar film", "oscar films", "oscar movie", "oscar movies"},
	bestPicture: {"best picture winner", "best picture winners", "best picture winning", "best picture", "won best picture", "oscar for best picture", "best picture oscar"},
	oscarNamed:  {"oscar nominated", "oscar nominee", "academy award nominated", "oscar nominations", "nominated for an oscar", "best picture nominee", "best picture nominees", "nominated for best picture"},
	short:       {"short", "shorter", "quick", "brief"},
	long:        {"long", "longer", "lengthy"},
	recent:      {"recent", "more recent", "newer", "new", "latest", "modern", "contemporary", "newest"},
	old:         {"old", "older", "vintage", "old school", "oldest"},
}

// prizeWords are the phrases of each prize, folded.
var prizeWords = map[string][]string{
	"palme_dor":   {"palme dor", "golden palm"},
	"golden_lion": {"golden lion", "golden lions"},
	"golden_bear": {"golden bear", "golden bears"},
	"foreign_film_oscar": {"oscar best foreign language film", "oscar for best foreign language film", "best foreign language film", "oscar for best foreign film", "best foreign film", "foreign language oscar",
		"oscar best foreign film", "oscars best foreign film", "oscar best foreign", "best foreign language oscar", "best foreign oscar", "international feature oscar", "oscar best international film",
		"oscar for best international film", "best foreign language",
		"foreign film oscar", "best international film", "best international feature", "best international feature film"},
	"golden_globe": {"golden globe", "golden globes"},
	"bafta":        {"bafta", "baftas"},
	"cesar":        {"cesar award", "cesar awards"},
	"sundance":     {"sundance grand jury prize"},
}

// festivals stand for their highest prize where something is won there, folded.
var festivals = map[string]string{"cannes": "palme_dor", "venice": "golden_lion", "berlin": "golden_bear", "berlinale": "golden_bear", "sundance": "sundance", "cesar": "cesar"}

// winning are the words by which people say that a film won something, folded.
var winning = strings.Fields("won win wins winner winners winning prize")

// lexicon is all of that, and countries and languages, by folded phrase. It does not change
// after words has returned it, and may be read by several goroutines.
type lexicon struct {
	moods     map[string][]*Mood
	genres    map[string][]string
	wishes    map[string]wish
	prizes    map[string]string
	countries map[string][]string
	languages map[string]string
	fillers   map[string]bool // say nothing of what a film should be
	common    map[string]bool // are no theme but behind "about", and no title alone
	chat      map[string]bool // are no theme even there
	longest   int             // words in the longest phrase
	single    []string        // its phrases of one word, sorted
	parts     map[string]bool // the words of its phrases, and of those of all tables here
}

// words returns the lexicon, which is made at the first call.
var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{
		moods: map[string][]*Mood{}, genres: map[string][]string{}, wishes: map[string]wish{}, prizes: map[string]string{},
		countries: map[string][]string{}, languages: map[string]string{}, fillers: map[string]bool{}, common: map[string]bool{}, chat: map[string]bool{}, parts: map[string]bool{},
	}
	partsOf := func(phrases []string) {
		for _, p := range phrases {
			for _, w := range strings.Fields(p) {
				l.parts[w] = true
			}
		}
	}
	note := func(phrase string) string {
		l.longest = max(l.longest, strings.Count(phrase, " ")+1)
		if !strings.Contains(phrase, " ") {
			l.single = append(l.single, phrase)
		}
		partsOf([]string{phrase})
		return phrase
	}
	for i := range moods {
		for _, w := range moods[i].words {
			l.moods[note(w)] = append(l.moods[w], &moods[i])
		}
	}
	for g, all := range genreWords {
		for _, w := range all {
			l.genres[note(w)] = append(l.genres[w], g)
		}
	}
	for _, all := range l.genres {
		slices.Sort(all)
	}
	for is, all := range wishWords {
		for _, w := range all {
			l.wishes[note(w)] = is
		}
	}
	for prize, all := range prizeWords {
		for _, w := range all {
			l.prizes[note(w)] = prize
		}
	}
	for _, c := range countries {
		for _, w := range c.words {
			if w != "" {
				l.countries[note(w)] = []string{c.code}
			}
		}
	}
	for _, g := range countryGroups {
		for _, w := range g.words {
			l.countries[note(w)] = strings.Fields(g.codes)
		}
	}
	for _, c := range languages {
		for _, w := range c.words {
			l.languages[note(w)] = c.code
		}
	}
	for _, w := range strings.Fields(fillerWords) {
		l.fillers[w] = true
	}
	for _, w := range strings.Fields(commonWords) {
		l.common[w] = true
	}
	for _, w := range strings.Fields(chatWords) {
		l.common[w], l.chat[w] = true, true
	}
	for _, tables := range []map[relation][]string{relations, followers} {
		for _, phrases := range tables {
			partsOf(phrases)
		}
	}
	for _, tables := range []map[timing][]string{timings, timingFollowers, yearsOld} {
		for _, phrases := range tables {
			partsOf(phrases)
		}
	}
	for _, phrases := range cues {
		partsOf(phrases)
	}
	for i := range moods {
		partsOf(moods[i].Keywords)
		partsOf(moods[i].Plot)
	}
	for _, phrases := range themeKeywords {
		partsOf(phrases)
	}
	for _, phrases := range synonyms {
		partsOf(phrases)
	}
	for i := range negators {
		partsOf(negators[i].phrases)
	}
	for i := range negationForms {
		partsOf(negationForms[i].phrases)
	}
	for _, words := range [][]string{denialWords, denialAnswers, childWords, yearWords, ratingWords, voteWords, minuteWords, hourWords, settingCues, filmPronouns, questionWords, interjections} {
		partsOf(words)
	}
	for i := range movements {
		partsOf(movements[i].names)
		for _, name := range movements[i].names {
			l.single = append(l.single, strings.Fields(name)...)
		}
	}
	l.single = append(l.single, "movie", "movies", "films", "without", "directed", "starring", "similar")
	slices.Sort(l.single)
	l.single = slices.Compact(l.single)
	return l
})
