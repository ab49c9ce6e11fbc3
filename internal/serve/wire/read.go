package wire

import (
	"net/http"
	"net/url"
	"reflect"
	"strings"

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
		v.FieldByIndex(ps.path[i].Index).SetString(r.PathValue(ps.path[i].Name))
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
			return nil, fault.Param(f.Name, "given once")
		}
		given |= 1 << i
		value, ok := unescape(raw)
		if !ok {
			return nil, fault.Param(f.Name, "percent-encoded UTF-8 text")
		}
		if err := f.SetText(v, value); err != nil {
			return nil, err
		}
	}
	return unknown, nil
}

// find returns the index of a query parameter, or -1. A route has few, so they are
// searched one by one.
func (ps *Params[P]) find(key string) int {
	for i := range ps.query {
		if ps.query[i].Name == key {
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
