package bleve

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/search/query"

	"kinodex/bench/engine"
	"kinodex/bench/question"
	"kinodex/internal/film"
	"kinodex/internal/text"
)

type peer struct{ index bleve.Index }

func open(_ context.Context, dir string) (engine.Engine, error) {
	index, err := bleve.OpenUsing(dir, map[string]any{"read_only": true})
	if err != nil {
		return nil, err
	}
	return &peer{index}, nil
}

// Processes is this one: Bleve is a library.
func (p *peer) Processes() []int { return []int{0} }

// Close closes the index.
func (p *peer) Close() error { return p.index.Close() }

// key is a film's id as Bleve keeps it: with all its zeros, so that words in
// order are ids in order.
func key(id film.ID) string { return fmt.Sprintf("%09d", uint32(id)) }

func version(context.Context) (string, error) {
	return engine.ModuleVersion("github.com/blevesearch/bleve/v2")
}

func decadeKey(year int) string { return strconv.Itoa(year / 10 * 10) }

// Prepare builds the query tree.
func (p *peer) Prepare(q *question.Question, films bool) (engine.Ask, error) {
	tree := treeOf(q)
	order, err := orderOf(q)
	if err != nil {
		return nil, err
	}
	return func(a *engine.Answer) error {
		request := bleve.NewSearchRequestOptions(tree, question.Limit, q.Offset, false)
		if order != nil {
			request.SortBy(order)
		}
		if films {
			request.Fields = []string{"json"}
		}
		result, err := p.index.Search(request)
		if err != nil {
			return err
		}
		a.Total = int(result.Total)
		for _, hit := range result.Hits {
			id, err := strconv.ParseUint(hit.ID, 10, 32)
			if err != nil {
				return err
			}
			a.IDs = append(a.IDs, film.ID(id))
			if !films {
				continue
			}
			record, ok := hit.Fields["json"].(string)
			if !ok {
				return fmt.Errorf("no record of %s", hit.ID)
			}
			a.Body = append(a.Body, record...)
		}
		return nil
	}, nil
}

func treeOf(q *question.Question) query.Query {
	var all []query.Query
	term := func(field, value string) {
		t := bleve.NewTermQuery(value)
		t.SetField(field)
		all = append(all, t)
	}
	if q.Text != "" {
		m := bleve.NewMatchQuery(q.Text)
		m.SetField(everything)
		m.SetOperator(query.MatchQueryOperatorAnd)
		all = append(all, m)
	}
	for _, name := range []struct{ field, value string }{{"director", q.Director}, {"cast", q.Actor}} {
		if name.value != "" {
			m := bleve.NewMatchPhraseQuery(name.value)
			m.SetField(name.field)
			all = append(all, m)
		}
	}
	for _, g := range q.Genres {
		term("genre", text.Fold(g))
	}
	if q.Decade != nil {
		term("decade", decadeKey(*q.Decade))
	}
	if q.Language != "" {
		term("language", q.Language)
	}
	if q.HasPoster {
		term("poster", "yes")
	}
	yes := true
	between := func(field string, low, high *float64) {
		if low == nil && high == nil {
			return
		}
		if low == nil {
			low = new(math.Inf(-1))
		}
		if high == nil {
			high = new(math.Inf(1))
		}
		r := bleve.NewNumericRangeInclusiveQuery(low, high, &yes, &yes)
		r.SetField(field)
		all = append(all, r)
	}
	between("year", q.YearMin, q.YearMax)
	between("filmdb_rating", q.MinRating, nil)
	between("master_score", q.MinScore, nil)
	between("filmdb_votes", q.MinVotes, nil)
	switch len(all) {
	case 0:
		return bleve.NewMatchAllQuery()
	case 1:
		return all[0]
	}
	return bleve.NewConjunctionQuery(all...)
}

// orderOf gives the sort of the request, nil for by score. Films without the
// field come last either way; that is Bleve's default.
func orderOf(q *question.Question) ([]string, error) {
	house, err := q.Query()
	if err != nil {
		return nil, err
	}
	switch order := house.Order(); {
	case order.Field == film.Relevance:
		return nil, nil
	case order.Desc:
		return []string{"-" + order.Field, "_id"}, nil
	default:
		return []string{order.Field, "_id"}, nil
	}
}
