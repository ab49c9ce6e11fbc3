package cover

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"kinodex/internal/film"
	"kinodex/internal/poster/vision"
	"kinodex/internal/starter"
)

var (
	update = flag.Bool("update", false, "write the digests of the golden covers anew")
	sheet  = flag.String("sheet", "", "a directory in which to write the golden covers and every composition as HTML, to look at")
)

// starterFilms are the films of the starter library as covers are drawn from them, those with most
// votes first.
var starterFilms = sync.OnceValue(func() []*Film {
	all, err := starter.Films()
	if err != nil {
		panic(err)
	}
	readings, err := starter.Readings()
	if err != nil {
		panic(err)
	}
	palettes := map[film.ID][]string{}
	for _, r := range readings {
		var read vision.Reading
		if err := json.Unmarshal(r.Analysis, &read); err != nil {
			panic(err)
		}
		for _, c := range read.DominantColors {
			palettes[r.Film] = append(palettes[r.Film], c.Hex)
		}
	}
	slices.SortStableFunc(all, func(a, b *film.Film) int {
		return cmp.Compare(film.Value(b.Ratings.FilmdbVotes), film.Value(a.Ratings.FilmdbVotes))
	})
	var films []*Film
	for _, f := range all {
		films = append(films, &Film{
			ID: f.ID.String(), Title: f.Title, Original: film.Value(f.OriginalTitle), Year: film.Value(f.Year), Director: film.Value(f.Director),
			Genres: f.Genres, Keywords: f.Keywords, Countries: f.Countries, Palette: palettes[f.ID],
		})
	}
	return films
})

// golden are 200 films: of each genre in each decade the one with most votes that is not among them
// yet, until there are 175; then those with most votes whose original title is in another script,
// under that title.
func golden() (films []*Film) {
	taken := map[string]bool{}
	genres := slices.Sorted(maps.Keys(ofGenres))
	for round := 0; len(films) < 175; round++ {
		for decade := 1910; decade <= 2020; decade += 10 {
			genre := genres[(round+decade/10*5)%len(genres)]
			for _, f := range starterFilms() {
				if len(films) < 175 && !taken[f.ID] && f.Year/10*10 == decade && slices.Contains(f.Genres, genre) {
					taken[f.ID] = true
					films = append(films, f)
					break
				}
			}
		}
	}
	for _, f := range starterFilms() {
		if len(films) < 200 && !taken[f.ID] && strings.ContainsFunc(f.Original, func(r rune) bool { return r > 0x36f && unicode.IsLetter(r) }) {
			other := *f
			other.Title = f.Original
			films = append(films, &other)
		}
	}
	return films
}

// packed is how many bytes something has when it is sent.
func packed(t testing.TB, b []byte) int {
	t.Helper()
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err == nil {
		_, err = w.Write(b)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}

// A film has the same cover for ever (REQ F2-98). Whoever changes how covers are drawn looks at them
// (-sheet DIR), counts Version up, and writes the digests anew (-update).
func TestAFilmHasTheSameCoverForEver(t *testing.T) {
	films := golden()
	if len(films) != 200 {
		t.Fatalf("%d films, want 200", len(films))
	}
	var got strings.Builder
	var drawn [][]byte
	for _, f := range films {
		p := f.compose(nil)
		drawn = append(drawn, p.svg())
		fmt.Fprintf(&got, "%s %s %x\n", f.ID, p.name, sha256.Sum256(p.svg()))
	}
	const file = "testdata/golden.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, []byte(got.String())) {
		lines := strings.Split(string(want), "\n")
		for i, line := range strings.Split(got.String(), "\n") {
			if i >= len(lines) || lines[i] != line {
				t.Errorf("line %d is %q", i+1, line)
			}
		}
	}
	if *sheet != "" {
		writeSheet(t, "golden.html", drawn)
		var all [][]byte
		for i := range compositions {
			for m := dark; m <= bold; m++ {
				all = append(all, films[(i*3+int(m)*67)%len(films)].compose(&choice{compositions[i].name, m}).svg())
			}
		}
		writeSheet(t, "compositions.html", all)
		for genre := range ofGenres {
			writeSheet(t, genre+".html", twelve(genre))
		}
	}
}

// writeSheet writes covers beside one another.
func writeSheet(t *testing.T, name string, covers [][]byte) {
	t.Helper()
	b := []byte(`<!DOCTYPE html><meta charset="utf-8"><body style="margin:8px;background:#777;display:grid;grid-template-columns:repeat(auto-fill,150px);gap:8px">`)
	for _, svg := range covers {
		b = fmt.Appendf(b, `<img width="150" height="225" src="data:image/svg+xml;base64,%s">`, base64.StdEncoding.EncodeToString(svg))
	}
	if err := errors.Join(os.MkdirAll(*sheet, 0o755), os.WriteFile(filepath.Join(*sheet, name), b, 0o644)); err != nil {
		t.Fatal(err)
	}
}

