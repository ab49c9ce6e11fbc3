package prompt

import (
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/taste/feature"
)

// synonyms are phrases that name one theme, by the name it is noted under.
var synonyms = map[string][]string{
	"world war ii":        {"world war ii", "world war 2", "world war two", "ww2", "wwii", "ww ii", "second world war", "2nd world war"},
	"world war i":         {"world war i", "world war 1", "world war one", "ww1", "wwi", "first world war", "great war", "1st world war"},
	"based on true story": {"based on a true story", "based on true story", "based on true stories", "based on real events", "based on true events", "based on a real story", "true story", "true stories"},
	"concert film":        {"concert film", "concert films", "concert movie", "concert movies"},
	"old age": {"old age", "growing old", "getting old", "growing older", "getting older", "aging", "ageing", "old people", "elderly people", "the elderly", "older people", "older couple",
		"older couples", "elderly couple", "elderly couples", "old couple", "old couples", "senior citizens", "pensioners", "retirees", "older folks", "people over sixty", "people over 60", "people over seventy",
		"people over 70", "over sixties", "over 60s", "in their sixties", "in their seventies", "in their eighties"},
	"low budget":              {"low budget", "shoestring budget", "small budget", "no budget", "micro budget"},
	"gore":                    {"gore", "gory", "guts", "blood and guts"},
	"independent film":        {"indie", "indies", "indie film", "indie films", "independent film", "independent films", "indie movie", "indie movies"},
	"superhero":               {"superhero", "superheroes", "super hero", "super heroes", "superhero film", "superhero films", "superhero movie", "superhero movies", "comic book heroes"},
	"coming of age":           {"coming of age", "growing up"},
	"artificial intelligence": {"artificial intelligence", "ai"},
	"dystopia":                {"dystopia", "dystopian", "dystopias"},
	"post-apocalyptic":        {"post apocalyptic", "postapocalyptic", "post apocalypse", "apocalyptic", "post apocalyptic future"},
	"road movie":              {"road movie", "road movies", "road trip", "on the road"},
	"christmas":               {"christmas", "xmas", "christmas film", "christmas movie", "christmas movies"},
	"in colour":               {"in colour", "in color", "colour film", "colour films", "color film", "color films"},
	"silent film":             {"silent film", "silent films", "silent movie", "silent movies"},
	"black comedy":            {"black comedy", "black comedies", "dark comedy", "dark comedies"},
	"stop motion":             {"stop motion", "claymation"},
	"sad ending":              {"sad ending", "sad endings", "unhappy ending"},
	"happy ending":            {"happy ending", "happy endings"},
	"jump scare":              {"jump scare", "jump scares", "jumpscare", "jumpscares"},
	"art house":               {"art house", "arthouse"},
	"cheesy":                  {"cheesy", "corny", "sappy", "soppy"},
	"cold war":                {"cold war"},
	"at sea":                  {"at sea", "set at sea", "on the high seas", "on a ship", "set on a ship", "aboard a ship", "seafaring", "nautical"},
	"food":                    {"food movie", "food movies", "food film", "food films", "foodie", "makes me hungry", "make me hungry", "makes you hungry"},
	"cooking":                 {"cooking"},
	"adult animation": {"adult animation", "adult animated", "animated but for adults", "animation but for adults", "animated for adults", "animated but for grown ups", "animated but not for kids", "animation not for kids",
		"animated not for kids", "animation for adults", "animated films for adults", "animated movies for adults", "cartoons for adults",
		"animation for grown ups", "animated film for adults", "animated movie for adults", "animated film for grown ups", "animated movie for grown ups", "cartoon for adults", "cartoon for grown ups",
		"animated films for grown ups", "animated movies for grown ups", "cartoons for grown ups"},
	"james bond":             {"james bond", "007"},
	"based on novel or book": {"book adaptation", "book adaptations", "novel adaptation", "novel adaptations", "literary adaptation", "literary adaptations", "based on a book", "based on books", "based on a novel", "based on novels"},
	"film adaptation":        {"film adaptation", "film adaptations"},
	"based on video game":    {"video game adaptation", "video game adaptations", "video game movie", "video game movies", "video game film", "video game films", "based on a video game", "based on video games"},
	"based on comic":         {"comic adaptation", "comic adaptations", "comic book adaptation", "comic book adaptations", "comic book movie", "comic book movies", "based on a comic", "based on comics"},
	"new wave":               {"new wave", "nouvelle vague"},
	"mother daughter":        {"mother daughter", "mothers and daughters", "mother and daughter", "mother daughter relationship"},
	"father son":             {"father son", "fathers and sons", "father and son", "father son relationship"},
	"time loop": {"time loop", "time loops", "same day over and over", "same day again and again", "same day over again", "same day repeatedly", "live the same day over",
		"lives the same day over", "living the same day over", "relives the same day", "relive the same day",
		"reliving the same day", "repeats the same day", "repeating the same day", "stuck in the same day", "stuck on the same day", "trapped in the same day", "day repeats itself", "day keeps repeating"},
	"body swap": {"body swap", "body swaps", "swap bodies", "swaps bodies", "swapped bodies", "swapping bodies", "switch bodies", "switches bodies", "switched bodies", "switching bodies", "trade bodies", "trades bodies"},
	"amnesia":   {"amnesia", "memory loss", "lost his memory", "lost her memory", "loses his memory", "loses her memory", "losing his memory", "losing her memory"},
	"one location": {"one location", "single location", "set in one room", "takes place in one room", "take place in one room", "in one room", "set in a single room", "takes place in a single room", "in a single room",
		"one room", "a single room", "in one place", "in a single place", "in one house", "in a single house",
		"set in one house", "set in a single house", "takes place in one house", "takes place in a single house"},
	"war veteran": {"war veteran", "war veterans", "after they come home", "come home from war", "comes home from war", "coming home from war", "come home from the war", "comes home from the war",
		"coming home from the war", "returning from war", "returning from the war", "return from war", "return from the war", "returning soldiers", "returning veterans", "soldiers returning home", "soldiers coming home"},
	"campy": {"campy", "so bad its good", "so bad it is good", "so bad they are good", "so bad theyre good"},
	"child in danger": {"child in danger", "children in danger", "kids in danger", "bad happening to children", "bad happening to kids", "bad happens to children", "bad happens to kids", "children getting hurt", "kids getting hurt",
		"children dying", "dead children", "dead kids", "harm to children", "children suffering"},
	"nobody dies":          {"nobody dies", "no one dies", "noone dies", "everyone survives", "without anyone dying", "nobody gets killed", "no one gets killed"},
	"animal dies":          {"dog dies", "dogs die", "animals die", "animal dies", "pet dies", "dog death", "dog deaths", "animal death", "animal deaths", "dying dogs", "dead dogs"},
	"villain wins":         {"villain wins", "villains win", "bad guy wins", "bad guys win", "evil wins", "bad guy gets away", "bad guys get away"},
	"memorable villain":    {"memorable villain", "great villain", "good villain", "iconic villain", "best villain", "best villains", "great villains", "villain is the most interesting", "bad guy is the most interesting", "bad guy is the best"},
	"puzzle film":          {"puzzle film", "puzzle films", "puzzle movie", "puzzle movies", "completely confused", "read about it afterwards", "needs explaining", "explained afterwards"},
	"losing side of a war": {"losing side"},
	"native american view": {"point of view of the indians", "point of view of native americans", "native american perspective", "native american point of view", "indian point of view", "side of the indians"},
	"realistic espionage":  {"actual spying", "real spying", "realistic spy", "realistic spies", "without gadgets", "no gadgets", "grey men"},
	"walking and talking":  {"walking and talking", "walk and talk", "walking around a city", "walk around a city", "wander around a city", "wandering around a city"},
	"starting over": {"starting over", "start over", "rebuild their life", "rebuild her life", "rebuild his life", "rebuilds their life", "rebuilds her life", "rebuilds his life", "rebuilding their life", "rebuilding her life",
		"rebuilding his life", "fresh start", "a new life", "starts over", "second chance in life"},
	"child's point of view": {"eyes of a child", "childs point of view", "childs perspective", "childs eyes"},
	"visually stunning": {"visually stunning", "stunning visuals", "visually beautiful", "beautiful to look at", "beautifully shot", "beautiful cinematography", "great cinematography", "gorgeous cinematography",
		"beautiful landscapes", "stunning landscapes", "looks amazing", "looks gorgeous", "looks beautiful"},
	"great soundtrack":  {"great soundtrack", "good soundtrack", "amazing soundtrack", "killer soundtrack", "great music", "good music"},
	"practical effects": {"practical effects"},
	"dialogue-driven":   {"dialogue driven", "dialog driven", "people talking in rooms", "mostly talking", "mostly people talking", "talky"},
	"witty dialogue": {"witty dialogue", "witty dialog", "sharp dialogue", "snappy dialogue", "quick dialogue", "quick dialog", "fast talk", "fast talking", "great dialogue", "good dialogue", "great dialog", "witty banter",
		"banter"},
	"deadpan humour":      {"deadpan", "dry humour", "dry humor", "deadpan humour", "deadpan humor"},
	"big speeches":        {"big speeches", "great speeches", "big speech", "great speech"},
	"ambiguous ending":    {"ambiguous ending", "open ending", "open ended"},
	"hopeful ending":      {"hopeful ending", "bit of hope at the end", "hope at the end", "some hope at the end"},
	"love in later life":  {"love in later life", "late love", "love in old age"},
	"unlikely friendship": {"unlikely friendship", "unlikely friendships", "unlikely friends"},
	"mockumentary":        {"mockumentary", "mockumentaries", "fake documentary", "fake documentaries", "mock documentary", "mock documentaries"},
	"strong female lead": {"strong female lead", "strong female leads", "strong female character", "strong female characters", "strong female protagonist", "strong women", "strong woman", "strong girl", "strong girls",
		"female lead", "female leads", "female protagonist", "female protagonists", "woman in the lead", "women in the lead", "woman in the lead role", "woman in the main role", "woman as the lead", "heroine", "heroines", "girl power"},
	"women in prison": {"women in prison", "womens prison", "women prison", "female prison"},
	"woman director": {"directed by a woman", "directed by women", "by a woman", "by women", "by a female director", "by female directors", "female director", "female directors", "woman director", "women directors",
		"made by a woman", "made by women"},
	"little dialogue": {"little dialogue", "very little dialogue", "barely any dialogue", "hardly any dialogue", "almost no dialogue", "no dialogue", "without dialogue", "minimal dialogue", "without words", "wordless",
		"nobody talks", "hardly any talking", "barely any talking"},
	"family drama":     {"family drama", "family dramas", "family saga", "family sagas"},
	"african american": {"african american", "african americans", "black american", "black americans"},
	"father daughter":  {"father daughter", "fathers and daughters", "father and daughter", "father daughter relationship"},
	"mother son":       {"mother son", "mothers and sons", "mother and son", "mother son relationship"},
}

