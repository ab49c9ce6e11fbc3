package prompt

import (
	"slices"
	"strings"

	"kinodex/internal/taste/feature"
)

// company is a studio or another producer of films.
type company struct {
	name  string   // as it is shown
	said  []string // what people call it, folded
	begin []string // how its names in records begin, folded
	word  bool     // said is a word of English, too: something must speak for the company
}

// companies are those that people know by other names than records have, or by a part of one.
var companies = []company{
	{name: "Pixar", said: []string{"pixar"}, begin: []string{"pixar"}},
	{name: "Walt Disney", said: []string{"disney", "walt disney", "disney animation"}, begin: []string{"walt disney", "disney", "disneytoon studios", "pixar"}},
	{name: "Studio Ghibli", said: []string{"ghibli", "studio ghibli"}, begin: []string{"studio ghibli"}},
	{name: "A24", said: []string{"a24", "a 24"}, begin: []string{"a24"}},
	{name: "Warner Bros.", said: []string{"warner bros", "warner brothers", "warners"}, begin: []string{"warner bros", "warner brothers"}},
	{name: "Marvel Studios", said: []string{"marvel", "marvel studios", "mcu"}, begin: []string{"marvel studios", "marvel entertainment", "marvel enterprises", "marvel"}},
	{name: "DC", said: []string{"dc", "dc comics", "dc films", "dceu"}, begin: []string{"dc comics", "dc entertainment", "dc films", "dc studios"}, word: true},
	{name: "Universal Pictures", said: []string{"universal pictures", "universal studios", "universal"}, begin: []string{"universal pictures", "universal international", "universal-international", "universal studios"}, word: true},
	{name: "Paramount", said: []string{"paramount", "paramount pictures"}, begin: []string{"paramount"}, word: true},
	{name: "20th Century Fox", said: []string{"20th century fox", "twentieth century fox", "20th century studios", "fox"}, begin: []string{"twentieth century fox",
		"20th century fox", "20th century studios", "20th century pictures", "twentieth century pictures"}, word: true},
	{name: "Searchlight Pictures", said: []string{"fox searchlight", "searchlight pictures", "searchlight"}, begin: []string{"fox searchlight", "searchlight pictures"}, word: true},
	{name: "Columbia Pictures", said: []string{"columbia pictures", "columbia"}, begin: []string{"columbia pictures"}, word: true},
	{name: "Sony Pictures", said: []string{"sony pictures", "sony pictures animation", "sony"}, begin: []string{"sony pictures"}, word: true},
	{name: "Metro-Goldwyn-Mayer", said: []string{"mgm", "metro goldwyn mayer"}, begin: []string{"metro-goldwyn-mayer", "mgm"}},
	{name: "United Artists", said: []string{"united artists"}, begin: []string{"united artists"}},
	{name: "RKO", said: []string{"rko", "rko radio pictures"}, begin: []string{"rko"}},
	{name: "Miramax", said: []string{"miramax"}, begin: []string{"miramax"}},
	{name: "New Line Cinema", said: []string{"new line cinema", "new line"}, begin: []string{"new line cinema", "new line"}, word: true},
	{name: "Lionsgate", said: []string{"lionsgate", "lions gate"}, begin: []string{"lionsgate", "lions gate"}},
	{name: "DreamWorks", said: []string{"dreamworks", "dream works", "dreamworks animation"}, begin: []string{"dreamworks"}},
	{name: "Illumination", said: []string{"illumination", "illumination entertainment"}, begin: []string{"illumination"}, word: true},
	{name: "Blue Sky Studios", said: []string{"blue sky studios"}, begin: []string{"blue sky studios"}},
	{name: "Aardman", said: []string{"aardman", "aardman animations"}, begin: []string{"aardman"}},
	{name: "Laika", said: []string{"laika", "laika entertainment", "laika studios"}, begin: []string{"laika"}},
	{name: "Cartoon Saloon", said: []string{"cartoon saloon"}, begin: []string{"cartoon saloon"}},
	{name: "Studiocanal", said: []string{"studiocanal", "studio canal"}, begin: []string{"studiocanal", "studio canal", "le studio canal", "canal+"}},
	{name: "Working Title", said: []string{"working title", "working title films"}, begin: []string{"working title"}, word: true},
	{name: "Ealing Studios", said: []string{"ealing", "ealing studios"}, begin: []string{"ealing"}},
	{name: "Hammer Film Productions", said: []string{"hammer", "hammer films", "hammer horror", "hammer studios", "hammer film productions"}, begin: []string{"hammer film", "hammer films", "hammer"}, word: true},
	{name: "Amicus", said: []string{"amicus", "amicus productions"}, begin: []string{"amicus"}},
	{name: "Blumhouse", said: []string{"blumhouse", "blumhouse productions"}, begin: []string{"blumhouse"}},
	{name: "Troma", said: []string{"troma", "troma entertainment"}, begin: []string{"troma"}},
	{name: "Cannon", said: []string{"cannon films", "cannon group", "the cannon group", "cannon"}, begin: []string{"cannon", "the cannon group", "golan globus"}, word: true},
	{name: "Toho", said: []string{"toho"}, begin: []string{"toho"}},
	{name: "Toei", said: []string{"toei"}, begin: []string{"toei"}},
	{name: "Shochiku", said: []string{"shochiku"}, begin: []string{"shochiku"}},
	{name: "Daiei", said: []string{"daiei"}, begin: []string{"daiei"}},
	{name: "Nikkatsu", said: []string{"nikkatsu"}, begin: []string{"nikkatsu"}},
	{name: "Madhouse", said: []string{"madhouse", "studio madhouse"}, begin: []string{"madhouse"}, word: true},
	{name: "Kyoto Animation", said: []string{"kyoto animation", "kyoani"}, begin: []string{"kyoto animation"}},
	{name: "Shaw Brothers", said: []string{"shaw brothers", "shaw bros"}, begin: []string{"shaw brothers", "shaw bros"}},
	{name: "Golden Harvest", said: []string{"golden harvest"}, begin: []string{"golden harvest", "orange sky golden harvest"}},
	{name: "Yash Raj Films", said: []string{"yash raj", "yash raj films", "yrf"}, begin: []string{"yash raj"}},
	{name: "Dharma Productions", said: []string{"dharma productions"}, begin: []string{"dharma productions"}},
	{name: "Pathé", said: []string{"pathe"}, begin: []string{"pathe"}},
	{name: "Gaumont", said: []string{"gaumont"}, begin: []string{"gaumont"}},
	{name: "UFA", said: []string{"ufa"}, begin: []string{"universum film", "ufa"}},
	{name: "DEFA", said: []string{"defa"}, begin: []string{"deutsche film", "defa"}},
	{name: "Constantin Film", said: []string{"constantin film", "constantin"}, begin: []string{"constantin"}},
	{name: "Zentropa", said: []string{"zentropa"}, begin: []string{"zentropa"}},
	{name: "Nordisk Film", said: []string{"nordisk", "nordisk film"}, begin: []string{"nordisk"}},
	{name: "Cinecittà", said: []string{"cinecitta"}, begin: []string{"cinecitta"}},
	{name: "Mosfilm", said: []string{"mosfilm"}, begin: []string{"mosfilm"}},
	{name: "Lenfilm", said: []string{"lenfilm"}, begin: []string{"lenfilm"}},
	{name: "BBC", said: []string{"bbc", "bbc films"}, begin: []string{"bbc", "british broadcasting corporation"}},
	{name: "Film4", said: []string{"film4", "film 4", "film four"}, begin: []string{"film4", "film four", "filmfour", "channel four films"}},
	{name: "HBO", said: []string{"hbo films"}, begin: []string{"hbo", "home box office"}},
	{name: "Netflix", said: []string{"netflix originals", "netflix original", "netflix produced"}, begin: []string{"netflix"}},
	{name: "Focus Features", said: []string{"focus features"}, begin: []string{"focus features"}},
	{name: "Neon", said: []string{"neon"}, begin: []string{"neon"}, word: true},
	{name: "Annapurna", said: []string{"annapurna", "annapurna pictures"}, begin: []string{"annapurna"}},
	{name: "Bad Robot", said: []string{"bad robot"}, begin: []string{"bad robot"}, word: true},
	{name: "Legendary", said: []string{"legendary", "legendary pictures", "legendary entertainment"}, begin: []string{"legendary"}, word: true},
	{name: "Lucasfilm", said: []string{"lucasfilm", "lucas film"}, begin: []string{"lucasfilm"}},
	{name: "Amblin", said: []string{"amblin", "amblin entertainment"}, begin: []string{"amblin"}},
	{name: "American Zoetrope", said: []string{"zoetrope", "american zoetrope"}, begin: []string{"american zoetrope", "zoetrope studios"}},
	{name: "Happy Madison", said: []string{"happy madison"}, begin: []string{"happy madison"}},
	{name: "Castle Rock", said: []string{"castle rock", "castle rock entertainment"}, begin: []string{"castle rock entertainment"}, word: true},
	{name: "Orion Pictures", said: []string{"orion pictures", "orion"}, begin: []string{"orion pictures"}, word: true},
	{name: "TriStar Pictures", said: []string{"tristar", "tri star", "tristar pictures"}, begin: []string{"tristar", "tri-star"}},
	{name: "Touchstone Pictures", said: []string{"touchstone", "touchstone pictures"}, begin: []string{"touchstone"}, word: true},
	{name: "Carolco", said: []string{"carolco", "carolco pictures"}, begin: []string{"carolco"}},
	{name: "The Weinstein Company", said: []string{"weinstein company", "the weinstein company"}, begin: []string{"the weinstein company", "weinstein company"}},
	{name: "American International Pictures", said: []string{"american international pictures", "aip"}, begin: []string{"american international pictures", "aip"}},
	{name: "Republic Pictures", said: []string{"republic pictures"}, begin: []string{"republic pictures"}},
	{name: "Monogram Pictures", said: []string{"monogram pictures"}, begin: []string{"monogram pictures"}},
}

