package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/fault"
)

// JSONBody is how many bytes a JSON body may have (REQ L-08).
const JSONBody = 1 << 20

// deepest is how deep a body may nest (REQ E-09).
const deepest = 64

// formEnvelope is how many bytes more than its files a form may have: boundaries, headers
// of parts and short fields.
const formEnvelope = 64 << 10

// readBody reads the request's body, at most limit bytes, of a form that may have files as
// many and formEnvelope, as long as there is memory for it and it comes fast enough; what it took of the memory is in the
// lease, whatever the error. Faults: UnsupportedMedia for a body declared to be
// something other than JSON, or, where files is set, than JSON or one of
// fileTypes, or coded; TooLarge over the limit (before it is read, where its length
// is declared); RateLimited and Overloaded as those of admission.Lease.ReadAll; RequestTimeout.
func (x *Exchange) readBody(limit int64, files bool) error {
	if err := accepted(x.R.Header, files); err != nil {
		return err
	}
	tooLarge := oversized(limit)
	x.filesLimit = limit
	if media, err := mediaOf(x.R.Header); files && err == nil && media == formMedia {
		limit += formEnvelope
	}
	if x.R.ContentLength > limit {
		return tooLarge
	}
	x.lease = x.front.Admission.Bodies.Lease(x.caller())
	body, err := x.receive(limit, func(r io.Reader) ([]byte, error) { return x.lease.ReadAll(r, x.R.ContentLength) })
	if fault.Is(err, fault.TooLarge) {
		return tooLarge // limit has the envelope in it
	}
	x.posted = body
	return err
}

// ReadForm returns the request's body, at most limit bytes of any type, few enough to need no
// lease. Its faults are of kind TooLarge, RequestTimeout when it comes too slowly (REQ L-11),
// and InvalidBody when it ends too soon.
func (x *Exchange) ReadForm(limit int64) ([]byte, error) { return x.receive(limit, io.ReadAll) }

// receive reads the body by read, at most limit bytes of it, as long as it comes fast enough.
func (x *Exchange) receive(limit int64, read func(io.Reader) ([]byte, error)) ([]byte, error) {
	timed := newTimedBody(http.MaxBytesReader(x, x.R.Body, limit), x.ResponseWriter, x.front.bodyWindow)
	body, err := read(timed)
	if over := (*http.MaxBytesError)(nil); errors.As(err, &over) {
		return nil, oversized(limit)
	}
	if f := (*fault.Fault)(nil); errors.As(err, &f) {
		return nil, f
	}
	if err != nil {
		return nil, invalid("the body ended before it was complete").Because(err)
	}
	timed.end()
	return body, nil
}

// oversized is the fault of a body or its files of more than limit bytes.
func oversized(limit int64) *fault.Fault {
	f := fault.New(fault.TooLarge, "the body may have at most %d bytes", limit)
	f.Allowed = fmt.Sprintf("at most %d bytes", limit)
	return f
}

// Decode reads the request's body into v. Faults: InvalidBody for what is not
// one JSON value in UTF-8, names a key twice or nests deeper than 64 (REQ
// E-09). Unknown fields are ignored (REQ G-10); a field of the wrong type is
// a fault that names it.
func (x *Exchange) Decode(v any) error { return decode(x.posted, v) }

// DecodeIfSent is Decode for a body that may be left out: then v stays as it is.
func (x *Exchange) DecodeIfSent(v any) error {
	if len(bytes.TrimSpace(x.posted)) == 0 {
		return nil
	}
	return decode(x.posted, v)
}

// decode is Decode for a body that is in memory.
func decode(body []byte, v any) error {
	if err := checkJSON(body); err != nil {
		return err
	}
	err := json.Unmarshal(body, v)
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		name := wrong.Field
		if name == "" {
			name = "body"
		}
		return fault.Param(name, "of type "+jsonType(wrong.Type.Kind().String()))
	}
	if f := (*fault.Fault)(nil); errors.As(err, &f) {
		return f
	}
	if err != nil {
		return invalid("the body is not valid JSON").Because(err)
	}
	return nil
}

// invalid returns a fault of kind InvalidBody that names the body.
func invalid(message string) *fault.Fault {
	f := fault.New(fault.InvalidBody, "%s", message)
	f.Param, f.Allowed = "body", "one JSON value in UTF-8"
	return f
}

// accepted refuses a body that is declared to be what the route does not take.
// A body that declares nothing is taken.
func accepted(h http.Header, files bool) error {
	if coded := h.Get("Content-Encoding"); coded != "" && !strings.EqualFold(coded, "identity") {
		return fault.New(fault.UnsupportedMedia, "a body must be sent without Content-Encoding")
	}
	media, err := mediaOf(h)
	switch {
	case err == nil && media == "":
		return nil
	case files && (err != nil || !isJSON(media) && !slices.Contains(fileTypes, media)):
		return fault.New(fault.UnsupportedMedia, "Content-Type must be application/json, %s", strings.Join(fileTypes, ", "))
	case !files && (err != nil || !isJSON(media)):
		return fault.New(fault.UnsupportedMedia, "Content-Type must be application/json")
	}
	return nil
}

// mediaOf gives the declared media type, empty when none is.
func mediaOf(h http.Header) (string, error) {
	declared := h.Get("Content-Type")
	if declared == "" {
		return "", nil
	}
	media, _, err := mime.ParseMediaType(declared)
	return media, err
}

// isJSON reports whether a media type, without parameters, is JSON or written in
// JSON.
func isJSON(media string) bool {
	return media == "application/json" || strings.HasSuffix(media, "+json")
}

// checkJSON says whether body is one value that can be read in one way only.
func checkJSON(body []byte) error {
	if !utf8.Valid(body) {
		return invalid("the body is not valid UTF-8")
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return invalid("the body is empty")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if err := checkValue(dec, 0); err != nil {
		if f := (*fault.Fault)(nil); errors.As(err, &f) {
			return f
		}
		return invalid("the body is not valid JSON").Because(err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return invalid("the body holds more than one JSON value")
	}
	return nil
}

// checkValue reads one value and all that is in it. depth is in how many objects and
// arrays it stands.
func checkValue(dec *json.Decoder, depth int) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	open, nested := token.(json.Delim)
	if !nested {
		return nil
	}
	if depth == deepest {
		return invalid(fmt.Sprintf("the body nests deeper than %d", deepest))
	}
	keys := map[string]bool{}
	for dec.More() {
		if open == '{' {
			token, err := dec.Token()
			if err != nil {
				return err
			}
			key, _ := token.(string)
			// A reader of structs takes names of another case, too.
			if key = foldCase(key); keys[key] {
				return invalid("the body names a key twice in one object, or in another case")
			}
			keys[key] = true
		}
		if err := checkValue(dec, depth+1); err != nil {
			return err
		}
	}
	_, err = dec.Token()
	return err
}

// foldCase gives the same for names that strings.EqualFold calls the same.
func foldCase(name string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, name)
}

// jsonType gives JSON's word for a Go kind.
func jsonType(kind string) string {
	switch {
	case kind == "string":
		return "string"
	case kind == "bool":
		return "boolean"
	case kind == "slice" || kind == "array":
		return "array"
	case kind == "struct" || kind == "map":
		return "object"
	case strings.HasPrefix(kind, "float"):
		return "number"
	}
	return "integer"
}
