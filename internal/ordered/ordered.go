// Package ordered holds a map that keeps the order of its members when it is
// written as a JSON object and when it is read again. It stands where the order
// tells something, such as that of genres by number of films.
//
// It imports the standard library alone.
package ordered

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"reflect"
)

// Map is a JSON object with values of type V. Its keys must differ: one that comes
// twice cannot be written. The zero Map is an empty object, never null. Looking a
// key up takes time in proportion to the number of members.
type Map[V any] []Member[V]

// Member is a key and its value.
type Member[V any] struct {
	Key   string
	Value V
}

// Add appends a member.
func (m *Map[V]) Add(key string, value V) { *m = append(*m, Member[V]{key, value}) }

// Get returns the value of a key, and whether there is one.
func (m Map[V]) Get(key string) (value V, ok bool) {
	for i := range m {
		if m[i].Key == key {
			return m[i].Value, true
		}
	}
	return value, false
}

// MarshalJSONTo writes the members in their order.
func (m Map[V]) MarshalJSONTo(e *jsontext.Encoder) error {
	if err := e.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for i := range m {
		if err := e.WriteToken(jsontext.String(m[i].Key)); err != nil {
			return err
		}
		if err := json.MarshalEncode(e, &m[i].Value); err != nil {
			return err
		}
	}
	return e.WriteToken(jsontext.EndObject)
}

// UnmarshalJSONFrom reads an object; null is an empty one.
func (m *Map[V]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	*m = Map[V]{}
	if d.PeekKind() == 'n' {
		return d.SkipValue()
	}
	if d.PeekKind() != '{' {
		return json.UnmarshalDecode(d, &map[string]V{}) // says what is wrong
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != '}' {
		var one Member[V]
		if err := json.UnmarshalDecode(d, &one.Key); err != nil {
			return err
		}
		if err := json.UnmarshalDecode(d, &one.Value); err != nil {
			return err
		}
		*m = append(*m, one)
	}
	_, err := d.ReadToken()
	return err
}

// SchemaType returns the type that describes a Map: a map of the same values.
func (Map[V]) SchemaType() reflect.Type { return reflect.TypeFor[map[string]V]() }
