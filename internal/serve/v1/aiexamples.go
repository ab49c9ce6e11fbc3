package v1

import (
	"encoding/json"

	"kinodex/internal/writersroom"
)

// The examples are of a screenplay that does not exist: the figures in them are made up. They
// are read only while routes are registered, and must not be changed.

var (
	examplePlace        = writersroom.Place{Scene: 12, Page: 14, Heading: "INT. CUTTING ROOM - NIGHT"}
	exampleTurn         = writersroom.Turn{Place: examplePlace, Before: 0.12, After: -0.2}
	exampleTurningPoint = writersroom.TurningPoint{Point: "opportunity", Basis: "position", Position: 0.1, Place: examplePlace}
	exampleRun          = &writersroom.Run{First: examplePlace, Last: writersroom.Place{Scene: 21, Page: 18, Heading: "EXT. STATION - DAWN"}, Pages: 4.25}
	exampleSpeaker      = writersroom.Speaker{Name: "IRIS", Share: 0.34, Words: 4120, Speeches: 388, Scenes: 61, FirstPage: 1, LastPage: 108}
	exampleEcho         = writersroom.Echo{Word: "insurance", Times: 4, Scenes: []int{12, 30}}
	exampleHabit        = writersroom.Habit{Where: "action", Token: "—", Text: 41.2, Writer: 38.5, Usual: 11.9, Alike: true}
	exampleStyle        = writersroom.Style{Name: "Billy Wilder", Slug: "billy-wilder"}
	exampleWork         = writersroom.Screenplay{ID: "tt0053604", Title: "The Apartment", Year: new(1960)}
)

// exampleScene returns a scene of the example screenplay.
func exampleScene() writersroom.Scene {
	return writersroom.Scene{
		Place: examplePlace, Pages: 1.375, Setting: new("interior"), Time: new("night"), Words: 212, Dialogue: 0.46, Speakers: []string{"IRIS", "TOMÁS"}, Sentiment: -0.14,
	}
}

// exampleFinding returns a finding that refers to two scenes and one feature.
func exampleFinding() writersroom.Finding {
	return writersroom.Finding{
		Area: "dialogue", Point: "Exchanges are quick: 7.10, against 11.20 on average words a speech on average, less than in about 92 of 100 screenplays.",
		Scenes: []int{12, 30}, Features: []string{"avg_speech_len"},
	}
}

// examplePacing returns the pacing of the example screenplay, by pages as they are counted.
func examplePacing() writersroom.Pacing {
	return writersroom.Pacing{
		Pages: 110, Scenes: 131, ScenesPerTen: 11.9, Longest: []writersroom.Scene{exampleScene()}, Fastest: exampleRun, Slowest: exampleRun, FirstSpeech: 1,
		PagesAreShown: "pages are counted as the usual form would set them, 54 lines each; they are not those printed on the text",
	}
}

// exampleCoverage returns the example result of POST /ai/coverage, with the tier model's
// opinion.
func exampleCoverage() writersroom.CoverageResult {
	return writersroom.CoverageResult{
		Focus: "all",
		CoverageReading: writersroom.CoverageReading{
			Summary:   "131 scenes on about 110 pages. IRIS speaks most, 34 % of all dialogue.",
			Strengths: []writersroom.Finding{exampleFinding()}, Concerns: []writersroom.Finding{},
		},
		Prediction: &writersroom.Prediction{Class: "Mid", Tiers: "B/C", Range: "Mid", High: 0.31, Mid: 0.42, Low: 0.27, Caveat: "a resemblance, not a judgement of the writing"},
		Measures:   []writersroom.Measure{{Feature: "avg_speech_len", Label: "Average length of a speech", Value: 7.1, Mean: new(11.2), Z: new(-1.4), Percentile: new(8.1)}},
		Pacing:     examplePacing(),
		Acts:       []writersroom.Act{{Act: 1, First: 1, Last: 30, FirstPage: 1, Share: 0.25, AvgScene: 181.4, Dialogue: 0.48, Sentiment: 0.04}},
		Turns:      []writersroom.Turn{exampleTurn}, TurningPoints: []writersroom.TurningPoint{exampleTurningPoint}, Speakers: []writersroom.Speaker{exampleSpeaker}, Scenes: []writersroom.Scene{exampleScene()},
		Notes: []string{"written by rules from the measurements"},
	}
}

// exampleRewrite returns the example result of POST /ai/rewrite, as the built-in engine gives
// it: notes, and a reason why there is no prose.
func exampleRewrite() writersroom.RewriteResult {
	return writersroom.RewriteResult{
		Style: exampleStyle, Reason: new("the built-in engine measures and compares; it does not write prose in anyone's voice"),
		RewriteReading: writersroom.RewriteReading{Notes: []writersroom.LineNote{{
			Technique: "The object that changes meaning", Line: new("One more, and then we know."), Note: "The guide: a thing is planted as a joke and comes back as a wound.",
		}}},
		Remarks: []string{},
	}
}

// exampleDeep returns the example result of POST /ai/deep-analyze. Its analysis is cut to two
// members.
func exampleDeep() writersroom.DeepResult {
	return writersroom.DeepResult{
		DeepReading: writersroom.DeepReading{
			Summary: "131 scenes on about 110 pages.", Findings: []writersroom.Finding{exampleFinding()},
			Arcs:   []writersroom.Arc{{Character: "IRIS", Arc: "34 % of the dialogue, in 61 scenes.", Scenes: []int{1, 131}}},
			Themes: []writersroom.Theme{{Theme: "reel", Point: "it stands 41 times in the text", Scenes: []int{1, 12}}},
		},
		Course: []writersroom.Course{{Character: "IRIS", Acts: []writersroom.CourseIn{{Act: 1, Words: 990, Share: 0.36, Scenes: 17, Mood: 0.05}}, Absence: exampleRun}},
		Turns:  []writersroom.Turn{exampleTurn}, TurningPoints: []writersroom.TurningPoint{exampleTurningPoint}, Pacing: examplePacing(), Scenes: []writersroom.Scene{exampleScene()},
		Nearest:  []writersroom.NearWork{{Screenplay: exampleWork, Distance: 0.71}},
		Analysis: json.RawMessage(`{"predicted_class":"Mid","predicted_tier":"B/C"}`), Notes: []string{},
	}
}

