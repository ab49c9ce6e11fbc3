package app

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/ratings"
	"kinodex/internal/taste"
	"kinodex/internal/taste/prompt"
)

// The bounds of a question for a group (REQ F2-84).
const (
	MinPeople  = 2
	MaxPeople  = 8
	MaxMinutes = 1000
	MaxVetoed  = 50 // films, genres or people, of one person
	MaxOf      = 30 // languages or genres of the group
	MaxName    = 60 // characters of a person's name
)

// Person is one of several people who want to watch a film together, and says at least one of what
// they like, what they are in the mood for, and what they rated.
type Person struct {
	Name    string             `json:"name,omitempty" maxLength:"60" doc:"What the answer calls the person."`
	Liked   []string           `json:"liked,omitempty" maxItems:"200" doc:"Films that the person likes, by id (tt0041959), title, or title and year (The Third Man (1949))."`
	Prompt  string             `json:"prompt,omitempty" maxLength:"2000" doc:"What the person would like to see, in their own words, as in POST /api/v2/recommend. What it rules out holds for the group; what it demands counts for the person."`
	Ratings []ratings.SeenFilm `json:"ratings,omitempty" maxItems:"10000" doc:"Films that the person has seen, the newest rating first, each at most once: the best of what was rated at the person's own mean or above counts as liked, and none is recommended."`
	Vetoes  Vetoes             `json:"vetoes,omitzero" doc:"What the person refuses to watch: no film has any of it."`

	// Said is what somebody says in one text: films they like, what they are in the mood for, or both, as
	// taste.Said divides it; at most MaxPrompt characters.
	Said string `json:"-"`
}

// Vetoes are what a person refuses to watch, each list with at most MaxVetoed names.
type Vetoes struct {
	Films  []string `json:"films,omitempty" maxItems:"50" doc:"Films, named as the liked ones; each with the ten films that are most like it."`
	Genres []string `json:"genres,omitempty" maxItems:"50" doc:"Genres, in any case and by any usual name. One that no film has is an error."`
	People []string `json:"people,omitempty" maxItems:"50" doc:"Whole names of people who directed, wrote or acted, in any case."`
}

// TogetherQuestion asks for films for several people at once.
type TogetherQuestion struct {
	People []Person // from MinPeople to MaxPeople
	// Minutes is the longest running time, from 1 to MaxMinutes; nil for any.
	Minutes *int
	// Languages and Genres are those of which every film has one; none for any.
	Languages, Genres []string
	Exclude           []string // films, at most MaxExcluded
	Limit             int      // from 1 to MaxPicks
	Fields            string   // of the list view, comma-separated; empty for all

	projection *film.Projection
}

// GroupRecommendations answer a TogetherQuestion, with at most as many films as it asks for.
type GroupRecommendations struct {
	Records
	// People says how each person was understood, in their order.
	People []PersonRead
	// Unresolved are the films to exclude that are no film's.
	Unresolved []string
	// Left is how many films pass all conditions and vetoes.
	Left int
	// Note says why there are no films, and what to do; empty when there are some.
	Note string

	picks []taste.GroupPick
}

// PersonRead is how one person was understood.
type PersonRead struct {
	Name       string          `json:"name,omitempty"`
	Liked      int             `json:"liked" minimum:"0" doc:"The films that count as liked, by name or by rating."`
	Understood *prompt.Request `json:"understood,omitempty" doc:"How the prompt was read. What is not here had no effect."`
	Ratings    *RatingsReport  `json:"ratings,omitempty" doc:"What became of the ratings."`
	Unresolved []string        `json:"unresolved" doc:"The titles that are no film's, and the vetoed people whom no film has. They had no effect."`
}

// PersonFit is what a film is to one person.
type PersonFit struct {
	Name   string   `json:"name,omitempty"`
	Fit    float64  `json:"fit" minimum:"0" maximum:"1" doc:"The share of the 2,000 best-known films that suit the person less; at most half of it when the film meets nothing that the prompt demands."`
	Reason string   `json:"reason" doc:"One sentence of what is in the film's record."`
	Unmet  []string `json:"unmet,omitempty" doc:"What of the prompt the film does not meet, by its name in understood."`
}

