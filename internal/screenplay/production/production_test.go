package production_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/fountain"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/screenplay/production"
)

// of makes a report of a script in Fountain.
func of(t testing.TB, name, script, who string) production.Sheet {
	t.Helper()
	return sheet(t, name, fountain.Parse(script), who)
}

func sheet(t testing.TB, name string, s *screenplay.Script, who string) production.Sheet {
	t.Helper()
	r, found := production.Named(name)
	if !found {
		t.Fatalf("there is no report %q", name)
	}
	return r.Of(production.Of(s), who)
}

// column returns the values of a column.
func column(t testing.TB, s production.Sheet, name string) (all []any) {
	t.Helper()
	i := slices.IndexFunc(s.Columns, func(c production.Column) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("%s has no column %q", s.Name, name)
	}
	for _, row := range s.Rows {
		all = append(all, row[i])
	}
	return all
}

func same(t *testing.T, what string, got []any, want ...any) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

const ferry = `
INT. HOUSE - KITCHEN - DAY

Bread. MARTA waits.

MARTA
Where is Lene?

MRS KING
On the ferry.

EXT. FERRY - NIGHT

LENE
It is cold.

INT. HOUSE - KITCHEN - NEXT MORNING

MARTA
You are back.

LENE
I am.

EXT. FERRY - DAY

JONAS
Wait!

LENE
No.

INT. HOUSE - CELLAR - NIGHT

MARTA (O.S.)
Who is there?

12 OMITTED
`

// REQ F2-107: every report is declared once, with a value for each of its columns in every row.
func TestEveryReportHasAValueForEachColumn(t *testing.T) {
	p := production.Of(fountain.Parse(ferry))
	names := map[string]bool{}
	for i, r := range production.Reports() {
		s := r.Of(p, "")
		if r.Name == "" || names[r.Name] || r.Title == "" || r.About == "" || s.Rows == nil || s.Notes == nil {
			t.Errorf("report %d is not whole: %+v", i, s)
		}
		names[r.Name] = true
		for _, row := range s.Rows {
			if len(row) != len(s.Columns) {
				t.Fatalf("%s: %d values for %d columns", r.Name, len(row), len(s.Columns))
			}
			for k, v := range row {
				switch v.(type) {
				case nil, string, bool:
				case int:
				default:
					t.Errorf("%s, %s: %T", r.Name, s.Columns[k].Name, v)
				}
			}
		}
	}
	if _, found := production.Named("payroll"); found {
		t.Error("there is a report that nobody declared")
	}
}

// REQ F2-107: the shooting order keeps a location together and does not mix day and night; the
// cast's days follow it.
func TestAScheduleGroupsByPlaceAndTimeOfDay(t *testing.T) {
	s := of(t, "schedule", ferry, "")
	same(t, "scenes", column(t, s, "scene"), 1, 3, 5, 2, 4)
	same(t, "days", column(t, s, "shooting_day"), 1, 1, 2, 2, 3)
	same(t, "settings", column(t, s, "setting"), "INT", "INT", "INT", "EXT", "EXT")
	if !strings.Contains(s.About, "proposal") || !strings.Contains(s.Notes[0], "proposal") {
		t.Errorf("it does not say that it is a proposal: %q, %q", s.About, s.Notes)
	}
	d := of(t, "day-out-of-days", ferry, "")
	same(t, "characters", column(t, d, "character"), "MARTA", "LENE", "MRS KING", "JONAS")
	same(t, "days", column(t, d, "days"), "1 SW, 2 WF", "1 SW, 2 W, 3 WF", "1 SWF", "3 SWF")
	same(t, "hold", column(t, d, "hold"), 0, 0, 0, 0)
}

// A character who waits between two days of work is on hold, and a day has five pages at most.
func TestHoldDaysAreThoseBetweenWork(t *testing.T) {
	var b strings.Builder
	scene := func(place, who string, lines int) {
		fmt.Fprintf(&b, "INT. %s - DAY\n\n%s\n%s\n\n", place, who, strings.Repeat("One line of thirty-five letters or\n", lines))
	}
	for i := range 6 {
		who := "ANNA"
		if i == 0 || i == 5 {
			who = "BERT"
		}
		scene(fmt.Sprintf("ROOM %c", 'A'+i), who, 200-i)
	}
	d := of(t, "day-out-of-days", b.String(), "")
	same(t, "days", column(t, d, "days"), "2 SW, 3 W, 4 W, 5 WF", "1 SW, 2-5 H, 6 WF")
	same(t, "hold", column(t, d, "hold"), 0, 4)
}

