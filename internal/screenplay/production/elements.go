package production

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/screenplay"
)

// Tag is something that a scene needs on set, and that a first assistant director looks for.
type Tag string

// The tags.
const (
	Children Tag = "children" // somebody under sixteen
	Animals  Tag = "animals"
	Vehicles Tag = "vehicles" // on land, water and in the air, moving or not
	Stunts   Tag = "stunts"   // falls, fights, chases, heights
	Crowd    Tag = "crowd"    // about a dozen people or more
	Weapons  Tag = "weapons"
	Effects  Tag = "effects" // weather, fire, smoke, blood, and what is made afterwards
)

// Tags lists the tags in the order in which they are reported.
func Tags() []Tag { return []Tag{Children, Animals, Vehicles, Stunts, Crowd, Weapons, Effects} }

// Requirement is something that a scene needs, with what says so.
type Requirement struct {
	Tag Tag
	// Sure is false where the words may mean something else.
	Sure bool
	// Word is the word or phrase that says so, Line the sentence that has it.
	Word, Line string
}

// Requirements returns what each scene of the sheet needs, in the order of Tags, one of a tag: the first
// that is sure, or else the first.
func (p *Production) Requirements() [][]Requirement {
	t := tagger{script: p.Script, names: namesIn(p.Script), ages: map[string]introduction{}, seen: set{}}
	all := make([][]Requirement, len(p.Sheet.Scenes))
	for i := range p.Sheet.Scenes {
		t.found, t.fresh = map[Tag]Requirement{}, set{}
		for _, e := range p.elements(i) {
			t.read(&e)
		}
		maps.Copy(t.seen, t.fresh)
		for _, tag := range Tags() {
			if n, found := t.found[tag]; found {
				all[i] = append(all[i], n)
			}
		}
	}
	return all
}

// namesIn returns the words that are names of people where they begin with a capital: those of cues,
// words in capitals before an age, words behind Mr and the like, and words that have a capital within
// a sentence without an article before them.
func namesIn(s *screenplay.Script) set {
	names := set{}
	for _, name := range s.Characters {
		for w := range strings.FieldsSeq(name) {
			names[w] = true
		}
	}
	for i := range s.Elements {
		if e := &s.Elements[i]; e.Kind == screenplay.Action {
			words := wordsOf(e.Text)
			for k := range words {
				if isName(words, k) {
					names[words[k].folded] = true
				}
			}
		}
	}
	return names
}

// titled are the words that a name follows, articles those that no name follows.
var (
	titled   = setOf("mr mrs ms miss dr doctor sergeant captain lieutenant private colonel general major inspector detective officer aunt uncle judge professor sister father")
	articles = setOf("the a an this that his her their its my your our another each every some two three four five several st german")
)

// isName reports whether words[i] is the name of somebody as it is written there.
func isName(words []word, i int) bool {
	w := words[i]
	first := i == 0 || words[i-1].sentence != w.sentence
	switch {
	case !w.capital:
		return false
	case !first && titled[words[i-1].folded]:
		return true
	case !w.shouted:
		return !first && !articles[words[i-1].folded]
	}
	for k := i + 1; k < len(words) && k <= i+3; k++ { // in capitals: up to an age
		if n := numberOf(words[k].folded); n >= 0 {
			return words[k].clause == w.clause+1 && words[k].folded[0] <= '9'
		}
		if !words[k].shouted || words[k].clause != w.clause {
			return false
		}
	}
	return false
}

// sure returns how sure a need is. No kind is likely here of which fewer than eight of ten are there
// (the evaluation of package eval/production).
func (n Requirement) sure() string {
	if n.Sure {
		return likely
	}
	return "may"
}

// tagger reads the scenes of a script in order.
type tagger struct {
	script *screenplay.Script
	names  set                     // words that are names of people
	ages   map[string]introduction // of the people that action gives an age under sixteen, by folded name
	seen   set                     // words that began with a capital in the scenes before
	fresh  set                     // and in the scene that is read
	found  map[Tag]Requirement     // in the scene that is read
}

// introduction is the line of action that says how old somebody is.
type introduction struct{ line string }

// read adds what an element of the scene says.
func (t *tagger) read(e *screenplay.Element) {
	switch e.Kind {
	case screenplay.Heading:
		t.heading(e.Text)
	case screenplay.Character:
		t.cue(t.script.Characters[t.script.Speeches[e.Speech].Character])
	case screenplay.Action:
		t.action(e.Text)
	}
}

