package catalog

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"kinodex/internal/film"
	"kinodex/internal/naming"
	"kinodex/internal/text"
)

// How many films and people are well known enough that a title or name may be taken for
// theirs although it is written otherwise.
const (
	keyedFilms     = 60_000 // by parts of their titles
	spelledFilms   = 12_000 // though misspelt
	shortenedFilms = 2_500  // by initials
	spelledPeople  = 20_000
	leastInitials  = 3
	// leastKnown is the share of the votes of the least known of these films by which somebody is.
	leastKnown = 0.5
	// A director is looked for more than someone of the cast of as many films.
	directorShare = 4
)

// gazetteer is the well-known films and people by the ways their titles and names are written.
// It is made of the columns when a text first needs it, in some tenths of a second for a
// full catalogue, and never changes.
type gazetteer struct {
	keys     []uint64 // of titles, hashed, ascending; of equal ones the best known film first
	keyDocs  []uint32
	known    naming.Filter // the keys
	sounds   naming.Filter // the keys of the table of sounds, as maySound asks for them
	initials map[string][]uint32
	titles   *naming.Names // by film
	people   *naming.Names // by place in called
	called   []personName
	persons  []person
	byKey    map[string]uint32 // the best known person of a key, by place in persons
}

// person is somebody who is well known, by the name that the films have.
type person struct {
	name   string // folded
	weight float64
}

// worth returns how well known somebody is, as the logarithm of the votes of a film that is
// looked for as often.
func (p *person) worth() float64 { return math.Log1p(p.weight * personShare) }

// personName is a name that a person is looked for by, and how likely they are meant by it, on the
// scale of their worth.
type personName struct {
	who   uint32
	key   string
	worth float64
}

// Fame returns how well known a film is: its votes.
func (c *Catalog) Fame(d Doc) float64 { return max(0, math.Expm1(c.logVotes(uint32(d)))) }

// Of the votes of a film somebody of its cast is known by a share for their place in the billing,
// which is half of the first one's at billingHalf; by leastBilled from place mostBilled on.
const (
	billingHalf = 5.0
	mostBilled  = 15
	leastBilled = 0.05
)

// billed returns the share of the place in the billing, from 0; of one who has none below 0.
func billed(place int) float64 {
	if place < 0 || place >= mostBilled {
		return leastBilled
	}
	return billingHalf / (billingHalf + float64(place))
}

// billing returns the names of the cast in the order of the billing, as JSON.
func (c *Catalog) billing(d Doc) []byte { return c.Record(d, film.Flat).Value(castField) }

var castField = slices.Index(film.Flat.Fields(), "cast")

// FameOfCast returns how well known somebody of that name is who plays in these films, as the votes
// of a film that is looked for as often: of the votes of all of them a share for their place in
// the billing. Who is misspelt is found by the same measure.
func (c *Catalog) FameOfCast(name string, films []Doc) (votes float64) {
	quoted := []byte(`"` + name + `"`)
	for _, d := range films {
		names, place := c.billing(d), -1
		if at := bytes.Index(names, quoted); at >= 0 {
			place = bytes.Count(names[:at], []byte(`",`))
		}
		votes += c.Fame(d) * billed(place)
	}
	return votes * personShare
}

// billedVotes returns the votes of known films by the folded names in their billing, as far as
// these are more than the least share.
func (c *Catalog) billedVotes() map[string]float64 {
	votes := map[string]float64{}
	for _, d := range c.votes.desc.perm[:min(spelledFilms, c.votes.known)] {
		names := strings.Split(strings.Trim(string(c.billing(Doc(d))), `["]`), `","`)
		for place, name := range names[:min(len(names), mostBilled)] {
			votes[text.Fold(name)] += c.Fame(Doc(d)) * (billed(place) - leastBilled)
		}
	}
	return votes
}

