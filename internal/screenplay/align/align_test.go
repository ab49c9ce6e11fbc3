package align_test

import (
	"fmt"
	"math/rand/v2"
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

// said writes pairs with scenes counted from 1: = the same, ~ changed, > moved, - cut, +
// added.
func said(pairs []align.Pair) string {
	var all []string
	for _, p := range pairs {
		switch {
		case p.Before < 0:
			all = append(all, fmt.Sprintf("+%d", p.After+1))
		case p.After < 0:
			all = append(all, fmt.Sprintf("%d-", p.Before+1))
		default:
			mark := ""
			if p.Moved {
				mark = ">"
			}
			if !p.Same {
				mark += "~"
			}
			all = append(all, fmt.Sprintf("%d%s%d", p.Before+1, orEqual(mark), p.After+1))
		}
	}
	return strings.Join(all, " ")
}

func orEqual(mark string) string {
	if mark == "" {
		return "="
	}
	return mark
}

// Every scene of both drafts stands in the answer once, whatever happened to it.
func TestEveryScenesIsNamedOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	letters := []rune("abcdeCDE")
	for range 50 {
		shuffled := func() string {
			order := make([]rune, random.IntN(12))
			for i := range order {
				order[i] = letters[random.IntN(len(letters))]
			}
			return string(order)
		}
		before, after := draft(shuffled()), draft(shuffled())
		pairs, _ := align.Scenes(before, after)
		was, is := map[int]int{}, map[int]int{}
		for _, p := range pairs {
			was[p.Before]++
			is[p.After]++
			if p.Similarity < 0 || p.Similarity > 1 {
				t.Errorf("a similarity of %v", p.Similarity)
			}
		}
		delete(was, -1)
		delete(is, -1)
		if len(was) != len(before.Scenes) || len(is) != len(after.Scenes) || len(pairs) != len(before.Scenes)+len(after.Scenes)-both(pairs) {
			t.Errorf("of %d and %d scenes: %+v", len(before.Scenes), len(after.Scenes), pairs)
		}
	}
}

func both(pairs []align.Pair) (n int) {
	for _, p := range pairs {
		if p.Before >= 0 && p.After >= 0 {
			n++
		}
	}
	return n
}

func TestTooManyScenesAreNotAligned(t *testing.T) {
	many := parse.Text(strings.Repeat("EXT. SHORE - DAY\n\nWaves.\n\n", align.MostScenes+1))
	if _, ok := align.Scenes(many, draft("ab")); ok || len(many.Scenes) <= align.MostScenes {
		t.Errorf("%d scenes were aligned", len(many.Scenes))
	}
}
