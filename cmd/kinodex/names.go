package main

import "strings"

// names are the values of a flag that takes several names, separated by commas. Neither case
// nor blanks around a name count.
type names []name

// name is one of names.
type name string

// UnmarshalText reads a name from the command line or a variable.
func (n *name) UnmarshalText(text []byte) error {
	*n = name(strings.ToLower(strings.TrimSpace(string(text))))
	return nil
}

// strings returns them as strings.
func (n names) strings() []string { return textsOf(n) }

// textsOf returns the values of a flag as strings, without empty ones, as a comma at the end leaves.
func textsOf[S ~string](values []S) (texts []string) {
	for _, v := range values {
		if v != "" {
			texts = append(texts, string(v))
		}
	}
	return texts
}
