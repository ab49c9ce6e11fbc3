// Package encode writes answers as JSON.
//
// An answer is a value: a struct with json tags. Append writes it as encoding/json
// does, with two differences. Nothing is escaped for the sake of HTML or JavaScript,
// since no answer stands in a page. And what a library holds in JSON already
// (film.Raw) is copied, not read and written again, with the service's address in
// place of film.BaseMark, which counts for lists.
//
// Start reading at Append.
package encode

import (
	"bytes"
	v1 "encoding/json"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"reflect"
	"sync"

	"kinodex/internal/film"
)

// Append appends v as JSON to dst, with base where the service's address belongs.
// It fails when encoding/json does; dst is then returned as it was. It may be called
// by several goroutines.
func Append(dst []byte, v any, base string) ([]byte, error) {
	e := encoders.Get().(*encoder)
	defer e.putBack()
	options := plain
	if mayHoldRaw(reflect.TypeOf(v)) {
		options = e.withRaw
	}
	if err := json.MarshalWrite(&e.out, v, options); err != nil {
		return dst, err
	}
	written, from := e.out.Bytes(), 0
	for _, raw := range e.raws {
		dst = append(dst, written[from:raw.start]...)
		dst = film.AppendBased(dst, raw.bytes, base)
		from = raw.start + len(placeholder)
	}
	return append(dst, written[from:]...), nil
}

// placeholder is what is written where bytes of a library will be.
const placeholder = "null"

// plain are the options for values without film.Raw.
var plain = json.JoinOptions(v1.DefaultOptionsV1(), jsontext.EscapeForHTML(false), jsontext.EscapeForJS(false))

// encoder writes one value at a time. It is used again, since what its options know
// of types is learned only once.
type encoder struct {
	out     bytes.Buffer
	raws    []raw
	withRaw json.Options // look at every value, which takes longer
}

// raw is what belongs in place of the placeholder at an offset of out.
type raw struct {
	start int
	bytes []byte
}

// largestKept is how many bytes of buffer an encoder keeps for its next value.
const largestKept = 1 << 20

var encoders = sync.Pool{New: func() any { return newEncoder() }}

func newEncoder() *encoder {
	e := &encoder{}
	e.withRaw = json.JoinOptions(plain, json.WithMarshalers(json.MarshalToFunc(e.keep)))
	return e
}

// rawValue is what film.Raw is of any type.
type rawValue interface{ Encoded() []byte }

// keep writes the placeholder of what is encoded already.
func (e *encoder) keep(to *jsontext.Encoder, r rawValue) error {
	if err := to.WriteToken(jsontext.Null); err != nil {
		return err
	}
	if b := r.Encoded(); len(b) > 0 {
		e.raws = append(e.raws, raw{int(to.OutputOffset()) - len(placeholder), b})
	}
	return nil
}

func (e *encoder) putBack() {
	if e.out.Cap() > largestKept {
		e.out = bytes.Buffer{}
	}
	e.out.Reset()
	clear(e.raws) // lets go of the library
	e.raws = e.raws[:0]
	encoders.Put(e)
}
