package taste

import (
	"cmp"
	"slices"

	"kinodex/internal/catalog"
	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/stat"
	"kinodex/internal/taste/feature"
	"kinodex/internal/taste/prompt"
	"kinodex/internal/text"
)

// How a group's films are ordered. Chosen on the development groups of `kinodex-lab evaluate together`;
// docs/cards/together.md tells what the rule is worth on others.
const (
	// leastShare is how much the member counts whom a film suits least; the mean counts for the rest.
	// Average and least misery are the two aggregations that group recommenders blend (Masthoff, "Group
	// Recommender Systems", 2015).
	leastShare = 0.4
	// LeastFit is the fit below which a film is not recommended, whoever it is that it does not suit.
	LeastFit = 0.3
)

// How many films are compared in full: the most promising for each member and as many for all of them,
// and all where no more than candidatesGroup may be recommended.
const (
	candidatesMember = 600
	candidatesGroup  = 5000
)

// GroupMember is one person of a group. It has liked films, a prompt, or both.
type GroupMember struct {
	Liked  []catalog.Doc
	Prompt string
	// Seen are further films that are not recommended to the group.
	Seen []catalog.Doc
	Vetoes
}

// Vetoes are what a member refuses to watch. A film is vetoed with those most like it, a genre under
// any name that filters take, a person by a whole name: whoever directed, wrote or acted.
type Vetoes struct {
	Films          []catalog.Doc
	Genres, People []string
}

// GroupWish asks for films for several people at once.
type GroupWish struct {
	Members []GroupMember
	// Minutes is the longest running time; 0 for any.
	Minutes int
	// Languages and Genres are those of which a film has one; nil for any.
	Languages, Genres []string
	Exclude           []catalog.Doc
	Limit             int
	// Among says which films may be recommended; nil for all.
	Among func(catalog.Doc) bool
}

// GroupPicks answer a GroupWish.
type GroupPicks struct {
	Films []GroupPick // best first
	// Understood is how the members' prompts were read, by member; nil for none.
	Understood []*prompt.Request
	// UnknownPeople are the vetoed people of each member whom no film has.
	UnknownPeople [][]string
	// Left is how many films pass the conditions and the vetoes.
	Left int
	// Note says in a sentence why there are no films, and what to do; "" when there are some.
	Note string
}

// GroupPick is a film for a group. Mean and Least are those of its fits.
type GroupPick struct {
	Doc         catalog.Doc
	Mean, Least float64
	Fits        []MemberFit // by member
}

// MemberFit is what a film is to one member.
type MemberFit struct {
	// Fit is the share, from 0 to 1, of the best-known films that suit the member less; of a film that
	// does not meet all the prompt demands it is less.
	Fit float64
	// Reason is one sentence of what is in the film's record.
	Reason string
	// Unmet is what the prompt demands and the film does not meet, by the names of UnmetConstraint.
	Unmet []string
}

// Together returns films for a group, best first, each once. What a film is to different members cannot
// be compared as it stands, so each member's scores are standardised among the best-known films
// (groupmember.go). Films are ordered by the mean of the members' scores, blended with the least of
// them, and one that suits anybody less than LeastFit is left out. No film breaks a condition, a veto,
// or what a prompt rules out; what prompts demand otherwise only counts, since the members may demand
// what no film has. No film that a member likes, has seen or names is recommended. The same wish gets
// the same films from one library. It may be called from several goroutines.
func (x *Taste) Together(w GroupWish) *GroupPicks {
	out := &GroupPicks{Understood: make([]*prompt.Request, len(w.Members)), UnknownPeople: make([][]string, len(w.Members))}
	members := make([]*groupMember, len(w.Members))
	for i := range w.Members {
		members[i] = x.groupMember(&w.Members[i])
		if r := members[i].reading; r != nil {
			out.Understood[i] = &r.Request
			r.Request.Note = remark(&r.Request, 1, 1)
		}
	}
	left, note := x.allowedTogether(&w, members, out.UnknownPeople)
	out.Left = left.Count()
	if out.Note = note; note != "" {
		return out
	}
	s := x.borrow()
	defer x.giveBack(s)
	x.measure(members, s)
	docs := x.groupCandidates(members, left, s)
	x.rankForAll(members, docs, s)
	out.Films = bestTogether(members, docs, w.Limit)
	if len(out.Films) == 0 && w.Limit > 0 {
		out.Note = "Every film that is left suits somebody too little. Widen the conditions, or have somebody ask for less, or for something else."
	}
	for i := range out.Films {
		x.explainTogether(members, &out.Films[i])
	}
	return out
}

// FitTogether is what a film is to each of several people: the fits, and the score by which Together
// orders films.
type FitTogether struct {
	Fits  []float64
	Score float64
}