// REQ F2-107: a day of the story begins where a heading says so, likely after a night, and what the
// headings do not decide is shown as uncertain.
func TestScriptDaysSayHowSureTheyAre(t *testing.T) {
	const script = `
INT. A - DAY

x

INT. B - CONTINUOUS

x

INT. C - DAY

x

EXT. D - NIGHT

x

EXT. E - DAWN

x

EXT. F - THREE WEEKS LATER

x

EXT. G - NIGHT (FLASHBACK)

x

INT. H

x

INT. I - EARLIER

x
`
	s := of(t, "script-days", script, "")
	same(t, "days", column(t, s, "script_day"), "D1", "D1", "D1?", "N1", "D2", "3", nil, "3?", nil)
	same(t, "sure", column(t, s, "sure"), "stated", "stated", "uncertain", "likely", "likely", "stated", "stated", "uncertain", "stated")
	if len(s.Notes) != 1 || !strings.Contains(s.Notes[0], "2 of 9") {
		t.Errorf("%q", s.Notes)
	}
}

// REQ F2-107: sides have the scenes of the character alone, whole, and nothing else of the script.
func TestSidesHaveTheScenesOfTheCharacter(t *testing.T) {
	p := production.Of(fountain.Parse(ferry))
	for _, asked := range []string{"Jonas", " JONAS ", "jonas"} {
		if name, found := p.Character(asked); !found || name != "jonas" {
			t.Errorf("%q is %q", asked, name)
		}
	}
	if _, found := p.Character("Mephisto"); found {
		t.Error("Mephisto speaks")
	}
	s := of(t, "sides", ferry, "jonas")
	same(t, "text", column(t, s, "text"), "EXT. FERRY - DAY", "JONAS", "Wait!", "LENE", "No.")
	same(t, "own", column(t, s, "own"), false, true, true, false, false)
	d := of(t, "dialogue", ferry, "marta")
	same(t, "speeches", column(t, d, "text"), "Where is Lene?", "You are back.", "Who is there?")
	same(t, "extensions", column(t, d, "extension"), "", "", "O.S.")
	same(t, "of", column(t, d, "of"), 3, 3, 3)
	if d.Notes[0] != "Speeches: 3. Words: 9." {
		t.Errorf("%q", d.Notes)
	}
}

// needs returns what the only scene of a script needs, "may" before what is not sure.
func needs(t *testing.T, action string) (all []string) {
	t.Helper()
	p := production.Of(fountain.Parse("INT. ROOM - DAY\n\n" + action + "\n"))
	for _, n := range p.Requirements()[0] {
		if n.Sure {
			all = append(all, string(n.Tag))
		} else {
			all = append(all, "may "+string(n.Tag))
		}
	}
	return all
}

// REQ F2-108: what only sounds like something is not listed.
func TestWordsThatOnlySoundLikeANeedAreLeftOut(t *testing.T) {
	const speaking = "\n\nHUNTER\nHello.\n\nROSE\nHello.\n\nBEAR\nHello.\n"
	for _, quiet := range []string{
		"She fires off an email.", "A shooting star.", "Bear with me, his face says.", "He wears gun-metal grey.", "A crowd of thoughts keeps her awake.",
		"Hunter waits. Rose sits beside him. Bear snores." + speaking, "No one is here.", "There is no boat.", "The street is without a car.", "She eats a hot dog.",
		"He shoots her a look.", "A photograph of her children.", "A toy truck on the shelf.", "He carves a horse out of pine.",
		"He falls asleep.", "She bites the bullet.", "He rifles through the papers.", "MR WOLF, 40, sits. Wolf yawns.", "ANNA FOX, 33, reads. Fox turns a page.",
		"It has stopped raining.", "He works harder than a mule.", "She moves as if chased by a storm.", "He dusts the shelf.", "She storms out.", "Night falls.",
		"\n\nANNA\nThe kids are gone, the dog died, and there was a gunfight with horses.\n",
	} {
		if got := needs(t, quiet); len(got) > 0 {
			t.Errorf("%q needs %v", quiet, got)
		}
	}
	for loud, want := range map[string]string{
		"A dog barks.":                                 "animals",
		"Two dozen dockworkers shout.":                 "crowd",
		"MIA (9) sits.":                                "children",
		"TOMMY, 8, sits.":                              "children",
		"His daughter, four, sits.":                    "children",
		"A line of eight-year-olds.":                   "children",
		"He draws a pistol.":                           "weapons",
		"The van explodes. Smoke.":                     "vehicles effects",
		"He punches him. They wrestle.":                "stunts",
		"A bear stands in the door.":                   "animals",
		"An axe hangs there.":                          "may stunts may weapons",
		"Gunfire. Onlookers scream. A horse bolts.":    "animals crowd weapons",
		"<b>A dog</b> & \"a gun\" =cmd()":              "animals weapons",
		"כלב A dog עם horse":                           "animals",
		strings.Repeat("The dog sits by the car. ", 9): "animals vehicles",
	} {
		if got := strings.Join(needs(t, loud), " "); got != want {
			t.Errorf("%q needs %q, want %q", loud, got, want)
		}
	}
}

