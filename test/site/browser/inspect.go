package browser

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/chromedp/chromedp"
)

var (
	//go:embed checks.js
	checks string
	//go:embed links.js
	links string
)

// standards are the tags of the rules of axe that a page must pass: WCAG 2.0 to 2.2,
// levels A and AA.
var standards = []string{"wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"}

// colours are the rules of axe whose outcome depends on the theme.
var colours = []string{"color-contrast", "link-in-text-block"}

// Inspector holds pages against everything that can be asked of any page.
type Inspector struct {
	// Axe is the source of axe-core.
	Axe string
	// Screenshots is a directory for pictures of each page in each view; none are
	// made when it is empty.
	Screenshots string
}

// view is a way to look at a page.
type view struct {
	width Width
	theme Theme
}

// views are those in which axe looks. Width changes sizes of targets, order and what is hidden, theme
// changes contrast. A fault of colour in one width alone is found in one theme alone; the stories on a
// phone ask both.
var views = []view{{Wide, Light}, {Narrow, Dark}}

// Page inspects the page that a tab shows and returns its faults. name names its
// pictures. The tab is left as wide as it was, and light.
func (i *Inspector) Page(t *Tab, name string) ([]string, error) {
	own, faults := t.width, t.Problems()
	if _, err := Eval[chromedp.Void](t, i.Axe); err != nil {
		return faults, fmt.Errorf("axe: %w", err)
	}
	known := map[string]bool{}
	for _, v := range views {
		if err := t.View(v.width, v.theme); err != nil {
			return faults, err
		}
		if err := t.settle(); err != nil {
			return faults, err
		}
		found, err := Eval[[]string](t, fmt.Sprintf("(%s)(%t)", checks, v.width == Narrow))
		if err != nil {
			return faults, err
		}
		failures, err := t.axe(map[string]any{"type": "tag", "values": standards})
		if err != nil {
			return faults, err
		}
		for _, f := range append(found, failures...) {
			if !known[f] {
				known[f] = true
				faults = append(faults, fmt.Sprintf("%s (%d px, %s)", f, v.width, v.theme))
			}
		}
	}
	if err := i.picture(t, name); err != nil {
		return faults, err
	}
	if err := t.View(own, Light); err != nil {
		return faults, err
	}
	return append(faults, t.Problems()...), nil
}

// PageAsShown inspects the page that a tab shows in the width that it has, in both themes, and returns its
// faults. The dark is held against the rules of colour alone. The tab is left light.
func (i *Inspector) PageAsShown(t *Tab) ([]string, error) {
	faults, err := Eval[[]string](t, fmt.Sprintf("(%s)(%t)", checks, t.width < Middle))
	if err != nil {
		return nil, err
	}
	if _, err := Eval[chromedp.Void](t, i.Axe); err != nil {
		return faults, fmt.Errorf("axe: %w", err)
	}
	for _, theme := range []Theme{Light, Dark} {
		only := map[string]any{"type": "tag", "values": standards}
		if theme == Dark {
			only = map[string]any{"type": "rule", "values": colours}
		}
		if err := t.View(t.width, theme); err != nil {
			return faults, err
		}
		if err := t.settle(); err != nil {
			return faults, err
		}
		failures, err := t.axe(only)
		if err != nil {
			return faults, err
		}
		for _, f := range failures {
			faults = append(faults, fmt.Sprintf("%s (%s)", f, theme))
		}
	}
	return faults, t.View(t.width, Light)
}

// axe runs some rules of axe in the page, where its source was evaluated, and returns
// a sentence for each that fails.
func (t *Tab) axe(only map[string]any) ([]string, error) {
	rules, err := json.Marshal(only)
	if err != nil {
		return nil, err
	}
	const report = `axe.run(document, {runOnly: %s, resultTypes: ["violations"]}).then(r => r.violations.map(v =>
		"axe " + v.id + ": " + v.help + ", " + v.nodes.length + " times: " + v.nodes.slice(0, 3).map(n =>
		n.target.join(" ") + " [" + n.failureSummary.split("\n").slice(1).map(s => s.trim()).join("; ").slice(0, 220) + "]").join(", ")))`
	return Eval[[]string](t, fmt.Sprintf(report, rules))
}

// Links returns where the links of the page lead within the site.
func (t *Tab) Links() ([]string, error) { return Eval[[]string](t, "("+links+")()") }

var notInNames = regexp.MustCompile(`[^A-Za-z0-9-]+`)

// maxHeight is the most of a page that a picture shows, in CSS pixels.
const maxHeight = 6000

// picture writes the page in three widths and both themes, whole but for the rest of
// very long ones.
func (i *Inspector) picture(t *Tab, name string) error {
	if i.Screenshots == "" {
		return nil
	}
	name = strings.Trim(notInNames.ReplaceAllString(name, "-"), "-")
	if name == "" {
		name = "home"
	}
	for _, width := range []Width{Narrow, Middle, Wide} {
		for _, theme := range []Theme{Light, Dark} {
			if err := t.View(width, theme); err != nil {
				return err
			}
			if err := t.settle(); err != nil {
				return err
			}
			shot, err := t.Shot()
			if err != nil {
				return err
			}
			file := filepath.Join(i.Screenshots, fmt.Sprintf("%s.%d.%s.png", name, width, theme))
			if err := os.WriteFile(file, shot, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
