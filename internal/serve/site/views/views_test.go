package views_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/forecast"
	"kinodex/internal/serve/mcp"
	"kinodex/internal/serve/site/views"
)

const base = "https://films.example/kinodex"

// house answers questions, and renders what is seen of the answers.
type house struct {
	*apptest.House
	*mcp.Views
	t testing.TB
}

func open(t testing.TB) *house {
	t.Helper()
	seen, err := views.New()
	if err != nil {
		t.Fatal(err)
	}
	return &house{apptest.Open(t), seen, t}
}

func (h *house) visit() *app.Visit {
	h.t.Helper()
	v := apptest.Visit(h.t, h.App, h.Caller(h.Key(access.Studio)))
	h.t.Cleanup(v.Close)
	return v
}

func (h *house) forecast(p forecast.Project) string {
	h.t.Helper()
	o, err := h.visit().Predict(h.t.Context(), app.PredictQuestion{Project: p})
	return rendered(h.t, h.Forecast, o, err)
}

func (h *house) screenplay(text string) string {
	h.t.Helper()
	s, err := h.visit().Study(h.t.Context(), app.StudyQuestion{Draft: app.Draft{Field: "text", Text: text}})
	return rendered(h.t, h.Screenplay, s, err)
}

func (h *house) drafts(before, after string) string {
	h.t.Helper()
	c, err := h.visit().Compare(h.t.Context(), app.CompareQuestion{Before: app.Draft{Field: "earlier", Text: before}, After: app.Draft{Field: "text", Text: after}})
	return rendered(h.t, h.Drafts, c, err)
}

func rendered[T any](t testing.TB, render func(context.Context, string, T) (string, error), answer T, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	html, err := render(t.Context(), base, answer)
	if err != nil {
		t.Fatal(err)
	}
	if len(html) > views.MostBytes {
		t.Errorf("%d bytes, want at most %d", len(html), views.MostBytes)
	}
	return html
}

// What stands in a fragment: in attributes > is written as an entity, so that a tag ends at the first one.
var (
	tag       = regexp.MustCompile(`<[^>]*>?`)
	wellMade  = regexp.MustCompile(`^<(/[a-zA-Z0-9]+|([a-zA-Z0-9]+)((\s+[a-zA-Z0-9:-]+(="[^"<]*")?)*)\s*/?)>$`)
	attribute = regexp.MustCompile(`([a-zA-Z0-9:-]+)(?:="([^"]*)")?`)
)

var elements = strings.Fields("h1 h2 h3 h4 p div section span strong small cite code bdi a ul ol li dl dt dd details summary figure figcaption footer blockquote time " +
	"table caption thead tbody tr th td svg g title desc defs pattern clipPath use line path rect circle text tspan polyline polygon em br")

var attributes = strings.Fields("class id href role tabindex open scope title aria-label aria-labelledby aria-describedby aria-hidden aria-sort focusable data-csv data-name datetime " +
	"viewBox x y x1 x2 y1 y2 cx cy r rx ry d width height transform points dx dy text-anchor dominant-baseline patternUnits patternTransform clip-path fill xmlns preserveAspectRatio stroke-width stroke")

// harmless expects elements and attributes that do nothing by themselves, and links within the fragment or to the service.
func harmless(t *testing.T, html string) {
	t.Helper()
	for _, found := range tag.FindAllString(html, -1) {
		parts := wellMade.FindStringSubmatch(found)
		if parts == nil {
			t.Errorf("no tag: %.200s", found)
			continue
		}
		if parts[2] == "" {
			continue
		}
		if !slices.Contains(elements, parts[2]) {
			t.Errorf("the element %.100s", found)
		}
		for _, a := range attribute.FindAllStringSubmatch(parts[3], -1) {
			if !slices.Contains(attributes, a[1]) {
				t.Errorf("the attribute %s in %.200s", a[1], found)
			}
			if a[1] == "href" && !strings.HasPrefix(a[2], "#") && !strings.HasPrefix(a[2], base+"/") {
				t.Errorf("a link to %s", a[2])
			}
		}
	}
}

// hostile are texts that would do something if they were read as HTML or as an address.
var hostile = []string{
	`</script><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`, `" onfocus="alert(1)" autofocus tabindex="1`,
	`javascript:alert(1)`, `<svg/onload=alert(1)>`, `<!--<script>`, `--><iframe srcdoc="<script>alert(1)</script>">`, `{{constructor.constructor('alert(1)')()}}`, `&lt;script&gt;`, "\u2028<a href=//evil.example>",
}

// REQ F2-160: what strangers write is text in a view, whatever it is.
func TestStrangersWriteText(t *testing.T) {
	h := open(t)
	for _, text := range hostile {
		html := h.forecast(forecast.Project{Title: text, Genres: []string{"Drama", text}, Director: text, Cast: []string{text}, Companies: []string{text}, Synopsis: text, Franchise: text, Source: text})
		harmless(t, html)
		if !strings.Contains(html, "<h1>Forecast: <bdi>") {
			t.Errorf("%s: %.300s", text, html)
		}
		upper := strings.ToUpper(text)
		script := "Title: " + text + "\nAuthor: " + text + "\n\n" + strings.NewReplacer("CUTTING ROOM", upper, "IRIS\n", "IRIS "+upper+"\n", "Rain", text).Replace(apptest.Screenplay(12))
		harmless(t, h.screenplay(script))
		harmless(t, h.drafts(apptest.Screenplay(10), script))
	}
}

