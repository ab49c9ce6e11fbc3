package mcp

import (
	"context"
	"reflect"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/writersroom"
)

// The arguments of the tools of the writers' room.
type (
	coverageArguments struct {
		Text  string `json:"text" alias:"script,content,screenplay" minLength:"500" doc:"The screenplay, at least 500 characters."`
		Focus string `json:"focus,omitempty" enum:"structure,dialogue,all" default:"all" doc:"What to look at."`
	}
	rewriteArguments struct {
		Text  string `json:"text" alias:"script,content,screenplay,scene" minLength:"100" doc:"The scene, at least 100 characters."`
		Style string `json:"style" alias:"name,slug,writer" minLength:"1" maxLength:"200" doc:"A writer's slug from list_style_guides."`
	}
)

// writersRoomTools returns the two tools that need the Studio plan and the scope ai (REQ
// M-31, M-32).
func writersRoomTools() []tool {
	return []tool{
		takes(tool{
			name: "ai_script_coverage", title: "Cover a screenplay",
			about: "Reader's coverage of a screenplay: what it does, scene by scene, with the places and figures that show it. Needs Studio and the ai scope. model says who wrote it. The text is not kept.",
			need:  access.Needs.AI, heavy: true, made: true, rest: "Ask with one focus, or with a part of the text.",
			output: reflect.TypeFor[writersroom.Answer[writersroom.CoverageResult]](),
		}, scriptCoverage),
		takes(tool{
			name: "ai_rewrite_scene", title: "Rewrite a scene",
			about: "A scene in the manner of a screenwriter with a guide, or, without a language model, what that manner asks of it. Needs Studio and the ai scope. model says who wrote it. The text is not kept.",
			need:  access.Needs.AI, heavy: true, made: true, rest: "Ask with a part of the scene.",
			output: reflect.TypeFor[writersroom.Answer[writersroom.RewriteResult]](),
		}, rewriteScene),
	}
}

// scriptCoverage answers ai_script_coverage. The text is not stored.
func scriptCoverage(ctx context.Context, c *call, in coverageArguments, dst []byte) ([]byte, error) {
	found, err := c.visit.ScriptCoverage(ctx, app.ScriptCoverageQuestion{Text: in.Text, Focus: in.Focus})
	if err != nil {
		return nil, err
	}
	return c.encode(dst, found)
}

// rewriteScene answers ai_rewrite_scene. A style that no guide has is NOT_FOUND (REQ M-32).
func rewriteScene(ctx context.Context, c *call, in rewriteArguments, dst []byte) ([]byte, error) {
	found, err := c.visit.RewriteScene(ctx, app.RewriteQuestion{Text: in.Text, Style: in.Style})
	if err != nil {
		return nil, withGuideHint(err)
	}
	return c.encode(dst, found)
}
