package plain

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/screenplay"
)

// lighthouse is a short script, written for these tests, in a layout that leaves
// no doubt.
func lighthouse(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/lighthouse.txt")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// outline lists the elements of the film: kind, and text without white space.
func outline(s *screenplay.Script) []string {
	var lines []string
	for _, e := range s.Elements {
		if e.Kind.InFilm() {
			lines = append(lines, e.Kind.String()+" "+e.Number+" "+strings.Join(strings.Fields(e.Text), ""))
		}
	}
	return lines
}

func TestAPlainScriptIsReadByItsLayout(t *testing.T) {
	s := Parse(lighthouse(t))
	want := map[screenplay.Kind]int{
		screenplay.TitlePage: 5, screenplay.Heading: 4, screenplay.Action: 11, screenplay.Character: 11, screenplay.Dialogue: 12, screenplay.Parenthetical: 3, screenplay.Transition: 3, screenplay.PageArtifact: 4,
	}
	got := map[screenplay.Kind]int{}
	for _, e := range s.Elements {
		got[e.Kind]++
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("kinds of elements: got %v, want %v\n%s", got, want, strings.Join(outline(s), "\n"))
	}
	if names := []string{"old henning", "marta", "first man", "second man"}; !slices.Equal(s.Characters, names) {
		t.Errorf("characters: got %v, want %v", s.Characters, names)
	}
	if len(s.Scenes) != 4 || s.Scenes[1].Setting != screenplay.Interior || s.Scenes[3].Place != "landing" {
		t.Errorf("scenes: %+v", s.Scenes)
	}
	if want := []screenplay.Field{{Key: "title", Value: "THE LAMP ROOM"}, {Key: "author", Value: "Ada Northcote"}, {Key: "draft date", Value: "March 3, 1998"}}; !slices.Equal(s.Title, want) {
		t.Errorf("title page: got %v, want %v", s.Title, want)
	}
	var headings []string
	for _, e := range s.Elements {
		if e.Kind == screenplay.Heading {
			headings = append(headings, e.Number+"|"+e.Text)
		}
	}
	if headings[0] != "1|EXT. BREAKWATER ISLAND - DAWN" {
		t.Errorf("a scene number is no part of the heading: %q", headings)
	}
}

// What web pages, scanners and editors do to a script changes nothing in it.
func TestAScriptIsTheSameInEveryWrapping(t *testing.T) { // REQ S-31
	plain := lighthouse(t)
	want := outline(Parse(plain))
	lines := strings.Split(strings.TrimRight(plain, "\n"), "\n")
	each := func(change func(i int, line string) string) string {
		changed := make([]string, len(lines))
		for i, l := range lines {
			changed[i] = change(i, l)
		}
		return strings.Join(changed, "\n")
	}
	wrappings := map[string]string{
		"CR LF":                    strings.ReplaceAll(plain, "\n", "\r\n"),
		"CR":                       strings.ReplaceAll(plain, "\n", "\r"),
		"byte order mark":          "\ufeff" + plain,
		"line separators":          strings.ReplaceAll(plain, "\n", "\u2028"),
		"no-break spaces":          strings.ReplaceAll(plain, " ", "\u00a0"),
		"tabs":                     strings.ReplaceAll(plain, "          ", "\t"),
		"spaces at the line ends":  strings.ReplaceAll(plain, "\n", "   \n"),
		"blank lines doubled":      strings.ReplaceAll(plain, "\n\n", "\n\n\n"),
		"every line twice":         each(func(_ int, l string) string { return l + "\n" + l }),
		"every line spaced":        strings.ReplaceAll(plain, "\n", "\n\n"),
		"indented further":         each(func(_ int, l string) string { return "      " + l }),
		"revision marks":           each(func(i int, l string) string { return l + strings.Repeat("          *", min(1, i%7*len(l)/9)) }),
		"no indentation":           each(func(_ int, l string) string { return strings.TrimLeft(l, " ") }),
		"no blank lines":           strings.ReplaceAll(strings.ReplaceAll(plain, "\n\n\n", "\n"), "\n\n", "\n"),
		"a web page":               "<html><head><style>p { color: red }</style></head><body><pre>" + plain + "</pre><!-- foot --></body></html>",
		"bold capitals of a page":  each(func(_ int, l string) string { return bold(l) }),
		"entities":                 strings.ReplaceAll(strings.ReplaceAll(plain, "'", "&#39;"), "          ", "&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;"),
		"letters apart in heading": strings.Replace(plain, "EXT. LANDING - SAME TIME", "E X T .  L A N D I N G  -  S A M E  T I M E", 1),
	}
	for name, text := range wrappings {
		got := outline(Parse(text))
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s", name, firstDifference(got, want))
		}
	}
}

