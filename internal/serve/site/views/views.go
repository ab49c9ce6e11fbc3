// Package views is what people see of the connector's answers, in clients that show views (MCP Apps):
// one document, and for each answer the HTML that the document shows, made of the templates of the site.
//
// The document is the same for every answer. It carries its style sheets and one script, loads nothing,
// and has a policy of its own that runs that script alone. The script asks the client for the answer and
// puts its HTML into the page. The package imports mcp, and the families of pages whose templates it
// renders. Start reading at New.
package views

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"

	"github.com/a-h/templ"

	"kinodex/internal/app"
	"kinodex/internal/forecast"
	"kinodex/internal/serve/mcp"
	"kinodex/internal/serve/site/analyze"
	pages "kinodex/internal/serve/site/forecast"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/site/web"
)

// MostBytes is how many bytes the HTML of one answer has at most. That of a screenplay of 160 scenes
// has 140,000.
const MostBytes = 200_000

// mostScenes is how many scenes are listed at most: an analysis has no more.
const mostScenes = 1000

// sheets are the style sheets of the site whose classes the fragments use.
var sheets = []string{"00-tokens", "10-base", "40-card", "43-panel", "44-figure", "45-table", "46-message", "50-chart", "60-page", "64-analyze"}

//go:embed view.css
var ownStyle string

//go:embed view.js
var script string

// New returns the views of the connector.
func New() (*mcp.Views, error) {
	document, err := document()
	if err != nil {
		return nil, err
	}
	return &mcp.Views{
		Document: document,
		Forecast: func(ctx context.Context, base string, o *forecast.Outcome) (string, error) {
			return fitting(ctx, base, func(int) templ.Component { return pages.Fragment(base, o) })
		},
		Screenplay: func(ctx context.Context, base string, s *app.Study) (string, error) {
			return fitting(ctx, base, func(most int) templ.Component { return analyze.Fragment(s, most) })
		},
		Drafts: func(ctx context.Context, base string, c *app.Comparison) (string, error) {
			return fitting(ctx, base, func(most int) templ.Component { return analyze.DraftsFragment(c, most) })
		},
	}, nil
}

// tooLarge stands for what does not fit even without its scenes.
const tooLarge = `<p class="notice">This answer is too large to be shown here. The assistant has it.</p>`

// fitting renders a fragment with as many scenes as fit into MostBytes.
func fitting(ctx context.Context, base string, of func(most int) templ.Component) (string, error) {
	ctx = part.WithPrefix(ctx, base)
	var html strings.Builder
	for most := mostScenes; most > 0; most = most * 3 / 4 {
		html.Reset()
		if err := of(most).Render(ctx, &html); err != nil {
			return "", err
		}
		if html.Len() <= MostBytes {
			return html.String(), nil
		}
	}
	return tooLarge, nil
}

// inDark is the part of a style sheet that holds in the dark.
var inDark = regexp.MustCompile(`(?s)@media \(prefers-color-scheme: dark\) \{\n(.*?\n)\}\n`)

// document returns the page. What holds in the dark is a style sheet of its own, which the script
// switches on and off when the client says which theme it has.
func document() (string, error) {
	style, err := web.Inline(sheets...)
	if err != nil {
		return "", err
	}
	dark := inDark.FindAllStringSubmatch(style, -1)
	if len(dark) != 1 {
		return "", fmt.Errorf("the style sheets have %d parts for the dark, want one", len(dark))
	}
	light := inDark.ReplaceAllString(style, "") + ownStyle
	var b bytes.Buffer
	fmt.Fprintf(&b, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src %s; style-src %s %s; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kinodex</title>
<style>%s</style>
<style media="(prefers-color-scheme: dark)" id="dark">%s</style>
</head>
<body>
<main><p class="hint" role="status">Waiting for the answer.</p></main>
<script>%s</script>
</body>
</html>
`, digest(script), digest(light), digest(dark[0][1]), light, dark[0][1], script)
	return b.String(), nil
}

// digest names a script or style sheet within a document in its policy.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