// twelve returns the covers of the twelve films of a genre with most votes, or of fewer.
func twelve(genre string) (covers [][]byte) {
	for _, f := range starterFilms() {
		if slices.Contains(f.Genres, genre) && len(covers) < 12 {
			covers = append(covers, SVG(f))
		}
	}
	return covers
}

// A cover in a grid has at most 900 bytes as it is sent (REQ F2-98).
func TestCoversAreSmall(t *testing.T) {
	var sizes []int
	for _, f := range starterFilms() {
		n := packed(t, SVG(f))
		if sizes = append(sizes, n); n > 900 {
			t.Errorf("the cover of %s, %s, has %d bytes", f.ID, f.Title, n)
		}
	}
	slices.Sort(sizes)
	t.Logf("%d covers: median %d bytes, largest %d", len(sizes), sizes[len(sizes)/2], sizes[len(sizes)-1])
	for i := range compositions {
		for m := dark; m <= bold; m++ {
			for _, f := range golden()[:40] {
				if n := packed(t, f.compose(&choice{compositions[i].name, m}).svg()); n > 960 {
					t.Fatalf("%s as %s has %d bytes", f.ID, compositions[i].name, n)
				}
			}
		}
	}
}

// check fails unless the title of a picture can be read: it stands on its field, within the margins,
// and its contrast is that of WCAG.
func check(t *testing.T, f *Film, p *picture) {
	t.Helper()
	field := p.shapes[len(p.shapes)-1]
	low, high := 1e9, -1e9
	for _, s := range field.path {
		if s.kind != 'Z' {
			low, high = min(low, s.n[1]), max(high, s.n[1])
		}
	}
	if field.colour != p.panel || len(p.texts) == 0 {
		t.Fatalf("%s (%q): no title, or not on its field", f.ID, f.Title)
	}
	for _, line := range p.texts {
		if c := contrast(line.colour, p.panel); c < textContrast {
			t.Errorf("%s (%q): contrast %.2f", f.ID, f.Title, c)
		}
		if w := line.face.width(line.words) * line.size; w > Width-2*margin+1 {
			t.Errorf("%s: the line %q is %.0f wide", f.ID, line.words, w)
		}
		if line.y-.72*line.size < low || line.y > high-3 {
			t.Errorf("%s: the line %q stands at %.0f of a field from %.0f to %.0f", f.ID, line.words, line.y, low, high)
		}
	}
	if high-low > 195 {
		t.Errorf("%s (%q): the title takes %.0f of the height", f.ID, f.Title, high-low)
	}
}

func TestTitlesCanBeRead(t *testing.T) {
	for _, f := range starterFilms() {
		check(t, f, f.compose(nil))
	}
	for i := range compositions {
		for m := dark; m <= bold; m++ {
			for _, f := range starterFilms()[:60] {
				check(t, f, f.compose(&choice{compositions[i].name, m}))
			}
		}
	}
	for n := range 4096 { // posters of any two colours
		f := &Film{ID: fmt.Sprint("tt", n), Title: "Colours", Genres: []string{"Drama"}}
		f.Palette = []string{fmt.Sprintf("#%02x%02x%02x", n%16*17, n/16%16*17, n/256*17), fmt.Sprintf("#%02x%02x%02x", n*7%256, n*13%256, n*29%256)}
		for m := dark; m <= bold; m++ {
			check(t, f, f.compose(&choice{"split", m}))
		}
	}
}

// titles are titles of every kind.
var titles = []string{
	"M", "Z", "Up", "", " ", "羅生門", "八月の狂詩曲", "千と千尋の神隠し", "기생충", "Броненосец Потёмкин", "Кин-дза-дза!", "Ο Θίασος", "جدایی نادر از سیمین",
	"باران", "שבעה ימים", "पथेर पांचाली", "मुग़ल-ए-आज़म", "คำสาปฟาร์มปีศาจ", "ღვინის ქურდები",
	"Ի՞նչ", "👨‍👩‍👧‍👦", "👍🏽 ❤️ 🇫🇷",
	"ﷺ",
	"Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L",
	"Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb", "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch",
	"Night of the Day of the Dawn of the Son of the Bride of the Return of the Revenge of the Terror of the Attack of the Evil, Mutant, Alien, Flesh Eating, Hellbound, Zombified Living Dead Part 2",
	strings.Repeat("W", 400), strings.Repeat("語", 400), strings.Repeat("a ", 400), "- – — - –",
	"Æon Flux — Ångström’s Łódź", "تقوای 2 فیلم ABC", "3:10 to Yuma", "$", "...",
	"</text><script>alert(1)</script>", `"><image href="https://example.com/x.png"/>`, "]]><!--", "&lt;b&gt; &amp; &#0;", "a\u202eevil\u202c", "\x00\x01\x1b[31m", "\xff\xfe\xc0", "\ufffe\uffff\U0010ffff",
	"\u2067isolated", "nul\u0000in", "line\nbreak\u2028and\u2029", "\u00ad\u200b\ufeff", "İstanbul ığdır", "Straße",
}

