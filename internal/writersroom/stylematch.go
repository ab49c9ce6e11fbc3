package writersroom

import "context"

// StyleReading is whom an engine finds nearest.
type StyleReading struct {
	Matches []StyleClaim `json:"matches"`
}

// StyleClaim is a writer and what of the text is like them.
type StyleClaim struct {
	Slug     string   `json:"slug"`
	Evidence []string `json:"evidence"`
}

// Match is a writer whose manner is near a text's (REQ K-06).
type Match struct {
	Name       string       `json:"name"`
	Slug       string       `json:"slug"`
	Score      float64      `json:"score" minimum:"0" maximum:"1" doc:"The measured share of likeness; those of all writers with a guide add up to 1."`
	Evidence   []string     `json:"evidence"`
	Habits     []Habit      `json:"habits" doc:"The words and marks that speak most for it; none without measured screenplays."`
	Vocabulary []Echo       `json:"vocabulary" doc:"Words of the guide that the text holds."`
	Works      []Screenplay `json:"screenplays" doc:"The measured screenplays the likeness rests on; none where the library has none of theirs, and the guide's words alone count."`
	Distance   *float64     `json:"feature_distance" nullable:"true" doc:"How far the text's features lie from those of their screenplays, in standard deviations; not part of the score. Null without either."`
}

// Screenplay names a measured screenplay.
type Screenplay struct {
	ID    string `json:"filmdb_id" pattern:"^tt\\d+$"`
	Title string `json:"title"`
	Year  *int   `json:"year" nullable:"true"`
}

// StyleMatchResult is the writers nearest to a text.
type StyleMatchResult struct {
	Matches    []Match  `json:"matches" doc:"The nearest first."`
	Candidates int      `json:"candidates" doc:"How many writers have a guide."`
	Measured   int      `json:"measured_candidates" doc:"How many of them have measured screenplays in this library."`
	Notes      []string `json:"notes"`
}

// What a match is worth.
const (
	matchNote    = "the score weighs how often the text uses 645 common words and marks against each writer's measured screenplays, and the words of their guides; it says whose manner is nearest, never who wrote it (docs/cards/style-match.md)"
	synopsisNote = "a synopsis holds no screenplay's habits: only the words of the guides count"
)

// StyleMatch returns at most q.Limit writers whose manner is nearest to a text's,
// the nearest first. If the text is itself a measured screenplay, that is left out
// of every writer's works (REQ K-05).
func (r *Tools) StyleMatch(ctx context.Context, s Library, q Question) (*Answer[StyleMatchResult], error) {
	p, err := r.profilesOf(s)
	if err != nil {
		return nil, err
	}
	sample := q.Sample()
	p = p.leaveOut(sample)
	ranked := p.ranked(sample)
	result := &StyleMatchResult{Matches: []Match{}, Candidates: len(p.guides), Notes: []string{matchNote}}
	for i := range p.candidates {
		if len(p.candidates[i].Profile.Works) > 0 {
			result.Measured++
		}
	}
	if q.Script == nil {
		result.Notes = append(result.Notes, synopsisNote)
	}
	if r.model == nil {
		for _, at := range ranked[:min(q.Limit, len(ranked))] {
			result.Matches = append(result.Matches, p.match(at, sample))
		}
		return &Answer[StyleMatchResult]{*result, builtIn}, nil
	}
	return r.styleMatchRead(ctx, q, p, sample, ranked, result)
}
