package people

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"kinodex/internal/film"
)

// Find gives the person of an id: a number of the movie database, an id of the
// name database (nm0000123), or a slug, in any case (REQ AC-08). A slug of
// digits alone is found where no such number is.
// The actor is the caller's own. It takes a few binary searches.
func (p *Collection) Find(id string) (*Actor, bool) {
	id = strings.ToLower(id)
	who, ok := uint32(0), false
	if n, err := strconv.ParseUint(id, 10, 32); err == nil {
		who, ok = p.moviedb.find(uint32(n))
	} else if n := namedbNumber(id); n != 0 {
		who, ok = p.namedb.find(n)
	}
	if !ok {
		who, ok = p.bySlug(id)
	}
	if !ok {
		return nil, false
	}
	one := p.actor(who)
	return &one, true
}

// find gives who has the id.
// 0 is no id. The second result is false when nobody has it.
func (c *idColumn) find(id uint32) (uint32, bool) {
	i, ok := slices.BinarySearchFunc(c.order, id, func(who, id uint32) int {
		switch {
		case c.ids[who] < id:
			return -1
		case c.ids[who] > id:
			return 1
		}
		return 0
	})
	if !ok || id == 0 {
		return 0, false
	}
	return c.order[i], true
}

// bySlug returns who has exactly that slug.
func (p *Collection) bySlug(slug string) (uint32, bool) {
	i := p.firstSlug(slug)
	if i == len(p.slugOrder) || p.slug(p.slugOrder[i]) != slug {
		return 0, false
	}
	return p.slugOrder[i], true
}

// firstSlug is the place in slugOrder of the first slug not before slug.
// It is len(slugOrder) when all are before it.
func (p *Collection) firstSlug(slug string) int {
	return sort.Search(len(p.slugOrder), func(i int) bool {
		return string(p.slugs.At(int(p.slugOrder[i]))) >= slug
	})
}

// slugged gives the people whose names have that slug, with or without a number
// behind it.
func (p *Collection) slugged(base string) []uint32 {
	var found []uint32
	for i := p.firstSlug(base); i < len(p.slugOrder); i++ {
		who := p.slugOrder[i]
		slug := p.slug(who)
		if !strings.HasPrefix(slug, base) {
			break
		}
		rest := slug[len(base):]
		if rest == "" || rest[0] == '-' && strings.Trim(rest[1:], "0123456789") == "" && slugOf(p.names.Text(int(who))) == base {
			found = append(found, who)
		}
	}
	return found
}

// Named finds the person of a name who is in most of the films, in at least one:
// a name alone would not say which of its bearers is meant.
// Of equals, the one whose slug comes first. Films that the collection lacks do not count.
func (p *Collection) Named(name string, films []film.ID) (*Actor, bool) {
	meant := map[film.ID]bool{}
	for _, id := range films {
		meant[id] = true
	}
	best, most := uint32(0), 0
	for _, who := range p.slugged(slugOf(name)) {
		shared := 0
		for _, a := range p.Films(p.actor(who)) {
			if meant[a.Film] {
				shared++
			}
		}
		if shared > most {
			best, most = who, shared
		}
	}
	if most == 0 {
		return nil, false
	}
	one := p.actor(best)
	return &one, true
}

// In gives the member of a film's cast who has that name there.
// False when the film, or the name in its cast, is not there.
func (p *Collection) In(id film.ID, name string) (*Actor, bool) {
	return p.Named(name, []film.ID{id})
}
