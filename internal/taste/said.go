package taste

import (
	"slices"
	"strings"
	"unicode"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/text"
)

// Said divides what somebody says, who is asked which films they like or what they are in the mood for,
// into the films that they name and the rest, which is a prompt. Films are named one a line, or between
// semicolons or commas, by id, title, or title and year. A title that may also be a wish ("comedy", "a
// funny film") is one where it is written as one: with a year, with capital letters, or of three words or
// more.
func (x *Taste) Said(said string) (liked []catalog.Doc, prompt string) {
	var rest []string
	for part := range strings.FieldsFuncSeq(said, func(r rune) bool { return r == '\n' || r == ';' }) {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if d, ok := x.saidTitle(part); ok {
			liked = append(liked, d)
			continue
		}
		docs, all := x.saidTitles(strings.Split(part, ","))
		if !all {
			rest = append(rest, part)
			continue
		}
		liked = append(liked, docs...)
	}
	return liked, strings.Join(rest, "\n")
}

// saidTitles returns the films of titles; all is false when one of them is none.
func (x *Taste) saidTitles(titles []string) (docs []catalog.Doc, all bool) {
	for _, title := range titles {
		d, ok := x.saidTitle(strings.TrimSpace(title))
		if !ok {
			return nil, false
		}
		docs = append(docs, d)
	}
	return docs, true
}

// saidTitle returns the film that a text names; ok is false for one that names none, or rather is a wish.
func (x *Taste) saidTitle(said string) (d catalog.Doc, ok bool) {
	if d, ok = x.Resolve(said); !ok {
		return 0, false
	}
	_, _, dated := cutYear(said)
	if _, isID := film.ParseID(said); isID || dated {
		return d, true
	}
	words, wish := text.Words(said), x.Understand(said)
	wish.Like, wish.Unknown, wish.Ignored = nil, nil, nil
	themes := len(wish.Themes) > 0
	wish.Themes = nil
	capital := startsWithCapital(said)
	switch {
	case wish.Empty() && !themes:
		return d, true
	case wish.Empty():
		return d, capital || len(words) > 2
	}
	return d, len(words) > 1 && capitalised(said)
}

func startsWithCapital(s string) bool {
	for _, r := range s {
		return unicode.IsUpper(r) || unicode.IsDigit(r)
	}
	return false
}

// capitalised reports whether all words of a text, but for short ones, begin with a capital letter, as in
// titles.
func capitalised(s string) bool {
	return !slices.ContainsFunc(strings.Fields(s), func(word string) bool { return len(word) > 3 && !startsWithCapital(word) }) && startsWithCapital(s)
}