// kinship are the synonyms that are themes of a film, but in a conversation rather people who are spoken of.
var kinship = map[string]bool{"mother daughter": true, "father son": true, "father daughter": true, "mother son": true}

// themeKeywords are the keywords and words of synopses that films of a theme have beside its
// own name.
var themeKeywords = map[string][]string{
	"gore": {"graphic violence", "gore", "splatter", "splatter horror", "body horror", "blood"}, "world war ii": {"world war ii", "world war two", "nazi", "holocaust"},
	"world war i": {"world war i", "world war one"}, "dystopia": {"dystopia", "dystopian future"}, "superhero": {"superheroes", "superhero", "based on comic", "marvel cinematic universe", "marvel comic", "dc comics"},
	"coming of age": {"coming of age", "coming-of-age"}, "post-apocalyptic": {"post-apocalypse", "post-apocalyptic future", "post-apocalyptic", "apocalypse"}, "based on true story": {"based on true story", "based on a true story"},
	"independent film": {"independent film", "indie"}, "black comedy": {"black humour", "black comedy", "dark comedy"}, "christmas": {"christmas", "santa claus", "holiday"}, "artificial intelligence": {"artificial intelligence",
		"artificial intelligence a i", "robot"},
	"silent film": {"silent film"}, "concert film": {"concert film", "concert"}, "old age": {"elderly protagonist", "growing old", "old age", "elderly", "aging", "senior citizen", "old man", "old woman"},
	"low budget": {"low budget", "independent film", "mumblecore"}, "james bond": {"james bond", "007"}, "new wave": {"nouvelle vague", "french new wave", "new wave"},
	"mother daughter": {"mother and daughter", "mother daughter relationship"}, "father son": {"father and son", "father son relationship"}, "father daughter": {"father and daughter",
		"father daughter relationship"}, "mother son": {"mother and son", "mother son relationship"},
	"at sea":    {"at sea", "sea adventure", "ship", "sailor", "sailors", "sailing", "sailboat", "shipwreck", "lost at sea", "cargo ship", "sea captain", "sea voyage", "ocean liner", "naval warfare", "battleship", "submarine", "u boat"},
	"time loop": {"time loop", "trapped in a time loop", "endless loop"}, "body swap": {"body swap", "body switch"}, "amnesia": {"amnesia", "memory loss", "short term memory loss"},
	"one location": {"one location", "single location", "set in one room", "single set production", "single setting"}, "woman director": {"woman director", "title directed by female"}, "women in prison": {"women in prison films", "women in prison"},
	"little dialogue":    {"no dialogue", "very little dialogue", "minimal dialogue", "modern silent movie"},
	"strong female lead": {"female protagonist", "strong female character", "strong female lead", "strong female protagonist", "strong woman", "female hero", "female warrior", "female friendship"},
	"war veteran":        {"war at home", "war veteran", "veteran", "war veterans", "vietnam veteran", "iraq war veteran", "world war ii veteran", "ptsd", "post traumatic stress disorder", "post-traumatic stress disorder (ptsd)"},
	"family drama":       {"family saga", "family drama", "dysfunctional family", "family relationships"}, "african american": {"african american", "african american history", "african american protagonist"},
	"stupid": {"dumb fun"}, "underdog": {"underdog story"}, "underdogs": {"underdog story"}, "anti war": {"anti-war", "anti-war film"}, "dumb": {"dumb fun"}, "ill": {"terminal illness",
		"dementia"}, "illness": {"terminal illness", "dementia", "mental illness"}, "animal dies": {"animal death", "death of pet", "dog's death"}, "realistic espionage": {"spy thriller",
		"espionage"}, "visually stunning": {"nature"}, "cooking": {"cooking", "chef", "food"}, "gay": {"queer love"},
	"lgbt": {"queer love", "gay", "lesbian", "transgender"}, "queer": {"queer love", "gay", "lesbian", "transgender"}, "spy": spyTags, "spies": spyTags, "road movie": {"road trip"}, "friendship": {"male friendship", "female friendship",
		"unlikely friendship"}, "brothers": {"siblings"}, "sisters": {"siblings"}, "teachers": {"teacher and pupils"}, "teacher": {"teacher and pupils"}, "musicians": {"musician", "making music"}, "music": {"making music", "musician"},
	"spying": spyTags, "espionage": spyTags, "vampire": {"vampires"}, "twist": {"plot twist"}, "twists": {"plot twist"}, "hope": {"hopeful ending"},
	"father son relationship": {"father and son"}, "old house": {"old mansion", "haunted house"}, "filmmaking": {"making films"}, "school": {"high school", "boarding school", "teacher and pupils"},
	"police": policeKeywords, "cop": policeKeywords, "cops": policeKeywords,
	"mafia": {"gangsters", "mafia", "gangster", "mob"}, "gangster": {"gangsters", "gangster", "mafia", "mob"}, "heist": {"heist", "bank robbery", "robbery"}, "serial killer": {"serial killer"}, "sequel": {"sequel"},
}

