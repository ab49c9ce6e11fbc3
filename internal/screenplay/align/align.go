// Package align finds which scenes of one draft of a screenplay are which of
// another: the same, changed, moved, split, joined, cut or added.
//
// Scenes are matched by what they say and by their heading. Those that keep their
// order are found first, by dynamic programming (Needleman and Wunsch 1970). Then
// come those that together hold what one of the other draft says, and what is left
// over on both sides and says much the same has moved. Every function is pure.
// Start reading at Scenes.
package align

import (
	"cmp"
	"slices"

	"kinodex/internal/screenplay"
)

// MostScenes is how many scenes a draft may have to be aligned: as many as
// package measure looks for evidence in.
const MostScenes = 2000

// Match is what became of a scene: scenes of the earlier draft and those of the
// later one that they became.
type Match struct {
	// Before and After are places in Script.Scenes. Before is empty for a scene
	// that was added, After for one that was cut. After is several scenes where
	// one was split, Before where they were joined; never both.
	Before, After []int
	// Moved says that the scene stands elsewhere in the order of the scenes that
	// both drafts have. It is not said of those that were split or joined.
	Moved bool
	// Same says that heading and text are the same, but for white space and what
	// typesetting changes: quotes, dashes, a heading's punctuation, (CONT'D).
	Same bool
	// Similarity is how much of their text both sides share, 0 to 1: the Dice
	// coefficient of their pairs of adjacent words. It is 0 unless both exist.
	Similarity float64
}

// The likeness that makes two scenes a pair.
const (
	// sameText is the similarity from which scenes are one whatever their headings.
	sameText = 0.5
	// likeText is enough where the headings name the same place.
	likeText = 0.2
	// movedText is the similarity from which a scene has moved to another place in
	// the film as well as in the script.
	movedText = 0.8
	// fewWords is how short a scene is whose text says too little to find it by
	// when it has moved.
	fewWords = 8
	// partText is how much of a scene must stem from another one to be a part of
	// it, and how much of a scene must be found in its parts.
	partText = 0.5
)

// The match of a scene that has no other by itself.
const (
	none    = -1
	grouped = -2 // it is split, joined or a part of such a scene
)

// Scenes aligns the scenes of two drafts. It returns every scene of both once, in
// the order of the later draft; a scene that was cut stands where it stood, before
// the next scene that was kept. ok is false when either draft has more than
// MostScenes.
func Scenes(before, after *screenplay.Script) (matches []Match, ok bool) {
	if len(before.Scenes) > MostScenes || len(after.Scenes) > MostScenes {
		return nil, false
	}
	a := newAlignment(before, after)
	a.inOrder()
	a.regroup(false)
	a.regroup(true)
	a.moved()
	return a.matches(), true
}

// alignment is two drafts on their way to be aligned.
type alignment struct {
	before, after []scene
	shared        []int32 // pairs of words in common, by before and after
	to, from      []int   // the match of each scene
	outOfOrder    []bool  // by scene of the later draft
	// kept are the scenes that the other draft has as they are.
	keptBefore, keptAfter []bool
	// groups are the scenes that were split or joined, by the first of the later draft.
	groups map[int]group
}

// group is a split or a joined scene; inOrder says that one of its pairs keeps its order.
type group struct {
	Match
	inOrder bool
}

func newAlignment(before, after *screenplay.Script) *alignment {
	numbers := map[string]uint32{}
	a := &alignment{before: scenesOf(before, numbers), after: scenesOf(after, numbers)}
	a.shared = make([]int32, len(a.before)*len(a.after))
	a.to, a.from = slices.Repeat([]int{none}, len(a.before)), slices.Repeat([]int{none}, len(a.after))
	a.groups = map[int]group{}
	a.outOfOrder = make([]bool, len(a.after))
	a.countShared()
	a.keptBefore, a.keptAfter = kept(a.before, a.after), kept(a.after, a.before)
	return a
}

// kept says of each scene whether the other draft has it as it is. Of short ones it
// says no, since many are alike.
func kept(scenes, others []scene) []bool {
	type whole struct{ heading, text string }
	known := map[whole]bool{}
	for i := range others {
		known[whole{others[i].heading, others[i].text}] = true
	}
	all := make([]bool, len(scenes))
	for i := range scenes {
		all[i] = scenes[i].size >= fewWords && known[whole{scenes[i].heading, scenes[i].text}]
	}
	return all
}

// mostCommon is in how many scenes of the later draft a pair of words may stand to
// count. What stands in more says little, and would cost much.
const mostCommon = 100