// add notes a need, unless the scene has a better one of the same tag.
func (t *tagger) add(n Requirement) {
	if had, known := t.found[n.Tag]; !known || n.Sure && !had.Sure {
		t.found[n.Tag] = n
	}
}

// besideVehicle are the words that may follow the vehicle of a heading.
var besideVehicle = setOf("moving driving day night parked traveling travelling")

// heading adds the vehicle that a scene plays in: the last word of a part of the heading.
func (t *tagger) heading(heading string) {
	_, rest, _ := screenplay.CutSetting(heading)
	words := wordsOf(rest)
	for i, w := range words {
		if i+1 < len(words) && words[i+1].clause == w.clause && !besideVehicle[words[i+1].folded] {
			continue
		}
		for _, found := range lexicon[w.folded] {
			if found.tag == Vehicles && len(found.words) == 1 && found.sure {
				t.add(Requirement{Vehicles, true, w.folded, heading})
			}
		}
	}
}

// childWords are the words of a cue that say a child speaks.
var childWords = setOf("boy girl child kid kids children toddler schoolboy schoolgirl newsboy")

// cue adds the child that speaks, if the name or an age in the action says that one does.
func (t *tagger) cue(name string) {
	if as, young := t.ages[name]; young {
		t.add(Requirement{Children, true, name, as.line})
		return
	}
	for w := range strings.FieldsSeq(name) {
		t.fresh[w] = true
	}
	for w := range strings.FieldsSeq(name) {
		if childWords[w] {
			t.add(Requirement{Children, true, w, strings.ToUpper(name)})
		}
	}
}

// action adds what a paragraph of action says.
func (t *tagger) action(paragraph string) {
	words := wordsOf(paragraph)
	void := voided(words)
	for i := range words {
		if words[i].capital {
			t.fresh[words[i].folded] = true
		}
		t.age(paragraph, words, i)
	}
	for i := range words {
		if as, young := t.ages[words[i].folded]; young && words[i].capital && !words[i].possessive {
			t.add(Requirement{Children, true, words[i].folded, as.line})
		}
		t.many(paragraph, words, i)
		if void[i] {
			continue
		}
		for _, found := range lexicon[words[i].folded] {
			had, known := t.found[found.tag]
			if found.tag == "" || known && (had.Sure || !found.sure) || !matches(found.words, words, i) || t.excused(words, i, &found) {
				continue
			}
			t.add(Requirement{found.tag, found.sure, strings.Join(folded(words[i:i+len(found.words)]), " "), sentenceOf(paragraph, words, i)})
		}
	}
}

// folded returns the words folded.
func folded(words []word) (all []string) {
	for _, w := range words {
		all = append(all, w.folded)
	}
	return all
}

// voided tells which words belong to a phrase that only sounds like something.
func voided(words []word) []bool {
	void := make([]bool, len(words))
	for i := range words {
		for _, p := range lexicon[words[i].folded] {
			if p.tag == "" && matches(p.words, words, i) {
				for k := range p.words {
					void[i+k] = true
				}
			}
		}
	}
	return void
}

// matches reports whether a pattern stands at words[i] within one sentence.
func matches(pattern []string, words []word, i int) bool {
	if i+len(pattern) > len(words) || words[i+len(pattern)-1].sentence != words[i].sentence {
		return false
	}
	for k, w := range pattern {
		if w != "*" && w != words[i+k].folded {
			return false
		}
	}
	return true
}

// The words before a noun, or after it, that take it out of the scene.
var (
	negations = setOf("no without neither nor never not isn't aren't wasn't lacks minus")
	stopped   = setOf("stopped stops nobody no-one never not don't doesn't won't can't cannot without")
	absent    = setOf("gone missing absent")
	likeness  = setOf("like than")
	depicted  = setOf("photo photos photograph photographs photographing picture pictures portrait painting paintings drawing drawings sketch poster posters statue statues " +
		"book books novel film documentary postcard tattoo video article story stories dream dreams memory thought smell sound idea price talk logo sign collection map")
	imitations = setOf("toy toys model paper rubber plastic stuffed wooden china cardboard plush painted imaginary porcelain ceramic chocolate cartoon glass carved inflatable " +
		"fake animated bronze stone marble lego miniature foam origami virtual")
	ofWhat   = setOf("of about on for with")
	carving  = setOf("carves carving knits sews paints sketches whittles folds")
	abstract = setOf("thoughts memories emotions questions ideas feelings words possibilities numbers voices problems details letters paper papers books clothes trees buildings")
)

