package app

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/guide"
	"kinodex/internal/library"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/writersroom"
)

// entry is a question to the writers' room while it is checked and measured.
type entry struct {
	draft    Draft
	least    int  // characters
	synopsis bool // whether it is a synopsis that was sent
	bounds   writersroom.Bounds
	style    style
	asked    writersroom.Question
}

// entry takes the synopsis for the text where one may stand for it and no text
// was sent.
func (q *WritersRoomQuestion) entry(synopses bool, bounds writersroom.Bounds) entry {
	e := entry{draft: Draft{Field: "text", Text: q.Text, File: q.File, Name: q.Name}, least: research.LeastText, bounds: bounds}
	if synopses && q.Text == "" && q.File == nil && q.Synopsis != "" {
		e.synopsis, e.draft = true, Draft{Field: "synopsis", Text: q.Synopsis}
	}
	e.asked.Genres, e.asked.Limit = q.Genres, q.Limit
	return e
}

// style is a guide that a question names.
type style struct {
	of       guide.Discipline // none for a question without
	slug     string
	required bool
}

// allowed says what a style may be.
func (s style) allowed() string {
	return fmt.Sprintf("the slug of a guide among the %s, as /api/v1/styles/%s lists them", s.of, s.of)
}

// check returns a fault when a style is required and none is named.
func (s style) check() error {
	if s.required && strings.TrimSpace(s.slug) == "" {
		return fault.Missing("style", s.allowed())
	}
	return nil
}

// ask takes a question into the room: may they, is it sensible, can they afford
// it; then its style is looked up, its text measured, and the tool asked.
func ask[R any](ctx context.Context, v *Visit, e *entry,
	tool func(context.Context, writersroom.Library, writersroom.Question) (*writersroom.Answer[R], error),
) (*writersroom.Answer[R], error) {
	if err := v.enter(ctx, access.Needs.AI, func() error { return e.check(ctx, v.app.reader) }); err != nil {
		return nil, err
	}
	if err := v.readPDFs(ctx, &e.draft); err != nil {
		return nil, err
	}
	if s := e.style; strings.TrimSpace(s.slug) != "" {
		found, ok := v.app.guides.Get(s.of, s.slug)
		if !ok {
			f := fault.New(fault.NotFound, "there is no guide of this name among %s", s.of)
			f.Param, f.Allowed = "style", s.allowed()
			return nil, f
		}
		e.asked.Style = found
	}
	if err := v.measure(ctx, e); err != nil {
		return nil, err
	}
	return tool(ctx, v.writersRoomLibrary(), e.asked)
}

// writersRoomLibrary returns what the tools may look up, all of one generation.
func (v *Visit) writersRoomLibrary() writersroom.Library {
	return roomLibrary(v.library)
}

// roomLibrary is what of a generation the writers' room looks things up in.
func roomLibrary(l *library.Library) writersroom.Library {
	return writersroom.Library{Films: l.Catalog, Research: l.Research, People: l.People}
}

// measure reads and measures what was sent, once there is a place: a language
// model may take its time, but no more texts are measured at once than there are
// processors.
func (v *Visit) measure(ctx context.Context, e *entry) error {
	if e.synopsis {
		e.asked.Manuscript = writersroom.Outline(e.draft.Text)
		return nil
	}
	measuring := v.app.measuring
	select {
	case measuring <- struct{}{}:
		defer func() { <-measuring }()
	case <-ctx.Done():
		return ctx.Err()
	}
	script := e.draft.read()
	if err := v.interrupted(ctx); err != nil {
		return err
	}
	report := v.app.meter.Of(script)
	if err := v.interrupted(ctx); err != nil {
		return err
	}
	held, err := v.library.Research.Analyze(script, report)
	if f := (*fault.Fault)(nil); err != nil && !(errors.As(err, &f) && f.Kind == fault.Upstream) {
		return err // a library without a model has still what was measured
	}
	e.asked.Manuscript = writersroom.NewManuscript(script, report, v.app.meter.StyleCountsOf(script), held)
	return nil
}

// newMeasuring returns the semaphore of texts that are measured for the writers' room at
// once, one a processor.
func newMeasuring() chan struct{} { return make(chan struct{}, runtime.GOMAXPROCS(0)) }

// check returns a fault unless there is enough text to work with and the other parameters
// are in their bounds. It sets a limit of 0 to the tool's default.
func (e *entry) check(ctx context.Context, reader parse.Reader) error {
	if err := e.checkText(ctx, reader); err != nil {
		return err
	}
	if err := e.style.check(); err != nil {
		return err
	}
	if f := e.asked.Focus; f != "" && !slices.Contains(writersroom.Foci, f) {
		return fault.Param("focus", "one of "+strings.Join(writersroom.Foci, ", "))
	}
	b := e.bounds
	if b == (writersroom.Bounds{}) {
		return nil
	}
	if e.asked.Limit == 0 {
		e.asked.Limit = b.Usual
	}
	return fault.Between("limit", e.asked.Limit, b.Least, b.Most)
}

// checkText applies the bounds of a synopsis, a screenplay or a scene, whichever was sent.
func (e *entry) checkText(ctx context.Context, reader parse.Reader) error {
	switch {
	case e.synopsis:
		n := utf8.RuneCountInString(e.draft.Text)
		if n < LeastSynopsis || n > MostSynopsis || strings.TrimSpace(e.draft.Text) == "" {
			return fault.Param("synopsis", fmt.Sprintf("a text of %d to %d characters that are not all blank", LeastSynopsis, MostSynopsis))
		}
		return nil
	case e.least == research.LeastText:
		return e.draft.check(ctx, reader)
	}
	return e.draft.checkScene()
}

// checkScene is check for a text of a scene.
func (d *Draft) checkScene() error {
	allowed := fmt.Sprintf("a scene of at least %d characters that are not all blank", LeastScene)
	switch {
	case d.Text == "":
		return fault.Missing(d.Field, allowed)
	case utf8.RuneCountInString(d.Text[:min(len(d.Text), 4*LeastScene)]) < LeastScene, strings.TrimSpace(d.Text) == "":
		return fault.Param(d.Field, allowed)
	case len(d.Text) > MostText:
		f := fault.New(fault.TooLarge, "%s may have at most %d bytes", d.Field, MostText)
		f.Param = d.Field
		return f
	}
	return nil
}
