package markdown_test

import (
	"strings"
	"testing"

	"kinodex/internal/serve/site/markdown"
)

func render(t *testing.T, source string, link markdown.Link) *markdown.Page {
	t.Helper()
	p, err := markdown.Render([]byte(source), link)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Headings have GitHub's ids, begin at the second level and skip none.
func TestHeadingsAreGitHubsAndInOrder(t *testing.T) {
	p := render(t, "# The `title`\n\nFirst.\n\n#### Deep, and *more*\n\n## A + b: c_d\n\n### A + b: c_d\n\n# Another\n\n## Öl & Æther 2\n", nil)
	if p.Title != "The title" {
		t.Errorf("title %q", p.Title)
	}
	for _, want := range []string{
		`<h2 id="deep-and-more">`, `<h2 id="a--b-c_d">`, `<h3 id="a--b-c_d-1">`, `<h2 id="another">`, `<h2 id="öl--æther-2">`,
	} {
		if !strings.Contains(p.Body, want) {
			t.Errorf("no %s in %s", want, p.Body)
		}
	}
	if strings.Contains(p.Body, "<h1") {
		t.Errorf("a heading of the first level in %s", p.Body)
	}
	var parts []string
	for _, s := range p.Sections {
		parts = append(parts, s.ID+"|"+s.Title+"|"+s.Text)
	}
	if got := strings.Join(parts, "; "); !strings.HasPrefix(got, "||First.; deep-and-more|Deep, and more|; a--b-c_d|A + b: c_d|") {
		t.Errorf("sections %s", got)
	}
}

// What scrolls takes the keyboard's focus and has a name of its own; headers have
// scope; no style attribute is written.
func TestTablesAndCodeBlocks(t *testing.T) {
	p := render(t, "# T\n\n## Sizes\n\n| name | | bytes |\n|---|---|---:|\n| a | `b\\|c` | 1 |\n\n```json\n{\"a\": \"<b>\"}\n```\n\n    indented & more\n", nil)
	for _, want := range []string{
		`<div class="scroll" tabindex="0" role="region" aria-label="Table 1 under Sizes"><table><caption class="hidden">Table 1 under Sizes</caption>`,
		`<th scope="col">name</th>`, "<td></td>\n" + `<th scope="col" class="num">bytes</th>`, `<td class="num">1</td>`, `<code>b|c</code>`,
		`<pre tabindex="0" role="region" aria-label="Example 1 under Sizes"><code>{&#34;a&#34;: &#34;&lt;b&gt;&#34;}`,
		`aria-label="Example 2 under Sizes"><code>indented &amp; more`,
	} {
		if !strings.Contains(p.Body, want) {
			t.Errorf("no %s in %s", want, p.Body)
		}
	}
	if strings.Contains(p.Body, "style=") || strings.Contains(p.Body, "align=") {
		t.Errorf("inline style in %s", p.Body)
	}
}

// Links go where the caller says; those that lead nowhere, pictures and other schemes
// are text.
func TestLinksLeadWhereTheCallerSays(t *testing.T) {
	link := func(d string) (string, bool) {
		return "/docs/" + strings.TrimSuffix(d, ".md"), strings.HasSuffix(d, ".md")
	}
	p := render(t, "[a *b*](x.md) [code](main.go) ![pic](p.png) [web](https://example.com/?a=1&b=2) [in](#x) [bad](javascript:alert(1)) <https://example.org>\n", link)
	for _, want := range []string{
		`<a href="/docs/x">a <em>b</em></a>`, ` code pic `, `<a href="https://example.com/?a=1&amp;b=2">web</a>`, `<a href="#x">in</a>`, ` bad `,
		`<a href="https://example.org">https://example.org</a>`,
	} {
		if !strings.Contains(p.Body, want) {
			t.Errorf("no %s in %s", want, p.Body)
		}
	}
	if p := render(t, "[a](x.md)\n", nil); !strings.Contains(p.Body, "<p>a</p>") {
		t.Errorf("without a link: %s", p.Body)
	}
}

// A document's HTML is text, whatever it tries; anchors are kept.
func TestHTMLIsText(t *testing.T) {
	for _, source := range []string{
		"a <script>alert(1)</script> b\n", "<script>\nalert(1)\n</script>\n", "<div onclick=\"x()\">\n\ntext\n\n</div>\n",
		"<img src=x onerror=alert(1)>\n", "x <a id=\"y\" onclick=\"z()\">b</a>\n", "<!-- a comment -->\n", "[a](<javascript:alert(1)>)\n",
		"[a](data:text/html,<script>x</script>)\n", "![a](javascript:alert(1))\n", "<javascript:alert(1)>\n", "# <b>title</b>\n\n## <i>two</i>\n",
		"```\n</code></pre><script>alert(1)</script>\n```\n", "## x\" onload=\"y\n\n```\na\n```\n",
	} {
		p := render(t, source, func(string) (string, bool) { return "", false })
		for _, bad := range []string{"<script", "<div o", "<img", "<a id", "<!--", `href="javascript`, `href="data`, "<b>", "<i>", `" onload`} {
			if strings.Contains(p.Body, bad) {
				t.Errorf("%q becomes %s", source, p.Body)
			}
		}
	}
	if p := render(t, "| <a id=\"not_found\"></a>`not_found` |\n|---|\n", nil); !strings.Contains(p.Body, `<span id="not_found"></span><code>not_found</code>`) {
		t.Errorf("the anchor is gone: %s", p.Body)
	}
}

// The marks between which a program writes are for it alone.
func TestCommentsAreLeftOut(t *testing.T) {
	p := render(t, "before\n\n<!-- Written by a program. -->\n\n| a |\n|---|\n| b |\n\n<!-- End -->\n\nafter\n", nil)
	for _, text := range []string{p.Body, p.Sections[0].Text} {
		if strings.Contains(text, "Written") || strings.Contains(text, "End") || !strings.Contains(text, "after") {
			t.Errorf("the document becomes %s", text)
		}
	}
}

// Every text is a document.
func FuzzRender(f *testing.F) {
	f.Add("# a\n\n| b |\n|---|\n| c |\n")
	f.Add("[a](b) ![c](d) <e>")
	f.Fuzz(func(t *testing.T, source string) {
		p, err := markdown.Render([]byte(source), func(d string) (string, bool) { return "/x", len(d)%2 == 0 })
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(p.Body, "<script") {
			t.Fatalf("%q becomes %s", source, p.Body)
		}
	})
}