// companyNouns stand behind the name of a company, folded.
var companyNouns = strings.Fields("production productions studio studios pictures entertainment original originals animation animations release releases stuff horror horrors logo style cartoon cartoons")

// producedBy stand in front of the name of a company, folded; "on" tells where films are seen.
var producedBy = strings.Fields("by from of no not without any anything nothing some studio like old classic early new more avoid except hate")

// readCompany takes the name of a company that produces films, and reports whether there was one: one
// of companies, or behind a word for making the whole name of another. A film must then have been
// made by one of those that are named, or under a negation by none.
func (r *parser) readCompany() bool {
	if r.tokens[r.i].inner || r.cue == aboutCue || r.word(r.i-1) == "on" {
		return false
	}
	var is *company
	n := 0
	for i := range companies {
		c := &companies[i]
		if m := r.phraseAt(r.i, c.said); m > n && (!c.word || r.speaksForCompany(m)) {
			is, n = c, m
		}
	}
	name, features := "", []uint32(nil)
	if is != nil {
		name, features = is.name, r.companiesOf(is)
	} else {
		name, n, features = r.namedCompany()
	}
	if len(features) == 0 {
		return false
	}
	r.i += n
	for slices.Contains(companyNouns[:9], r.word(r.i)) {
		r.i++
	}
	to, request := &r.Companies, &r.Request.Companies
	if r.not.on {
		to, request = &r.NotCompanies, &r.Request.NotCompanies
	}
	if !slices.Contains(*request, name) {
		*to, *request = append(*to, features...), append(*request, name)
	}
	r.ruledOut()
	return true
}

