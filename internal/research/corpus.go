package research

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"sync"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
)

// LeastText is how many characters (Unicode code points) a screenplay has at least: one
// of the set, and one that is sent (REQ S-15, S-16).
const LeastText = 500

// largestText is how many bytes a text of the set may have; a longer one is not read.
const largestText = 32 << 20

// Measure measures the screenplays of a folder: those that its index.csv calls
// usable and surely matched (readIndex says how), or without an index all files
// named after a film. It gives them in order of film id, and every text it did
// not measure, with the reason, in order of name. It works on all processors;
// what it gives does not depend on how many there are. Progress, if not nil, is
// called by one goroutine at a time.
func Measure(ctx context.Context, fsys fs.FS, progress func(done, total int64)) ([]MeasuredScript, []SkippedText, error) {
	entries, skipped, err := listTexts(fsys)
	if err != nil {
		return nil, nil, err
	}
	meter := measure.NewMeter()
	all := make([]MeasuredScript, len(entries))
	reasons := make([]string, len(entries))
	var mu sync.Mutex
	done := int64(0)
	work := errgroup.Group{}
	work.SetLimit(runtime.GOMAXPROCS(0))
	for i, e := range entries {
		work.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			all[i], reasons[i] = measureFile(meter, fsys, e, isEdited(i, len(entries)))
			mu.Lock()
			defer mu.Unlock()
			if done++; progress != nil {
				progress(done, int64(len(entries)))
			}
			return nil
		})
	}
	if err := work.Wait(); err != nil {
		return nil, nil, err
	}
	var measured []MeasuredScript
	for i, reason := range reasons {
		if reason != "" {
			skipped = append(skipped, SkippedText{entries[i].file, reason})
			continue
		}
		measured = append(measured, all[i])
	}
	slices.SortFunc(measured, func(a, b MeasuredScript) int { return cmp.Compare(a.Film, b.Film) })
	slices.SortStableFunc(skipped, func(a, b SkippedText) int { return cmp.Compare(a.File, b.File) })
	return measured, skipped, nil
}

// measureFile measures one text, or says why not. If tried, it also measures
// what small edits of the text change.
// The reason is empty when the text was measured.
func measureFile(meter *measure.Meter, fsys fs.FS, e entry, tried bool) (MeasuredScript, string) {
	b, err := readAtMost(fsys, e.file, largestText)
	if err != nil {
		return MeasuredScript{}, "cannot be read: " + err.Error()
	}
	script, err := parse.File(e.file, b)
	if err != nil {
		return MeasuredScript{}, "cannot be read: " + err.Error()
	}
	characters := utf8.RuneCountInString(script.Source)
	if characters < LeastText {
		return MeasuredScript{}, fmt.Sprintf("has %d characters, fewer than %d", characters, LeastText)
	}
	sum := sha256.Sum256(b)
	report := meter.Of(script)
	m := MeasuredScript{
		Film: e.film, Features: report.Vector, Series: report.Series(), Extractor: Extractor,
		SHA256: hex.EncodeToString(sum[:]), Characters: characters,
		StyleFeaturesVersion: measure.StyleFeaturesVersion, StyleCounts: meter.StyleCountsOf(script),
	}
	if tried {
		m.Edits = editsOf(meter, script.Source, e.film, m.Features)
	}
	return m, ""
}

// readAtMost returns the content of a file. More than limit bytes are an error.
func readAtMost(fsys fs.FS, name string, limit int64) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(b)) > limit {
		err = fmt.Errorf("larger than %d bytes", limit)
	}
	return b, err
}
