package access

import (
	"context"
	"fmt"
	"log/slog"
)

// RedactingHandler returns a handler that applies Redact to messages, keys and values
// before it passes them to h. Wrapping twice wraps once.
func RedactingHandler(h slog.Handler) slog.Handler {
	if done, ok := h.(redactingHandler); ok {
		return done
	}
	return redactingHandler{h}
}

// redactingHandler redacts lines before it passes them on.
type redactingHandler struct{ slog.Handler }

// Handle passes a line without secrets on as it is, and otherwise a redacted copy.
func (h redactingHandler) Handle(ctx context.Context, line slog.Record) error {
	clean := Redact(line.Message) == line.Message
	line.Attrs(func(a slog.Attr) bool {
		_, changed := redactAttr(a)
		clean = clean && !changed
		return clean
	})
	if clean {
		return h.Handler.Handle(ctx, line)
	}
	hidden := slog.NewRecord(line.Time, line.Level, Redact(line.Message), line.PC)
	line.Attrs(func(a slog.Attr) bool {
		a, _ = redactAttr(a)
		hidden.AddAttrs(a)
		return true
	})
	return h.Handler.Handle(ctx, hidden)
}

// WithAttrs redacts the attributes that every line will have.
func (h redactingHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	hidden, _ := redactAttrs(attrs)
	return redactingHandler{h.Handler.WithAttrs(hidden)}
}

// WithGroup redacts the name of a group.
func (h redactingHandler) WithGroup(name string) slog.Handler {
	return redactingHandler{h.Handler.WithGroup(Redact(name))}
}

func redactAttrs(attrs []slog.Attr) (hidden []slog.Attr, changed bool) {
	hidden = make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		var this bool
		hidden[i], this = redactAttr(a)
		changed = changed || this
	}
	return hidden, changed
}

func redactAttr(a slog.Attr) (hidden slog.Attr, changed bool) {
	key := Redact(a.Key)
	value, changed := redactValue(a.Value.Resolve())
	return slog.Attr{Key: key, Value: value}, changed || key != a.Key
}

// redactValue returns v without secrets, and whether that changed it. A value of a type
// of its own becomes text when its text has a secret.
func redactValue(v slog.Value) (hidden slog.Value, changed bool) {
	switch v.Kind() {
	case slog.KindString:
		if text := Redact(v.String()); text != v.String() {
			return slog.StringValue(text), true
		}
	case slog.KindGroup:
		if attrs, changed := redactAttrs(v.Group()); changed {
			return slog.GroupValue(attrs...), true
		}
	case slog.KindAny:
		printed := fmt.Sprintf("%+v", v.Any())
		if text := Redact(printed); text != printed {
			return slog.StringValue(text), true
		}
	}
	return v, false
}