// spyTags are the tags of films about spies.
var spyTags = []string{"realistic espionage", "glamorous espionage", "spy"}

// styles are themes that say how a film is told, looks or ends, beside whatever it is about.
var styles = map[string]bool{"happy ending": true, "sad ending": true, "hopeful ending": true, "ambiguous ending": true, "campy": true, "nobody dies": true, "villain wins": true, "memorable villain": true, "big speeches": true,
	"great soundtrack": true, "voice-over": true, "long takes": true, "little dialogue": true, "visually stunning": true, "practical effects": true, "dialogue-driven": true, "witty dialogue": true, "deadpan humour": true,
	"puzzle film": true, "nonlinear": true, "black comedy": true, "plot twist": true, "strong female lead": true, "child's point of view": true}

// contrary are the tags of the notes that films have which are surely not of a theme.
var contrary = map[string][]string{"nobody dies": deadly, "happy ending": {"sad ending", "bleak"}, "hopeful ending": {"sad ending", "bleak"},
	"sad ending": {"happy ending"}, "villain wins": {"happy ending"}}

// Contrary returns the tags of the notes of films that are surely not of the theme.
func (t Theme) Contrary() []string { return contrary[t.Words] }

// IsStyle reports whether a theme says how a film is told, looks or ends, rather than what it is about.
func (t Theme) IsStyle() bool { return styles[t.Words] }

