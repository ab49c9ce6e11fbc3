package mcp

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/encode"
)

// filmBytes is how many bytes get_film gives of a film at once. What is cut can be asked for
// with part and offset.
const filmBytes = 24_000

// topCast is how many of a cast get_film gives at once (REQ M-20).
const topCast = 15

// getFilm answers get_film. An id that no film has is NOT_FOUND, with the tool that finds
// ids.
func getFilm(ctx context.Context, c *call, in wholeFilmArguments, dst []byte) ([]byte, error) {
	locale, err := film.LocaleOf(in.TitleLanguage)
	if err != nil {
		return nil, err
	}
	found, err := c.visit.Film(in.ID, film.Detail).Answer(ctx)
	if err != nil {
		return nil, withToolHint(err, in.ID)
	}
	found.Localize(locale)
	whole := found.AppendData(nil, c.base)
	if in.Part == "" && !c.asREST(in.detailArgument) && in.Detail != "full" {
		return briefFilmFields.appendTo(dst, leading(briefFilm(whole))), nil
	}
	return in.appendAnswer(dst, whole, briefFilm, filmBytes)
}

// briefFilm returns a film with the first topCast of its cast, and with cast_total, the
// number of all. whole is not changed.
func briefFilm(whole []byte) []byte {
	out := appendEdited(nil, whole, func(key string, value []byte) (string, []byte) {
		if key == "cast" {
			if cast := items(value); len(cast) > topCast {
				return key, appendArray(nil, cast[:topCast])
			}
		}
		return key, value
	})
	count := strconv.AppendInt(nil, int64(len(items(member(whole, "cast")))), 10)
	return append(appendMember(out[:len(out)-1], "cast_total", count), '}')
}

// getSimilar answers get_similar_films, the most similar first (REQ M-21). A film of which
// too little is known is NOT_FOUND.
func getSimilar(ctx context.Context, c *call, in similarArguments, dst []byte) ([]byte, error) {
	found, err := c.visit.Similar(app.SimilarQuestion{ID: in.ID, Limit: in.Limit, Fields: rowFields}).Answer(ctx)
	if err != nil {
		return nil, withToolHint(err, in.ID)
	}
	meta := similarMeta{found.Source, found.Len(), found.Limit, c.visit.Bill().Sandbox}
	return c.encode(dst, similarRows{app.Encoded[filmRow](&found.Records), meta})
}

// getPosterAnalysis answers get_poster_analysis. A film whose poster was not read is
// NOT_FOUND (REQ M-22).
func getPosterAnalysis(ctx context.Context, c *call, in filmArgument, dst []byte) ([]byte, error) {
	found, err := c.visit.PosterAnalysis(in.ID).Answer(ctx)
	if err != nil {
		return nil, withToolHint(err, in.ID)
	}
	return c.encode(dst, found)
}

// recommendFilms answers recommend_films with the films of POST /api/v1/recommend (REQ M-23, M-41),
// with a prompt with those of POST /api/v2/recommend for what is liked and said (F2-129), and with
// further people with those of POST /api/v2/recommend/together (REQ M-45).
func recommendFilms(ctx context.Context, c *call, in recommendArguments, dst []byte) ([]byte, error) {
	payload, err := in.recommend(ctx, c)
	if err != nil || in.Prompt == "" && len(in.With) == 0 && c.asREST(in.detailArgument) {
		return append(dst, payload...), err
	}
	return c.appendTold(dst, payload, in.detailArgument, briefSuggestions), nil
}

// likedAllowed is what liked may be where there is no prompt.
const likedAllowed = "a list of 1 to 200 texts, or an empty one beside a prompt"

