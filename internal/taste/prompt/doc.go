// Package prompt reads what somebody asks for in a sentence: genres, years, people, films to be
// like, and what a film must not be. It knows the films of a library by their features and ranks
// none; package taste makes recommendations of what is read here.
package prompt