// themeStory are words of synopses that films of a theme have whose name they do not say.
var themeStory = map[string][]string{"strong female lead": {"woman", "female", "widow", "heroine", "girl"}}

// policeKeywords are keywords of films with the police in them.
var policeKeywords = []string{"police", "police officer", "policeman", "police detective", "cop", "buddy cop", "undercover cop", "corrupt cop", "rookie cop"}

// movement is a time of filmmaking with a name: where, when, and the genre of its films, if they have one.
// Records hardly name movements, so these stand for them.
type movement struct {
	names     []string // folded
	countries []string
	from, to  int // 0: to this day
	genre     string
}

// movements are those that people ask for by name. Years are those that histories of film give.
var movements = []movement{
	{[]string{"italian neorealism", "neorealism", "neorealist", "neorealismo", "italian neorealist"}, []string{"IT"}, 1943, 1954, "Drama"},
	{[]string{"german expressionism", "german expressionist", "weimar cinema"}, []string{"DE"}, 1919, 1933, ""},
	{[]string{"french new wave", "nouvelle vague"}, []string{"FR"}, 1958, 1969, ""},
	{[]string{"british new wave", "kitchen sink realism", "kitchen sink drama"}, []string{"GB"}, 1959, 1966, "Drama"},
	{[]string{"japanese new wave"}, []string{"JP"}, 1956, 1976, ""},
	{[]string{"new german cinema"}, []string{"DE"}, 1962, 1985, ""},
	{[]string{"new hollywood"}, []string{"US"}, 1967, 1980, ""},
	{[]string{"hong kong new wave"}, []string{"HK"}, 1979, 1996, ""},
	{[]string{"korean new wave"}, []string{"KR"}, 1996, 2010, ""},
	{[]string{"romanian new wave"}, []string{"RO"}, 2004, 2016, "Drama"},
	{[]string{"cinema novo"}, []string{"BR"}, 1960, 1972, ""},
	{[]string{"dogme 95", "dogma 95", "dogme"}, []string{"DK"}, 1998, 2005, "Drama"},
	{[]string{"pre code", "precode", "pre code hollywood"}, []string{"US"}, 1929, 1934, ""},
	{[]string{"spaghetti western", "spaghetti westerns"}, []string{"IT"}, 1964, 1978, "Western"},
	{[]string{"nordic noir", "scandi noir", "scandinavian noir"}, []string{"SE", "DK", "NO", "FI", "IS"}, 1995, 0, "Crime"},
	{[]string{"j horror", "japanese horror"}, []string{"JP"}, 1960, 0, "Horror"},
}

