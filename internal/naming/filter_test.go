package naming

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// What was added is always had, of what was not mostly nothing, and keys of different kinds
// are different keys.
func TestAFilterHasWhatWasAdded(t *testing.T) {
	const n = 5000
	f := NewFilter(n)
	for i := range n {
		f.Add(HashKey(uint64(i%3), fmt.Sprint("key ", i)))
	}
	wrong := 0
	for i := range n {
		if !f.Has(HashKey(uint64(i%3), fmt.Sprint("key ", i))) {
			t.Fatalf("key %d is not there", i)
		}
		if f.Has(HashKey(uint64(i%3+1), fmt.Sprint("key ", i))) {
			wrong++
		}
		if f.Has(HashKey(uint64(i%3), fmt.Sprint("other ", i))) {
			wrong++
		}
	}
	if wrong > 2*n/20 {
		t.Errorf("of %d keys that were not added it has %d", 2*n, wrong)
	}
	for name, none := range map[string]Filter{"zero": {}, "empty": NewFilter(0)} {
		if none.Has(HashKey(0, "key 0")) {
			t.Errorf("the %s filter has a key", name)
		}
	}
}

// open returns a filter that has everything.
func (f Filter) open() Filter {
	f.words = slices.Repeat([]uint64{^uint64(0)}, len(f.words))
	return f
}

// REQ F2-114: the filters of names leave out nothing that is near: with them and without, the same is
// found, for one edit of each kind at each place and for more anywhere.
func TestFiltersOfNamesLeaveNothingOut(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 6))
	letter := func() byte { return "abcehiknsty0-"[r.IntN(13)] }
	word := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = letter()
		}
		return b
	}
	keys, refs, worths := make([]string, 3000), make([]uint32, 3000), make([]float64, 3000)
	for i := range keys {
		keys[i], refs[i], worths[i] = string(word(1+r.IntN(20))), uint32(i), float64(len(keys)-i)
	}
	names := NewNames(keys, refs, worths)
	sounds, spellings := *names.sounds, *names.spellings
	sounds.halves, spellings.halves = sounds.halves.open(), spellings.halves.open()
	all := *names
	all.sounds, all.spellings, all.jumbles = &sounds, &spellings, all.jumbles.open()

	asked, found := 0, 0
	ask := func(typed []byte) {
		for most := range 3 {
			enough := func(worth float64, edits int) bool { return worth > float64(1000*edits) }
			got, want := names.Near(string(typed), most, enough), all.Near(string(typed), most, enough)
			if !slices.Equal(got, want) {
				t.Fatalf("within %d edits of %q are %v, without filters %v", most, typed, got, want)
			}
			asked, found = asked+1, found+len(want)
		}
	}
	for range 300 {
		key := []byte(keys[r.IntN(len(keys))])
		ask(word(1 + r.IntN(20)))
		for at := range key {
			ask(slices.Delete(slices.Clone(key), at, at+1))
			ask(slices.Insert(slices.Clone(key), at, letter()))
			other := slices.Clone(key)
			other[at] = letter()
			ask(other)
			other = slices.Clone(key)
			other[at], other[(at+1)%len(key)] = other[(at+1)%len(key)], other[at]
			ask(other)
			r.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
			ask(other)
		}
		ask(append(slices.Clone(key), letter()))
	}
	if found < asked/4 {
		t.Errorf("%d questions find %d names: too few to tell", asked, found)
	}
}

// Many names that share a beginning are looked at in parts, and none is passed over between them.
func TestNamesThatBeginAlikeAreAllLookedAt(t *testing.T) {
	for _, n := range []int{63, 64, 65, 128, 300} {
		keys, refs := make([]string, n), make([]uint32, n)
		for i := range keys {
			keys[i], refs[i] = fmt.Sprintf("montgomerybrownville%c%c", 'a'+i%26, 'a'+i/26), uint32(i)
		}
		names := NewNames(keys, refs, make([]float64, n))
		if near := names.Near("montgomerybrownvile00", 3, func(float64, int) bool { return true }); len(near) != n {
			t.Errorf("of %d names within three edits %d are found", n, len(near))
		}
	}
}
