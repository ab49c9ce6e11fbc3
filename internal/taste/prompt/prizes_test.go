package prompt_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/taste/prompt"
)

// prizesOf returns the values of prizes as the interface publishes them.
func prizesOf(t *testing.T) []string {
	t.Helper()
	f, ok := reflect.TypeFor[prompt.Request]().FieldByName("Prizes")
	if !ok {
		t.Fatal("a request has no prizes")
	}
	return strings.Split(f.Tag.Get("enum"), ",")
}

// REQ F2-175: each published prize is one that some words of a prompt ask for, and the other way round.
func TestWordsOfPrizes(t *testing.T) {
	x := open(t)
	var heard []string
	for _, text := range []string{"won the palme d'or", "won the golden lion", "won the golden bear", "best foreign language film", "won a golden globe", "a bafta winner", "won a cesar", "won at sundance",
		"won at venice", "a berlinale winner", "cannes winners", "palme d’or winners"} {
		got := understand(x, text)
		if len(got.Prizes) != 1 || len(got.Ignored) > 0 {
			t.Errorf("%q: prizes %q, ignored %q", text, got.Prizes, got.Ignored)
		}
		heard = append(heard, got.Prizes...)
	}
	slices.Sort(heard)
	want := prizesOf(t)
	slices.Sort(want)
	if heard = slices.Compact(heard); !slices.Equal(heard, want) {
		t.Errorf("heard are %q, published %q", heard, want)
	}
	for _, text := range []string{"a romance in venice", "a documentary about the cannes film festival", "set in berlin"} {
		if got := understand(x, text); len(got.Prizes) > 0 {
			t.Errorf("%q: prizes %q", text, got.Prizes)
		}
	}
}
