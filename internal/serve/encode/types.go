package encode

import (
	"reflect"
	"sync"
)

// known is whether a type may hold a film.Raw, by reflect.Type.
var known sync.Map

// mayHoldRaw reports whether a value of the type may hold a film.Raw: an interface
// may hold anything.
func mayHoldRaw(t reflect.Type) bool {
	if t == nil {
		return false
	}
	if may, ok := known.Load(t); ok {
		return may.(bool)
	}
	may := findRaw(t, map[reflect.Type]bool{})
	known.Store(t, may)
	return may
}

// findRaw looks into a type, but not into those that it is in already.
func findRaw(t reflect.Type, in map[reflect.Type]bool) bool {
	if in[t] {
		return false
	}
	in[t] = true
	if t.Implements(reflect.TypeFor[rawValue]()) {
		return true
	}
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return findRaw(t.Elem(), in)
	case reflect.Struct:
		for i := range t.NumField() {
			if findRaw(t.Field(i).Type, in) {
				return true
			}
		}
	}
	return false
}
