// Package markdown renders Markdown with GitHub's tables as HTML that a strict content
// policy allows: no inline style, no script, and no HTML of the document's own, which
// is shown as text; only anchors (<a id="name"></a>) are kept. Headings have the ids
// that GitHub gives them, so that links into a document hold on both. Tables and code
// blocks stand in containers that scroll and take the keyboard's focus. Comments that are
// blocks of their own are left out.
//
// The parser is goldmark. The package knows nothing of where documents lie: who
// renders says where links lead. Start reading at Render.
package markdown

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Page is a document as HTML.
type Page struct {
	// Title is the text of its first heading of the first level; empty without one.
	Title string
	// Body is the HTML of everything but that heading. Its headings begin at the
	// second level and skip none.
	Body string
	// Sections are the document's parts in order, each from a heading to the next.
	// The first is what stands before any heading but the title; it has no ID.
	Sections []Section
}

// Section is a heading and the text below it, up to the next heading.
type Section struct {
	ID    string // the heading's anchor
	Title string
	Level int    // 2 to 6
	Text  string // without markup, blocks separated by newlines
}

// Link says where a link of a document leads. It is not asked for links within the
// document (#…) and to the web (http, https). When ok is false the link's text stands
// without a link.
type Link func(destination string) (address string, ok bool)

// Render renders a document. With a nil link, every link that it would be asked for
// becomes text. An error means that the renderer failed, whatever the document says:
// every text is a document.
func Render(source []byte, link Link) (*Page, error) {
	p := &Page{}
	root := engine.Parser().Parse(text.NewReader(source))
	uncomment(root)
	outline(p, root, source)
	relink(root, link)
	label(root, source)
	var b bytes.Buffer
	if err := engine.Renderer().Render(&b, source, root); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	p.Body = b.String()
	return p, nil
}

// uncomment takes comments that are blocks of their own out of a document: they tell programs
// where to write.
func uncomment(root ast.Node) {
	for n := range children(root) {
		if block, ok := n.(*ast.HTMLBlock); ok && block.HTMLBlockType == ast.HTMLBlockType2 {
			root.RemoveChild(root, block)
		}
	}
}

// engine parses and renders; it is safe for concurrent use.
var engine = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Strikethrough),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(blocks{}, 100))),
)

// blockName is the attribute under which label leaves the name of a block that
// scrolls.
const blockName = "name"

// label names the code blocks and tables of a document by the heading they stand
// under, so that who moves from one to the next by keyboard hears where they are.
func label(root ast.Node, source []byte) {
	under, codes, tables := "", 0, 0
	for n := range descendants(root) {
		switch n.Kind() {
		case ast.KindHeading:
			under = " under " + plain(n, source)
		case ast.KindFencedCodeBlock, ast.KindCodeBlock:
			codes++
			n.SetAttributeString(blockName, fmt.Sprintf("Example %d%s", codes, under))
		case east.KindTable:
			tables++
			n.SetAttributeString(blockName, fmt.Sprintf("Table %d%s", tables, under))
		}
	}
}
