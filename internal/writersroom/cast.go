package writersroom

import (
	"context"
	"slices"
)

// CastReading is what an engine answers of the cast. A model may name only
// candidates that it was shown.
type CastReading struct {
	Roles []RoleClaim `json:"roles"`
}

// RoleClaim is a part and whom to ask.
type RoleClaim struct {
	Role       string           `json:"role"`
	Asks       string           `json:"asks" doc:"What the part asks of an actor."`
	Candidates []CandidateClaim `json:"candidates"`
}

// CandidateClaim is an actor and why.
type CandidateClaim struct {
	ActorID string   `json:"actor_id"`
	Reasons []string `json:"reasons"`
}

// CastResult is actors for the parts of a story (REQ K-06).
type CastResult struct {
	Roles    []Role   `json:"roles" doc:"The largest part first."`
	Genres   []string `json:"genres" doc:"What the records were searched for."`
	Source   string   `json:"genres_source" enum:"stated,habits,words,none" doc:"Stated by the asker; those whose screenplays use common words as this text does; those of films whose synopsis holds the text's rare words; or none found."`
	Inferred []string `json:"genres_inferred_from" doc:"Titles of the films whose genres were taken by words."`
	Notes    []string `json:"notes"`
}

// Role is a part.
type Role struct {
	Role       string       `json:"role"`
	Asks       string       `json:"asks"`
	Share      *float64     `json:"share" nullable:"true" doc:"Of all dialogue; null for a synopsis."`
	Scenes     *int         `json:"scenes" nullable:"true"`
	Candidates []CastChoice `json:"candidates" doc:"The best first; nobody is listed for two parts."`
}

// CastChoice is an actor for a part.
type CastChoice struct {
	ActorID string   `json:"actor_id" doc:"As /actors/{id} takes it."`
	Name    string   `json:"name"`
	Score   float64  `json:"score" minimum:"0" maximum:"1" doc:"How much the records speak for it."`
	Reasons []string `json:"reasons" doc:"What the records say."`
}

// castNote is the note in every answer on what credits and ratings cannot tell.
const castNote = "from credits and ratings alone: nothing is known of age, likeness, availability or fee, and a record in a genre is not a talent for a part"

// CastRecommend names actors for the parts of a story, at most q.Limit each. If no
// genre was stated it infers them. With a model it fails when none of the model's
// candidates was among those shown (REQ K-05, K-06).
func (r *Tools) CastRecommend(ctx context.Context, s Library, q Question) (*Answer[CastResult], error) {
	result := &CastResult{Roles: q.roles(), Genres: q.Genres, Source: "stated", Inferred: []string{}, Notes: []string{castNote}}
	if len(q.Genres) == 0 {
		found, err := r.inferGenres(s, q)
		if err != nil {
			return nil, err
		}
		result.Genres, result.Source, result.Inferred = found.genres, found.source, found.films
	}
	limit := q.Limit
	if r.model != nil {
		limit += shortlisted
	}
	r.castRoles(s, q, result, limit)
	if r.model == nil || len(result.Roles) == 0 {
		return &Answer[CastResult]{*result, builtIn}, nil
	}
	return r.castRead(ctx, q, result)
}

// castRead has a model choose among the candidates. A part that the model leaves
// out keeps the candidates of the records.
func (r *Tools) castRead(ctx context.Context, q Question, result *CastResult) (*Answer[CastResult], error) {
	shown := struct {
		Limit int `json:"limit"`
		*CastResult
	}{q.Limit, result}
	said, err := read[CastReading](ctx, r, "cast-recommend", q, shown)
	if err != nil {
		return nil, err
	}
	c := newChecker(q)
	chosen := 0
	for i := range result.Roles {
		role := &result.Roles[i]
		at := slices.IndexFunc(said.said.Roles, func(one RoleClaim) bool { return one.Role == role.Role })
		if at < 0 {
			role.Candidates = role.Candidates[:min(len(role.Candidates), q.Limit)]
			continue
		}
		claim := said.said.Roles[at]
		kept := []CastChoice{}
		for _, one := range claim.Candidates {
			known := slices.IndexFunc(role.Candidates, func(k CastChoice) bool { return k.ActorID == one.ActorID })
			twice := slices.ContainsFunc(kept, func(k CastChoice) bool { return k.ActorID == one.ActorID })
			if !c.claim(known >= 0) || twice || len(kept) == q.Limit {
				continue
			}
			choice := role.Candidates[known]
			choice.Reasons = append(slices.Clone(one.Reasons), choice.Reasons...)
			kept = append(kept, choice)
			chosen++
		}
		role.Asks, role.Candidates = claim.Asks, kept
	}
	if chosen == 0 {
		return nil, unconfirmed()
	}
	result.Notes = slices.Concat(result.Notes, said.notes, c.notes())
	return &Answer[CastResult]{*result, said.by}, nil
}
