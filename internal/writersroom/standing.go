package writersroom

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kinodex/internal/guide"
	"kinodex/internal/screenplay/measure"
)

// standing is a writer, by index among the guides, and the writer's share of
// likeness, 0 to 1.
type standing struct {
	guide int
	share float64
}

// ranked returns all writers, the most alike first, ties in order of the guides. The
// shares add up to 1.
func (p *profiles) ranked(s *Sample) []standing {
	all := make([]standing, len(p.guides))
	for i, share := range shares(p.baseline.Scores(s, p.candidates, Usual)) {
		all[i] = standing{i, share}
	}
	slices.SortStableFunc(all, func(a, b standing) int { return cmp.Compare(b.share, a.share) })
	return all
}

// match returns what speaks for a writer; Evidence has at least one sentence.
func (p *profiles) match(at standing, s *Sample) Match {
	g, hand := p.guides[at.guide], p.candidates[at.guide].Profile
	m := Match{
		Name: g.Name, Slug: g.Slug, Score: round(at.share, 4), Evidence: []string{}, Vocabulary: s.words.echoes(g.Vocabulary), Works: p.works(hand),
	}
	m.Habits, _ = p.baseline.habits(hand, s.Habits)
	for _, h := range m.Habits[:min(3, len(m.Habits))] {
		m.Evidence = append(m.Evidence, h.says(g.Name))
	}
	if words := m.Vocabulary[:min(5, len(m.Vocabulary))]; len(words) > 0 {
		m.Evidence = append(m.Evidence, "the guide's words that stand in the text: "+listOf(words))
	}
	if s.Habits != nil {
		if d := hand.Distance(p.baseline, s.Features, s.Scenes); !math.IsInf(d, 1) {
			m.Distance = rounded(d, 4)
		}
		m.Evidence = append(m.Evidence, p.tendencies(g, s)...)
	}
	if len(m.Evidence) == 0 {
		m.Evidence = append(m.Evidence, "nothing in the text speaks for it but that less speaks against it than against others")
	}
	return m
}

// works returns the names of the screenplays of a profile; it is never nil.
func (p *profiles) works(h *StyleProfile) []Screenplay {
	all := []Screenplay{}
	for _, w := range h.Works {
		t := p.titles[w.Film]
		all = append(all, Screenplay{w.Film.String(), t.title, t.year})
	}
	return all
}

// tendencies returns, in sentences, those of a guide that the text shares. Of a
// short text only features that a passage shows are looked at. It is never nil.
func (p *profiles) tendencies(g *guide.Guide, s *Sample) []string {
	said := []string{}
	for _, t := range g.Tendencies {
		f, ok := measure.Index(t.Feature)
		z := p.baseline.norms[f].Z(s.Features[f])
		if !ok || (z > 0) != t.High || math.Abs(z) < somewhat || s.Scenes < wholeScript && !slices.Contains(local, f) {
			continue
		}
		way := "below"
		if t.High {
			way = "above"
		}
		said = append(said, fmt.Sprintf("%s is %s the average, as the guide says of %s", t.Feature, way, g.Name))
	}
	return said
}

// listOf returns the words with commas between them.
func listOf(words []Echo) string {
	all := []string{}
	for _, e := range words {
		all = append(all, e.Word)
	}
	return strings.Join(all, ", ")
}

// shortlisted is how many writers a model is shown beyond those asked for.
const shortlisted = 5

// styleMatchRead has a model choose among the nearest writers. A writer that was not
// shown is dropped, and it is an error if none is left. The model's evidence comes
// before what was measured.
func (r *Tools) styleMatchRead(ctx context.Context, q Question, p *profiles, s *Sample, ranked []standing, result *StyleMatchResult) (*Answer[StyleMatchResult], error) {
	type candidate struct {
		Match
		Summary string `json:"guide_summary"`
	}
	shown := struct {
		Limit     int         `json:"limit"`
		Shortlist []candidate `json:"shortlist"`
	}{Limit: q.Limit}
	matches := map[string]Match{}
	for _, at := range ranked[:min(q.Limit+shortlisted, len(ranked))] {
		m := p.match(at, s)
		matches[m.Slug] = m
		shown.Shortlist = append(shown.Shortlist, candidate{m, p.guides[at.guide].Summary})
	}
	said, err := read[StyleReading](ctx, r, "style-match", q, shown)
	if err != nil {
		return nil, err
	}
	c := newChecker(q)
	for _, claim := range said.said.Matches {
		m, listed := matches[claim.Slug]
		if !c.claim(listed) || len(result.Matches) == q.Limit {
			continue
		}
		delete(matches, claim.Slug)
		m.Evidence = append(slices.Clone(claim.Evidence), m.Evidence...)
		result.Matches = append(result.Matches, m)
	}
	if len(result.Matches) == 0 {
		return nil, unconfirmed()
	}
	result.Notes = slices.Concat(result.Notes, said.notes, c.notes())
	return &Answer[StyleMatchResult]{*result, said.by}, nil
}
