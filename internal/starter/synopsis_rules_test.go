package starter

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// A synopsis is a sentence about a film as a line of synopses.tsv states it.
type synopsis struct {
	id       film.ID
	heading  string // Title (Year)
	sentence string
}

// knownNames are names that any sentence may hold: places, peoples, holidays,
// institutions, and people of history.
//
//go:embed testdata/names.txt
var knownNames string

// reviews are exceptions that a person looked at: id, tab, a name that the film's
// figures do not hold; or id, tab, "-" for a sentence that shares no word with
// them.
//
//go:embed testdata/reviewed.tsv
var reviews string

// A reviewer holds sentences against the rules for them.
type reviewer struct {
	films    map[film.ID]*film.Film
	names    map[string]bool
	reviewed map[film.ID][]string
}

func newReviewer(films []*film.Film, reviews string) *reviewer {
	r := &reviewer{films: map[film.ID]*film.Film{}, names: map[string]bool{}, reviewed: map[film.ID][]string{}}
	for _, f := range films {
		r.films[f.ID] = f
	}
	for line := range strings.Lines(knownNames) {
		if !strings.HasPrefix(line, "#") {
			addNames(r.names, line)
		}
	}
	for line := range strings.Lines(reviews) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if id, ok := film.ParseID(cells[0]); ok && len(cells) > 1 {
			r.reviewed[id] = append(r.reviewed[id], cells[1:]...)
		}
	}
	return r
}

// faults are what is wrong with a synopsis, a short sentence each.
func (r *reviewer) faults(s synopsis) []string {
	found := slices.Concat(formFaults(s.sentence), toneFaults(s.sentence))
	f, ok := r.films[s.id]
	if !ok {
		return append(found, "the starter does not carry the film")
	}
	if want := heading(f); s.heading != want {
		found = append(found, fmt.Sprintf("it is headed %q, the film is %q", s.heading, want))
	}
	for _, name := range r.strangers(s.sentence, f) {
		found = append(found, fmt.Sprintf("%q is not a name of this film (cast, credits, keywords, title), nor in testdata/names.txt", name))
	}
	if len(f.Keywords) >= enoughKeywords && !slices.Contains(r.reviewed[s.id], "-") && !sharesWord(s.sentence, f) {
		found = append(found, "it shares no word with the film's keywords, genres, characters or title: is it of this film?")
	}
	return found
}

func heading(f *film.Film) string {
	if f.Year == nil {
		return f.Title
	}
	return fmt.Sprintf("%s (%d)", f.Title, *f.Year)
}

const (
	shortest, longest = 60, 220 // characters of a sentence
	enoughKeywords    = 5       // of a film that tell what it is about
)

// abbreviated are full stops that end no sentence.
var abbreviated = regexp.MustCompile(`\b(Mr|Mrs|Ms|Dr|St|Jr|Sr|Lt|Sgt|Capt|Col|Gen|Prof|vs|No|[A-Z])\.`)

// formFaults are those of length, punctuation and spacing.
func formFaults(s string) []string {
	var found []string
	if n := utf8.RuneCountInString(s); n < shortest || n > longest {
		found = append(found, fmt.Sprintf("it has %d characters, want %d to %d", n, shortest, longest))
	}
	body, stopped := strings.CutSuffix(s, ".")
	if !stopped || strings.HasSuffix(body, ".") {
		found = append(found, "it does not end in one full stop")
	}
	if strings.ContainsAny(abbreviated.ReplaceAllString(body, "$1"), ".!?") {
		found = append(found, "it is more than one sentence")
	}
	for _, c := range s {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune(" ,.;:'-&$%", c) {
			found = append(found, fmt.Sprintf("it holds %q; commas, straight apostrophes and hyphens are enough", c))
			break
		}
	}
	if strings.Join(strings.Fields(s), " ") != s || strings.Contains(s, " ,") || strings.Contains(s, " - ") || strings.Contains(s, "--") {
		found = append(found, "it has a space or a dash too many")
	}
	if c, _ := utf8.DecodeRuneInString(s); !unicode.IsUpper(c) && !unicode.IsDigit(c) {
		found = append(found, "it does not begin with a capital letter")
	}
	return found
}

// Words that praise a film rather than tell of it, and words that tell its end.
// Only small letters count: The Incredible Hulk is a name.
var (
	praise = regexp.MustCompile(`\b(stunning|breathtaking|unforgettable|masterpieces?|hilarious(ly)?|gripping|thrilling|heart-?warming|` +
		`heart-?breaking|acclaimed|award-winning|iconic|groundbreaking|ground-breaking|spectacular|riveting|must-see|incredibl[ey]|amazing(ly)?|` +
		`extraordinar(y|ily)|ultimate|epic (adventure|battle|journey|tale|story|quest)|action-packed|star-studded|edge-of-your-seat|` +
		`rollercoaster|roller-coaster ride|tour de force|fascinating|delightful|poignant|captivating|mesmerizing|mesmerising|` +
		`timeless|classic|visionary|adrenaline|pulse-pounding|mind-bending|jaw-dropping|non-stop|wickedly|` +
		`greatest|finest|funniest|scariest|deadliest|biggest|worst|toughest|strongest|fastest|smartest|craziest|wildest|darkest|hottest|` +
		`coolest|bravest|fiercest|world-class|most (dangerous|famous|powerful|notorious|feared|deadly|brilliant|beautiful|wanted|important|successful|unlikely))\b`)
	best    = regexp.MustCompile(`\bbest\b( \w+|-\w+)?`)
	spoiler = regexp.MustCompile(`(?i)\b(in the end|by the end|at the end of the film|turns? out|turned out|(is|are|was|were) revealed|reveals? (that|himself|herself)|revealing that|` +
		`dies (at|in the end)|finally|eventually|ultimately|only to|ends? up|was all a dream|happily ever after|the (real )?killer is|is the (real )?killer|` +
		`sacrifices? (himself|herself|themselves)|prov(es|ing) to be|(is|are|was|were) (actually|really)|lives? happily|the twist)\b`)
	addressed = regexp.MustCompile(`(?i)\b(you|your|we|our|audiences?|viewers?|moviegoers?|this (film|movie|story)|the (film|movie) (is|tells|follows)|starring|directed by)\b`)
)

