package app

import (
	"context"
	"slices"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/guide"
)

// Guides returns the craft guides of a discipline, in order of slug (REQ AC-01, AC-03,
// M-29). They must not be changed. A discipline that is not public is a fault of the
// parameter discipline.
func (v *Visit) Guides(ctx context.Context, d guide.Discipline) ([]*guide.Guide, error) {
	if err := v.enter(ctx, access.Needs.Guides, v.checkDiscipline(d)); err != nil {
		return nil, err
	}
	return v.app.guides.List(d), nil
}

// Guide returns one craft guide by its name or slug, in any case. One that does not exist is
// a fault of kind NotFound (REQ M-30), and costs what an answer costs.
func (v *Visit) Guide(ctx context.Context, d guide.Discipline, nameOrSlug string) (*guide.Guide, error) {
	check := func() error {
		if err := v.checkDiscipline(d)(); err != nil {
			return err
		}
		if strings.TrimSpace(nameOrSlug) == "" {
			return fault.Missing("name", "a name or slug from the list of style guides")
		}
		return nil
	}
	if err := v.enter(ctx, access.Needs.Guides, check); err != nil {
		return nil, err
	}
	g, ok := v.app.guides.Get(d, nameOrSlug)
	if !ok {
		return nil, errNoGuide(d)
	}
	return g, nil
}

// errNoGuide returns the fault for a guide that does not exist.
func errNoGuide(d guide.Discipline) error {
	return fault.New(fault.NotFound, "there is no guide of this name among %s", d)
}

// public are the disciplines whose guides are asked for by discipline; those of
// actors come with their profiles (REQ AC-11, M-29).
var public = []guide.Discipline{guide.Writers, guide.Directors, guide.Cinematographers}

// checkDiscipline returns the check of a question about a discipline. Pages show the guides
// of every discipline.
func (v *Visit) checkDiscipline(d guide.Discipline) func() error {
	return func() error {
		switch {
		case slices.Contains(public, d), v.caller.OnSite && slices.Contains(guide.Disciplines(), d):
			return nil
		}
		return fault.Param("discipline", "one of writers, directors, cinematographers")
	}
}
