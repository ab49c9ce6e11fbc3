package screenplay

import "testing"

func TestTheSamePersonIsTheSameName(t *testing.T) {
	for _, c := range []struct{ cue, name, extension string }{
		{"MARTA", "marta", ""},
		{"MARTA (CONT'D)", "marta", ""},
		{"MARTA (CONT’D)", "marta", ""},
		{"Marta (cont'd)", "marta", ""},
		{"MARTA (CONT)", "marta", ""},
		{"MARTA (CONT.)", "marta", ""},
		{"MARTA (CON'T)", "marta", ""},
		{"MARTA (CONT' D)", "marta", ""},
		{"MARTA (CONTINUED)", "marta", ""},
		{"MARTA CONT'D", "marta", ""},
		{"MARTA, cont.", "marta", ""},
		{"MARTA (2)", "marta", ""},
		{"MARTA (V.O.)", "marta", "v.o."},
		{"MARTA (V.0.)", "marta", "v.o."},
		{"MARTA (VO)", "marta", "v.o."},
		{"MARTA (voice over)", "marta", "v.o."},
		{"MARTA V.O.", "marta", "v.o."},
		{"MARTA (V.O.) (CONT'D)", "marta", "v.o."},
		{"MARTA (O.S. CONT'D)", "marta", "o.s."},
		{"MARTA (OFF SCREEN)", "marta", "o.s."},
		{"MARTA (O.S.", "marta", "o.s."},
		{"MARTA O.S.)", "marta", "o.s."},
		{"MARTA [O.C.]", "marta", "o.c."},
		{"MARTA (ON PHONE)", "marta", "on phone"},
		{"MARTA:", "marta", ""},
		{"@Marta", "marta", ""},
		{"MARTA ^", "marta", ""},
		{"MARTA *", "marta", ""},
		{"MARTA'S VOICE", "marta", "voice"},
		{"MARTA’S VOICE (O.S.)", "marta", "o.s. voice"},
		{"GUARD #2", "guard #2", ""},
		{"GUARD 2", "guard #2", ""},
		{"GUARD NO. 2 (V.O.)", "guard #2", "v.o."},
		{"GUARD # 2", "guard #2", ""},
		{"R2", "r2", ""},
		{"MR. SMITH JR.", "mr. smith jr", ""},
		{"JOSÉ", "jose", ""},
		{"МАРТА (V.O.)", "марта", "v.o."},
		{"THE VOICE", "the voice", ""},
		{"OS", "os", ""},
		{"CONT", "cont", ""},
		{"(V.O.)", "(v.o.)", "v.o."},
		{"", "?", ""},
	} {
		name, extension := SplitCue(c.cue)
		if name != c.name || extension != c.extension {
			t.Errorf("%q: got %q, %q; want %q, %q", c.cue, name, extension, c.name, c.extension)
		}
	}
}

func TestWhatMayBeACue(t *testing.T) {
	for line, want := range map[string]bool{
		"MARTA": true, "   MARTA": true, "MARTA (V.O.)": true, "MARTA (whispering)": true, "McCOY": true, "O'NEIL": true,
		"GUARD #2": true, "MR. SMITH JR.": true, "MARTA (CONT'D": true, "MARTA:": true, "МАРТА": true, "OLD MAN / BOY": true,
		"INT. BAR": false, "CUT TO:": false, "FADE OUT.": false, "Marta": false, "MARTA STOPS.": false, "WHO?": false,
		"12": false, "": false, "(V.O.)": false, "THE LONG WALK DOWN TO THE OLD HARBOUR BAR": false, "SMASH CUT TO:": false,
	} {
		if got := IsCue(line); got != want {
			t.Errorf("%q: a cue: %v, want %v", line, got, want)
		}
	}
}
