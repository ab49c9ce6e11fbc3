package writersroom

import (
	"slices"

	"kinodex/internal/screenplay"
	"kinodex/internal/text"
)

// lexicon is an index of a text: for each stem the scenes it occurs in. It is
// read-only once made.
type lexicon struct {
	stems map[string]string // of the tokens met
	at    map[string][]int  // by stem: the scene of each time it stands there; 0 before the first, or in a synopsis
}

// lexicon reads headings, action and dialogue, or the synopsis. Scenes are
// numbered from 1.
func (m *Manuscript) lexicon() *lexicon {
	l := &lexicon{map[string]string{}, map[string][]int{}}
	if m.Script == nil {
		l.read(m.Synopsis, 0)
		return l
	}
	for i := range m.Script.Elements {
		switch e := &m.Script.Elements[i]; e.Kind {
		case screenplay.Heading, screenplay.Action, screenplay.Dialogue, screenplay.Lyric:
			l.read(e.Text, e.Scene+1)
		}
	}
	return l
}

// read adds the words of s, which are in a scene from 1, or in none if it is 0.
func (l *lexicon) read(s string, scene int) {
	for token := range text.Tokens(s) {
		stem, met := l.stems[token]
		if !met {
			stem = text.Stem(token)
			l.stems[token] = stem
		}
		l.at[stem] = append(l.at[stem], scene)
	}
}

// Echo is a word of a guide's vocabulary that a text holds.
type Echo struct {
	Word   string `json:"word"`
	Times  int    `json:"times" minimum:"1"`
	Scenes []int  `json:"scenes" doc:"The scenes that hold it, at most eight, from 1; none for a synopsis."`
}

// mostPlaces is how many scenes are named for a word.
const mostPlaces = 8

// echoes returns the words of a vocabulary that the text has, the most frequent
// first, ties in order of the vocabulary. It is never nil.
func (l *lexicon) echoes(vocabulary []string) []Echo {
	found := []Echo{}
	for _, word := range vocabulary {
		places := l.at[text.Stem(text.Fold(word))]
		if len(places) == 0 {
			continue
		}
		e := Echo{Word: word, Times: len(places), Scenes: []int{}}
		for _, scene := range places {
			if scene > 0 && !slices.Contains(e.Scenes, scene) && len(e.Scenes) < mostPlaces {
				e.Scenes = append(e.Scenes, scene)
			}
		}
		found = append(found, e)
	}
	slices.SortStableFunc(found, func(a, b Echo) int { return b.Times - a.Times })
	return found
}
