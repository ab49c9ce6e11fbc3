//go:build !unix

package main

import "log/slog"

// lowerPriority does nothing: this system has no such priorities.
func lowerPriority(int, *slog.Logger) {}
