package measure

import (
	"strings"
	"testing"

	"kinodex/internal/screenplay"
)

// page writes a script in the tests' own shorthand, one element a line:
//
//	# INT. KITCHEN - DAY     a heading
//	@ANNA                    a cue
//	> What she says.         dialogue
//	(quietly)                a parenthetical
//	% 12.                    furniture of the page
//	Anything else            action
//
// It stands in for the parser, so that these tests need none.
func page(text string) *screenplay.Script {
	s := &screenplay.Script{Source: text}
	names := map[string]int{}
	speech, at := -1, 0
	for line := range strings.Lines(text) {
		start := at
		at += len(line)
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		e := screenplay.Element{Kind: screenplay.Action, Text: line, Start: start, End: at, Speech: -1}
		switch line[0] {
		case '#':
			e.Kind, e.Text = screenplay.Heading, strings.TrimSpace(line[1:])
			s.Scenes = append(s.Scenes, scene(e.Text, len(s.Elements)))
		case '@':
			e.Kind, e.Text = screenplay.Character, strings.TrimSpace(line[1:])
			name, _, _ := strings.Cut(strings.ToLower(e.Text), " (")
			who, known := names[name]
			if !known {
				who = len(s.Characters)
				names[name] = who
				s.Characters = append(s.Characters, name)
			}
			s.Speeches = append(s.Speeches, screenplay.Speech{Character: who, First: len(s.Elements)})
		case '>':
			e.Kind, e.Text = screenplay.Dialogue, strings.TrimSpace(line[1:])
		case '(':
			e.Kind = screenplay.Parenthetical
		case '%':
			e.Kind = screenplay.PageArtifact
		}
		switch e.Kind {
		case screenplay.Character:
			speech = len(s.Speeches) - 1
			fallthrough
		case screenplay.Dialogue, screenplay.Parenthetical:
			e.Speech = speech
		case screenplay.PageArtifact:
		default:
			speech = -1
		}
		e.Scene = len(s.Scenes) - 1
		s.Elements = append(s.Elements, e)
		if e.Speech >= 0 {
			s.Speeches[e.Speech].Last = len(s.Elements)
		}
		if e.Scene >= 0 {
			s.Scenes[e.Scene].Last = len(s.Elements)
		}
	}
	return s
}

func scene(heading string, first int) screenplay.Scene {
	setting, place := screenplay.Unsaid, strings.ToLower(heading)
	for prefix, s := range map[string]screenplay.Setting{
		"int. ": screenplay.Interior, "ext. ": screenplay.Exterior, "int./ext. ": screenplay.Both,
	} {
		if rest, found := strings.CutPrefix(place, prefix); found {
			setting, place = s, rest
		}
	}
	place, _, _ = strings.Cut(place, " - ")
	return screenplay.Scene{Heading: heading, Setting: setting, Place: place, First: first}
}

// ferry is a small script with most of what a script has.
const ferry = `
The sea. Nothing else.
# EXT. HARBOUR - DAWN
A rusty ferry waits. Gulls fight over a wonderful fish!
@ANNA
> Is this the boat? I hate this boat.
@BORIS
(spitting)
> It floats, damn it!
# INT. FERRY - SALON - DAY
ANNA sits down. The engine coughs, dies, coughs.
@ANNA
> Mr. Boris... you promised me a beautiful ship.
% 2.
@ANNA (CONT'D)
> A safe one.
Boris shrugs.
@ANNA
> Well?
# EXT. HARBOUR - NIGHT
Rain. The dead ferry drifts back.
@BORIS
> We are home again. Home!
@CARLA
> Who is that?
# INT./EXT. CAR - NIGHT
Nobody speaks for a long time.
`

func meter(t testing.TB) *Meter {
	t.Helper()
	return NewMeter()
}