func bold(l string) string {
	if l != "" && strings.ToUpper(l) == l {
		return "<b>" + l + "</b>"
	}
	return l
}

func firstDifference(got, want []string) string {
	for i := range max(len(got), len(want)) {
		g, w := "(end)", "(end)"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			return fmt.Sprintf("element %d: got %q, want %q", i, g, w)
		}
	}
	return "the same"
}

// Without indentation and blank lines, paragraphs of action cannot be told
// apart, but what is spoken, and by whom, can.
func TestSpeechIsFoundWithoutAnyLayout(t *testing.T) {
	plain := lighthouse(t)
	spoken := func(text string) []string {
		s := Parse(text)
		var all []string
		for _, e := range s.Elements {
			switch e.Kind {
			case screenplay.Heading, screenplay.Character, screenplay.Dialogue, screenplay.Parenthetical, screenplay.Transition:
				all = append(all, e.Kind.String()+" "+strings.Join(strings.Fields(e.Text), ""))
			}
		}
		return all
	}
	var dense []string
	for l := range strings.Lines(plain) {
		if l = strings.TrimSpace(l); l != "" {
			dense = append(dense, l)
		}
	}
	layouts := map[string]string{
		"no indentation, no blank lines": strings.Join(dense, "\n"),
		"no spaces between words either": strings.ReplaceAll(strings.Join(dense, "\n"), " ", ""),
	}
	want := spoken(plain)
	for name, text := range layouts {
		if got := spoken(text); !slices.Equal(got, want) {
			t.Errorf("%s: %s", name, firstDifference(got, want))
		}
	}
}

func TestSpacesBetweenWordsArePutBack(t *testing.T) {
	plain := lighthouse(t)
	glued := strings.ReplaceAll(plain, " ", "")
	right, all := 0, 0
	want := Parse(plain)
	got := Parse(glued)
	if len(got.Elements) != len(want.Elements) {
		t.Fatalf("got %d elements, want %d", len(got.Elements), len(want.Elements))
	}
	for i, e := range want.Elements {
		restored := strings.Fields(got.Elements[i].Text)
		for _, word := range strings.Fields(e.Text) {
			all++
			if n := slices.Index(restored, word); n >= 0 {
				restored = restored[n+1:]
				right++
			}
		}
	}
	if right*100 < 90*all {
		t.Errorf("%d of %d words came back", right, all)
	}
}

func TestWhatIsNoScreenplayIsAction(t *testing.T) { // REQ S-10
	texts := map[string]string{
		"nothing":      "",
		"white space":  " \n\t\n \r\n\f",
		"one word":     "rain",
		"prose":        strings.Repeat("It rained on the harbour all that week, and nobody came down to the boats.\nThe nets hung on the wall and the cat slept under them.\n\n", 30),
		"chapters":     strings.Repeat("CHAPTER\n\nIt rained on the harbour all that week, and nobody came down to the boats, not even the boys.\n\n", 12),
		"a list":       strings.Repeat("- eggs\n- milk\n- a new lamp\n", 20),
		"numbers":      strings.Repeat("12 34 56 78\n", 50),
		"brackets":     strings.Repeat("(", 5000),
		"markup":       strings.Repeat("<b", 5000),
		"control":      "\x00\x01\x02\x1b[31m",
		"broken UTF-8": "\xff\xfe\xe2\x80 and \xc3",
	}
	for name, text := range texts {
		s := Parse(text)
		for _, e := range s.Elements {
			if e.Kind != screenplay.Action && e.Kind != screenplay.PageArtifact {
				t.Errorf("%s: %v %q", name, e.Kind, e.Text)
				break
			}
		}
	}
}

