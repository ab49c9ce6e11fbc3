package index

// Document is what is to be found of one document. Empty fields match nothing.
type Document struct {
	// Title is the title it is known by and AltTitles its other ones. A query
	// that is exactly a title puts its documents first.
	Title     string
	AltTitles []string
	// OtherTitles are what it is called elsewhere. They find it as its title does, behind
	// every document whose Title or AltTitles answer the query as well.
	OtherTitles []string
	// Year is matched by a query word of four digits; 0 for unknown.
	Year int
	// People are names of cast and crew, Directors of those who directed (they
	// need not be repeated in People). Names are never stemmed.
	People    []string
	Directors []string
	// Keywords, Genres and Prose (overview, tagline) are stemmed.
	Keywords []string
	Genres   []string
	Prose    []string
	// Weight ranks documents that match equally well: popularity on any scale
	// from 0 up, such as the logarithm of the votes. Only its proportion to the
	// greatest weight counts.
	Weight float64
}

// The bits of a posting say where in the document a word occurs. Two words
// tell a posting of them all without looking at the document again.
const (
	inTitle    = 1 << iota // the title
	inAltTitle             // another title
	inDirector             // a director's name
	inPeople               // a name of cast or crew
	inSubject              // a keyword or genre
	isYear                 // the word is the document's year
	inProse                // and the next bit: occurrences in prose, 0 to 3 or more
	anyTitle   = inTitle | inAltTitle
	proseShift = 6
	maxProse   = 3
)

// lengthClasses is how many steps the length of a document's prose is told in.
const lengthClasses = 16

// lengthClass returns the step for prose of n words: half an octave each, from
// eight words up.
func lengthClass(n int) uint8 {
	class := uint8(0)
	for limit := 8.0; class < lengthClasses-1 && float64(n) > limit; limit *= 1.4142135623730951 {
		class++
	}
	return class
}
