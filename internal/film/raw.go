package film

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Raw is a T in JSON, as it was encoded when the library was built: bytes of a
// mapped file, which must not be changed nor read after the library is closed. In
// them BaseMark may stand for the address of the service.
//
// Package serve/encode copies a Raw into an answer as it is, unchecked and with
// the address; any other encoder checks it first and puts nothing for BaseMark.
type Raw[T any] []byte

// Encoded returns the bytes.
func (r Raw[T]) Encoded() []byte { return r }

// MarshalJSON returns the bytes without BaseMark.
func (r Raw[T]) MarshalJSON() ([]byte, error) {
	if len(r) == 0 {
		return []byte("null"), nil
	}
	return bytes.ReplaceAll(r, []byte{BaseMark}, nil), nil
}

// SchemaType returns T, which describes it.
func (Raw[T]) SchemaType() reflect.Type { return reflect.TypeFor[T]() }

// Value decodes the value, with base where the address of the service goes.
func (r Raw[T]) Value(base string) (value T, err error) {
	err = json.Unmarshal(appendBased(nil, r, base), &value)
	return value, err
}
