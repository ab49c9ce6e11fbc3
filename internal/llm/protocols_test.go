package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kinodex/internal/llm"
	"kinodex/internal/llm/anthropic"
	"kinodex/internal/llm/llmtest"
	"kinodex/internal/llm/openai"
)

// protocols are the drivers, each with the address it finds a server at.
var protocols = map[string]func(s *llmtest.Server, model, key string) (llm.Model, error){
	"openai": func(s *llmtest.Server, model, key string) (llm.Model, error) {
		return openai.New(s.OpenAI(), model, key)
	},
	"anthropic": func(s *llmtest.Server, model, key string) (llm.Model, error) {
		return anthropic.New(s.Anthropic(), model, key)
	},
}

// each runs a test over both protocols.
func each(t *testing.T, test func(t *testing.T, s *llmtest.Server, m llm.Model)) {
	for name, open := range protocols {
		t.Run(name, func(t *testing.T) {
			s := llmtest.Start(t)
			m, err := open(s, llmtest.Model, llmtest.Key)
			if err != nil {
				t.Fatal(err)
			}
			test(t, s, m)
		})
	}
}

// quick is a patience that tests have.
var quick = llm.Patience{Try: 300 * time.Millisecond, Budget: 3 * time.Second, Tries: 3, Pause: time.Millisecond}

var (
	png    = []byte("\x89PNG\r\n\x1a\n and so on")
	schema = json.RawMessage(`{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}`)
	ask    = llm.Question{
		System: "Name what you see.", Parts: []llm.Part{{Text: "This is it:"}, {Image: png, Type: "image/png"}},
		Schema: schema, SchemaName: "sight", MostTokens: 77,
	}
	inWords = llm.Question{Parts: []llm.Part{{Text: "What is it?"}, {Text: "Tell me."}}}
)

func TestAQuestionArrivesAsItIs(t *testing.T) {
	each(t, func(t *testing.T, s *llmtest.Server, m llm.Model) {
		s.Script(llmtest.Says(`{"name":"a cat"}`), llmtest.Says("A dog."))
		a, err := m.Answer(t.Context(), ask)
		if err != nil || a.Text != `{"name":"a cat"}` || a.Cut || a.Asked == 0 || a.Said == 0 {
			t.Fatalf("%+v, %v", a, err)
		}
		got := s.Asked()[0]
		if got.System != ask.System || fmt.Sprint(got.Texts) != "[This is it:]" || got.MostTokens != 77 || got.SchemaName != "sight" ||
			len(got.Images) != 1 || string(got.Images[0].Bytes) != string(png) || string(got.Schema) != string(schema) {
			t.Errorf("arrived: %+v", got)
		}
		a, err = m.Answer(t.Context(), inWords)
		if got := s.Asked()[1]; err != nil || a.Text != "A dog." || got.Form != "" || got.System != "" || got.MostTokens != llm.UsualTokens ||
			strings.Join(got.Texts, "\n\n") != "What is it?\n\nTell me." {
			t.Errorf("%+v, %v; arrived: %+v", a, err, got)
		}
		if m.Name().Model != llmtest.Model || m.Name().Provider == "" {
			t.Errorf("it is called %+v", m.Name())
		}
	})
}

