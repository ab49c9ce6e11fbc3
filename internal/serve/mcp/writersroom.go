package mcp

import (
	"context"
	"reflect"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/research"
	"kinodex/internal/writersroom"
)

// writersRoomTools returns the two tools that need the Studio plan and the scope ai (REQ
// M-31, M-32).
func writersRoomTools() []tool {
	return []tool{
		{
			name: "ai_script_coverage", title: "Cover a screenplay",
			about: "Reader's coverage of a screenplay: what it does, scene by scene, with the places and figures that show it. Needs the Studio plan and the ai scope. model says who wrote it. The text is not kept.",
			takes: []argument{
				text("text", 0, "The screenplay, at least 500 characters.").needed().atLeast(research.LeastText),
				word("focus", writersroom.Foci, "What to look at.").or("all"),
			},
			need: access.Needs.AI, heavy: true, made: true, rest: "Ask with one focus, or with a part of the text.",
			output: reflect.TypeFor[writersroom.Answer[writersroom.CoverageResult]](), answer: scriptCoverage,
		},
		{
			name: "ai_rewrite_scene", title: "Rewrite a scene",
			about: "A scene in the manner of a screenwriter there is a guide to, or, without a language model, what that manner asks of it. Needs the Studio plan and the ai scope. model says who wrote it. The text is not kept.",
			takes: []argument{
				text("text", 0, "The scene, at least 100 characters.").needed().atLeast(app.LeastScene),
				text("style", 200, "A writer's slug from list_style_guides.").needed(),
			},
			need: access.Needs.AI, heavy: true, made: true, rest: "Ask with a part of the scene.",
			output: reflect.TypeFor[writersroom.Answer[writersroom.RewriteResult]](), answer: rewriteScene,
		},
	}
}

// scriptCoverage answers ai_script_coverage. The text is not stored.
func scriptCoverage(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	found, err := c.visit.ScriptCoverage(ctx, app.ScriptCoverageQuestion{Text: c.text("text"), Focus: c.text("focus")})
	if err != nil {
		return nil, err
	}
	return c.encode(dst, found)
}

// rewriteScene answers ai_rewrite_scene. A style that no guide has is NOT_FOUND (REQ M-32).
func rewriteScene(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	found, err := c.visit.RewriteScene(ctx, app.RewriteQuestion{Text: c.text("text"), Style: c.text("style")})
	if err != nil {
		return nil, withGuideHint(err)
	}
	return c.encode(dst, found)
}
