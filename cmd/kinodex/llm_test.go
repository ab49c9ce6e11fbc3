package main

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"kinodex/internal/llm"
	"kinodex/internal/llm/llmtest"
)

func TestALanguageModelIsNamedByItsAddress(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]modelAddress{
		"openai:?model=m":                                 {"openai", "https://api.openai.com/v1", "", true, "m", 0},
		"anthropic:?model=m&at_once=8":                    {"anthropic", "https://api.anthropic.com", "", true, "m", 8},
		"openai:http://localhost:11434/v1?model=qwen3:8b": {"openai", "http://localhost:11434/v1", "localhost", false, "qwen3:8b", 0},
		"anthropic:https://relay.example.com?model=a%2Fb": {"anthropic", "https://relay.example.com", "relay.example.com", false, "a/b", 0},
		"openai:http://[::1]:8080/v1/?model=m&at_once=1":  {"openai", "http://[::1]:8080/v1/", "::1", false, "m", 1},
	} {
		if at, err := parseModel(address); err != nil || at != want {
			t.Errorf("%s: %+v, %v", address, at, err)
		}
	}
}

// REQ A-20: whatever is wrong with an address, what stands in it is not told.
func TestABadAddressOfALanguageModelIsRefusedWithoutRepeatingIt(t *testing.T) {
	const secret = "sk-live-abcdefgh"
	for _, address := range []string{
		secret, "openai:" + secret, "openai:https://host/v1", "openai:https://host/v1?model=", "gemini:https://host?model=m",
		"openai:https://user:" + secret + "@host/v1?model=m", "openai:https://" + secret + "@host/v1?model=m",
		"openai:https://host/v1?model=m&key=" + secret, "openai:https://host/v1?model=m&model=" + secret, "openai:https://host/v1?model=m;" + secret,
		"openai:https://host/v1?model=m#" + secret, "openai:ftp://host?model=m", "openai:host?model=m", "openai:https://host:" + secret + "?model=m",
		"openai:?model=m&at_once=0", "openai:?model=m&at_once=" + secret, "openai:?model=m&at_once=257", "openai:%zz?model=m", "openai:?model=%zz",
	} {
		t.Setenv(llmKey, secret)
		m, err := openModel(address, slog.New(slog.DiscardHandler), nil)
		if err == nil || m != nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v, %v", address, m, err)
		}
	}
}

func TestAKeyComesFromTheEnvironment(t *testing.T) {
	s := llmtest.Start(t)
	s.Always(func(llmtest.Request) llmtest.Step { return llmtest.Says("Yes.") })
	for _, address := range []string{"openai:" + s.OpenAI(), "anthropic:" + s.Anthropic()} {
		for key, good := range map[string]bool{llmtest.Key + "\n": true, "sk-wrong": false, "": false} {
			t.Setenv(llmKey, key)
			m, err := openModel(address+"?model="+llmtest.Model, slog.New(slog.DiscardHandler), nil)
			if err != nil {
				t.Fatal(err)
			}
			a, err := m.Answer(t.Context(), llm.Question{Parts: []llm.Part{{Text: "Well?"}}})
			if (err == nil) != good || good && a.Text != "Yes." {
				t.Errorf("%s with key %q: %+v, %v", address, key, a, err)
			}
		}
	}
	t.Setenv(llmKey, "")
	if _, err := openModel("anthropic:?model=m", slog.New(slog.DiscardHandler), nil); err == nil || !strings.Contains(err.Error(), llmKey) {
		t.Errorf("without a key: %v", err)
	}
	if m, err := openModel("", slog.New(slog.DiscardHandler), nil); m != nil || err != nil {
		t.Errorf("without an address: %v, %v", m, err)
	}
}

func TestAKeyInTheClearIsWarnedOf(t *testing.T) {
	for address, key := range map[string]string{
		"openai:http://10.0.0.7:8000/v1?model=m": "warn", "openai:http://vllm/v1?model=m": "warn",
		"openai:http://127.0.0.1:8000/v1?model=m": "", "openai:http://localhost/v1?model=m": "", "openai:https://vllm/v1?model=m": "",
	} {
		t.Setenv(llmKey, "sk-live-abcdefgh")
		log := new(bytes.Buffer)
		if _, err := openModel(address, slog.New(slog.NewTextHandler(log, nil)), nil); err != nil || strings.Contains(log.String(), "unencrypted") != (key == "warn") || strings.Contains(log.String(), "sk-live") {
			t.Errorf("%s: %v, logged %q", address, err, log)
		}
	}
}

// REQ A-20: what goes wrong with a model is in the log, and no key or question.
func TestFailuresOfALanguageModelAreLogged(t *testing.T) {
	s := llmtest.Start(t)
	s.Script(llmtest.Status(500), llmtest.Says("Yes."))
	t.Setenv(llmKey, llmtest.Key)
	log := new(bytes.Buffer)
	m, err := openModel("openai:"+s.OpenAI()+"?model="+llmtest.Model, slog.New(slog.NewJSONHandler(log, nil)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Answer(t.Context(), llm.Question{Parts: []llm.Part{{Text: "What did the butler see?"}}}); err != nil {
		t.Fatal(err)
	}
	t.Setenv(llmKey, "sk-wrong-0123456789")
	if m, err = openModel("openai:"+s.OpenAI()+"?model="+llmtest.Model, slog.New(slog.NewJSONHandler(log, nil)), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Answer(t.Context(), llm.Question{Parts: []llm.Part{{Text: "What did the butler see?"}}}); err == nil {
		t.Fatal("a wrong key was taken")
	}
	said := log.String()
	if strings.Count(said, "\n") != 2 || !strings.Contains(said, "status 500") || !strings.Contains(said, "status 401") ||
		strings.Contains(said, "butler") || strings.Contains(said, llmtest.Key) || strings.Contains(said, "sk-wrong") {
		t.Errorf("logged %s", said)
	}
}
