package tmdb

import (
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/people"
	"kinodex/internal/serve/wire"
)

// personShort is an actor in a list. Of most we know neither gender, which is 0, nor more than
// that they act.
type personShort struct {
	whoever
	KnownForFilms []listItem `json:"known_for"`
	MediaType     string     `json:"media_type,omitempty"`
}

func newWhoever(v *app.Visit, a people.Actor) whoever {
	return whoever{
		ID: v.ActorNumber(a), KnownFor: "Acting", Name: a.Name, OriginalName: a.Name, Popularity: a.Popularity, ProfilePath: picture(a.HeadshotURL),
	}
}

// searchPerson answers /3/search/person: the actors with words of their name.
func searchPerson(x *wire.Exchange, p *searchParams) error {
	words, err := wanted(p.Query)
	if err != nil {
		return err
	}
	page, err := pageOf(p.Page)
	if err != nil {
		return err
	}
	found, total, err := actors(x, words, (page-1)*pageSize, pageSize, "")
	if err != nil {
		return err
	}
	return x.AnswerJSON(listOf(page, found, total))
}

// actors asks for actors by name. media is their media_type, empty for none.
func actors(x *wire.Exchange, name string, offset, limit int, media string) ([]personShort, int, error) {
	found, err := x.Visit.Actors(app.ActorsQuestion{Query: people.Query{Name: name}, Offset: offset, Limit: limit}).Answer(x.Context())
	if err != nil {
		return nil, 0, err
	}
	all := []personShort{}
	for _, a := range found.Page {
		all = append(all, personShort{whoever: newWhoever(x.Visit, a), KnownForFilms: []listItem{}, MediaType: media})
	}
	return all, found.Total, nil
}

// searchMulti answers /3/search/multi: films, and behind all of them actors. That are two
// questions, each at its cost.
func searchMulti(x *wire.Exchange, p *searchParams) error {
	words, err := wanted(p.Query)
	if err != nil {
		return err
	}
	page, err := pageOf(p.Page)
	if err != nil {
		return err
	}
	found, err := films(x, titled(words), nil, page, "movie")
	if err != nil {
		return err
	}
	results := []any{}
	for _, one := range found.Results {
		results = append(results, one)
	}
	offset := max(0, (page-1)*pageSize-found.TotalResults)
	named, total, err := actors(x, words, offset, pageSize, "person")
	if err != nil {
		return unlessRefused(x, err)
	}
	for _, one := range named[:min(len(named), pageSize-len(results))] {
		results = append(results, one)
	}
	return x.AnswerJSON(listOf(page, results, found.TotalResults+total))
}

// personDetail is an actor. What the library does not know is null, as theirs is.
type personDetail struct {
	Adult        bool          `json:"adult"`
	AlsoKnownAs  []string      `json:"also_known_as"`
	Biography    string        `json:"biography"`
	Birthday     *string       `json:"birthday"`
	Deathday     *string       `json:"deathday"`
	Gender       int           `json:"gender"`
	Homepage     *string       `json:"homepage"`
	ID           int           `json:"id"`
	IMDbID       *string       `json:"imdb_id"`
	KnownFor     string        `json:"known_for_department"`
	Name         string        `json:"name"`
	Birthplace   *string       `json:"place_of_birth"`
	Popularity   float64       `json:"popularity"`
	ProfilePath  *string       `json:"profile_path"`
	MovieCredits *filmography  `json:"movie_credits,omitempty"`
	AllCredits   *filmography  `json:"combined_credits,omitempty"`
	TVCredits    *filmography  `json:"tv_credits,omitempty"`
	ExternalIDs  *personLinks  `json:"external_ids,omitempty"`
	Images       *personPhotos `json:"images,omitempty"`
}

// personParams name a person, and what is to be told beside it.
type personParams struct {
	ID     string `path:"id"`
	Append string `query:"append_to_response"`
}

// onePerson asks for the actor of a number.
func onePerson(x *wire.Exchange, named string) (*app.Filmography, error) {
	return x.Visit.ActorNumbered(number(named)).Answer(x.Context())
}

// person answers /3/person/{id}. All its parts are of one question.
func person(x *wire.Exchange, p *personParams) error {
	found, err := onePerson(x, p.ID)
	if err != nil {
		return err
	}
	who := newWhoever(x.Visit, found.Actor)
	d := personDetail{
		AlsoKnownAs: []string{}, Biography: or(found.Biography, ""), ID: who.ID, IMDbID: found.NamedbID, KnownFor: who.KnownFor,
		Name: who.Name, Popularity: who.Popularity, ProfilePath: who.ProfilePath,
	}
	for part := range strings.SplitSeq(p.Append, ",") {
		switch part {
		case "movie_credits":
			if d.MovieCredits, err = newFilmography(x, found, ""); err != nil {
				return err
			}
		case "combined_credits":
			if d.AllCredits, err = newFilmography(x, found, "movie"); err != nil {
				return err
			}
		case "tv_credits":
			d.TVCredits = &filmography{Cast: []filmRole{}, Crew: []filmJob{}}
		case "external_ids":
			d.ExternalIDs = &personLinks{IMDbID: found.NamedbID}
		case "images":
			d.Images = newPhotos(found)
		}
	}
	return x.AnswerJSON(d)
}

// filmography are the films of an actor: those they play in, and those in whose crew their name is.
type filmography struct {
	ID   int        `json:"id,omitempty"`
	Cast []filmRole `json:"cast"`
	Crew []filmJob  `json:"crew"`
}

// filmRole is a film of an actor, and who they play in it.
type filmRole struct {
	listItem
	Character string `json:"character"`
	CreditID  string `json:"credit_id"`
}

