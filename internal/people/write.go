package people

import (
	"cmp"
	"context"
	"slices"

	"kinodex/internal/intern"
	"kinodex/internal/pack"
)

// Write works out who is who and writes the file at path. The bytes are the same
// whenever the same films, sightings and predecessor are given. progress may be
// nil.
// The file is whole or not there. It must be called once, when all films are in. It ends with
// ctx's error when ctx ends.
func (b *Builder) Write(ctx context.Context, path string, progress func(done, total int64)) error {
	if b.err != nil {
		return b.err
	}
	if progress == nil {
		progress = func(int64, int64) {}
	}
	const steps = 4
	all := b.identify()
	progress(1, steps)
	if err := ctx.Err(); err != nil {
		return err
	}
	profiles := b.profiles(all)
	progress(2, steps)
	records := b.records(profiles)
	progress(3, steps)
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := pack.Save(path, func(w *pack.Writer) error { return b.write(w, profiles, records) }); err != nil {
		return err
	}
	progress(steps, steps)
	return nil
}

// write writes every section; errors stay in w.
func (b *Builder) write(w *pack.Writer, all []*profile, records [][]record) error {
	b.stamp.Put(w, stampSection, formatVersion)
	put := func(name string, of func(p *profile) string) {
		putWords(w, name, len(all), func(i int) string { return of(all[i]) })
	}
	put("names", func(p *profile) string { return p.name })
	writeNames(w, all)
	put("slugs", func(p *profile) string { return p.slug })
	put("pictures", func(p *profile) string { return p.picture })
	bySlug := make([]uint32, len(all))
	for i := range bySlug {
		bySlug[i] = uint32(i)
	}
	intern.Sort(bySlug, func(i uint32) string { return all[i].slug })
	pack.PutSection(w, "slugs/order", bySlug)
	putIDs(w, "moviedb", all, moviedb)
	putIDs(w, "namedb", all, namedb)
	putColumn(w, "popularity", all, func(p *profile) uint16 { return p.popularity })
	putColumn(w, "rating", all, func(p *profile) uint16 { return p.rating })
	putColumn(w, "score", all, func(p *profile) uint16 { return p.score })
	putColumn(w, "gross", all, func(p *profile) float64 { return p.gross })
	putColumn(w, "genre", all, func(p *profile) uint8 { return p.genre })
	putColumn(w, "first", all, func(p *profile) int16 { return p.first })
	putColumn(w, "last", all, func(p *profile) int16 { return p.last })
	b.putFilms(w, all)
	putWords(w, "characters", b.characters.Len(), func(i int) string { return b.characters.At(uint32(i)) })
	putWords(w, "genres", b.genres.Len(), func(i int) string { return b.genres.At(uint32(i)) })
	putRecords(w, records)
	return w.Err()
}

// putFilms writes everyone's films, the newest first, and the characters they play.
func (b *Builder) putFilms(w *pack.Writer, all []*profile) {
	first := []uint32{0}
	docs, characters := make([]uint32, 0, len(b.roles)), make([]uint32, 0, len(b.roles))
	for _, p := range all {
		for _, i := range p.films {
			docs = append(docs, b.roles[i].film)
			characters = append(characters, b.roles[i].character)
		}
		first = append(first, uint32(len(docs)))
	}
	pack.PutSection(w, "films/first", first)
	pack.PutSection(w, "films/docs", docs)
	pack.PutSection(w, "films/characters", characters)
}

// putIDs writes everyone's id of a system, 0 for none, and who has one, by id.
func putIDs(w *pack.Writer, name string, all []*profile, s system) {
	putColumn(w, name, all, func(p *profile) uint32 { return p.ids[s] })
	var order []uint32
	for i, p := range all {
		if p.ids[s] != 0 {
			order = append(order, uint32(i))
		}
	}
	slices.SortFunc(order, func(i, j uint32) int { return cmp.Compare(all[i].ids[s], all[j].ids[s]) })
	pack.PutSection(w, name+"/order", order)
}

// putColumn writes one number of everybody, by place.
func putColumn[T pack.Number](w *pack.Writer, name string, all []*profile, of func(*profile) T) {
	values := make([]T, len(all))
	for i, p := range all {
		values[i] = of(p)
	}
	pack.PutSection(w, name, values)
}

// putRecords writes the lists of all genres, one after the other, and where each begins.
func putRecords(w *pack.Writer, lists [][]record) {
	first := []uint32{0}
	var all []record
	for _, list := range lists {
		all = append(all, list...)
		first = append(first, uint32(len(all)))
	}
	pack.PutSection(w, "records/first", first)
	putField(w, "records/people", all, func(r *record) uint32 { return r.who })
	putField(w, "records/films", all, func(r *record) uint32 { return r.films })
	putField(w, "records/rating", all, func(r *record) uint16 { return r.rating })
	putField(w, "records/score", all, func(r *record) uint16 { return r.score })
	putField(w, "records/strength", all, func(r *record) uint16 { return r.strength })
}

// putField writes one number of every record.
func putField[T pack.Number](w *pack.Writer, name string, all []record, of func(*record) T) {
	values := make([]T, len(all))
	for i := range all {
		values[i] = of(&all[i])
	}
	pack.PutSection(w, name, values)
}

// putWords writes strings as two sections: all of them in one piece, and where
// each begins.
func putWords(w *pack.Writer, name string, n int, at func(i int) string) {
	w.PutStrings(name, name+"/first", n, at)
}
