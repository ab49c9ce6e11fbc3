package film

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"
)

// encoder writes JSON without white space, with text as it is but for control
// characters, quotes and backslashes, and numbers with at most two decimals (REQ
// G-17).
type encoder struct{ buf []byte }

// valueWriter writes a value.
type valueWriter func(e *encoder, v reflect.Value)

// writerOf returns the function that writes values of a type. It is called once for
// each field when the program starts, so that writing asks no type again. The tag is
// that of the field.
func writerOf(t reflect.Type, tag reflect.StructTag) valueWriter {
	switch t {
	case reflect.TypeFor[ID]():
		return func(e *encoder, v reflect.Value) { e.id(ID(v.Uint())) }
	case reflect.TypeFor[Crew]():
		return crewWriter(writerOf(t.Elem(), ""))
	case reflect.TypeFor[map[string]Provenance]():
		return mapWriter[map[string]Provenance](writerOf(t.Elem(), ""))
	case reflect.TypeFor[map[string]Watching]():
		return mapWriter[map[string]Watching](writerOf(t.Elem(), ""))
	}
	switch t.Kind() {
	case reflect.Pointer:
		return pointerWriter(writerOf(t.Elem(), tag))
	case reflect.Struct:
		return structWriter(t)
	case reflect.Slice:
		return sliceWriter(writerOf(t.Elem(), ""))
	case reflect.String:
		if tag.Get("base") == "true" {
			return func(e *encoder, v reflect.Value) { e.address(v.String()) }
		}
		return func(e *encoder, v reflect.Value) { e.text(v.String()) }
	case reflect.Int, reflect.Int64:
		return func(e *encoder, v reflect.Value) { e.buf = strconv.AppendInt(e.buf, v.Int(), 10) }
	case reflect.Bool:
		return func(e *encoder, v reflect.Value) { e.buf = strconv.AppendBool(e.buf, v.Bool()) }
	case reflect.Float64:
		return func(e *encoder, v reflect.Value) { e.number(v.Float()) }
	}
	panic("film: no encoding of " + t.String())
}

func pointerWriter(value valueWriter) valueWriter {
	return func(e *encoder, v reflect.Value) {
		if v.IsNil() {
			e.raw("null")
			return
		}
		value(e, v.Elem())
	}
}

func structWriter(t reflect.Type) valueWriter {
	all := fieldsOf(t, func(reflect.StructField) bool { return true })
	return func(e *encoder, v reflect.Value) {
		e.raw("{")
		written := 0
		for i := range all {
			if all[i].optional && v.Field(i).IsZero() {
				continue
			}
			e.comma(written)
			e.raw(all[i].key)
			all[i].write(e, v.Field(i))
			written++
		}
		e.raw("}")
	}
}

func sliceWriter(item valueWriter) valueWriter {
	return func(e *encoder, v reflect.Value) {
		e.raw("[")
		for i := range v.Len() {
			e.comma(i)
			item(e, v.Index(i))
		}
		e.raw("]")
	}
}

// mapWriter writes keys in order, so that equal films are equal bytes.
func mapWriter[M ~map[string]V, V any](value valueWriter) valueWriter {
	return func(e *encoder, v reflect.Value) {
		m := v.Interface().(M)
		one := new(V)
		shown := reflect.ValueOf(one).Elem()
		e.raw("{")
		for i, k := range slices.Sorted(maps.Keys(m)) {
			e.comma(i)
			e.text(k)
			e.raw(":")
			*one = m[k]
			value(e, shown)
		}
		e.raw("}")
	}
}

// crewWriter writes the departments that have credits, in the order of Departments.
func crewWriter(credits valueWriter) valueWriter {
	return func(e *encoder, v reflect.Value) {
		crew := v.Interface().(Crew)
		written := 0
		e.raw("{")
		for _, d := range Departments {
			if of := crew[d]; len(of) > 0 {
				e.comma(written)
				e.text(d)
				e.raw(":")
				credits(e, reflect.ValueOf(of))
				written++
			}
		}
		e.raw("}")
	}
}

func (e *encoder) raw(s string) { e.buf = append(e.buf, s...) }

// comma separates the i-th item or member from the one before.
func (e *encoder) comma(i int) {
	if i > 0 {
		e.raw(",")
	}
}

func (e *encoder) id(id ID) {
	e.raw(`"`)
	e.buf = id.AppendTo(e.buf)
	e.raw(`"`)
}

// number writes at most two decimals; what is not finite is null.
func (e *encoder) number(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		e.raw("null")
		return
	}
	e.buf = strconv.AppendFloat(e.buf, math.Round(v*100)/100, 'f', -1, 64)
}

// address writes a JSON string in which a BaseMark at the start is kept.
func (e *encoder) address(s string) {
	e.buf = append(e.buf, '"')
	if len(s) > 0 && s[0] == BaseMark {
		e.buf = append(e.buf, BaseMark)
		s = s[1:]
	}
	e.escaped(s)
	e.buf = append(e.buf, '"')
}

// text writes a JSON string.
func (e *encoder) text(s string) {
	e.buf = append(e.buf, '"')
	e.escaped(s)
	e.buf = append(e.buf, '"')
}

// unescaped are the ASCII characters that a JSON string has unescaped (RFC 8259, section 7).
var unescaped = func() (all [256]bool) {
	for c := ' '; c < 0x7f; c++ {
		all[c] = c != '"' && c != '\\'
	}
	return all
}()

const hex = "0123456789abcdef"

// escaped writes the inside of a JSON string: control characters and invalid
// UTF-8 are escaped.
func (e *encoder) escaped(s string) {
	clean := 0
	for i := 0; i < len(s); {
		c := s[i]
		if unescaped[c] {
			i++
			continue
		}
		switch {
		case c == '"' || c == '\\':
			e.raw(s[clean:i])
			e.buf = append(e.buf, '\\', c)
			i++
			clean = i
		case c < ' ' || c == 0x7f:
			e.raw(s[clean:i])
			e.buf = append(e.buf, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			i++
			clean = i
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				e.raw(s[clean:i])
				e.raw(`\ufffd`)
				i++
				clean = i
				continue
			}
			i += n
		}
	}
	e.raw(s[clean:])
}
