package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the generated files anew")

// The clients are those of the description.
func TestTheClientsAreGenerated(t *testing.T) {
	root := filepath.Join("..", "..")
	if *update {
		if err := write(root); err != nil {
			t.Fatal(err)
		}
	}
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the description says now; run make generate", name)
		}
	}
}

// Every operation of version 2 and those that version 1 alone has are methods, lists have
// iterators, and films that are chosen in part are typed by the whole.
func TestTheDescriptionIsReadWhole(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", description))
	if err != nil {
		t.Fatal(err)
	}
	api, err := read(text)
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]*Operation{}
	for _, o := range api.Operations {
		byID[o.ID] = o
	}
	for id, answer := range map[string]string{
		"getFilm": "FilmDetail", "listFilms": "FilmsResponse", "getSnapshot": "Snapshot", "analyzeScript": "ScreenplayAnalysis", "streamFilms": "Film",
	} {
		if o := byID[id]; o == nil || o.Answer.Name != answer {
			t.Errorf("%s: %+v", id, o)
		}
	}
	for id, want := range map[string]Paging{
		"listFilms": {Param: "cursor", Next: "next_cursor", Most: 500}, "listActors": {Param: "offset", Most: 200}, "listAuditEvents": {Param: "before", Next: "next_before", Most: 200},
	} {
		if o := byID[id]; o == nil || o.Paging == nil || o.Paging.Param != want.Param || o.Paging.Next != want.Next || o.Paging.Most != want.Most {
			t.Errorf("%s: %+v", id, o)
		}
	}
	if o := byID["listFilmsV1"]; o != nil {
		t.Error("a deprecated operation is a method")
	}
	several := ""
	for _, f := range byID["listFilms"].InQuery {
		if f.Several {
			several += f.Name + " "
		}
	}
	if several != "ids genre certification fields facets " {
		t.Errorf("several values may be given for %s", several)
	}
	if row := byID["listFilms"].Paging.Row; row.Kind != Object || row.Name != "Film" {
		t.Errorf("films are %+v", row)
	}
	if !byID["createOwnKey"].Repeatable || byID["createOwnKey"].BodyRequired {
		t.Error("createOwnKey takes an Idempotency-Key and no body")
	}
}