// filmJob is a film of somebody, and what they did in it.
type filmJob struct {
	listItem
	CreditID   string `json:"credit_id"`
	Department string `json:"department"`
	Job        string `json:"job"`
}

// newFilmography returns the films of an actor. media is their media_type, empty for none.
func newFilmography(x *wire.Exchange, of *app.Filmography, media string) (*filmography, error) {
	cast, err := wholeList(x, &of.Films, media)
	if err != nil {
		return nil, err
	}
	all := &filmography{Cast: []filmRole{}, Crew: []filmJob{}}
	for i, f := range cast {
		all.Cast = append(all.Cast, filmRole{f, or(of.ActorDetail.Filmography[i].Character, ""), creditID(of.Films.ID(i), of.Slug, 0)})
	}
	credits, films, err := of.Crew(x.Context())
	if err != nil {
		return nil, err
	}
	crew, err := wholeList(x, films, media)
	if err != nil {
		return nil, err
	}
	for i, f := range crew {
		all.Crew = append(all.Crew, filmJob{f, creditID(films.ID(i), "crew-"+of.Slug, i), departments[credits[i].Department], credits[i].Job})
	}
	return all, nil
}

// wholeList returns all of some films as lists have them.
func wholeList(x *wire.Exchange, of *app.Records, media string) ([]listItem, error) {
	part, err := of.Part(detailed, localeOf(x).fields(), 0, of.Len())
	if err != nil {
		return nil, err
	}
	films, err := filmsOf(x, part)
	if err != nil {
		return nil, err
	}
	return newList(x.Visit, films, media), nil
}

// movieCredits answers /3/person/{id}/movie_credits.
func movieCredits(x *wire.Exchange, p *filmParams) error { return answerCredits(x, p, "") }

// combinedCredits answers /3/person/{id}/combined_credits: films, since we have no series.
func combinedCredits(x *wire.Exchange, p *filmParams) error { return answerCredits(x, p, "movie") }

func answerCredits(x *wire.Exchange, p *filmParams, media string) error {
	found, err := onePerson(x, p.ID)
	if err != nil {
		return err
	}
	all, err := newFilmography(x, found, media)
	if err != nil {
		return err
	}
	all.ID = found.Number
	return x.AnswerJSON(all)
}

// personLinks are an actor's ids elsewhere.
type personLinks struct {
	ID          int     `json:"id,omitempty"`
	IMDbID      *string `json:"imdb_id"`
	WikidataID  *string `json:"wikidata_id"`
	FacebookID  *string `json:"facebook_id"`
	InstagramID *string `json:"instagram_id"`
	TwitterID   *string `json:"twitter_id"`
}

// personIDs answers /3/person/{id}/external_ids.
func personIDs(x *wire.Exchange, p *filmParams) error {
	found, err := onePerson(x, p.ID)
	if err != nil {
		return err
	}
	return x.AnswerJSON(personLinks{ID: found.Number, IMDbID: found.NamedbID})
}

// personPhotos are pictures of an actor.
type personPhotos struct {
	ID       int     `json:"id,omitempty"`
	Profiles []image `json:"profiles"`
}

func newPhotos(of *app.Filmography) *personPhotos {
	all := &personPhotos{Profiles: []image{}}
	if path := picture(of.HeadshotURL); path != nil {
		all.Profiles = append(all.Profiles, image{FilePath: *path})
	}
	return all
}

// personImages answers /3/person/{id}/images.
func personImages(x *wire.Exchange, p *filmParams) error {
	found, err := onePerson(x, p.ID)
	if err != nil {
		return err
	}
	all := newPhotos(found)
	all.ID = found.Number
	return x.AnswerJSON(all)
}

// findParams name a film or person by an id elsewhere.
type findParams struct {
	ID     string `path:"id"`
	Source string `query:"external_source"`
}

// findResult is what has an id elsewhere; we have films and actors.
type findResult struct {
	Movies   []listItem    `json:"movie_results"`
	People   []personShort `json:"person_results"`
	Series   []struct{}    `json:"tv_results"`
	Episodes []struct{}    `json:"tv_episode_results"`
	Seasons  []struct{}    `json:"tv_season_results"`
}

// find answers /3/find/{id}. An id that nothing has is no error, but costs what an answer costs.
func find(x *wire.Exchange, p *findParams) error {
	all := findResult{[]listItem{}, []personShort{}, []struct{}{}, []struct{}{}, []struct{}{}}
	switch {
	case p.Source == "":
		return fault.Missing("external_source", "imdb_id or wikidata_id, of which we know ids")
	case p.Source == "wikidata_id":
		found, err := x.Visit.FindFilm(app.FindQuestion{Reference: "wikidata:" + p.ID}).Answer(x.Context())
		if fault.Is(err, fault.FilmNotFound) {
			break
		}
		if err != nil {
			return err
		}
		films, err := filmsOf(x, found)
		if err != nil {
			return err
		}
		all.Movies = newList(x.Visit, films, "movie")
	case p.Source != "imdb_id":
	case strings.HasPrefix(p.ID, "nm"):
		found, err := x.Visit.ActorOfNamedb(p.ID).Answer(x.Context())
		if err == nil {
			all.People = append(all.People, personShort{newWhoever(x.Visit, found.Actor), []listItem{}, "person"})
		} else if !fault.Is(err, fault.ActorNotFound) {
			return err
		}
	default:
		found, err := x.Visit.Film(p.ID, detailed).Answer(x.Context())
		switch {
		case err == nil:
			f, err := filmOf(x, found)
			if err != nil {
				return err
			}
			all.Movies = append(all.Movies, newListItem(x.Visit, f))
			all.Movies[0].MediaType = "movie"
		case !fault.Is(err, fault.FilmNotFound):
			return err
		}
	}
	return x.AnswerJSON(all)
}
