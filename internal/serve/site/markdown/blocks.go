package markdown

import (
	"fmt"
	"html"
	"regexp"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// blocks renders what goldmark's own renderer would write otherwise than pages need:
// code blocks, tables and HTML.
type blocks struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (b blocks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, b.code)
	r.Register(ast.KindCodeBlock, b.code)
	r.Register(east.KindTable, b.table)
	r.Register(east.KindTableCell, b.cell)
	r.Register(ast.KindHTMLBlock, b.htmlBlock)
	r.Register(ast.KindRawHTML, b.rawHTML)
}

// code writes a code block that scrolls and takes the keyboard's focus.
func (blocks) code(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	fmt.Fprintf(w, "<pre tabindex=\"0\" role=\"region\" aria-label=\"%s\"><code>%s</code></pre>\n",
		html.EscapeString(nameOf(n)), html.EscapeString(string(n.Lines().Value(source))))
	return ast.WalkSkipChildren, nil
}

// table writes a table in a container that scrolls, with its caption.
func (blocks) table(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		w.WriteString("</table></div>\n")
		return ast.WalkContinue, nil
	}
	name := html.EscapeString(nameOf(n))
	fmt.Fprintf(w, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table><caption class=\"hidden\">%s</caption>\n", name, name)
	return ast.WalkContinue, nil
}

// cell writes a cell of a table. A head's cell that is empty is a plain cell, since
// a header without words names nothing.
func (blocks) cell(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	open, closing := "<td", "</td>\n"
	if n.Parent().Kind() == east.KindTableHeader && n.HasChildren() {
		open, closing = `<th scope="col"`, "</th>\n"
	}
	if !entering {
		w.WriteString(closing)
		return ast.WalkContinue, nil
	}
	w.WriteString(open)
	if n.(*east.TableCell).Alignment == east.AlignRight {
		w.WriteString(` class="num"`)
	}
	w.WriteByte('>')
	return ast.WalkContinue, nil
}

// anchor is the one tag of a document's own that is kept.
var anchor = regexp.MustCompile(`^<a id="([A-Za-z0-9_-]+)">$`)

// rawHTML writes a tag within a line as text, an anchor as the place that it names.
func (blocks) rawHTML(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	tag := string(n.(*ast.RawHTML).Segments.Value(source))
	switch m := anchor.FindStringSubmatch(tag); {
	case m != nil:
		fmt.Fprintf(w, `<span id="%s"></span>`, m[1])
	case tag == "</a>":
	default:
		w.WriteString(html.EscapeString(tag))
	}
	return ast.WalkSkipChildren, nil
}

// htmlBlock writes a block of HTML as text.
func (blocks) htmlBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	text := string(n.Lines().Value(source))
	if b := n.(*ast.HTMLBlock); b.HasClosure() {
		text += string(b.ClosureLine.Value(source))
	}
	fmt.Fprintf(w, "<p>%s</p>\n", html.EscapeString(text))
	return ast.WalkContinue, nil
}

// nameOf returns the name that label gave a block.
func nameOf(n ast.Node) string {
	name, _ := n.AttributeString(blockName)
	s, _ := name.(string)
	return s
}