// exampleCompare returns the example result of POST /ai/compare-style.
func exampleCompare() writersroom.CompareStyleResult {
	return writersroom.CompareStyleResult{
		Style: exampleStyle, Likeness: new(0.081), Rank: 3, Of: 46,
		CompareReading: writersroom.CompareReading{
			Summary: "Of 46 writers with a guide, Billy Wilder comes 3rd in likeness to this text.",
			Points:  []writersroom.ComparePoint{{Aspect: "question_ratio", Like: true, Point: "the guide expects it high; here it is above the average (z 1.10)", Scenes: []int{}}},
		},
		Tendencies: []writersroom.TendencyCheck{{Feature: "question_ratio", Expected: "high", Value: 0.29, Z: 1.1, Holds: true}},
		Vocabulary: []writersroom.Echo{exampleEcho}, Missing: []string{"elevator"}, Alike: []writersroom.Habit{exampleHabit}, Unlike: []writersroom.Habit{},
		Works: []writersroom.NearWork{{Screenplay: exampleWork, Distance: 0.64}}, Notes: []string{},
	}
}

// exampleMatch returns the example result of POST /ai/style-match.
func exampleMatch() writersroom.StyleMatchResult {
	return writersroom.StyleMatchResult{
		Matches: []writersroom.Match{{
			Name: "Billy Wilder", Slug: "billy-wilder", Score: 0.2211, Evidence: []string{`"—" in action: 41.2 in a thousand, in Billy Wilder's screenplays 38.5, usually 11.9`},
			Habits: []writersroom.Habit{exampleHabit}, Vocabulary: []writersroom.Echo{exampleEcho}, Works: []writersroom.Screenplay{exampleWork}, Distance: new(0.61),
		}},
		Candidates: 46, Measured: 27, Notes: []string{},
	}
}

// exampleTrailer returns the example result of POST /ai/trailer-concept, for a screenplay.
func exampleTrailer() writersroom.TrailerResult {
	pacing := examplePacing()
	return writersroom.TrailerResult{
		Hook: "IRIS, from INT. CUTTING ROOM - NIGHT on. Heard first: Where is the film?",
		Beats: []writersroom.Beat{{
			BeatClaim: writersroom.BeatClaim{Beat: "the world", Scene: new(1), Why: "the script opens here", Line: new("Where is the film?"), Seconds: 12},
			Page:      new(1), Heading: new("INT. CUTTING ROOM - NIGHT"),
		}},
		Plan:  []writersroom.PlanPart{{Part: "the world and the people", Seconds: 30, Cut: "whole shots, few cuts"}},
		Turns: []writersroom.Turn{exampleTurn}, Pacing: &pacing, Notes: []string{},
	}
}

// exampleLogline returns the example result of POST /ai/logline.
func exampleLogline() writersroom.LoglineResult {
	return writersroom.LoglineResult{
		LoglineReading: writersroom.LoglineReading{
			Loglines: []string{"A mystery story of IRIS and TOMÁS, mostly by night, in cutting room, station and night train, around the reel and the timetable."},
			Grounds:  []writersroom.Ground{{Scenes: []int{1, 131}}},
		},
		Lead: new("IRIS"), Places: []string{"cutting room", "station"}, Things: []string{"reel", "timetable"}, Notes: []string{},
	}
}

// exampleVisual returns the example result of POST /ai/visual-treatment.
func exampleVisual() writersroom.VisualResult {
	return writersroom.VisualResult{
		Overview: "131 scenes in 40 places. 62 % are interiors.", Interiors: new(0.62), Hours: []writersroom.Hour{{Time: "night", Scenes: 70}},
		Locations: []writersroom.Location{{Place: "cutting room", Setting: new("interior"), Times: []string{"night"}, Scenes: []int{1, 12}, Pages: 14.5}},
		Looks: []writersroom.Look{{
			Name: "Gregg Toland", Score: 1.4, Vocabulary: []writersroom.Echo{{Word: "ceiling", Times: 3, Scenes: []int{1}}},
			LookClaim: writersroom.LookClaim{Slug: "gregg-toland", Why: "the text holds words of the guide: ceiling", Light: "hard and low", Movement: "little", Palette: "black and white", Scenes: []int{1}},
		}},
		Notes: []string{},
	}
}

// exampleCast returns the example result of POST /ai/cast-recommend, with genres that the
// body states.
func exampleCast() writersroom.CastResult {
	return writersroom.CastResult{
		Roles: []writersroom.Role{{
			Role: "IRIS", Asks: "388 speeches in 61 scenes, 34 % of the dialogue, pages 1 to 108", Share: new(0.34), Scenes: new(61),
			Candidates: []writersroom.CastChoice{{ActorID: "joseph-cotten", Name: "Joseph Cotten", Score: 0.62, Reasons: []string{"Mystery: 9 films, average rating 7.2"}}},
		}},
		Genres: []string{"Mystery"}, Source: "stated", Inferred: []string{}, Notes: []string{},
	}
}
