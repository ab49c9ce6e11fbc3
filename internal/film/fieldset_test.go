package film_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
)

// REQ F2-60: the sets are those that docs/api/films.md lists, in its order, and each selects
// fields that films have.
func TestFieldSetsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/api/films.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "| `@") {
			listed = append(listed, strings.TrimSpace(line))
		}
	}
	var want []string
	for _, set := range film.FieldSets {
		want = append(want, "| `@"+set.Name+"` | `"+strings.Join(set.Fields, "`, `")+"` |")
		if _, err := film.Detail.Project(strings.Join(set.Fields, ",")); err != nil || len(set.Fields) == 0 {
			t.Errorf("%s: %v", set.Name, err)
		}
		if !strings.Contains(film.DescribeFields(), "`@"+set.Name+"`") {
			t.Errorf("the description lacks @%s", set.Name)
		}
	}
	if !slices.Equal(listed, want) {
		t.Errorf("docs/api/films.md lists\n%s\nwant\n%s", strings.Join(listed, "\n"), strings.Join(want, "\n"))
	}
}

// REQ F2-65: columns follow from the view and the projection alone; a row has the values of
// the record.
func TestColumnsOfAProjection(t *testing.T) {
	for fields, want := range map[string]string{
		"title,ratings":             "filmdb_id title ratings.filmdb ratings.filmdb_votes ratings.critics ratings.moviedb ratings.moviedb_votes ratings.master_score",
		"ratings.critics,@origin":   "filmdb_id language languages countries ratings.critics",
		"crew_summary,title":        "filmdb_id title crew_summary.directing crew_summary.writing crew_summary.camera crew_summary.editing crew_summary.sound",
		"crew_summary.writing,cast": "filmdb_id cast crew_summary.writing",
	} {
		p, err := film.List.Project(fields)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range film.List.Columns(p) {
			got = append(got, c.Name())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q", fields, got)
		}
	}
	if all := film.Detail.Columns(nil); len(all) <= len(film.List.Columns(nil)) || all[0].Name() != "filmdb_id" {
		t.Errorf("%d columns in detail", len(all))
	}
	p, err := film.List.Project("title,ratings.filmdb,crew_summary.writing")
	if err != nil {
		t.Fatal(err)
	}
	row, err := film.Row([]byte(`{"filmdb_id":"tt1","title":"A","ratings":{"filmdb":7.5},"crew_summary":{}}`), film.List.Columns(p))
	if err != nil || string(row[1]) != `"A"` || string(row[2]) != "7.5" || string(row[3]) != "null" {
		t.Errorf("%s, %v", row, err)
	}
	if _, err := film.Row([]byte(`{"filmdb_id":`), film.List.Columns(p)); err == nil {
		t.Error("a damaged record was read")
	}
}
