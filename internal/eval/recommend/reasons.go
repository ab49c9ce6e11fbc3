package recommend

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/taste"
	"kinodex/internal/taste/feature"
	"kinodex/internal/taste/prompt"
	"kinodex/internal/text"
)

// ReasonCheck counts the reasons of suggestions that the records bear out.
type ReasonCheck struct {
	Suggestions, Reasons, True int
	// False are some that are not.
	False []string
}

// checkReasons asks for suggestions and checks each reason against the records
// of the films it names, knowing only what the sentences mean.
func checkReasons(content, collaborative *taste.Taste, films *catalog.Catalog, people []User) (ReasonCheck, error) {
	var mark ReasonCheck
	records := map[catalog.Doc]*film.Film{}
	record := func(d catalog.Doc) (*film.Film, error) {
		if f := records[d]; f != nil {
			return f, nil
		}
		f, err := films.Film(d)
		records[d] = f
		return f, err
	}
	for i := range people {
		for _, x := range []*taste.Taste{content, collaborative} {
			likes := people[i].Likes(20)
			var liked []*film.Film
			for _, d := range likes {
				f, err := record(d)
				if err != nil {
					return mark, err
				}
				liked = append(liked, f)
			}
			for _, s := range x.Suggest(taste.Wish{Liked: likes, Limit: depth}).Films {
				f, err := record(s.Doc)
				if err != nil {
					return mark, err
				}
				mark.Suggestions++
				for _, said := range s.Reasons {
					mark.Reasons++
					together := func(l *film.Film) bool {
						d, _ := films.ByID(l.ID)
						return x.LikedTogether(d, s.Doc)
					}
					if ReasonHolds(said, f, liked, together) {
						mark.True++
					} else if len(mark.False) < 20 {
						mark.False = append(mark.False, fmt.Sprintf("%s: %s", f.ID, said))
					}
				}
			}
		}
	}
	return mark, nil
}

// ReasonHolds says whether a reason for a film is a fact of its record and, where
// it names one, of a liked film's. together says whether people who liked a
// film liked the suggested one.
func ReasonHolds(said string, f *film.Film, liked []*film.Film, together func(*film.Film) bool) bool {
	if score, is := strings.CutPrefix(said, "Its master score is "); is {
		return score == strconv.FormatFloat(f.Ratings.MasterScore, 'f', -1, 64)
	}
	for _, l := range liked {
		if said == "Liked by people who liked "+l.Title {
			if together(l) {
				return true
			}
			continue
		}
		for _, end := range []string{", like " + l.Title, " with " + l.Title, ", like that of " + l.Title} {
			if fact, is := strings.CutSuffix(said, end); is && factHolds(fact, f) && factHolds(fact, l) {
				return true
			}
		}
	}
	return false
}

// factHolds says whether a fact is in a record.
func factHolds(fact string, f *film.Film) bool {
	for lead, in := range map[string]func() []string{
		"Directed by ": func() []string { return feature.Directors(f) },
		"Written by ":  func() []string { return jobs(f, "writing") },
		"With ":        func() []string { return cast(f) },
		"Produced by ": func() []string { return companies(f) },
	} {
		if names, is := strings.CutPrefix(fact, lead); is {
			return allOf(names, in())
		}
	}
	for _, lead := range []string{"Shares the keyword ", "Shares the keywords "} {
		if words, is := strings.CutPrefix(fact, lead); is {
			return quotedIn(words, f.Keywords)
		}
	}
	if words, is := strings.CutPrefix(fact, "Its synopsis mentions "); is {
		return f.Overview != nil && quotedIn(words, text.Words(*f.Overview))
	}
	if place, is := strings.CutPrefix(fact, "From "); is {
		decade := strings.TrimSuffix(strings.TrimPrefix(place, "the "), "s")
		if first, err := strconv.Atoi(decade); err == nil {
			return f.Year != nil && *f.Year-*f.Year%10 == first
		}
		return slices.ContainsFunc(f.Countries, func(c string) bool { return prompt.CountryName(c) == place })
	}
	if spoken, is := strings.CutPrefix(fact, "In "); is {
		return f.Language != nil && prompt.LanguageName(*f.Language) == spoken
	}
	return allOf(fact, f.Genres)
}

// allOf says whether a list in a sentence (a, b and c) is made of some of the
// names. Names may hold commas and "and" themselves.
func allOf(list string, names []string) bool {
	list = text.Fold(list)
	for _, n := range names {
		if n = text.Fold(n); list == n {
			return true
		}
		for _, sep := range []string{", ", " and "} {
			if rest, is := strings.CutPrefix(list, n+sep); is && allOf(rest, names) {
				return true
			}
		}
	}
	return false
}

func same(a, b string) bool { return text.Fold(a) == text.Fold(b) }

// quotedIn says whether every quotation of a sentence is one of the words.
func quotedIn(said string, words []string) bool {
	found := 0
	for _, part := range strings.Split(said, "“")[1:] {
		word, _, ok := strings.Cut(part, "”")
		if !ok || !slices.ContainsFunc(words, func(w string) bool { return same(w, word) }) {
			return false
		}
		found++
	}
	return found > 0
}

func jobs(f *film.Film, department string) (names []string) {
	for _, c := range f.CrewSummary[department] {
		names = append(names, c.Name)
	}
	return names
}

func cast(f *film.Film) (names []string) {
	for _, r := range f.Cast {
		names = append(names, r.Name)
	}
	return names
}

func companies(f *film.Film) (names []string) {
	for _, c := range f.ProductionCompanies {
		names = append(names, c.Name)
	}
	return names
}

// DislikeCheck counts what a dislike does to films near the disliked one.
type DislikeCheck struct {
	// Cases are films among the first 25 of 50 suggestions that are among the ten
	// most similar to one that is then disliked; Sank are those that are then
	// lower, or gone.
	Cases, Sank int
}

// checkDislikes asks for suggestions, then dislikes a film near one of them, and
// asks again.
func checkDislikes(x *taste.Taste, people []User) DislikeCheck {
	var mark DislikeCheck
	for i := range people {
		likes := people[i].Likes(10)
		before := x.Suggest(taste.Wish{Liked: likes, Limit: 50}).Films
		for _, s := range before[:min(3, len(before))] {
			near, _, _ := x.Similar(s.Doc, 3)
			for _, disliked := range near {
				if slices.Contains(likes, disliked) {
					continue
				}
				mark.count(x, likes, before, disliked)
			}
		}
	}
	return mark
}

func (mark *DislikeCheck) count(x *taste.Taste, likes []catalog.Doc, before []taste.Suggestion, disliked catalog.Doc) {
	place := func(all []taste.Suggestion, d catalog.Doc) int {
		if i := slices.IndexFunc(all, func(s taste.Suggestion) bool { return s.Doc == d }); i >= 0 {
			return i
		}
		return len(all)
	}
	after := x.Suggest(taste.Wish{Liked: likes, Disliked: []catalog.Doc{disliked}, Limit: 50}).Films
	near, _, _ := x.Similar(disliked, 10)
	for _, d := range near {
		if was := place(before, d); was < len(before)/2 {
			mark.Cases++
			if place(after, d) > was {
				mark.Sank++
			}
		}
	}
}
