package mcp

import (
	"context"
	"encoding/json"
	"errors"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/serve/wire"
)

// toolCall is a call of a tool, however it came into the connector.
type toolCall struct {
	tool *tool
	sent json.RawMessage // arguments
	// visit is the caller's; whoever opened it closes it, after the answer is used.
	visit *app.Visit
	base  string
	// declared is the version of the protocol that the request declares; empty for none.
	declared string
	// requestID names the request in the log; empty where it has no name.
	requestID string
	// views are set where the client shows people what is answered; answer then sets view, what it shows.
	views *Views
	view  string
	// enter takes a place for the work to come; nil where none is needed.
	enter func(heavy bool) error
}

// answer appends the payload of a call to dst, a JSON object, or returns the tool error of
// it. A payload of more than answerBytes bytes is cut by fit. It checks in the order of REQ
// scope and plan, arguments, a place to work; the application then checks the question
// and the budget, and looks it up. A failure of ours is logged and its cost given back; a
// panic is such a failure (REQ M-09, E-08, Q-08).
func (c *Connector) answer(ctx context.Context, q *toolCall, dst []byte) (payload []byte, failed *toolError) {
	code := "OK"
	defer func() {
		if r := recover(); r != nil {
			payload, failed = nil, c.refuse(ctx, q, c.failures.Recovered(ctx, q.occasion(), c.app, r))
		}
		if failed != nil {
			code = failed.Code
		}
		c.called(q.tool.name, code)
	}()
	start := len(dst)
	payload, err := c.ask(ctx, q, dst)
	if err != nil {
		return nil, c.refuse(ctx, q, err)
	}
	if len(payload)-start > answerBytes {
		told := append([]byte(nil), payload[start:]...)
		payload = fit(payload[:start], told, answerBytes, q.tool.rest)
	}
	return payload, nil
}

// occasion returns what the log calls the call.
func (q *toolCall) occasion() wire.Occasion {
	return wire.Occasion{RequestID: q.requestID, Route: Path + " tool " + q.tool.name}
}

// ask takes the steps of answer in order. Its error is what stopped it, and dst may
// have been written to beyond its length then. A failed read of the library panics.
func (c *Connector) ask(ctx context.Context, q *toolCall, dst []byte) (payload []byte, err error) {
	if err := q.visit.Allow(q.tool.need); err != nil {
		return nil, err
	}
	answer, err := q.tool.prepare(q.sent)
	if err != nil {
		return nil, err
	}
	if q.enter != nil && q.tool.need.Cost > 0 {
		if err := q.enter(q.tool.heavy); err != nil {
			return nil, err
		}
	}
	asked := &call{visit: q.visit, base: q.base, declared: q.declared, views: q.views}
	if payload, err = answer(ctx, asked, dst); err == nil {
		q.view = asked.view
	}
	return payload, err
}

// refuse returns the tool error of err, after what Failures.Settle does about it. What is
// told as INVALID_INPUT costs nothing, also when it was found after the charge (REQ Q-08).
func (c *Connector) refuse(ctx context.Context, q *toolCall, err error) *toolError {
	f := c.failures.Settle(ctx, q.occasion(), q.visit, err)
	if codes[f.Kind] == invalidInput { // seen only when it was paid for; it costs nothing all the same
		c.failures.Refund(ctx, q.occasion(), q.visit)
	}
	c.failures.CountRefusal(q.visit, f)
	return toolErrorOf(f, q.visit.Bill())
}

// renamed returns a fault under the name that its parameter has here, where REST has another.
// names is from REST's names to ours. Other errors are returned as they are.
func renamed(err error, names map[string]string) error {
	f := (*fault.Fault)(nil)
	if !errors.As(err, &f) || names[f.Param] == "" {
		return err
	}
	if f.Kind == fault.MissingParameter {
		return fault.Missing(names[f.Param], f.Allowed)
	}
	return fault.Param(names[f.Param], f.Allowed)
}
