package plain

import (
	"slices"
	"strings"
	"testing"

	"kinodex/internal/screenplay"
)

// quay is a scene of two people, made so often that habits show; cue writes a cue.
func quay(times int, cue func(name string) string) string {
	var b strings.Builder
	for range times {
		b.WriteString("INT. CUSTOMS SHED - NIGHT\n\nRain drums on the iron roof. Ines counts the crates again and writes the number on her wrist.\n\n")
		b.WriteString(cue("INES") + "\nNine. There were ten when the boat came in, and I watched the door.\n\n")
		b.WriteString(cue("OLD TOMAS") + "\nThen you watched the wrong door.\n\n")
		b.WriteString("He slides a bolt that nobody would have seen.\n\n")
		b.WriteString(cue("INES") + "\n(quietly)\nWho else has been down here?\n\n")
		b.WriteString(cue("OLD TOMAS") + "\nYou tell me, you are the one with the key.\n\n")
	}
	return b.String()
}

func TestCuesAreReadHoweverTheyAreWritten(t *testing.T) {
	want := Parse(quay(12, func(name string) string { return name }))
	small := func(name string) string {
		words := strings.Fields(strings.ToLower(name))
		for i, w := range words {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
		return strings.Join(words, " ")
	}
	if len(want.Speeches) != 48 {
		t.Fatalf("in capitals: %d speeches", len(want.Speeches))
	}
	for name, cue := range map[string]func(string) string{
		"in small letters":              small,
		"with a colon":                  func(name string) string { return name + ":" },
		"in small letters with a colon": func(name string) string { return small(name) + ":" },
		"with an extension":             func(name string) string { return small(name) + " (V.O.)" },
	} {
		for layout, text := range map[string]string{"": quay(12, cue), ", no blank lines": strings.ReplaceAll(quay(12, cue), "\n\n", "\n")} {
			s := Parse(text)
			if len(s.Speeches) != len(want.Speeches) || !slices.Equal(s.Characters, []string{"ines", "old tomas"}) || len(s.Scenes) != 12 {
				t.Errorf("%s%s: %d speeches of %v in %d scenes", name, layout, len(s.Speeches), s.Characters, len(s.Scenes))
			}
		}
	}
}

// Prose that names its people at the ends of lines has no cues.
func TestANameAloneOnALineIsNoCueByItself(t *testing.T) {
	text := strings.Repeat("They sat by the stove until the coal was gone, and nobody spoke of the boat.\n\nInes\n\nShe had been the first to see it, far out, without a light.\n\n", 5)
	if s := Parse(quay(12, func(name string) string { return name }) + text); slices.Contains(s.Characters, "ines\n") || len(s.Speeches) != 48 {
		t.Errorf("%d speeches", len(s.Speeches))
	}
}

func TestTransitionsAreCuts(t *testing.T) {
	for line, want := range map[string]bool{
		"CUT TO:": true, "SLOW DISSOLVE TO:": true, "FADE OUT.": true, "FADE IN ON:": true, "INTERCUT WITH:": true, "CUT BACK TO SCENE:": true,
		"FADE OUT - FADE IN": true, "IRIS OUT": true, "SMASH TO:": true, "DIP TO BLACK.": true, "HE TURNS TO BLACK": false, "BACK TO PRESENT:": true, "WIPE.": true,
		"IRIS": false, "IRIS:": false, "CREW CUT": false, "QUICK CUTS OF THE CITY": false, "ANGLE ON:": false, "Cut to:": false, "CUT!": false, "": false, "TO": false,
	} {
		if got := screenplay.IsTransition(line); got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
	for line, want := range map[string]bool{
		"Cut to:": true, "Fade to black.": true, "Dissolve to:": true, "Fade out.": true,
		"Cut it out.": false, "Cut.": false, "cut to:": false, "Cut him down.": false, "Fade": false, "Wipe your hands.": false,
	} {
		if got := screenplay.IsSmallTransition(line); got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}

func TestWhatStandsWhereTransitionsDoIsNoneByThat(t *testing.T) {
	right := strings.Repeat(" ", 58)
	text := strings.Repeat(strings.ReplaceAll(quay(1, func(name string) string { return strings.Repeat(" ", 20) + name }), "\n\nHe slides", "\n\n"+right+"CUT TO:\n\nHe slides"), 8)
	text = strings.Replace(text, "CUT TO:", "YELLOW 3/12/95", 1)
	text = strings.Replace(text, "CUT TO:", "(X)", 1)
	s := Parse(text)
	cuts := 0
	for _, e := range s.Elements {
		if e.Kind == screenplay.Transition {
			cuts++
			if e.Text != "CUT TO:" {
				t.Errorf("%q is no cut", e.Text)
			}
		}
	}
	if cuts != 6 {
		t.Errorf("%d cuts, want 6", cuts)
	}
}

func TestWhatFollowsTheEndIsNoFilm(t *testing.T) {
	script := quay(10, func(name string) string { return name })
	notes := "THE END\n\nThis script was written in nine weeks, in a rented room above a bakery.\n\nQ: Where did the shed come from?\n\nA: From my uncle, who kept one, and from the rain.\n"
	s, alone := Parse(script+notes), Parse(script+"THE END\n")
	if got, want := outline(s), outline(alone); !slices.Equal(got, want) {
		t.Error(firstDifference(got, want))
	}
	tag := script + "THE END\n\n" + quay(1, func(name string) string { return name })
	if s := Parse(tag); len(s.Scenes) != 11 {
		t.Errorf("a scene behind the end: %d scenes, want 11", len(s.Scenes))
	}
}

func TestSpeechesSideBySideAreTwo(t *testing.T) {
	pad := strings.Repeat(" ", 10)
	beside := "EXT. SLIPWAY - DAWN\n\n" + pad + "Both turn round at once.\n\n" +
		"             INES                             OLD TOMAS\n" +
		"   Do not touch the rope.          Get away from the winch!\n" +
		"   It holds the whole boat.        The bolt is gone, it will\n" +
		"                                   run back on you!\n\n" + pad + "The winch turns by itself.\n\n"
	script := strings.ReplaceAll(quay(8, func(name string) string { return pad + pad + name }), "\nRain", "\n"+pad+"Rain")
	s := Parse(script + beside)
	if len(s.Speeches) != 34 {
		t.Fatalf("%d speeches, want 34", len(s.Speeches))
	}
	var got []string
	for _, speech := range s.Speeches[32:] {
		cue := s.Elements[speech.First]
		got = append(got, s.Characters[speech.Character]+": "+s.Elements[speech.First+1].Text)
		if !cue.Dual || s.Source[cue.Start:cue.End] != cue.Text {
			t.Errorf("%+v", cue)
		}
	}
	if want := []string{"ines: Do not touch the rope. It holds the whole boat.", "old tomas: Get away from the winch! The bolt is gone, it will run back on you!"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestThePaperIsKnownInEveryHand(t *testing.T) {
	for line, want := range map[string]bool{
		"12a CONTINUED: (2) 12a": true, "30 Cont.": true, "Cont.": true, "{CONTINUED)": true, "COHTIHUED: 12": true, "(CONTIN ED)": true, "[MORE]": true,
		"-more-": true, "(MORE)     (CONTINUED)": true, "12 omitted": true, "#4 thru 6 OMITTED": false, "4 thru 6 OMITTED": true, "12B Continued": true,
		"continues.": false, "MORELL": false, "(contained)": false, "CONTAINED": false, "No more.": false, "COUNTED": false, "(CONFUSED)": false, "MORE!": false,
	} {
		if got := isArtifact(line); got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}
