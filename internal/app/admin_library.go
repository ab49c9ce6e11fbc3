package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/library"
)

// The libraries that are kept, and what their builds left out, for the admin scope.

// Libraries is the generations that are kept, and which one answers.
type Libraries struct {
	Serves      string          `json:"serves" doc:"The generation that answers."`
	Named       string          `json:"named" doc:"The generation that is named to serve, when it is another one; else empty."`
	FailedReads int64           `json:"failed_reads" doc:"Reads of the library's files that failed since the server started."`
	Generations []library.Entry `json:"generations" doc:"The oldest first."`
}

// Libraries tells of the generations that are kept.
func (v *Visit) Libraries(ctx context.Context) (*Libraries, error) {
	if err := v.enter(ctx, access.Needs.Administer, nothingToCheck); err != nil {
		return nil, err
	}
	state := v.app.holder.State()
	l := &Libraries{Serves: state.Generation, Named: state.Current, FailedReads: state.FailedReads}
	var err error
	if l.Generations, err = v.app.holder.List(); err != nil {
		return nil, fmt.Errorf("list generations: %w", err)
	}
	return l, nil
}

// RejectsQuestion asks for what the build of a generation left out.
type RejectsQuestion struct {
	Generation string
	Search     string // part of a line, in any case; empty for all
	Limit      int    // from 1 to identity.MaxAdminPage
}

// Rejects is what the build of a generation left out.
type Rejects struct {
	Generation string           `json:"generation"`
	Total      int              `json:"total" doc:"How many rows fit."`
	Rows       []library.Reject `json:"rows" doc:"The first of them, in the order of the build."`
}

// Rejects returns rows that the build of a generation left out. A generation that is not
// kept is a fault of kind NotFound; one whose build wrote no report has no rows.
func (v *Visit) Rejects(ctx context.Context, q RejectsQuestion) (*Rejects, error) {
	check := func() error {
		return cmp.Or(fault.Between("limit", q.Limit, 1, identity.MaxAdminPage), fault.Printable("q", q.Search), fault.Printable("generation", q.Generation))
	}
	if err := v.enter(ctx, access.Needs.Administer, check); err != nil {
		return nil, err
	}
	found := &Rejects{Generation: q.Generation, Rows: []library.Reject{}}
	rows, total, err := v.app.holder.Rejects(ctx, q.Generation, q.Search, q.Limit)
	if unknown := (*library.UnknownError)(nil); errors.As(err, &unknown) {
		return nil, fault.New(fault.NotFound, "no such generation is kept")
	}
	if err != nil {
		return nil, fmt.Errorf("read what was left out: %w", err)
	}
	found.Rows, found.Total = append(found.Rows, rows...), total
	return found, nil
}

// Stores reports whether the stores that every answer needs take writes, as App.Ready does.
func (v *Visit) Stores(ctx context.Context) error {
	if err := v.enter(ctx, access.Needs.Administer, nothingToCheck); err != nil {
		return err
	}
	return v.app.Ready(ctx)
}