// excused reports whether what stands around a word or phrase takes it out of the scene: a
// person's name, a negation, a comparison or a likeness.
func (t *tagger) excused(words []word, i int, p *pattern) bool {
	w, last := words[i], i+len(p.words)-1
	if w.capital && t.names[w.folded] {
		return true
	}
	if noun := p.tag != Stunts; noun && negated(words, i) || !noun && slices.ContainsFunc(slices.Collect(before(words, i, 3)), func(w word) bool { return stopped[w.folded] }) {
		return true
	}
	for next := range after(words, last, 6) {
		if absent[next.folded] || next.folded == "not" && p.tag != Stunts && slices.ContainsFunc(slices.Collect(after(words, last, 7)), func(w word) bool { return w.folded == "there" }) {
			return true
		}
	}
	if likened(words, i) {
		return true
	}
	if p.tag == Crowd || p.tag == Animals {
		if next := folded(slices.Collect(after(words, last, 3))); len(next) > 1 && next[0] == "of" && (abstract[next[1]] || len(next) > 2 && abstract[next[2]]) {
			return true
		}
	}
	return false
}

// likened reports whether words[i] is compared with, or is the picture or the likeness of a thing.
func likened(words []word, i int) bool {
	for k := i - 1; k > 0 && k > i-12 && words[k-1].clause == words[i].clause; k-- {
		if words[k-1].folded == "as" && (words[k].folded == "if" || words[k].folded == "though") {
			return true
		}
	}
	distance := 0
	for b := range before(words, i, 5) {
		distance++
		switch {
		case likeness[b.folded] && b.clause == words[i].clause, b.folded == "shaped" && distance <= 3:
			return true
		case imitations[b.folded] && distance == 1:
			return true
		case carving[b.folded] && distance <= 3:
			return true
		case depicted[b.folded] && distance >= 2 && distance <= 4 && ofWhat[words[i-distance+1].folded]:
			return true
		}
	}
	return false
}

// negated reports whether a noun is said not to be there.
func negated(words []word, i int) bool {
	near := 0
	for b := range before(words, i, 3) {
		near++
		if b.clause != words[i].clause {
			return false
		}
		if negations[b.folded] && (b.folded != "not" || near > 1) || b.folded == "stopped" {
			return true
		}
	}
	return false
}

// numbers are the words of small numbers.
var numbers = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30,
	"forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "dozen": 12, "dozens": 24, "hundred": 100, "hundreds": 100, "thousand": 1000, "thousands": 1000, "scores": 20,
}

// numberOf returns a number of up to four digits, or in words; -1 for anything else.
func numberOf(w string) int {
	if n, known := numbers[w]; known {
		return n
	}
	if w == "" || w[0] < '1' || w[0] > '9' || len(w) > 4 {
		return -1
	}
	n, err := strconv.Atoi(w)
	if err != nil {
		return -1
	}
	return n
}

// grown is the age from which somebody is no child.
const grown = 16

// kin are the words for a child that are children only with an age.
var kin = setOf("son daughter brother sister nephew niece grandson granddaughter girl girls boy boys twin twins")

// notAged are things whose age is told as that of a child is.
var notAged = setOf("whisky whiskey wine scotch car house case")

// age notes an age that stands at words[i]: MIA (9), Tommy, 8, or a boy of six, or an
// eight-year-old.
func (t *tagger) age(paragraph string, words []word, i int) {
	w := words[i]
	if years, _, found := strings.Cut(w.folded, "-year-old"); found {
		if n := numberOf(years); n >= 0 && n < grown && !slices.ContainsFunc(slices.Collect(after(words, i, 1)), func(w word) bool { return notAged[w.folded] }) {
			t.add(Requirement{Children, true, w.folded, sentenceOf(paragraph, words, i)})
		}
		return
	}
	n := numberOf(w.folded)
	if n < 0 || i == 0 || words[i-1].sentence != w.sentence {
		return
	}
	line := sentenceOf(paragraph, words, i)
	if words[i-1].folded == "of" && i > 1 && kin[words[i-2].folded] && n < grown {
		t.add(Requirement{Children, true, strings.Join(folded(words[i-2:i+1]), " "), line})
		return
	}
	at := i - 1
	if words[at].folded == "now" {
		at--
	}
	if at < 0 || words[at].clause == w.clause && at == i-1 {
		return
	}
	if !setEnds(paragraph, w) || words[at].possessive {
		return
	}
	t.aged(words, at, n, line)
	if kin[words[at].folded] && n < grown {
		t.add(Requirement{Children, true, words[at].folded + ", " + w.folded, line})
	}
}

