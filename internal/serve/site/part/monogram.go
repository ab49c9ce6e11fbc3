package part

import (
	"hash/crc32"
	"strings"
	"unicode"
	"unicode/utf8"
)

// monogramColours are pairs of ground and ink, as those of covers; each pair has a contrast of at least 4.5.
var monogramColours = [][2]string{
	{"#1b3a4b", "#f2c14e"}, {"#5b1a1a", "#f4d9b0"}, {"#24422f", "#e9d8a6"}, {"#3b2a4f", "#f3b6a5"},
	{"#c9a227", "#1b1714"}, {"#d9cbb0", "#3a1f14"}, {"#0f4c73", "#f4eee6"}, {"#7a3b0e", "#fbe7d6"},
}

// monogram is what stands for the picture of a person: the initials, and colours that follow from
// the name alone.
type monogram struct{ initials, ground, ink string }

func monogramOf(name string) monogram {
	colours := monogramColours[crc32.ChecksumIEEE([]byte(name))%uint32(len(monogramColours))]
	return monogram{initials(name), colours[0], colours[1]}
}

// initials returns the first letters of the first and the last word of a name; "?" for a name
// without letters.
func initials(name string) string {
	var all []string
	for w := range strings.FieldsSeq(name) {
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsLetter(r) {
			all = append(all, strings.ToUpper(string(r)))
		}
	}
	switch len(all) {
	case 0:
		return "?"
	case 1:
		return all[0]
	}
	return all[0] + all[len(all)-1]
}
