package tokens_test

import (
	"strings"
	"testing"

	"kinodex/internal/tokens"
)

// The counts are those of gpt-tokenizer 4.0.0, an implementation of others.
func TestTokensAreCountedAsOthersCountThem(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 1, "Hello, world!": 4,
		"  two  blanks\n\n\tand tabs \n end  ":                           10,
		`{"filmdb_id":"tt0111161","year":1994,"ratings":{"filmdb":9.3}}`: 24,
		"Café Müller's THE Third-Man, isn't it? I'LL":                    13,
		"千と千尋の神隠し / Über 1234567890":                                     16,
		"\u0301x\r\n\r\n  y":                                             5,
		"ééé  \t 🎬🎬 https://a.b/c?d=e&f":                                 18,
	} {
		if got := tokens.Count(text); got != want {
			t.Errorf("%q has %d tokens, want %d", text, got, want)
		}
	}
}

func TestWhatIsNoTextIsCountedToo(t *testing.T) {
	if n := tokens.Count("\xff\xfe a \xc3"); n < 3 || n > 8 {
		t.Errorf("%d tokens", n)
	}
	if n := tokens.Count(strings.Repeat("x", 2000)); n < 100 || n > 2000 {
		t.Errorf("%d tokens of 2000 letters", n)
	}
}
