package production

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/text"
)

// sex is what the script says of a character: that the text calls them she or he. It is unknown
// for whoever the text calls neither.
type sex uint8

const (
	unknown sex = iota
	woman
	man
)

// The words of a name, and of dialogue, that tell a woman or a man.
var (
	women = setOf("woman girl lady mother mom mum mama mommy grandmother grandma aunt auntie sister wife daughter bride queen princess duchess countess mrs ms miss madam madame waitress " +
		"actress hostess nun landlady headmistress schoolgirl policewoman saleswoman businesswoman widow girlfriend barmaid stewardess empress goddess witch niece granddaughter stepmother")
	men = setOf("man men boy boys guy guys gentleman gentlemen father dad daddy papa grandfather grandpa uncle brother brothers husband husbands son sons groom king prince duke mr sir lord waiter monk landlord " +
		"policeman fireman salesman businessman headmaster widower boyfriend boyfriends barman emperor wizard cowboy nephew grandson stepfather")
	describing = setOf("the old young older younger little first second third another tall")
	titles     = map[string]sex{"mr": man, "sir": man, "lord": man, "mrs": woman, "ms": woman, "miss": woman, "madame": woman, "lady": woman, "queen": woman, "princess": woman, "prince": man, "king": man, "aunt": woman, "uncle": man}
	heWords    = map[string]int{"he": 2, "himself": 2, "his": 1}
	sheWords   = map[string]int{"she": 2, "herself": 2, "her": 1}
	ofMen      = setOf("he him his himself he's he'd he'll")
)

// sexes returns what the script says of each character, by their place in Script.Characters.
//
// A name may say it: MRS KING, WAITRESS. Otherwise pronouns of action do: those of a sentence that
// names one character alone, and of a sentence right after that begins with one. At least two
// thirds of their weight must agree.
func (p *Production) sexes() []sex {
	all := make([]sex, len(p.Script.Characters))
	called := map[string]int{} // the words that name one character alone
	for i, name := range p.Script.Characters {
		all[i] = sexOfName(name)
		for w := range strings.FieldsSeq(name) {
			if _, taken := called[w]; taken {
				called[w] = -1
			} else if len(w) > 2 {
				called[w] = i
			}
		}
	}
	he, she := make([]int, len(all)), make([]int, len(all))
	for i := range p.Script.Elements {
		if e := &p.Script.Elements[i]; e.Kind == screenplay.Action {
			weigh(wordsOf(e.Text), called, he, she)
		}
	}
	for i := range all {
		switch {
		case all[i] != unknown:
		case she[i] >= 2 && she[i] > 2*he[i]:
			all[i] = woman
		case he[i] >= 2 && he[i] > 2*she[i]:
			all[i] = man
		}
	}
	return all
}

// sexOfName returns what a cue says by itself.
func sexOfName(name string) sex {
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" .#0123456789", r) })
	if len(words) == 0 {
		return unknown
	}
	if s, titled := titles[words[0]]; titled {
		return s
	}
	words = slices.DeleteFunc(words, func(w string) bool { return describing[w] })
	switch {
	case len(words) != 1:
		return unknown
	case women[words[0]]:
		return woman
	case men[words[0]]:
		return man
	}
	return unknown
}

// weigh adds the pronouns of a paragraph to those of the characters they are likely of.
func weigh(words []word, called map[string]int, he, she []int) {
	about := -1 // the character that the last sentence names, if it names one alone
	for from := 0; from < len(words); {
		to, named := from, -1
		for to < len(words) && words[to].sentence == words[from].sentence {
			if c, is := called[words[to].folded]; is && words[to].capital {
				if named >= 0 && named != c {
					c = -2
				}
				if named != -2 {
					named = c
				}
			}
			to++
		}
		begins := heWords[words[from].folded] == 2 || sheWords[words[from].folded] == 2
		switch {
		case named >= 0:
			about = named
		case named == -1 && begins && about >= 0: // goes on with the one before
		default:
			about = -1
		}
		for k := from; k < to && about >= 0; k++ {
			he[about] += heWords[words[k].folded]
			she[about] += sheWords[words[k].folded]
		}
		from = to
	}
}

// mostNamed is how many speakers of an exchange are named.
const mostNamed = 20

// exchange is a run of speeches of women in a scene.
type exchange struct {
	scene    int   // heading
	who      []int // characters in order of first speech
	speeches int
	free     int    // the longest run of speeches that name no man
	names    string // the first word that names a man; empty without one
	unsure   string // the first name of a character of whom the script says neither
}

