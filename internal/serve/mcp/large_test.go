package mcp_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/library"
	"kinodex/internal/serve/mcp"
)

// cutAnswer is what a cut answer says of itself.
type cutAnswer struct {
	Truncated bool
	Rest      struct {
		How   string
		Parts []struct {
			Part          string
			Offset, Total int
		}
	}
}

// fits expects an answer that an agent can take in, which says so if it is cut
// (REQ M-39).
func (d *door) fits(tool, arguments string) (payload []byte, cut cutAnswer) {
	d.t.Helper()
	r := d.call(d.studio(), tool, arguments)
	r.into(d.t, &cut)
	if len(r.payload) > mcp.AnswerBytes || cut.Truncated != (len(cut.Rest.Parts) > 0) && tool != "search_films" {
		d.t.Errorf("%s %.80s: %d bytes, truncated %v, %v", tool, arguments, len(r.payload), cut.Truncated, cut.Rest)
	}
	return r.payload, cut
}

// REQ M-39: whatever is sent, the answer is short enough, and what lacks can be
// read on.
func TestAnswersToLargeQuestionsFit(t *testing.T) {
	d := open(t)
	script := jsonText(apptest.Screenplay(1500))
	_, cut := d.fits("analyze_screenplay", `{"text":`+script+`,"detail":"full"}`)
	if !cut.Truncated {
		t.Fatal("1500 scenes are all told at once")
	}
	for _, part := range cut.Rest.Parts {
		var piece struct{ Total int }
		payload, _ := d.fits("analyze_screenplay", fmt.Sprintf(`{"text":%s,"part":%q,"offset":%d}`, script, part.Part, part.Offset))
		if json.Unmarshal(payload, &piece); piece.Total != part.Total {
			t.Errorf("%s has %d, and then %d", part.Part, part.Total, piece.Total)
		}
	}
	d.fits("ai_script_coverage", `{"text":`+script+`}`)
	d.fits("ai_rewrite_scene", `{"text":`+jsonText(strings.Repeat("INT. HALL - NIGHT\n\nHe waits, and waits.\n\nIRIS\nNo.\n\n", 3000))+`,"style":"billy-wilder"}`)
	for _, discipline := range []string{"writers", "directors", "cinematographers"} {
		var all struct{ Data []struct{ Slug string } }
		payload, _ := d.fits("list_style_guides", `{"discipline":"`+discipline+`"}`)
		json.Unmarshal(payload, &all)
		for _, g := range all.Data {
			if _, cut := d.fits("get_style_guide", `{"discipline":"`+discipline+`","name":"`+g.Slug+`"}`); cut.Truncated {
				t.Errorf("the guide to %s is cut", g.Slug)
			}
		}
	}
	titles := make([]string, 100)
	for i := range titles {
		titles[i] = fmt.Sprintf("%q", strings.Repeat("no such film ", 38)+fmt.Sprint(i))
	}
	d.fits("recommend_films", `{"liked":["`+apptest.Crossing+`"],"disliked":[`+strings.Join(titles, ",")+`],"limit":50}`)
	d.fits("recommend_films", `{"liked":["`+apptest.Crossing+`"],"with":[`+strings.TrimSuffix(strings.Repeat(jsonText(strings.Repeat("wörd ", 399))+",", 7), ",")+`],"limit":50}`)
	long := jsonText(strings.Repeat("wörd ", 3999))
	d.fits("predict_project_outcome", `{"title":"x","synopsis":`+long+`}`)
}

// The same of a whole catalogue: KINODEX_DATA_LIBRARY names one generation of a
// library (the folder that holds manifest.json). It tells the longest answer of each
// tool.
func TestAnswersOfAWholeCatalogueFit(t *testing.T) {
	house, whole := wholeCatalogue(t)
	house.App = whole
	d := openIn(t, house)
	longest := map[string]int{}
	cuts := map[string]int{}
	ask := func(tool, arguments string) []byte {
		t.Helper()
		payload, cut := d.fits(tool, arguments)
		longest[tool] = max(longest[tool], len(payload))
		if cut.Truncated {
			cuts[tool]++
		}
		return payload
	}
	var ids []string
	for _, sort := range []string{"filmdb_rating:desc", "worldwide_gross:desc", "budget:desc", "title:desc", "oscar_noms:desc", "year:asc"} {
		var page struct {
			Data []struct {
				FilmdbID string `json:"filmdb_id"`
			}
		}
		json.Unmarshal(ask("search_films", `{"sort":"`+sort+`","limit":100}`), &page)
		for _, f := range page.Data {
			ids = append(ids, f.FilmdbID)
		}
	}
	for _, id := range ids {
		ask("get_film", `{"id":"`+id+`","detail":"full"}`)
		d.told("get_film", `{"id":"`+id+`"}`, mostOfFilm)
		ask("fetch", `{"id":"film:`+id+`"}`)
		if r := d.call(d.studio(), "get_similar_films", `{"id":"`+id+`","limit":50}`); !*r.IsError {
			longest["get_similar_films"] = max(longest["get_similar_films"], len(r.payload))
		}
	}
	ask("get_catalog_stats", `{"detail":"full"}`)
	for offset := 0; offset < 1000; offset += 100 {
		ask("search_scripts", fmt.Sprintf(`{"limit":100,"offset":%d}`, offset))
	}
	liked, _ := json.Marshal(ids[:100])
	disliked, _ := json.Marshal(ids[100:200])
	ask("recommend_films", `{"liked":`+string(liked)+`,"disliked":`+string(disliked)+`,"limit":50}`)
	ask("recommend_films", `{"liked":`+string(liked)+`,"with":["Heat; Ronin","a slow Japanese ghost story","Amélie","something funny","Alien","a war film","Toy Story"],"limit":50}`)
	const project = `"title":"The Brass Key","genres":["Crime","Thriller","Drama"],"budget":40000000,"director":"Michael Mann","cast":["Al Pacino","Robert De Niro"],"synopsis":"A locksmith opens a safe that should have stayed shut."`
	ask("predict_project_outcome", `{`+project+`,"detail":"full"}`)
	d.told("predict_project_outcome", `{`+project+`}`, mostOfForecast)
	d.told("search_films", `{"query":"zxqvjk wqqt"}`, mostOfNothing)
	for _, query := range []string{"love", "war", "the night", "vienna"} {
		ask("search", `{"query":"`+query+`"}`)
		ask("search_films", `{"query":"`+query+`","limit":100}`)
	}
	t.Logf("the longest answers, in bytes: %v; cut: %v", longest, cuts)
}

// wholeCatalogue opens a library, with the accounts of a house.
func wholeCatalogue(t testing.TB) (*apptest.House, *app.App) {
	t.Helper()
	generation := os.Getenv("KINODEX_DATA_LIBRARY")
	if generation == "" {
		t.Skip("KINODEX_DATA_LIBRARY names no generation of a library")
	}
	holder, err := library.NewHolder(filepath.Dir(generation), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { holder.Close() })
	house := apptest.Open(t)
	a, err := app.New(t.Context(), app.Options{Holder: holder, Ledger: house.Ledger, Now: house.Clock.Now, Version: apptest.Version})
	if err != nil {
		t.Fatal(err)
	}
	return house, a
}
