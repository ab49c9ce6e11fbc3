package screenplay

import "testing"

func TestAHeadingIsTakenApart(t *testing.T) { // REQ S-06
	for _, c := range []struct {
		line, number, text string
		setting            Setting
		place, time        string
	}{
		{"INT. KITCHEN - DAY", "", "INT. KITCHEN - DAY", Interior, "kitchen", "day"},
		{"EXT HARBOUR -- NIGHT", "", "EXT HARBOUR -- NIGHT", Exterior, "harbour", "night"},
		{"ext. harbour – night", "", "ext. harbour – night", Exterior, "harbour", "night"},
		{"INT. HOUSE—KITCHEN—LATER", "", "INT. HOUSE—KITCHEN—LATER", Interior, "house - kitchen", "later"},
		{"INT. HOUSE - KITCHEN - MOMENTS LATER", "", "INT. HOUSE - KITCHEN - MOMENTS LATER", Interior, "house - kitchen", "moments later"},
		{"INT./EXT. TRUCK - CONTINUOUS", "", "INT./EXT. TRUCK - CONTINUOUS", Both, "truck", "continuous"},
		{"INT/EXT TRUCK", "", "INT/EXT TRUCK", Both, "truck", ""},
		{"INT. / EXT. TRUCK", "", "INT. / EXT. TRUCK", Both, "truck", ""},
		{"I/E TRUCK - DAWN", "", "I/E TRUCK - DAWN", Both, "truck", "dawn"},
		{"I./E. TRUCK", "", "I./E. TRUCK", Both, "truck", ""},
		{"INTERIOR OF PLANE", "", "INTERIOR OF PLANE", Interior, "of plane", ""},
		{"EST. LIGHTHOUSE - DUSK", "", "EST. LIGHTHOUSE - DUSK", Exterior, "lighthouse", "dusk"},
		{"INT.OFFICE-DAY", "", "INT.OFFICE-DAY", Interior, "office", "day"},
		{"INT: OFFICE, NIGHT", "", "INT: OFFICE, NIGHT", Interior, "office", "night"},
		{"INT. STUDIO. NIGHT.", "", "INT. STUDIO. NIGHT.", Interior, "studio", "night"},
		{"EXT. DAY. WATERLOO", "", "EXT. DAY. WATERLOO", Exterior, "waterloo", "day"},
		{"EXT. NEW YORK -- NIGHT, 1947", "", "EXT. NEW YORK -- NIGHT, 1947", Exterior, "new york, 1947", "night"},
		{"EXT. ST. JAMES PARK - DAY", "", "EXT. ST. JAMES PARK - DAY", Exterior, "st. james park", "day"},
		{"INT. HALL (NIGHT)", "", "INT. HALL (NIGHT)", Interior, "hall", "night"},
		{"INT. NIGHT CLUB - SAME", "", "INT. NIGHT CLUB - SAME", Interior, "night club", "same"},
		{"INT. KITCHEN NIGHT", "", "INT. KITCHEN NIGHT", Interior, "kitchen", "night"},
		{"INT. BAR - THE NEXT MORNING", "", "INT. BAR - THE NEXT MORNING", Interior, "bar", "the next morning"},
		{"INT. BAR - TWO HOURS LATER", "", "INT. BAR - TWO HOURS LATER", Interior, "bar", "two hours later"},
		{"INT. BAR - SUMMER", "", "INT. BAR - SUMMER", Interior, "bar - summer", ""},
		{"12 INT. BUS 12", "12", "INT. BUS", Interior, "bus", ""},
		{"12A.  INT. BUS - DAY        12A.", "12A", "INT. BUS - DAY", Interior, "bus", "day"},
		{"R88A\tEXT. BUS\tR88A", "R88A", "EXT. BUS", Exterior, "bus", ""},
		{"INT. BUS - NIGHT    365", "365", "INT. BUS - NIGHT", Interior, "bus", "night"},
		{"INT. BUS - NIGHT #12-A.1#", "12-A.1", "INT. BUS - NIGHT", Interior, "bus", "night"},
		{"EXT. MARYLAND 1973", "", "EXT. MARYLAND 1973", Exterior, "maryland 1973", ""},
		{"INT. BUS - DAY *", "", "INT. BUS - DAY", Interior, "bus", "day"},
		{"THE FAR SHORE", "", "THE FAR SHORE", Unsaid, "the far shore", ""},
		{"(13) EXT. PIER - DAY", "13", "EXT. PIER - DAY", Exterior, "pier", "day"},
		{"20*. EXT. PIER", "20", "EXT. PIER", Exterior, "pier", ""},
		{"58, INT. TENT, DUSK.", "58", "INT. TENT, DUSK.", Interior, "tent", "dusk"},
		{"70/71 INT. TENT 70/71", "70/71", "INT. TENT", Interior, "tent", ""},
		{"FLASHBACK - INT. TENT - NIGHT", "", "FLASHBACK - INT. TENT - NIGHT", Interior, "flashback - tent", "night"},
		{"INT. KITCHEN - DAY - CONTINUED", "", "INT. KITCHEN - DAY - CONTINUED", Interior, "kitchen", "day"},
		{"INT. KITCHEN - DAY (CONT'D)", "", "INT. KITCHEN - DAY (CONT'D)", Interior, "kitchen", "day"},
		// in small letters
		{"Interior. Store -- Day", "", "Interior. Store -- Day", Interior, "store", "day"},
		{"Int./Ext. car - night", "", "Int./Ext. car - night", Both, "car", "night"},
		{"Exterior/Interior: Car - Night", "", "Exterior/Interior: Car - Night", Both, "car", "night"},
		{"12 Exterior. Pier - Dawn 12", "12", "Exterior. Pier - Dawn", Exterior, "pier", "dawn"},
		// other languages
		{"Innen. Küche - Tag", "", "Innen. Küche - Tag", Interior, "kuche", "tag"},
		{"INNEN. KÜCHE - TAG", "", "INNEN. KÜCHE - TAG", Interior, "kuche", "tag"},
		{"12 AUSSEN STRASSE - NACHT 12", "12", "AUSSEN STRASSE - NACHT", Exterior, "strasse", "nacht"},
		{"AUßEN. HAFEN - MORGEN", "", "AUßEN. HAFEN - MORGEN", Exterior, "hafen", "morgen"},
		{"INNEN/AUSSEN. AUTO - ABEND", "", "INNEN/AUSSEN. AUTO - ABEND", Both, "auto", "abend"},
		{"I/A AUTO - TAG", "", "I/A AUTO - TAG", Both, "auto", "tag"},
		{"KÜCHE - INNEN/TAG", "", "KÜCHE - INNEN/TAG", Interior, "kuche", "tag"},
		{"INTÉRIEUR. CUISINE - JOUR", "", "INTÉRIEUR. CUISINE - JOUR", Interior, "cuisine", "jour"},
		{"EXTERIEUR PORT - NUIT", "", "EXTERIEUR PORT - NUIT", Exterior, "port", "nuit"},
		{"ESTERNO. PORTO - NOTTE", "", "ESTERNO. PORTO - NOTTE", Exterior, "porto", "notte"},
		{"INT. COCINA - NOCHE", "", "INT. COCINA - NOCHE", Interior, "cocina", "noche"},
		{"ИНТ. КУХНЯ - ДЕНЬ", "", "ИНТ. КУХНЯ - ДЕНЬ", Interior, "кухня", "день"},
		// as scanners read them
		{"I NT. KITCHEN - DAY", "", "I NT. KITCHEN - DAY", Interior, "kitchen", "day"},
		{"1NT. KITCHEN", "", "1NT. KITCHEN", Interior, "kitchen", ""},
		{"EXT , PIER - DAY", "", "EXT , PIER - DAY", Exterior, "pier", "day"},
		{"EX T. PIER", "", "EX T. PIER", Exterior, "pier", ""},
		{"INT.", "", "INT.", Interior, "", ""},
		{"", "", "", Unsaid, "", ""},
	} {
		h := splitHeading(c.line)
		if h.number != c.number || h.text != c.text || h.setting != c.setting || h.place != c.place || h.time != c.time {
			t.Errorf("%q: got number %q, text %q, setting %d, place %q, time %q", c.line, h.number, h.text, h.setting, h.place, h.time)
		}
	}
}

