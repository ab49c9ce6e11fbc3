package tmdb

import (
	"strconv"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
)

// creditID names a credit or a video: a film, which of its lists, and the place there.
func creditID(id film.ID, where string, place int) string {
	return id.String() + "-" + where + "-" + strconv.Itoa(place)
}

// filmParams name a film.
type filmParams struct {
	ID string `path:"id"`
}

// filmPageParams name a film and a page of a list about it.
type filmPageParams struct {
	ID   string `path:"id"`
	Page string `query:"page"`
}

// movieParams name a film, and what is to be told beside it.
type movieParams struct {
	ID     string `path:"id"`
	Append string `query:"append_to_response"`
}

// partsParam is the parameter by which an answer has parts that are answers of their own, and
// mostParts how many of them there may be.
const (
	partsParam = "append_to_response"
	mostParts  = 20
)

// detailWithParts is a film in detail with the parts that were asked for; other parts are nil.
type detailWithParts struct {
	detail
	Credits           *credits        `json:"credits,omitempty"`
	Keywords          *keywords       `json:"keywords,omitempty"`
	Images            *images         `json:"images,omitempty"`
	ReleaseDates      *releaseDates   `json:"release_dates,omitempty"`
	AlternativeTitles *titles         `json:"alternative_titles,omitempty"`
	ExternalIDs       *externalIDs    `json:"external_ids,omitempty"`
	Videos            *videos         `json:"videos,omitempty"`
	Releases          *releases       `json:"releases,omitempty"`
	Translations      *translations   `json:"translations,omitempty"`
	WatchProviders    *watch          `json:"watch/providers,omitempty"`
	Similar           *list[listItem] `json:"similar,omitempty"`
	Recommendations   *list[listItem] `json:"recommendations,omitempty"`
}

// movie answers /3/movie/{id}. Similar films and recommendations are questions of their own and
// cost what they cost alone.
func movie(x *wire.Exchange, p *movieParams) error {
	parts := map[string]bool{}
	for name := range strings.SplitSeq(p.Append, ",") {
		parts[name] = true
	}
	if len(parts) > mostParts {
		return fault.Param(partsParam, "at most "+strconv.Itoa(mostParts)+" names")
	}
	f, err := oneFilm(x, p.ID)
	if err != nil {
		return err
	}
	a := detailWithParts{detail: newDetail(x.Visit, f)}
	for _, part := range filmParts {
		if parts[part.name] {
			part.add(&a, x.Visit, f)
		}
	}
	if parts["similar"] {
		if a.Similar, err = similarTo(x, f.ID.String(), 1); err != nil {
			return unlessRefused(x, err)
		}
	}
	if parts["recommendations"] {
		if a.Recommendations, err = recommendedBy(x, f.ID.String(), 1); err != nil {
			return unlessRefused(x, err)
		}
	}
	return x.AnswerJSON(a)
}

// oneFilm asks for the film that a path names, in the detail view.
func oneFilm(x *wire.Exchange, named string) (*film.Film, error) {
	found, err := x.Visit.Film(filmID(x.Visit, named), detailed).Answer(x.Context())
	if err != nil {
		return nil, err
	}
	return filmOf(x, found)
}

// filmPart is a part of what is told of a film that follows from its record: an answer of its
// own, and a part of the film's.
type filmPart struct {
	name   string
	answer func(x *wire.Exchange, p *filmParams) error
	add    func(a *detailWithParts, v *app.Visit, f *film.Film)
}

// partOf makes a part of what makes its value, where the value has its place, and where the
// value has the film's number, which it has as an answer of its own.
func partOf[T any](name string, value func(*app.Visit, *film.Film) T, place func(*detailWithParts) **T, number func(*T) *int) filmPart {
	return filmPart{
		name: name,
		answer: func(x *wire.Exchange, p *filmParams) error {
			f, err := oneFilm(x, p.ID)
			if err != nil {
				return err
			}
			v := value(x.Visit, f)
			*number(&v) = x.Visit.FilmNumber(f)
			return x.AnswerJSON(v)
		},
		add: func(a *detailWithParts, v *app.Visit, f *film.Film) {
			one := value(v, f)
			*place(a) = &one
		},
	}
}

