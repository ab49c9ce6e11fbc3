package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"kinodex/internal/fault"
	"kinodex/internal/llm"
	"kinodex/internal/llm/anthropic"
	"kinodex/internal/llm/openai"
)

// llmKey names the variable with the key of the language model, which stands
// nowhere else.
const llmKey = "KINODEX_LLM_KEY"

// openModel makes the language model that an address names, asked with patience;
// nil when the address is empty. It does not connect: the server of the model may be
// started later. Observe is told of every call; nil for nobody.
func openModel(address string, log *slog.Logger, observe func(ctx context.Context, took time.Duration, failure error)) (llm.Model, error) {
	if address == "" {
		return nil, nil
	}
	at, err := parseModel(address)
	if err != nil {
		return nil, err
	}
	key := strings.TrimSpace(os.Getenv(llmKey))
	if at.home && key == "" {
		return nil, errors.New("this language model needs a key: set it in " + llmKey)
	}
	if key != "" && at.clear() {
		log.Warn("the language model's key crosses the network unencrypted; use https", "host", at.host)
	}
	var m llm.Model
	if at.protocol == "anthropic" {
		m, err = anthropic.New(at.base, at.model, key)
	} else {
		m, err = openai.New(at.base, at.model, key)
	}
	if err != nil {
		return nil, fmt.Errorf("open the language model: %w", err)
	}
	return llm.Patient(loggedModel{m, log, observe}, llm.Patience{AtWork: at.atOnce}), nil
}

// loggedModel is a model whose failed tries are logged, also those that a later one
// made good. Nothing of a question or an answer is.
type loggedModel struct {
	llm.Model
	log     *slog.Logger
	observe func(ctx context.Context, took time.Duration, failure error)
}

// Answer asks.
func (w loggedModel) Answer(ctx context.Context, q llm.Question) (llm.Answer, error) {
	began := time.Now()
	a, err := w.Model.Answer(ctx, q)
	if errors.Is(err, context.Canceled) { // the asker left
		return a, err
	}
	if w.observe != nil {
		w.observe(ctx, time.Since(began), err)
	}
	if err != nil {
		w.log.WarnContext(ctx, "language model failed", "model", w.Name().Model, "error", err, "ms", time.Since(began).Milliseconds())
	}
	return a, err
}

// modelAddress is where a language model is and how it is asked.
type modelAddress struct {
	protocol   string // openai or anthropic
	base, host string
	home       bool // whether base is that of the protocol's makers
	model      string
	atOnce     int // 0 for the usual number
}

// modelHomes are where a protocol is spoken when no host is named.
var modelHomes = map[string]string{"openai": openai.Home, "anthropic": anthropic.Home}

// mostAtOnce bounds at_once.
const mostAtOnce = 256

// parseModel reads PROTOCOL:[http(s)://HOST[/PATH]]?model=NAME[&at_once=N]. What
// it says of a bad address does not repeat it: there may be a key in it.
func parseModel(address string) (at modelAddress, err error) {
	bad := fault.New(fault.InvalidParameter,
		"--llm must be openai:https://HOST/v1?model=NAME or anthropic:https://HOST?model=NAME; set a key in %s", llmKey)
	protocol, rest, _ := strings.Cut(address, ":")
	home, known := modelHomes[protocol]
	u, err := url.Parse(rest)
	if err != nil || !known || u.User != nil || u.Fragment != "" {
		return at, bad
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return at, bad
	}
	for name, values := range query {
		if name != "model" && name != "at_once" || len(values) != 1 {
			return at, fault.New(fault.InvalidParameter, "--llm takes only the parameters model and at_once, once each; set a key in %s", llmKey)
		}
	}
	at = modelAddress{protocol: protocol, host: u.Hostname(), model: query.Get("model")}
	if at.model == "" {
		return at, bad
	}
	if n := query.Get("at_once"); n != "" {
		if at.atOnce, err = strconv.Atoi(n); err != nil || at.atOnce < 1 || at.atOnce > mostAtOnce {
			return at, fault.Param("at_once in --llm", fmt.Sprintf("an integer from 1 to %d", mostAtOnce))
		}
	}
	u.RawQuery, u.ForceQuery = "", false
	if at.base = u.String(); at.base == "" {
		at.base, at.home = home, true
	}
	return at, nil
}

// clear says whether what is sent there can be read on the way.
func (at modelAddress) clear() bool {
	ip, err := netip.ParseAddr(at.host)
	return strings.HasPrefix(at.base, "http:") && at.host != "localhost" && (err != nil || !ip.IsLoopback())
}
