package guide

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// files are the guides that come with the program, below guides/DISCIPLINE.
//
//go:embed guides/*/*.md
var files embed.FS

// Guides has all guides. It is immutable and safe for concurrent use.
type Guides struct {
	// lists has the guides in order of slug.
	lists map[Discipline][]*Guide
	named map[Discipline]map[string]*Guide // by slug, and by slug of a credited name
}

// Load reads the guides that are embedded in the program.
// They were checked by a test, so an error means a damaged program.
func Load() (*Guides, error) {
	root, err := fs.Sub(files, "guides")
	if err != nil {
		return nil, err
	}
	return Read(root)
}

// Read reads the guides below a folder that has one folder for each discipline. Every
// file there must be a valid guide of that discipline, and no two guides of one
// discipline may be about the same person.
func Read(root fs.FS) (*Guides, error) {
	all := &Guides{lists: map[Discipline][]*Guide{}, named: map[Discipline]map[string]*Guide{}}
	paths, err := fs.Glob(root, "*/*")
	if err != nil {
		return nil, err
	}
	for _, p := range paths {
		src, err := fs.ReadFile(root, p)
		if err != nil {
			return nil, err
		}
		g, err := Parse(path.Base(p), string(src))
		if err != nil {
			return nil, err
		}
		if path.Dir(p) != string(g.Discipline) {
			return nil, fmt.Errorf("guide %s is of %s", p, g.Discipline)
		}
		if err := all.add(g); err != nil {
			return nil, err
		}
	}
	for _, guides := range all.lists {
		slices.SortFunc(guides, func(a, b *Guide) int { return cmp.Compare(a.Slug, b.Slug) })
	}
	return all, nil
}

// add files a guide under its slug and those of its credited names.
func (all *Guides) add(g *Guide) error {
	named := all.named[g.Discipline]
	if named == nil {
		named = map[string]*Guide{}
		all.named[g.Discipline] = named
	}
	for _, name := range slices.Concat([]string{g.Name}, g.Credited) {
		key := text.Slug(name)
		if other := named[key]; other != nil && other != g {
			return fmt.Errorf("guides %s and %s are both of %s", other.Filename, g.Filename, name)
		}
		named[key] = g
	}
	all.lists[g.Discipline] = append(all.lists[g.Discipline], g)
	return nil
}

// List returns the guides of a discipline in order of slug, and none for an unknown
// discipline. The caller may change the slice, but not the guides.
func (all *Guides) List(d Discipline) []*Guide { return slices.Clone(all.lists[d]) }

// Get returns the guide of a name or slug, and whether there is one. Case, accents and
// punctuation make no difference (REQ M-30). The guide of a team is found by the name
// of each member too.
func (all *Guides) Get(d Discipline, nameOrSlug string) (*Guide, bool) {
	g, ok := all.named[d][text.Slug(strings.TrimSpace(nameOrSlug))]
	return g, ok
}

// Films returns the ids of all films that guides cite, each once, in order.
// The slice is the caller's own.
func (all *Guides) Films() []film.ID {
	var ids []film.ID
	for _, guides := range all.lists {
		for _, g := range guides {
			for _, c := range g.Films {
				ids = append(ids, c.ID)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
