package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Endpoint is where the server of a model takes questions over HTTP. Drivers
// make one and post to it. It follows no redirect, so that a key reaches only
// whom it was meant for, and asks through a proxy only when the environment names
// one.
type Endpoint struct {
	address string
	// dress adds the headers. It is a function so that nothing that prints an
	// endpoint prints the key.
	dress  func(http.Header)
	client *http.Client
}

// Bounds of what a server may send.
const (
	mostReply  = 8 << 20
	mostHeader = 64 << 10
	mostSaid   = 16 << 10 // of the words that go with a status that is not 200
)

// NewEndpoint makes one for a path below base, which is http://HOST[/PATH] or
// https://HOST[/PATH]. headers go with every question, the key among them.
func NewEndpoint(base, path string, headers map[string]string) (*Endpoint, error) {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" ||
		u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("the address of a language model is http://HOST/PATH or https://HOST/PATH, without key, query or fragment")
	}
	for name, value := range headers {
		if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r > '~' }) {
			return nil, fmt.Errorf("what is meant for the header %s holds a character that no header may have", name)
		}
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxResponseHeaderBytes = mostHeader
	return &Endpoint{
		address: strings.TrimRight(u.String(), "/") + path,
		dress: func(h http.Header) {
			for name, value := range headers {
				h.Set(name, value)
			}
		},
		client: &http.Client{
			Transport:     transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// Post sends a question as JSON and gives the reply of status 200. Its errors are
// Failures, or that of ctx.
func (e *Endpoint) Post(ctx context.Context, question any) ([]byte, error) {
	body, err := json.Marshal(question)
	if err != nil {
		return nil, fmt.Errorf("write a question to a language model: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.address, bytes.NewReader(body))
	if err != nil {
		return nil, Fail(ErrRefused, "its address is none")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "kinodex")
	e.dress(req.Header)
	resp, err := e.client.Do(req)
	if err != nil {
		return nil, lost(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, refused(resp)
	}
	reply, err := io.ReadAll(io.LimitReader(resp.Body, mostReply+1))
	switch {
	case err != nil:
		return nil, lost(ctx, err)
	case len(reply) > mostReply:
		return nil, Fail(ErrMalformed, "more than %d bytes", mostReply)
	}
	return reply, nil
}

// lost is what became of a question whose reply did not arrive.
func lost(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("ask a language model: %w", ctx.Err())
	}
	if u := (*url.Error)(nil); errors.As(err, &u) {
		err = u.Err
	}
	return &Failure{Kind: ErrUnavailable, Why: "no reply", cause: err}
}

// refused is what a reply of another status than 200 means.
func refused(resp *http.Response) *Failure {
	said, _ := io.ReadAll(io.LimitReader(resp.Body, mostSaid)) // half of it tells enough
	why := "status " + strconv.Itoa(resp.StatusCode)
	words := errorWords(said)
	if len(words) > 0 {
		why += " (" + strings.Join(words, ", ") + ")"
	}
	f := Fail(kindOf(resp.StatusCode), "%s", why)
	f.said = strings.ToLower(string(said))
	if f.Kind == ErrBusy && strings.Contains(why, "insufficient_quota") {
		f.Kind = ErrRefused // the account is empty: no waiting fills it
	}
	if f.Kind != ErrRefused {
		f.After = retryAfter(resp.Header.Get("Retry-After"), time.Now())
	}
	return f
}

func kindOf(status int) error {
	switch {
	case status == http.StatusTooManyRequests, status == 529: // 529: overloaded
		return ErrBusy
	case status >= 500, status == http.StatusRequestTimeout, status == http.StatusTooEarly, status == http.StatusConflict:
		return ErrUnavailable
	}
	return ErrRefused
}

// errorWord is a name of the protocol, such as invalid_request_error. Nothing
// longer or freer is taken over, since servers quote keys and questions.
var errorWord = regexp.MustCompile(`^[a-z][a-z_]{2,39}$`)

// errorWords are the type and the code of an error as both protocols write it.
func errorWords(said []byte) []string {
	var reply struct {
		Error struct{ Type, Code any }
	}
	_ = json.Unmarshal(said, &reply) // what is not JSON has no words
	var words []string
	for _, v := range []any{reply.Error.Type, reply.Error.Code} {
		if w, ok := v.(string); ok && errorWord.MatchString(w) && (len(words) == 0 || words[0] != w) {
			words = append(words, w)
		}
	}
	return words
}

// retryAfter reads Retry-After: seconds, or a date.
func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(strings.TrimSpace(header)); err == nil {
		return time.Duration(min(max(seconds, 0), int(mostRest/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return min(max(at.Sub(now), 0), mostRest)
	}
	return 0
}

// mostRest is the longest rest that is believed.
const mostRest = 24 * time.Hour
