package wire

import (
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"unicode/utf8"

	"kinodex/internal/fault"
)

// Read fills p from the request. It returns the names of parameters that the route
// does not have and that nobody may send to every route (see everywhere), each once,
// as far as they are worth telling.
func (ps *Params[P]) Read(r *http.Request, p *P) (unknown []string, err error) {
	*p = ps.initial
	v := reflect.ValueOf(p).Elem()
	for i := range ps.path {
		// A part of the path that makes no sense names nothing: that is for the
		// lookup to say (REQ F1-31).
		v.Field(ps.path[i].index).SetString(r.PathValue(ps.path[i].name))
	}
	var given uint64
	for key, raw := range pairs(r.URL.RawQuery) {
		i := ps.find(key)
		if i < 0 {
			unknown = addUnknown(unknown, key)
			continue
		}
		f := &ps.query[i]
		if given&(1<<i) != 0 {
			return nil, fault.Param(f.name, "given once")
		}
		given |= 1 << i
		value, ok := unescape(raw)
		if !ok {
			return nil, fault.Param(f.name, "percent-encoded UTF-8 text")
		}
		if err := f.set(v.Field(f.index), value); err != nil {
			return nil, err
		}
	}
	return unknown, nil
}

// find returns the index of a query parameter, or -1. A route has few, so they are
// searched one by one.
func (ps *Params[P]) find(key string) int {
	for i := range ps.query {
		if ps.query[i].name == key {
			return i
		}
	}
	return -1
}

// pairs yields the keys, unescaped, and the values, as they stand, of a query.
// Keys that cannot be unescaped stay as they stand.
// Pairs without a key are left out.
func pairs(query string) func(yield func(key, raw string) bool) {
	return func(yield func(string, string) bool) {
		for query != "" {
			var pair string
			pair, query, _ = strings.Cut(query, "&")
			key, raw, _ := strings.Cut(pair, "=")
			if name, ok := unescape(key); ok {
				key = name
			}
			if key != "" && !yield(key, raw) {
				return
			}
		}
	}
}

// unescape decodes percent escapes and pluses. It reports whether s is well-formed.
func unescape(s string) (string, bool) {
	if !strings.ContainsAny(s, "%+") {
		return s, true
	}
	s, err := url.QueryUnescape(s)
	return s, err == nil
}

// set parses one value into its field.
// A number outside the field's bounds is clamped, accepted or refused, as the field
// says. The fault names the parameter and what it may be.
func (f *field) set(v reflect.Value, value string) error {
	if f.kind == text {
		return f.setText(v, value)
	}
	if f.kind == boolean {
		switch value {
		case "true", "1":
			v.SetBool(true)
		case "false", "0":
			v.SetBool(false)
		default:
			return fault.Param(f.name, f.allowed)
		}
		return nil
	}
	parse := ParseNumber
	if f.kind == integer {
		parse = parseInteger
	}
	n, ok := parse(value)
	if ok && (n < f.min || n > f.max) {
		switch f.beyond {
		case "clamp":
			n = min(max(n, f.min), f.max)
		case "accept":
		default:
			ok = false
		}
	}
	if !ok {
		return fault.Param(f.name, f.allowed)
	}
	switch v.Kind() {
	case reflect.Int:
		v.SetInt(int64(n))
	case reflect.Pointer:
		if f.kind == integer {
			i := int(n)
			v.Set(reflect.ValueOf(&i))
		} else {
			v.Set(reflect.ValueOf(&n))
		}
	}
	return nil
}

// setText checks a text by its characters, not its bytes. An empty one fits every
// enum: it is as good as none.
func (f *field) setText(v reflect.Value, value string) error {
	if !utf8.ValidString(value) || strings.IndexByte(value, 0) >= 0 {
		return fault.Param(f.name, "valid UTF-8 text without NUL characters")
	}
	if f.longest > 0 && len(value) > f.longest && utf8.RuneCountInString(value) > f.longest {
		return fault.Param(f.name, f.allowed)
	}
	if f.enum != nil && value != "" && !containsFold(f.enum, value) {
		return fault.Param(f.name, f.allowed)
	}
	v.SetString(value)
	return nil
}

// containsFold reports whether a word is among words, in any case.
func containsFold(words []string, word string) bool {
	for _, w := range words {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}