// FameOfDirector is FameOfCast for who directed the films that name somebody exactly so.
func (c *Catalog) FameOfDirector(name string) (votes float64) {
	name = text.Fold(name)
	if len(name) < len("abc") { // no name is looked up by less
		return 0
	}
	x := &c.directors
	found := slices.Clone(x.matching([]byte(name))) // of the mapped file, which must not be sorted
	slices.Sort(found)
	for _, i := range slices.Compact(found) {
		if !slices.Contains(strings.Split(x.names.Text(int(i)), ", "), name) {
			continue
		}
		for _, d := range x.docs[x.first[i]:x.first[i+1]] {
			votes += c.Fame(Doc(d))
		}
	}
	return votes * personShare * directorShare
}

// known returns the gazetteer.
func (c *Catalog) known() *gazetteer {
	c.gazetteerOnce.Do(func() { c.gazetteer = c.makeGazetteer() })
	return c.gazetteer
}

func (c *Catalog) makeGazetteer() *gazetteer {
	g := &gazetteer{initials: map[string][]uint32{}, byKey: map[string]uint32{}}
	g.addTitles(c)
	g.addPeople(c)
	g.addSounds(&c.sounds.titles)
	return g
}

// addTitles lists the films under the loose keys of their titles.
func (g *gazetteer) addTitles(c *Catalog) {
	type hashEntry struct {
		key       uint64
		rank, doc uint32
	}
	rank := c.votes.desc.rank
	var all []hashEntry
	type spellingEntry struct {
		key       string
		rank, doc uint32
	}
	var spellings []spellingEntry
	limit := uint32(min(keyedFilms, c.votes.known))
	for i := range c.titles.titles.Len() {
		d := c.titles.docs[i]
		title := c.titles.titles.Text(i)
		if rank[d] >= limit {
			all = append(all, hashEntry{hashKey(naming.LooseKey(text.Words(title))), rank[d], d})
			continue
		}
		for _, form := range naming.TitleForms(title) {
			all = append(all, hashEntry{hashKey(form), rank[d], d})
		}
		if rank[d] < spelledFilms {
			words := text.Words(title)
			head := text.Words(naming.Head(title))
			for _, key := range slices.Compact([]string{letters(words), letters(head)}) {
				if naming.Edits(len(key)) > 0 && text.IsASCII(key) {
					spellings = append(spellings, spellingEntry{key, rank[d], d})
				}
			}
			if rank[d] < shortenedFilms {
				g.addInitials(words, head, d)
			}
		}
	}
	slices.SortFunc(all, func(a, b hashEntry) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.rank, b.rank))
	})
	for _, k := range slices.Compact(all) {
		g.keys, g.keyDocs = append(g.keys, k.key), append(g.keyDocs, k.doc)
	}
	g.known = naming.NewFilter(len(g.keys))
	for _, key := range g.keys {
		g.known.Add(key)
	}
	slices.SortStableFunc(spellings, func(a, b spellingEntry) int { return cmp.Compare(a.rank, b.rank) })
	keys, docs, worths := make([]string, len(spellings)), make([]uint32, len(spellings)), make([]float64, len(spellings))
	for i, s := range spellings {
		keys[i], docs[i], worths[i] = s.key, s.doc, c.logVotes(s.doc)
	}
	g.titles = naming.NewNames(keys, docs, worths)
	for _, of := range g.initials {
		slices.SortFunc(of, func(a, b uint32) int { return cmp.Compare(rank[a], rank[b]) })
	}
}

// addInitials lists a film under the initials of its title and of its title's head.
func (g *gazetteer) addInitials(words, head []string, d uint32) {
	for _, of := range [][]string{words, head} {
		if len(of) < leastInitials {
			continue
		}
		for _, s := range naming.Initials(of, leastInitials) {
			if !slices.Contains(g.initials[s], d) {
				g.initials[s] = append(g.initials[s], d)
			}
		}
	}
}

