package align

import (
	"cmp"
	"maps"
	"slices"
)

// side is one draft as it is regrouped.
type side struct {
	scenes []scene
	match  []int // in the other draft
	kept   []bool
}

// regroup finds scenes that were split or, when joined, those that were joined: scenes of the one
// draft that several of the other hold the text of. A part is a scene without a match, or with one
// by heading alone, at least half of which stems from the whole and from no other part; whatever
// the whole was matched with is a part with less. Each is looked for in the scene that it shares
// most with.
func (a *alignment) regroup(joined bool) {
	wholes, parts := side{a.before, a.to, a.keptBefore}, side{a.after, a.from, a.keptAfter}
	shared := func(whole, part int) int { return int(a.shared[whole*len(a.after)+part]) }
	if joined {
		wholes, parts = parts, wholes
		shared = func(whole, part int) int { return int(a.shared[part*len(a.after)+whole]) }
	}
	found := make([][]int, len(wholes.scenes)) // what may be parts, by whole
	for part := range parts.scenes {
		if whole := a.wholeOf(part, wholes, parts, shared, joined); whole != none {
			found[whole] = append(found[whole], part)
		}
	}
	for whole, among := range found {
		if len(among) == 0 {
			continue
		}
		// The scene that the whole was matched with may be one of them already.
		matched := wholes.match[whole]
		if matched >= 0 && !slices.Contains(among, matched) {
			among = append(among, matched)
		}
		slices.SortFunc(among, func(x, y int) int { return cmp.Or(shared(whole, y)-shared(whole, x), x-y) })
		chosen, common := partsOf(&wholes.scenes[whole], parts.scenes, among, matched)
		if len(chosen) < 2 || float64(common) < partText*float64(wholes.scenes[whole].size) {
			continue
		}
		a.group(whole, chosen, common, wholes, parts, joined)
	}
}

// wholeOf returns the scene that another may be a part of, none without one.
func (a *alignment) wholeOf(part int, wholes, parts side, shared func(whole, part int) int, joined bool) int {
	of := &parts.scenes[part]
	if of.size < fewWords || parts.kept[part] || !a.free(part, parts.match[part], joined) {
		return none
	}
	best, most := none, max(fewWords, int(partText*float64(of.size)))
	for whole := range wholes.scenes {
		if n := shared(whole, part); n >= most && !wholes.kept[whole] && wholes.match[whole] != grouped && (best == none || n > most) {
			best, most = whole, n
		}
	}
	return best
}

// free says whether a scene is matched with none, or with one that it shares little text with.
func (a *alignment) free(part, match int, joined bool) bool {
	switch {
	case match < 0:
		return match == none
	case joined:
		return a.similarity(part, match) < likeText
	}
	return a.similarity(match, part) < likeText
}

// partsOf returns which of some scenes, the likest first, add to what is found of a whole, in
// order, and how many pairs of words of the whole they hold together.
func partsOf(whole *scene, scenes []scene, among []int, matched int) (chosen []int, common int) {
	left := maps.Clone(whole.pairs)
	for _, part := range among {
		adds := 0
		for pair, times := range scenes[part].pairs {
			adds += int(min(times, left[pair]))
		}
		if adds < fewWords || part != matched && float64(adds) < partText*float64(scenes[part].size) {
			continue
		}
		for pair, times := range scenes[part].pairs {
			left[pair] -= min(times, left[pair])
		}
		chosen, common = append(chosen, part), common+adds
	}
	slices.Sort(chosen)
	return chosen, common
}

// group records a whole with its parts. What any of them was matched with before is free.
func (a *alignment) group(whole int, chosen []int, common int, wholes, parts side, joined bool) {
	size, inOrder := wholes.scenes[whole].size, slices.Contains(chosen, wholes.match[whole])
	if was := wholes.match[whole]; was >= 0 {
		parts.match[was] = none
	}
	for _, part := range chosen {
		size += parts.scenes[part].size
		if was := parts.match[part]; was >= 0 {
			wholes.match[was] = none
		}
		parts.match[part] = grouped
	}
	wholes.match[whole] = grouped
	m := Match{Before: []int{whole}, After: chosen, Similarity: 2 * float64(common) / float64(size)}
	if joined {
		m.Before, m.After = m.After, m.Before
	}
	a.groups[m.After[0]] = group{m, inOrder}
}
