package sources

import (
	"bufio"
	"bytes"
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
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"kinodex/internal/ingest/source"
)

// perShard is how many consecutive ids share a file: few enough to write one anew when
// some of its records change, and enough that a build has not too many files.
const perShard = 10_000

// recordSet is the records of one kind of the movie database: one JSON object for each id,
// with when it was fetched and its entity tag in front. They are kept in files of perShard
// ids. What is fetched goes to a journal first, a line each, so that a process that is
// killed loses the line it was writing at most.
type recordSet struct {
	*moviedb
	kind    string // movie or collection
	path    string // of the interface, with %d for the id
	format  source.Format
	changed map[int]bool // ids that changed since the fetch before

	mu      sync.Mutex
	journal *os.File
	done    int
}

// mark is what stands in front of a record.
type mark struct {
	FetchedAt time.Time `json:"fetched_at"`
	ETag      string    `json:"etag"`
	ID        int       `json:"id"`
}

// fetch brings the records of these ids up to date and drops those of others.
func (r *recordSet) fetch(ids []int) (err error) {
	wanted := make(map[int][]int) // by shard
	for _, id := range ids {
		wanted[id/perShard] = append(wanted[id/perShard], id)
	}
	if err := r.fold(-1, nil); err != nil { // what an earlier process fetched
		return err
	}
	if r.journal, err = os.OpenFile(r.journalPath(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.journal.Close()) }()
	fetched := 0
	for _, shard := range r.shards(wanted) {
		n, err := r.shard(shard, wanted[shard], len(ids))
		fetched += n
		if err != nil {
			return err
		}
	}
	status := Fetched
	if fetched == 0 {
		status = Unchanged
	}
	o := Outcome{Source: r.source.Name, File: r.kind + " records", Status: status, Rows: fetched}
	for key, k := range r.state.Files {
		if strings.HasPrefix(key, r.prefix()) {
			o.Bytes += k.Bytes
		}
	}
	r.note(o)
	return nil
}

// shards returns the numbers of the shards that are wanted or there, ascending.
func (r *recordSet) shards(wanted map[int][]int) []int {
	var list []int
	for shard := range wanted {
		list = append(list, shard)
	}
	for key := range r.state.Files {
		if text, ok := strings.CutPrefix(key, r.prefix()); ok {
			list = append(list, idOf(strings.TrimSuffix(text, recordsExt)))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

const recordsExt = ".ndjson.zst"

func (r *recordSet) prefix() string { return "moviedb/" + r.kind + "." }
func (r *recordSet) key(shard int) string {
	return fmt.Sprintf("%s%04d%s", r.prefix(), shard, recordsExt)
}
func (r *recordSet) journalPath() string {
	return filepath.Join(r.dir, partialName, "moviedb-"+r.kind+".ndjson")
}

// shard brings one file up to date: ids are those it should have, all the count of all
// files. It returns how many records were fetched.
func (r *recordSet) shard(shard int, ids []int, all int) (int, error) {
	have := map[int]mark{}
	if err := r.each(shard, func(m mark, _ []byte) error { have[m.ID] = m; return nil }); err != nil {
		return 0, err
	}
	slices.Sort(ids)
	var due []int
	gone := map[int]bool{}
	for id := range have {
		if _, ok := slices.BinarySearch(ids, id); !ok && r.o.MoviedbFilms == 0 {
			gone[id] = true
		}
	}
	since := r.state.Changes.Pending
	for _, id := range ids {
		m, ok := have[id]
		if !ok || r.started.Sub(m.FetchedAt) > oldest || r.changed[id] && m.FetchedAt.Before(since) {
			due = append(due, id)
		}
	}
	r.tell(len(ids)-len(due), all)
	fetched := 0
	err := inParallel(r.ctx, due, func(ctx context.Context, id int) error {
		line, err := r.record(id, have[id].ETag)
		r.mu.Lock()
		defer r.mu.Unlock()
		switch {
		case errors.Is(err, errGone):
			gone[id] = true
		case errors.Is(err, errSame):
		case err != nil:
			return err
		default:
			if err := r.room(int64(len(line))); err != nil {
				return err
			}
			if _, err := r.journal.Write(line); err != nil {
				return err
			}
			fetched++
		}
		r.done++
		r.o.Progress("moviedb/"+r.kind+"s", "records", int64(r.done), int64(all))
		return nil
	})
	if fetched > 0 || len(gone) > 0 {
		err = errors.Join(err, r.fold(shard, gone))
	}
	return fetched, err
}

// tell counts records that need not be fetched.
func (r *recordSet) tell(n, all int) {
	r.done += n
	r.o.Progress("moviedb/"+r.kind+"s", "records", int64(r.done), int64(all))
}

// record asks for one record and returns its line.
func (r *recordSet) record(id int, etag string) ([]byte, error) {
	body, tag, err := r.ask(fmt.Sprintf(r.path, id), etag)
	if err != nil {
		return nil, err
	}
	var got mark
	if err := json.Unmarshal(body, &got); err != nil || got.ID != id {
		return nil, fmt.Errorf("the answer for %s %d is not about it", r.kind, id)
	}
	front, err := json.Marshal(struct {
		FetchedAt time.Time `json:"fetched_at"`
		ETag      string    `json:"etag"`
	}{r.o.now().UTC().Truncate(time.Second), tag})
	if err != nil {
		return nil, err
	}
	line := bytes.NewBuffer(append(front[:len(front)-1], ','))
	var compact bytes.Buffer
	if err := json.Compact(&compact, body); err != nil {
		return nil, err
	}
	line.Write(compact.Bytes()[1:])
	line.WriteByte('\n')
	return line.Bytes(), nil
}

// each calls do with the records of a shard, in order of id.
func (r *recordSet) each(shard int, do func(m mark, line []byte) error) error {
	k := r.state.Files[r.key(shard)]
	if !r.has(k) {
		return nil
	}
	f, err := os.Open(filepath.Join(r.dir, filesName, k.Name))
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer z.Close()
	return eachLine(z, do)
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

// fold takes the records of the journal into their files, drops those of gone from the
// file of a shard, and empties the journal.
func (r *recordSet) fold(shard int, gone map[int]bool) error {
	fresh := map[int]map[int]span{}
	if len(gone) > 0 {
		fresh[shard] = nil
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
			n := m.ID / perShard
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
		drop := gone
		if n != shard {
			drop = nil
		}
		if err := r.rewrite(n, f, lines, drop); err != nil {
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
func (r *recordSet) rewrite(shard int, journal io.ReaderAt, lines map[int]span, gone map[int]bool) error {
	path := filepath.Join(r.dir, partialName, strings.ReplaceAll(r.key(shard), "/", "-"))
	written, err := r.merge(path, shard, journal, lines, gone)
	if err != nil {
		return err
	}
	if written == 0 {
		delete(r.state.Files, r.key(shard))
		return errors.Join(r.save(), removed(path))
	}
	now := r.o.now().UTC()
	name := fmt.Sprintf("moviedb_%s.%04d.%s%s", r.kind, shard, now.Format("2006-01"), recordsExt)
	_, err = r.keep(context.WithoutCancel(r.ctx), candidate{
		key: r.key(shard), path: path, name: name, format: r.format, taken: now,
		kept: FileRecord{Address: shown(r.source.Address), FetchedAt: now, CheckedAt: now},
	})
	return err
}

// merge writes a packed file of a shard's records, in order of id, and returns how many.
func (r *recordSet) merge(path string, shard int, journal io.ReaderAt, lines map[int]span, gone map[int]bool) (written int, err error) {
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
