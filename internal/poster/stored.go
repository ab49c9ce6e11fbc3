package poster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/blob"
	"kinodex/internal/film"
	"kinodex/internal/poster/vision"
)

// StoredPosters are the posters that a bucket has, and readings that are carried
// (WithCarried). It never changes after Load.
type StoredPosters struct {
	posters map[film.ID]storedPoster
	// Damaged are the keys of records that cannot be read; their films are as
	// those without a poster, until it is ingested again.
	Damaged []string
}

// storedPoster is a poster as its record tells it.
type storedPoster struct {
	picture  Picture         // none of a carried reading
	analysis []byte          // about three kilobytes
	reading  *vision.Reading // of a carried reading: the analysis, decoded
}

// Len is how many films have a stored poster. A nil StoredPosters has none.
// It counts in time proportional to the films.
func (s *StoredPosters) Len() int {
	if s == nil {
		return 0
	}
	n := 0
	for _, p := range s.posters {
		if p.picture != 0 {
			n++
		}
	}
	return n
}

// Has reports whether a film has a stored poster. A nil StoredPosters has none.
func (s *StoredPosters) Has(id film.ID) bool { return s != nil && s.posters[id].picture != 0 }

// Carried is how many films have a reading alone. A nil StoredPosters has none.
func (s *StoredPosters) Carried() int {
	if s == nil {
		return 0
	}
	return len(s.posters) - s.Len()
}

// reading is how many records are read at a time: a bucket may be far away.
const reading = 16

// maxRecord bounds what is read of a record, which may be damaged.
const maxRecord = 1 << 20

// Load reads the records of a bucket. Progress may be nil.
// A record that cannot be read is no error but is named in Damaged, in order of key; a
// bucket that fails is one. Progress is called by one goroutine at a time. Up to `reading`
// records are fetched at once; memory is about three kilobytes a film.
func Load(ctx context.Context, b blob.Bucket, progress func(done, total int64)) (*StoredPosters, error) {
	var ids []film.ID
	s := &StoredPosters{posters: map[film.ID]storedPoster{}}
	for o, err := range b.List(ctx, recordPrefix) {
		if err != nil {
			return nil, fmt.Errorf("list the stored posters: %w", err)
		}
		name := strings.TrimPrefix(o.Key, recordPrefix)
		id, ok := film.ParseID(strings.TrimSuffix(name, ".json"))
		if !ok || recordKey(id) != o.Key {
			s.Damaged = append(s.Damaged, o.Key)
			continue
		}
		ids = append(ids, id)
	}
	var mu sync.Mutex
	done := int64(0)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(reading)
	for _, id := range ids {
		group.Go(func() error {
			r, err := getRecord(ctx, b, id)
			if err != nil {
				return fmt.Errorf("read the stored posters: %w", err)
			}
			mu.Lock()
			defer mu.Unlock()
			if r == nil {
				s.Damaged = append(s.Damaged, recordKey(id))
			} else {
				s.posters[id] = storedPoster{picture: r.Picture(), analysis: r.Analysis}
			}
			if done++; progress != nil {
				progress(done, int64(len(ids)))
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	slices.Sort(s.Damaged)
	return s, nil
}

// getRecord gives the record of a film; nil when there is none, or none that can
// be read.
// Records beyond maxRecord count as unreadable.
func getRecord(ctx context.Context, b blob.Bucket, id film.ID) (*Record, error) {
	o, err := b.Get(ctx, recordKey(id))
	if errors.Is(err, blob.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer o.Body.Close()
	text, err := io.ReadAll(io.LimitReader(o.Body, maxRecord))
	if err != nil {
		return nil, err
	}
	r, err := parseRecord(text, id)
	if err != nil {
		return nil, nil // as good as none
	}
	return r, nil
}
