package people

import (
	"cmp"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"

	"kinodex/internal/film"
	"kinodex/internal/intern"
	"kinodex/internal/text"
)

// Slugs (REQ AC-12). A slug is the name's, and of several people of one slug all
// but one have a number behind it. Whoever had a slug in the library before keeps
// it, known again by the films they share; the rest are served in order of
// popularity, so that the bare slug is that of who is mostly meant.

// slugOf is the slug of a name; one without any Latin letter gets a number that
// depends on nothing but the name.
// It is never empty, and the same in every build.
func slugOf(name string) string {
	if s := text.Slug(name); s != "" {
		return s
	}
	return fmt.Sprintf("person-%08x", crc32.ChecksumIEEE([]byte(text.Key(name))))
}

// slugs are those that are taken: base slugs, in the order of their bytes, since a name that is
// written like a slug with a number goes before the number, and all others that were given.
type slugs struct {
	bases []string
	given map[string]bool
}

// taken reports whether somebody has the slug, or will have it.
func (s *slugs) taken(slug string) bool {
	_, base := slices.BinarySearch(s.bases, slug)
	return base || s.given[slug]
}

// giveSlugs gives everyone a slug of their own.
// Groups are served in order of base slug, so that the result depends on the films alone.
func (b *Builder) giveSlugs(all []*profile) {
	base, order := make([]string, len(all)), make([]uint32, len(all))
	for i, p := range all {
		base[i], order[i] = slugOf(p.name), uint32(i)
	}
	intern.Sort(order, func(i uint32) string { return base[i] })
	var groups [][]*profile
	s := &slugs{given: map[string]bool{}}
	sorted := make([]*profile, len(all))
	for i, n := range order {
		sorted[i] = all[n]
		if i == 0 || base[n] != s.bases[len(s.bases)-1] {
			s.bases, groups = append(s.bases, base[n]), append(groups, sorted[i:i])
		}
		last := len(groups) - 1
		groups[last] = groups[last][:len(groups[last])+1]
	}
	for i, group := range groups {
		slices.SortFunc(group, func(p, q *profile) int {
			return cmp.Or(cmp.Compare(q.pull, p.pull), cmp.Compare(b.firstFilm(p), b.firstFilm(q)), cmp.Compare(p.key, q.key))
		})
		b.keep(s.bases[i], group, s)
	}
	for i, group := range groups {
		number(s.bases[i], group, s)
	}
}

// firstFilm is the lowest document a person is in.
func (b *Builder) firstFilm(p *profile) uint32 {
	first := b.roles[p.films[0]].film
	for _, i := range p.films {
		first = min(first, b.roles[i].film)
	}
	return first
}

// number gives the first of those without a slug the bare one, if it is free, and
// the others the next numbers.
// s must have every base slug. It is extended by those given.
func number(base string, group []*profile, s *slugs) {
	bare := !slices.ContainsFunc(group, func(p *profile) bool { return p.slug == base })
	n := 2
	for _, p := range group {
		switch {
		case p.slug != "":
		case bare:
			p.slug, bare = base, false
		default:
			for s.taken(base + "-" + strconv.Itoa(n)) {
				n++
			}
			p.slug = base + "-" + strconv.Itoa(n)
			s.given[p.slug] = true
		}
	}
}

// keep gives those of one slug that were in the library before the slugs they had
// there: whoever shares most films with someone of then is that one.
// A greedy matching by shared films, the most first. group must be sorted.
func (b *Builder) keep(base string, group []*profile, s *slugs) {
	if b.before == nil {
		return
	}
	had := b.before.slugged(base)
	if len(had) == 0 || len(group) == 1 && len(had) == 1 && b.before.slug(had[0]) == base {
		return // nobody to be taken for somebody else
	}
	type match struct{ then, now, shared int }
	var matches []match
	for i, who := range had {
		films := map[film.ID]bool{}
		for _, a := range b.before.Films(b.before.actor(who)) {
			films[a.Film] = true
		}
		for j, p := range group {
			shared := 0
			for _, r := range p.films {
				if films[b.films[b.roles[r].film].id] {
					shared++
				}
			}
			if shared > 0 {
				matches = append(matches, match{i, j, shared})
			}
		}
	}
	slices.SortStableFunc(matches, func(x, y match) int { return cmp.Compare(y.shared, x.shared) })
	met := map[int]bool{}
	for _, m := range matches {
		slug := b.before.slug(had[m.then])
		if met[m.then] || group[m.now].slug != "" || slug != base && s.taken(slug) {
			continue
		}
		met[m.then], s.given[slug] = true, true
		group[m.now].slug = slug
	}
}
