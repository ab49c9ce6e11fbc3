package reference

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/fault"
	"kinodex/internal/serve/wire"
)

// failures returns the errors that the operation may answer with: the statuses of its
// description, each with the codes of the error table that fit the operation.
func (o *Operation) failures(responses map[string]*huma.Response) []Failure {
	var all []Failure
	for _, name := range slices.Sorted(maps.Keys(responses)) {
		status, _ := strconv.Atoi(name)
		if status < 400 {
			continue
		}
		f := Failure{Status: status}
		for _, c := range wire.Codes() {
			if c.Status == status && o.mayFail(c.Kind) {
				f.Codes = append(f.Codes, c)
			}
		}
		all = append(all, f)
	}
	return all
}

// mayFail reports whether an error can come from the operation, as far as its path,
// parameters and body tell. An error that nothing is known of can.
func (o *Operation) mayFail(kind fault.Kind) bool {
	in := func(part string) bool { return strings.Contains(o.Path, part) }
	switch kind {
	case fault.FilmNotFound:
		return in("/films/{id}")
	case fault.ScriptNotFound:
		return in("/scripts/{id}")
	case fault.ActorNotFound:
		return in("/actors/")
	case fault.NoSimilarity:
		return in("/similar")
	case fault.NoPosterAnalysis:
		return in("/poster-analysis")
	case fault.NotFound:
		return !in("/films/{id}") && !in("/scripts/{id}") && !in("/actors/")
	case fault.InvalidCursor:
		return o.has("cursor")
	case fault.UnknownParameter:
		return in("/api/v2/")
	case fault.InvalidBody:
		return o.Body != nil
	case fault.MissingParameter:
		return o.Body != nil || o.requires()
	case fault.InvalidImage:
		return in("/posters/analyze")
	case fault.NoLiked:
		return in("/v1/recommend")
	case fault.SandboxForbidden:
		return o.Need.NoSandbox
	case fault.LinkRefused:
		return in("/objects/")
	case fault.TierNotAllowed, fault.ScopeNotAllowed:
		return !in("/objects/")
	case fault.SnapshotNotReady:
		return in("/catalog/")
	case fault.QuotaExceeded:
		return o.Need.Cost > 0 || in("/films/") || in("/scripts/")
	}
	return true
}

// has reports whether the operation has a parameter of a name.
func (o *Operation) has(name string) bool {
	return slices.ContainsFunc(o.Parameters, func(p Parameter) bool { return p.Name == name })
}

// requires reports whether a parameter of the query must be given.
func (o *Operation) requires() bool {
	return slices.ContainsFunc(o.Parameters, func(p Parameter) bool { return p.Required && p.In == "query" })
}

// DocsAddress returns where the error table explains a code.
func DocsAddress(kind fault.Kind) string { return "/docs/errors#" + string(kind) }