// REQ K-07: every way in which a server fails.
func TestFaultsOfServers(t *testing.T) {
	const good = `{"name":"a cat"}`
	for _, c := range []struct {
		name  string
		steps []llmtest.Step
		want  error // nil for a good answer in the end
		tries int
	}{
		{"busy for a moment", []llmtest.Step{llmtest.Busy("0"), llmtest.Says(good)}, nil, 2},
		{"busy for an hour", []llmtest.Step{llmtest.Busy("3600")}, llm.ErrBusy, 1},
		{"overloaded", []llmtest.Step{llmtest.Overloaded(), llmtest.Overloaded(), llmtest.Overloaded()}, llm.ErrBusy, 3},
		{"an empty account", []llmtest.Step{llmtest.NoQuota()}, llm.ErrRefused, 1},
		{"broken for a moment", []llmtest.Step{llmtest.Status(500), llmtest.Status(502), llmtest.Says(good)}, nil, 3},
		{"a question it does not understand", []llmtest.Step{llmtest.Complains("messages", "too long")}, llm.ErrRefused, 1},
		{"a redirect", []llmtest.Step{llmtest.Redirects("/v1/elsewhere")}, llm.ErrRefused, 1},
		{"the connection is cut", []llmtest.Step{llmtest.CutsOff(), llmtest.Says(good)}, nil, 2},
		{"it hangs", []llmtest.Step{llmtest.Hangs(), llmtest.Says(good)}, nil, 2},
		{"it is slow", []llmtest.Step{llmtest.After(50*time.Millisecond, llmtest.Says(good))}, nil, 1},
		{"not JSON", []llmtest.Step{llmtest.Raw("<html>Welcome to the hotel</html>"), llmtest.Says(good)}, nil, 2},
		{"broken JSON", []llmtest.Step{llmtest.Raw(`{"choices":[{"mess`), llmtest.Raw(`{"type":"message","content":[{`)}, llm.ErrMalformed, 2},
		{"JSON of another kind", []llmtest.Step{llmtest.Raw(`{}`), llmtest.Raw(`[]`)}, llm.ErrMalformed, 2},
		{"null", []llmtest.Step{llmtest.Raw(`null`), llmtest.Says(good)}, nil, 2},
		{"an answer against the schema", []llmtest.Step{llmtest.Says(`{"nom":"un chat"}`), llmtest.Says(good)}, nil, 2},
		{"two of them", []llmtest.Step{llmtest.Says(`{"nom":"un chat"}`), llmtest.Says(`{"name":7}`)}, llm.ErrMalformed, 2},
		{"stopped for its length", []llmtest.Step{llmtest.TooLong(`{"name":"a c`), llmtest.Says(good)}, nil, 2},
		{"empty", []llmtest.Step{llmtest.Empty(), llmtest.Says(good)}, nil, 2},
		{"it declines", []llmtest.Step{llmtest.Declines()}, llm.ErrRefused, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			each(t, func(t *testing.T, s *llmtest.Server, m llm.Model) {
				s.Script(c.steps...)
				a, err := llm.Patient(m, quick).Answer(t.Context(), ask)
				if !errors.Is(err, c.want) || c.want == nil && a.Text != good {
					t.Errorf("%+v, %v; want %v", a, err, c.want)
				}
				if got := len(s.Asked()); got != c.tries {
					t.Errorf("asked %d times, want %d", got, c.tries)
				}
				if err != nil && (strings.Contains(err.Error(), llmtest.Key) || strings.Contains(err.Error(), "This is it") || strings.Contains(err.Error(), "chat\"")) {
					t.Errorf("the error tells of the question: %v", err)
				}
			})
		})
	}
}

func TestAnAnswerInWordsThatWasCutSaysSo(t *testing.T) {
	each(t, func(t *testing.T, s *llmtest.Server, m llm.Model) {
		s.Script(llmtest.TooLong("It is a"))
		if a, err := m.Answer(t.Context(), inWords); err != nil || !a.Cut || a.Text != "It is a" {
			t.Errorf("%+v, %v", a, err)
		}
	})
}

func TestRetryAfterReachesTheAsker(t *testing.T) {
	each(t, func(t *testing.T, s *llmtest.Server, m llm.Model) {
		s.Script(llmtest.Busy("17"))
		_, err := llm.Patient(m, quick).Answer(t.Context(), ask)
		if llm.RetryAfter(err) != 17*time.Second {
			t.Errorf("%v: retry after %v", err, llm.RetryAfter(err))
		}
	})
}

// REQ A-20: the key goes to the server that was named, and nowhere else.
func TestAKeyGoesNowhereElse(t *testing.T) {
	strayed := make(chan http.Header, 1)
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { strayed <- r.Header }))
	defer other.Close()
	each(t, func(t *testing.T, s *llmtest.Server, m llm.Model) {
		s.Script(llmtest.Redirects(other.URL))
		if _, err := m.Answer(t.Context(), ask); !errors.Is(err, llm.ErrRefused) {
			t.Errorf("%v", err)
		}
		select {
		case h := <-strayed:
			t.Errorf("the redirect was followed with %v", h)
		default:
		}
		if printed := fmt.Sprintf("%v %+v %#v", m, m, m); strings.Contains(printed, llmtest.Key) {
			t.Errorf("a model prints its key: %s", printed)
		}
	})
}

func TestAWrongKeyOrModelIsRefusedAndNotRepeated(t *testing.T) {
	for name, open := range protocols {
		for _, wrong := range []struct{ model, key, says string }{{llmtest.Model, "sk-wrong-0123456789", "401"}, {llmtest.Model, "", "401"}, {"another", llmtest.Key, "404"}} {
			s := llmtest.Start(t)
			m, err := open(s, wrong.model, wrong.key)
			if err != nil {
				t.Fatal(err)
			}
			_, err = llm.Patient(m, quick).Answer(t.Context(), ask)
			if !errors.Is(err, llm.ErrRefused) || !strings.Contains(err.Error(), wrong.says) || len(s.Asked()) != 1 ||
				wrong.key != "" && strings.Contains(err.Error(), wrong.key) {
				t.Errorf("%s: %v after %d tries", name, err, len(s.Asked()))
			}
		}
	}
}

func TestAnAskerWhoGoesEndsTheQuestion(t *testing.T) {
	each(t, func(t *testing.T, s *llmtest.Server, m llm.Model) {
		s.Script(llmtest.Hangs())
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, err := m.Answer(ctx, ask); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
	})
}

func TestAServerThatIsNotThereIsUnavailable(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	m, err := openai.New(s.URL, "m", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := llm.Patient(m, quick).Answer(t.Context(), inWords); !errors.Is(err, llm.ErrUnavailable) || !strings.Contains(err.Error(), "refused") {
		t.Errorf("%v", err)
	}
}
