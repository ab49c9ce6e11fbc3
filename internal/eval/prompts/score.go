package prompts

import (
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/taste"
)

// Mark is how some sentences were read.
type Mark struct {
	Of        string
	Sentences int
	Exact     int // every slot as the book says
	Inverted  int // constraints that were turned round
}

// Share is the share of sentences that were read exactly.
func (m Mark) Share() float64 { return share(m.Exact, m.Sentences) }

// SlotMark is how the values of one slot were read.
type SlotMark struct {
	Slot               string
	Said, Heard, Right int
}

// Precision is the share of what was heard that was said.
func (m SlotMark) Precision() float64 { return share(m.Right, m.Heard) }

// Recall is the share of what was said that was heard.
func (m SlotMark) Recall() float64 { return share(m.Right, m.Said) }

// Miss is a sentence that was not read exactly.
type Miss struct {
	Sentence Sentence
	What     []string // "slot: want …, got …"
	Inverted bool
}

// Half is how one half of the book was read.
type Half struct {
	All    Mark
	Kinds  []Mark
	Slots  []SlotMark
	Misses []Miss
}

// ReadBook reads the sentences of one half of a book and marks what was understood.
func ReadBook(book string, x *taste.Taste, films *catalog.Catalog, heldOut bool) (*Half, error) {
	sentences, err := Book(book)
	if err != nil {
		return nil, err
	}
	s := newScorer(x, films)
	half := &Half{All: Mark{Of: "all"}}
	for _, slot := range Slots {
		half.Slots = append(half.Slots, SlotMark{Slot: slot})
	}
	for _, sentence := range sentences {
		if sentence.HeldOut != heldOut {
			continue
		}
		if len(half.Kinds) == 0 || half.Kinds[len(half.Kinds)-1].Of != sentence.Kind {
			half.Kinds = append(half.Kinds, Mark{Of: sentence.Kind})
		}
		half.mark(sentence, s.wanted(sentence), s.understood(sentence.Text))
	}
	return half, nil
}

// mark compares one sentence and counts it.
func (h *Half) mark(sentence Sentence, want, got map[string][]string) {
	miss := Miss{Sentence: sentence}
	for i := range h.Slots {
		m := &h.Slots[i]
		if m.Slot == "ignored" && want["ignored"] == nil {
			continue
		}
		a, b := sorted(want[m.Slot]), sorted(got[m.Slot])
		right := 0
		for _, v := range b {
			if slices.ContainsFunc(a, func(w string) bool { return same(m.Slot, w, v) }) {
				right++
			}
		}
		m.Said, m.Heard, m.Right = m.Said+len(a), m.Heard+len(b), m.Right+right
		if right < len(a) || right < len(b) {
			miss.What = append(miss.What, fmt.Sprintf("%s: want %q, got %q", m.Slot, a, b))
		}
	}
	for _, role := range want["roles"] {
		if !slices.Contains(got["roles"], role) {
			miss.What = append(miss.What, fmt.Sprintf("role: want %q, got %q", role, got["roles"]))
		}
	}
	miss.Inverted = inverted(want, got)
	for _, m := range []*Mark{&h.All, &h.Kinds[len(h.Kinds)-1]} {
		m.Sentences++
		if len(miss.What) == 0 {
			m.Exact++
		}
		if miss.Inverted {
			m.Inverted++
		}
	}
	if len(miss.What) > 0 {
		h.Misses = append(h.Misses, miss)
	}
}

// same reports whether two values of a slot are one. Titles may differ by a year, since sources
// do.
func same(slot, a, b string) bool {
	if a == b || slot != "like" && slot != "dislike" {
		return a == b
	}
	cut := func(s string) (string, int) {
		i := strings.LastIndex(s, " (")
		year := 0
		_, _ = fmt.Sscanf(s[i+2:], "%d", &year)
		return strings.Join(strings.FieldsFunc(s[:i], func(r rune) bool { return r == ' ' || r == ':' || r == '\'' || r == '-' }), " "), year
	}
	one, y := cut(a)
	other, z := cut(b)
	return one == other && max(y-z, z-y) <= 1
}

// inverted reports whether a constraint was understood as its opposite.
func inverted(want, got map[string][]string) bool {
	for _, pair := range opposites {
		for _, v := range want[pair[0]] {
			if slices.Contains(got[pair[1]], v) && !slices.Contains(want[pair[1]], v) {
				return true
			}
		}
		for _, v := range want[pair[1]] {
			if slices.Contains(got[pair[0]], v) && !slices.Contains(want[pair[0]], v) {
				return true
			}
		}
	}
	for _, slot := range []string{"years", "runtime", "votes", "rating"} {
		for _, v := range want[slot] {
			for _, g := range got[slot] {
				if strings.HasPrefix(v, "..") && strings.HasSuffix(g, "..") || strings.HasSuffix(v, "..") && strings.HasPrefix(g, "..") {
					return true
				}
			}
		}
	}
	return false
}

func sorted(values []string) []string { return slices.Sorted(slices.Values(values)) }

// share returns n of all, 1 when there are none.
func share(n, all int) float64 {
	if all == 0 {
		return 1
	}
	return float64(n) / float64(all)
}
