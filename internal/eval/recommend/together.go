package recommend

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"kinodex/internal/app"
	"kinodex/internal/catalog"
	"kinodex/internal/eval"
	"kinodex/internal/stat"
	"kinodex/internal/taste"
)

// How groups are drawn.
const (
	groupSize   = 4
	groupDraws  = 200_000 // of a half, of which those with too little in common are left out
	groupsMost  = 1000
	groupCommon = 10 // films that all members rated, at least
	groupLikes  = 5  // further films that each of them liked, at least
)

// group are people who choose one of some films together. All of them rated all of these films, and
// the ratings are held out.
type group struct {
	members []groupPerson
	films   []catalog.Doc
}

// groupPerson is one of a group: the ratings that are given, the newest first, the mean of all of the
// person's ratings, and what was held out.
type groupPerson struct {
	given []Rating
	mean  float64
	held  map[catalog.Doc]float64
}

// groups draws groups of people by a seed: no group twice, each with groupCommon films or more that
// all members rated, and with groupLikes films or more that each of them liked beside these.
func groups(people []User, seed uint64) (all []group) {
	rated := make([]map[catalog.Doc]float64, len(people))
	for i := range people {
		rated[i] = map[catalog.Doc]float64{}
		for _, r := range people[i].Ratings {
			rated[i][r.Film] = r.Rating
		}
	}
	draw := rand.New(rand.NewPCG(seed, groupSize))
	drawn := map[[groupSize]int]bool{}
	for range groupDraws {
		if len(people) < groupSize || len(all) == groupsMost {
			break
		}
		var who [groupSize]int
		copy(who[:], draw.Perm(len(people)))
		slices.Sort(who[:])
		if drawn[who] {
			continue
		}
		drawn[who] = true
		if g, ok := newGroup(people, rated, who); ok {
			all = append(all, g)
		}
	}
	return all
}

// newGroup returns the group of some people; ok is false for one with too little in common.
func newGroup(people []User, rated []map[catalog.Doc]float64, who [groupSize]int) (g group, ok bool) {
	for d := range rated[who[0]] {
		if !slices.ContainsFunc(who[1:], func(i int) bool { _, is := rated[i][d]; return !is }) {
			g.films = append(g.films, d)
		}
	}
	slices.Sort(g.films)
	if len(g.films) < groupCommon {
		return g, false
	}
	for _, i := range who {
		p := groupPerson{held: map[catalog.Doc]float64{}}
		var all []float64
		likes := 0
		for _, r := range people[i].Ratings {
			all = append(all, r.Rating)
			if _, is := slices.BinarySearch(g.films, r.Film); is {
				p.held[r.Film] = r.Rating
				continue
			}
			p.given = append(p.given, r)
			if r.Rating >= liked {
				likes++
			}
		}
		if likes < groupLikes {
			return g, false
		}
		slices.SortFunc(p.given, func(a, b Rating) int { return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(b.movie, a.movie)) })
		p.mean = stat.Mean(all)
		g.members = append(g.members, p)
	}
	return g, true
}

// likes returns the latest films that the person liked, of those that are given, as somebody would
// name them.
func (p *groupPerson) likes() (docs []catalog.Doc) {
	for _, r := range p.given {
		if r.Rating >= liked && len(docs) < mostLikes {
			docs = append(docs, r.Film)
		}
	}
	return docs
}

// byRatings returns the films that count as liked by all ratings that are given, as the service
// decides it.
func (p *groupPerson) byRatings() []catalog.Doc {
	docs, marks := make([]catalog.Doc, len(p.given)), make([]float64, len(p.given))
	for i, r := range p.given {
		docs[i], marks[i] = r.Film, 2*r.Rating
	}
	return app.LikedByRatings(docs, marks)
}

// GroupMetrics is how well groups were served by the film that was picked for them.
type GroupMetrics struct {
	Name string
	// Content is the share of members who rated the pick at their own mean or above, Everybody the
	// share of groups in which all did.
	Content, Everybody float64
	// Least is the mean over groups of the least rating of the pick, measured from each member's own
	// mean; Unhappy the share of members who rated it a point or more below it.
	Least, Unhappy float64
	// ContentError is the standard error of Content over groups.
	ContentError float64
}

// TogetherTable is the metrics of rules that were told the same of the members.
type TogetherTable struct {
	Given string
	Rows  []GroupMetrics
	Fits  []FitBand
}

// FitBand is what members thought of the films of a band of fits, from From to before To.
type FitBand struct {
	From, To float64
	Ratings  int
	// Content is the share that was rated at the member's own mean or above, Unhappy that a point or
	// more below it.
	Content, Unhappy float64
}

