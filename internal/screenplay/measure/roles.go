package measure

import (
	"cmp"
	"slices"

	"kinodex/internal/screenplay"
)

const (
	// evennessRoles is how many parts dialogue_balance looks at.
	evennessRoles = 10
	// minSpeeches is how many speeches make a part for character_count.
	minSpeeches = 3
)

// castStats are the figures of the cast that features need. largest[:listed]
// are the words of the largest roles, most words first.
type castStats struct {
	speaking  int // with leastSpeeches or more
	leadWords int // words of the largest
	largest   [evennessRoles]int
	listed    int // how many of largest there are
}

// role is what a character says, in the script or in one scene.
type role struct {
	character       int // in the order of Script.Characters
	speeches, words int
}

// roles are those of a script and of each scene. They are read-only once made.
type roles struct {
	all     []role   // by character
	bySize  []role   // with words, most words first
	byScene [][]role // in order of first speech; the last entry is what stands before the first scene
	// first and last are the words of the film before a character's first speech
	// and before the last; -1 without one.
	first, last []int
	speaking    int // characters with leastSpeeches or more
	turns       []turn
}

// turn is a speech with words: who speaks, and how many words of the film stand before it.
type turn struct{ character, before int }

// newRoles reads the speeches of s. Speeches of one character with nothing of the
// film between them are one: a page may have ended there. wordsOf gives the words
// of an element, before the words of the film before it.
func newRoles(s *screenplay.Script, wordsOf, before []int32, tallies func(scene int) *tally) *roles {
	p := &roles{
		all:     make([]role, len(s.Characters)),
		byScene: make([][]role, len(s.Scenes)+1),
		first:   make([]int, len(s.Characters)),
		last:    make([]int, len(s.Characters)),
	}
	for i := range p.all {
		p.all[i].character, p.first[i], p.last[i] = i, -1, -1
	}
	met := make([]int, len(s.Characters)) // 1 + the last scene a character spoke in
	at := make([]int, len(s.Characters))  // its place in that scene's parts
	previous := -1
	for i := range s.Speeches {
		speech := &s.Speeches[i]
		words := wordsSpoken(s, i, wordsOf)
		if words == 0 {
			continue
		}
		who, scene := speech.Character, s.Elements[speech.First].Scene
		if scene < 0 {
			scene = len(s.Scenes)
		}
		if met[who] != scene+1 {
			met[who], at[who] = scene+1, len(p.byScene[scene])
			p.byScene[scene] = append(p.byScene[scene], role{character: who})
		}
		here := &p.byScene[scene][at[who]]
		t := tallies(s.Elements[speech.First].Scene)
		t.spoken += words
		here.words += words
		p.all[who].words += words
		if previous < 0 || s.Speeches[previous].Character != who || interrupted(s, previous, i) {
			t.speeches++
			here.speeches++
			p.all[who].speeches++
		}
		if p.first[who] < 0 {
			p.first[who] = int(before[speech.First])
		}
		p.last[who] = int(before[speech.First])
		p.turns = append(p.turns, turn{who, int(before[speech.First])})
		previous = i
	}
	for _, one := range p.all {
		if one.words > 0 {
			p.bySize = append(p.bySize, one)
		}
		if one.speeches >= minSpeeches {
			p.speaking++
		}
	}
	slices.SortFunc(p.bySize, func(a, b role) int {
		return cmp.Or(b.words-a.words, b.speeches-a.speeches, a.character-b.character)
	})
	return p
}

// wordsSpoken gives the words of dialogue of a speech.
func wordsSpoken(s *screenplay.Script, speech int, wordsOf []int32) int {
	words := 0
	for e := s.Speeches[speech].First; e < s.Speeches[speech].Last; e++ {
		if s.Elements[e].Speech == speech {
			words += int(wordsOf[e])
		}
	}
	return words
}

// interrupted reports whether anything of the film but a cue stands between
// two speeches.
// The second must come after the first.
func interrupted(s *screenplay.Script, first, second int) bool {
	for e := s.Speeches[first].Last; e < s.Speeches[second].First; e++ {
		if s.Elements[e].Kind.InFilm() && s.Elements[e].Kind != screenplay.Character {
			return true
		}
	}
	return false
}

// withoutScene returns the figures of the cast without the roles of a scene,
// each character at most once; of the whole cast for none. fewer must be zero
// for all characters, and is again afterwards.
func (p *roles) withoutScene(missing []role, fewer []role) castStats {
	var c castStats
	for _, m := range missing {
		fewer[m.character] = m
	}
	for _, one := range p.bySize {
		if gone := fewer[one.character]; gone.words > 0 {
			continue
		}
		if c.listed == evennessRoles {
			break
		}
		c.largest[c.listed] = one.words
		c.listed++
	}
	for _, m := range missing {
		if left := p.all[m.character].words - m.words; left > 0 {
			c.insert(left)
		}
		fewer[m.character] = role{}
	}
	c.speaking = p.speakingWithout(missing)
	if c.listed > 0 {
		c.leadWords = c.largest[0]
	}
	return c
}

// insert puts a part of so many words into the list of the largest.
// The list stays in descending order; a part smaller than all of a full list is
// left out.
func (c *castStats) insert(words int) {
	if c.listed < evennessRoles {
		c.largest[c.listed] = 0
		c.listed++
	} else if words <= c.largest[c.listed-1] {
		return
	}
	i := c.listed - 1
	for ; i > 0 && c.largest[i-1] < words; i-- {
		c.largest[i] = c.largest[i-1]
	}
	c.largest[i] = words
}

// speakingWithout gives character_count of the script without these parts.
func (p *roles) speakingWithout(missing []role) int {
	n := p.speaking
	for _, m := range missing {
		all := p.all[m.character].speeches
		if all >= minSpeeches && all-m.speeches < minSpeeches {
			n--
		}
	}
	return n
}
