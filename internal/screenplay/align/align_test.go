package align_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/align"
	"kinodex/internal/screenplay/parse"
)

// The scenes of the drafts below, by letter.
var written = map[string]string{
	"a": "INT. LAMP ROOM - NIGHT\n\nMarta winds the clockwork and counts the seconds until the great lens turns again.\n\nMARTA\nThe boat is late, and the fog will be on us by four.\n",
	"b": "EXT. JETTY - DAY\n\nHenning ties up the supply boat. Crates of paraffin, a sack of flour, one letter in a blue envelope.\n\nHENNING\nNobody told me there were two of you out here.\n",
	"c": "INT. KITCHEN - DAY\n\nThe letter lies between them, unopened. Rain drums on the slates and the kettle has boiled dry.\n\nMARTA\nRead it aloud or burn it, but do not leave it there.\n",
	"d": "INT. LAMP ROOM - DAWN\n\nThe lamp has gone out. Henning stands before the cold lens with a box of wet matches in his hand.\n\nHENNING\nI only slept for a minute.\n",
	"e": "EXT. ROCKS - DAY\n\nPlanks, a barrel and a child's shoe. The sea brings them in one after the other.\n",
	// c, with two lines of it changed
	"C": "INT. KITCHEN - DAY\n\nThe letter lies between them, unopened. Rain drums on the slates and the kettle has boiled dry.\n\nMARTA\nRead it aloud or burn it. I shall be upstairs with the lamp.\n",
	// d at another time of day
	"D": "INT. LAMP ROOM - NIGHT\n\nThe lamp has gone out. Henning stands before the cold lens with a box of wet matches in his hand.\n\nHENNING\nI only slept for a minute.\n",
	// f, and the same in two scenes, g and h; the second also under the heading of k
	"f": "INT. ENGINE ROOM - DAY\n\nMarta lifts the hatch and climbs down to the dead engine with a lantern between her teeth. The bilge has risen over the second step.\n\nMARTA\nIt drowned itself out of spite.\n\n" +
		"Up on deck Henning sorts the tins by what is left of their labels, and finds a key baked into the bread.\n\nHENNING\nWhoever packed this wanted us to find it.\n",
	"g": "INT. ENGINE ROOM - DAY\n\nMarta lifts the hatch and climbs down to the dead engine with a lantern between her teeth. The bilge has risen over the second step.\n\nMARTA\nIt drowned itself out of spite.\n",
	"h": "EXT. DECK - DAY\n\nUp on deck Henning sorts the tins by what is left of their labels, and finds a key baked into the bread.\n\nHENNING\nWhoever packed this wanted us to find it.\n",
	"i": "EXT. FOREDECK - LATER\n\nMarta lifts the hatch and climbs down to the dead engine with a lantern between her teeth. The bilge has risen over the second step.\n\nMARTA\nIt drowned itself out of spite.\n",
	"j": "INT. MESS - DAY\n\nFour plates, three of them clean.\n\nHENNING\nSo who ate?\n",
	"k": "INT. CRANE CAB - DAWN\n\nThe gulls have nested on the lever and look at the driver as if the crane were theirs.\n",
	"l": "INT. SHOP - DAY\n\nNobody buys the postcards of the wreck, though the shopkeeper has coloured the flames by hand.\n",
	// e, written anew
	"E": "EXT. ROCKS - DAY\n\nMarta counts gulls. Nothing has come ashore in eleven weeks, she writes, and underlines nothing.\n",
}

// draft is a script of scenes by letter.
func draft(scenes string) *screenplay.Script {
	var b strings.Builder
	b.WriteString("Title: The Lamp Room\n\n")
	for _, letter := range scenes {
		b.WriteString(written[string(letter)] + "\n")
	}
	return parse.Text(b.String())
}

