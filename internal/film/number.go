package film

import (
	"hash/fnv"

	"kinodex/internal/text"
)

// FirstOwnNumber is where our own numbers begin, for interfaces that know films, people and
// genres by numbers of the movie database. That counts from 1 and has given out less than one
// number in five hundred of those below, so none of ours is one of its; and all of ours fit
// into 32 bits with a sign, as its clients expect.
const FirstOwnNumber = 1_000_000_000

// OwnNumber returns the film's number where the movie database has none for it. It says the
// id, so it stays when libraries are built anew.
func (id ID) OwnNumber() int { return FirstOwnNumber + int(id) }

// ParseOwnNumber returns the id that an own number says, and whether it is one. Numbers of the
// movie database are none.
func ParseOwnNumber(n int) (ID, bool) {
	if n <= FirstOwnNumber || n >= 2*FirstOwnNumber {
		return 0, false
	}
	return ID(n - FirstOwnNumber), true
}

// NumberOf makes a number of a name for what we know by name only, such as keywords. It is none of
// the movie database's, and the same for the same name in any case.
func NumberOf(name string) int {
	h := fnv.New32a()
	h.Write([]byte(text.Fold(name)))
	return FirstOwnNumber + int(h.Sum32()%FirstOwnNumber)
}
