package source

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// genuine lists what each genuine file gives. Rows are those its list states;
// claims are fewer where rows are rejected (counted by reason below) or stand
// together for one film.
var genuine = map[string]struct {
	rows, claims int
	rejects      map[string]int
}{
	"awards/oscars.csv.gz":                                  {12137, 10825, map[string]int{NotCompetitive: 1303, NoFilm: 31}},
	"boxoffice/bom.movie_gross.csv.gz":                      {3387, 3336, map[string]int{NothingStated: 51}},
	"boxoffice/jedi_movie_totals.json.gz":                   {7759, 7759, nil}, // one document, a row a slug
	"boxoffice/jedi_movie_weekends.tar.xz":                  {0, 0, nil},       // recognised, not used
	"boxoffice/jedi_weekends.tar.xz":                        {0, 0, nil},
	"boxoffice/tn.movie_budgets.csv.gz":                     {5782, 5782, nil},
	"cmu/movie.metadata.tsv.gz":                             {81741, 74837, map[string]int{NoID: 6903, NoTitle: 1}},
	"imdb/colbert_1970_2023.tar.xz":                         {151207, 151205, map[string]int{NoTitle: 2}},
	"imdb/flatiron_title.crew.csv.gz":                       {146144, 141670, map[string]int{NothingStated: 4474}},
	"imdb/imdb5000_movie_metadata.csv.gz":                   {5043, 4919, map[string]int{Repeated: 124}},
	"imdb/title.ratings.2017-12.tsv.gz":                     {775956, 775956, nil},
	"imdb/title_basics_us2000on.csv.gz":                     {86742, 86741, map[string]int{NoTitle: 1}},
	"imdb/title_ratings_2023.csv.gz":                        {499625, 499625, nil},
	"imdb/yearly_1920_2023.tar.xz":                          {62050, 62050, nil},
	"movielens/ml-25m/links.csv.gz":                         {62316, 62316, nil},
	"movielens/ml-latest-2017/links.csv.gz":                 {45843, 45624, map[string]int{NothingStated: 219}},
	"movielens/ml-latest-small/links.csv.gz":                {9742, 9734, map[string]int{NothingStated: 8}},
	"posters/greatest_films_index.csv.gz":                   {1234, 1234, nil},
	"providers/MoviesOnStreamingPlatforms_updated.csv.gz":   {16744, 16744, nil},
	"providers/amazon_credits.csv.zip":                      {124235, 8863, nil}, // a claim a title
	"providers/amazon_titles.csv.zip":                       {9871, 9871, nil},
	"providers/netflix_credits.csv.zip":                     {77801, 5489, nil},
	"providers/netflix_titles.csv.zip":                      {5850, 5849, map[string]int{NoTitle: 1}},
	"providers/paramount_credits.csv.gz":                    {39842, 2513, nil},
	"providers/paramount_titles.csv.gz":                     {2825, 2825, nil},
	"tmdb/codingdojo":                                       {66778, 66755, map[string]int{Placeholder: 23}},
	"tmdb/droopy_full_credits.tar.xz":                       {1713, 1713, nil},
	"tmdb/flatiron_tmdb.movies.csv.gz":                      {26517, 26517, nil},
	"tmdb/jedi_movies.tar.xz":                               {14835, 14835, nil},
	"tmdb/mlsmall_tmdb.tar.xz":                              {9621, 9621, nil},
	"tmdb/themovies/credits.slice.csv.gz":                   {99, 99, nil},
	"tmdb/themovies/keywords.sample1000.csv.gz":             {1000, 695, map[string]int{NothingStated: 305}},
	"tmdb/themovies/movies_metadata.4799_nooverview.csv.gz": {4799, 4799, nil},
	"tmdb/themovies/movies_metadata.blank_rows.csv.gz":      {45466, 1652, map[string]int{BlankRow: 43814}},
	"tmdb/themovies/movies_metadata.first2996.csv.gz":       {2996, 2996, nil},
	"tmdb/themovies/movies_metadata.sample1000.csv.gz":      {1000, 1000, nil},
	"tmdb/tmdb5000/tmdb_5000_credits.slice.csv.gz":          {198, 197, map[string]int{NoID: 1}},
	"tmdb/tmdb5000/tmdb_5000_movies.nojsoncols.csv.gz":      {4803, 4803, nil},
	"tmdb/tmdb_exists.tar.xz":                               {20348, 17793, map[string]int{NotAFilm: 2554, NoTitle: 1}},
	"wikipedia/prust_decades.tar.xz":                        {36273, 36273, nil},
}

func TestGenuineFilesAreReadAsTheirListSays(t *testing.T) {
	dir := os.Getenv("KINODEX_DATA_FILMS")
	if dir == "" {
		t.Skip("KINODEX_DATA_FILMS does not name the folder of genuine film files")
	}
	files, err := Discover([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	type sums struct {
		rows, claims int
		rejects      map[string]int
	}
	got := map[string]*sums{}
	for _, f := range files {
		name, _ := filepath.Rel(dir, f.Path)
		if strings.HasPrefix(name, "tmdb/codingdojo/") {
			name = "tmdb/codingdojo"
		}
		if got[name] == nil {
			got[name] = &sums{rejects: map[string]int{}}
		}
		sum := got[name]
		err := f.Read(context.Background(), func(c *Claim) error { return plausible(t, c) },
			func(r Reject) { sum.rejects[r.Reason]++ }, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		sum.rows += f.Tally.Rows
		sum.claims += f.Tally.Claims
		t.Logf("%s: %s of %s, %d claims, repairs %v %s", name, f.Format, f.Period, f.Tally.Claims, f.Tally.Repairs, f.Unused)
	}
	for name, want := range genuine {
		have := got[name]
		if have == nil {
			t.Errorf("%s is absent", name)
			continue
		}
		if have.rows != want.rows || have.claims != want.claims {
			t.Errorf("%s: %d rows and %d claims, want %d and %d", name, have.rows, have.claims, want.rows, want.claims)
		}
		if want.rejects == nil {
			want.rejects = map[string]int{}
		}
		same(t, name+": rejects", have.rejects, want.rejects)
	}
}

// plausible looks for what must never be in a claim, and reports it once.
func plausible(t *testing.T, c *Claim) error {
	for what, wrong := range map[string]bool{
		"year":     c.Year != 0 && (c.Year < 1870 || c.Year > 2100),
		"runtime":  c.Runtime < 0 || c.Runtime > 60_000,
		"rating":   c.FilmdbRating < 0 || c.FilmdbRating > 10 || c.MoviedbRating > 10 || c.CriticScore > 100,
		"money":    c.Budget.Amount > 0 && (c.Budget.Amount < leastMoney || len(c.Budget.Currency) != 3),
		"title":    c.Title != strings.TrimSpace(c.Title) || strings.ContainsAny(c.Title, "\n\t"),
		"measure":  (c.CriticScore > 0) != (c.CriticMeasure != ""),
		"identity": c.ID == 0 && c.MoviedbID == 0 && c.ListingID == "" && (c.Title == "" || c.Year == 0),
		"origin":   c.Origin.Source == "" || c.Origin.Format == Unknown || c.Origin.Line == 0,
	} {
		if wrong {
			t.Fatalf("%s: %+v", what, *c)
		}
	}
	return nil
}
