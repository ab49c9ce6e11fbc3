package kinodex_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"kinodex.example/kinodex"
)

// firstFive is the program of the README.
func firstFive(ctx context.Context, address, key string) error {
	client := kinodex.New(address, kinodex.WithKey(key))

	// 1. Find films.
	page, err := client.ListFilms(ctx, &kinodex.ListFilmsParams{Genre: "Drama", YearMax: 1959, Sort: "filmdb_rating:desc", Limit: 5})
	if err != nil {
		return err
	}
	for _, film := range page.Data {
		fmt.Println(film.Title, film.Ratings.MasterScore)
	}

	// 2. Get one, with everything that is known of it.
	film, err := client.GetFilm(ctx, page.Data[0].FilmdbID, nil)
	if errors.Is(err, kinodex.CodeFilmNotFound) {
		fmt.Println("there is no such film")
	} else if err != nil {
		return err
	} else {
		fmt.Println(film.Title, len(film.Cast), "in the cast")
	}

	// 3. Walk through all that match, page after page.
	count := 0
	for _, err := range client.AllFilms(ctx, &kinodex.ListFilmsParams{Genre: "Comedy", Fields: "title,year"}) {
		if err != nil {
			return err
		}
		count++
	}
	fmt.Println(count, "comedies")

	// 4. Say in words what you would like to see.
	wish, err := client.RecommendFilms(ctx, &kinodex.RecommendRequest{Prompt: "a quiet drama about a family"}, nil)
	if err != nil {
		return err
	}
	for _, pick := range wish.Data {
		fmt.Println(pick.Film.Title+":", pick.Reason)
	}

	// 5. Have a screenplay measured.
	text, err := os.ReadFile("draft.fountain")
	if err != nil {
		return err
	}
	analysis, err := client.AnalyzeScript(ctx, &kinodex.ScreenplayRequest{Text: string(text)})
	if err != nil {
		return err
	}
	fmt.Println("tier", analysis.PredictedTier)
	return nil
}

// options shows the rest of what the README speaks of.
func options(ctx context.Context, address, key string) error {
	client := kinodex.New(address, kinodex.WithKey(key),
		kinodex.WithMaxRetries(5),
		kinodex.WithTimeout(20*time.Second),
		kinodex.WithCache(kinodex.NewMemoryCache(1000)),
		kinodex.WithSandbox())

	var told kinodex.Response
	if _, err := client.GetAtlas(ctx, nil, kinodex.WithResponse(&told)); err != nil {
		return err
	}
	fmt.Println(told.RequestID, told.Quota.Remaining, told.Cached)
	return nil
}

// The programs of the README are those above, which tests run.
func TestTheREADMEShowsWhatRuns(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := func(text string) string {
		var trimmed []string
		for line := range strings.Lines(text) {
			trimmed = append(trimmed, strings.TrimSpace(line))
		}
		return strings.Join(trimmed, "\n")
	}
	blocks := strings.Split(string(readme), "```go\n")[1:]
	for _, block := range blocks {
		code, _, _ := strings.Cut(block, "```")
		if !strings.Contains(lines(string(source)), strings.TrimSpace(lines(code))) {
			t.Errorf("no test runs this:\n%s", code)
		}
	}
	if len(blocks) != 2 {
		t.Errorf("%d programs", len(blocks))
	}
}
