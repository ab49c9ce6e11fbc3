package part

import (
	"strings"

	"kinodex/internal/screenplay/parse"
)

// ScriptFiles returns the endings of files that a field for scripts offers, with commas:
// those of scripts, and those of texts that may hold one.
func ScriptFiles() string {
	return strings.Join(append(parse.Extensions(), ".md", ".html", ".htm"), ",")
}
