package writersroom

import (
	"context"
	"slices"
	"strings"
)

// LoglineReading is a story in single sentences.
type LoglineReading struct {
	Loglines []string `json:"loglines"`
	Grounds  []Ground `json:"grounds" doc:"What each logline rests on, in the same order."`
}

// Ground is what a logline rests on.
type Ground struct {
	Scenes []int   `json:"scenes"`
	Quote  *string `json:"quote" nullable:"true"`
}

// LoglineResult is loglines, and what of the story could be told.
type LoglineResult struct {
	LoglineReading
	Complete bool     `json:"complete" doc:"Whether they state a goal and what stands against it, which only reading can tell."`
	Lead     *string  `json:"lead" nullable:"true" doc:"Who speaks most."`
	Places   []string `json:"places" doc:"Where most of the script plays."`
	Things   []string `json:"recurrent_things" doc:"Nouns that come back in most scenes."`
	Notes    []string `json:"notes"`
}

// Logline returns at most q.Limit loglines of a story. With a model it fails if the
// model wrote none; a ground that is not in the text is removed (REQ K-05, K-06).
func (r *Tools) Logline(ctx context.Context, _ Library, q Question) (*Answer[LoglineResult], error) {
	result := &LoglineResult{Places: []string{}, Things: []string{}, Notes: []string{}}
	if q.Script != nil {
		result.Places, result.Things = q.mainPlaces(), q.recurringNouns()
		if parts := q.Report.Characters; len(parts) > 0 {
			lead := called(parts[0].Name)
			result.Lead = &lead
		}
	}
	if r.model == nil {
		q.builtInLoglines(result)
		return &Answer[LoglineResult]{*result, builtIn}, nil
	}
	shown := struct {
		Limit  int      `json:"limit"`
		Genres []string `json:"genres_stated"`
		*LoglineResult
	}{q.Limit, q.Genres, result}
	said, err := read[LoglineReading](ctx, r, "logline", q, shown)
	if err != nil {
		return nil, err
	}
	c := newChecker(q)
	for i, line := range said.said.Loglines {
		if line = strings.Join(strings.Fields(line), " "); line == "" || len(result.Loglines) == q.Limit {
			continue
		}
		ground := Ground{Scenes: []int{}}
		if i < len(said.said.Grounds) {
			g := said.said.Grounds[i]
			ground = Ground{c.scenes(g.Scenes), c.quote(g.Quote)}
		}
		result.Loglines, result.Grounds = append(result.Loglines, line), append(result.Grounds, ground)
	}
	if len(result.Loglines) == 0 {
		return nil, unconfirmed()
	}
	result.Complete = true
	result.Notes = slices.Concat(result.Notes, said.notes, c.notes())
	return &Answer[LoglineResult]{*result, said.by}, nil
}