func TestATranscriptNamesItsSpeakers(t *testing.T) {
	text := strings.Repeat("Marta: Did you see the light go out?\nHenning: I put it out myself.\n[a horn sounds]\nMarta: Why would you do that?\nHenning: They came for it.\n", 4)
	s := Parse(text)
	if len(s.Speeches) != 16 || !slices.Equal(s.Characters, []string{"marta", "henning"}) {
		t.Errorf("got %d speeches by %v: %s", len(s.Speeches), s.Characters, strings.Join(outline(s), "\n"))
	}
	for _, e := range s.Elements {
		if e.Kind == screenplay.Action && !strings.HasPrefix(e.Text, "[") {
			t.Errorf("action %q", e.Text)
		}
	}
}

// Every element is found in the source where it says it is.
func TestAnElementIsWhereItSays(t *testing.T) {
	for _, text := range []string{lighthouse(t), strings.ReplaceAll(lighthouse(t), "\n", "\r\n"), "\ufeff" + lighthouse(t), strings.ReplaceAll(lighthouse(t), " ", "")} {
		s := Parse(text)
		for _, e := range s.Elements {
			if why := misplaced(s, e); why != "" {
				t.Errorf("%v %q at %d: %s", e.Kind, e.Text, e.Start, why)
			}
		}
	}
}

// misplaced tells why an element's text is not what its span of the source says:
// the letters of the text must come in order in the span, the first and the last
// of it at its ends.
func misplaced(s *screenplay.Script, e screenplay.Element) string {
	if e.Start < 0 || e.End < e.Start || e.End > len(s.Source) {
		return fmt.Sprintf("span %d to %d of %d", e.Start, e.End, len(s.Source))
	}
	span := s.Source[e.Start:e.End]
	for _, r := range e.Text {
		if r == ' ' || r == '-' || r == '\'' {
			continue
		}
		i := strings.IndexRune(span, r)
		if i < 0 {
			return fmt.Sprintf("%q is not in the span", r)
		}
		span = span[i+len(string(r)):]
	}
	return ""
}

// The trained tables are those that the reader expects.
func TestTheTablesFit(t *testing.T) {
	if got, want := len(plainWeightsFile), passSize(false)+passSize(true); got != want {
		t.Errorf("the weights are %d bytes, want %d: train them again", got, want)
	}
	words, before := 0, ""
	for word := range wordLines(plainWordsText) {
		if words++; word <= before {
			t.Errorf("%q comes after %q", word, before)
		}
		before = word
	}
	if words < 10_000 || words*4 > wordSlots*3 {
		t.Errorf("%d words for %d slots", words, wordSlots)
	}
	if plainWords().dialogueLogOdds(hashOf("you're")) <= 0 || plainWords().dialogueLogOdds(hashOf("walks")) >= 0 {
		t.Error("you're leans to dialogue, and walks to action")
	}
}

func TestFurnitureIsOfThePaper(t *testing.T) {
	for line, want := range map[string]bool{
		"(CONTINUED)": true, "CONTINUED: (2)": true, "12A CONTINUED: 12A": true, "C O N T I N U E D": true, "(MORE)": true,
		"(cont'd)": true, "38 OMITTED 38": true, "-------------------- 12.": true, "* * *": true, "www.lamp-room.example.com": true,
		"(continuing)": false, "MORE LIGHT": false, "Continued rain.": false, "...": false, "?!": false, "MARTA": false,
		"He continued.": false, "More.": false,
	} {
		if got := isArtifact(line); got != want {
			t.Errorf("%q: got %v", line, got)
		}
	}
}

// A page number under a cue is a page number if it counts on, else an answer.
func TestANumberUnderACueIsDialogue(t *testing.T) {
	text := strings.Replace(lighthouse(t), "Did you bring the letter?", "12.", 1)
	spoken := 0
	for _, e := range Parse(text).Elements {
		if e.Kind == screenplay.Dialogue && e.Text == "12." {
			spoken++
		}
	}
	if spoken != 1 {
		t.Errorf("12. was spoken %d times", spoken)
	}
}

func TestAWordDividedAtALineEndIsOne(t *testing.T) {
	s := Parse("INT. HALL - DAY\n\nMarta waits under the clock and does not re-\nmember the time. A half-\nlight falls in.\n")
	last := s.Elements[len(s.Elements)-1]
	if !strings.Contains(last.Text, "remember") || !strings.Contains(last.Text, "half-light") {
		t.Errorf("got %q", last.Text)
	}
}
