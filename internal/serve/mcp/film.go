package mcp

import (
	"context"
	"strconv"

	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/serve/encode"
)

// filmBytes is what get_film tells of a film at once: of a film with hundreds in its
// crew an agent seldom wants to know them all.
const filmBytes = 24_000

// topCast is the most of a cast that get_film tells at once (REQ M-20).
const topCast = 15

func getFilm(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	found, err := c.visit.Film(c.text("id"), film.Detail).Answer(ctx)
	if err != nil {
		return nil, withToolHint(err, c.text("id"))
	}
	return c.appendAnswer(dst, found.AppendData(nil, c.base), briefFilm, filmBytes)
}

// briefFilm keeps the first of the cast, and says how many there are.
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

func getSimilar(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	limit := c.integer("limit")
	found, err := c.visit.Similar(app.SimilarQuestion{ID: c.text("id"), Limit: limit}).Answer(ctx)
	if err != nil {
		return nil, withToolHint(err, c.text("id"))
	}
	if dst, err = found.AppendRows(append(dst, `{"data":`...), rowFields, c.base); err != nil {
		return nil, err
	}
	dst = film.AppendText(append(dst, `,"meta":{"source":`...), found.Source)
	dst = strconv.AppendInt(append(dst, `,"count":`...), int64(found.Len()), 10)
	dst = strconv.AppendInt(append(dst, `,"requested_limit":`...), int64(limit), 10)
	return append(c.appendSandbox(dst), `}}`...), nil
}

func getPosterAnalysis(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	found, err := c.visit.PosterAnalysis(c.text("id")).Answer(ctx)
	if err != nil {
		return nil, withToolHint(err, c.text("id"))
	}
	return c.encode(dst, found)
}

func recommendFilms(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	found, err := c.visit.Suggest(ctx, app.SuggestQuestion{
		Liked: c.texts("liked"), Disliked: c.texts("disliked"), Limit: c.integer("limit"),
	})
	if err != nil {
		return nil, err
	}
	return c.encode(dst, found)
}

func getStats(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	stats, err := c.visit.Stats().Answer(ctx)
	if err != nil {
		return nil, err
	}
	return c.encode(dst, stats)
}

// encode appends an answer as JSON.
func (c *call) encode(dst []byte, v any) ([]byte, error) { return encode.Append(dst, v, c.base) }