// setEnds reports whether a number is followed by a mark that ends an apposition, so that it is
// an age and counts nothing.
func setEnds(paragraph string, w word) bool {
	rest := strings.TrimLeft(paragraph[w.end:], " ")
	return rest == "" || strings.ContainsAny(rest[:1], ",.;)")
}

// aged notes the age of the person whose name in capitals ends at words[at].
func (t *tagger) aged(words []word, at, age int, line string) {
	if !words[at].shouted {
		return
	}
	from := at
	for from > 0 && at-from < 4 && words[from-1].shouted && words[from-1].clause == words[at].clause && !articles[words[from-1].folded] {
		from--
	}
	name := strings.Join(folded(words[from:at+1]), " ")
	_, known := t.seen[words[from].folded] // as a grown-up, who is young here alone
	for _, called := range []string{name, words[from].folded} {
		if age >= grown {
			delete(t.ages, called)
		} else if !known {
			t.ages[called] = introduction{line}
		}
	}
	if age < grown {
		t.add(Requirement{Children, true, name, line})
	}
}

// notPeople are plurals that end as names of people do.
var notPeople = setOf("letters papers flowers dollars meters metres centimeters centimetres kilometers kilometres drawers computers towers posters fingers feathers corners quarters orders " +
	"covers layers stickers matters rivers others numbers members users lasers doors floors mirrors colors colours errors parents minutes moments cents events points tents seconds lists fists ants pants plants elephants restaurants accents presents " +
	"cigarettes counters trailers containers hangers hours years chairs stairs pairs cars stars bars jars")

// people are plurals of people that do not end so.
var people = setOf("people men women guests soldiers pupils children kids students folk cops guards police monks nuns girls boys bodies faces souls customers clowns townsfolk extras pensioners families couples")

// ranks are the words that count many people with an of behind them.
var ranks = setOf("rows ranks columns column lines hordes queues groups gangs squads")

// many adds the crowd that a number of people is: two dozen dockworkers, fifty farmers.
func (t *tagger) many(paragraph string, words []word, i int) {
	n := numberOf(words[i].folded)
	if ranks[words[i].folded] && i+1 < len(words) && words[i+1].folded == "of" {
		n = 12
	}
	if n < 12 && !(n > 0 && i+1 < len(words) && words[i+1].folded == "dozen") {
		return
	}
	for next := range after(words, i, 4) {
		w := next.folded
		if next.clause != words[i].clause || notPeople[w] {
			return
		}
		if people[w] || (strings.HasSuffix(w, "ers") || strings.HasSuffix(w, "ors") || strings.HasSuffix(w, "ists") || strings.HasSuffix(w, "ants") || strings.HasSuffix(w, "men") || strings.HasSuffix(w, "women")) && len(w) > 4 {
			t.add(Requirement{Crowd, true, words[i].folded + " … " + w, sentenceOf(paragraph, words, i)})
			return
		}
	}
}

// breakdownElements lists what the scenes need on set.
var breakdownElements = Report{
	Name: "elements", Title: "What the scenes need on set",
	About: "Children, animals, vehicles, stunts, crowds, weapons and effects, each with the line that says so. It is read from headings, cues and action by a list of words. " +
		"Where the words may mean something else, it says may.",
	Columns: []Column{
		{Name: "scene", Title: "Scene"}, {Name: "heading", Title: "Heading"}, {Name: "needs", Title: "Needs"}, {Name: "sure", Title: "How sure"},
		{Name: "word", Title: "By the word"}, {Name: "line", Title: "The line that says so"},
	},
	rows: func(p *Production, _ string) (rows []Row, notes []string) {
		scenes := map[Tag]int{}
		for i, needs := range p.Requirements() {
			s := &p.Sheet.Scenes[i]
			for _, n := range needs {
				rows = append(rows, Row{number(s), s.Heading, string(n.Tag), n.sure(), n.Word, n.Line})
				scenes[n.Tag]++
			}
		}
		if len(rows) == 0 {
			return nil, []string{"Nothing of the kind was found."}
		}
		var sums []string
		for _, tag := range Tags() {
			if scenes[tag] > 0 {
				sums = append(sums, fmt.Sprintf("%s %d", tag, scenes[tag]))
			}
		}
		return rows, []string{"Scenes by need: " + strings.Join(sums, ", ") + ". Check each line: a list of words misses things, and finds some that are not there."}
	},
}
