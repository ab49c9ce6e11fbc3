package app

import (
	"context"
	_ "embed"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/advice"
	"kinodex/internal/docset"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/llm"
	"kinodex/internal/param"
	"kinodex/internal/research"
	"kinodex/internal/writersroom"
)

// AdviceTerms are what advice may know of a script beside its text, and whether a language
// model writes it out. What is zero was not told.
type AdviceTerms struct {
	Genre string `query:"genre" doc:"Genres of the film, separated by commas: scripts near have one of them." example:"Drama"`
	Year  int    `query:"year" noun:"a year" minimum:"1880" maximum:"2100" doc:"The film's year: scripts near are at most ten years older or newer." example:"1949"`
	Prose bool   `query:"prose" doc:"Also have the points written out by the service's language model, where it has one. The model gets the points, not the script." example:"true"`
}

var adviceParams = param.Of(reflect.TypeFor[AdviceTerms](), "query")

// check returns a fault of genre or year. An unknown genre names those that it may have been.
func (t *AdviceTerms) check(v *Visit) error {
	if err := param.Check(adviceParams, t); err != nil {
		return err
	}
	if unknown := v.library.Catalog.UnknownGenres(&film.Query{Filters: film.Filters{Genre: t.Genre}}); len(unknown) > 0 {
		return fault.Param("genre", strings.Join(unknown[0].Nearest, ", "))
	}
	return nil
}

// AdviceQuestion asks what follows from the figures of a screenplay.
type AdviceQuestion struct {
	Draft Draft
	AdviceTerms
}

// Advice answers it. It is independent of the visit.
type Advice struct {
	*advice.Advice
	Prose *AdviceProse `json:"prose" nullable:"true" doc:"The points as a language model writes them out; null unless it was asked for, and when there is no model or it failed, which warnings tell. The points are made without it."`

	model llm.Model // nil when there is none, or when none was asked for
}

// AdviceProse is what a language model writes of points.
type AdviceProse struct {
	Points []WrittenPoint     `json:"points" doc:"Those of the points that hold to the figures. One with a number that the point does not have, or with a promise, is left out."`
	Model  writersroom.Engine `json:"model"`
}

// WrittenPoint is a point in prose.
type WrittenPoint struct {
	Feature string `json:"feature" example:"dialogue_ratio"`
	Text    string `json:"text" doc:"One paragraph, at most 2,000 characters." example:"The scene in the cutting room talks more than most."`
}

// Advise measures a screenplay as Analyze does, and says what follows. No language model
// has a part in it: see Advice.Write.
func (v *Visit) Advise(ctx context.Context, q AdviceQuestion) (*Advice, error) {
	err := v.enter(ctx, access.Needs.Analyze, func() error {
		if err := q.AdviceTerms.check(v); err != nil {
			return err
		}
		return q.Draft.check(ctx, v.app.reader)
	})
	if err != nil {
		return nil, err
	}
	if err := v.readPDFs(ctx, &q.Draft); err != nil {
		return nil, err
	}
	found, err := v.analyze(ctx, &q.Draft, false)
	if err != nil {
		return nil, err
	}
	return v.advise(found, &q.AdviceTerms), nil
}

// advise says what follows from an analysis.
func (v *Visit) advise(found *research.Analysis, terms *AdviceTerms) *Advice {
	set := v.library.Research
	told := research.Told{Year: terms.Year}
	if terms.Genre != "" {
		told.Genre = v.ofGenre(terms.Genre)
	}
	a := &Advice{Advice: advice.Of(set, v.app.book, found, told)}
	if terms.Prose {
		if a.model = v.app.model; a.model == nil {
			a.Warnings = append(a.Warnings, "There is no prose: this service has no language model.")
		}
	}
	return a
}

// ofGenre returns which films have one of some genres, between commas.
func (v *Visit) ofGenre(genres string) func(film.ID) bool {
	films := v.library.Catalog
	of := docset.New(films.Len())
	for name := range film.GenreNames(genres) {
		of.Union(films.Matching(film.Filters{Genre: name}))
	}
	return func(id film.ID) bool {
		doc, ok := films.ByID(id)
		return ok && of.Has(uint32(doc))
	}
}

//go:embed prompts/advice.md
var advicePrompt string

const adviceSchema = `{"type":"object","properties":{"points":{"type":"array","items":{"type":"object","properties":{"feature":{"type":"string"},"text":{"type":"string"}},` +
	`"required":["feature","text"],"additionalProperties":false}}},"required":["points"],"additionalProperties":false}`

const (
	adviceTime   = 18 * time.Second
	adviceTokens = 1500
)

// Write has the language model write the points out, if that was asked for. The model gets the
// points, and nothing of the script but the headings of the scenes that they name. A model that
// fails is no failure of the answer: Warnings then say why there is no prose. It takes up to
// adviceTime and keeps no processor busy.
func (a *Advice) Write(ctx context.Context) {
	if a.model == nil || len(a.Points) == 0 {
		return
	}
	var err error
	if a.Prose, err = a.prose(ctx); err != nil {
		a.Warnings = append(a.Warnings, "There is no prose: "+whyNoProse(err)+".")
	}
}

func (a *Advice) prose(ctx context.Context) (*AdviceProse, error) {
	ctx, cancel := context.WithTimeout(ctx, adviceTime)
	defer cancel()
	facts, said := make(map[string]string, len(a.Points)), make([]string, len(a.Points))
	for i := range a.Points {
		p := &a.Points[i]
		data, err := json.Marshal(p)
		if err != nil {
			return nil, err
		}
		said[i] = p.Says() + " " + p.Might() + "\n" + string(data)
		facts[p.Feature] = said[i]
	}
	answer, err := a.model.Answer(ctx, llm.Question{
		System: advicePrompt, Parts: []llm.Part{{Text: "The points, each in words and as data:\n\n" + strings.Join(said, "\n\n")}},
		Schema: json.RawMessage(adviceSchema), SchemaName: "advice", MostTokens: adviceTokens,
	})
	if err != nil {
		return nil, err
	}
	var told struct{ Points []WrittenPoint }
	if json.Unmarshal([]byte(answer.Text), &told) != nil {
		return nil, llm.ErrMalformed
	}
	by := a.model.Name()
	p := &AdviceProse{Model: writersroom.Engine{Provider: by.Provider, Name: by.Model}}
	for _, w := range told.Points {
		if fact := facts[w.Feature]; fact != "" && holdsTo(w.Text, fact) {
			delete(facts, w.Feature) // once
			p.Points = append(p.Points, WrittenPoint{w.Feature, plain(w.Text)})
		}
	}
	if len(p.Points) == 0 {
		return nil, llm.ErrMalformed
	}
	return p, nil
}

var (
	numbers  = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
	promises = regexp.MustCompile(`(?i)\b(?:better class|higher class|tier|box office|ratings?|audiences? will|will (?:sell|succeed|improve)|guarantee\w*)\b`)
)

// holdsTo reports whether a text is not blank, has no number that the facts lack, and promises nothing.
func holdsTo(text, facts string) bool {
	if plain(text) == "" || promises.MatchString(text) {
		return false
	}
	have := numbers.FindAllString(facts, -1)
	for _, n := range numbers.FindAllString(text, -1) {
		if !slices.Contains(have, n) {
			return false
		}
	}
	return true
}