// recommend returns the whole answer of recommend_films.
func (in *recommendArguments) recommend(ctx context.Context, c *call) ([]byte, error) {
	locale, err := film.LocaleOf(in.TitleLanguage)
	switch {
	case err != nil:
		return nil, err
	case len(in.With) > 0:
		return recommendTogether(ctx, c, in, locale)
	case in.Prompt != "":
		return recommendFor(ctx, c, in, locale)
	case len(in.Liked) == 0:
		return nil, fault.Param("liked", likedAllowed)
	}
	found, err := c.visit.Suggest(ctx, app.SuggestQuestion{Opinions: app.Opinions{Liked: in.Liked, Disliked: in.Disliked}, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	if c.asREST(in.detailArgument) && in.TitleLanguage == "" {
		return c.encode(nil, found.Suggestions)
	}
	films, err := found.Rows(rowFields)
	if err != nil {
		return nil, err
	}
	films.Localize(locale)
	answer := suggestedRows{Data: make([]suggestedRow, films.Len()), Meta: suggestedMeta{
		Liked: found.Input.Liked, Disliked: found.Input.Disliked, Unresolved: found.Input.Unresolved, Profile: &found.Profile,
		Effects: found.Input.Effects, Sandbox: c.visit.Bill().Sandbox,
	}}
	for i, f := range app.Encoded[filmRow](&films) {
		one := &found.Films[i]
		answer.Data[i] = suggestedRow{Film: f, Reasons: one.Reasons, Score: &one.Score, Penalties: one.Penalties}
	}
	return c.encode(nil, answer)
}

// recommendFor returns the answer of recommend_films for a prompt, beside films that were liked and
// films that were not.
func recommendFor(ctx context.Context, c *call, in *recommendArguments, locale film.Locale) ([]byte, error) {
	found, err := c.visit.Recommend(ctx, app.RecommendQuestion{
		Prompt: in.Prompt, Liked: in.Liked, Disliked: in.Disliked, Limit: in.Limit, Fields: rowFields,
	})
	if err != nil {
		return nil, err
	}
	found.Localize(locale)
	answer := suggestedRows{Data: make([]suggestedRow, found.Len()), Meta: suggestedMeta{
		Liked: found.Liked, Disliked: found.Disliked, Unresolved: found.Unresolved, Understood: found.Understood, Unmet: found.Unmet, Sandbox: c.visit.Bill().Sandbox,
	}}
	for i, f := range app.Encoded[filmRow](&found.Records) {
		answer.Data[i] = suggestedRow{Film: f, Reasons: []string{found.Reason(i)}}
	}
	return c.encode(nil, answer)
}

// recommendTogether answers recommend_films for a group: who asks, with their likes and dislikes, and those
// of with. What is disliked is vetoed.
func recommendTogether(ctx context.Context, c *call, in *recommendArguments, locale film.Locale) ([]byte, error) {
	q := app.TogetherQuestion{People: []app.Person{{Liked: in.Liked, Prompt: in.Prompt, Vetoes: app.Vetoes{Films: in.Disliked}}}, Limit: in.Limit, Fields: rowFields}
	for _, said := range in.With {
		q.People = append(q.People, app.Person{Said: said})
	}
	found, err := c.visit.Together(ctx, q)
	if err != nil {
		return nil, ofGroup(err)
	}
	found.Localize(locale)
	answer := groupRows{Data: make([]groupRow, found.Len()), Meta: groupMeta{found.People, found.Left, found.Note, c.visit.Bill().Sandbox}}
	for i, f := range app.Encoded[filmRow](&found.Records) {
		answer.Data[i] = groupRow{f, found.Fit(i)}
	}
	return c.encode(nil, answer)
}

// ofGroup returns a fault of a question for a group as one of the arguments that the question was made of:
// of people[0].vetoes.films[2] as of disliked[2], of people[2].said as of with[1].
func ofGroup(err error) error {
	f := fault.From(err)
	if rest, is := strings.CutPrefix(f.Param, "people[0]."); is {
		return renamed(err, map[string]string{f.Param: strings.Replace(rest, "vetoes.films", "disliked", 1)})
	}
	for i := 1; i < app.MaxPeople; i++ {
		if at := fmt.Sprintf("people[%d]", i); f.Param == at || strings.HasPrefix(f.Param, at+".") {
			return renamed(err, map[string]string{f.Param: fmt.Sprintf("with[%d]", i-1)})
		}
	}
	return renamed(err, map[string]string{"people": "with"})
}

// getStats answers get_catalog_stats with the statistics of REST (REQ M-24). What does not
// fit is cut later.
func getStats(ctx context.Context, c *call, in detailArgument, dst []byte) ([]byte, error) {
	stats, err := c.visit.Stats().Answer(ctx)
	if err != nil {
		return nil, err
	}
	return c.told(dst, stats, in, briefStatistics)
}

// told appends v as JSON, as it was asked for.
func (c *call) told(dst []byte, v any, asked detailArgument, brief *keep) ([]byte, error) {
	payload, err := c.encode(nil, v)
	if err != nil {
		return nil, err
	}
	return c.appendTold(dst, payload, asked, brief), nil
}

// encode appends v as JSON, with the service's address where it belongs.
func (c *call) encode(dst []byte, v any) ([]byte, error) { return encode.Append(dst, v, c.base) }