// occasions are what people see films at, folded: they say nothing of a film.
var occasions = []string{"for a flight", "for a long flight", "for the flight", "on a flight", "on a long flight", "on the flight", "for a plane ride", "for a train ride", "on a plane", "on the plane", "on a train", "on the train",
	"for a road trip", "for a sleepover", "for a slumber party", "for fathers day", "for mothers day", "for valentines day", "for a date", "for movie night", "for film night", "for a rainy day", "for a hangover", "on a sick day",
	"with a blanket", "with a blanket and tea", "under a blanket", "with tea", "with a cup of tea", "with hot chocolate", "with popcorn", "with pizza", "beers and pizza", "beer and pizza", "pizza and beer", "pizza and beers",
	"having beers and pizza", "having pizza and beer", "with wine", "with a glass of wine", "with a beer", "with snacks", "over dinner",
	"girls night", "girls night in", "ladies night", "boys night", "guys night", "quote along", "quote along to", "stuck in bed", "stuck at home", "sick in bed", "ill in bed", "home sick", "with a cold", "with the flu",
	"on screen", "sink into", "over a whole holiday", "over the holidays", "over the holiday", "writing a screenplay", "writing a script", "writing a novel", "just broke up", "broke up", "broke up with my girlfriend",
	"broke up with my boyfriend", "got dumped", "are visiting", "is visiting",
	"book club", "first date at my place", "first date at mine", "for first date", "for a first date", "sleepover", "sleepovers", "slumber party", "gonna be drinking", "going to be drinking", "we will be drinking",
	"to fall asleep to", "fall asleep to", "to fall asleep", "to sleep to", "first date tonight", "movie night", "film night",
	"game night", "after night shift", "after a night shift", "after work", "after a long day", "beer and pizza",
	"pizza and beer",
	"are staying over", "come over", "coming over",
	"not bore the adults", "not bore adults", "not bore the parents", "not bore me", "not bore us", "not be boring for adults", "adults can enjoy too", "adults will enjoy too", "parents will enjoy too"}

