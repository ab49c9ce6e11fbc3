package mcp

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/atlas"
	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/serve/encode"
	"kinodex/internal/taste"
	"kinodex/internal/taste/prompt"
)

// rowFields are the fields of a film in a list (REQ M-19).
const rowFields = "filmdb_id,title,year,genres,director,ratings.filmdb,ratings.filmdb_votes,ratings.master_score"

// filmRow describes a film with rowFields. Rows are copied from the library.
type filmRow struct {
	ID       film.ID  `json:"filmdb_id"`
	Title    string   `json:"title"`
	Year     *int     `json:"year"`
	Genres   []string `json:"genres"`
	Director *string  `json:"director"`
	Ratings  struct {
		Filmdb      *float64 `json:"filmdb"`
		FilmdbVotes *int     `json:"filmdb_votes"`
		MasterScore float64  `json:"master_score"`
	} `json:"ratings"`
}

// filmRows is the answer of search_films.
type filmRows struct {
	Data []filmRow `json:"data"`
	Meta filmsMeta `json:"meta"`
}

// filmsMeta is the meta of search_films (REQ M-19). Count is the number of films in the
// answer, Total of all matches. NextCursor is nil on the last page. Truncated is true when
// fewer films than asked for are here, because they would not fit; NextCursor goes on after
// them.
type filmsMeta struct {
	Count         int                    `json:"count"`
	NextCursor    *string                `json:"next_cursor"`
	Total         int                    `json:"total"`
	DidYouMean    string                 `json:"did_you_mean,omitempty"`
	Match         film.Match             `json:"match,omitempty"`
	MatchNote     string                 `json:"match_note,omitempty"`
	Hint          string                 `json:"hint,omitempty"`
	Understood    *prompt.Request        `json:"understood,omitempty"`
	UnknownGenres []catalog.UnknownGenre `json:"unknown_genres,omitempty"`
	Truncated     bool                   `json:"truncated,omitempty"`
	Sandbox       bool                   `json:"sandbox,omitempty"`
}

// similarRows is the answer of get_similar_films.
type similarRows struct {
	Data []film.Raw[filmRow] `json:"data"`
	Meta similarMeta         `json:"meta"`
}

// similarMeta is the meta of get_similar_films. Count is at most Requested.
type similarMeta struct {
	Source    string `json:"source"`
	Count     int    `json:"count"`
	Requested int    `json:"requested_limit"`
	Sandbox   bool   `json:"sandbox,omitempty"`
}

// recommended describes the answers of recommend_films: suggestedRows or groupRows. Who declares no
// version gets the answer of version 1 instead, which has other members (decision 127).
type recommended struct {
	Data []struct{} `json:"data,omitempty"`
	Meta struct{}   `json:"meta,omitzero"`
}

// suggestedRows is the answer of recommend_films to one person.
type suggestedRows struct {
	Data []suggestedRow `json:"data"`
	Meta suggestedMeta  `json:"meta"`
}

// suggestedRow is a film for one person. Score compares films of one answer; with a prompt there is
// none.
type suggestedRow struct {
	Film      film.Raw[filmRow] `json:"film"`
	Reasons   []string          `json:"reasons"`
	Score     *float64          `json:"score,omitempty"`
	Penalties []taste.Penalty   `json:"penalties,omitempty"`
}

// suggestedMeta says how many of the films that were named are known, which are not, what they have in
// common, and how a prompt was understood.
type suggestedMeta struct {
	Liked      int                     `json:"liked"`
	Disliked   int                     `json:"disliked"`
	Unresolved []string                `json:"unresolved"`
	Profile    *taste.Profile          `json:"taste_profile,omitempty"`
	Effects    []taste.Effect          `json:"disliked_effect,omitempty"`
	Understood *prompt.Request         `json:"understood,omitempty"`
	Unmet      []taste.UnmetConstraint `json:"unmet,omitempty"`
	Sandbox    bool                    `json:"sandbox,omitempty"`
}

// groupRows is the answer of recommend_films to a group.
type groupRows struct {
	Data []groupRow `json:"data"`
	Meta groupMeta  `json:"meta"`
}

// groupRow is a film for a group.
type groupRow struct {
	Film film.Raw[filmRow] `json:"film"`
	app.GroupFit
}

