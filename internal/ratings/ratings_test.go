package ratings

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fixture returns a file of testdata; a folder as a zip archive, its files under prefix.
func fixture(t testing.TB, name, prefix string) []byte {
	t.Helper()
	path := filepath.Join("testdata", name)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if !info.IsDir() {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	files := map[string]string{}
	err = fs.WalkDir(os.DirFS(path), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(path, file))
		files[prefix+file] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return archived(t, files)
}

// archived returns a zip archive of files.
func archived(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// shown writes rows in short: name, year, rating, and ! for a heart.
func shown(rows []SeenFilm) string {
	var all []string
	for _, r := range rows {
		s := r.ID
		if r.MoviedbID != 0 {
			s += fmt.Sprint("#", r.MoviedbID)
		}
		s += fmt.Sprintf("|%s|%d", r.Title, r.Year)
		if r.Rating != nil {
			s += fmt.Sprintf("|%g", *r.Rating)
		}
		if r.Liked {
			s += "!"
		}
		all = append(all, s)
	}
	return strings.Join(all, "\n")
}

// exports are the fixtures, and what they say.
var exports = []struct {
	name, prefix string
	want         Export // without rows
	rows         string
}{
	{"letterboxd", "", Export{Source: letterboxd, Scale: "0.5 to 5", Films: 6, Rated: 4, Repeated: 9, Listed: 2}, `
|8½|1963
|Stalker|1979!
|Alien|1979|1
|Amélie|2001|8
|Good Night, and Good Luck.|2005|7
|The Third Man|1949|10`},
	{"letterboxd", "letterboxd-somebody-2024-01-01-00-00-utc/", Export{Source: letterboxd, Scale: "0.5 to 5", Films: 6, Rated: 4, Repeated: 9, Listed: 2}, `
|8½|1963
|Stalker|1979!
|Alien|1979|1
|Amélie|2001|8
|Good Night, and Good Luck.|2005|7
|The Third Man|1949|10`},
	{"letterboxd/watchlist.csv", "", Export{Source: letterboxd, Scale: "0.5 to 5", Listed: 2}, "\n"},
	{"letterboxd/lists/noir.csv", "", Export{Source: letterboxd, Scale: "0.5 to 5", Listed: 2}, "\n"},
	{"imdb-ratings.csv", "", Export{Source: imdb, Scale: "1 to 10", Films: 4, Rated: 3, Repeated: 1, LeftOut: 2, BadRatings: 1}, `
tt0078748|Alien|1979|7
tt0000003|Poor Pierrot|1892
tt0211915|Amélie|2001|8
tt0041959|The Third Man|1949|10`},
	{"imdb-list.csv", "", Export{Source: imdb, Scale: "1 to 10", Films: 1, Rated: 1, Listed: 1}, `
tt0041959|The Third Man|1949|9`},
	{"trakt", "", Export{Source: trakt, Scale: "1 to 10", Films: 3, Rated: 2, Repeated: 2, Listed: 1, LeftOut: 1}, `
tt0078748#348|Alien|1979|4
tt0041959#1092|The Third Man|1949|9
tt0079944#1398|Stalker|1979!`},
	{"trakt", "export/", Export{Source: trakt, Scale: "1 to 10", Films: 3, Rated: 2, Repeated: 2, Listed: 1, LeftOut: 1}, `
tt0078748#348|Alien|1979|4
tt0041959#1092|The Third Man|1949|9
tt0079944#1398|Stalker|1979!`},
	{"trakt/ratings-movies.json", "", Export{Source: trakt, Scale: "1 to 10", Films: 2, Rated: 2}, `
#348|Alien|1979|4
tt0041959#1092|The Third Man|1949|9`},
	{"trakt-ratings.csv", "", Export{Source: trakt, Scale: "1 to 10", Films: 1, Rated: 1, LeftOut: 1}, `
tt0041959#1092|The Third Man|1949|9`},
	{"import-table.csv", "", Export{Source: anyTable, Scale: "0 to 10", Films: 2, Rated: 2}, `
#949|Heat|1995|7
tt0041959#1092|The Third Man|1949|9`},
	{"letterboxd-windows.csv", "", Export{Source: letterboxd, Scale: "0.5 to 5", Films: 3, Rated: 3}, `
|Rocco "and" his brothers|1960|6
|The Third Man|1949|10
|Amélie|2001|9`},
	{"letterboxd-cut.csv", "", Export{Source: letterboxd, Scale: "0.5 to 5", Films: 1, Rated: 1, CutShort: true}, `
|The Third Man|1949|10`},
}

func TestExportsAreRead(t *testing.T) {
	for _, x := range exports {
		t.Run(x.prefix+x.name, func(t *testing.T) {
			got, err := Read(x.name, fixture(t, x.name, x.prefix))
			if err != nil {
				t.Fatal(err)
			}
			if rows := shown(got.Rows); rows != strings.TrimSpace(x.rows) {
				t.Errorf("rows\n%s\nwant%s", rows, x.rows)
			}
			got.Rows = nil
			if fmt.Sprintf("%+v", *got) != fmt.Sprintf("%+v", x.want) {
				t.Errorf("%+v\nwant %+v", *got, x.want)
			}
		})
	}
}

// otherTable is a table in another form, its name and its rows.
type otherTable struct{ what, name, data, rows string }

// otherTables are tables and lists in the forms that spreadsheets and older exports have.
func otherTables() []otherTable {
	utf16 := []byte("\xff\xfe")
	for _, r := range "Name\tYear\tRating\nRan\t1985\t4\n" {
		utf16 = append(utf16, byte(r), 0)
	}
	return []otherTable{
		{"UTF-16 with tabs", "", string(utf16), "|Ran|1985|8"},
		{"no date and no address", "", "name,year,rating\nRan,1985,4", "|Ran|1985|8"},
		{"stars and ids", "", "movie_id,imdb_id,tmdb_id,rating,average_rating,title\n1,0114709,862,3.5,3.8,Toy Story (1995)\n", "tt0114709#862|Toy Story (1995)|0|7"},
		{"a rating above five makes it ten", "", "title,year,rating\nRan,1985,8\nIkiru,1952,4\n", "|Ikiru|1952|4\n|Ran|1985|8"},
		{"IMDb's older list", "", "position,const,created,modified,description,Title,Title type,Directors,You rated,IMDb Rating\n1,tt0089881,,,,Ran,Feature Film,Akira Kurosawa,9,8.2\n", "tt0089881|Ran|0|9"},
		{"a rating of nothing", "", "Name,Year,Rating\nRan,1985,0\n", "|Ran|1985"},
		{"a rating that is none", "", "Name,Year,Rating\nRan,1985,NaN\nIkiru,1952,★★★★\n", "|Ikiru|1952\n|Ran|1985"},
		{"a year that is none", "", "Name,Year,Rating\nRan,198,4\nIkiru,2012–2019,4\n", "|Ikiru|2012|8\n|Ran|0|8"},
		{"short rows", "", "Name,Year,Rating\nRan\n\n,1952,4\n", "|Ran|0"},
		{"a watchlist by its name", "My-Watchlist.csv", "Date,Name,Year,Letterboxd URI\n2024-01-01,Ran,1985,x\n", ""},
		{"a watched list by its name", "watched.csv", "Date,Name,Year,Letterboxd URI\n2024-01-01,Ran,1985,x\n", "|Ran|1985"},
		{"an empty table", "", "Const,Your Rating\n", ""},
		{"an empty array", "", "[]", ""},
	}
}

func TestOtherTablesAreRead(t *testing.T) {
	for _, x := range otherTables() {
		got, err := Read(x.name, []byte(x.data))
		if err != nil {
			t.Errorf("%s: %v", x.what, err)
		} else if rows := shown(got.Rows); rows != x.rows {
			t.Errorf("%s:\n%s\nwant\n%s", x.what, rows, x.rows)
		}
	}
}

func TestTheWrongFileIsNamed(t *testing.T) {
	whole := fixture(t, "letterboxd", "")
	for _, x := range []struct{ what, data, says string }{
		{"nothing", "", "empty"},
		{"blanks", " \n\r\n", "empty"},
		{"a mark of order alone", "\xef\xbb\xbf \n", "empty"},
		{"a page", "<!DOCTYPE html><html>", "a web page"},
		{"a PDF", "%PDF-1.7\x00", "a PDF"},
		{"a picture", "\x89PNG\r\n\x1a\n", "a picture"},
		{"a workbook", string(archived(t, map[string]string{"xl/workbook.xml": "<x/>"})), "a spreadsheet"},
		{"an old workbook", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "save it as CSV"},
		{"bytes", "\x01\x00\x02\x00", "no text"},
		{"another table", "Datum,Betrag,Waehrung\n1,2,3\n", `begins "Datum, Betrag, Waehrung"`},
		{"prose", "Dear diary, today I saw a film.", "Dear diary"},
		{"another JSON", `{"films":[]}`, "JSON of something else"},
		{"another array", `[{"a":1},2,"x",null]`, "JSON of something else"},
		{"half a JSON", `[{"rating":9,"movie":{"title":"Ran"`, "not whole"},
		{"half a zip", string(whole[:len(whole)/2]), "not whole"},
		{"another zip", string(archived(t, map[string]string{"a.txt": "x", "b.csv": "x,y\n"})), "a zip archive of something else"},
	} {
		if _, err := Read("", []byte(x.data)); err == nil || !strings.Contains(err.Error(), x.says) {
			t.Errorf("%s: %v, want %q in it", x.what, err, x.says)
		}
	}
}

func TestWhatIsTooMuchIsRefused(t *testing.T) {
	many := map[string]string{}
	for i := range maxFiles + 1 {
		many[fmt.Sprint(i, ".csv")] = ""
	}
	bomb := strings.Repeat("\x20", maxTotal+1)
	for what, data := range map[string][]byte{
		"bytes": make([]byte, MaxFile+1),
		"rows":  []byte("Name,Year\n" + strings.Repeat("Ran,1985\n", MaxRows+1)),
		"files": archived(t, many),
		"bomb":  archived(t, map[string]string{"ratings.csv": bomb}),
	} {
		_, err := Read("", data)
		if over := (*TooMuch)(nil); !errors.As(err, &over) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Any bytes are read or refused, and what is read keeps what SeenFilm and Export promise.
func FuzzRead(f *testing.F) {
	for _, x := range exports {
		f.Add(x.name, fixture(f, x.name, x.prefix))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		got, err := Read(name, data)
		if err != nil {
			return
		}
		rated := 0
		for _, r := range got.Rows {
			if r.ID == "" && r.MoviedbID == 0 && r.Title == "" || r.Year != 0 && (r.Year < oldest || r.Year > newest) {
				t.Errorf("%+v", r)
			}
			if r.Rating != nil {
				if rated++; !(*r.Rating > 0 && *r.Rating <= topScale) {
					t.Errorf("rating %v", *r.Rating)
				}
			}
		}
		if got.Films != len(got.Rows) || got.Rated != rated || got.Source == "" || got.Scale == "" {
			t.Errorf("%+v", got)
		}
	})
}