// REQ F2-160: the views have what their names say, and their links lead to the service, or where it is not known nowhere.
func TestWhatViewsShow(t *testing.T) {
	h := open(t)
	budget := 4e7
	for name, c := range map[string]struct {
		html string
		has  []string
	}{
		"a forecast":   {h.forecast(forecast.Project{Title: "The Brass Key", Genres: []string{"Drama"}, Budget: &budget}), []string{"The Brass Key", "Estimated gross", "Comparable films", "four of five films", base + "/films/"}},
		"a screenplay": {h.screenplay(apptest.Screenplay(40)), []string{"What stands out most", "Scenes that make it so", "weighs most in", `id="scene-1"`, `id="scene-40"`, `href="#scene-40"`}},
		"two drafts":   {h.drafts(apptest.Screenplay(30), apptest.Screenplay(31)), []string{"What changed since the earlier draft", "Features by draft", "Scenes that are not what they were"}},
	} {
		harmless(t, c.html)
		for _, want := range c.has {
			if !strings.Contains(c.html, want) {
				t.Errorf("%s has no %q", name, want)
			}
		}
		if strings.Contains(c.html, "These are the first") {
			t.Errorf("%s is cut", name)
		}
		t.Logf("%s has %d bytes", name, len(c.html))
	}
	if text := "Nobody saw us come in"; strings.Contains(h.screenplay(apptest.Screenplay(40)), text) {
		t.Errorf("the text of the screenplay is sent back")
	}
}

// REQ F2-160: a view is at most so large, and says what it leaves out.
func TestViewsAreBounded(t *testing.T) {
	h := open(t)
	feature := apptest.Screenplay(160)
	if html := h.screenplay(feature); !strings.Contains(html, `id="scene-160"`) {
		t.Errorf("a feature of 160 scenes is cut: %d bytes", len(html))
	} else {
		t.Logf("a feature of 160 scenes has %d bytes", len(html))
	}
	long := apptest.Screenplay(1500)
	said := regexp.MustCompile(`These are the first (\d+) scenes of ([\d,]+)`).FindStringSubmatch(strings.Join(strings.Fields(h.screenplay(long)), " "))
	if said == nil || said[2] != "1,500" {
		t.Errorf("a script of 1,500 scenes: %q", said)
	}
	if html := h.drafts(feature, long); !strings.Contains(html, "These are the first") {
		t.Errorf("many changes: %d bytes", len(html))
	}
	if html := h.screenplay("INT. " + strings.Repeat("A VERY LONG CORRIDOR ", 20_000) + "- DAY\n\n" + apptest.Screenplay(12)); len(html) > 1000 && !strings.Contains(html, "What stands out most") {
		t.Errorf("a heading of 400 kB: %.300s", html)
	}
}

// REQ F2-160: the document loads nothing, and its policy runs and styles what it carries and nothing else.
func TestTheDocumentIsWhole(t *testing.T) {
	d := open(t).Document
	if len(d) > 48<<10 {
		t.Errorf("%d bytes", len(d))
	}
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`).FindStringSubmatch(d)
	if policy == nil || !strings.HasPrefix(policy[1], "default-src 'none'; ") || strings.Contains(policy[1], "unsafe") || strings.Contains(policy[1], ":") {
		t.Fatalf("the policy is %q", policy)
	}
	if strings.Index(d, policy[0]) > strings.Index(d, "<style") {
		t.Error("the policy comes after what it is about")
	}
	carried := regexp.MustCompile(`(?s)<(style|script)[^>]*>(.*?)</(?:style|script)>`).FindAllStringSubmatch(d, -1)
	if len(carried) != 3 {
		t.Fatalf("%d style sheets and scripts, want 3", len(carried))
	}
	for _, c := range carried {
		sum := sha256.Sum256([]byte(c[2]))
		if want := fmt.Sprintf("'sha256-%s'", base64.StdEncoding.EncodeToString(sum[:])); !strings.Contains(policy[1], want) {
			t.Errorf("the policy %s has no %s", policy[1], want)
		}
	}
	if n := strings.Count(policy[1], "sha256-"); n != len(carried) {
		t.Errorf("the policy allows %d, want %d", n, len(carried))
	}
	for _, outside := range []string{"http:", "https:", "url(", "@import", "@font-face", " src=", "<link", "<img", "fetch(", "XMLHttpRequest", "eval(", "innerHTML", "prefers-color-scheme: dark) {"} {
		if strings.Contains(d, outside) {
			t.Errorf("the document has %s", outside)
		}
	}
	for _, theme := range []string{"--ground: #f6f4f0", "--ground: #0e0c0e"} {
		if strings.Count(d, theme) != 1 {
			t.Errorf("%d times %s", strings.Count(d, theme), theme)
		}
	}
}