// GroupFit is what a film is to everybody.
type GroupFit struct {
	Mean   float64     `json:"mean" minimum:"0" maximum:"1" doc:"The mean of the fits."`
	Least  float64     `json:"least" minimum:"0" maximum:"1" doc:"The least of the fits: that of the person whom the film suits least."`
	People []PersonFit `json:"people" doc:"By person, in the order in which they were sent."`
}

// Together returns films that suit several people, best first: none that anybody refuses, names or has
// seen, and none that suits anybody much too little. The same question gets the same films from one
// generation. Nothing of what the people say is kept. An id that no film has, and a person of whom no
// taste is known, are faults, and cost nothing.
func (v *Visit) Together(ctx context.Context, q TogetherQuestion) (*GroupRecommendations, error) {
	found := &GroupRecommendations{}
	var wish taste.GroupWish
	resolve := func() (err error) {
		wish, err = q.resolve(v.library.Catalog, v.library.Taste, found)
		return err
	}
	if err := v.enter(ctx, access.Needs.Recommend, resolve); err != nil {
		return nil, err
	}
	got := v.library.Taste.Together(wish)
	docs := make([]catalog.Doc, len(got.Films))
	for i, p := range got.Films {
		docs[i] = p.Doc
	}
	found.Records = Records{catalog: v.library.Catalog, docs: docs, view: film.List, fields: q.projection}
	found.Left, found.Note, found.picks = got.Left, got.Note, got.Films
	for i := range found.People {
		p := &found.People[i]
		p.Understood, p.Unresolved = got.Understood[i], append(p.Unresolved, got.UnknownPeople[i]...)
	}
	return found, v.carries(ctx, found.excerpt(0))
}

// Fit returns what the i-th film is to everybody.
func (r *GroupRecommendations) Fit(i int) GroupFit {
	p := &r.picks[i]
	f := GroupFit{Mean: share(p.Mean), Least: share(p.Least), People: make([]PersonFit, len(p.Fits))}
	for j, x := range p.Fits {
		f.People[j] = PersonFit{r.People[j].Name, share(x.Fit), x.Reason, x.Unmet}
	}
	return f
}

// share returns a share with three decimals.
func share(v float64) float64 { return math.Round(1000*v) / 1000 }

// resolve checks the question, and finds the films it names. It tells in out what was not found.
func (q *TogetherQuestion) resolve(films *catalog.Catalog, x *taste.Taste, out *GroupRecommendations) (wish taste.GroupWish, err error) {
	if err := q.check(films); err != nil {
		return wish, err
	}
	wish = taste.GroupWish{Languages: q.Languages, Genres: q.Genres, Limit: q.Limit}
	if q.Minutes != nil {
		wish.Minutes = *q.Minutes
	}
	if wish.Exclude, out.Unresolved, err = namedFilms(x, "exclude", q.Exclude); err != nil {
		return wish, err
	}
	for i := range q.People {
		member, read, err := q.People[i].resolve(films, x, fmt.Sprintf("people[%d]", i))
		if err != nil {
			return wish, err
		}
		wish.Members, out.People = append(wish.Members, member), append(out.People, read)
	}
	return wish, nil
}