// survives are phrases by which people say that an animal must not die in a film, folded, by the animal that the film may
// be about.
var survives = map[string][]string{
	"dog": {"dog can not die", "dogs can not die", "dog must not die", "dog should not die", "dog does not die", "dogs do not die", "dog doesnt die", "dogs dont die", "dog survives", "dog lives", "dog makes it",
		"no dogs die", "no dog dies"},
	"animals": {"animals do not die", "no animals die", "no animal dies"},
}

// readSurvives takes a phrase that says that an animal must not die: "where the dog does not die".
func (r *parser) readSurvives() bool {
	for animal, phrases := range survives {
		if n := r.phraseAt(r.i, phrases); n > 0 {
			r.i += n
			r.noteTheme(animal, r.said(animal))
			r.not = negation{on: true, one: true}
			r.noteTheme("animal dies", r.said("animal dies"))
			r.not = negation{}
			return true
		}
	}
	return false
}

// situation is why or with whom somebody watches, as it is told, folded, and the tags of the notes that suit it.
type situation struct {
	told, tags []string
}

// situations only order films, where nothing is said of how these are to feel.
var situations = []situation{
	{[]string{"first date", "date night", "for a date", "on a date"}, []string{"feel-good", "witty dialogue", "whimsical", "quirky"}},
	{[]string{"fall asleep to", "to fall asleep", "to sleep to", "cant sleep", "can not sleep", "cannot sleep", "insomnia"}, []string{"gentle", "meditative", "dreamlike", "cosy"}},
	{[]string{"rainy sunday", "rainy day", "rainy afternoon", "rainy evening", "sick in bed", "ill in bed", "home sick", "sick day", "under a blanket", "with a blanket", "hangover", "hungover", "bad day", "awful day", "terrible day",
		"long day", "bad week"}, []string{"cosy", "feel-good", "heartwarming"}},
	{[]string{"beer and pizza", "beers and pizza", "pizza and beer", "pizza and beers", "having beers", "guys night", "boys night", "lads night", "with the lads", "with the boys"}, []string{"laugh-out-loud", "adrenaline", "dumb fun"}},
	{[]string{"girls night", "ladies night"}, []string{"laugh-out-loud", "feel-good", "witty dialogue"}},
	{[]string{"dumped", "broke up", "breakup", "break up", "heartbroken"}, []string{"breakup", "starting over", "hopeful ending", "tearjerker"}},
}

// concludeSituation notes the tags that suit the situation that is told, where no mood is asked for.
func (r *parser) concludeSituation() {
	for _, s := range situations {
		for i := range r.tokens {
			if r.phraseAt(i, s.told) > 0 && len(r.Moods) == 0 {
				r.Noted = append(r.Noted, s.tags)
				return
			}
		}
	}
}

// readMovement takes the name of a movement, which stands for its countries, years and genre.
func (r *parser) readMovement() bool {
	if r.not.on || r.cue == aboutCue {
		return false
	}
	var of *movement
	n := 0
	for i := range movements {
		if m := r.phraseAt(r.i, movements[i].names); m > n {
			of, n = &movements[i], m
		}
	}
	if of == nil {
		return false
	}
	r.i += n
	r.Movement = true
	for _, c := range of.countries {
		if !slices.Contains(r.Request.Countries, c) {
			r.Request.Countries = append(r.Request.Countries, c)
		}
	}
	if r.movement = since(of.from); of.to > 0 {
		r.movement = span(of.from, of.to)
	}
	if of.genre != "" {
		r.wantGenres(of.genre)
	}
	return true
}

// NamesOf returns what people call a theme, folded: its synonyms, or its name.
func NamesOf(theme string) []string {
	if names := synonyms[theme]; names != nil {
		return names
	}
	return []string{theme}
}

