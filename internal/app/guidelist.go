package app

import "kinodex/internal/guide"

// ListGuides returns the guides of a discipline, in order of slug, for a dialect that lists
// them before a caller is known: names and summaries are public. Use Visit.Guide for the
// contents. The guides must not be changed.
func (a *App) ListGuides(d guide.Discipline) []*guide.Guide { return a.guides.List(d) }