// Name is the band in words.
func (b FitBand) Name() string {
	if b.To > 1 {
		return fmt.Sprintf("%.2f and above", b.From)
	}
	return fmt.Sprintf("%.2f to %.2f", b.From, b.To)
}

// TogetherReport is what the card of recommendations for groups tells.
type TogetherReport struct {
	Ratings *Ratings
	Seed    uint64
	Half    string // of the people
	People  int
	Groups  int
	Films   float64 // that a group chose from, on average
	Tables  []TogetherTable
	// Different is how many different films the service recommends first to so many groups, among all
	// films that none of them rated, and DifferentVotes how many the order of votes does.
	Varied                    int
	Different, DifferentVotes int
}

// The names of rules that bounds are set for.
const (
	TogetherOurs  = "kinodex: mean and lowest score"
	TogetherVotes = "most votes"
)

// groupRule scores the films of a group by what is known of its members; liked is by member.
type groupRule struct {
	name  string
	score func(g *group, liked [][]catalog.Doc, fits []taste.FitTogether) []float64
}

// EvaluateTogether draws groups from one half of the people, the held-out one or the other, and has
// each rule pick a film for each group, from those that all members rated.
func EvaluateTogether(x *taste.Taste, films *catalog.Catalog, ratings *Ratings, tuning bool) *TogetherReport {
	r := &TogetherReport{Ratings: ratings, Seed: eval.HeldOutSeed, Half: "held-out"}
	development, people := ratings.Halves(eval.HeldOutSeed)
	if tuning {
		r.Half, people = "development", development
	}
	r.People = len(people)
	all := groups(people, r.Seed)
	r.Groups = len(all)
	for i := range all {
		r.Films += float64(len(all[i].films)) / float64(len(all))
	}
	for _, told := range []struct {
		given string
		of    func(*groupPerson) []catalog.Doc
	}{{"the latest six likes of each member", (*groupPerson).likes}, {"all other ratings of each member", (*groupPerson).byRatings}} {
		rows, bands := evaluateGroups(x, groupRules(x, films), all, told.of)
		r.Tables = append(r.Tables, TogetherTable{told.given, rows, bands})
	}
	r.Varied = min(len(all), variedGroups)
	r.Different, r.DifferentVotes = variety(x, films, all[:r.Varied])
	return r
}

// variedGroups is how many groups are asked what they are recommended among all films.
const variedGroups = 200

// variety returns how many different films some groups are recommended first, among all films of the
// catalogue that none of a group has rated, by the latest likes of each: by the service, and by votes.
func variety(x *taste.Taste, films *catalog.Catalog, all []group) (ours, byVotes int) {
	votes := map[catalog.Doc]float64{}
	for i := range films.Len() {
		votes[catalog.Doc(i)], _ = films.Number("filmdb_votes", catalog.Doc(i))
	}
	order := best(votes, len(votes))
	first, popular := map[catalog.Doc]bool{}, map[catalog.Doc]bool{}
	for i := range all {
		g := &all[i]
		w := taste.GroupWish{Limit: 1, Exclude: g.films}
		for j := range g.members {
			p := &g.members[j]
			for _, r := range p.given {
				w.Exclude = append(w.Exclude, r.Film)
			}
			w.Members = append(w.Members, taste.GroupMember{Liked: p.likes()})
		}
		for _, f := range x.Together(w).Films {
			first[f.Doc] = true
		}
		for _, d := range order {
			if !slices.Contains(w.Exclude, d) {
				popular[d] = true
				break
			}
		}
	}
	return len(first), len(popular)
}

// groupRules are the rules that are compared.
func groupRules(x *taste.Taste, films *catalog.Catalog) []groupRule {
	field := func(name string) func(*group, [][]catalog.Doc, []taste.FitTogether) []float64 {
		return func(g *group, _ [][]catalog.Doc, _ []taste.FitTogether) (scores []float64) {
			for _, d := range g.films {
				n, _ := films.Number(name, d)
				scores = append(scores, n)
			}
			return scores
		}
	}
	fits := func(of func(taste.FitTogether) float64) func(*group, [][]catalog.Doc, []taste.FitTogether) []float64 {
		return func(_ *group, _ [][]catalog.Doc, fits []taste.FitTogether) (scores []float64) {
			for _, f := range fits {
				scores = append(scores, of(f))
			}
			return scores
		}
	}
	return []groupRule{
		{TogetherVotes, field("filmdb_votes")},
		{"best user rating", field("filmdb_rating")},
		{"best master score", field("master_score")},
		{"all likes, as one person", func(g *group, liked [][]catalog.Doc, _ []taste.FitTogether) []float64 {
			return asOnePerson(x, g, slices.Concat(liked...))
		}},
		{"mean of the fits", fits(func(f taste.FitTogether) float64 { return stat.Mean(f.Fits) })},
		{"least misery: lowest fit", fits(func(f taste.FitTogether) float64 { return slices.Min(f.Fits) })},
		{TogetherOurs, fits(oursTogether)},
		{"best possible pick", func(g *group, _ [][]catalog.Doc, _ []taste.FitTogether) []float64 { return bestPossible(g) }},
	}
}