// bestAllowed follow "best" where it does not praise.
var bestAllowed = []string{"friend", "friends", "man", "mate", "mates", "seller", "selling", "suit", "days"}

// toneFaults are those of praise, of telling the end and of addressing somebody.
func toneFaults(s string) []string {
	var found []string
	for _, m := range praise.FindAllString(s, -1) {
		found = append(found, fmt.Sprintf("%q praises or is a superlative", m))
	}
	for _, m := range best.FindAllStringSubmatch(s, -1) {
		if !slices.Contains(bestAllowed, strings.TrimLeft(m[1], " -")) {
			found = append(found, fmt.Sprintf("%q praises or is a superlative", m[0]))
		}
	}
	for _, m := range spoiler.FindAllString(s, -1) {
		found = append(found, fmt.Sprintf("%q tells how it ends, or sounds so", m))
	}
	for _, m := range addressed.FindAllString(s, -1) {
		found = append(found, fmt.Sprintf("%q speaks to the reader or of the film as a product", m))
	}
	return found
}

// strangers are the capitalised words within a sentence that are no name known of
// the film.
func (r *reviewer) strangers(s string, f *film.Film) []string {
	known := map[string]bool{}
	for _, list := range [][]string{f.Keywords, f.Genres, r.reviewed[f.ID], credited(f)} {
		for _, words := range list {
			addNames(known, words)
		}
	}
	var found []string
	for i, word := range strings.Fields(s) {
		for j, part := range strings.Split(word, "-") {
			part = strings.Trim(part, ",.;:'")
			if c, _ := utf8.DecodeRuneInString(part); i == 0 && j == 0 || !unicode.IsUpper(c) || numeral(part) {
				continue
			}
			if name := text.Fold(part); !anyForm(r.names, name) && !anyForm(known, name) {
				found = append(found, part)
			}
		}
	}
	return found
}

// credited are the film's titles, and the people and companies in its credits.
func credited(f *film.Film) []string {
	all := []string{f.Title}
	for _, s := range []*string{f.OriginalTitle, f.Director} {
		if s != nil {
			all = append(all, *s)
		}
	}
	for _, role := range f.Cast {
		all = append(all, role.Name)
		if role.Character != nil {
			all = append(all, *role.Character)
		}
	}
	for _, credits := range f.CrewSummary {
		for _, c := range credits {
			all = append(all, c.Name)
		}
	}
	for _, c := range f.ProductionCompanies {
		all = append(all, c.Name)
	}
	return all
}

func addNames(names map[string]bool, s string) {
	for w := range text.Tokens(strings.ReplaceAll(s, "'s", "")) {
		names[w] = true
	}
}

// numeral reports whether a word is an initial or a Roman numeral.
func numeral(s string) bool { return len(s) == 1 || strings.Trim(s, "IVX") == "" }

// anyForm looks a folded name up as it is, as a possessive and as a plural.
func anyForm(names map[string]bool, name string) bool {
	for _, end := range []string{"", "'s", "'", "s", "es", "n", "an", "ian"} {
		if stem, ok := strings.CutSuffix(name, end); ok && stem != "" {
			for w := range text.Tokens(stem) {
				if names[w] {
					return true
				}
			}
			if names[strings.ReplaceAll(stem, "'", "")] {
				return true
			}
		}
	}
	return false
}

// sharesWord reports whether a sentence and the film's own words have a word in
// common that means something.
func sharesWord(s string, f *film.Film) bool {
	all := []string{f.Title}
	all = append(all, f.Keywords...)
	all = append(all, f.Genres...)
	for _, role := range f.Cast {
		if role.Character != nil {
			all = append(all, *role.Character)
		}
	}
	about := stems(strings.Join(all, " "))
	for w := range stems(s) {
		for other := range about {
			if related(w, other) {
				return true
			}
		}
	}
	return false
}

// related reports whether two stems are of one word or one begins the other, as
// police begins policeman.
func related(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(a) >= 4 && strings.HasPrefix(b, a)
}

// stems are those of the words of s that mean something.
func stems(s string) map[string]bool {
	all := map[string]bool{}
	for w := range text.Tokens(s) {
		if len(w) > 2 && !littleWords[w] {
			all[text.Stem(w)] = true
		}
	}
	return all
}

// littleWords mean nothing by themselves.
var littleWords = func() map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(`the and for with from into but who whom whose his her hers him she they them their its it's was are has had
		have been being when while where that this those these than then there after before until over under about against between through during
		without within upon out off one two three own not nor can could will would must may might should does did done get gets got make makes
		made take takes took come comes came goes went gone put puts let lets set sets all any each other another both some more most such same
		only just also too very what which how why new old day days man men woman women`) {
		all[w] = true
	}
	return all
}()
