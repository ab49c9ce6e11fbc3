// Package llmtest is a server of language models for tests. It speaks the
// chat-completions and the Messages protocol as their makers' servers do, is as
// strict about what it is sent, answers from a script, fails in the ways that
// such servers fail, and remembers what it was asked.
//
//	server := llmtest.Start(t)
//	server.Script(llmtest.Busy("1"), llmtest.Says(`{"loglines":["…"]}`))
//	model, _ := openai.New(server.OpenAI(), llmtest.Model, llmtest.Key)
//
// The package imports only the standard library.
// Start reading at Start, then Step.
package llmtest

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"
)

// What the server takes: a key and the name of a model.
const (
	Key   = "sk-test-0123456789abcdefghijklmnop"
	Model = "scripted-1"
)

// Server is a server of language models. It is safe for concurrent use.
type Server struct {
	t    testing.TB
	http *httptest.Server
	done chan struct{} // closed when the test ends

	mu     sync.Mutex
	script []Step
	always func(Request) Step
	asked  []Request
}

// Start starts a server that ends with the test.
func Start(t testing.TB) *Server {
	s := &Server{t: t, done: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("/v1/chat/completions", func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, chat{}) })
	mux.HandleFunc("/v1/messages", func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, messages{}) })
	s.http = httptest.NewServer(mux)
	t.Cleanup(func() {
		close(s.done)
		s.http.CloseClientConnections()
		s.http.Close()
	})
	return s
}

// OpenAI is the address for package openai.
func (s *Server) OpenAI() string { return s.http.URL + "/v1" }

// Anthropic is the address for package anthropic.
func (s *Server) Anthropic() string { return s.http.URL }

// Script adds steps; each good question takes the next. A question that finds
// none fails the test.
func (s *Server) Script(steps ...Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = append(s.script, steps...)
}

// Always answers what the script has no step for.
func (s *Server) Always(answer func(Request) Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.always = answer
}

// Asked is what the server was asked, good and bad, in order.
func (s *Server) Asked() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// next gives the step for a question.
func (s *Server) next(a Request) Step {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case len(s.script) > 0:
		step := s.script[0]
		s.script = s.script[1:]
		return step
	case s.always != nil:
		return s.always(a)
	}
	s.t.Errorf("the model was asked once more than the script has steps")
	return Status(http.StatusInternalServerError)
}

// serve answers one question in a protocol.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, p protocol) {
	asked, complaint := read(r, p)
	s.mu.Lock()
	s.asked = append(s.asked, asked)
	s.mu.Unlock()
	if complaint != nil {
		write(w, complaint.status, p.complain(*complaint))
		return
	}
	step := s.next(asked)
	if step.play(w, r, s.done) {
		return
	}
	if c := step.complaint; c != nil {
		if c.retryAfter != "" {
			w.Header().Set("Retry-After", c.retryAfter)
		}
		write(w, c.status, p.complain(*c))
		return
	}
	body := p.answer(step, asked)
	if step.cutOff {
		cutOff(w, body)
		return
	}
	write(w, http.StatusOK, body)
}

func write(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that has gone is none of the server's business
}

// cutOff promises a body and breaks off within it.
func cutOff(w http.ResponseWriter, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body[:len(body)/2])
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}
