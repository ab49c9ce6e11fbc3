package app

import (
	"context"
	"strings"

	"kinodex/internal/guide"
	"kinodex/internal/research"
	"kinodex/internal/writersroom"
)

// The bounds of what the writers' room reads, in characters: of a scene to rewrite
// (REQ L-04) and of a synopsis; of a screenplay they are those of an analysis.
const (
	LeastScene    = 100
	LeastSynopsis = 50
	MostSynopsis  = 20_000
)

// ScriptCoverageQuestion asks for coverage of a screenplay. Like everything that is
// sent to the writers' room it is read and forgotten: not stored, not logged
// (REQ S-30).
type ScriptCoverageQuestion struct {
	Text string
	// File is sent instead of Text, if not nil; Name says what kind of file it is.
	File []byte
	Name string
	// Focus is structure, dialogue or all; empty for all.
	Focus string
}

// RewriteQuestion asks to rewrite a scene in a writer's manner.
type RewriteQuestion struct {
	Text  string
	Style string // slug of a writer's guide
}

// WritersRoomQuestion asks one of the other tools of the writers' room.
type WritersRoomQuestion struct {
	Text string
	// File is sent instead of Text, if not nil; Name says what kind of file it is.
	File []byte
	Name string
	// Synopsis stands for the text at the tools that take one.
	Synopsis string
	// Style is the slug of a writer's guide, or for VisualTreatment of a
	// cinematographer's.
	Style  string
	Genres []string
	Limit  int // 0 for the tool's own
}

// ScriptCoverage says what a screenplay does, with the scenes and figures that
// show it (REQ M-31).
func (v *Visit) ScriptCoverage(ctx context.Context, q ScriptCoverageQuestion) (*writersroom.Answer[writersroom.CoverageResult], error) {
	e := entry{draft: Draft{Field: "text", Text: q.Text, File: q.File, Name: q.Name}, least: research.LeastText}
	if e.asked.Focus = strings.ToLower(q.Focus); q.Focus == "" {
		e.asked.Focus = "all"
	}
	return ask(ctx, v, &e, v.app.writersRoom.Coverage)
}

// RewriteScene gives a scene in a writer's manner, or without a language model
// what the manner asks of it. An unknown style is a fault of kind NotFound (REQ
// M-32).
func (v *Visit) RewriteScene(ctx context.Context, q RewriteQuestion) (*writersroom.Answer[writersroom.RewriteResult], error) {
	e := entry{draft: Draft{Field: "text", Text: q.Text}, least: LeastScene, style: style{guide.Writers, q.Style, true}}
	return ask(ctx, v, &e, v.app.writersRoom.Rewrite)
}

// CompareStyle holds a text against one writer's manner.
func (v *Visit) CompareStyle(ctx context.Context, q WritersRoomQuestion) (*writersroom.Answer[writersroom.CompareStyleResult], error) {
	e := q.entry(true, writersroom.Bounds{})
	e.style = style{guide.Writers, q.Style, true}
	return ask(ctx, v, &e, v.app.writersRoom.CompareStyle)
}

// StyleMatch finds the writers whose manner is nearest to a text's.
func (v *Visit) StyleMatch(ctx context.Context, q WritersRoomQuestion) (*writersroom.Answer[writersroom.StyleMatchResult], error) {
	e := q.entry(true, writersroom.MatchBounds)
	return ask(ctx, v, &e, v.app.writersRoom.StyleMatch)
}

// TrailerConcept finds a trailer in a screenplay.
func (v *Visit) TrailerConcept(ctx context.Context, q WritersRoomQuestion) (*writersroom.Answer[writersroom.TrailerResult], error) {
	e := q.entry(true, writersroom.BeatBounds)
	return ask(ctx, v, &e, v.app.writersRoom.TrailerConcept)
}

// Logline gives sentences that say what a story is.
func (v *Visit) Logline(ctx context.Context, q WritersRoomQuestion) (*writersroom.Answer[writersroom.LoglineResult], error) {
	e := q.entry(true, writersroom.LoglineBounds)
	return ask(ctx, v, &e, v.app.writersRoom.Logline)
}

// VisualTreatment says where and when a story plays, and which cinematographers'
// manner it calls for.
func (v *Visit) VisualTreatment(ctx context.Context, q WritersRoomQuestion) (*writersroom.Answer[writersroom.VisualResult], error) {
	e := q.entry(true, writersroom.LookBounds)
	e.style = style{guide.Cinematographers, q.Style, false}
	return ask(ctx, v, &e, v.app.writersRoom.VisualTreatment)
}

// CastRecommend names actors for the parts of a story.
func (v *Visit) CastRecommend(ctx context.Context, q WritersRoomQuestion) (*writersroom.Answer[writersroom.CastResult], error) {
	e := q.entry(true, writersroom.CandidateBounds)
	return ask(ctx, v, &e, v.app.writersRoom.CastRecommend)
}

// DeepAnalyze gives everything that is measured of a screenplay, scene by scene and
// part by part.
func (v *Visit) DeepAnalyze(ctx context.Context, q WritersRoomQuestion) (*writersroom.Answer[writersroom.DeepResult], error) {
	e := q.entry(false, writersroom.Bounds{})
	return ask(ctx, v, &e, v.app.writersRoom.DeepAnalyze)
}

// HasModel reports whether a language model answers in the writers' room, beside its built-in
// engine.
func (a *App) HasModel() bool { return a.writersRoom.HasModel() }
