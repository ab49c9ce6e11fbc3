package markdown

import (
	"iter"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// outline takes the title out of a document, gives every other heading its id and a
// level that follows the one before, and collects the sections.
func outline(p *Page, root ast.Node, source []byte) {
	used := anchors{}
	var title ast.Node
	part, level := Section{}, 1
	for block := range children(root) {
		h, ok := block.(*ast.Heading)
		if !ok {
			part.Text = joined(part.Text, plain(block, source))
			continue
		}
		words := plain(h, source)
		id := used.take(words)
		if h.Level == 1 && title == nil && level == 1 {
			title, p.Title = h, words
			continue
		}
		p.Sections = append(p.Sections, part)
		h.Level = min(max(h.Level, 2), level+1)
		level = h.Level
		h.SetAttributeString("id", []byte(id))
		part = Section{ID: id, Title: words, Level: level}
	}
	p.Sections = append(p.Sections, part)
	if title != nil {
		root.RemoveChild(root, title)
	}
}

// anchors are the ids that a document's headings have so far, and how often each was
// wanted.
type anchors map[string]int

// take returns the id that GitHub gives a heading of this text: letters, digits,
// hyphens and underscores, in lower case, spaces as hyphens, numbered from the second
// on.
func (a anchors) take(words string) string {
	id := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, words)
	n := a[id]
	a[id]++
	if n > 0 {
		id += "-" + strconv.Itoa(n)
		a[id]++
	}
	return id
}

// plain returns the text of a node without markup. Blocks are separated by newlines,
// the cells of a table by spaces.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	var walk func(n ast.Node)
	walk = func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.Label(source))
		case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
			b.Write(n.Lines().Value(source))
		}
		for child := range children(n) {
			walk(child)
		}
		switch {
		case n.Kind() == east.KindTableCell:
			b.WriteByte(' ')
		case n.Type() == ast.TypeBlock:
			b.WriteByte('\n')
		}
	}
	walk(n)
	return strings.TrimSpace(b.String())
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

// children yields the children of a node; the one that was yielded last may be
// removed.
func children(n ast.Node) iter.Seq[ast.Node] {
	return func(yield func(ast.Node) bool) {
		for c := n.FirstChild(); c != nil; {
			next := c.NextSibling()
			if !yield(c) {
				return
			}
			c = next
		}
	}
}

// descendants yields all nodes below one, in the order of the document.
func descendants(n ast.Node) iter.Seq[ast.Node] {
	return func(yield func(ast.Node) bool) {
		_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if entering && !yield(n) {
				return ast.WalkStop, nil
			}
			return ast.WalkContinue, nil
		})
	}
}
