package mcp

import (
	"errors"
	"fmt"

	"kinodex/internal/fault"
	"kinodex/internal/film"
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
