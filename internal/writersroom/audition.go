package writersroom

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/guide"
	"kinodex/internal/people"
	"kinodex/internal/text"
)

// peopleOfGenre is how many people of a genre's record are looked at, at most.
const peopleOfGenre = 300

// The parts of a candidate's score: the record in the genres, parts of the same
// trade, and words of the person's guide in the scenes of the part.
const (
	recordShare = 0.7
	tradeShare  = 0.15
	guideShare  = 0.15
)

// actorCandidate is somebody who may be cast.
type actorCandidate struct {
	person   people.Actor
	strength float64 // mean over the genres
	reasons  []string
	guide    *guide.Guide // nil for most
}

// castRoles fills in the candidates of the parts, of each the best that no larger
// part took.
func (r *Tools) castRoles(s Library, q Question, result *CastResult, limit int) {
	actorCandidates := r.actorCandidates(s, result.Genres)
	if len(actorCandidates) == 0 {
		result.Notes = append(result.Notes, "no candidates: no genre was stated or could be inferred that the records know")
		return
	}
	words := q.lexicon()
	taken := map[string]bool{}
	for i := range result.Roles {
		role := &result.Roles[i]
		scenes := q.scenesOf(i)
		choices := []CastChoice{}
		for _, one := range actorCandidates {
			if !taken[one.person.Slug] {
				choices = append(choices, one.scoreFor(s, role.Role, words, scenes))
			}
		}
		slices.SortStableFunc(choices, func(a, b CastChoice) int { return cmp.Compare(b.Score, a.Score) })
		role.Candidates = slices.Clone(choices[:min(limit, len(choices))])
		for _, c := range role.Candidates {
			taken[c.ActorID] = true
		}
	}
}

// scenesOf are the scenes that a part speaks in, from 1; nil for a synopsis, where
// every word may be about anyone.
func (q Question) scenesOf(part int) map[int]bool {
	if q.Script == nil {
		return nil
	}
	all := map[int]bool{}
	for i := range q.Report.Scenes {
		if slices.Contains(q.Report.Scenes[i].Characters, part) {
			all[i+1] = true
		}
	}
	return all
}

// actorCandidates are the people with a record in the genres, and those with a guide, in
// order of strength.
func (r *Tools) actorCandidates(s Library, genres []string) []*actorCandidate {
	found := map[string]*actorCandidate{}
	var order []*actorCandidate
	for _, genre := range genres {
		for _, record := range s.People.ByGenre(genre, peopleOfGenre) {
			one := found[record.Actor.Slug]
			if one == nil {
				one = &actorCandidate{person: record.Actor}
				found[record.Actor.Slug] = one
				order = append(order, one)
			}
			one.strength += record.Strength / float64(len(genres))
			says := fmt.Sprintf("%s: %s", genre, counted(record.Films, "film"))
			if record.AvgRating != nil {
				says += fmt.Sprintf(", average rating %.1f", *record.AvgRating)
			}
			one.reasons = append(one.reasons, says)
		}
	}
	for _, g := range r.guides.List(guide.Actors) {
		if p, ok := s.People.Named(g.Name, g.Cited()); ok && found[p.Slug] != nil {
			found[p.Slug].guide = g
		}
	}
	slices.SortStableFunc(order, func(a, b *actorCandidate) int {
		return cmp.Or(cmp.Compare(b.strength, a.strength), cmp.Compare(a.person.Slug, b.person.Slug))
	})
	return order
}

// scoreFor returns the person as a candidate for a part, with a score from 0 to 1.
func (one *actorCandidate) scoreFor(s Library, role string, words *lexicon, scenes map[int]bool) CastChoice {
	c := CastChoice{ActorID: one.person.Slug, Name: one.person.Name, Score: recordShare * one.strength, Reasons: slices.Clone(one.reasons)}
	if trade := tradeOf(role); trade != "" {
		if says := one.hasPlayed(s, trade); says != "" {
			c.Score += tradeShare
			c.Reasons = append(c.Reasons, says)
		}
	}
	if one.guide != nil {
		if echoes := words.wordsIn(one.guide.Vocabulary, scenes); len(echoes) > 0 {
			c.Score += guideShare * min(1, float64(len(echoes))/5)
			c.Reasons = append(c.Reasons, fmt.Sprintf("the guide to %s listens for %s, which the part's scenes hold", one.person.Name, strings.Join(echoes, ", ")))
		}
	}
	if career := one.person.Career; career.FirstYear != nil && career.LastYear != nil {
		c.Reasons = append(c.Reasons, fmt.Sprintf("%s from %d to %d in the catalogue", counted(career.FilmCount, "film"), *career.FirstYear, *career.LastYear))
	}
	c.Score = round(min(1, c.Score), 4)
	return c
}

// wordsIn are the words of a vocabulary that stand in some scenes; in any, when
// scenes is nil.
func (l *lexicon) wordsIn(vocabulary []string, scenes map[int]bool) []string {
	heard := []string{}
	for _, word := range vocabulary {
		if slices.ContainsFunc(l.at[text.Stem(text.Fold(word))], func(scene int) bool { return scenes == nil || scenes[scene] }) {
			heard = append(heard, word)
		}
	}
	return heard
}

// trades are words of a part's name that say what the person is.
var trades = strings.Fields("agent boxer captain clerk colonel commander cop cowboy detective doctor driver general ghost guard inspector judge king " +
	"lawyer lieutenant maid mayor nurse officer pilot president priest prince princess professor queen reporter senator sergeant sheriff singer soldier " +
	"teacher waitress witch")

// tradeOf is the trade that a part's name states; empty when it states none.
func tradeOf(role string) string {
	for _, w := range text.Words(role) {
		if slices.Contains(trades, w) {
			return w
		}
	}
	return ""
}

// hasPlayed tells of a part of the same trade; empty when the records have none.
func (one *actorCandidate) hasPlayed(s Library, trade string) string {
	for _, a := range s.People.Films(one.person) {
		if a.Character != nil && slices.Contains(text.Words(*a.Character), trade) {
			return fmt.Sprintf("has played %s in %s", *a.Character, s.Films.Title(a.Doc))
		}
	}
	return ""
}
