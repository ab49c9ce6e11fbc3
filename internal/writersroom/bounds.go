package writersroom

// Bounds are those of a limit, and what it is when it is left out.
type Bounds struct{ Least, Most, Usual int }

// The bounds of each tool's limit.
var (
	MatchBounds     = Bounds{1, 50, 5} // writers
	BeatBounds      = Bounds{5, 20, 9} // beats of a trailer
	LoglineBounds   = Bounds{1, 5, 3}  // loglines
	LookBounds      = Bounds{1, 10, 3} // cinematographers
	CandidateBounds = Bounds{1, 20, 5} // candidates a role
)
