// Package sources gets the files that libraries are built from: it knows where they are,
// under which terms, and how to download them so that a file is never replaced by a worse
// one.
//
// A directory has
//
//	state.json            accepted terms, sources that were added, and what is kept (state)
//	files/DIGEST/NAME     files that were read to their end and found complete
//	partial/              downloads under way, which the next fetch resumes
//	lock                  held while files are fetched or built from
//
// Everything else is derived from these, so that a process may be killed at any moment.
// The package imports atomicfile, flock, ingest/source and the network. No key is in any
// error or message. Start reading at Store.Fetch; docs/data/sources.md tells operators.
package sources

import (
	"kinodex/internal/ingest/source"
)

// Kind says how a source is fetched.
type Kind string

// The kinds of source.
const (
	Files    Kind = "files"    // files under one address
	Moviedb  Kind = "moviedb"  // the movie database: id exports and its interface
	Wikidata Kind = "wikidata" // queries in SPARQL
	// Wikipedia is the interface of MediaWiki, asked for the articles that Wikidata knows.
	Wikipedia Kind = "wikipedia"
	Address   Kind = "address" // one file at an address that the operator named
	Folder    Kind = "folder"  // a folder or file of this machine, which is not copied
)

// Source is a place that files come from.
type Source struct {
	Name  string `json:"name"`
	Kind  Kind   `json:"kind"`
	Gives string `json:"gives"`
	// Terms are those of the source in a sentence, and TermsAt where they stand. Both are
	// empty of what the operator added, who knows best.
	Terms   string `json:"terms,omitempty"`
	TermsAt string `json:"terms_at,omitempty"`
	// Size is about how much there is to download, for people.
	Size string `json:"size,omitempty"`
	// Key names the environment variable with the operator's key, if one is of use, and
	// WithoutKey what is not fetched without.
	Key        string `json:"key,omitempty"`
	WithoutKey string `json:"without_key,omitempty"`
	Address    string `json:"address"`
	SHA256     string `json:"sha256,omitempty"` // what an Address must be, if the operator knows
	// MaxBytes is how many bytes one of its files may have, or one answer, unless the operator
	// says otherwise.
	MaxBytes int64 `json:"max_bytes,omitempty"`

	files []file
}

// file is one file of a source of the kind Files.
type file struct {
	name   string
	format source.Format // what it must be recognised as
}

// addedMaxBytes is MaxBytes of a source that the operator added: the largest tables of films that
// are published have some gigabytes.
const addedMaxBytes = 8 << 30

// MoviedbKey is the environment variable with the operator's key of the movie database.
const MoviedbKey = "KINODEX_MOVIEDB_KEY"

// ExportsName is the name under which the address of the movie database's id exports is
// overridden.
const ExportsName = "moviedb-exports"

// defaultExports is where the movie database publishes its id exports.
const defaultExports = "https://files.tmdb.org/p/exports/"

// Builtin returns the sources that the program knows, with their own addresses. It is the
// one table of addresses and terms.
func Builtin() []Source {
	return []Source{
		{
			Name: "filmdb", Kind: Files, Address: "https://datasets.imdbws.com/", Size: "1.9 GB", MaxBytes: 4 << 30,
			Gives:   "every title with year, length, genres, rating, votes, people, and titles by country; new every day",
			Terms:   "Personal and non-commercial use only; do not republish the data; say \"Information courtesy of IMDb (https://www.imdb.com). Used with permission.\"",
			TermsAt: "https://developer.imdb.com/non-commercial-datasets/",
			files: []file{
				{"title.basics.tsv.gz", source.TitleBasics},
				{"title.ratings.tsv.gz", source.TitleRatings},
				{"title.crew.tsv.gz", source.TitleCrew},
				{"title.principals.tsv.gz", source.TitlePrincipals},
				{"name.basics.tsv.gz", source.NameBasics},
				{"title.akas.tsv.gz", source.TitleAkas},
				{"title.episode.tsv.gz", source.TitleEpisode},
			},
		},
		{
			Name: "moviedb", Kind: Moviedb, Address: "https://api.themoviedb.org/3/", Size: "25 MB of ids, then some 8 KB a film", MaxBytes: 256 << 20,
			Gives:   "overviews, cast with characters, crew, keywords, companies, posters, release dates, translations, titles, videos, images, services, collections",
			Terms:   "Non-commercial use with a key of your own, unless you have an agreement; keep no answer longer than six months; say \"This product uses the TMDB API but is not endorsed or certified by TMDB.\"",
			TermsAt: "https://www.themoviedb.org/api-terms-of-use",
			Key:     MoviedbKey, WithoutKey: "all but the lists of ids",
		},
		{
			Name: "wikidata", Kind: Wikidata, Address: "https://query.wikidata.org/sparql", Size: "some 100 MB of answers", MaxBytes: 256 << 20,
			Gives:   "ids elsewhere, countries, box office, budgets, awards, nominations, series, what a film is based on",
			Terms:   "Public domain (CC0 1.0); its service asks for few queries at a time and a name to reach you by",
			TermsAt: "https://www.wikidata.org/wiki/Wikidata:Licensing",
		},
		{
			Name: "wikipedia", Kind: Wikipedia, Address: "https://en.wikipedia.org/w/api.php", Size: "4 KB a film", MaxBytes: 16 << 20,
			Gives:   "what happens in films, from the articles that wikidata names: fetch that first",
			Terms:   "CC BY-SA 4.0: where you show the text, name Wikipedia, link to the article and the licence, and share changed text alike; its interface asks for one request at a time and a way to reach you",
			TermsAt: "https://foundation.wikimedia.org/wiki/Policy:Terms_of_Use",
		},
	}
}
