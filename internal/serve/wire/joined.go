package wire

import (
	"kinodex/internal/app"
	"kinodex/internal/film"
)

// filmsInBody are films of an answer that the library has compressed: in gzip's format they are
// joined, which costs a fraction of compressing them.
type filmsInBody struct {
	joined  bool // whether the library has them
	records *app.Records
	from    int // where they begin in the body
}

// ExpectFilms says that the answer has films in a view, with the named fields. It is called before
// the answer is looked for in the response cache, which keeps it as it is coded.
func (x *Exchange) ExpectFilms(v film.View, fields string) {
	x.films.joined = x.Visit.JoinsFilms(v, fields)
}

// AppendFilms appends films to an answer that Body began, as a JSON array.
func (x *Exchange) AppendFilms(body []byte, r *app.Records) []byte {
	x.films.records, x.films.from = r, len(body)
	return r.AppendData(body, x.Base())
}

// compress returns the body in a coding, in the room that the exchange keeps for it.
func (x *Exchange) compress(with *compressors, body []byte, coding Coding) []byte {
	if coding == Gzip && x.films.joined && x.films.records != nil {
		if coded, ok := x.films.records.AppendGzip(x.coded[:0], body, x.films.from, x.Base()); ok {
			return coded
		}
	}
	return with.compress(x.coded[:0], body, coding)
}
