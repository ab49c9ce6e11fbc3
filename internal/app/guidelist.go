package app

import "kinodex/internal/guide"

// ListGuides lists the guides of a discipline, in order of slug, for a door that
// says what there is before anybody asks: names and summaries are no secret. What a
// guide says is for Visit.Guide to give.
func (a *App) ListGuides(d guide.Discipline) []*guide.Guide { return a.guides.List(d) }