func TestTitlesOfEveryKindFit(t *testing.T) {
	for i, title := range titles {
		for _, genre := range []string{"History", "Crime", "Comedy", ""} { // of each face
			f := &Film{ID: fmt.Sprint("tt", i), Title: title, Director: title, Year: 1900 + i, Genres: []string{genre}}
			check(t, f, f.compose(nil))
			harmless(t, SVG(f))
		}
	}
}

func TestHowTitlesAreBroken(t *testing.T) {
	for _, c := range []struct {
		title string
		want  string
	}{
		{"M", "M"}, {"Rear Window", "Rear|Window"}, {"Psycho", "Psycho"}, {"羅生門", "羅生門"}, {"Star Wars: Episode III - Revenge of the Sith", "Star Wars:|Episode III -|Revenge of|the Sith"},
		{"千と千尋の神隠し", "千と千尋の神隠し"},
		{"八月の狂詩曲と千と千尋の神隠し", "八月の狂詩|曲と千と千|尋の神隠し"}, {"Blow-Up", "Blow-Up"}, {strings.Repeat("W", 60), "WWWWWWWWWWW|WWWWWWWWWWW|WWWWWWWWWWW|WWWWWWWWWWW|WWWWWWWWWWW|WWWWW"},
		{"جدایی نادر از سیمین", "جدایی|نادر از|سیمین"},
	} {
		if got := strings.Join(set(tidy(c.title), &sans, Width-2*margin, 116, 50).lines, "|"); got != c.want {
			t.Errorf("%q is set as %q, want %q", c.title, got, c.want)
		}
	}
	long := set(tidy(strings.Repeat("語", 400)), &sans, Width-2*margin, 116, 50)
	if last := long.lines[len(long.lines)-1]; !strings.HasSuffix(last, "…") {
		t.Errorf("a title that has no room ends with %q", last)
	}
}

// What is written leftward is set from the right.
func TestTitlesInArabicAndHebrewAreSetFromTheRight(t *testing.T) {
	for title, want := range map[string]bool{"باران": true, "שבעה ימים": true, "2 باران": true, "Baran": false, "羅生門": false, "1408": false, "Baran باران": false} {
		svg := string(SVG(&Film{ID: "tt1", Title: title}))
		if got := strings.Contains(svg, ` direction="rtl"`); got != want {
			t.Errorf("%s from the right: %t", title, got)
		}
	}
}

// elements and attributes are all that a cover has.
var (
	elements   = []string{"svg", "path", "g", "text"}
	attributes = []string{"viewBox", "xmlns", "fill", "stroke", "stroke-width", "opacity", "d", "x", "y", "font-family", "font-weight", "font-size", "text-anchor", "textLength", "lengthAdjust", "direction"}
	plainValue = regexp.MustCompile(`^[-#a-zA-Z0-9., ]*$`)
	pathValue  = regexp.MustCompile(`^[-Mlhvqcaz0-9. ]*$`)
)

// harmless fails when a document is not well formed, or has anything but shapes and text.
func harmless(t testing.TB, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	depth := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v: %s", err, svg)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if depth++; !slices.Contains(elements, e.Name.Local) || depth > 3 {
				t.Fatalf("a cover has <%s>: %s", e.Name.Local, svg)
			}
			for _, a := range e.Attr {
				known := a.Name.Local == "xmlns" && a.Value == "http://www.w3.org/2000/svg" || slices.Contains(attributes, a.Name.Local) && plainValue.MatchString(a.Value) && (a.Name.Local != "d" || pathValue.MatchString(a.Value))
				if !known {
					t.Fatalf("a cover has %s=%q", a.Name.Local, a.Value)
				}
			}
		case xml.EndElement:
			depth--
		case xml.CharData:
			for _, r := range string(e) {
				if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r&0xfffe == 0xfffe || unicode.Is(unicode.Co, r) {
					t.Fatalf("a cover has the character %U", r)
				}
			}
		default:
			t.Fatalf("a cover has a %T", e)
		}
	}
	if depth != 0 || bytes.Contains(svg, []byte(`="NaN`)) {
		t.Fatalf("a broken cover: %s", svg)
	}
}