// noApostrophes writes a phrase as tokens have it: "palme dor".
var noApostrophes = strings.NewReplacer("'", "", "’", "")

// NamesMakers reports whether a folded text is what people call a movement, a prize, or a company that made some film.
func (r *Reader) NamesMakers(text string) bool {
	if r.lex.prizes[noApostrophes.Replace(text)] != "" {
		return true
	}
	if slices.ContainsFunc(movements, func(m movement) bool { return slices.Contains(m.names, text) }) {
		return true
	}
	i := slices.IndexFunc(companies, func(c company) bool { return slices.Contains(c.said, text) })
	return i >= 0 && len(r.companiesOf(&companies[i])) > 0
}

// speaksForCompany reports whether something tells that the next n words, which are words of English,
// too, are the name of a company: another word for films or companies behind them, or that they have
// a capital letter and stand behind a word for making.
func (r *parser) speaksForCompany(n int) bool {
	next, last := r.word(r.i+n), r.word(r.i+n-1)
	if n > 1 && (r.headNoun(last) || slices.Contains(companyNouns, last)) {
		return true
	}
	if r.not.until > 0 && r.clauseStart(r.i) || n > 1 && r.tokens[r.i].capital && r.tokens[r.i+n-1].capital && !r.shouted {
		return true
	}
	if r.headNoun(next) || r.lex.genres[next] != nil && r.tokens[r.i].capital && !r.sentenceStart(r.i) && !r.shouted || slices.Contains(companyNouns, next) {
		return n > 1 || r.tokens[r.i].capital && !r.shouted || next != "films" && next != "movies" || r.word(r.i) == "hammer"
	}
	return r.tokens[r.i].capital && !r.shouted && !r.sentenceStart(r.i) && slices.Contains(producedBy, r.word(r.i-1))
}

// companiesOf returns the companies of records whose names begin as those of one do.
func (r *Reader) companiesOf(c *company) (features []uint32) {
	keys := &r.ix.Keys[feature.Company]
	for _, begin := range c.begin {
		for i := keys.Search(begin); i < keys.Len() && strings.HasPrefix(string(keys.At(i)), begin); i++ {
			if rest := string(keys.At(i))[len(begin):]; rest == "" || rest[0] < '0' || rest[0] > '9' && rest[0] < 'a' {
				features = append(features, r.ix.Ranges[feature.Company]+uint32(i))
			}
		}
	}
	slices.Sort(features)
	return slices.Compact(features)
}

// leastProduced is how many films a company must have made to be known by its name.
const leastProduced = 3

// namedCompany returns the company whose whole name, of two words or more, stands here behind a word
// for making; no feature for none.
func (r *parser) namedCompany() (name string, n int, features []uint32) {
	if !slices.Contains(producedBy, r.word(r.i-1)) && r.cue != byCue {
		return "", 0, nil
	}
	for n = 5; n >= 2; n-- {
		key, ok := r.join(n)
		if !ok || !slices.Contains(companyNouns, r.word(r.i+n-1)) && !r.headNoun(r.word(r.i+n-1)) {
			continue
		}
		if f, ok := r.ix.Feature(feature.Company, key); ok {
			if docs, _ := r.ix.With(f); len(docs) >= leastProduced {
				return r.ix.Spelling(f), n, []uint32{f}
			}
		}
	}
	return "", 0, nil
}
