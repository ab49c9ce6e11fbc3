package screenplay

import (
	"slices"
	"testing"
)

func elements(kinds ...Kind) *Script {
	s := &Script{}
	for _, k := range kinds {
		text := map[Kind]string{Heading: "INT. HUT - DAY", Character: "MARA"}[k]
		s.Elements = append(s.Elements, Element{Kind: k, Text: text})
	}
	return s
}

func TestASpeechGoesOnOverWhatIsNotOfTheFilm(t *testing.T) {
	s := elements(Action, Heading, Character, Parenthetical, Dialogue, PageArtifact, PageBreak, Note, Dialogue, Action, Dialogue,
		Character, Lyric, Heading, Character, PageArtifact, TitlePage)
	s.Assemble()
	var scenes, speeches []int
	for _, e := range s.Elements {
		scenes, speeches = append(scenes, e.Scene), append(speeches, e.Speech)
	}
	if want := []int{-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, -1}; !slices.Equal(scenes, want) {
		t.Errorf("scenes %v, want %v", scenes, want)
	}
	if want := []int{-1, -1, 0, 0, 0, -1, -1, -1, 0, -1, -1, 1, 1, -1, 2, -1, -1}; !slices.Equal(speeches, want) {
		t.Errorf("speeches %v, want %v", speeches, want)
	}
	if s.Scenes[0].First != 1 || s.Scenes[0].Last != 13 || s.Scenes[1].Last != 16 || s.Speeches[0].Last != 9 || s.Speeches[2].Last != 15 {
		t.Errorf("%+v, %+v", s.Scenes, s.Speeches)
	}
	if len(s.Characters) != 1 {
		t.Errorf("%v is one person", s.Characters)
	}
	again := *s
	again.Assemble()
	if !slices.Equal(again.Scenes, s.Scenes) || !slices.Equal(again.Speeches, s.Speeches) {
		t.Error("assembled twice, it is another script")
	}
}

func TestASongUnderNobodyStaysNobodys(t *testing.T) {
	s := elements(Character, Dialogue, Lyric, Dialogue)
	s.Elements[2].Speech = -1
	s.Assemble()
	if s.Elements[2].Speech != -1 || s.Elements[3].Speech != -1 || s.Speeches[0].Last != 2 {
		t.Errorf("%+v", s.Elements)
	}
}
