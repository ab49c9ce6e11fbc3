package part

import (
	"context"
	"fmt"

	"kinodex/internal/film"
)

// Width and height of every picture of a film, as attributes: 2 to 3.
const (
	pictureWidth  = "200"
	pictureHeight = "300"
)

// CoverSealer returns what stands in the address of a film's cover, so that whoever has the address
// was shown the film; empty for an unknown film.
type CoverSealer func(film.ID) string

type sealerKey struct{}

// WithCovers returns a context in which templates find the seals of covers.
func WithCovers(ctx context.Context, seal CoverSealer) context.Context {
	return context.WithValue(ctx, sealerKey{}, seal)
}

// CoverImage is the picture of a film: its poster where the service stores it, else the cover that
// the service draws.
type CoverImage struct {
	Src string
	Alt string // for a picture that stands without the title; with it, it is decoration
}

// CoverOf returns the picture of a film.
func CoverOf(ctx context.Context, f *film.Film) CoverImage {
	if src := StoredPoster(f); src != "" {
		return CoverImage{Src: src, Alt: "Poster of " + Titled(f.Title, f.Year)}
	}
	return CoverImage{Src: CoverPath(ctx, f.ID), Alt: fmt.Sprintf("Cover of %s, drawn by Kinodex", Titled(f.Title, f.Year))}
}

// CoverPath returns the address of the cover of a film, with the prefix of the service.
func CoverPath(ctx context.Context, id film.ID) string {
	address := Prefix(ctx) + "/covers/" + id.String() + ".svg"
	if seal, _ := ctx.Value(sealerKey{}).(CoverSealer); seal != nil {
		if s := seal(id); s != "" {
			return address + "?v=" + s
		}
	}
	return address
}

// BelowFold is the place of a picture that nobody sees before they scroll.
const BelowFold = 1 << 10

// aboveFold is how many pictures of a list a browser loads at once, before it knows which are seen: two
// rows of a grid in the window of a laptop. A browser draws each cover as a document of its own, which
// takes a slow processor 15 ms. It loads those below in one go, and paints none until it has them all, so
// no cover that is seen whole may be among them.
const aboveFold = 10

// loading returns how the i-th picture of a list is loaded.
func loading(i int) string {
	if i < aboveFold {
		return "eager"
	}
	return "lazy"
}
