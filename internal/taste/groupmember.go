package taste

import (
	"cmp"
	"slices"

	"kinodex/internal/catalog"
	"kinodex/internal/docset"
	"kinodex/internal/stat"
	"kinodex/internal/taste/prompt"
)

// A member's score of a film is what the film has in common with the member's taste, standardised among
// the best-known films, and what speaks for it to everybody: how well known it is and how users rate it,
// standardised likewise. For a group the rating counts as much as the taste does: by the taste alone, the
// film that is picked is liked less than the best rated one would be.
const (
	groupFame   = 0.1
	groupRating = 1.0
	// A rating is taken with ratingVotes further votes of usualRating, so that few votes say little.
	usualRating = 6.5
	ratingVotes = 5000
	// leastSpread is the standard deviation below which values do not differ.
	leastSpread = 1e-6
	// comparedWith is how many of the best-known films scores are standardised among.
	comparedWith = 2000
)

// What a film loses that does not meet what a prompt demands.
const (
	// unmetShare is what is left of the fit of a film that meets nothing of it.
	unmetShare = 0.5
	// unmetLoss is what such a film loses of its score: so much that nothing makes up for it.
	// unmetSoftLoss is that for moods, and for themes where the prompt demands something else.
	unmetLoss, unmetSoftLoss = 8.0, 3.0
	// softWeight is how much these count for the fit beside other demands.
	softWeight = 0.5
)

// groupMember is a member while films are compared.
type groupMember struct {
	liked   []uint32
	reading *prompt.Reading // nil without a prompt
	profile *profile
	hard    *constraints // what the prompt rules out; nil without a prompt
	demands []demand     // what it asks for beside, moods and themes included
	usual   float32      // the bonus of a film that no imported rating tells of
	// mean and spread are those of what the films that fits are told by have in common with the taste.
	mean, spread float32
	ranks        []groupRank // of the films that fits are told by, the worst first
	rank         []groupRank // by candidate
}

// groupRank is what films are ordered by for one member: the share of the demands that they meet, and then
// the score. lost is what they lose of it when members are compared.
type groupRank struct{ met, score, lost float32 }

func (a groupRank) compare(b groupRank) int {
	return cmp.Or(cmp.Compare(a.met, b.met), cmp.Compare(a.score, b.score))
}

// groupMember returns the member with what their prompt asks for, and the profile of their taste.
func (x *Taste) groupMember(of *GroupMember) *groupMember {
	m := x.model
	g := &groupMember{liked: distinct(of.Liked)}
	if of.Prompt == "" {
		counts := ones(len(g.liked))
		g.profile = m.taste(g.liked, counts, 0)
		if g.profile.bonus = m.togetherWithAll(g.liked); len(g.profile.bonus) > 0 {
			g.profile.rated()
		} else {
			g.profile.bonus = m.mostLike(g.liked, counts)
		}
		return g
	}
	g.reading = x.reader.Read(of.Prompt)
	if len(g.liked) > 0 {
		likedBeside(g.reading, of.Liked)
	}
	g.profile = x.promptProfile(g.reading)
	g.hard = x.constraintsOf(g.reading)
	g.demands, g.hard.demands = append(g.hard.demands, x.softDemandsOf(g.reading)...), nil
	return g
}

// themesDemand is the demand for one theme or more.
const themesDemand = "themes"

// softDemandsOf returns a prompt's themes and moods as demands. They only order what is recommended to one person.
// What orders films for one of a group alone would be lost among what speaks for a film to everybody.
func (x *Taste) softDemandsOf(r *prompt.Reading) (all []demand) {
	var themes []uint32
	for _, t := range r.Themes {
		themes = append(themes, t.Features...)
	}
	if len(themes) > 0 {
		all = append(all, demand{what: themesDemand, soft: scopeOf(r) != inside, films: x.model.havingAny(themes)})
	}
	for i, mood := range r.Moods {
		is := demand{what: "moods", soft: true, films: x.model.havingAny(x.signsOf(mood))}
		if len(r.Request.Moods) == len(r.Moods) {
			is.value = r.Request.Moods[i]
		}
		all = append(all, is)
	}
	return all
}

// estimate fills in what finders tell of the films for a member, in s, and the usual bonus.
func (m *model) estimate(g *groupMember, s *scratch) {
	p := g.profile
	m.find(p, s, p.bonus)
	if p.unrated == 0 {
		return
	}
	s.keys = s.keys[:0]
	for _, d := range s.touched {
		if m.flags[d]&collaborative != 0 {
			s.keys = append(s.keys, docset.Key(s.fits[d]+p.prior(m, d), d))
		}
	}
	g.usual = p.unrated * s.usualBonus()
}

// forget takes back what estimate fills in.
func (m *model) forget(g *groupMember, s *scratch) {
	for _, d := range s.touched {
		s.fits[d] = 0
	}
	for _, e := range g.profile.bonus {
		s.bonus[e.doc] = 0
	}
	for _, f := range g.profile.features {
		s.wants[f.feature] = 0
	}
}

// unratedBonus returns the bonus of a film that no imported rating tells of, 0 for any other.
func (g *groupMember) unratedBonus(m *model, d uint32) float32 {
	if g.usual != 0 && m.flags[d]&collaborative == 0 {
		return g.usual
	}
	return 0
}

