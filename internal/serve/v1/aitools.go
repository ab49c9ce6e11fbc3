package v1

import (
	"context"

	"kinodex/internal/app"
	"kinodex/internal/serve/wire"
	"kinodex/internal/writersroom"
)

// The bodies of the examples. They are valid, but shorter than real texts.
const (
	aiTextExample     = wire.ScriptBodyExample
	aiStyledExample   = `{"style":"billy-wilder","text":"INT. CUTTING ROOM - NIGHT\n\n` + wire.ScriptExample + `"}`
	aiSynopsisExample = `{"synopsis":"A projectionist finds a reel that shows tomorrow. She has one night to decide who may see it.","genre":"Mystery","limit":3}`
)

// asks returns the ask of an aiTool that looks at a story, from the method of Visit that
// answers it.
func asks[R any](
	tool func(*app.Visit, context.Context, app.WritersRoomQuestion) (*writersroom.Answer[R], error),
) func(context.Context, *app.Visit, *aiFields) (*writersroom.Answer[R], error) {
	return func(ctx context.Context, v *app.Visit, b *aiFields) (*writersroom.Answer[R], error) {
		return tool(v, ctx, b.question())
	}
}

// registerAIScripts adds the tools that need a screenplay: coverage, rewrite and
// deep-analyze.
func registerAIScripts(api wire.API) {
	registerAITool(api, aiTool[aiCoverageBody, writersroom.CoverageResult]{
		id: "writeCoverage", name: "coverage", summary: "Coverage of a screenplay",
		says: "Strengths and concerns, each with the scenes and figures it rests on; the tier model's opinion, pacing, acts, turns, speaking parts and scenes with page numbers.",
		body: aiTextExample, result: exampleCoverage(), files: []string{"file"},
		ask: func(ctx context.Context, v *app.Visit, b *aiFields) (*writersroom.Answer[writersroom.CoverageResult], error) {
			q, err := b.coverage()
			if err != nil {
				return nil, err
			}
			return v.ScriptCoverage(ctx, q)
		},
	})
	registerAITool(api, aiTool[aiRewriteBody, writersroom.RewriteResult]{
		id: "rewriteScene", name: "rewrite", summary: "A scene in a writer's manner",
		says: "With a language model the scene is rewritten in the manner of the writer's guide. The built-in engine does not write prose: it says so, and gives what the guide asks of the lines of this scene.",
		body: aiStyledExample, result: exampleRewrite(), styled: true,
		ask: func(ctx context.Context, v *app.Visit, b *aiFields) (*writersroom.Answer[writersroom.RewriteResult], error) {
			return v.RewriteScene(ctx, b.rewrite())
		},
	})
	registerAITool(api, aiTool[AIText, writersroom.DeepResult]{
		id: "analyzeScriptDeeply", name: "deep-analyze", summary: "Everything that is measured of a screenplay",
		says: "The whole analysis, scene by scene and part by part: what drives each feature, how the parts go through the acts, which screenplays of the research set are nearest, and what would move the tier.",
		body: aiTextExample, result: exampleDeep(), files: []string{"file"},
		ask: asks((*app.Visit).DeepAnalyze),
	})
}

// registerAIStyles adds the tools that compare a text with the styles of writers:
// compare-style and style-match.
func registerAIStyles(api wire.API) {
	registerAITool(api, aiTool[aiCompareBody, writersroom.CompareStyleResult]{
		id: "compareStyle", name: "compare-style", summary: "A text beside one writer's manner",
		says: "The tendencies the guide states and whether they hold, its words that the text holds and lacks, the common words and marks by which the text leans to or from the writer's measured screenplays, and how far it lies from each.",
		body: aiStyledExample, result: exampleCompare(), files: []string{"file"}, styled: true,
		ask: asks((*app.Visit).CompareStyle),
	})
	registerAITool(api, aiTool[aiMatchBody, writersroom.StyleMatchResult]{
		id: "matchStyle", name: "style-match", summary: "Whose manner is nearest",
		says: "The writers with a guide whose manner is nearest to the text, by how often it uses common words and marks and by the words of the guides, with the evidence. It says whose manner, never who wrote it.",
		body: aiTextExample, result: exampleMatch(), files: []string{"file"},
		ask: asks((*app.Visit).StyleMatch),
	})
}

// registerAIStories adds the tools that take a screenplay or its synopsis: trailer-concept,
// logline, visual-treatment and cast-recommend.
func registerAIStories(api wire.API) {
	registerAITool(api, aiTool[aiTrailerBody, writersroom.TrailerResult]{
		id: "planTrailer", name: "trailer-concept", summary: "A trailer from the screenplay's own scenes",
		says: "Beats with page numbers and lines, and an edit plan; nothing from the last fifth.",
		body: aiTextExample, result: exampleTrailer(), files: []string{"file"},
		ask: asks((*app.Visit).TrailerConcept),
	})
	registerAITool(api, aiTool[aiLoglineBody, writersroom.LoglineResult]{
		id: "writeLoglines", name: "logline", summary: "A story in a sentence",
		says: "Loglines and what they rest on. The built-in engine says only what can be counted, and that it does.",
		body: aiSynopsisExample, result: exampleLogline(), files: []string{"file"},
		ask: asks((*app.Visit).Logline),
	})
	registerAITool(api, aiTool[aiVisualBody, writersroom.VisualResult]{
		id: "writeVisualTreatment", name: "visual-treatment", summary: "How a story might be photographed",
		says: "Places, hours, interiors and exteriors, and the cinematographers' guides whose words the text holds, with what they say of light, movement and colour.",
		body: aiTextExample, result: exampleVisual(), files: []string{"file"}, styled: true,
		ask: asks((*app.Visit).VisualTreatment),
	})
	registerAITool(api, aiTool[aiCastBody, writersroom.CastResult]{
		id: "suggestCast", name: "cast-recommend", summary: "Actors for the parts of a story",
		says: "The largest speaking parts, or those a synopsis names, and for each the actors whose records speak for it, with what the records say.",
		body: aiSynopsisExample, result: exampleCast(), files: []string{"file"},
		ask: asks((*app.Visit).CastRecommend),
	})
}
