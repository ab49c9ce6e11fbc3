package tier

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/film"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
)

// edits are the small changes a text is measured after: one line in a hundred
// of those that are not blank is left out, is there twice, or changes places with
// the next of them.
var edits = [...]string{"left out", "doubled", "swapped"}

// Edited measures the scripts again after small changes of their texts, which
// are the files of a folder named after their film ("tt0000001-a-title.txt").
// It gives, for each script, the vectors after each kind of change; none for a
// script without a text. Which lines change is drawn from the film and the seed.
// No text is kept.
func Edited(ctx context.Context, scripts []Script, texts fs.FS, seed uint64) ([][][]float64, error) {
	files, err := textsByFilm(texts)
	if err != nil {
		return nil, err
	}
	meter := measure.NewMeter()
	all := make([][][]float64, len(scripts))
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(runtime.GOMAXPROCS(0))
	for i := range scripts {
		name, ok := files[scripts[i].Film]
		if !ok {
			continue
		}
		work.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			b, err := fs.ReadFile(texts, name)
			if err != nil {
				return err
			}
			script, err := parse.File(name, b)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			for kind := range edits {
				draw := rand.New(rand.NewPCG(seed, uint64(scripts[i].Film)<<8|uint64(kind)))
				vector := meter.Of(parse.Text(edit(script.Source, kind, draw))).Vector
				all[i] = append(all[i], vector[:])
			}
			return nil
		})
	}
	return all, work.Wait()
}

// textsByFilm finds the text of each film; the first by name where there are
// several.
func textsByFilm(texts fs.FS) (map[film.ID]string, error) {
	entries, err := fs.ReadDir(texts, ".")
	if err != nil {
		return nil, err
	}
	files := map[film.ID]string{}
	for _, e := range entries {
		head, _, _ := strings.Cut(e.Name(), "-")
		head, _, _ = strings.Cut(head, ".")
		id, ok := film.ParseID(head)
		if _, taken := files[id]; ok && !taken && !e.IsDir() {
			files[id] = e.Name()
		}
	}
	return files, nil
}

// edit changes one line in a hundred of those that are not blank, at least one.
func edit(text string, kind int, draw *rand.Rand) string {
	lines := strings.Split(text, "\n")
	var written []int
	for i, line := range lines {
		if strings.TrimSpace(line) != "" {
			written = append(written, i)
		}
	}
	if len(written) < 2 {
		return text
	}
	times := make([]int, len(lines))
	for i := range times {
		times[i] = 1
	}
	for range max(1, len(written)/100) {
		k := draw.IntN(len(written) - 1)
		i, next := written[k], written[k+1]
		switch edits[kind] {
		case "left out":
			times[i] = 0
		case "doubled":
			times[i] = 2
		case "swapped":
			lines[i], lines[next] = lines[next], lines[i]
		}
	}
	var edited []string
	for i, line := range lines {
		for range times[i] {
			edited = append(edited, line)
		}
	}
	return strings.Join(edited, "\n")
}