// check checks bounds and names, before any film is looked up.
func (q *TogetherQuestion) check(films *catalog.Catalog) (err error) {
	const people = "a list of 2 to 8 people, each with liked, prompt or ratings"
	switch {
	case len(q.People) == 0:
		return fault.Missing("people", people)
	case len(q.People) < MinPeople || len(q.People) > MaxPeople:
		return fault.Param("people", people)
	case q.Minutes != nil && (*q.Minutes < 1 || *q.Minutes > MaxMinutes):
		return fault.Param("minutes", fmt.Sprintf("an integer from 1 to %d", MaxMinutes))
	case len(q.Languages) > MaxOf:
		return fault.Param("languages", fmt.Sprintf("a list of at most %d languages", MaxOf))
	case len(q.Genres) > MaxOf:
		return fault.Param("genres", fmt.Sprintf("a list of at most %d genres", MaxOf))
	case len(q.Exclude) > MaxExcluded:
		return fault.Param("exclude", fmt.Sprintf("a list of at most %d films", MaxExcluded))
	}
	if err := fault.Between("limit", q.Limit, 1, MaxPicks); err != nil {
		return err
	}
	if q.projection, err = film.List.Project(q.Fields); err != nil {
		return err
	}
	for i, language := range q.Languages {
		asked := film.Query{Filters: film.Filters{Language: language}}
		if f := fault.From(asked.Check()); f != nil || language == "" {
			return fault.Param(fmt.Sprintf("languages[%d]", i), "a two-letter ISO 639-1 code, such as en")
		}
	}
	if err := checkGenres(films, "genres", q.Genres); err != nil {
		return err
	}
	if err := checkNames("exclude", q.Exclude); err != nil {
		return err
	}
	for i := range q.People {
		p, at := &q.People[i], fmt.Sprintf("people[%d]", i)
		if len(p.Liked)+len(p.Ratings) == 0 && strings.TrimSpace(p.Prompt+p.Said) == "" {
			return fault.Missing(at, "say in liked, prompt or ratings what the person would like to watch, or leave the person out")
		}
		if err := p.check(films); err != nil {
			return memberFault(at, err)
		}
	}
	return nil
}

// memberFault returns a fault of a parameter as one of the same member of an object; every other error as
// it is.
func memberFault(object string, err error) error {
	if f := fault.From(err); f.Param != "" {
		return fault.Param(object+"."+f.Param, f.Allowed)
	}
	return err
}

// check checks bounds and names of what a person says; faults name members of the person.
func (p *Person) check(films *catalog.Catalog) error {
	switch {
	case utf8.RuneCountInString(p.Name) > MaxName:
		return fault.Param("name", fmt.Sprintf("a text of at most %d characters", MaxName))
	case utf8.RuneCountInString(p.Prompt) > MaxPrompt || !utf8.ValidString(p.Prompt):
		return fault.Param("prompt", fmt.Sprintf("a text of at most %d characters", MaxPrompt))
	case utf8.RuneCountInString(p.Said) > MaxPrompt || !utf8.ValidString(p.Said):
		return fault.Param("said", fmt.Sprintf("a text of at most %d characters", MaxPrompt))
	case len(p.Liked) > MaxNamed:
		return fault.Param("liked", fmt.Sprintf("a list of at most %d films", MaxNamed))
	case len(p.Ratings) > MaxRatings:
		return fault.Param("ratings", fmt.Sprintf("a list of at most %d ratings", MaxRatings))
	}
	for i := range p.Ratings {
		if err := checkRating(i, &p.Ratings[i]); err != nil {
			return err
		}
	}
	if err := checkNames("liked", p.Liked); err != nil {
		return err
	}
	return p.Vetoes.check(films)
}

// check checks bounds and names of vetoes.
func (v *Vetoes) check(films *catalog.Catalog) error {
	for _, list := range []struct {
		name  string
		names []string
	}{{"films", v.Films}, {"genres", v.Genres}, {"people", v.People}} {
		if len(list.names) > MaxVetoed {
			return fault.Param("vetoes."+list.name, fmt.Sprintf("a list of at most %d names", MaxVetoed))
		}
	}
	if err := checkNames("vetoes.films", v.Films); err != nil {
		return err
	}
	for i, name := range v.People {
		if strings.TrimSpace(name) == "" || utf8.RuneCountInString(name) > film.MaxText {
			return fault.Param(fmt.Sprintf("vetoes.people[%d]", i), fmt.Sprintf("a name of 1 to %d characters", film.MaxText))
		}
	}
	return checkGenres(films, "vetoes.genres", v.Genres)
}

