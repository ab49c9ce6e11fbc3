// Package kinodex carries the documents of the repository, so that the program has
// its manual with it. The program itself is cmd/kinodex.
package kinodex

import "embed"

// Documents are the repository's documents at their paths: README.md, CHANGELOG.md,
// CONTRIBUTING.md, NOTICE and everything under docs.
//
//go:embed README.md CHANGELOG.md CONTRIBUTING.md NOTICE docs
var Documents embed.FS
