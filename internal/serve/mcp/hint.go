package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/param"
	"kinodex/internal/text"
)

// withToolHint returns a fault of a film or screenplay that does not exist with the tool that
// finds ids, since agents send titles for ids, and ids that they made up. asked is the id
// that was sent. Other errors are returned as they are; err is not changed.
func withToolHint(err error, asked string) error {
	f := (*fault.Fault)(nil)
	if !errors.As(err, &f) {
		return err
	}
	g := *f
	switch f.Kind {
	case fault.FilmNotFound:
		g.Message = fmt.Sprintf("no film has the id %s; search_films finds ids", quoted(asked))
		if _, isID := film.ParseID(asked); !isID && asked != "" {
			g.Message = fmt.Sprintf("no film has the id %[1]s; search_films with query %[1]s finds ids", quoted(asked))
		}
	case fault.ScriptNotFound:
		g.Message = fmt.Sprintf("no measured screenplay has the id %s; search_scripts lists those there are", quoted(asked))
	default:
		return err
	}
	return &g
}

// withFinderHint returns a fault of an argument that the tool does not have with the tool that
// finds ids, if the argument was a title and the tool takes an id.
func (t *tool) withFinderHint(err error, sent []byte) error {
	f := (*fault.Fault)(nil)
	if !errors.As(err, &f) || f.Kind != fault.UnknownParameter ||
		!slices.Contains([]string{"title", "name", "query", "q", "search"}, text.Fold(f.Param)) ||
		!slices.ContainsFunc(t.takes, func(p param.Field) bool { return p.Name == "id" }) {
		return err
	}
	finder := "search_films"
	if t.name == "fetch" {
		finder = "search" // its ids have a kind before them
	}
	var given map[string]any
	with := ""
	if json.Unmarshal(sent, &given) == nil {
		if title, ok := given[f.Param].(string); ok && title != "" {
			with = " with query " + quoted(title)
		}
	}
	g := *f
	g.Allowed = "id"
	g.Message = fmt.Sprintf("there is no argument %s here; %s%s finds ids", f.Param, finder, with)
	return &g
}

// withGuideHint is withToolHint for a guide that does not exist.
func withGuideHint(err error) error {
	f := (*fault.Fault)(nil)
	if !errors.As(err, &f) || f.Kind != fault.NotFound {
		return err
	}
	g := *f
	g.Message += "; list_style_guides tells which there are"
	return &g
}
