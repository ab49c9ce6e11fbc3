package sources

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// recordSet is the records of one kind of the movie database.
type recordSet struct {
	*moviedb
	recordFiles
	path    string       // of the interface, with %d for the id
	changed map[int]bool // ids that changed since the fetch before

	mu   sync.Mutex
	done int
}

// fetch brings the records of these ids up to date and drops those of others.
func (r *recordSet) fetch(ids []int) (err error) {
	wanted := make(map[int][]int) // by shard
	for _, id := range ids {
		wanted[id/perShard] = append(wanted[id/perShard], id)
	}
	if err := r.begin(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.end()) }()
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
	r.note(Outcome{Source: r.source.Name, File: r.kind + " records", Status: status, Rows: fetched, Bytes: r.size()})
	return nil
}

// shards returns the numbers of the shards that are wanted or there, ascending.
func (r *recordSet) shards(wanted map[int][]int) []int {
	var list []int
	for shard := range wanted {
		list = append(list, shard)
	}
	list = append(list, r.kept()...)
	slices.Sort(list)
	return slices.Compact(list)
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
			if err := r.append(line); err != nil {
				return err
			}
			fetched++
		}
		r.done++
		r.o.Progress("moviedb/"+r.kind+"s", "records", int64(r.done), int64(all))
		return nil
	})
	if fetched > 0 || len(gone) > 0 {
		err = errors.Join(err, r.fold(gone))
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
