package terminal

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

// Places agree with a count from the beginning, across the marks too.
func TestPlacesAreCounted(t *testing.T) {
	text := strings.Repeat("aé語🎬\r\nb\rc\n\n", 300)
	p := newPlaces(text)
	for offset := range len(text) + 1 {
		if offset < len(text) && !utf8.RuneStart(text[offset]) {
			continue
		}
		before := text[:offset]
		wantLine := 1 + strings.Count(before, "\n") + strings.Count(before, "\r") - strings.Count(before, "\r\n")
		if offset < len(text) && text[offset] == '\n' && strings.HasSuffix(before, "\r") {
			wantLine-- // between CR and LF the line has not ended
		}
		character, line := p.of(offset)
		if character != utf8.RuneCountInString(before) || line != wantLine {
			t.Fatalf("byte %d: character %d of line %d, want %d of %d", offset, character, line, utf8.RuneCountInString(before), wantLine)
		}
	}
}

// On a terminal a long wait is told, and nothing of it stays.
func TestALongWaitIsTold(t *testing.T) {
	var told output
	w := startProgress(&told, 0, time.Millisecond)
	w.Step("reading")
	for deadline := time.Now().Add(10 * time.Second); !strings.Contains(told.String(), "reading, 0."); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("told %q", told.String())
		}
	}
	w.Stop()
	w.Stop()
	if !strings.HasSuffix(told.String(), clearLine) {
		t.Errorf("left %q", told.String())
	}
	var silent output
	quick := startProgress(&silent, time.Hour, time.Hour)
	quick.Step("reading")
	quick.Stop()
	if silent.String() != "" {
		t.Errorf("a short wait told %q", silent.String())
	}
	if none := StartProgress(new(bytes.Buffer)); none != nil {
		t.Error("progress, without a terminal")
	}
}

// output can be written and read by several goroutines.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}
