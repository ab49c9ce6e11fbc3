package mcp

import (
	"context"
	"strconv"

	"kinodex/internal/app"
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
	found, err := c.visit.Film(in.ID, film.Detail).Answer(ctx)
	if err != nil {
		return nil, withToolHint(err, in.ID)
	}
	return in.appendAnswer(dst, found.AppendData(nil, c.base), briefFilm, filmBytes)
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

// recommendFilms answers recommend_films, as POST /api/v1/recommend does (REQ M-23, M-41).
func recommendFilms(ctx context.Context, c *call, in recommendArguments, dst []byte) ([]byte, error) {
	found, err := c.visit.Suggest(ctx, app.SuggestQuestion{
		Opinions: in.Opinions, Limit: in.Limit,
	})
	if err != nil {
		return nil, err
	}
	return c.encode(dst, found.Suggestions)
}

// getStats answers get_catalog_stats with the statistics of REST (REQ M-24). What does not
// fit is cut later.
func getStats(ctx context.Context, c *call, _ nothing, dst []byte) ([]byte, error) {
	stats, err := c.visit.Stats().Answer(ctx)
	if err != nil {
		return nil, err
	}
	return c.encode(dst, stats)
}

// encode appends v as JSON, with the service's address where it belongs.
func (c *call) encode(dst []byte, v any) ([]byte, error) { return encode.Append(dst, v, c.base) }