// FitsTogether returns what films are to several people, in their order. It is for evaluations.
func (x *Taste) FitsTogether(members []GroupMember, films []catalog.Doc) []FitTogether {
	all, docs := make([]*groupMember, len(members)), distinct(films)
	for i := range members {
		all[i] = x.groupMember(&members[i])
	}
	s := x.borrow()
	defer x.giveBack(s)
	x.measure(all, s)
	x.rankForAll(all, docs, s)
	fits := make([]FitTogether, len(films))
	for i, d := range films {
		at, _ := slices.BinarySearch(docs, uint32(d))
		fits[i] = fitTogether(all, at)
	}
	return fits
}

// allowedTogether returns the films that pass the conditions, the vetoes and what prompts rule out.
// When there are none, note says what leaves none, and what to do. unknown gets the vetoed people
// whom no film has.
func (x *Taste) allowedTogether(w *GroupWish, members []*groupMember, unknown [][]string) (left docset.Set, note string) {
	named := x.namedFilms()
	left = x.meetingConditions(w, named)
	if left.Count() == 0 {
		return left, "No film meets the conditions of the group. Allow more minutes, or further languages or genres."
	}
	for i := range w.Members {
		unknown[i] = x.removeVetoed(left, &w.Members[i].Vetoes, named)
	}
	if left.Count() == 0 {
		return left, "The vetoes leave no film. Take one back, or widen the conditions of the group."
	}
	for i, g := range members {
		left.RemoveAll(g.liked)
		left.RemoveAll(distinct(w.Members[i].Seen))
		if g.hard != nil {
			left = x.model.satisfying(g.hard, left)
		}
	}
	if left.Count() == 0 {
		return left, "What the prompts rule out leaves no film. Have somebody rule out less."
	}
	return left, ""
}

// meetingConditions returns the films that meet the conditions of a group and of which enough is known,
// as a set that the caller owns. named returns the films that pass filters.
func (x *Taste) meetingConditions(w *GroupWish, named func(film.Filters) docset.Set) docset.Set {
	m := x.model
	left := docset.Full(m.Films)
	for d := range left.All() {
		long := w.Minutes > 0 && (m.Runtime[d] == 0 || int(m.Runtime[d]) > w.Minutes)
		if m.flags[d]&hasContent == 0 || long || w.Among != nil && !w.Among(catalog.Doc(d)) {
			left.Remove(d)
		}
	}
	left.RemoveAll(distinct(w.Exclude))
	narrow := func(some []string, filter func(string) film.Filters) {
		if len(some) == 0 {
			return
		}
		any := docset.New(m.Films)
		for _, name := range some {
			any.Union(named(filter(name)))
		}
		left.Intersect(left, any)
	}
	narrow(w.Languages, func(name string) film.Filters { return film.Filters{Language: name} })
	narrow(w.Genres, func(name string) film.Filters { return film.Filters{Genre: name} })
	return left
}

// removeVetoed takes what somebody vetoes out of left, and returns the people whom no film has.
func (x *Taste) removeVetoed(left docset.Set, v *Vetoes, named func(film.Filters) docset.Set) (unknown []string) {
	left.RemoveAll(x.model.withNearest(v.Films))
	for _, g := range v.Genres {
		left.Subtract(named(film.Filters{Genre: g}))
	}
	for _, name := range v.People {
		features := x.model.everybodyCalled(name)
		if len(features) == 0 {
			unknown = append(unknown, name)
		}
		for _, f := range features {
			docs, _ := x.model.With(f)
			left.RemoveAll(docs)
		}
	}
	return unknown
}

// namedFilms returns a function that returns the films that pass filters, and remembers them: several
// people may veto the same. The sets must not be changed.
func (x *Taste) namedFilms() func(film.Filters) docset.Set {
	known := map[film.Filters]docset.Set{}
	return func(f film.Filters) docset.Set {
		s, ok := known[f]
		if !ok {
			s = x.among(&film.Query{Filters: f})
			known[f] = s
		}
		return s
	}
}

// withNearest returns films with those most like each, as many as are left out for a film that a
// prompt speaks of badly.
func (m *model) withNearest(films []catalog.Doc) (all []uint32) {
	for _, bad := range distinct(films) {
		near := m.like[m.likeFirst[bad]:m.likeFirst[bad+1]]
		all = append(append(all, bad), near[:min(len(near), dislikedNear)]...)
	}
	return all
}