// checkGenres refuses a genre that no film has: left out, a veto would have no effect. The fault
// names those that it may have been.
func checkGenres(films *catalog.Catalog, param string, genres []string) error {
	for i, g := range genres {
		at := fmt.Sprintf("%s[%d]", param, i)
		if strings.TrimSpace(g) == "" || strings.Contains(g, ",") || utf8.RuneCountInString(g) > film.MaxText {
			return fault.Param(at, "the name of a genre, such as Drama")
		}
		if unknown := films.UnknownGenres(&film.Query{Filters: film.Filters{Genre: g}}); len(unknown) > 0 {
			return fault.Param(at, "a genre that films have: "+strings.Join(unknown[0].Nearest, ", "))
		}
	}
	return nil
}

// namedFilms finds the films of names, each as taste.Resolve does. An id that no film has is a fault;
// titles that are no film's are returned in unresolved, which is not nil.
func namedFilms(x *taste.Taste, param string, names []string) (docs []catalog.Doc, unresolved []string, err error) {
	unresolved = []string{}
	for i, name := range names {
		d, ok := x.Resolve(name)
		if ok {
			docs = append(docs, d)
			continue
		}
		if _, isID := film.ParseID(strings.TrimSpace(name)); isID {
			return nil, nil, fault.Param(fmt.Sprintf("%s[%d]", param, i), "the id of a film of the catalogue, or a title: no film has this id, and a search by title finds ids")
		}
		unresolved = append(unresolved, name)
	}
	return docs, unresolved, nil
}

// resolve finds the films that a person names. A person who says no prompt, and whose films and
// ratings tell of no film that they like, is a fault of kind NoLiked. at is the person's place in the
// question.
func (p *Person) resolve(films *catalog.Catalog, x *taste.Taste, at string) (member taste.GroupMember, read PersonRead, err error) {
	read.Name = p.Name
	if member.Liked, read.Unresolved, err = namedFilms(x, at+".liked", p.Liked); err != nil {
		return member, read, err
	}
	vetoed, unknown, err := namedFilms(x, at+".vetoes.films", p.Vetoes.Films)
	if err != nil {
		return member, read, err
	}
	read.Unresolved = append(read.Unresolved, unknown...)
	if len(p.Ratings) > 0 {
		m := matcher{films, x}
		read.Ratings = &RatingsReport{}
		rated := m.match(p.Ratings, read.Ratings)
		good := opinion(rated, p.Ratings, read.Ratings)
		good = good[:min(len(good), mostLikedSeen)]
		read.Ratings.Liked, member.Liked, member.Seen = len(good), append(member.Liked, good...), docsOf(rated)
	}
	liked, wish := x.Said(p.Said)
	member.Liked = append(member.Liked, liked...)
	slices.Sort(member.Liked)
	member.Liked = slices.Compact(member.Liked)
	member.Prompt, read.Liked = strings.TrimSpace(p.Prompt+"\n"+wish), len(member.Liked)
	member.Vetoes = taste.Vetoes{Films: vetoed, Genres: p.Vetoes.Genres, People: p.Vetoes.People}
	if len(member.Liked) > 0 || member.Prompt != "" {
		return member, read, nil
	}
	f := fault.New(fault.NoLiked, "none of the films that %s likes is in the catalogue: name them by id, title, or title and year, or say in prompt what the person would like to watch", at)
	f.Param, f.Allowed = at+".liked", "film ids (tt0111161), titles, or titles with a year (Heat (1995))"
	if len(p.Liked) == 0 {
		f = fault.New(fault.NoLiked, "no rating of %s says that a film of the catalogue was liked: name liked films, or say in prompt what the person would like to watch", at)
		f.Param, f.Allowed = at+".ratings", "films with ratings from 0 to 10, or with liked"
	}
	return member, read, f
}
