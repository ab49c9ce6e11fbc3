// Package tokens counts the tokens of a text, as a language model reads it.
//
// The vocabulary is o200k, which models in wide use read by. Other vocabularies give other
// counts, mostly within a tenth of these. The vocabulary has 3.6 MB, so only evaluations and
// tests may import the package.
package tokens

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"math"
	"regexp"
	"strconv"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// ranks returns the vocabulary: the rank of each token, the lowest being joined first.
var ranks = sync.OnceValue(func() map[string]int {
	file, err := assets.Assets.ReadFile("o200k_base.tiktoken")
	if err != nil {
		panic(err) // it is part of the program
	}
	all := make(map[string]int, 200_000)
	for lines := bufio.NewScanner(bytes.NewReader(file)); lines.Scan(); {
		coded, number, _ := bytes.Cut(lines.Bytes(), []byte{' '})
		token, err := base64.StdEncoding.DecodeString(string(coded))
		if err != nil {
			panic(err)
		}
		rank, err := strconv.Atoi(string(number))
		if err != nil {
			panic(err)
		}
		all[string(token)] = rank
	}
	return all
})

// words divides a text, before tokens are looked for in each part. A blank before a word belongs to
// it, which the expression cannot say of several blanks; see part.
var words = sync.OnceValue(func() *regexp.Regexp {
	const upper, lower, short = `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`, `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`, `(?i:'s|'t|'re|'ve|'m|'ll|'d)?`
	return regexp.MustCompile(`^(?:[^\r\n\p{L}\p{N}]?` + upper + `*` + lower + `+` + short +
		`|[^\r\n\p{L}\p{N}]?` + upper + `+` + lower + `*` + short +
		`|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+)`)
})

// Count returns how many tokens a text has.
func Count(text string) (n int) {
	for len(text) > 0 {
		size := part(text)
		n += pieces(text[:size])
		text = text[size:]
	}
	return n
}

// part returns the length of the first part of a text that is not empty.
func part(text string) int {
	at := words().FindStringIndex(text)
	if at == nil {
		return 1
	}
	size := at[1]
	last, width := utf8.DecodeLastRuneInString(text[:size])
	if size == width || size == len(text) || !unicode.IsSpace(last) || last == '\n' || last == '\r' {
		return size
	}
	return size - width // the last of several blanks goes with what follows
}

// pieces returns how many tokens a part has: the neighbours that make the token of lowest rank are
// joined, again and again.
func pieces(part string) int {
	if _, whole := ranks()[part]; whole {
		return 1
	}
	ends := make([]int, len(part)+1) // of the pieces, after a first 0
	for i := range ends {
		ends[i] = i
	}
	for len(ends) > 2 {
		best, at := math.MaxInt, 0
		for i := 0; i+2 < len(ends); i++ {
			if rank, ok := ranks()[part[ends[i]:ends[i+2]]]; ok && rank < best {
				best, at = rank, i+1
			}
		}
		if at == 0 {
			break
		}
		ends = append(ends[:at], ends[at+1:]...)
	}
	return len(ends) - 1
}
