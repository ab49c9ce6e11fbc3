package starter

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"fmt"

	"kinodex/internal/library"
	"kinodex/internal/pack"
)

// packedLearned is what a library of the starter's films and scripts learns, so that a fresh
// machine need not learn it: sections of library.TrainedModels, and sectionLearnedFrom. A test makes
// it (make starter-models) and holds it against the code.
//
//go:embed learned.pack.zst
var packedLearned []byte

// sectionLearnedFrom is the section with the digest of what was learned from.
const sectionLearnedFrom = "from"

// inputsDigest returns the SHA-256 of everything that the starter's models are learned from.
func inputsDigest() []byte {
	h := sha256.New()
	for _, input := range [][]byte{packed, []byte(synopses), packedScripts} {
		fmt.Fprintf(h, "%d\n", len(input))
		h.Write(input)
	}
	return h.Sum(nil)
}

// learned decodes what the program carries of what was learned; nil when that is from other
// films or scripts than it carries.
func learned() (l *library.TrainedModels, err error) {
	whole, err := unpack(packedLearned)
	if err != nil {
		return nil, err
	}
	err = pack.LoadFrom("starter models", whole, func(r *pack.Reader) {
		if bytes.Equal(pack.Column[byte](r, sectionLearnedFrom, pack.Any), inputsDigest()) {
			l = library.ReadLearned(r)
		}
	})
	return l, err
}
