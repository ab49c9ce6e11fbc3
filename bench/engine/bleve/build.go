// Package bleve is Bleve as a peer, in its kindest setting:
//
//   - Built by its offline builder, so that there is one segment and nothing to
//     merge.
//   - A text question asks one composite field of all texts for all words: one
//     postings walk a word, no boosts. Ranking by field would be better search and
//     slower.
//   - Words are folded and stemmed without a stop list, as the other engines do.
//   - Names are phrases in fields of their own, the only ones with positions;
//     numbers, genres and languages have doc values for orders.
//
// Start reading at fields, then ask.
package bleve

import (
	"context"
	"iter"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/analysis/char/asciifolding"
	"github.com/blevesearch/bleve/v2/analysis/token/apostrophe"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/token/porter"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"github.com/blevesearch/bleve/v2/mapping"

	"kinodex/bench/corpus"
	"kinodex/bench/engine"
)

// Kind is the peer.
var Kind = engine.Kind{Name: "bleve", Title: "Bleve", Build: build, Open: open, Version: version}

// The analyzers of the fields.
const (
	words = "words" // folded and stemmed
	names = "names" // folded
)

// everything is the field that holds all texts.
const everything = "everything"

func fields() (mapping.IndexMapping, error) {
	m := bleve.NewIndexMapping()
	for name, filters := range map[string][]string{
		words: {apostrophe.Name, lowercase.Name, porter.Name},
		names: {apostrophe.Name, lowercase.Name},
	} {
		if err := m.AddCustomAnalyzer(name, map[string]any{
			"type": custom.Name, "char_filters": []string{asciifolding.Name},
			"tokenizer": unicode.Name, "token_filters": filters,
		}); err != nil {
			return nil, err
		}
	}
	d := bleve.NewDocumentStaticMapping()
	text := func(name, analyzer string, positions, values bool) {
		f := bleve.NewTextFieldMapping()
		f.Analyzer, f.Store, f.IncludeInAll = analyzer, false, false
		f.IncludeTermVectors, f.DocValues = positions, values
		d.AddFieldMappingsAt(name, f)
	}
	text(everything, words, false, false)
	text("director", names, true, false)
	text("cast", names, true, false)
	text("title", keyword.Name, false, true)
	text("genre", keyword.Name, false, false)
	text("language", keyword.Name, false, false)
	text("decade", keyword.Name, false, false)
	text("poster", keyword.Name, false, false)
	for _, name := range corpus.NumberFields {
		f := bleve.NewNumericFieldMapping()
		f.Store, f.IncludeInAll = false, false
		d.AddFieldMappingsAt(name, f)
	}
	record := bleve.NewTextFieldMapping()
	record.Index, record.Store, record.IncludeInAll, record.DocValues, record.IncludeTermVectors = false, true, false, false, false
	d.AddFieldMappingsAt("json", record)
	m.DefaultMapping = d
	m.ScoringModel = "bm25"
	return m, nil
}

// atOnce is how many films the builder analyses before it writes a segment.
const atOnce = 20_000

func build(ctx context.Context, dir string, films iter.Seq2[*corpus.Film, error]) (int64, error) {
	m, err := fields()
	if err != nil {
		return 0, err
	}
	b, err := bleve.NewBuilder(dir, m, map[string]any{"batchSize": atOnce, "mergeMax": 100})
	if err != nil {
		return 0, err
	}
	for f, err := range films {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = b.Index(key(f.ID), document(f))
		}
		if err != nil {
			b.Close()
			return 0, err
		}
	}
	if err := b.Close(); err != nil {
		return 0, err
	}
	return engine.Size(dir)
}

func document(f *corpus.Film) map[string]any {
	t := corpus.TextsOf(f.Film)
	d := map[string]any{
		everything: []string{t.Title, t.Director, t.Cast, t.Crew, t.Subjects, t.Prose},
		"director": t.Director, "cast": t.Cast,
		"title": corpus.TitleKey(f.Film), "genre": corpus.GenreKeys(f.Film),
		"language": corpus.LanguageKey(f.Film), "json": string(f.JSON),
	}
	if f.Year != nil {
		d["decade"] = decadeKey(*f.Year)
	}
	if corpus.HasPoster(f.Film) {
		d["poster"] = "yes"
	}
	for i, v := range corpus.Numbers(f.Film) {
		if v != nil {
			d[corpus.NumberFields[i]] = *v
		}
	}
	return d
}
