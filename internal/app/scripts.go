package app

import (
	"context"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
)

// MaxScripts is how many scripts one page may have.
const MaxScripts = 200

// ScriptsQuestion asks for a page of the research set, by rank.
type ScriptsQuestion struct {
	Tier          string // S, A, B, C, D or E in any case; empty for all
	Sort          string // a feature with :asc or :desc, as scene_count:desc; empty for rank
	Offset, Limit int

	feature    int // by which is sorted, when Sort is set
	descending bool
}

// Scripts is a page of scripts; they must not be changed.
type Scripts struct {
	Scripts       []research.Script // never nil
	Total         int               // of all pages
	Offset, Limit int
}

// Scripts asks for a page of the research set, in order of rank or of a feature.
func (v *Visit) Scripts(q ScriptsQuestion) Prepared[*Scripts] {
	return Prepared[*Scripts]{
		visit: v, need: access.Needs.Scripts, check: q.check,
		find: func(ctx context.Context) (*Scripts, error) { return v.scripts(ctx, &q) },
	}
}

func (v *Visit) scripts(ctx context.Context, q *ScriptsQuestion) (*Scripts, error) {
	tier := strings.ToUpper(q.Tier)
	page, total := v.library.Research.Scripts(tier, q.Offset, q.Limit)
	if q.Sort != "" {
		page, total = v.library.Research.ScriptsBy(tier, q.feature, q.descending, q.Offset, q.Limit)
	}
	return &Scripts{page, total, q.Offset, q.Limit}, v.carries(ctx, scriptExcerpt(page, q.Offset))
}

// scriptExcerpt is what scripts show that begin at a place of their list.
func scriptExcerpt(page []research.Script, from int) excerpt {
	return excerpt{len(page), from, func(i int) item {
		id, _ := film.ParseID(page[i].FilmdbID)
		return item(id)
	}}
}

// check accepts a tier in any case, or none, and reads the order.
func (q *ScriptsQuestion) check() error {
	if len(q.Tier) > 1 || !strings.Contains(research.Tiers, strings.ToUpper(q.Tier)) {
		return fault.Param("tier", "one of "+strings.Join(strings.Split(research.Tiers, ""), ", "))
	}
	if err := checkPage(q.Limit, 1, MaxScripts, q.Offset); err != nil || q.Sort == "" {
		return err
	}
	name, direction, _ := strings.Cut(q.Sort, ":")
	q.feature, q.descending = 0, direction == "desc"
	place, known := measure.Index(name)
	if !known || direction != "asc" && direction != "desc" {
		return fault.Param("sort", "a feature with :asc or :desc, such as scene_count:desc")
	}
	q.feature = place
	return nil
}

// Script returns the script of a film, which must not be changed. A film without one, or an
// id that is none, is a fault of kind ScriptNotFound, and costs what an answer costs.
func (v *Visit) Script(ctx context.Context, id string) (*research.Script, error) {
	if err := v.enter(ctx, access.Needs.Scripts, nothingToCheck); err != nil {
		return nil, err
	}
	if n, ok := film.ParseID(id); ok {
		if script, ok := v.library.Research.ByFilm(n); ok {
			return script, v.carries(ctx, oneFilm(n))
		}
	}
	return nil, errNoScript()
}

// FilmScript is the script of a film with how it goes from its beginning to its end, both as
// answers tell it and as it was measured. What was not measured is nil.
type FilmScript struct {
	*research.Script
	Series   *research.Series `json:"series" nullable:"true" doc:"How the script goes from its beginning to its end; null in a library that was built before this was measured."`
	Measured *measure.Series  `json:"-"`
}

// FilmScript asks for the script of a film, which must not be changed, and its series (REQ
// S-45). An id that no film has is a fault of kind FilmNotFound, a film without a script one of
// kind ScriptNotFound.
func (v *Visit) FilmScript(id string) Prepared[*FilmScript] {
	return Prepared[*FilmScript]{
		visit: v, need: access.Needs.Scripts, check: nothingToCheck,
		find: func(ctx context.Context) (*FilmScript, error) { return v.findFilmScript(ctx, id) },
	}
}

func (v *Visit) findFilmScript(ctx context.Context, id string) (*FilmScript, error) {
	n, ok := film.ParseID(id)
	if !ok || !v.HasFilm(n) {
		return nil, errNoFilm(id)
	}
	script, ok := v.library.Research.ByFilm(n)
	if !ok {
		return nil, errNoScript()
	}
	measured, err := v.library.Research.Series(n)
	if err != nil {
		return nil, err
	}
	return &FilmScript{script, research.SeriesOf(measured), measured}, v.carries(ctx, oneFilm(n))
}

// errNoScript says that a film has no script in the set.
func errNoScript() error {
	return fault.New(fault.ScriptNotFound, "no analysed screenplay has this film's id")
}

// Correlations returns how features correlate with outcomes (REQ S-32). They are shared by
// all visits and must not be changed.
func (v *Visit) Correlations(ctx context.Context) (*research.Correlations, error) {
	if err := v.enter(ctx, access.Needs.Scripts, nothingToCheck); err != nil {
		return nil, err
	}
	return v.library.Research.Correlations(), nil
}

// Model describes the tier model and how a receipt is checked (REQ S-36).
type Model struct {
	*research.ModelCard
	Receipts ReceiptRules `json:"receipts"`
}

// Model describes the tier model of the library. A library without one, which has too few
// screenplays, is a fault of kind Upstream.
func (v *Visit) Model(ctx context.Context) (*Model, error) {
	if err := v.enter(ctx, access.Needs.Scripts, nothingToCheck); err != nil {
		return nil, err
	}
	card, err := v.library.Research.Model()
	if err != nil {
		return nil, err
	}
	return &Model{card, v.app.receipts.rules()}, nil
}