// synonymAt returns the theme that the words from the i-th on are a synonym of, and how many
// words that takes; 0 for none. The longest counts.
func (r *parser) synonymAt(i int) (name string, n int) {
	for to, phrases := range synonyms {
		if m := r.phraseAt(i, phrases); m > n {
			name, n = to, m
		}
	}
	return name, n
}

// mostUnknown bounds how many words are told that mean nothing.
const mostUnknown = 20

// readWord takes a word as a theme: a keyword, or a word of synopses. A word that is unknown, or
// that nothing was made of, is noted; a filler is not taken, and a word of conversation only
// behind "about". It reports whether it took the word.
func (r *parser) readWord() bool {
	w := r.word(r.i)
	if w == "silent" && (r.lex.genres[r.word(r.i+1)] != nil || r.headNoun(r.word(r.i+1))) { // "silent horror"
		r.i++
		r.noteSilent()
		return true
	}
	if r.lex.fillers[w] || strings.ContainsAny(w, "<>=") || r.counts() {
		return false
	}
	if one, ends := strings.CutSuffix(w, "s"); ends && r.not.on && r.cue != aboutCue && len(r.lex.countries[one]) > 0 { // "without americans"
		return r.readPlace(one, 1)
	}
	common := r.lex.common[w]
	if common && (r.cue != aboutCue || r.lex.chat[w]) {
		return false
	}
	if common := slices.Contains([]string{"my", "our"}, r.word(r.i-1)); common && slices.Contains(kin, w) && r.cue != aboutCue {
		return false // whom the film is seen with
	}
	numeral := w[0] >= '0' && w[0] <= '9'
	features := r.said(w)
	if t := r.tokens[r.i]; len(features) == 0 && !t.foreign && (!t.capital || r.sentenceStart(r.i) || r.shouted) {
		if meant := r.subject(w); meant != "" {
			w, features = meant, r.said(meant)
		}
	}
	r.i++
	switch {
	case len(features) == 0 || r.tokens[r.i-1].foreign && r.keywordFilms(features) < commonTheme || numeral && r.keywordFilms(features) < leastKeyword:
		r.noteWord(&r.Request.Unknown, w)
	case r.chat && r.cue != aboutCue && !r.not.on, r.Conversation && r.cue != aboutCue && r.keywordFilms(features) < leastKeyword:
		r.noteWord(&r.Request.Ignored, w)
	default:
		r.noteTheme(w, features)
	}
	return true
}

// silentTo is the last year of which most films were silent.
const silentTo = 1929

// noteSilent notes silent films, which few records name: unless other years are asked for, or they are ruled out,
// those of the years in which films were.
func (r *parser) noteSilent() {
	if !r.not.on {
		r.movement = until(silentTo)
	}
	r.noteTheme("silent film", r.said("silent film"))
}

// counts reports whether the next word is a number of those that films are about: "about two brothers".
func (r *parser) counts() bool {
	_, n := r.numberAt(r.i)
	return n == 1 && r.cue == aboutCue && !r.endsClause(r.i)
}

// noteWord appends a word that nothing was made of, once, up to mostUnknown.
func (r *parser) noteWord(to *[]string, w string) {
	if !slices.Contains(*to, w) && len(*to) < mostUnknown {
		*to = append(*to, w)
	}
}

// concludeIgnored lists all that had no effect, in the order of the prompt.
func (r *parser) concludeIgnored() {
	all := append(slices.Clone(r.Request.Unknown), r.Request.Ignored...)
	slices.SortStableFunc(all, func(a, b string) int { return r.place(a) - r.place(b) })
	r.Request.Ignored = slices.Compact(all)
}

// place returns where a word stands first in the prompt.
func (r *parser) place(w string) int {
	w, _, _ = strings.Cut(w, " ")
	return slices.IndexFunc(r.tokens, func(t token) bool { return t.word == w })
}

// keywordFilms returns how many films have the most frequent keyword or tag of some features.
func (r *Reader) keywordFilms(features []uint32) (most int) {
	for _, f := range features {
		if docs, _ := r.ix.With(f); r.ix.IsSubject(f) {
			most = max(most, len(docs))
		}
	}
	return most
}

