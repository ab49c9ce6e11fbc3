package wire

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
)

// Failures is the one policy for what goes wrong, in every dialect: what is logged,
// what is given back and what is counted. It is safe for concurrent use.
type Failures struct {
	Log *slog.Logger // required
	// Failed is called, if set, with each failure of ours.
	Failed func(route string, err error)
	// Refused is called, if set, with each refusal: the caller, who is nobody before they are
	// known, and why.
	Refused func(caller access.Caller, reason fault.Kind)
}

// Occasion says in the log which request it was.
type Occasion struct {
	RequestID string // empty for that of the context, if it has one
	Route     string
}

func (at Occasion) attrs(more ...slog.Attr) []slog.Attr {
	named := []slog.Attr{slog.String("route", at.Route)}
	if at.RequestID != "" {
		named = append(named, slog.String("request_id", at.RequestID))
	}
	return append(named, more...)
}

// Settle returns the fault as which err is told. What failed through our own doing
// (status 500 and above) is logged with its cause and counted, and what it cost is
// given back to v, the caller's visit, which is nil before there is one (REQ
// Two of those are no failures, and only given back: to turn a request away
// because there are too many, which the limiters count, and the end of a client that
// has gone.
func (p *Failures) Settle(ctx context.Context, at Occasion, v *app.Visit, err error) *fault.Fault {
	f := AsFault(err)
	status := Status(f.Kind)
	if status < 500 {
		return f
	}
	gone := errors.Is(err, context.Canceled) && errors.Is(ctx.Err(), context.Canceled)
	if busy := f.Kind == fault.Overloaded && errors.Unwrap(f) == nil; !busy && !gone {
		p.Log.LogAttrs(ctx, slog.LevelError, "request failed", at.attrs(slog.Int("status", status), slog.String("error", f.Error()))...)
		if p.Failed != nil {
			p.Failed(at.Route, f)
		}
	}
	p.Refund(ctx, at, v)
	return f
}

// Refund gives back what a visit has cost. v may be nil. A refund that fails is logged.
func (p *Failures) Refund(ctx context.Context, at Occasion, v *app.Visit) {
	if v == nil {
		return
	}
	if err := v.Refund(ctx); err != nil {
		p.Log.LogAttrs(ctx, slog.LevelError, "refund failed", at.attrs(slog.String("error", err.Error()))...)
	}
}

// Recovered returns the fault that a panic is: one of kind Upstream when the library
// could not be read (see app.App.Unreadable), else of kind Internal, and then the
// panic is logged with its stack (REQ E-08). It must be called by the deferred
// function that recovered. The fault is for Settle.
func (p *Failures) Recovered(ctx context.Context, at Occasion, a *app.App, panicked any) error {
	if err := a.Unreadable(panicked); err != nil {
		return err
	}
	p.Log.LogAttrs(ctx, slog.LevelError, "panic", at.attrs(slog.Any("panic", panicked), slog.String("stack", string(debug.Stack())))...)
	return fault.From(fmt.Errorf("panic: %v", panicked))
}

// CountRefusal counts a fault that refuses a caller (see IsRefusal). v may be nil.
func (p *Failures) CountRefusal(v *app.Visit, f *fault.Fault) {
	if p.Refused == nil || !IsRefusal(Status(f.Kind)) {
		return
	}
	caller := access.Caller{}
	if v != nil {
		caller = v.Caller()
	}
	p.Refused(caller, f.Kind)
}
