package mcp

import (
	"bytes"
	"context"
	"reflect"

	"kinodex/internal/access"
	"kinodex/internal/advice"
	"kinodex/internal/app"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
)

// analysisBytes is how many bytes analyze_screenplay gives at once. What is cut can be asked
// for with part and offset.
const analysisBytes = 20_000

// The arguments of the tools about screenplays.
type (
	scriptsArguments struct {
		Tier   string `json:"tier,omitempty" enum:"S,A,B,C,D,E"`
		Limit  int    `json:"limit,omitempty" minimum:"1" maximum:"100" alias:"per_page,page_size,size,count,max_results" default:"20"`
		Offset int    `json:"offset,omitempty" minimum:"0" maximum:"1000000000" default:"0"`
	}
	scriptArguments struct {
		filmArgument
		Series bool `json:"series,omitempty" doc:"Add mood, dialogue and scenes in order."`
	}
	analyzeArguments struct {
		Text    string `json:"text" alias:"script,content,screenplay" minLength:"500" doc:"Plain text, Fountain or Final Draft XML, whole or in part."`
		Earlier string `json:"earlier,omitempty" minLength:"500" doc:"An earlier draft: tells what changed instead."`
		detailArgument
		partArguments
	}
)

// scriptTools returns the tools about measured screenplays.
func scriptTools() []tool {
	return []tool{
		takes(tool{
			name: "search_scripts", title: "List analysed screenplays",
			about: "The measured screenplays, by rank, or those of one tier (S is best, E last). get_script has the features of one.",
			need:  access.Needs.Scripts, output: reflect.TypeFor[scriptPage](),
		}, searchScripts),
		takes(tool{
			name: "get_script", title: "Get a measured screenplay",
			about: "The measured screenplay of one film: tier, rank, points, twenty features. NOT_FOUND without one.",
			need:  access.Needs.Scripts, output: reflect.TypeFor[scriptAnswer](),
		}, getScript),
		takes(tool{
			name: "analyze_screenplay", title: "Analyse a screenplay",
			about: "Measure a text: whether it is a screenplay, twenty features beside the research set, predicted class and tier, acts, characters, what would move the prediction, advice; full adds scenes and evidence. " +
				"No language model: same text, same answer. The text is not kept.",
			need: access.Needs.Analyze, heavy: true, output: reflect.TypeFor[analysisAnswer](), brief: briefAnalysis, viewed: true,
		}, analyze),
	}
}

// scriptPage is what search_scripts answers.
type scriptPage struct {
	Data []scriptRow `json:"data"`
	Meta scriptsMeta `json:"meta"`
}

// scriptRow is a script without its features, which get_script has (REQ M-25).
type scriptRow struct {
	*research.Script
	Features *struct{} `json:"features,omitempty"` // hides those of Script; always nil
}

type scriptsMeta struct {
	Total   int  `json:"total"`
	Offset  int  `json:"offset"`
	Limit   int  `json:"limit"`
	Sandbox bool `json:"sandbox,omitempty"`
}

// searchScripts answers search_scripts, by rank (REQ M-25).
func searchScripts(ctx context.Context, c *call, in scriptsArguments, dst []byte) ([]byte, error) {
	q := app.ScriptsQuestion{Tier: in.Tier, Offset: in.Offset, Limit: in.Limit}
	found, err := c.visit.Scripts(q).Answer(ctx)
	if err != nil {
		return nil, err
	}
	told := scriptPage{make([]scriptRow, len(found.Scripts)), scriptsMeta{found.Total, found.Offset, found.Limit, c.visit.Bill().Sandbox}}
	for i := range found.Scripts {
		told.Data[i].Script = &found.Scripts[i]
	}
	return c.told(dst, told, detailArgument{}, briefScripts)
}

// scriptAnswer is what get_script answers: a script, and its series where it was asked for.
type scriptAnswer struct {
	*research.Script
	Series *research.Series `json:"series,omitempty" nullable:"true"`
}

// getScript answers get_script with all twenty features, as /api/v1/scripts/{id} does, and with
// series as /api/v2/films/{id}/script does. An unknown id is NOT_FOUND (REQ M-26).
func getScript(ctx context.Context, c *call, in scriptArguments, dst []byte) ([]byte, error) {
	var told any
	var err error
	if in.Series {
		told, err = c.visit.FilmScript(in.ID).Answer(ctx)
	} else {
		told, err = c.visit.Script(ctx, in.ID)
	}
	if err != nil {
		return nil, withToolHint(err, in.ID)
	}
	payload, err := c.encode(nil, told)
	if err != nil || c.declared == "" {
		return append(dst, payload...), err
	}
	return appendInShape(dst, payload), nil
}

