package mcp

import (
	"context"
	"encoding/json"
	"errors"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/serve/wire"
)

// toolCall is a call of a tool on its way: what both ways into the connector make of
// a message.
type toolCall struct {
	tool *tool
	sent json.RawMessage // arguments
	// visit is the caller's; whoever opened it closes it, after the answer is used.
	visit *app.Visit
	base  string
	// requestID names the request in the log; empty where it has no name.
	requestID string
	// enter takes a place for the work to come; nil where none is needed.
	enter func(heavy bool) error
}

// answer appends the payload of a call, a JSON object, or says why there is none. It
// asks in the order of REQ A-16: may they, are the arguments what they may be, is
// there a place; the application then asks what is left: does it make sense, can they
// afford it, is it there. What is our failure is logged and given back, and a panic
// is one (REQ M-09, E-08, Q-08).
func (c *Connector) answer(ctx context.Context, q toolCall, dst []byte) (payload []byte, failed *toolError) {
	code := "OK"
	defer func() {
		if r := recover(); r != nil {
			payload, failed = nil, c.refuse(ctx, &q, c.failures.Recovered(ctx, q.occasion(), c.app, r))
		}
		if failed != nil {
			code = failed.Code
		}
		c.called(q.tool.name, code)
	}()
	start := len(dst)
	payload, err := c.ask(ctx, &q, dst)
	if err != nil {
		return nil, c.refuse(ctx, &q, err)
	}
	if len(payload)-start > answerBytes {
		told := append([]byte(nil), payload[start:]...)
		payload = fit(payload[:start], told, answerBytes, q.tool.rest)
	}
	return payload, nil
}

// occasion names the call in the log.
func (q *toolCall) occasion() wire.Occasion {
	return wire.Occasion{RequestID: q.requestID, Route: Path + " tool " + q.tool.name}
}

// ask takes the steps of answer in order. Its error is what stopped it, and dst may
// have been written to beyond its length then. A failed read of the library panics.
func (c *Connector) ask(ctx context.Context, q *toolCall, dst []byte) (payload []byte, err error) {
	if err := q.visit.Allow(q.tool.need); err != nil {
		return nil, err
	}
	given, err := read(q.tool.takes, q.sent)
	if err != nil {
		return nil, err
	}
	if q.enter != nil && q.tool.need.Cost > 0 {
		if err := q.enter(q.tool.heavy); err != nil {
			return nil, err
		}
	}
	return q.tool.answer(ctx, &call{given, q.visit, q.base}, dst)
}

// refuse turns an error into a tool error, after what Failures.Settle does about it.
func (c *Connector) refuse(ctx context.Context, q *toolCall, err error) *toolError {
	f := c.failures.Settle(ctx, q.occasion(), q.visit, err)
	if codes[f.Kind] == invalidInput { // seen only when it was paid for; it costs nothing all the same
		c.failures.Refund(ctx, q.occasion(), q.visit)
	}
	c.failures.CountRefusal(q.visit, f)
	return toolErrorOf(f, q.visit.Bill())
}

// renamed gives a fault whose parameter has another name here than on REST.
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
