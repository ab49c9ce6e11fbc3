package screenplay

// Assemble fills Scenes, Speeches and Characters, and the Scene and Speech of
// every element, from Elements alone; a parser calls it last. Whatever those
// fields held before is forgotten, with one exception: a Lyric that stands
// under no cue in the source carries Speech -1 from its parser and stays
// nobody's.
//
// What is not part of the film never ends a speech: a page number between two
// lines of dialogue leaves them one speech. It ends where action, a heading, a
// transition or another cue begins. The title page is in no scene, wherever the
// source has it.
func (s *Script) Assemble() {
	s.Scenes, s.Speeches, s.Characters = nil, nil, nil
	cast := casting{numbers: map[string]int{}, cues: map[string]spokenCue{}}
	speech := -1 // the open one
	for i := range s.Elements {
		e := &s.Elements[i]
		unsung := e.Kind == Lyric && e.Speech < 0
		e.Speech = -1
		switch {
		case e.Kind == Heading:
			s.openScene(i)
			speech = -1
		case e.Kind == Character:
			speech = s.openSpeech(i, cast)
			e.Speech = speech
		case spoken(e.Kind) && !unsung:
			if speech >= 0 {
				e.Speech = speech
				s.Speeches[speech].Last = i + 1
			}
		case e.Kind.InFilm():
			speech = -1
		}
		if e.Kind == TitlePage {
			e.Scene = -1
			continue
		}
		e.Scene = len(s.Scenes) - 1
		if e.Scene >= 0 {
			s.Scenes[e.Scene].Last = i + 1
		}
	}
}

// spoken reports whether elements of a kind belong to the speech of the cue above
// them.
func spoken(k Kind) bool { return k == Dialogue || k == Parenthetical || k == Lyric }

// openScene begins a scene at the heading Elements[i].
// It ends after the heading until Assemble extends it.
func (s *Script) openScene(i int) {
	h := splitHeading(s.Elements[i].Text)
	s.Scenes = append(s.Scenes, Scene{
		First: i, Last: i + 1,
		Heading: h.text, Setting: h.setting, Place: h.place, Time: h.time,
	})
}

// casting holds the characters met so far and the cues that were already taken
// apart, so that equal cues are taken apart once. It serves one call of Assemble.
type casting struct {
	numbers map[string]int       // of the folded names
	cues    map[string]spokenCue // as written: most are written many times
}

// spokenCue is what SplitCue returned for a cue.
type spokenCue struct{ name, extension string }

// openSpeech begins a speech at the cue Elements[i] and gives its index.
// A name that is met for the first time is appended to Characters, which is
// therefore in the order of first cues.
func (s *Script) openSpeech(i int, cast casting) int {
	c, met := cast.cues[s.Elements[i].Text]
	if !met {
		c.name, c.extension = SplitCue(s.Elements[i].Text)
		cast.cues[s.Elements[i].Text] = c
	}
	who, met := cast.numbers[c.name]
	if !met {
		who = len(s.Characters)
		cast.numbers[c.name] = who
		s.Characters = append(s.Characters, c.name)
	}
	s.Speeches = append(s.Speeches, Speech{Character: who, First: i, Last: i + 1, Extension: c.extension})
	return len(s.Speeches) - 1
}