// analysisAnswer is what analyze_screenplay answers: a research.Analysis whose
// comparisons are in the words of the connector.
type analysisAnswer struct {
	research.Prediction
	Features    measure.ByFeature[float64]          `json:"features"`
	Comparisons measure.ByFeature[comparisonAnswer] `json:"comparisons"`
	research.Reading
	research.Findings
	Advice *advice.Advice `json:"advice,omitempty"` // nil for who is answered as REST answers
	// Comparison is here for the schema: see draftsAnswer.
	Comparison *app.Comparison `json:"comparison,omitempty"`
}

// draftsAnswer is what analyze_screenplay answers with an earlier draft: what POST
// /api/v1/scripts/compare answers, and nothing else.
type draftsAnswer struct {
	Comparison *app.Comparison `json:"comparison"`
}

// comparisonAnswer has the percentile by its own name, and no deviation of the set
// (REQ M-27).
type comparisonAnswer struct {
	Value       float64 `json:"value"`
	DatasetMean float64 `json:"dataset_mean"`
	ZScore      float64 `json:"z_score"`
	Percentile  float64 `json:"percentile" minimum:"0" maximum:"100"`
}

// analyze answers analyze_screenplay (REQ M-27). The same text gives the same answer. It is
// not stored and not logged (REQ S-30). With an earlier draft it answers what changed, for the price of
// one question as well (F2-161).
func analyze(ctx context.Context, c *call, in analyzeArguments, dst []byte) ([]byte, error) {
	if in.Earlier != "" {
		return compareDrafts(ctx, c, in, dst)
	}
	draft := app.Draft{Field: "text", Text: in.Text}
	var found *app.Analysis
	var follows *advice.Advice
	if c.asREST(in.detailArgument) && c.views == nil {
		analysis, err := c.visit.Analyze(ctx, app.AnalyzeQuestion{Draft: draft})
		if err != nil {
			return nil, err
		}
		found = analysis
	} else {
		study, err := c.visit.Study(ctx, app.StudyQuestion{Draft: draft})
		if err != nil {
			return nil, err
		}
		if found = study.Analysis; !c.asREST(in.detailArgument) {
			follows = study.Advice.Advice
		}
		if c.views != nil && in.Part == "" {
			if c.view, err = c.views.Screenplay(ctx, c.base, study); err != nil {
				return nil, err
			}
		}
	}
	told, err := c.encode(nil, analysisAnswer{
		Prediction: found.Prediction, Features: found.Features, Comparisons: comparisons(&found.Comparisons),
		Reading: found.Reading, Findings: found.Findings, Advice: follows,
	})
	if err != nil {
		return nil, err
	}
	return c.appendAnalysis(dst, told, in)
}

// appendAnalysis appends the part of a payload that is asked for, all of it, or the concise answer.
func (c *call) appendAnalysis(dst, told []byte, in analyzeArguments) ([]byte, error) {
	if in.Part == "" && !c.asREST(in.detailArgument) && in.Detail != "full" {
		return c.appendTold(dst, told, in.detailArgument, briefAnalysis), nil
	}
	return in.appendAnswer(dst, told, bytes.Clone, analysisBytes)
}

// compareDrafts answers what changed from the earlier draft to the text.
func compareDrafts(ctx context.Context, c *call, in analyzeArguments, dst []byte) ([]byte, error) {
	found, err := c.visit.Compare(ctx, app.CompareQuestion{
		Before: app.Draft{Field: "earlier", Text: in.Earlier}, After: app.Draft{Field: "text", Text: in.Text},
	})
	if err != nil {
		return nil, err
	}
	if c.views != nil && in.Part == "" {
		if c.view, err = c.views.Drafts(ctx, c.base, found); err != nil {
			return nil, err
		}
	}
	told, err := c.encode(nil, draftsAnswer{found})
	if err != nil {
		return nil, err
	}
	return c.appendAnalysis(dst, told, in)
}

// comparisons returns the comparisons of REST in the words of the connector, for each
// feature.
func comparisons(all *measure.ByFeature[research.Comparison]) measure.ByFeature[comparisonAnswer] {
	return measure.EachFeature(func(f int) comparisonAnswer {
		one := all.At(f)
		return comparisonAnswer{one.Value, one.DatasetMean, one.ZScore, one.PercentileApprox}
	})
}
