package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/serve/wire"
)

// calling is a call of a tool on its way: what both ways into the connector make of
// a message.
type calling struct {
	tool *tool
	sent json.RawMessage // arguments
	// visit is the caller's; whoever opened it closes it, after the answer is used.
	visit *app.Visit
	base  string
	// enter takes a place for the work to come; nil where none is needed.
	enter func(heavy bool) error
}

// answer appends the payload of a call, a JSON object, or says why there is none. It
// asks in the order of TRACE A-16: may they, are the arguments what they may be, is
// there a place; the desk then asks what is left: does it make sense, can they
// afford it, is it there. What is our failure is logged and given back, and a panic
// is one (TRACE M-09, E-08, Q-08).
func (c *Connector) answer(ctx context.Context, q calling, dst []byte) (payload []byte, denied *denial) {
	code := "OK"
	defer func() {
		if r := recover(); r != nil {
			c.log.LogAttrs(ctx, slog.LevelError, "panic", slog.String("tool", q.tool.name),
				slog.Any("panic", r), slog.String("stack", string(debug.Stack())))
			payload, denied = nil, c.refuse(ctx, &q, fmt.Errorf("panic: %v", r))
		}
		if denied != nil {
			code = denied.Code
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

func (c *Connector) ask(ctx context.Context, q *calling, dst []byte) (payload []byte, err error) {
	defer c.app.Rescue(&err)
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

// refuse turns an error into a denial, after what has to be done about ours.
func (c *Connector) refuse(ctx context.Context, q *calling, err error) *denial {
	f := c.settle(ctx, "tool "+q.tool.name, q.visit, err)
	if codes[f.Kind] == invalidInput { // seen only when it was paid for; it costs nothing all the same
		c.giveBack(ctx, q.visit)
	}
	if wire.IsRefusal(wire.Status(f.Kind)) {
		c.refused(q.visit.Caller().PlanName(), f.Kind)
	}
	return deny(f, q.visit.Bill())
}

// settle turns an error into a fault. What failed through our own doing, or for want
// of an asker, is given back; the former is logged. To turn somebody away because
// there are too many is no failure: the gates count it.
func (c *Connector) settle(ctx context.Context, what string, v *app.Visit, err error) *fault.Fault {
	f := fault.From(err)
	gone := errors.Is(err, context.Canceled)
	if errors.Is(err, context.DeadlineExceeded) {
		f = fault.New(fault.Overloaded, "the answer took too long; nothing was spent").Because(err)
	}
	if wire.Status(f.Kind) < 500 {
		return f
	}
	if !gone && (f.Kind != fault.Overloaded || errors.Unwrap(f) != nil) {
		c.log.LogAttrs(ctx, slog.LevelError, "request failed", slog.String("route", Path+" "+what), slog.String("error", f.Error()))
		c.failed(Path+" "+what, f)
	}
	c.giveBack(ctx, v)
	return f
}

func (c *Connector) giveBack(ctx context.Context, v *app.Visit) {
	if err := v.Refund(ctx); err != nil {
		c.log.LogAttrs(ctx, slog.LevelError, "refund failed", slog.String("error", err.Error()))
	}
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