// filmParts are those of /3/movie/{id}/… that cost what a film costs.
var filmParts = []filmPart{
	partOf("credits", newCredits, func(a *detailWithParts) **credits { return &a.Credits }, func(c *credits) *int { return &c.ID }),
	partOf("keywords", newKeywords, func(a *detailWithParts) **keywords { return &a.Keywords }, func(k *keywords) *int { return &k.ID }),
	partOf("images", newImages, func(a *detailWithParts) **images { return &a.Images }, func(i *images) *int { return &i.ID }),
	partOf("release_dates", newReleaseDates, func(a *detailWithParts) **releaseDates { return &a.ReleaseDates }, func(r *releaseDates) *int { return &r.ID }),
	partOf("alternative_titles", newTitles, func(a *detailWithParts) **titles { return &a.AlternativeTitles }, func(t *titles) *int { return &t.ID }),
	partOf("external_ids", newExternalIDs, func(a *detailWithParts) **externalIDs { return &a.ExternalIDs }, func(e *externalIDs) *int { return &e.ID }),
	partOf("videos", newVideos, func(a *detailWithParts) **videos { return &a.Videos }, func(v *videos) *int { return &v.ID }),
	partOf("releases", newReleases, func(a *detailWithParts) **releases { return &a.Releases }, func(r *releases) *int { return &r.ID }),
	partOf("translations", newTranslations, func(a *detailWithParts) **translations { return &a.Translations }, func(t *translations) *int { return &t.ID }),
	partOf("watch/providers", newWatch, func(a *detailWithParts) **watch { return &a.WatchProviders }, func(w *watch) *int { return &w.ID }),
}

// similar answers /3/movie/{id}/similar.
func similar(x *wire.Exchange, p *filmPageParams) error {
	return answerPage(x, p, similarTo)
}

// recommendations answers /3/movie/{id}/recommendations: what somebody may like who likes the
// film.
func recommendations(x *wire.Exchange, p *filmPageParams) error {
	return answerPage(x, p, recommendedBy)
}

func answerPage(x *wire.Exchange, p *filmPageParams, find func(x *wire.Exchange, id string, page int) (*list[listItem], error)) error {
	page, err := pageOf(p.Page)
	if err != nil {
		return err
	}
	found, err := find(x, filmID(x.Visit, p.ID), page)
	if err != nil {
		return err
	}
	return x.AnswerJSON(found)
}

// similarTo returns a page of the films most like one, none where too little is known of it.
func similarTo(x *wire.Exchange, id string, page int) (*list[listItem], error) {
	found, err := x.Visit.Similar(app.SimilarQuestion{ID: id, Limit: app.MaxSimilar}).Answer(x.Context())
	if fault.Is(err, fault.NoSimilarity) {
		none := listOf(page, []listItem{}, 0)
		return &none, nil
	}
	if err != nil {
		return nil, err
	}
	return pageFrom(x, &found.Records, page)
}

// recommendedBy returns a page of what somebody may like who likes a film.
func recommendedBy(x *wire.Exchange, id string, page int) (*list[listItem], error) {
	found, err := x.Visit.Suggest(x.Context(), app.SuggestQuestion{Opinions: app.Opinions{Liked: []string{id}}, Limit: app.MaxSuggestions})
	if fault.Is(err, fault.NoLiked) {
		_, err = x.Visit.Film(id, film.List).Answer(x.Context()) // which no film has
	}
	if err != nil {
		return nil, err
	}
	return pageFrom(x, found.Records(), page)
}

// pageFrom returns a page of films that were found.
func pageFrom(x *wire.Exchange, found *app.Records, page int) (*list[listItem], error) {
	from, to := min((page-1)*pageSize, found.Len()), min(page*pageSize, found.Len())
	part, err := found.Part(detailed, localeOf(x).fields(), from, to)
	if err != nil {
		return nil, err
	}
	films, err := filmsOf(x, part)
	if err != nil {
		return nil, err
	}
	all := listOf(page, newList(x.Visit, films, "movie"), found.Len())
	return &all, nil
}
