package main

import (
	"strings"
	"unicode"
)

// initialisms are written in capitals in Go.
var initialisms = map[string]string{
	"id": "ID", "ids": "IDs", "url": "URL", "sha256": "SHA256", "roi": "ROI", "api": "API", "lr": "LR", "f1": "F1",
}

// camel returns a name in snake_case or camelCase as Go writes exported names.
func camel(name string) string {
	var b strings.Builder
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' }) {
		if known, ok := initialisms[part]; ok {
			b.WriteString(known)
			continue
		}
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// snake returns a name in camelCase as Python writes it.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// wrap breaks a text into lines that begin with prefix and are about 96 characters long.
func wrap(text, prefix string) string {
	var b strings.Builder
	line := prefix
	for word := range strings.FieldsSeq(text) {
		if len(line)+len(word) > 96 && line != prefix {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = prefix
		}
		line += word + " "
	}
	if line != prefix {
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// count returns the name of the method that counts what a list gives: countFilms for
// listFilms.
func count(id string) string {
	return "count" + strings.TrimPrefix(id, "list")
}

// all returns the name of the iterator over a list: allFilms for listFilms.
func all(id string) string {
	return "all" + strings.TrimPrefix(id, "list")
}
