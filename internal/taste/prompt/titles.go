package prompt

// The least fame of a film whose title is heard, by what speaks for its being a title. A less
// known film is not meant: "like it was yesterday" is about no film.
const (
	statedFame  = 0.10 // in quotation marks, or with its year
	cuedFame    = 0.50 // behind a word of watching or liking
	capitalFame = 0.60 // several words with capital letters
	judgedFame  = 0.60 // something is said of it: "was great"
	aloneFame   = 0.66 // in a list, or in capital letters in the middle of a sentence
	uncuedFame  = 0.76 // nothing but that its words are unusual together
	seriesFame  = 0.77 // the first words of a title, or "the … movies": a series
	widestFame  = 0.90 // likewise though the title is a keyword, too
)

// titleRule decides whether some words are meant as the title of a film. It holds when the film is
// as well known as the rule says, and the words have all signs of with and none of without. A film
// must be known because titles are made of the words that people use anyway.
type titleRule struct {
	name          string
	with, without evidence
	fame          float32 // at least; 0 for any film
	below         float32 // less than that, unless 0
	heard         bool
	why           string
}

// titleRules are the decision table of titles. The first rule that holds decides; when none does
// the words are no title, for nothing speaks for it. A test has a sentence for each rule that this
// rule alone decides: a rule that no sentence needs does not stay.
var titleRules = []titleRule{
	{name: "year in brackets, capitals", with: withYear | bracketed | capital, heard: true,
		why: "Nobody writes a year in brackets but behind a title."},
	{name: "year in brackets, plain words", with: withYear | bracketed | noneKnown, heard: true,
		why: "Small letters do when no word asks for a kind of film."},
	{name: "year in brackets, unusual words", with: withYear | bracketed, without: common, heard: true,
		why: "Nor do words of the lexicon count against it beside an unusual one."},
	{name: "year behind unusual words", with: withYear | noneKnown, without: common, heard: true,
		why: "A bare year may be a wish, but not behind words that wish nothing and are rare."},
	{name: "year behind common words", with: withYear,
		why: "\"Something old 1995\" is more often a wish with a year than a film."},

	{name: "number with a unit", with: number | unitAfter,
		why: "300 minutes are a length."},
	{name: "number that was watched", with: number | likeBefore, fame: cuedFame, heard: true,
		why: "Who watched 1917 speaks of a film."},
	{name: "number that came out", with: number | cameOut, fame: cuedFame, heard: true,
		why: "Years do not come out and are not great."},
	{name: "number", with: number,
		why: "Any other number is a year, a length, an age or a rating."},

	{name: "genre or place", with: inLexicon | kindOrPlace,
		why: "Genres, countries and languages are asked for far more often than films of that name."},
	{name: "phrase of the lexicon", with: inLexicon, without: capital,
		why: "Moods and wishes in small letters are moods and wishes."},
	{name: "phrase of the lexicon, nothing liked", with: inLexicon, without: likeBefore,
		why: "In capital letters, too, unless somebody watched or liked it."},
	{name: "what films are about", with: aboutBefore,
		why: "A film about Titanic is about the ship."},

	{name: "person", with: person, without: likeBefore,
		why: "A name is somebody's before it is a film's."},
	{name: "person in small letters", with: person, without: capital,
		why: "Behind a verb of liking, too: people like actors."},
	{name: "person of two names", with: person, without: manyUnusual,
		why: "And in capital letters, which names have anyway."},
	{name: "person, film less known", with: person, below: capitalFame,
		why: "Only a long name that is a known film's, in capital letters and liked, goes on."},
	{name: "second word of a name", with: oneWord | capital | inName,
		why: "\"Greta Gerwig\" is nobody's Gerwig, though a film may be called so."},

	{name: "series", with: capital | seriesNamed, without: theme, fame: seriesFame, heard: true,
		why: "\"All the Terminator movies\" are like the first of them."},
	{name: "series that is a theme", with: capital | seriesNamed, fame: widestFame, heard: true,
		why: "Everybody knows the film though films have it as a keyword."},
	{name: "title alone", with: capital | soleTitle, fame: cuedFame, heard: true,
		why: "\"The Holiday.\" says nothing else."},
	{name: "list of titles", with: capital | startsList, fame: judgedFame, heard: true,
		why: "Who begins with a title that another follows lists films."},
	{name: "list of titles in small letters", with: startsList, without: common, fame: judgedFame, heard: true,
		why: "In small letters the words must be unusual, since common ones begin sentences."},

	{name: "what the wish is to differ from", with: capital | contrasted, without: inLexicon, fame: aloneFame, heard: true,
		why: "\"Drive but with hope\" names the film that it goes away from."},
	{name: "likewise in small letters", with: contrasted, without: inLexicon | theme, fame: uncuedFame, heard: true,
		why: "Of a film that nearly everybody knows no capital letter is needed."},

	{name: "several words compared with", with: compared | mayEnd, without: capital | oneWord | inLexicon, fame: aloneFame, heard: true,
		why: "\"Movies like stand by me\" compare with a film, whatever its words."},

	{name: "common words in small letters", with: common, without: capital,
		why: "They are sentences far more often than titles: \"get out\"."},
	{name: "common words that were watched", with: common | likeBefore | complete, fame: cuedFame, heard: true,
		why: "Capital letters behind \"watched\" make a title of them."},
	{name: "common words in a list", with: common | follows | complete, fame: aloneFame, heard: true,
		why: "So does a title right before."},
	{name: "common words, each with a capital", with: common | eachCapital, without: oneWord, fame: uncuedFame, heard: true,
		why: "Nobody writes \"Catch Me If You Can\" otherwise."},

	{name: "one word that is a theme", with: oneUnusual | theme, without: capital,
		why: "\"Robots are great\" speaks of robots."},
	{name: "something is said of it", with: judgedAfter, without: common, fame: judgedFame, heard: true,
		why: "What \"was great\" is a film."},
	{name: "one word that was watched", with: oneUnusual | likeBefore | mayEnd, without: theme, fame: cuedFame, heard: true,
		why: "What somebody watched, and is nothing else, is a film."},
	{name: "theme with a capital that was watched", with: oneUnusual | capital | likeBefore | mayEnd, without: nounAfter, fame: cuedFame, heard: true,
		why: "A capital letter makes a title of a theme, but not of \"Robot, movies\"."},
	{name: "one word in a list", with: oneUnusual | follows | mayEnd, without: capital, fame: aloneFame, heard: true,
		why: "A title right before makes one of it."},
	{name: "one word, and little else", with: oneUnusual | wholeClause | shortPrompt, without: capital, fame: uncuedFame, heard: true,
		why: "Who types one rare word that is a famous film's title means the film."},
	{name: "one word with a capital", with: oneUnusual | capital | midSentence | mayEnd, without: someTheme, fame: aloneFame, heard: true,
		why: "In the middle of a sentence only names have one."},
	{name: "one word as a clause", with: oneUnusual | capital | wholeClause, without: theme, fame: aloneFame, heard: true,
		why: "A capital letter where a clause begins and ends is more than a beginning."},

	{name: "several words with capitals that were watched", with: severalUnusual | capital | likeBefore, fame: cuedFame, heard: true,
		why: "Capital letters and \"watched\" outweigh that films have the words as a keyword."},
	{name: "several words that were watched", with: severalUnusual | likeBefore, without: theme, fame: cuedFame, heard: true,
		why: "Rare words that are a title together are seldom there by chance."},
	{name: "several words with capitals", with: severalUnusual | capital, fame: capitalFame, heard: true,
		why: "With capital letters they need nobody who watched."},
	{name: "several words", with: severalUnusual, without: theme, fame: uncuedFame, heard: true,
		why: "Of a film that nearly everybody knows the words alone do."},
	{name: "several words as a clause", with: severalUnusual | wholeClause, without: theme, fame: aloneFame, heard: true,
		why: "Of a less known one they do where nothing else stands beside them."},
}

// rule returns the first of some rules that holds for the candidate; nil for none.
func (c *candidate) rule(rules []titleRule) *titleRule {
	for i := range rules {
		t := &rules[i]
		if c.fame >= t.fame && (t.below == 0 || c.fame < t.below) && c.hasAll(t.with) && !c.hasAny(t.without) {
			return t
		}
	}
	return nil
}

// evident reports whether the next n words are meant as the title that m is.
func (r *parser) evident(m mention, n int) bool {
	c := newCandidate(r, m, n)
	t := c.rule(r.titles)
	if r.trace != nil {
		r.considered(m, n, t)
	}
	return t != nil && t.heard
}
