// Package manual is the repository's documents as pages of the site: which there are,
// in which order a reader meets them, and each as HTML whose links lead to the other
// pages. Links to files that are no documents, such as sources, become text.
//
// It is safe for concurrent use. Start reading at New.
package manual

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"kinodex/internal/serve/site/markdown"
)

// Prefix is the address of the manual; documents are below it.
const Prefix = "/docs/manual"

// Group is a part of the manual.
type Group struct {
	ID, Title, Says string
	Documents       []*Document
}

// Document is one document of the repository.
type Document struct {
	Address string // of its page, such as /docs/manual/api/films
	Path    string // in the repository, such as docs/api/films.md
	Title   string
	Group   string // the ID of its group
	render  func() (*markdown.Page, error)
}

// Page returns the document as HTML. It is rendered when it is first asked for.
func (d *Document) Page() (*markdown.Page, error) { return d.render() }

// Manual is all documents.
type Manual struct {
	groups    []Group
	byPath    map[string]*Document
	byAddress map[string]*Document
	elsewhere map[string]string
}

// New makes a manual of a repository's documents: the Markdown files and NOTICE.
// elsewhere names the pages of documents that the site shows at addresses of their
// own, by path in the repository; those are not in the manual, and links to them lead
// there.
func New(files fs.FS, elsewhere map[string]string) (*Manual, error) {
	m := &Manual{byPath: map[string]*Document{}, byAddress: map[string]*Document{}, elsewhere: elsewhere}
	for _, g := range groups {
		m.groups = append(m.groups, Group{ID: g.id, Title: g.title, Says: g.says})
	}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".md" && name != notice || elsewhere[name] != "" {
			return err
		}
		source, err := fs.ReadFile(files, name)
		if err == nil {
			m.add(name, source)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the manual: %w", err)
	}
	for i := range m.groups {
		m.groups[i].sort()
	}
	return m, nil
}

// notice is the one document that is not named as Markdown.
const notice = "NOTICE"

// add adds a document to the group that it belongs to.
func (m *Manual) add(name string, source []byte) {
	if name == notice {
		_, rest, _ := bytes.Cut(source, []byte("\n"))
		source = append([]byte("# Notices\n"), rest...)
	}
	d := &Document{Address: address(name), Path: name, Title: title(source, name)}
	d.render = sync.OnceValues(func() (*markdown.Page, error) { return markdown.Render(source, m.Links(name)) })
	at := slices.IndexFunc(groups, func(g groupRule) bool { return g.has(name) })
	d.Group = groups[at].id
	m.groups[at].Documents = append(m.groups[at].Documents, d)
	m.byPath[name], m.byAddress[d.Address] = d, d
}

// address returns where the page of a document is: its path without docs/ and ending,
// in lower case.
func address(name string) string {
	return Prefix + "/" + strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(name, "docs/"), ".md"))
}

// title returns the text of the first line of a document, a heading; the name of the
// file when it is none.
func title(source []byte, name string) string {
	line, _, _ := strings.Cut(string(source), "\n")
	heading, ok := strings.CutPrefix(line, "# ")
	if !ok {
		return path.Base(name)
	}
	return strings.TrimSpace(strings.ReplaceAll(heading, "`", ""))
}

// Groups returns the parts of the manual in order. The caller must not change them.
func (m *Manual) Groups() []Group { return m.groups }

// At returns the document whose page has an address, nil when none has.
func (m *Manual) At(address string) *Document { return m.byAddress[address] }

// Links returns where the links of a document lead, whose path is given: to pages of
// other documents, to the group of a folder, and nowhere else. The document need not
// be in the manual.
func (m *Manual) Links(from string) markdown.Link {
	return func(destination string) (string, bool) {
		file, anchor, anchored := strings.Cut(destination, "#")
		if file == "" || strings.Contains(file, ":") || strings.HasPrefix(file, "/") {
			return "", false
		}
		target := path.Join(path.Dir(from), file)
		to := m.elsewhere[target]
		if d := m.byPath[target]; d != nil {
			to = d.Address
		}
		if to == "" {
			return folder(target)
		}
		if anchored {
			to += "#" + anchor
		}
		return to, true
	}
}