// everybodyCalled returns the directors, writers and actors of a whole name.
func (m *model) everybodyCalled(name string) (all []uint32) {
	key := feature.TitleKey(name)
	for i := m.Names.Search(key); i < m.Names.Len() && string(m.Names.At(i)) == key; i++ {
		if f := m.NameFeatures[i]; m.KindOf(f) != feature.Keyword {
			all = append(all, f)
		}
	}
	if f, ok := m.Feature(feature.Writer, text.Fold(name)); ok {
		all = append(all, f)
	}
	return all
}

// groupCandidates returns the films of left that are compared in full, ascending: all of them if they
// are few, else the most promising for each member and for all together, of those that meet what
// prompts demand as well as of all.
func (x *Taste) groupCandidates(members []*groupMember, left docset.Set, s *scratch) []uint32 {
	m := x.model
	all := left.AppendTo(nil)
	if len(all) <= candidatesGroup {
		return all
	}
	chosen, keys := docset.New(m.Films), make([]uint64, 0, len(all))
	choose := func(among docset.Set, score func(d uint32) float32) {
		keys = keys[:0]
		for d := range among.All() {
			keys = append(keys, docset.Key(score(d), d))
		}
		for _, key := range docset.Smallest(keys, candidatesMember) {
			chosen.Add(uint32(key))
		}
	}
	sums, everybody := make([]float32, m.Films), slices.Clone(left)
	for _, g := range members {
		m.estimate(g, s)
		score := func(d uint32) float32 { return g.score(s.fits[d]+g.unratedBonus(m, d), x.standing(g, d)) }
		choose(left, score)
		if len(g.demands) > 0 {
			meeting := slices.Clone(left)
			for _, d := range g.demands {
				d.filter(meeting)
			}
			everybody.Intersect(everybody, meeting)
			choose(meeting, score)
		}
		for _, d := range all {
			sums[d] += score(d)
		}
		m.forget(g, s)
	}
	choose(left, func(d uint32) float32 { return sums[d] })
	choose(everybody, func(d uint32) float32 { return sums[d] })
	return chosen.AppendTo(nil)
}

// fitTogether returns what the candidate of a number is to the members.
func fitTogether(members []*groupMember, n int) (f FitTogether) {
	scores := make([]float64, len(members))
	f.Fits = make([]float64, len(members))
	for i, g := range members {
		rank := g.rank[n]
		f.Fits[i] = g.fit(rank)
		scores[i] = float64(rank.score - rank.lost)
	}
	f.Score = (1-leastShare)*stat.Mean(scores) + leastShare*slices.Min(scores)
	return f
}

// bestTogether returns the best films for all members, at most limit, without those that suit anybody
// less than LeastFit.
func bestTogether(members []*groupMember, docs []uint32, limit int) []GroupPick {
	type scored struct {
		pick  GroupPick
		score float64
	}
	var all []scored
	for n, d := range docs {
		f := fitTogether(members, n)
		p := GroupPick{Doc: catalog.Doc(d), Mean: stat.Mean(f.Fits), Least: slices.Min(f.Fits), Fits: make([]MemberFit, len(members))}
		if p.Least < LeastFit {
			continue
		}
		for i, fit := range f.Fits {
			p.Fits[i].Fit = fit
		}
		all = append(all, scored{p, f.Score})
	}
	slices.SortFunc(all, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.pick.Doc, b.pick.Doc))
	})
	picks := make([]GroupPick, 0, min(len(all), limit))
	for _, s := range all[:min(len(all), limit)] {
		picks = append(picks, s.pick)
	}
	return picks
}

// explainTogether adds the reason for each member, and what their prompts demand that the film does
// not meet.
func (x *Taste) explainTogether(members []*groupMember, p *GroupPick) {
	d := uint32(p.Doc)
	for i, g := range members {
		fit := &p.Fits[i]
		if g.reading == nil {
			fit.Reason = x.groupReason(d, g.liked)
			continue
		}
		fit.Reason = x.sentence(g.reading, d)
		for _, ask := range g.demands {
			if !ask.met.Has(d) && !slices.Contains(fit.Unmet, ask.what) {
				fit.Unmet = append(fit.Unmet, ask.what)
			}
		}
	}
}

// groupReason returns a sentence on what a film shares with films that a member likes, or on the film
// alone when they share no more than where they are from.
func (x *Taste) groupReason(d uint32, liked []uint32) string {
	best := sharedFeatures{}
	for _, l := range liked {
		for _, s := range x.model.common(d, l, feature.Country) {
			if s.strength > best.strength {
				best = s
			}
		}
	}
	if best.strength > 0 {
		return x.sharedReason(best) + "."
	}
	if l, ok := x.model.strongestTogether(d, liked); ok {
		return "Liked by people who liked " + x.title(l) + "."
	}
	return x.sentence(&prompt.Reading{}, d)
}
