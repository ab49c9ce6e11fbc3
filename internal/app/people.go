package app

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/guide"
	"kinodex/internal/people"
)

// MaxActors is how many actors one page may have.
const MaxActors = 200

// ActorsQuestion asks for a page of actors, by popularity.
type ActorsQuestion struct {
	people.Query
	// HasStyle asks for those only of whom there is a guide (REQ AC-06); Among
	// is then not the caller's to set.
	HasStyle      bool
	Offset, Limit int
}

func (q *ActorsQuestion) check() error {
	if q.MinPopularity != nil && math.IsNaN(*q.MinPopularity) {
		return fault.Param("min_popularity", "a number")
	}
	return checkPage(q.Limit, MaxActors, q.Offset)
}

// Actors is a page of actors, to be written before its visit is closed.
type Actors struct {
	Page          []people.Person
	Total         int
	Offset, Limit int
	styles        *styles
}

// Actors gives the actors that fit, the most popular first (REQ AC-05, AC-07).
func (v *Visit) Actors(ctx context.Context, q ActorsQuestion) (*Actors, error) {
	if err := v.enter(ctx, access.Needs.People, q.check); err != nil {
		return nil, err
	}
	found := &Actors{Offset: q.Offset, Limit: q.Limit, styles: v.styles()}
	if q.HasStyle {
		q.Among = found.styles.slugs
	}
	found.Page, found.Total = v.library.People.Search(q.Query, q.Offset, q.Limit)
	return found, v.carries(ctx, len(found.Page))
}

// AppendData appends the page as a JSON array.
func (a *Actors) AppendData(dst []byte) []byte {
	dst = append(dst, '[')
	for i := range a.Page {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendActor(dst, &a.Page[i], a.styles.of[a.Page[i].Slug]), '}')
	}
	return append(dst, ']')
}

// Actor is one actor, to be written before its visit is closed.
type Actor struct {
	people.Person
	Films   []people.Appearance
	Guide   *guide.Guide // nil when there is none
	catalog *catalog.Catalog
}

// Actor gives the actor of an id of the movie database, an id of the name database
// or a slug (REQ AC-08). One that nobody has is a fault of kind ActorNotFound,
// and costs what an answer costs.
func (v *Visit) Actor(ctx context.Context, id string) (*Actor, error) {
	if err := v.enter(ctx, access.Needs.People, nothingToCheck); err != nil {
		return nil, err
	}
	one, ok := v.library.People.Find(id)
	if !ok {
		return nil, fault.New(fault.ActorNotFound, "no actor has this id")
	}
	found := &Actor{
		Person: *one, Films: v.library.People.Films(*one),
		Guide: v.styles().of[one.Slug], catalog: v.library.Catalog,
	}
	return found, v.carries(ctx, len(found.Films))
}

// AppendData appends the actor with films and style as a JSON object (REQ
// AC-11).
func (a *Actor) AppendData(dst []byte) []byte {
	dst = appendActor(dst, &a.Person, a.Guide)
	dst = append(dst, `,"filmography":[`...)
	for i, f := range a.Films {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = a.appendFilm(dst, f)
	}
	dst = append(dst, `],"style":`...)
	return append(appendStyle(dst, a.Guide), '}')
}

// The fields of the flat view that a filmography shows.
var (
	flatTitle  = slices.Index(film.Flat.Fields(), "title")
	flatYear   = slices.Index(film.Flat.Fields(), "year")
	flatRating = slices.Index(film.Flat.Fields(), "filmdb_rating")
)

func (a *Actor) appendFilm(dst []byte, f people.Appearance) []byte {
	record := a.catalog.Record(f.Doc, film.Flat)
	dst = f.Film.AppendTo(append(dst, `{"filmdb_id":"`...))
	dst = append(append(dst, `","title":`...), record.Value(flatTitle)...)
	dst = append(append(dst, `,"year":`...), record.Value(flatYear)...)
	dst = appendTextOrNull(append(dst, `,"character":`...), f.Character)
	dst = append(append(dst, `,"filmdb_rating":`...), record.Value(flatRating)...)
	return append(dst, '}')
}

// appendActor appends what lists and details tell of an actor (REQ AC-09), with
// the object left open.
func appendActor(dst []byte, p *people.Person, g *guide.Guide) []byte {
	dst = film.AppendText(append(dst, `{"id":`...), p.Slug)
	dst = appendOrNull(append(dst, `,"moviedb_id":`...), p.MoviedbID, appendInt)
	dst = appendTextOrNull(append(dst, `,"namedb_id":`...), p.NamedbID)
	dst = film.AppendText(append(dst, `,"name":`...), p.Name)
	dst = appendTextOrNull(append(dst, `,"headshot_url":`...), p.HeadshotURL)
	dst = appendFigure(append(dst, `,"popularity":`...), p.Popularity)
	looks, life := portrait(g)
	dst = appendTextOrNull(append(dst, `,"visual_description":`...), looks)
	dst = appendTextOrNull(append(dst, `,"biography":`...), life)
	dst = appendCareer(append(dst, `,"career_stats":`...), &p.Career)
	return strconv.AppendBool(append(dst, `,"has_style":`...), g != nil)
}

// portrait is what a guide says of how an actor appears and who they are. Nothing
// else that the service holds says so.
func portrait(g *guide.Guide) (looks, life *string) {
	if g == nil {
		return nil, nil
	}
	for i := range g.Specifications {
		if g.Specifications[i].Name == "physicality" {
			looks = &g.Specifications[i].Value
		}
	}
	worked := "Active " + g.Active
	if since, open := strings.CutSuffix(g.Active, "-"); open {
		worked = "Active since " + since
	}
	worked += ". " + g.Summary
	return looks, &worked
}

func appendCareer(dst []byte, c *people.Career) []byte {
	dst = strconv.AppendInt(append(dst, `{"film_count":`...), int64(c.FilmCount), 10)
	dst = appendOrNull(append(dst, `,"avg_rating":`...), c.AvgRating, appendFigure)
	dst = appendOrNull(append(dst, `,"avg_master_score":`...), c.AvgMasterScore, appendFigure)
	dst = appendOrNull(append(dst, `,"total_gross":`...), c.TotalGross, appendInt)
	dst = appendTextOrNull(append(dst, `,"top_genre":`...), c.TopGenre)
	dst = appendOrNull(append(dst, `,"first_year":`...), c.FirstYear, appendInt)
	dst = appendOrNull(append(dst, `,"last_year":`...), c.LastYear, appendInt)
	return append(dst, '}')
}

func appendStyle(dst []byte, g *guide.Guide) []byte {
	if g == nil {
		return append(dst, `null`...)
	}
	dst = append(dst, `{"techniques":[`...)
	for i, t := range g.Techniques {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = film.AppendText(dst, t)
	}
	dst = append(dst, `],"specifications":{`...)
	for i, s := range g.Specifications {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = film.AppendText(append(film.AppendText(dst, s.Name), ':'), s.Value)
	}
	return append(dst, `}}`...)
}

func appendOrNull[T any](dst []byte, v *T, put func([]byte, T) []byte) []byte {
	if v == nil {
		return append(dst, `null`...)
	}
	return put(dst, *v)
}

func appendTextOrNull(dst []byte, s *string) []byte { return appendOrNull(dst, s, film.AppendText) }

func appendFigure(dst []byte, v float64) []byte { return strconv.AppendFloat(dst, v, 'f', -1, 64) }

func appendInt[T int | int64](dst []byte, n T) []byte { return strconv.AppendInt(dst, int64(n), 10) }
