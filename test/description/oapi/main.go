// Command oapi makes one call with the client that oapi-codegen makes of the description.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	key := os.Getenv("KINODEX_KEY")
	client, err := NewClientWithResponses(os.Getenv("KINODEX_URL"), WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("X-API-Key", key)
		return nil
	}))
	if err != nil {
		return err
	}
	limit := int32(1)
	films, err := client.ListFilmsWithResponse(ctx, &ListFilmsParams{Limit: &limit})
	if err != nil {
		return err
	}
	if films.JSON200 == nil || len(films.JSON200.Data) != 1 {
		return fmt.Errorf("no film: %s", films.Body)
	}
	film, err := films.JSON200.Data[0].AsFilm()
	if err != nil {
		return err
	}
	var year *int32 = film.Year
	if year == nil || film.Title == "" {
		return fmt.Errorf("not a film: %+v", film)
	}
	fmt.Println("oapi-codegen:", film.Title, *year)
	return nil
}