func TestScenesAreFoundAgain(t *testing.T) {
	for _, c := range []struct{ before, after, says string }{
		{"abcd", "abcd", "1=1 2=2 3=3 4=4"},
		{"abcd", "abd", "1=1 2=2 3- 4=3"},
		{"abd", "abcd", "1=1 2=2 +3 3=4"},
		{"abcd", "abCd", "1=1 2=2 3~3 4=4"},
		{"abcd", "abcD", "1=1 2=2 3=3 4~4"},
		{"abcde", "eabcd", "5>1 1=2 2=3 3=4 4=5"},
		{"abcde", "aCbde", "1=1 3>~2 2=3 4=4 5=5"}, // of two that change places the shorter has moved
		{"abcde", "acbde", "1=1 3=2 2>3 4=4 5=5"},
		{"abcde", "deabc", "4>1 5>2 1=3 2=4 3=5"}, // acts change places
		{"abf", "abgh", "1=1 2=2 3/3,4"},
		{"abgh", "abf", "1=1 2=2 3,4/3"},
		{"afb", "agbh", "1=1 2/2,4 3=3"}, // another scene cuts in
		{"agbh", "afb", "1=1 2,4/2 3=3"},
		{"afcd", "Dagcb", "4>~1 1=2 2~3 3=4 +5"}, // the rest of a scene that is shortened was not split off
		{"fab", "abih", "2=1 3=2 1/3,4"},         // split, and elsewhere
		{"fa", "fha", "1=1 +2 2=3"},              // a scene that is still whole was not split
		{"gha", "ga", "1=1 2- 3=2"},
		{"ghijf", "fghij", "5>1 1=2 2=3 3=4 4=5"},
		{"kfa", "kghla", "1=1 2/2,3 +4 3=5"},
		{"faegh", "ghaef", "4=1 5=2 2>3 3>4 1>5"},
		{"abe", "abE", "1=1 2=2 3~3"},
		{"abc", "ed", "+1 +2 1- 2- 3-"},
		{"", "ab", "+1 +2"},
		{"ab", "", "1- 2-"},
	} {
		pairs, ok := align.Scenes(draft(c.before), draft(c.after))
		if !ok {
			t.Fatalf("%s to %s: not aligned", c.before, c.after)
		}
		if got := said(pairs); got != c.says {
			t.Errorf("%s to %s: %s, want %s", c.before, c.after, got, c.says)
		}
	}
}

// What typesetting does between two drafts changes no scene.
func TestASceneThatIsSetAnewIsTheSame(t *testing.T) {
	const written = "INT. GALLEY - DAY\n\nThe kettle -- Marta's -- boils over and nobody gets up.\n\nMARTA\nNot me. I was...\n\nShe looks at the clock.\n\nMARTA (CONT'D)\nI was up at four, and at five \"for a minute\". At six as well.\n\n"
	for name, c := range map[string]struct {
		now  string
		same bool
	}{
		"as it was":               {written, true},
		"wrapped":                 {strings.ReplaceAll(written, "boils over and", "boils over\nand"), true},
		"quotes":                  {strings.NewReplacer("'", "’", ` "`, " “", `"`, "”").Replace(written), true},
		"dashes and dots":         {strings.NewReplacer(" -- ", "—", "...", "…").Replace(written), true},
		"a heading's punctuation": {strings.Replace(written, "INT. GALLEY -", "INT GALLEY –", 1), true},
		"a cue goes on":           {strings.Replace(written, "MARTA\n", "MARTA (CONT'D)\n", 1), true},
		"no cue goes on":          {strings.Replace(written, " (CONT'D)", "", 1), true},
		"a page break in it":      {strings.Replace(written, " At six", "\n\nMARTA (CONT'D)\nAt six", 1), true},
		"a heading goes on":       {strings.Replace(written, "DAY", "DAY (CONT'D)", 1), true},
		"a heading continued":     {strings.Replace(written, "DAY", "DAY - CONTINUED", 1), true},
		"a heading's capitals":    {strings.Replace(written, "INT. GALLEY - DAY", "Int. Galley - Day", 1), true},
		"numbers":                 {strings.Replace(written, "INT. GALLEY - DAY", "12A   INT. GALLEY - DAY   12A", 1), true},
		"a Fountain number":       {strings.Replace(written, "DAY", "DAY #12A#", 1), true},
		"a page goes on":          {strings.Replace(written, "She looks", "                         (CONTINUED)\n\n12   CONTINUED:                12\n\nShe looks", 1), true},
		"tabs and returns":        {strings.NewReplacer(" over", "\tover", "\n", "\r\n").Replace(written), true},
		"another word":            {strings.Replace(written, "At six", "At seven", 1), false},
		"capitals":                {strings.Replace(written, "kettle", "KETTLE", 1), false},
		"a voice":                 {strings.Replace(written, "MARTA\n", "MARTA (V.O.)\n", 1), false},
		"another speaker":         {strings.Replace(written, "MARTA\n", "HENNING\n", 1), false},
		"another time of day":     {strings.Replace(written, "DAY", "NIGHT", 1), false},
		"a stop":                  {strings.Replace(written, "up.", "up!", 1), false},
	} {
		pairs, _ := align.Scenes(parse.Text(written), parse.Text(c.now))
		if len(pairs) != 1 || pairs[0].Same != c.same {
			t.Errorf("%s: %+v, want the same: %v", name, pairs, c.same)
		}
	}
}

// said writes matches with scenes counted from 1: = the same, ~ changed, > moved, / split
// or joined, - cut, + added.
func said(matches []align.Match) string {
	var all []string
	for _, m := range matches {
		mark := "="
		switch {
		case len(m.Before) == 0:
			mark = "+"
		case len(m.After) == 0:
			mark = "-"
		case len(m.Before)+len(m.After) > 2:
			mark = "/"
		case m.Moved && !m.Same:
			mark = ">~"
		case m.Moved:
			mark = ">"
		case !m.Same:
			mark = "~"
		}
		all = append(all, counted(m.Before)+mark+counted(m.After))
	}
	return strings.Join(all, " ")
}

