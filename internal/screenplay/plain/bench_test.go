package plain

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// longScript is as long as a script of 120 pages: some 180 kB.
func longScript(t testing.TB) string {
	_, film, _ := strings.Cut(lighthouse(t), "FADE IN:")
	var long strings.Builder
	for long.Len() < 180<<10 {
		long.WriteString(film)
	}
	return long.String()
}

// BenchmarkPlain reads 180 kB: with its layout, without indentation and blank
// lines, and without the spaces between words.
func BenchmarkPlain(b *testing.B) {
	long := longScript(b)
	var dense strings.Builder
	for l := range strings.Lines(long) {
		if l = strings.TrimSpace(l); l != "" {
			dense.WriteString(l + "\n")
		}
	}
	for name, text := range map[string]string{"layout": long, "flat": dense.String(), "glued": strings.ReplaceAll(long, " ", "")} {
		b.Run(name, func(b *testing.B) {
			Parse(text) // the word list and the weights are read once
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Parse(text)
			}
		})
	}
}

// hostile are texts of five million bytes that a careless reader takes for ever
// on. Most stay just below the number of lines that are read at all.
func hostile() map[string]string {
	const size = 5 << 20
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	return map[string]string{
		"one line":              fill("word "),
		"one word":              fill("a"),
		"one word of capitals":  fill("QX"),
		"only capitals":         fill("SHE TURNS AND RUNS AWAY FROM\n"),
		"only line feeds":       fill("\n"),
		"cues and nothing else": fill("A\nB\n"),
		"short cues, speeches":  fill("MARTA\nYes.\n\n"),
		"cues and speeches":     fill("MARTA OF THE LAMP ROOM\nYes. I heard you, and I know it now.\n\n"),
		"other names each time": newNames(size),
		"nested brackets":       fill("(["),
		"open tags":             fill("<b "),
		"comments":              fill("<!-- "),
		"tags that break":       fill("<br>x"),
		"entities":              fill("&nbsp;&"),
		"hyphens at line ends":  fill("der is what she went for, and won-\n"),
		"no spaces":             fill("thequickbrownfoxjumpsoverthelazydog.\n"),
		"letters apart":         fill("E X T . H A L L - N I G H T\n"),
		"numbers":               fill("12 MARTA AND HENNING AGAIN 12\n"),
		"running heads":         fill("THE LAMP ROOM, REVISED 1\nTHE LAMP ROOM, REVISED AGAIN 2\n"),
		"misread quotes":        fill("â€™\u0080"),
	}
}

func newNames(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		for n := i + 26*26*26; n > 0; n /= 26 {
			b.WriteByte(byte('A' + n%26))
		}
		b.WriteString(" OF THE ISLAND\nI see it. I have always seen it so.\n")
	}
	return b.String()
}

// Five million hostile bytes are read in time that a server can spare: processor
// time, since other tests run beside this one. The bound is ten times what is
// needed, for slow machines.
func TestHostileTextsAreReadInLinearTime(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a hundred megabytes")
	}
	if raced {
		t.Skip("the race detector makes everything many times slower")
	}
	for name, text := range hostile() {
		t.Run(name, func(t *testing.T) {
			began := processorTime(t)
			Parse(text)
			took := processorTime(t) - began
			t.Log(took.Round(time.Millisecond))
			if took > 4*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// processorTime is what this process has used so far.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