// conversationReport applies the test of Bechdel and Wallace.
var conversationReport = Report{
	Name: "bechdel-wallace", Title: "Test of Bechdel and Wallace",
	About: "Alison Bechdel's test, after an idea of Liz Wallace (1985): do two women talk to each other about something other than a man? Each exchange of women is listed. " +
		"Who is a woman is read from names such as MRS KING and from the pronouns of the action. The test says nothing of the quality of a script.",
	Columns: []Column{
		{Name: "scene", Title: "Scene"}, {Name: "heading", Title: "Heading"}, {Name: "who", Title: "Who speaks"}, {Name: "speeches", Title: "Speeches", Numeric: true},
		{Name: "passes", Title: "Passes"}, {Name: "because", Title: "Because"},
	},
	rows: func(p *Production, _ string) (rows []Row, notes []string) {
		sexes := p.sexes()
		scenes, passing, perhaps := p.sceneNumbers(), []string{}, []string{}
		for _, x := range p.exchanges(sexes) {
			names := make([]string, len(x.who))
			for i, c := range x.who {
				names[i] = p.Script.Characters[c]
			}
			verdict, because := "yes", "no word of it names a man"
			called := fmt.Sprint(scenes(x.scene))
			switch {
			case x.names != "" && x.free >= 4:
				verdict, because = "may", fmt.Sprintf("%q may be a man, but %d speeches in a row name none", x.names, x.free)
			case x.names != "":
				verdict, because = "no", fmt.Sprintf("%q names a man", x.names)
			case x.unsure != "":
				verdict, because = "may", "the script does not say who "+strings.ToUpper(x.unsure)+" is"
			}
			switch {
			case verdict == "yes" && (len(passing) == 0 || passing[len(passing)-1] != called):
				passing = append(passing, called)
			case verdict == "may" && (len(perhaps) == 0 || perhaps[len(perhaps)-1] != called):
				perhaps = append(perhaps, called)
			}
			rows = append(rows, Row{scenes(x.scene), p.Script.Scenes[x.scene].Heading, upper(names), x.speeches, verdict, because})
		}
		return rows, append(notes, verdictOf(passing, perhaps), p.unsaid(sexes))
	},
}

// verdictOf says which scenes pass.
func verdictOf(passing, perhaps []string) string {
	switch {
	case len(passing) > 0:
		return "It passes in scenes " + strings.Join(passing, ", ") + "."
	case len(perhaps) > 0:
		return "It may pass in scenes " + strings.Join(perhaps, ", ") + "."
	}
	return "No scene was found that passes."
}

// unsaid says of how many characters the script tells neither.
func (p *Production) unsaid(sexes []sex) string {
	count := [3]int{}
	for _, s := range sexes {
		count[s]++
	}
	return fmt.Sprintf("Of %d characters the script calls %d she and %d he; of %d it says neither, and they are in no exchange.", len(sexes), count[woman], count[man], count[unknown])
}

// exchanges returns the exchanges of women: speeches of at least two of them in a scene that
// follow one another without a speech of anybody else.
func (p *Production) exchanges(sexes []sex) (all []exchange) {
	ofMan, ofWhom := map[string]bool{}, map[string]string{}
	for i, name := range p.Script.Characters {
		for w := range strings.FieldsSeq(name) {
			switch {
			case len(w) < 3 || women[w]:
			case sexes[i] == man:
				ofMan[w] = true
			case sexes[i] == unknown:
				ofWhom[w] = name
			}
		}
	}
	var x exchange
	run := 0
	end := func() {
		if len(x.who) > 1 {
			all = append(all, x)
		}
		x, run = exchange{}, 0
	}
	for i := range p.Script.Speeches {
		s := &p.Script.Speeches[i]
		scene := p.Script.Elements[s.First].Scene
		if sexes[s.Character] != woman || scene < 0 || x.speeches > 0 && scene != x.scene {
			end()
			if sexes[s.Character] != woman || scene < 0 {
				continue
			}
		}
		x.scene = scene
		x.speeches++
		if len(x.who) < mostNamed && !slices.Contains(x.who, s.Character) {
			x.who = append(x.who, s.Character)
		}
		said, _ := p.spoken(*s)
		if m := firstMan(said, ofMan, ofWhom, &x.unsure); m != "" {
			x.names, run = cmp.Or(x.names, m), 0
		} else {
			run++
			x.free = max(x.free, run)
		}
	}
	end()
	return all
}

// firstMan returns the first word of a speech that names a man; it notes in unsure the first
// character that is named and may be one.
func firstMan(said string, ofMan map[string]bool, ofWhom map[string]string, unsure *string) string {
	for _, w := range wordsOf(said) {
		if ofMen[w.folded] || men[w.folded] || w.capital && ofMan[w.folded] {
			return text.Fold(said[w.start:w.end])
		}
		if name, is := ofWhom[w.folded]; is && w.capital && *unsure == "" {
			*unsure = name
		}
	}
	return ""
}
