package main

import (
	"slices"
	"testing"
)

// What operators type for an origin is what browsers send, or is refused at the start.
func TestOriginsAreReadAsBrowsersSendThem(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"https://agent.example.com": "https://agent.example.com", " https://Agent.example.com/": "https://agent.example.com",
		"http://localhost:3000": "http://localhost:3000", "*": "*", "null": "null", "app://.": "app://.", "": "",
	} {
		var o origin
		if err := o.UnmarshalText([]byte(typed)); err != nil || string(o) != want {
			t.Errorf("%q became %q, %v; want %q", typed, o, err, want)
		}
	}
	for _, typed := range []string{"agent.example.com", "https://agent.example.com/chat", "https://", "localhost:3000", "https://a.example?x", "https://user@a.example", "https://*.example.com:x"} {
		if err := new(origin).UnmarshalText([]byte(typed)); err == nil {
			t.Errorf("%q is taken", typed)
		}
	}
	if got := textsOf([]origin{"https://a.example", "", "*"}); !slices.Equal(got, []string{"https://a.example", "*"}) {
		t.Errorf("%q", got)
	}
}