// countShared counts the pairs of words that two scenes share, by an index of those
// of the later draft.
func (a *alignment) countShared() {
	type posting struct{ scene, times int32 }
	index := map[uint64][]posting{}
	for j := range a.after {
		for pair, times := range a.after[j].pairs {
			index[pair] = append(index[pair], posting{int32(j), times})
		}
	}
	for i := range a.before {
		row := a.shared[i*len(a.after) : (i+1)*len(a.after)]
		for pair, times := range a.before[i].pairs {
			in := index[pair]
			if len(in) > mostCommon {
				continue
			}
			for _, p := range in {
				row[p.scene] += min(times, p.times)
			}
		}
	}
}

// similarity is the Dice coefficient of two scenes' pairs of words. Scenes without
// any are alike when their texts are equal.
func (a *alignment) similarity(i, j int) float64 {
	x, y := &a.before[i], &a.after[j]
	switch {
	case x.text == y.text:
		return 1
	case x.size+y.size == 0:
		return 0
	}
	return 2 * float64(a.shared[i*len(a.after)+j]) / float64(x.size+y.size)
}

// likeness says how well two scenes match, above 0 if they may be a pair at all.
// An equal heading alone makes a weak pair of scenes that keep their order: one
// that was written anew. A scene that the other draft has as it is matches no other.
func (a *alignment) likeness(i, j int) float64 {
	x, y := &a.before[i], &a.after[j]
	if (a.keptBefore[i] || a.keptAfter[j]) && (x.heading != y.heading || x.text != y.text) {
		return 0
	}
	similar, same := a.similarity(i, j), x.place == y.place
	switch {
	case similar >= sameText, same && similar >= likeText:
		if x.heading == y.heading {
			return similar + 0.2
		} else if same {
			return similar + 0.1
		}
		return similar
	case x.heading == y.heading:
		return 0.1
	}
	return 0
}

// inOrder matches the scenes that keep their order, so that the likeness of all
// pairs, weighed by their words, is greatest.
func (a *alignment) inOrder() {
	n, m := len(a.before), len(a.after)
	best := make([]float64, (n+1)*(m+1))
	at := func(i, j int) *float64 { return &best[i*(m+1)+j] }
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			*at(i, j) = max(*at(i+1, j), *at(i, j+1), a.gain(i, j)+*at(i+1, j+1))
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch gain := a.gain(i, j); {
		case gain > 0 && *at(i, j) == gain+*at(i+1, j+1):
			a.to[i], a.from[j] = j, i
			i, j = i+1, j+1
		case *at(i, j) == *at(i+1, j):
			i++
		default:
			j++
		}
	}
}

// gain is what a pair is worth; 0 for one that is none.
func (a *alignment) gain(i, j int) float64 {
	like := a.likeness(i, j)
	if like == 0 {
		return 0
	}
	return float64(like * float64(10+min(a.before[i].size, a.after[j].size))) // never fused with the sum it stands in
}

// moved matches what is left over and says much the same, the likest first. Of
// equals the nearest in order come first.
func (a *alignment) moved() {
	type candidate struct {
		i, j int
		like float64
	}
	var all []candidate
	for i := range a.before {
		for j := range a.after {
			if a.to[i] != none || a.from[j] != none {
				continue
			}
			least := sameText
			if a.before[i].place != a.after[j].place {
				if least = movedText; min(a.before[i].size, a.after[j].size) < fewWords {
					continue
				}
			}
			if like := a.likeness(i, j); like > 0 && a.similarity(i, j) >= least {
				all = append(all, candidate{i, j, like})
			}
		}
	}
	slices.SortStableFunc(all, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.like, x.like), cmp.Compare(max(x.i-x.j, x.j-x.i), max(y.i-y.j, y.j-y.i)))
	})
	for _, c := range all {
		if a.to[c.i] == none && a.from[c.j] == none {
			a.to[c.i], a.from[c.j], a.outOfOrder[c.j] = c.j, c.i, true
		}
	}
}

// matches lists what became of every scene.
func (a *alignment) matches() []Match {
	all := make([]Match, 0, max(len(a.before), len(a.after)))
	next := 0 // of the scenes of the earlier draft that keep their order or were cut
	cutsTo := func(i int) {
		for ; next < i; next++ {
			if a.to[next] == none {
				all = append(all, Match{Before: []int{next}})
			}
		}
	}
	for j, i := range a.from {
		switch g, first := a.groups[j]; {
		case first:
			if g.inOrder {
				cutsTo(g.Before[0])
			}
			all = append(all, g.Match)
			continue
		case i == grouped:
			continue
		case i == none:
			all = append(all, Match{After: []int{j}})
			continue
		case !a.outOfOrder[j]:
			cutsTo(i)
		}
		x, y := &a.before[i], &a.after[j]
		all = append(all, Match{
			Before: []int{i}, After: []int{j}, Moved: a.outOfOrder[j],
			Same: x.heading == y.heading && x.text == y.text, Similarity: a.similarity(i, j),
		})
	}
	cutsTo(len(a.before))
	return all
}