// rankForAll ranks the candidates, and the films that fits are told by, for each member.
func (x *Taste) rankForAll(members []*groupMember, docs []uint32, s *scratch) {
	m, known := x.model, x.reference().known
	compared := docset.New(m.Films)
	compared.AddAll(docs)
	compared.AddAll(known)
	for _, g := range members {
		for i := range g.demands {
			g.demands[i].met = slices.Clone(compared)
			g.demands[i].filter(g.demands[i].met)
		}
		m.estimate(g, s)
		rank := func(d uint32) groupRank {
			met, lost := g.meets(d)
			return groupRank{met, g.score(m.inCommon(g, s, d), x.standing(g, d)), lost}
		}
		for _, d := range docs {
			g.rank = append(g.rank, rank(d))
		}
		for _, d := range known {
			g.ranks = append(g.ranks, rank(d))
		}
		m.forget(g, s)
		slices.SortFunc(g.ranks, groupRank.compare)
	}
}

// groupReference is what films are compared with for groups, whoever these are.
type groupReference struct {
	known []uint32 // the best-known films of which enough is known to compare them
	// fame and rating are by film how well known and how well liked it is, with a mean of 0 and a
	// standard deviation of 1 among these.
	fame, rating []float32
}

// reference returns what films are compared with for groups. It is made when it is first asked for, in
// time linear in the films, and must not be changed. One that fails, as when the file cannot be read, is
// made again.
func (x *Taste) reference() *groupReference {
	if r := x.forGroups.Load(); r != nil {
		return r
	}
	m, r := x.model, &groupReference{}
	var keys []uint64
	for d := range uint32(m.Films) {
		if m.flags[d]&hasContent != 0 {
			keys = append(keys, docset.Key(m.Fame[d], d))
		}
		rating, _ := x.films.Number("filmdb_rating", catalog.Doc(d))
		votes, _ := x.films.Number("filmdb_votes", catalog.Doc(d))
		r.rating = append(r.rating, float32((rating*votes+usualRating*ratingVotes)/(votes+ratingVotes)))
	}
	for _, key := range docset.Smallest(keys, comparedWith) {
		r.known = append(r.known, uint32(key))
	}
	slices.Sort(r.known)
	r.fame, r.rating = standardised(m.Fame, r.known), standardised(r.rating, r.known)
	x.forGroups.Store(r)
	return r
}

// standardised returns values with a mean of 0 and a standard deviation of 1 among some of them. Values
// that do not differ are 0.
func standardised(values []float32, some []uint32) []float32 {
	among := make([]float64, len(some))
	for i, d := range some {
		among[i] = float64(values[d])
	}
	all := make([]float32, len(values))
	if len(some) == 0 || stat.Deviation(among) < leastSpread {
		return all
	}
	mean, spread := stat.Mean(among), stat.Deviation(among)
	for i, v := range values {
		all[i] = float32((float64(v) - mean) / spread)
	}
	return all
}

// standing returns what speaks for a film whatever it has in common with a member's taste.
func (x *Taste) standing(g *groupMember, d uint32) float32 {
	r := x.reference()
	if g.reading != nil && g.reading.Request.Fame == "hidden" {
		return groupRating * r.rating[d]
	}
	return groupFame*r.fame[d] + groupRating*r.rating[d]
}

// measure sets, for each member, what the films that fits are told by have in common with the taste.
func (x *Taste) measure(members []*groupMember, s *scratch) {
	m, known := x.model, x.reference().known
	if len(known) == 0 {
		return
	}
	for _, g := range members {
		m.estimate(g, s)
		all := make([]float64, len(known))
		for i, d := range known {
			all[i] = float64(m.inCommon(g, s, d))
		}
		m.forget(g, s)
		g.mean, g.spread = float32(stat.Mean(all)), float32(stat.Deviation(all))
	}
}

// inCommon returns how much a film has in common with a member's taste, after estimate.
func (m *model) inCommon(g *groupMember, s *scratch, d uint32) float32 {
	return m.fit(g.profile, d, s.wants) - g.profile.prior(m, d) + s.bonus[d] + g.unratedBonus(m, d)
}

// score returns a member's score of a film, before what it loses for demands that it does not meet.
func (g *groupMember) score(inCommon, standing float32) float32 {
	if g.spread < leastSpread {
		return standing
	}
	return (inCommon-g.mean)/g.spread + standing
}

// meets returns the share of the demands that a film meets, by their weights, 1 when there are none, and
// what it loses for those that it does not meet.
func (g *groupMember) meets(d uint32) (share, lost float32) {
	if len(g.demands) == 0 {
		return 1, 0
	}
	var met, all [2]float32 // hard demands, and soft ones
	for _, ask := range g.demands {
		of := 0
		if ask.soft {
			of = 1
		}
		all[of]++
		if ask.met.Has(d) {
			met[of]++
		}
	}
	for of, loss := range [2]float32{unmetLoss, unmetSoftLoss} {
		if all[of] > 0 {
			lost += loss * (1 - met[of]/all[of])
		}
	}
	return (met[0] + softWeight*met[1]) / (all[0] + softWeight*all[1]), lost
}

// fit returns what a film of a rank is to the member, from 0 to 1: the share of the films of g.ranks that
// suit them less, where those that suit them as much count half. Demands that are not met take their part.
func (g *groupMember) fit(is groupRank) float64 {
	below, _ := slices.BinarySearchFunc(g.ranks, is, groupRank.compare)
	same := 0
	for below+same < len(g.ranks) && g.ranks[below+same].compare(is) == 0 {
		same++
	}
	share := (float64(below) + float64(same)/2) / float64(len(g.ranks))
	return share * (unmetShare + (1-unmetShare)*float64(is.met))
}
