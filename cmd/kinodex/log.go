package main

import (
	"io"
	"log/slog"

	"kinodex/internal/access"
	"kinodex/internal/serve/wire"
)

// newLog gives a log of lines of JSON, in which no secret stands. What is logged with the context of
// a request tells which one it was.
func newLog(to io.Writer, least slog.Level) *slog.Logger {
	return slog.New(wire.RequestLog(access.RedactingHandler(slog.NewJSONHandler(to, &slog.HandlerOptions{Level: least}))))
}
