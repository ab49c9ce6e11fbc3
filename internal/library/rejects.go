package library

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// Reject is a row of a source that a build left out.
type Reject struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
	Detail string `json:"detail,omitempty"`
}

// rejectsFile is where a build writes what it left out, one object a line.
const rejectsFile = "rejects.ndjson.zst"

// List tells of the generations that are kept, oldest first, as the function List does.
func (s *Holder) List() ([]Entry, error) { return List(s.root) }

// Rejects gives what the build of a generation left out, in the order of the build: the
// rows whose line has the text part, at most limit of them, and how many there are in all. It reads the
// whole file. A generation that is not kept is an *UnknownError; one without a report,
// as the starter is, has none.
func (s *Holder) Rejects(ctx context.Context, generation, part string, limit int) (found []Reject, total int, err error) {
	if known := generations(s.root); !slices.Contains(known, generation) {
		return nil, 0, &UnknownError{Name: generation, Known: known}
	}
	f, err := os.Open(filepath.Join(s.dirOf(generation), rejectsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	unpacked, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
	if err != nil {
		return nil, 0, err
	}
	defer unpacked.Close()
	lines := bufio.NewScanner(unpacked)
	lines.Buffer(nil, 1<<20)
	wanted := bytes.ToLower([]byte(part))
	for read := 0; lines.Scan(); read++ {
		if read%1000 == 0 && ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		if !bytes.Contains(bytes.ToLower(lines.Bytes()), wanted) {
			continue
		}
		if total++; len(found) >= limit {
			continue
		}
		var r Reject
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, 0, err
		}
		found = append(found, r)
	}
	return found, total, lines.Err()
}
