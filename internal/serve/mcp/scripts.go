package mcp

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
)

// analysisBytes is what an analysis tells at once; its list of scenes can be read on.
const analysisBytes = 20_000

func scriptTools() []tool {
	return []tool{
		{
			name: "search_scripts", title: "List analysed screenplays",
			about: "The measured screenplays, by rank, or those of one tier (S is the best, E the last). get_script has the twenty features of one.",
			takes: []argument{
				word("tier", strings.Split(research.Tiers, ""), "Only scripts of this tier."),
				integer("limit", 1, 100, "How many scripts, at most.").or(20),
				integer("offset", 0, app.MaxOffset, "How many to skip.").or(0),
			},
			need: access.Needs.Scripts, answer: searchScripts,
		},
		{
			name: "get_script", title: "Get a measured screenplay",
			about: "The measured screenplay of one film: tier, rank, points and all twenty features, such as " + measure.Names()[0] + ". NOT_FOUND without one.",
			takes: []argument{text("id", 100, filmID).needed()},
			need:  access.Needs.Scripts, answer: getScript,
		},
		{
			name: "analyze_screenplay", title: "Analyse a screenplay",
			about: "Measure a screenplay: twenty features beside the research set (z-score, percentile), the predicted class and tier, the scenes behind each figure, acts, characters, mood, and which changes would move the prediction. " +
				"No language model: the same text gives the same answer. The text is not kept.",
			takes: []argument{
				text("text", 0, "Plain text, Fountain or Final Draft XML, whole or in part.").needed().atLeast(app.LeastText),
				partArgument, offsetArgument,
			},
			need: access.Needs.Analyze, heavy: true, answer: analyze,
		},
	}
}

func searchScripts(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	q := app.ScriptsQuestion{Tier: c.text("tier"), Offset: c.integer("offset"), Limit: c.integer("limit")}
	found, err := c.visit.Scripts(ctx, q)
	if err != nil {
		return nil, err
	}
	rows := items(found.AppendData(nil))
	for i, row := range rows {
		rows[i] = appendEdited(nil, row, func(key string, value []byte) (string, []byte) {
			if key == "features" { // get_script has them (TRACE M-25)
				return "", nil
			}
			return key, value
		})
	}
	dst = appendArray(append(dst, `{"data":`...), rows)
	dst = strconv.AppendInt(append(dst, `,"meta":{"total":`...), int64(found.Total), 10)
	dst = strconv.AppendInt(append(dst, `,"offset":`...), int64(found.Offset), 10)
	dst = strconv.AppendInt(append(dst, `,"limit":`...), int64(found.Limit), 10)
	return append(c.appendSandbox(dst), `}}`...), nil
}

func getScript(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	script, err := c.visit.Script(ctx, c.text("id"))
	return append(dst, script...), withToolHint(err, c.text("id"))
}

func analyze(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	found, err := c.visit.Analyze(ctx, app.AnalyzeQuestion{Draft: app.Draft{Field: "text", Text: c.text("text")}})
	if err != nil {
		return nil, err
	}
	told := appendEdited(nil, found.AppendJSON(nil), func(key string, value []byte) (string, []byte) {
		if key == "comparisons" {
			return key, comparisons(value)
		}
		return key, value
	})
	return c.appendAnswer(dst, told, bytes.Clone, analysisBytes)
}

// comparisons tells them in the words of the connector: the percentile by its own
// name, and no deviation of the set (TRACE M-27).
func comparisons(all []byte) []byte {
	return appendEdited(nil, all, func(feature string, one []byte) (string, []byte) {
		return feature, appendEdited(nil, one, func(key string, value []byte) (string, []byte) {
			switch key {
			case "dataset_std":
				return "", nil
			case "percentile_approx":
				return "percentile", value
			}
			return key, value
		})
	})
}
