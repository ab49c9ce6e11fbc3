package catalog

import (
	"cmp"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// externals finds films by their ids in other databases. It is empty in a catalogue that was
// written before films had such ids.
type externals struct {
	keys pack.Strings // of film.ExternalKey, ascending, with the documents beside them
	docs []uint32     // ascending within a key
}

// externalEntry is an id of a film in another database.
type externalEntry struct {
	key string
	doc uint32
}

// externalKeys begins the names of the sections of keys.
const externalKeys = "externals/keys"

// writeExternals sorts the entries and writes them.
func writeExternals(w *pack.Writer, entries []externalEntry) error {
	slices.SortFunc(entries, func(a, b externalEntry) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.doc, b.doc)) })
	docs := make([]uint32, len(entries))
	for i, e := range entries {
		docs[i] = e.doc
	}
	putStrings(w, externalKeys, len(entries), func(i int) string { return entries[i].key })
	return pack.PutSection(w, "externals/docs", docs)
}

// readExternals reads what writeExternals wrote for n films.
func readExternals(r *pack.Reader, n int) (x externals) {
	if r.Has(externalKeys + "/first") {
		x.keys = readStrings(r, externalKeys, pack.Any)
		x.docs = pack.Below[uint32](r, "externals/docs", x.keys.Len(), n)
	}
	return x
}

// ByExternalID returns the film with the id in a database of film.Databases, and whether there
// is one. Of several films with the same one, which is an error of a source, it returns the
// first.
func (c *Catalog) ByExternalID(database, id string) (Doc, bool) {
	key := film.ExternalKey(database, id)
	i := c.externals.keys.Search(key)
	if i == c.externals.keys.Len() || string(c.externals.keys.At(i)) != key {
		return 0, false
	}
	return Doc(c.externals.docs[i]), true
}
