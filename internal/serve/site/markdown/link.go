package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// relink leads the document's links to where link says. Links that lead nowhere, and
// pictures, which a page does not load, become their text.
func relink(root ast.Node, link Link) {
	var gone []ast.Node
	for n := range descendants(root) {
		switch n := n.(type) {
		case *ast.Link:
			address, ok := follow(string(n.Destination), link)
			if !ok {
				gone = append(gone, n)
			}
			n.Destination, n.Title = []byte(address), nil
		case *ast.Image:
			gone = append(gone, n)
		}
	}
	for _, n := range gone {
		parent := n.Parent()
		for child := range children(n) {
			parent.InsertBefore(parent, n, child)
		}
		parent.RemoveChild(parent, n)
	}
}

// follow says where a destination leads, and whether it leads anywhere. Only web
// addresses are passed on as they are, so that no other scheme gets into a page.
func follow(destination string, link Link) (address string, ok bool) {
	lower := strings.ToLower(destination)
	switch {
	case strings.HasPrefix(destination, "#"), strings.HasPrefix(lower, "https://"), strings.HasPrefix(lower, "http://"):
		return destination, true
	case link == nil:
		return "", false
	}
	return link(destination)
}