// addPeople lists the best known people by their names, and those whose surname nobody better
// known has by that alone.
func (g *gazetteer) addPeople(c *Catalog) {
	weights := map[string]float64{}
	sum := func(docs []uint32) (s float64) {
		for _, d := range docs {
			if v := c.votes.values[d]; !math.IsNaN(v) {
				s += v
			}
		}
		return s
	}
	least := 0.0 // who is below a share of it is not looked at closer
	if n := min(spelledFilms, c.votes.known); n > 0 {
		least = c.votes.values[c.votes.desc.perm[n-1]]
	}
	billedVotes := c.billedVotes()
	for _, of := range []struct {
		names  *nameIndex
		share  float64
		billed map[string]float64
	}{{&c.directors, directorShare, nil}, {&c.actors, leastBilled, billedVotes}} {
		x := of.names
		for i := range x.names.Len() {
			s := sum(x.docs[x.first[i]:x.first[i+1]]) * of.share
			if s += of.billed[x.names.Text(i)]; s >= least*leastKnown {
				for name := range strings.SplitSeq(x.names.Text(i), ", ") {
					weights[name] += s
				}
			}
		}
	}
	for name, w := range weights {
		g.persons = append(g.persons, person{name, w})
	}
	slices.SortFunc(g.persons, func(a, b person) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(a.name, b.name))
	})
	g.persons = g.persons[:min(len(g.persons), spelledPeople)]
	for i, p := range g.persons {
		all := personKeys(p.name)
		for of, key := range all {
			if _, taken := g.byKey[key]; taken || naming.Edits(len(key)) == 0 {
				continue
			}
			g.byKey[key] = uint32(i)
			if text.IsASCII(key) {
				worth := p.worth()
				if of > 0 && of == len(all)-1 {
					worth -= surnameVotes
				}
				g.called = append(g.called, personName{uint32(i), key, worth})
			}
		}
	}
	slices.SortStableFunc(g.called, func(a, b personName) int { return cmp.Compare(b.worth, a.worth) })
	keys, refs, worths := make([]string, len(g.called)), make([]uint32, len(g.called)), make([]float64, len(g.called))
	for i, c := range g.called {
		keys[i], refs[i], worths[i] = c.key, uint32(i), c.worth
	}
	g.people = naming.NewNames(keys, refs, worths)
}

// particles stand in front of a surname and belong to it.
var particles = map[string]bool{
	"von": true, "van": true, "de": true, "del": true, "di": true, "da": true, "der": true, "la": true, "le": true, "den": true, "du": true, "el": true,
}

// personKeys returns the keys under which somebody is looked for: the name with and without
// single letters in the middle, and the surname with its particles.
func personKeys(name string) []string {
	words := text.Words(name)
	if len(words) < 2 {
		return []string{strings.Join(words, "")}
	}
	return slices.Compact([]string{
		strings.Join(words, ""), strings.Join(strings.Fields(naming.NameKey(name)), ""), strings.Join(words[surnameOf(words):], ""),
	})
}

// surnameOf returns where the surname of a name begins, with its particles.
func surnameOf(words []string) int {
	from := max(0, len(words)-1)
	for from > 1 && particles[words[from-1]] {
		from--
	}
	return from
}

// letters returns the words of a title without articles in front and blanks between them.
func letters(words []string) string {
	if len(words) > 1 && isArticle(words[0]) {
		words = words[1:]
	}
	return strings.Join(words, "")
}

func isArticle(word string) bool { return word == "the" || word == "a" || word == "an" }

// titled returns the films that have a loose key, the best known first.
func (g *gazetteer) titled(key string) []uint32 {
	h := hashKey(key)
	if !g.known.Has(h) {
		return nil
	}
	i, ok := slices.BinarySearch(g.keys, h)
	if !ok {
		return nil
	}
	to := i
	for to < len(g.keys) && g.keys[to] == h {
		to++
	}
	return g.keyDocs[i:to]
}

// hashKey returns the hash of a key, under which the table has it.
func hashKey(key string) uint64 {
	return xxhash.Sum64String(key)
}

// logVotes returns ln(1 + votes) of a film.
func (c *Catalog) logVotes(d uint32) float64 {
	if v := c.votes.values[d]; !math.IsNaN(v) {
		return math.Log1p(v)
	}
	return 0
}