// REQ F2-108: a need is listed with the line that says so; a child that action gives an age is one
// wherever it speaks, until it is grown up, and not where a grown-up was young once.
func TestANeedNamesItsLine(t *testing.T) {
	s := of(t, "elements", `
INT. CAR (MOVING) - DAY

PIP (7) sleeps.

EXT. CAR PARK - DAY

PIP
Are we there?

INT. HALL - DAY

PIP, 30, coughs.

PIP
Still not there.

INT. HALL - DAY

PIP
No.

MAX
No.

INT. HALL - DAY (FLASHBACK)

MAX (8) runs.

INT. HALL - DAY

MAX
Where was I?
`, "")
	same(t, "scenes", column(t, s, "scene"), 1, 1, 2, 5)
	same(t, "needs", column(t, s, "needs"), "children", "vehicles", "children", "children")
	same(t, "lines", column(t, s, "line"), "PIP (7) sleeps.", "INT. CAR (MOVING) - DAY", "PIP (7) sleeps.", "MAX (8) runs.")
}

// REQ F2-107: the test of Bechdel and Wallace names the scenes that pass, and those that may.
func TestTheTestOfBechdelAndWallaceQuotesScenes(t *testing.T) {
	const script = `
INT. ONE - DAY

ANNA comes in. She sits. JOE follows. He stands.

ANNA
The roof leaks.

MRS KING
Since Tuesday.

INT. TWO - DAY

ANNA
Where is Joe?

MRS KING
He left.

INT. THREE - DAY

ANNA
The rent.

JOE
What of it?

MRS KING
It is due.

INT. FOUR - DAY

ANNA
I saw Kim.

MRS KING
When?

INT. FIVE - DAY

KIM
Me?
`
	s := of(t, "bechdel-wallace", script, "")
	same(t, "scenes", column(t, s, "scene"), 1, 2, 4)
	same(t, "verdicts", column(t, s, "passes"), "yes", "no", "may")
	if s.Notes[0] != "It passes in scenes 1." || !strings.Contains(s.Notes[1], "Of 4 characters the script calls 2 she and 1 he; of 1 it says neither") {
		t.Errorf("%q", s.Notes)
	}
	if s := of(t, "bechdel-wallace", "INT. A - DAY\n\nJOE\nHi.\n", ""); s.Notes[0] != "No scene was found that passes." {
		t.Errorf("%q", s.Notes)
	}
}

const revised = `<?xml version="1.0" encoding="UTF-8"?><FinalDraft DocumentType="Script"><Content>
<Paragraph Number="7" Type="Scene Heading"><Text>INT. HALL - DAY</Text></Paragraph>
<Paragraph Type="Action"><Text>She waits. </Text><Text RevisionID="2">She </Text><Text RevisionID="2" Style="Bold">leaves</Text><Text>.</Text></Paragraph>
<Paragraph Type="Action"><Text RevisionID="1">=cmd()</Text></Paragraph>
<Paragraph Type="Action"><Text RevisionID="9">Unnamed.</Text></Paragraph>
</Content><HeaderAndFooter><Header><Paragraph><Text RevisionID="1">Head</Text></Paragraph></Header></HeaderAndFooter>
<Revisions><Revision Color="#0000FFFF0000" ID="1" Mark="*" Name="Blue Rev."/><Revision Color="#FFFF0000FFFF" ID="2" Mark="+" Name="Pink Rev."/></Revisions></FinalDraft>`