func TestCoversHaveShapesAndTextAlone(t *testing.T) {
	for _, f := range starterFilms() {
		harmless(t, SVG(f))
	}
	harmless(t, SVG(&Film{}))
	harmless(t, SVG(&Film{ID: `"><script>`, Palette: []string{"red", `"/><script>`, "#12345", "#gggggg"}, Genres: []string{"<b>"}, Countries: []string{"<i>"}, Year: -5}))
}

func FuzzCover(f *testing.F) {
	for i, title := range titles {
		f.Add(fmt.Sprint("tt", i), title, "A Director", 1900+i, "Drama", "heist", "FR", "#102030")
	}
	f.Fuzz(func(t *testing.T, id, title, director string, year int, genre, keyword, country, hex string) {
		one := &Film{ID: id, Title: title, Original: title, Director: director, Year: year, Genres: []string{genre}, Keywords: []string{keyword}, Countries: []string{country}, Palette: []string{hex, "#aabbcc"}}
		check(t, one, one.compose(nil))
		svg := SVG(one)
		harmless(t, svg)
		if !bytes.Equal(svg, SVG(one)) {
			t.Error("the same film has two covers")
		}
	})
}

// A composition follows from genres and keywords.
func TestCoversShowWhatFilmsAreAbout(t *testing.T) {
	for _, c := range []struct {
		genres, keywords []string
		want             []string
	}{
		{[]string{"Western"}, nil, ofGenres["Western"]},
		{[]string{"Drama", "Film-Noir"}, nil, append([]string{"window", "doorway", "split", "chair", "tree", "birds"}, ofGenres["Film-Noir"]...)},
		{nil, []string{"bank heist"}, []string{"plan"}}, {nil, []string{"Road movie"}, []string{"road"}}, {nil, []string{"prison escape"}, []string{"bars"}},
		{[]string{"Musical"}, nil, ofGenres["Musical"]}, {[]string{"Sport"}, nil, ofGenres["Sport"]}, {nil, nil, without}, {[]string{"Unheard-of"}, nil, without},
		{nil, []string{"deserter"}, without},
	} {
		for i := range 100 {
			f := &Film{ID: fmt.Sprint("tt", i), Title: "A", Genres: c.genres, Keywords: c.keywords}
			if p := f.compose(nil); !slices.Contains(c.want, p.name) {
				t.Fatalf("%v, %v: %s", c.genres, c.keywords, p.name)
			}
		}
	}
	for genre, names := range ofGenres {
		for _, name := range names {
			if !slices.ContainsFunc(compositions, func(c composition) bool { return c.name == name }) {
				t.Errorf("%s asks for %q, which there is not", genre, name)
			}
		}
	}
	for _, w := range ofWords {
		if !slices.ContainsFunc(compositions, func(c composition) bool { return c.name == w.composition }) {
			t.Errorf("%v ask for %q, which there is not", w.words, w.composition)
		}
	}
}

// Twelve films of a genre look like twelve films: no two have the same shapes, and they are of
// several compositions and many grounds.
func TestTwelveFilmsOfAGenreLookLikeTwelve(t *testing.T) {
	for genre := range ofGenres {
		shapes, names, grounds, n := map[string]bool{}, map[string]bool{}, map[colour]bool{}, 0
		for _, f := range starterFilms() {
			if !slices.Contains(f.Genres, genre) || n == 12 {
				continue
			}
			n++
			p := f.compose(nil)
			shapes[string(p.appendSVG(nil))], names[p.name], grounds[p.scheme.ground] = true, true, true
		}
		if n == 12 && (len(shapes) < 12 || len(names) < 3 || len(grounds) < 7) {
			t.Errorf("%s: %d pictures, %d compositions, %d grounds", genre, len(shapes), len(names), len(grounds))
		}
	}
}

// The colours of a poster that was read are those of the cover.
func TestCoversTakeTheColoursOfPosters(t *testing.T) {
	f := &Film{ID: "tt7", Title: "Blue", Genres: []string{"Drama"}, Year: 1993, Palette: []string{"#1030c0", "#d02020", "#f0f0f0"}}
	for i := range 20 {
		f.ID = fmt.Sprint("tt", i)
		p := f.compose(nil)
		for _, c := range append(p.art[:], p.scheme.ground) {
			if int(c.g) > int(c.r)+60 && int(c.g) > int(c.b)+60 {
				t.Errorf("a green %v of a poster without green", c)
			}
		}
	}
	if ofPoster([]string{"#101010"}) != nil || ofPoster([]string{"#101010", "#121212"}) != nil || ofPoster([]string{"blue", "red"}) != nil {
		t.Error("a palette of one colour is taken for one")
	}
}

func BenchmarkSVG(b *testing.B) {
	films := starterFilms()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		SVG(films[i%len(films)])
	}
}
