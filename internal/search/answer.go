package search

import (
	"strconv"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// Kind is what a row tells of.
type Kind string

// The kinds (REQ R-08).
const (
	FilmRow     Kind = "film"
	ScriptRow   Kind = "script"
	SynopsisRow Kind = "synopsis"
)

// Row is one thing that was found.
type Row struct {
	Kind Kind
	Doc  catalog.Doc
	// Field is where the words were found, and Snippet the text there: plain, at
	// most SnippetLength characters (REQ ).
	Field   Field
	Snippet string
	// Score is the relevance beside the best row's, from 0 to 1 with two decimals
	// (REQ R-11; see publish).
	Score float64

	relevance float32
}

// Answer is what was found, to be written before the library it is of is closed.
type Answer struct {
	// Type is the type that was asked for.
	Type Type
	// Total counts all rows there are, of which Rows are the best.
	Total int
	Rows  []Row
	// DidYouMean is the title of the first row, when only a typo led to it; else
	// empty (REQ R-13).
	DidYouMean string

	search *Search
}

// AppendData appends the rows as a JSON array (REQ R-06).
func (a *Answer) AppendData(dst []byte) []byte {
	dst = append(dst, '[')
	for i := range a.Rows {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = a.Rows[i].appendTo(dst, a.search.films)
	}
	return append(dst, ']')
}

func (r *Row) appendTo(dst []byte, films *catalog.Catalog) []byte {
	f := readFilm(films, r.Doc)
	dst = append(append(append(dst, `{"type":"`...), r.Kind...), `","title":`...)
	dst = appendValue(dst, f.value(titleField))
	dst = append(dst, `,"year":`...)
	if year := f.value(yearField); isNumber(year) {
		dst = append(append(append(dst, '"'), year...), '"')
	} else {
		dst = append(dst, `null`...)
	}
	dst = append(append(append(dst, `,"match_field":"`...), r.Field.String()...), `","match_snippet":`...)
	dst = film.AppendText(dst, r.Snippet)
	dst = append(dst, `,"score":`...)
	dst = strconv.AppendFloat(dst, r.Score, 'f', -1, 64)
	dst = append(dst, `,"data":{"filmdb_id":"`...)
	dst = films.ID(r.Doc).AppendTo(dst)
	dst = append(dst, `","moviedb_id":`...)
	dst = appendValue(dst, member(f.value(externalField), "moviedb_id"))
	dst = append(dst, `,"genres":`...)
	dst = appendValue(dst, f.value(genresField))
	dst = append(dst, `,"overview":`...)
	dst = appendValue(dst, f.value(overviewField))
	dst = append(dst, `,"vote_average":`...)
	dst = appendValue(dst, member(f.value(ratingsField), "moviedb"))
	return append(dst, `}}`...)
}

// appendValue appends a value as the record has it, null where it has none.
func appendValue(dst, value []byte) []byte {
	if len(value) == 0 {
		return append(dst, `null`...)
	}
	return append(dst, value...)
}