// oursTogether is the service's rule: what suits somebody too little comes last.
func oursTogether(f taste.FitTogether) float64 {
	if slices.Min(f.Fits) < taste.LeastFit {
		return f.Score - 1e6
	}
	return f.Score
}

// asOnePerson returns the scores of a group's films for one who likes what anybody of it does.
func asOnePerson(x *taste.Taste, g *group, liked []catalog.Doc) []float64 {
	among := func(d catalog.Doc) bool { _, is := slices.BinarySearch(g.films, d); return is }
	scores := slices.Repeat([]float64{math.Inf(-1)}, len(g.films))
	for _, s := range x.Suggest(taste.Wish{Liked: liked, Limit: len(g.films), Among: among}).Films {
		at, _ := slices.BinarySearch(g.films, s.Doc)
		scores[at] = s.Score
	}
	return scores
}

// bestPossible returns the number of members who rated each film at their own mean or above.
func bestPossible(g *group) (scores []float64) {
	for _, d := range g.films {
		n := 0.0
		for _, p := range g.members {
			if p.held[d] >= p.mean {
				n++
			}
		}
		scores = append(scores, n)
	}
	return scores
}

// fitBounds are where bands of fits begin and end.
var fitBounds = []float64{0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.001}

// evaluateGroups has each rule pick a film for each group. The last row is what a random pick
// would reach. The bands are of all films that groups choose from.
func evaluateGroups(x *taste.Taste, rules []groupRule, all []group, likes func(*groupPerson) []catalog.Doc) ([]GroupMetrics, []FitBand) {
	var bands []FitBand
	for i, from := range fitBounds[1:] {
		bands = append(bands, FitBand{From: fitBounds[i], To: from})
	}
	marks := make([]GroupMetrics, len(rules)+1)
	for i := range rules {
		marks[i].Name = rules[i].name
	}
	marks[len(rules)].Name = "random pick"
	content := make([][]float64, len(marks))
	for i := range all {
		g := &all[i]
		liked, members := make([][]catalog.Doc, len(g.members)), make([]taste.GroupMember, len(g.members))
		for j := range g.members {
			liked[j] = likes(&g.members[j])
			members[j].Liked = liked[j]
		}
		fits := x.FitsTogether(members, g.films)
		addToBands(bands, g, fits)
		for j, rule := range rules {
			scores := rule.score(g, liked, fits)
			best := 0
			for k := range scores {
				if scores[k] > scores[best] {
					best = k
				}
			}
			content[j] = append(content[j], marks[j].add(g, g.films[best], 1))
		}
		sum := 0.0
		for _, d := range g.films {
			sum += marks[len(rules)].add(g, d, 1/float64(len(g.films)))
		}
		content[len(rules)] = append(content[len(rules)], sum)
	}
	n := float64(max(1, len(all)))
	for j := range marks {
		m := &marks[j]
		m.Content, m.Everybody, m.Least, m.Unhappy = m.Content/n, m.Everybody/n, m.Least/n, m.Unhappy/n
		m.ContentError = stat.Deviation(content[j]) / math.Sqrt(n)
	}
	for i := range bands {
		n := float64(max(1, bands[i].Ratings))
		bands[i].Content, bands[i].Unhappy = bands[i].Content/n, bands[i].Unhappy/n
	}
	return marks, bands
}

// addToBands counts what the members of a group thought of each of its films.
func addToBands(bands []FitBand, g *group, fits []taste.FitTogether) {
	for i, d := range g.films {
		for j, p := range g.members {
			fit, above := fits[i].Fits[j], p.held[d]-p.mean
			b := &bands[slices.IndexFunc(bands, func(b FitBand) bool { return fit < b.To })]
			b.Ratings++
			if above >= 0 {
				b.Content++
			}
			if above <= -1 {
				b.Unhappy++
			}
		}
	}
}

// add counts what a film is to a group, with a weight, and returns its part of Content.
func (m *GroupMetrics) add(g *group, d catalog.Doc, weight float64) float64 {
	content, least, unhappy := 0.0, math.Inf(1), 0.0
	for _, p := range g.members {
		above := p.held[d] - p.mean
		if above >= 0 {
			content++
		}
		if above <= -1 {
			unhappy++
		}
		least = min(least, above)
	}
	n := float64(len(g.members))
	m.Content += weight * content / n
	m.Unhappy += weight * unhappy / n
	m.Least += weight * least
	if content == n {
		m.Everybody += weight
	}
	return weight * content / n
}