func counted(scenes []int) string {
	var all []string
	for _, s := range scenes {
		all = append(all, fmt.Sprint(s+1))
	}
	return strings.Join(all, ",")
}

// Every scene of both drafts stands in the answer once, whatever happened to it.
func TestEverySceneIsNamedOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	letters := []rune("abcdefghijklCDE")
	for range 300 {
		shuffled := func() string {
			order := make([]rune, random.IntN(14))
			for i := range order {
				order[i] = letters[random.IntN(len(letters))]
			}
			return string(order)
		}
		before, after := shuffled(), shuffled()
		matches, _ := align.Scenes(draft(before), draft(after))
		var was, is []int
		for _, m := range matches {
			was, is = append(was, m.Before...), append(is, m.After...)
			if m.Similarity < 0 || m.Similarity > 1 || len(m.Before) > 1 && len(m.After) > 1 || len(m.Before)+len(m.After) == 0 {
				t.Errorf("%s to %s: %+v", before, after, m)
			}
		}
		slices.Sort(was)
		slices.Sort(is)
		if !slices.Equal(was, upTo(len(before))) || !slices.Equal(is, upTo(len(after))) {
			t.Errorf("%s to %s: %s", before, after, said(matches))
		}
		if again, _ := align.Scenes(draft(before), draft(after)); said(again) != said(matches) {
			t.Errorf("%s to %s: %s, then %s", before, after, said(matches), said(again))
		}
	}
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// Two drafts of a thousand scenes each of common words, none of which is the same.
func BenchmarkScenes(b *testing.B) {
	random := rand.New(rand.NewPCG(3, 4))
	words := strings.Fields("the lamp boat fog Marta Henning counts seconds until great lens turns again crates of paraffin a sack flour one letter in blue envelope rain drums on slates")
	write := func() *screenplay.Script {
		var s strings.Builder
		for i := range 1000 {
			fmt.Fprintf(&s, "INT. %s %s - DAY\n\n", strings.ToUpper(words[i%len(words)]), strings.ToUpper(words[i/len(words)%len(words)]))
			for range 15 {
				for range 10 {
					s.WriteString(words[random.IntN(len(words))] + " ")
				}
				s.WriteString("\n")
			}
			s.WriteString("\n")
		}
		return parse.Text(s.String())
	}
	before, after := write(), write()
	if len(before.Scenes) != 1000 {
		b.Fatalf("%d scenes", len(before.Scenes))
	}
	for b.Loop() {
		align.Scenes(before, after)
	}
}

// A script is the same whether it is sent as Fountain or as Final Draft.
func TestFountainAndFinalDraftAreTheSame(t *testing.T) {
	fountain, err := parse.File("a.fountain", []byte("INT. GALLEY - DAY #3A#\n\nThe *kettle* boils over and nobody gets up.\n\n@Marta\nNot me. I was up at four, and at five for a minute.\n\n"+
		"She looks at the clock.\n\nINT. HOLD - NIGHT\n\nWater stands in the hold.\n"))
	if err != nil {
		t.Fatal(err)
	}
	paragraphs := ""
	for _, p := range [][2]string{
		{"Scene Heading", "Int. Galley - Day"}, {"Action", "The kettle boils over and nobody gets up."}, {"Character", "Marta"},
		{"Dialogue", "Not me. I was up at four, and at five for a minute."}, {"Action", "She looks at the clock."}, {"Scene Heading", "INT. HOLD - NIGHT"}, {"Action", "Water stands in the hold."},
	} {
		paragraphs += `<Paragraph Type="` + p[0] + `"><Text>` + p[1] + `</Text></Paragraph>`
	}
	fdx, err := parse.File("a.fdx", []byte(`<?xml version="1.0"?><FinalDraft DocumentType="Script" Version="1"><Content>`+paragraphs+`</Content></FinalDraft>`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]*screenplay.Script{{fountain, fdx}, {fdx, fountain}} {
		matches, _ := align.Scenes(c[0], c[1])
		if got := said(matches); got != "1=1 2=2" {
			t.Errorf("%v to %v: %s", c[0].Format, c[1].Format, got)
		}
	}
}

func TestTooManyScenesAreNotAligned(t *testing.T) {
	many := parse.Text(strings.Repeat("EXT. SHORE - DAY\n\nWaves.\n\n", 100_000))
	if _, ok := align.Scenes(many, many); ok {
		t.Error("100,000 scenes were aligned")
	}
	many = parse.Text(strings.Repeat("EXT. SHORE - DAY\n\nWaves.\n\n", align.MostScenes+1))
	if _, ok := align.Scenes(many, draft("ab")); ok || len(many.Scenes) <= align.MostScenes {
		t.Errorf("%d scenes were aligned", len(many.Scenes))
	}
}