// Films returns how many films have the most frequent keyword of a theme.
func (r *Reader) Films(t Theme) int { return r.keywordFilms(t.Features) }

// kin are the words for relatives that a film may be seen with, folded.
var kin = strings.Fields("grandmother grandfather grandparents grandson granddaughter grandma grandpa mother father parents uncle aunt cousin cousins nephew niece inlaws")

// kindNouns are words for films behind what these are about, in keywords: "courtroom drama", "dinosaur adventure".
var kindNouns = strings.Fields("film movie story drama comedy thriller horror adventure western musical documentary animation")

// said returns the features that a word or the name of a theme may mean: keywords, also in the
// singular and in front of kindNouns, those of themeKeywords, and the plot word of its stem. It is
// empty when there is none.
func (r *Reader) said(w string) []uint32 {
	var features []uint32
	for _, key := range append([]string{w}, themeKeywords[w]...) {
		features = append(features, r.ix.Called(feature.TitleKey(key), feature.Keyword)...)
	}
	one := strings.TrimSuffix(w, "s")
	if r.keywordFilms(features) < leastKeyword {
		features = append(features, r.ix.Called(one, feature.Keyword)...)
	}
	features = append(features, r.ix.Noted(one+"s")...)
	for _, noun := range kindNouns {
		features = append(features, r.ix.Called(one+" "+noun, feature.Keyword)...)
	}
	if f, ok := r.ix.Feature(feature.PlotWord, feature.PlotStem(w)); ok && feature.PlotStem(w) != "" {
		features = append(features, f)
	}
	slices.Sort(features)
	return slices.Compact(features)
}

// SplitPhrases adds each known word of a reading's themes of several words as a theme of its own,
// and reports whether there was one. The request is not changed.
func (r *Reader) SplitPhrases(of *Reading) (split bool) {
	for _, t := range of.Themes {
		all := strings.Fields(t.Words)
		if len(all) < 2 || slices.Contains(all, "and") { // "black and white" is one thing
			continue
		}
		for _, w := range all {
			if features := r.said(w); len(features) > 0 && !r.lex.fillers[w] {
				of.Themes, split = append(of.Themes, Theme{Words: w, Features: features}), true
			}
		}
	}
	return split
}

// noteTheme notes what the film should, or under a negation should not, be about. A theme of
// the same words is noted once.
func (r *parser) noteTheme(words string, features []uint32) {
	switch {
	case r.not.on:
		if !slices.Contains(r.Request.NotThemes, words) {
			r.NotThemes = append(append(r.NotThemes, features...), r.inTitles(words)...)
			r.Request.NotThemes = append(r.Request.NotThemes, words)
		}
		if slices.Contains(killing, words) { // few records say that nobody is
			r.spare("violent")
			r.NotThemes = append(r.NotThemes, r.ix.Noted(deadly...)...)
		}
	case !slices.Contains(r.Request.Themes, words):
		r.Themes = append(r.Themes, Theme{Words: words, Features: features, Alike: r.alike(words)})
		r.Request.Themes = append(r.Request.Themes, words)
	}
	r.ruledOut()
}

// deadly are the tags of the notes of films in which somebody dies.
var deadly = []string{"sad ending", "suicide", "animal dies", "graphic violence", "terminal illness"}

// killing are words by which people say that nobody is to be killed, folded.
var killing = strings.Fields("killed dies die")

// alike returns the features of the words that mean the same as the name of a theme of one word.
func (r *Reader) alike(theme string) (features []uint32) {
	for _, w := range slices.Concat(catalog.Alike(theme), themeStory[theme]) {
		if f, ok := r.ix.Feature(feature.PlotWord, feature.PlotStem(w)); ok {
			features = append(features, f)
		}
		features = append(features, r.ix.Called(w, feature.Keyword)...)
	}
	return features
}

// inTitles returns the features of words that the titles of films about a theme have: its name, and what
// themeKeywords has for it, in the singular and the plural.
func (r *Reader) inTitles(theme string) (features []uint32) {
	for _, w := range append([]string{theme}, themeKeywords[theme]...) {
		one := strings.TrimSuffix(w, "s")
		for _, form := range []string{one, one + "s"} {
			if f, ok := r.ix.Feature(feature.TitleWord, form); ok {
				features = append(features, f)
			}
		}
	}
	return features
}
