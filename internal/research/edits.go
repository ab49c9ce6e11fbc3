package research

import (
	"math"
	"math/rand/v2"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/stat"
)

// maxEditedTexts is on how many texts of a corpus small edits are tried, spread over
// all of it.
const maxEditedTexts = 96

// isEdited says whether edits are tried on the text at a place among n.
func isEdited(place, n int) bool {
	step := max(1, (n+maxEditedTexts-1)/maxEditedTexts)
	return place%step == 0
}

// editsOf gives how far each feature moves when one line in a hundred is taken out
// of a text, and when one in a hundred is there twice. Which lines is drawn from the
// film's id, so it is the same every time.
func editsOf(meter *measure.Meter, text string, id film.ID, before measure.Vector) []measure.Vector {
	var changes []measure.Vector
	for _, copies := range []int{0, 2} {
		edited := editLines(text, copies, rand.New(rand.NewPCG(uint64(id), uint64(copies))))
		after := meter.Of(parse.Text(edited)).Vector
		for f := range after {
			after[f] -= before[f]
		}
		changes = append(changes, after)
	}
	return changes
}

// editLines gives the text with one in a hundred of its lines that are not
// blank, at least one, standing there a number of times.
// copies is that number: 0 takes the lines out, 2 doubles them. A line may be drawn
// twice, so fewer may be chosen.
func editLines(text string, copies int, draw *rand.Rand) string {
	lines := strings.SplitAfter(text, "\n")
	var written []int
	for i, line := range lines {
		if strings.TrimSpace(line) != "" {
			written = append(written, i)
		}
	}
	chosen := map[int]bool{}
	for range min(len(written), max(1, len(written)/100)) {
		chosen[written[draw.IntN(len(written))]] = true
	}
	var b strings.Builder
	b.Grow(len(text) + len(text)/50)
	for i, line := range lines {
		times := 1
		if chosen[i] {
			times = copies
		}
		for range times {
			b.WriteString(line)
			if times > 1 && !strings.HasSuffix(line, "\n") {
				b.WriteByte('\n')
			}
		}
	}
	return b.String()
}

// floorOf gives each feature's noise floor: nineteen of twenty small edits move
// the feature by no more than that. All zero when none was tried.
func floorOf(scripts []scoredScript) (floor measure.Vector, tried int) {
	var changes []measure.Vector
	for i := range scripts {
		changes = append(changes, magnitudes(scripts[i].Edits)...)
	}
	for f, about := range measure.Features() {
		scale := math.Pow10(about.Decimals + 2) // finer says nothing
		floor[f] = math.Round(stat.Quantile(sortedColumn(changes, f), 0.95)*scale) / scale
	}
	return floor, len(changes)
}