func TestWhatIsAHeading(t *testing.T) {
	for line, want := range map[string]bool{
		"INT. BAR": true, "  EXT. BAR": true, "int. bar": true, "INT BAR": true, "14 EXT. BAR": true,
		"INT/EXT BAR": true, "I/E BAR": true, "EXTERIOR BAR": true, "INT - BAR": true, "INT—BAR": true,
		"A14  INT. BAR  A14": true, "INT": true, "est. bar": true,
		"Interior. Bar": true, "Exterior: Bar - Night": true, "Interior. It is a bar.": false, "Interior, a bar": false, "interior. bar": false, "Interior design": false,
		"Exterior. Nobody there, nobody at all": false, "Interior.": false, "Interiors. Bar": false,
		"INTERCUT - BAR": false, "INTO THE BAR": false, "Int his youth he drank": false, "Interior of a bar.": false,
		"EXTRA BEER": false, "I AM HERE": false, "I.": false, "E": false, "": false, "ESTHER": false,
		"He goes INT. the bar": false, "Innen drin": false, "IN T SHIRTS": false, "I/AM": false, "I/A": false, "INT. - A BAR": true, "AUSTEN": false, "12": false,
	} {
		if got := IsHeading(line); got != want {
			t.Errorf("%q: a heading: %v, want %v", line, got, want)
		}
	}
}

// REQ S-31
func TestSpacingOfAHeadingIsNoOtherPlace(t *testing.T) {
	want := splitHeading("INT. OLD MILL - LOFT - NIGHT")
	for _, line := range []string{
		"INT.  OLD  MILL -- LOFT -- NIGHT", "INT OLD MILL – LOFT – NIGHT.", "int. old mill — loft — night",
		"\t3 INT. OLD MILL - LOFT - NIGHT 3", "INT: OLD MILL - LOFT (NIGHT)",
	} {
		if got := splitHeading(line); got.place != want.place || got.time != want.time || got.setting != want.setting {
			t.Errorf("%q: %q at %q", line, got.place, got.time)
		}
	}
}
