package mcp

import (
	"bytes"
	"iter"
	"slices"

	"kinodex/internal/film"
)

// The JSON of answers is our own: valid, without white space, keys without escapes. So these
// functions take it apart and put it together by bytes. members, items and member give parts
// of what they are given, not copies. None is for JSON of strangers.

// members yields the keys and values of an object, in order. For anything else it yields
// nothing.
func members(object []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		if len(object) < 2 || object[0] != '{' {
			return
		}
		for rest := object[1:]; len(rest) > 1 && rest[0] == '"'; {
			key, value, ok := bytes.Cut(rest[1:], []byte(`":`))
			if !ok {
				return
			}
			end := film.ValueEnd(value)
			if !yield(string(key), value[:end]) {
				return
			}
			rest = value[min(end+1, len(value)):]
		}
	}
}

// items returns the items of an array; nil for an empty one and for anything else.
func items(array []byte) (all [][]byte) {
	if len(array) < 2 || array[0] != '[' {
		return nil
	}
	for rest := array[1 : len(array)-1]; len(rest) > 0; {
		end := film.ValueEnd(rest)
		all = append(all, rest[:end])
		rest = rest[min(end+1, len(rest)):]
	}
	return all
}

// appendArray appends an array of items.
func appendArray(dst []byte, all [][]byte) []byte {
	dst = append(dst, '[')
	for i, item := range all {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, item...)
	}
	return append(dst, ']')
}

// appendMember appends a member to an object that is being written: dst ends with its opening
// brace or with a member. key is written without escapes.
func appendMember(dst []byte, key string, value []byte) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	dst = append(append(append(dst, '"'), key...), `":`...)
	return append(dst, value...)
}

// appendEdited appends an object whose members edit changes. edit returns the key and value
// to write, or an empty key for none. object is not changed.
func appendEdited(dst, object []byte, edit func(key string, value []byte) (string, []byte)) []byte {
	dst = append(dst, '{')
	for key, value := range members(object) {
		if key, value = edit(key, value); key != "" {
			dst = appendMember(dst, key, value)
		}
	}
	return append(dst, '}')
}

// member returns the value of an object's member; nil when there is none.
func member(object []byte, name string) []byte {
	for key, value := range members(object) {
		if key == name {
			return value
		}
	}
	return nil
}

// escaped is 1 for the bytes of JSON that a JSON string has with a backslash before them.
var escaped = [256]uint8{'"': 1, '\\': 1}

// appendQuoted appends JSON as the text of a JSON string. It writes without branches, since
// nobody can predict where in JSON the next quote is.
func appendQuoted(dst, text []byte) []byte {
	n := len(dst)
	dst = slices.Grow(dst, 2*len(text)+2)[:n+2*len(text)+2]
	dst[n] = '"'
	n++
	for _, c := range text {
		dst[n] = '\\' // c takes its place where it needs none
		n += int(escaped[c])
		dst[n] = c
		n++
	}
	dst[n] = '"'
	return dst[:n+1]
}
