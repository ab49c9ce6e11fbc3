package access

import (
	"context"
	"fmt"
	"log/slog"
)

// RedactingHandler hides secrets, as Redact does, in all that is logged through
// it before h is given it.
func RedactingHandler(h slog.Handler) slog.Handler {
	if done, ok := h.(redacting); ok {
		return done
	}
	return redacting{h}
}

type redacting struct{ slog.Handler }

// Handle hides the secrets of one line.
func (h redacting) Handle(ctx context.Context, line slog.Record) error {
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

// WithAttrs hides the secrets of what is in every line.
func (h redacting) WithAttrs(attrs []slog.Attr) slog.Handler {
	hidden, _ := redactAttrs(attrs)
	return redacting{h.Handler.WithAttrs(hidden)}
}

// WithGroup opens a group.
func (h redacting) WithGroup(name string) slog.Handler {
	return redacting{h.Handler.WithGroup(Redact(name))}
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

// redactValue gives a value that is neither text nor a group as text, if there is
// a secret in it.
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
		told := fmt.Sprintf("%+v", v.Any())
		if text := Redact(told); text != told {
			return slog.StringValue(text), true
		}
	}
	return v, false
}
