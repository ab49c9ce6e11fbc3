package part

import (
	"fmt"
	"html"
	"strings"

	"kinodex/internal/poster/vision"
	"kinodex/internal/serve/table"
)

// swatches returns colours as a band of SVG, each as wide as its share of the picture. The
// same stands below it as text.
func swatches(colours []vision.Color) string {
	const width, height = 600.0, 40
	sum := 0.0
	for _, c := range colours {
		sum += c.Share
	}
	if sum == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="swatches" viewBox="0 0 %g %d" preserveAspectRatio="none" role="img" aria-label="Colours of the poster, by their share">`, width, height)
	x := 0.0
	for _, c := range colours {
		w := width * c.Share / sum
		fmt.Fprintf(&b, `<rect x="%.1f" y="0" width="%.1f" height="%d" fill="%s"><title>%s, %s</title></rect>`,
			x, w+.5, height, html.EscapeString(c.Hex), html.EscapeString(c.Name), table.Share(c.Share, 0))
		x += w
	}
	b.WriteString(`</svg>`)
	return b.String()
}

// palette returns the colours of a poster as a small band beside it.
func palette(colours []vision.Color) string {
	sum, names := 0.0, make([]string, len(colours))
	for i, c := range colours {
		sum += c.Share
		names[i] = c.Name
	}
	if sum == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="palette" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label="Colours: %s">`, html.EscapeString(strings.Join(names, ", ")))
	x := 0.0
	for _, c := range colours {
		w := 100 * c.Share / sum
		fmt.Fprintf(&b, `<rect x="%.1f" width="%.1f" height="4" fill="%s"/>`, x, w+.2, html.EscapeString(c.Hex))
		x += w
	}
	b.WriteString(`</svg>`)
	return b.String()
}