// groupMeta says how the people of a group were understood, and why there are no films when there are
// none.
type groupMeta struct {
	People  []app.PersonRead `json:"people"`
	Left    int              `json:"left"`
	Note    string           `json:"note,omitempty"`
	Sandbox bool             `json:"sandbox,omitempty"`
}

// wholeFilm is the answer of get_film. CastTotal counts the whole cast, of which the first
// are here.
type wholeFilm struct {
	film.Film
	CastTotal int `json:"cast_total"`
}

// localizedArgument is taken by tools that tell films with titles of a language (F2-162).
type localizedArgument struct {
	TitleLanguage string `json:"title_language,omitempty" alias:"title_lang,titles_in,locale" maxLength:"40" doc:"Titles in it, as pt-BR."`
}

// The arguments of the tools about films. An argument that is left out narrows nothing.
type (
	searchArguments struct {
		Query string     `json:"query,omitempty" rest:"q" alias:"title,name,search,text,keyword,keywords" maxLength:"500" doc:"Words of title, overview, cast, crew or keywords."`
		Match film.Match `json:"match,omitempty" enum:"all,any,auto" doc:"Words that must occur; auto: all, else most."`
		film.Filters
		Sort string `json:"sort,omitempty" alias:"order,order_by,sort_by" maxLength:"60"`
		localizedArgument
		Limit  int    `json:"limit,omitempty" minimum:"1" maximum:"100" alias:"per_page,page_size,size,count,max_results" default:"20"`
		Cursor string `json:"cursor,omitempty" alias:"page,offset,skip,start,next,next_cursor" maxLength:"2000" doc:"meta.next_cursor of the last answer."`
	}
	wholeFilmArguments struct {
		filmArgument
		localizedArgument
		detailArgument
		partArguments
	}
	similarArguments struct {
		filmArgument
		Limit int `json:"limit,omitempty" minimum:"1" maximum:"50" alias:"per_page,page_size,size,count,max_results" default:"10"`
	}
	recommendArguments struct {
		Liked    []string `json:"liked,omitempty" needed:"true" maxItems:"200" allowed:"a list of 1 to 200 texts, or an empty one beside a prompt" doc:"Ids or titles, as The Third Man (1949); [] beside a prompt."`
		Disliked []string `json:"disliked,omitempty" maxItems:"200" doc:"What is like them sinks."`
		Prompt   string   `json:"prompt,omitempty" alias:"mood,query,text,description" maxLength:"2000" doc:"What is wanted, in words."`
		With     []string `json:"with,omitempty" alias:"people,others,group" maxItems:"7" doc:"Further people, a text each: films they like, or their mood."`
		localizedArgument
		detailArgument
		Limit int `json:"limit,omitempty" minimum:"1" maximum:"50" alias:"per_page,page_size,size,count,max_results" default:"10"`
	}
)

// Describe returns the description of sort, which lists the fields there are.
func (searchArguments) Describe() map[string]string {
	return map[string]string{"sort": "field:asc or field:desc, of " + strings.Join(film.V1SortFields, ", ") + "."}
}

// filmTools returns the tools about films.
func filmTools() []tool {
	return []tool{
		takes(tool{
			name: "search_films", title: "Search films",
			about: "Find films by words, genre, period, people, language, country or least rating. Every condition narrows; without any: all, by master score. " +
				"meta.total counts all matches.",
			need: access.Needs.Films, output: reflect.TypeFor[filmRows](),
		}, searchFilms),
		takes(tool{
			name: "get_film", title: "Get a film",
			about: "A film by its id: ratings, box office and return, awards, first 15 of the cast, crew, keywords, poster, companies, where to watch. full adds all crew, other titles, releases and the source of each figure.",
			need:  access.Needs.Film, output: reflect.TypeFor[wholeFilm](), brief: briefFilmFields,
		}, getFilm),
		takes(tool{
			name: "get_similar_films", title: "Find similar films",
			about: "The films most like one film, most similar first. For several likes and dislikes use recommend_films.",
			need:  access.Needs.Similar, output: reflect.TypeFor[similarRows](),
		}, getSimilar),
		takes(tool{
			name: "get_poster_analysis", title: "Read a film's poster",
			about: "What computer vision reads in a film's poster: design quality, mood, composition, colours, genre signals, era, typography. NOT_FOUND if none was read.",
			need:  access.Needs.PosterAnalysis, rest: "GET /api/v2/films/{id}/poster-analysis gives all of it.", output: reflect.TypeFor[app.PosterAnalysis](),
		}, getPosterAnalysis),
		takes(tool{
			name: "recommend_films", title: "Recommend films",
			about: "Films for somebody by what they liked, disliked and say they want, or, with others, for a group: best first, with reasons. unresolved lists names that are no film's.",
			need:  access.Needs.Suggest, rest: "Ask with a smaller limit, or with fewer disliked films.", output: reflect.TypeFor[recommended](),
		}, recommendFilms),
		takes(tool{
			name: "get_catalog_stats", title: "Get catalogue statistics",
			about: "Figures of the whole catalogue: films by genre (all there are), decade, language and budget; best directors; returns by decade. full adds years, spread of scores, best pictures.",
			need:  access.Needs.Stats, rest: "GET /api/v1/stats gives all of it.", output: reflect.TypeFor[atlas.Statistics](), brief: briefStatistics,
		}, getStats),
	}
}

