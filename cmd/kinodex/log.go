package main

import (
	"io"
	"log/slog"

	"kinodex/internal/access"
)

// newLog gives a log of lines of JSON, in which no secret stands.
func newLog(to io.Writer, least slog.Level) *slog.Logger {
	return slog.New(access.RedactingHandler(slog.NewJSONHandler(to, &slog.HandlerOptions{Level: least})))
}
