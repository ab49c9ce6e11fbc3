// Package taste knows which films are alike, and what somebody who liked some
// films, or says what they are in the mood for, may like next.
//
// Everything rests on one content model of the catalogue, made when a library
// is built and mapped when it is served:
//
//   - Every film has features of several kinds (package feature): who directed,
//     wrote and acted in it, its keywords, genres, companies, countries,
//     languages, the words of its title and of its plot. Within a kind they
//     are weighted by TF-IDF and normalised, so that a kind counts for as much
//     in a film with many features as in one with few.
//   - A plot has a place in a space of latent themes (lsa.go), where plots that
//     use different words for the same things are neighbours.
//   - A prior says how well known and how well liked a film is, so that of
//     films that fit equally well the better known and better liked come first.
//     Between two films what is alike counts for more the better known the other is.
//
// Four questions are asked of it by one ranking (rank.go), which compares a
// profile with every film that shares anything with it: the profile of one
// film gives similar films (neighbours.go, computed at build time), that of
// liked and disliked films gives suggestions (suggest.go), that of a text what
// is recommended for it (package prompt reads it, recommend.go answers), and those of
// several people what all of them can watch (together.go). Reasons (reason.go) are
// facts of the records concerned.
//
// An operator may add ratings they are entitled to use (ratings.go, ease.go): what was
// liked together then counts beside what is alike. Nothing of that kind ships.
//
// Dense linear algebra is gonum's. Start reading at Similar, Suggest, Recommend and Together.
package taste

import (
	"math"
	"sync"
	"sync/atomic"

	"kinodex/internal/catalog"
	"kinodex/internal/pack"
	"kinodex/internal/taste/embedding"
	"kinodex/internal/taste/prompt"
)

// File is the name of the file in a library generation.
const File = "taste.pack"

// Taste is an open file, beside the catalogue it was built with. Its methods
// may be called from several goroutines, but not after Close.
type Taste struct {
	file    *pack.File
	films   *catalog.Catalog
	model   *model
	reader  *prompt.Reader
	scratch sync.Pool

	wordsOnly atomic.Bool // whether the sentence encoder is not used
	forGroups atomic.Pointer[groupReference]
}

// Open maps the file at path, which must have been built with the catalogue c. A file that is
// missing, damaged, of another version or of another catalogue is an error. The caller closes
// the result; c stays the caller's and must stay open as long.
func Open(path string, c *catalog.Catalog) (*Taste, error) {
	var m *model
	f, err := pack.Load(path, pack.Options{}, func(r *pack.Reader) { m = readModel(r, c.Len()) })
	if err != nil {
		return nil, err
	}
	m.SetTags(c.Tagged())
	return &Taste{file: f, films: c, model: m, reader: prompt.NewReader(&m.Index, c)}, nil
}

// WithoutEncoder has descriptions compared with films by their words alone, which takes 20 MB of memory
// less.
func (x *Taste) WithoutEncoder() { x.wordsOnly.Store(true) }

// UsesEncoder reports whether descriptions are compared with films by meaning, where films have vectors.
func (x *Taste) UsesEncoder() bool { return !x.wordsOnly.Load() }

// ReadVectors returns the vectors of films in the file at path, of whatever catalogue; nil where it has none.
func ReadVectors(path string) (vectors *embedding.Table, err error) {
	f, err := pack.Load(path, pack.Options{}, func(r *pack.Reader) { vectors = embedding.Read(r, math.MaxInt).Clone() })
	if err != nil {
		return nil, err
	}
	return vectors, f.Close()
}

// Reader returns the reader of prompts for the file's films. It may be used until Close.
func (x *Taste) Reader() *prompt.Reader { return x.reader }

// Close ends the mapping. No other method may run then or be called after.
func (x *Taste) Close() error { return x.file.Close() }

// Verify reads every byte of the file and returns an error when a checksum does not match.
func (x *Taste) Verify() error { return x.file.Verify() }

// borrow returns working memory that nobody else uses until giveBack.
func (x *Taste) borrow() *scratch {
	if s, ok := x.scratch.Get().(*scratch); ok {
		return s
	}
	return newScratch(x.model)
}

// giveBack returns borrowed memory. Results of rankings with it must not be used any more.
func (x *Taste) giveBack(s *scratch) { x.scratch.Put(s) }
