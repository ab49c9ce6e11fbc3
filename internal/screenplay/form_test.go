package screenplay_test

import (
	"fmt"
	"strings"
	"testing"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/parse"
)

// texts of every form, made of the project's own sentences.
var texts = []struct{ name, text, form string }{
	{"a screenplay", repeated(8, "INT. LAMP ROOM - NIGHT\n\nMARTA winds the clockwork and counts under her breath.\n\nMARTA\nFour hundred and one. It was four hundred last night.\n\nHENNING\n(from below)\nThen count again.\n\n"), "screenplay"},
	{"a screenplay without dialogue", repeated(8, "EXT. ROCKS - DAWN\n\nThe sea brings in planks. MARTA stacks them by length, the longest at the bottom, and covers the heap with a sail.\n\n"), "screenplay"},
	{"a screenplay in one room", "INT. JURY ROOM - DAY\n\nA long table. Rain.\n\n" + repeated(60,
		"MARTA\nYou say that he was there, and I say that nobody saw him there.\n\nShe puts the photograph on the table and turns it round.\n\nHENNING\n"+
			"Then who wound the clock?\n\n"), "screenplay"},
	{"a screenplay without settings", repeated(20, "THE JETTY\n\nHenning ties up the boat and looks for somebody to blame for the weather.\n\nHENNING\nNobody told me there were two of you out here.\n\nMARTA\nNobody asked.\n\n"), "screenplay"},
	{"Fountain with forced headings", repeated(12, ".THE JETTY\n\nHenning ties up the boat.\n\n@Henning\nNobody told me.\n\n@Marta\nNobody asked.\n\nShe walks off.\n\n"), "screenplay"},
	{"a short scene", "INT. KITCHEN - DAY\n\nThe letter lies between them, unopened. " +
		"The kettle has boiled dry, and the rain has found the place above the stove where the slates were mended last, and nobody gets up.\n\nMARTA\n" +
		"Read it or burn it.\n", "screenplay"},

	{"a novel", "CHAPTER I\n\n" + novel(40, `“`, `”`), "prose"},
	{"a novel with straight quotes", novel(40, `"`, `"`), "prose"},
	{"a novel with single quotes", novel(40, `‘`, `’`), "prose"},
	{"a novel with dashes for dialogue", repeated(30, "The boat had not come. "+
		"Marta wound the clockwork, as she had done each night since the autumn, and counted.\n\n"+
		"— You lost count, said Henning, who had come up the stairs without a sound.\n\n— I never lose count, she answered, and lost it.\n\n"), "prose"},
	{"a novel with indented paragraphs", strings.ReplaceAll(novel(40, `"`, `"`), "\n\n", "\n    "), "prose"},
	{"an article", repeated(20, "Lighthouses were manned in pairs until a keeper died and the other, who feared to be accused, kept the body for weeks. "+
		"Since then there had to be three. The rule held for a century and ended with the machines.\n\n"), "prose"},
	{"a treatment", repeated(20, "Marta arrives on the island in the last boat before winter. Henning has been alone there for too long. "+
		"He shows her the lamp, the log and the one chair that is his, and does not speak again until the third evening.\n\n"), "prose"},
	{"German prose", repeated(20, "Das Boot war nicht gekommen. Marta zog das Uhrwerk auf, wie jeden Abend seit dem Herbst, und zählte mit. "+
		"„Du hast dich verzählt“, sagte Henning, der leise heraufgekommen war. „Ich verzähle mich nie“, sagte sie und verzählte sich.\n\n"), "prose"},

	{"a transcript with names", repeated(30, "Marta: You lost count again, didn't you?\nHenning: I never lose count.\nMarta: Then how many was it?\nHenning: Four hundred and one. It was four hundred last night.\n"), "transcript"},
	{"a transcript with names in capitals", repeated(30, "MARTA: You lost count again, didn't you?\n\nHENNING: I never lose count.\n\n[The clock strikes]\n\nMARTA: Then how many was it?\n\n"), "transcript"},
	{"names above speech and nothing else", repeated(40, "MARTA\nYou lost count again, didn't you?\n\nHENNING\nI never lose count.\n\n"), "transcript"},
	{"subtitles", subtitles(60), "transcript"},
	{"what was said, line by line", repeated(30, "You lost count again, didn't you?\nI never lose count.\nThen how many was it?\nFour hundred and one! It was four hundred last night.\nAre you sure?\nCount it yourself!\n"), "transcript"},

	{"a shopping list", repeated(30, "flour 2 kg\nparaffin 40 l\nmatches 12 boxes\nrope 30 m\ntea\nsalt\n"), "other"},
	{"code", repeated(30, "for i := range lamps {\n\tif lamps[i].out {\n\t\tlamps[i].light()\n\t}\n}\n"), "other"},
	{"numbers", repeated(80, "12,4.5,0.3,17,22\n"), "other"},
	{"a play for the stage", "ACT I\n\n" + repeated(3, "SCENE 1\n\n"+repeated(15, "MARTA\nYou lost count again, and the ships will count us out for it.\n\nHENNING\nI never lose count of anything that matters to the ships.\n\n")), "other"},
}

func repeated(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(text, "four hundred", fmt.Sprintf("%d hundred", 3+i)))
	}
	return b.String()
}

// novel returns paragraphs of prose with dialogue in quotation marks.
func novel(n int, open, closing string) string {
	return repeated(n, "The boat had not come. Marta wound the clockwork, as she had done each night since the autumn, and counted the turns under her breath so that the silence had something in it.\n\n"+
		open+"You lost count,"+closing+" said Henning, who had come up the stairs without a sound. "+open+"Didn't you? It was four hundred last night."+closing+"\n\n"+
		open+"I never lose count,"+closing+" she answered, and went to the window, where there was nothing to see but the beam and what the beam went through.\n\n")
}

func subtitles(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d\n00:%02d:%02d,100 --> 00:%02d:%02d,900\nYou lost count again,\ndidn't you?\n\n", i+1, i/20, i*3%60, i/20, i*3%60+2)
	}
	return b.String()
}

func TestFormsAreTold(t *testing.T) { // REQ S-41
	for _, c := range texts {
		for ending, text := range map[string]string{"": c.text, " with CRLF": strings.ReplaceAll(c.text, "\n", "\r\n")} {
			form, evidence := screenplay.FormOf(parse.Text(text))
			if form.String() != c.form || evidence.Reason == "" {
				t.Errorf("%s%s: %v, want %s, by %+v", c.name, ending, form, c.form, evidence)
			}
		}
	}
}

func TestEvidenceOfAFormIsCounted(t *testing.T) {
	text := "INT. LAMP ROOM - NIGHT\n\nMarta winds the \"good\" clock. It stops!\n\nMARTA\nFour hundred and one.\n\nTHE STAIRS\n\nHenning listens.\n\nHENNING\nCount again.\n"
	_, e := screenplay.FormOf(parse.Text(text))
	if e.Speeches != 2 || e.Speakers != 2 || e.HeadingsWithSetting != 1 || e.DialogueShare <= 0.3 || e.DialogueShare >= 0.6 || e.QuotedShare <= 0 || e.SpokenShare <= 0 || e.SpokenShare >= 1 || e.TimeCodes != 0 {
		t.Errorf("%+v", e)
	}
	if form, e := screenplay.FormOf(parse.Text("")); form != screenplay.FormOther || e.Words != 0 {
		t.Errorf("nothing is %v by %+v", form, e)
	}
}
