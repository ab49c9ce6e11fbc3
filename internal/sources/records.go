package sources

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"kinodex/internal/ingest/source"
)

// perShard is how many consecutive ids of the movie database share a file: few enough to write one
// anew when some of its records change, and enough that a build has not too many files.
const perShard = 10_000

// recordFiles keeps records of one kind: one JSON object for each id, with a mark in front. They are
// kept in files of consecutive ids. What is fetched goes to a journal first, a line each, so that a
// process that is killed loses the line it was writing at most.
type recordFiles struct {
	run      *fetchRun
	origin   Source
	kind     string // movie or collection
	format   source.Format
	perShard int // consecutive ids in a file
	journal  *os.File
}

// mark is what stands in front of a record.
type mark struct {
	FetchedAt time.Time `json:"fetched_at"`
	ETag      string    `json:"etag"`
	ID        int       `json:"id"`
	Revision  int       `json:"revision"` // of an article
}

const recordsExt = ".ndjson.zst"

func (r *recordFiles) prefix() string { return r.origin.Name + "/" + r.kind + "." }
func (r *recordFiles) key(shard int) string {
	return fmt.Sprintf("%s%04d%s", r.prefix(), shard, recordsExt)
}
func (r *recordFiles) journalPath() string {
	return filepath.Join(r.run.dir, partialName, r.origin.Name+"-"+r.kind+".ndjson")
}

// begin takes what an earlier process fetched into the files, and opens the journal. end closes it.
func (r *recordFiles) begin() (err error) {
	if err := r.fold(nil); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(r.journalPath()), 0o755); err != nil {
		return err
	}
	r.journal, err = os.OpenFile(r.journalPath(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	return err
}

func (r *recordFiles) end() error { return r.journal.Close() }

// append adds a record, which ends with a line feed, to the journal. It does not sync: a line that a
// crash of the machine takes is fetched again.
func (r *recordFiles) append(line []byte) error {
	if err := r.run.room(int64(len(line))); err != nil {
		return err
	}
	_, err := r.journal.Write(line)
	return err
}

// kept returns the numbers of the shards that are there.
func (r *recordFiles) kept() (list []int) {
	for key := range r.run.state.Files {
		if text, ok := strings.CutPrefix(key, r.prefix()); ok {
			list = append(list, idOf(strings.TrimSuffix(text, recordsExt)))
		}
	}
	return list
}

// size returns the bytes of all files.
func (r *recordFiles) size() (bytes int64) {
	for _, shard := range r.kept() {
		bytes += r.run.state.Files[r.key(shard)].Bytes
	}
	return bytes
}

// each calls do with the records of a shard, in order of id.
func (r *recordFiles) each(shard int, do func(m mark, line []byte) error) error {
	return r.run.unpacked(r.run.state.Files[r.key(shard)], func(from io.Reader) error { return eachLine(from, do) })
}

// unpacked calls do with the content of a kept file that is packed by zstd; not if it is not there.
func (s *Store) unpacked(k *FileRecord, do func(from io.Reader) error) error {
	if !s.has(k) {
		return nil
	}
	f, err := os.Open(filepath.Join(s.dir, filesName, k.Name))
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer z.Close()
	return do(z)
}

// eachLine calls do with each complete line, which ends with a line feed. What follows the
// last line feed was being written when a process was killed, and is left out. A line that
// is no record has the id 0.
func eachLine(from io.Reader, do func(m mark, line []byte) error) error {
	lines := bufio.NewReaderSize(from, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		var m mark
		if json.Unmarshal(line, &m) != nil {
			m = mark{} // a line that a crash of the machine left half written
		}
		if err := do(m, line); err != nil {
			return err
		}
	}
}

// span is where a line lies in the journal.
type span struct {
	at     int64
	length int
}

// fold takes the records of the journal into their files, drops those of gone, and empties the
// journal.
func (r *recordFiles) fold(gone map[int]bool) error {
	fresh := map[int]map[int]span{}
	for id := range gone {
		fresh[id/r.perShard] = nil
	}
	f, err := os.Open(r.journalPath())
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	var at int64
	err = eachLine(f, func(m mark, line []byte) error {
		if m.ID > 0 {
			n := m.ID / r.perShard
			if fresh[n] == nil {
				fresh[n] = map[int]span{}
			}
			fresh[n][m.ID] = span{at, len(line)}
		}
		at += int64(len(line))
		return nil
	})
	if err != nil {
		return err
	}
	for n, lines := range fresh {
		if err := r.rewrite(n, f, lines, gone); err != nil {
			return err
		}
	}
	if r.journal != nil {
		return r.journal.Truncate(0)
	}
	return removed(r.journalPath())
}

// rewrite writes the file of a shard anew: with lines of the journal, without the gone,
// and with what else it had. It holds one line in memory at a time.
func (r *recordFiles) rewrite(shard int, journal io.ReaderAt, lines map[int]span, gone map[int]bool) error {
	path := filepath.Join(r.run.dir, partialName, strings.ReplaceAll(r.key(shard), "/", "-"))
	written, err := r.merge(path, shard, journal, lines, gone)
	if err != nil {
		return err
	}
	if written == 0 {
		delete(r.run.state.Files, r.key(shard))
		return errors.Join(r.run.save(), removed(path))
	}
	now := r.run.o.now().UTC()
	name := fmt.Sprintf("%s_%s.%04d.%s%s", r.origin.Name, r.kind, shard, now.Format("2006-01"), recordsExt)
	_, err = r.run.keep(context.WithoutCancel(r.run.ctx), candidate{
		key: r.key(shard), path: path, name: name, format: r.format, taken: now,
		kept: FileRecord{Address: shown(r.origin.Address), FetchedAt: now, CheckedAt: now},
	})
	return err
}

// merge writes a packed file of a shard's records, in order of id, and returns how many.
func (r *recordFiles) merge(path string, shard int, journal io.ReaderAt, lines map[int]span, gone map[int]bool) (written int, err error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	z, err := zstd.NewWriter(f, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return 0, err
	}
	fresh := slices.Sorted(maps.Keys(lines))
	write := func(line []byte) error { written++; _, err := z.Write(line); return err }
	until := func(id int) error { // writes the fresh ones below id
		for len(fresh) > 0 && fresh[0] < id {
			s := lines[fresh[0]]
			line := make([]byte, s.length)
			if _, err := journal.ReadAt(line, s.at); err != nil {
				return err
			}
			if err := write(line); err != nil {
				return err
			}
			fresh = fresh[1:]
		}
		return nil
	}
	err = r.each(shard, func(m mark, line []byte) error {
		if err := until(m.ID); err != nil {
			return err
		}
		if _, newer := lines[m.ID]; newer || gone[m.ID] {
			return nil
		}
		return write(line)
	})
	if err == nil {
		err = until(math.MaxInt)
	}
	return written, errors.Join(err, z.Close(), f.Sync())
}
