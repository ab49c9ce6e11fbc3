package encoder

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// words is a vocabulary of a few pieces behind the control ones.
func words(pieces ...Piece) vocabulary {
	return newVocabulary(append(slices.Repeat([]Piece{{Text: "a"}}, controlPieces), pieces...))
}

func texts(v vocabulary, text string) string {
	var all []string
	for _, n := range v.tokens(text) {
		if n == unknown {
			all = append(all, "?")
			continue
		}
		all = append(all, v.pieces[n].Text)
	}
	return strings.Join(all, " ")
}

func TestTheMostProbablePiecesAreTaken(t *testing.T) {
	v := words(Piece{"▁", -4}, Piece{"▁ab", -5}, Piece{"b", -3}, Piece{"bc", -3}, Piece{"▁a", -4}, Piece{"c", -4}, Piece{"é", -4},
		Piece{"▁fi", -1}, Piece{"d", -2}, Piece{"dd", -4}, Piece{"x", -30}, Piece{"b", -2.5})
	for _, c := range []struct{ name, text, want string }{
		{"one piece", "ab", "▁ab"},
		{"two parts beat a piece and a rest", "abc", "▁a bc"},
		{"a blank for each space", "ab  ab", "▁ab ▁ ▁ab"},
		{"nothing is a blank", "", "▁"},
		{"line ends and tabs are spaces", "ab\r\n\tab", "▁ab ▁ ▁ ▁ab"},
		{"wide spaces are spaces", "ab\u3000ab\u2028ab", "▁ab ▁ab ▁ab"},
		{"letters in two parts are joined", "e\u0301", "▁ é"},
		{"ligatures are letters", "\ufb01", "▁fi"},
		{"unknown characters in a row are one", "aЖЖb", "▁a ? b"},
		{"unknown characters apart are two", "ЖbЖ", "▁ ? b ?"},
		{"a dear piece is still no unknown one", "x", "▁ x"},
		{"of a tie the shorter last piece wins", "ddd", "▁ d d d"},
		{"bytes that are no text are unknown", "a\xff\xc3b", "▁a ? b"},
		{"control pieces are not found in a text", "cac", "▁ c ? c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := texts(v, c.text); got != c.want {
				t.Errorf("%q is read as %s, not as %s", c.text, got, c.want)
			}
		})
	}
	if got := v.tokens("b"); !slices.Equal(got, []int32{controlPieces, int32(len(v.pieces) - 1)}) {
		t.Errorf("of two pieces of the same text, %v was taken", got)
	}
}

func TestLongTextsAreCut(t *testing.T) {
	v := words(Piece{"▁", -4}, Piece{"a", -4})
	if got := v.tokens(strings.Repeat("a", 1000)); len(got) != MaxTokens {
		t.Errorf("a long word has %d tokens, not %d", len(got), MaxTokens)
	}
	for _, unread := range []string{"Ж", "é", "abc"} {
		long := strings.Repeat("Ω", maxTextBytes/2) + unread
		if got := len(normalise(long)); got != len("▁")+maxTextBytes {
			t.Errorf("%d bytes of a long text are read, not %d", got-len("▁"), maxTextBytes)
		}
		if odd := "x" + long; !utf8.ValidString(normalise(odd)) || strings.Contains(normalise(odd), "\ufffd") {
			t.Errorf("a long text is cut within a character")
		}
	}
}

// Whatever a text is, its tokens are pieces, and where none is unknown they spell it.
func FuzzTokens(f *testing.F) {
	e := defaultEncoder(f)
	for _, text := range []string{"", "A man, a plan: a canal!", "  two  spaces ", "Amélie ﬁnds a ½", "七人の侍", "\xff\x00\n", ":30 :) ://", "▁▁ ▁a"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tokens := e.Tokens(text)
		if len(tokens) == 0 || len(tokens) > MaxTokens {
			t.Fatalf("%d tokens", len(tokens))
		}
		var spelled strings.Builder
		for _, n := range tokens {
			if n != unknown && (n < controlPieces || int(n) >= len(e.vocabulary.pieces)) {
				t.Fatalf("token %d is no piece", n)
			}
			spelled.WriteString(e.vocabulary.pieces[n].Text)
		}
		if slices.Contains(tokens, unknown) {
			return
		}
		whole := normalise(text)
		if got := spelled.String(); got != whole && (len(tokens) < MaxTokens || !strings.HasPrefix(whole, got)) {
			t.Fatalf("the tokens of %q spell %q", text, got)
		}
	})
}
