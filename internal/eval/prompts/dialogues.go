package prompts

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/ulikunitz/xz"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/taste"
	"kinodex/internal/text"
)

// Turn is a place in a dialogue at which somebody recommends films.
type Turn struct {
	Dialogue  string
	Prompt    string          // what the seeker said so far, a line for each of their turns
	Mentioned map[uint32]bool // films that anybody named before: they do not count
	Answers   []uint32        // the films that are recommended
}

// mostPrompt is how many characters of what the seeker said are asked with, the last ones: as
// many as the interface takes.
const mostPrompt = 2000

// ReadDialogues reads turns of conversations in INSPIRED's layout, a JSON object a line, possibly
// packed with xz. Turns of seekers, turns that recommend no film of the library and those of
// which every film was named before are left out.
func ReadDialogues(path string, x *taste.Taste, films *catalog.Catalog) ([]Turn, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var from io.Reader = f
	if strings.HasSuffix(path, ".xz") {
		if from, err = xz.NewReader(bufio.NewReader(f)); err != nil {
			return nil, fmt.Errorf("unpack %s: %w", path, err)
		}
	}
	var turns []Turn
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var row struct {
			Context []string `json:"context"`
			Names   []string `json:"entity_name"`
			Rec     []int    `json:"rec"`
			User    int      `json:"is_user"`
			ID      string   `json:"dialog_id"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return nil, fmt.Errorf("a line of %s: %w", path, err)
		}
		t := Turn{Dialogue: row.ID, Mentioned: map[uint32]bool{}}
		var said []string
		for i, line := range row.Context {
			if i%2 == 0 && i > 0 { // the first is empty: the other one began
				said = append(said, line)
			}
		}
		t.Prompt = tail(strings.Join(said, "\n"), mostPrompt)
		for _, d := range namedFilms(row.Names, x, films) {
			if len(t.Answers) < len(row.Rec) && !written(strings.Join(row.Context, "\n"), d, films) {
				t.Answers = append(t.Answers, d)
			}
		}
		if row.User == 0 && len(t.Answers) > 0 && strings.TrimSpace(t.Prompt) != "" {
			turns = append(turns, t)
		}
	}
	return turns, lines.Err()
}

// tail returns the last n bytes of s or fewer, from the beginning of a word on.
func tail(s string, n int) string {
	if len(s) <= n {
		return s
	}
	s = s[len(s)-n:]
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		s = s[i+1:]
	}
	return strings.ToValidUTF8(s, "")
}

// leastVotes is how many votes a film must have for a name in a dialogue to be it: names there
// include actors and common words.
const leastVotes = 2000

// namedFilms returns the films that names with a capital letter are the title of, each once.
func namedFilms(names []string, x *taste.Taste, films *catalog.Catalog) (docs []uint32) {
	for _, name := range names {
		first := []rune(name)
		d, ok := x.Resolve(name)
		votes, _ := films.Number("filmdb_votes", d)
		if ok && unicode.IsUpper(first[0]) && votes >= leastVotes && !slices.Contains(docs, uint32(d)) {
			docs = append(docs, uint32(d))
		}
	}
	return docs
}

// written reports whether the title of a film stands in a text.
func written(said string, d uint32, films *catalog.Catalog) bool {
	f, err := films.Film(catalog.Doc(d))
	return err == nil && strings.Contains(" "+strings.Join(text.Words(said), " ")+" ", " "+strings.Join(text.Words(f.Title), " ")+" ")
}

// DialogueMark is how often one of the films that were recommended is among the first.
type DialogueMark struct {
	Of               string
	Turns            int
	Hit10, Hit50     float64 // of the recommender
	Votes10, Votes50 float64 // of the films with most votes, whatever was said
}

// AskDialogues asks for films at every turn, and marks apart the turns in which the seeker named
// a film and those in which only kinds are named.
func AskDialogues(turns []Turn, x *taste.Taste, films *catalog.Catalog) []DialogueMark {
	marks := []DialogueMark{{Of: "films are mentioned"}, {Of: "only kinds are"}, {Of: "all"}}
	popular := films.Find(&film.Query{Sort: film.Sort{Field: "filmdb_votes", Desc: true}}, film.Page{Limit: 400}).Docs
	for _, t := range turns {
		picks := x.Recommend(taste.Request{Prompt: t.Prompt, Limit: 50})
		var given, most []uint32
		for _, p := range picks.Films {
			given = append(given, uint32(p.Doc))
		}
		for _, d := range popular {
			most = append(most, uint32(d))
		}
		of := &marks[1]
		if len(picks.Understood.Like)+len(picks.Understood.Dislike) > 0 {
			of = &marks[0]
		}
		for _, m := range []*DialogueMark{of, &marks[2]} {
			m.Turns++
			m.Hit10 += hit(given, t.Answers, 10)
			m.Hit50 += hit(given, t.Answers, 50)
			m.Votes10 += hit(most, t.Answers, 10)
			m.Votes50 += hit(most, t.Answers, 50)
		}
	}
	for i := range marks {
		m := &marks[i]
		for _, v := range []*float64{&m.Hit10, &m.Hit50, &m.Votes10, &m.Votes50} {
			*v /= float64(max(1, m.Turns))
		}
	}
	return marks
}

// hit returns 1 when one of the first k is an answer, else 0.
func hit(given, answers []uint32, k int) float64 {
	for _, d := range given[:min(k, len(given))] {
		if slices.Contains(answers, d) {
			return 1
		}
	}
	return 0
}