// searchFilms answers search_films. A page of more than some answerBytes bytes is cut to
// fewer films, one at least, at no further cost, with a cursor that goes on after them.
func searchFilms(ctx context.Context, c *call, in searchArguments, dst []byte) ([]byte, error) {
	locale, err := film.LocaleOf(in.TitleLanguage)
	if err != nil {
		return nil, err
	}
	q, err := in.question()
	if err != nil {
		return nil, err
	}
	found, err := c.visit.Films(q).Answer(ctx)
	if err != nil {
		return nil, renamed(err, map[string]string{"q": "query"})
	}
	start, cut := len(dst), false
	for {
		found.Localize(locale)
		dst = found.AppendData(append(dst[:start], `{"data":`...), c.base)
		size := len(dst) - start
		if size <= answerBytes-500 || found.Len() == 1 {
			break
		}
		// Rows of unusual length: fewer of them, with a cursor that goes on there.
		fewer := max(1, found.Len()*(answerBytes-500)/size-1)
		if found, err = c.visit.First(found, fewer); err != nil {
			return nil, err
		}
		cut = true
	}
	meta := filmsMeta{
		Count: found.Len(), NextCursor: found.NextCursor, Total: found.Total, DidYouMean: found.DidYouMean, Match: found.Match, MatchNote: found.Match.Note(found.Total), Understood: found.Understood,
		UnknownGenres: found.UnknownGenres, Truncated: cut, Sandbox: c.visit.Bill().Sandbox,
	}
	if c.declared != "" {
		meta.UnknownGenres = fewGenres(meta.UnknownGenres)
	}
	if found.Total == 0 {
		meta.Hint = "No film meets all conditions. Leave some out; get_catalog_stats tells what there is."
	}
	return endRows(dst, meta)
}

// Of how many unknown genres an agent is told, and how many near ones of each: of a genre that is near
// none, all are.
const (
	mostUnknown = 3
	mostNearest = 5
)

// fewGenres returns the first of unknown genres, each with the nearest known ones.
func fewGenres(all []catalog.UnknownGenre) []catalog.UnknownGenre {
	few := slices.Clone(all[:min(mostUnknown, len(all))])
	for i := range few {
		few[i].Nearest = few[i].Nearest[:min(mostNearest, len(few[i].Nearest))]
	}
	return few
}

// question returns the arguments as the question that v2 asks, so that both find the same and
// their cursors are the same (REQ M-19). A sort that cannot be read is a fault.
func (in *searchArguments) question() (q app.FilmsQuestion, err error) {
	q = app.FilmsQuestion{Page: film.Page{Limit: in.Limit}, Cursor: in.Cursor, View: film.List, Fields: rowFields}
	q.Query = film.Query{Text: in.Query, Match: in.Match, Filters: in.Filters}
	q.Query.Sort, err = film.ParseSort(in.Sort, film.V1SortFields)
	return q, err
}

// endRows ends an answer with its meta. dst has its data, {"data":[…], already.
func endRows(dst []byte, meta any) ([]byte, error) {
	dst, err := encode.Append(append(dst, `,"meta":`...), meta, "")
	return append(dst, '}'), err
}
