package cover

import (
	"slices"
	"strings"
)

// ofGenres are the compositions of each genre, the most fitting first.
var ofGenres = map[string][]string{
	"Action": {"burst", "speed", "fuse", "target", "flags", "skyline"}, "Adventure": {"waves", "peaks", "sun", "road"},
	"Animation": {"paper", "confetti", "tiles", "stars"}, "Biography": {"bust", "figure", "chair", "stairs"},
	"Comedy": {"confetti", "grin", "tiles", "dots", "table", "chair"}, "Crime": {"skyline", "keyhole", "target", "blinds", "bars", "fuse"},
	"Documentary": {"lens", "contours", "fields", "birds"}, "Drama": {"window", "doorway", "split", "chair", "tree", "birds", "table", "fields", "figure", "stairs", "letter"},
	"Family": {"paper", "tiles", "stars"}, "Fantasy": {"stars", "forest", "peaks"}, "Film-Noir": {"blinds", "doorway", "stairs"},
	"Game-Show": {"dots", "confetti"}, "History": {"arches", "flags", "bust"}, "Horror": {"eye", "slashes", "forest"},
	"Music": {"staves", "record"}, "Musical": {"curtain", "staves", "dots"}, "Mystery": {"keyhole", "maze", "spiral", "blinds", "letter"},
	"News": {"contours", "target"}, "Reality-TV": {"dots", "window"}, "Romance": {"circles", "letter", "birds", "split", "table"},
	"Sci-Fi": {"planet", "grid", "target"}, "Short": {"split", "dots"}, "Sport": {"lanes", "speed"}, "Talk-Show": {"dots", "bust"},
	"Thriller": {"maze", "keyhole", "target", "spiral", "stairs", "fuse"}, "War": {"flags", "burst", "figure"}, "Western": {"sun", "road", "peaks"},
}

// ofWords are the compositions that a word in a keyword asks for. They weigh more than genres. A space
// stands where a word begins or ends.
var ofWords = []struct {
	words       []string
	composition string
}{
	{[]string{"heist", "caper", "robbery", "bank robber", "burglar", "jewel thief"}, "plan"},
	{[]string{"prison", "jail", "convict"}, "bars"},
	{[]string{"road movie", "road trip", "hitchhik", "truck driver"}, "road"},
	{[]string{" sea ", "ocean", " ship", "pirate", "submarine", "island", "shark", "boat", "swashbuckler", "sailor", "navy"}, "waves"},
	{[]string{" space", "alien ", "planet", "astronaut"}, "planet"},
	{[]string{"cyberpunk", "robot", "android", "artificial intelligence", "virtual reality", "hacker"}, "grid"},
	{[]string{"slasher", "serial killer", "splatter", " gore"}, "slashes"},
	{[]string{"psychological", " dream", "surreal", "time travel", "time loop", "amnesia", "obsession", "hallucination"}, "spiral"},
	{[]string{"courtroom", "legal", "lawyer", "ancient", "roman empire", "monarchy", "costume drama"}, "arches"},
	{[]string{"boxing", "football", "baseball", "basketball", " racing", "athlete", "olympic", "wrestling", "tennis"}, "lanes"},
	{[]string{"rock star", "jazz", "singer", " band ", "concert", "punk"}, "record"},
	{[]string{"composer", "orchestra", "pianist", "violin", " opera"}, "staves"},
	{[]string{" spy", "assassin", "hitman", "sniper", "secret agent"}, "target"},
	{[]string{"gangster", "mafia", "new york", "los angeles", "superhero", "police"}, "skyline"},
	{[]string{"mountain", "climbing", "survival", "himalaya"}, "peaks"},
	{[]string{" desert "}, "sun"},
	{[]string{"showbiz", "theatre", "theater", "broadway", "dance", "dancing", "ballet", "backstage"}, "curtain"},
	{[]string{"forest", "fairy tale", "werewolf", "witch", "folk horror", "jungle"}, "forest"},
	{[]string{"neo-noir", "detective", "private eye", "hardboiled"}, "blinds"},
	{[]string{"screwball", "slapstick", "farce", "parody"}, "tiles"},
	{[]string{"tragedy", "melodrama", "loneliness", "grief", "loss of"}, "rain"},
	{[]string{"vampire", "ghost", "supernatural horror", "monster"}, "eye"},
	{[]string{"world war", "soldier", "vietnam", "civil war"}, "flags"},
	{[]string{"whodunnit", "conspiracy", "investigation"}, "maze"},
	{[]string{"magic", "sword", "wizard", "dragon"}, "stars"},
	{[]string{"martial arts", "kung fu", "car chase", "one-person army"}, "speed"},
	{[]string{"christmas", "children"}, "paper"},
	{[]string{"love triangle", "wedding", "love affair"}, "circles"},
	{[]string{"apartment", "voyeur"}, "window"},
	{[]string{"dinner", " food", "restaurant", "family drama"}, "table"},
	{[]string{" letter", "correspondence", "post office"}, "letter"},
	{[]string{"bomb", "terroris", "explosion"}, "fuse"},
	{[]string{" farm", "rural", "village", "nature"}, "tree"},
}

// without are the compositions of films of which no genre is known.
var without = []string{"split", "tiles", "dots", "circles", "figure", "fields", "birds"}

// telling are the genres that say by themselves what a film shows.
var telling = []string{"Film-Noir", "Western", "Musical", "War", "Horror", "Sci-Fi", "Animation", "Documentary", "Sport", "Music", "Fantasy", "Adventure",
	"Biography", "Romance", "Mystery", "History", "Family"}

// ballot is the weights of the compositions, by their place.
type ballot struct {
	weights []int
	sum     int
}

// add gives a composition more weight.
func (b *ballot) add(name string, weight int) {
	i := slices.IndexFunc(compositions, func(c composition) bool { return c.name == name })
	b.weights[i] += weight
	b.sum += weight
}

// choose returns the composition of a film: its genres and keywords say which may be, and chance
// says which of them it is, the more fitting one more often. Where a keyword or a telling genre
// speaks, genres such as drama hardly count.
func (f *Film) choose(c *chance) *composition {
	b := ballot{weights: make([]int, len(compositions))}
	f.weighKeywords(&b)
	told := 0
	for _, g := range telling {
		if slices.Contains(f.Genres, g) && told < 2 {
			for i, name := range ofGenres[g] {
				b.add(name, max(2, 12-3*i)/(1+told))
			}
			told++
		}
	}
	most := 8
	if b.sum > 0 {
		most = 2
	}
	for _, g := range f.Genres {
		if !slices.Contains(telling, g) {
			for i, name := range ofGenres[g] {
				b.add(name, max(0, most-i/2))
			}
			most = max(1, most/2)
		}
	}
	if b.sum == 0 {
		for _, name := range without {
			b.add(name, 1)
		}
	}
	at, i := c.below(b.sum), 0
	for at >= b.weights[i] {
		at -= b.weights[i]
		i++
	}
	return &compositions[i]
}

// weighKeywords adds what keywords ask for.
func (f *Film) weighKeywords(b *ballot) {
	if len(f.Keywords) == 0 {
		return
	}
	keywords := " " + strings.ToLower(strings.Join(f.Keywords, " | ")) + " "
	for _, w := range ofWords {
		if slices.ContainsFunc(w.words, func(word string) bool { return strings.Contains(keywords, word) }) {
			b.add(w.composition, 10)
		}
	}
}