// REQ F2-107: revision marks of a Final Draft file are listed with their set; other files have none.
func TestRevisionsAreThoseThatTheFileMarks(t *testing.T) {
	script, err := parse.Reader{}.Read(t.Context(), "draft.fdx", []byte(revised))
	if err != nil {
		t.Fatal(err)
	}
	s := sheet(t, "revisions", script, "")
	same(t, "texts", column(t, s, "text"), "She leaves", "=cmd()", "Unnamed.")
	same(t, "sets", column(t, s, "set"), "Pink Rev.", "Blue Rev.", "9")
	same(t, "marks", column(t, s, "mark"), "+", "*", nil)
	same(t, "scenes", column(t, s, "scene"), "7", "7", "7")
	half, _ := parse.Reader{}.Read(t.Context(), "draft.fdx", []byte(strings.ReplaceAll(revised, ` RevisionID="1"`, "")))
	if got := sheet(t, "revisions", half, ""); len(got.Rows) != 2 {
		t.Errorf("%v", got.Rows)
	}
	var runs strings.Builder
	for range 50_000 {
		runs.WriteString(`<Text RevisionID="1">one word of many </Text>`)
	}
	for name, source := range map[string]string{
		"many runs":       strings.Replace(revised, "</Content>", "<Paragraph Type=\"Action\">"+runs.String()+"</Paragraph></Content>", 1),
		"another charset": strings.Replace(revised, "UTF-8", "ISO-8859-1", 1),
	} {
		script, err := parse.Reader{}.Read(t.Context(), "draft.fdx", []byte(source))
		began := time.Now()
		if got := sheet(t, "revisions", script, ""); err != nil || len(got.Rows) < 3 || time.Since(began) > 10*time.Second {
			t.Errorf("%s: %v, %d rows, %v", name, err, len(got.Rows), time.Since(began))
		}
	}
	if s := of(t, "revisions", ferry, ""); len(s.Rows) != 0 || !strings.Contains(s.Notes[0], "not a Final Draft file") {
		t.Errorf("%+v", s)
	}
}

// REQ F2-109: no script makes the reports slow or large beyond measure: a hundred thousand scenes,
// one scene, no cue, nothing at all, and everybody in everything.
func TestReportsOfHostileScripts(t *testing.T) {
	var everybody strings.Builder
	for scene := range 60 {
		fmt.Fprintf(&everybody, "INT. ROOM %d - DAY\n\n", scene)
		for who := range 300 {
			fmt.Fprintf(&everybody, "PERSON %d\n%s\n\n", who, strings.Repeat("word ", 20))
		}
	}
	var many strings.Builder
	many.WriteString("INT. A - DAY\n\n")
	for who := range 100_000 {
		fmt.Fprintf(&many, "MRS N%d\nYes.\n\n", who)
	}
	for name, text := range map[string]string{
		"nothing":                   "",
		"no heading":                strings.Repeat("A dog runs.\n\nANNA\nHello.\n\n", 2000),
		"a hundred thousand":        strings.Repeat("INT. A - DAY\n\nA dog.\n\n", 100_000),
		"one scene":                 "INT. A - DAY\n\n" + strings.Repeat("The dog and nine men fight with a gun. ", 100_000),
		"no cue":                    strings.Repeat("INT. A - DAY\n\nSHE (9) waits.\n\n", 5000),
		"a word":                    "INT. A - DAY\n\n" + strings.Repeat("a", 2<<20),
		"as many names as speeches": many.String(),
		"voids":                     "INT. A - DAY\n\n" + strings.Repeat("shoots shoots * fires off ", 100_000),
		"everybody in everything":   everybody.String(),
		"names in capitals":         "INT. A - DAY\n\n" + strings.Repeat("ANNA ", 200_000) + ", 9",
		"right to left and markup":  "EXT. حديقة - NIGHT\n\nشخص <script>\n\n@مريم\nمرحبا\n\n@=CMD()\n<b>\n",
	} {
		script := fountain.Parse(text)
		began := time.Now()
		p := production.Of(script)
		size := 0
		for _, s := range p.Sheets() {
			for _, row := range s.Rows {
				for _, v := range row {
					if said, is := v.(string); is {
						size += len(said)
					}
				}
			}
		}
		if took := time.Since(began); took > 20*time.Second || size > 64<<20 {
			t.Errorf("%s: %v, %d bytes", name, took, size)
		} else {
			t.Logf("%s: %v, %d bytes", name, took, size)
		}
	}
}

// BenchmarkReports makes every report of a script as long as a feature.
func BenchmarkReports(b *testing.B) {
	script := fountain.Parse(strings.Repeat(ferry+strings.Repeat("\nA dog runs past the van. She watches the crowd and draws a gun.\n", 6), 40))
	for b.Loop() {
		production.Of(script).Sheets()
	}
}

// Whatever a file has in it, each report has a value for each of its columns.
func FuzzReports(f *testing.F) {
	f.Add(ferry, "draft.fountain")
	f.Add(revised, "draft.fdx")
	f.Add("INT. A - DAY\n\nMIA (9), TWO DOZEN men of 9, 12-year-old's 'S ſ’s İ.\n", "a.txt")
	f.Fuzz(func(t *testing.T, source, name string) {
		script, err := parse.Reader{}.Read(t.Context(), name, []byte(source))
		if err != nil || script == nil {
			script = fountain.Parse(source)
		}
		for _, s := range production.Of(script).Sheets() {
			for _, row := range s.Rows {
				if len(row) != len(s.Columns) {
					t.Fatalf("%s: %v", s.Name, row)
				}
			}
		}
	})
}
